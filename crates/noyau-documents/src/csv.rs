//! Comma-separated values.

use noyau_dynamic::Row;

/// A cell, quoted if necessary.
fn cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// A line of cells.
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    cells.join(",") + "\n"
}

/// The columns of [`row`].
pub const TABLE_HEADS: &str = "position,outcome,distance,margin,nimber,images\n";

/// A position of a table.
pub fn row(row: &Row) -> String {
    let number = |number: Option<String>| number.unwrap_or_default();
    line(&[
        row.position.clone(),
        row.worth.outcome.to_string(),
        number(row.worth.distance.map(|distance| distance.to_string())),
        number(row.worth.margin.map(|margin| margin.to_string())),
        number(row.nimber.map(|nimber| nimber.to_string())),
        row.images.to_string(),
    ])
}
