//! What is sent of scripts and style sheets.

/// A script or a style sheet without the lines that are comments, and without indentation. What stands in a text of
/// several lines stays.
pub(crate) fn bare(text: &str) -> String {
    let mut out = String::new();
    let (mut in_text, mut in_comment) = (false, false);
    for line in text.lines() {
        let mut rest = line.trim();
        if in_text {
            rest = line;
        } else {
            if in_comment || rest.starts_with("/*") && !rest.contains("opyright") {
                let end = rest.find("*/");
                in_comment = end.is_none();
                rest = end.map_or("", |end| rest[end + 2..].trim());
            }
            if rest.is_empty() || rest.starts_with("//") {
                continue;
            }
        }
        out.push_str(rest);
        out.push('\n');
        in_text ^= rest.matches('`').count() % 2 == 1;
    }
    out
}
