//! Text in pictures: widths, line breaks and abbreviation of long names, and escaping.

use std::fmt::Write;

/// The approximate width of a text in units of its font size. Fonts differ, so this errs on the wide side.
pub fn width(text: &str) -> f64 {
    text.chars().map(char_width).sum()
}

fn char_width(c: char) -> f64 {
    match c {
        // Combining marks and joiners have no width.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '`' | ' ' => 0.33,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '{' | '}' | '/' | '\\' | '-' | '"' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' => 0.98,
        'A'..='Z' | '+' | '=' | '<' | '>' | '~' | '#' | '&' => 0.76,
        '\0'..='\u{2e7f}' => 0.63,
        // East Asian scripts, full-width forms and pictographs are as wide as high.
        _ => 1.05,
    }
}

/// Breaks a name into at most two lines of at most `most` font-size units each, abbreviated in the middle if
/// necessary.
pub fn lines(name: &str, most: f64) -> Vec<String> {
    let name = visible(name);
    if width(&name) <= most {
        return vec![name];
    }
    // Line breaks are allowed after a space or a separator. Choose the most even one.
    let breaks = name.char_indices().filter(|&(_, c)| " ,;/|)_-".contains(c));
    let even = breaks
        .map(|(at, c)| name.split_at(at + c.len_utf8()))
        .map(|(one, two)| (one.trim(), two.trim()))
        .filter(|(one, two)| !one.is_empty() && !two.is_empty())
        .min_by(|a, b| {
            let wider = |pair: &(&str, &str)| width(pair.0).max(width(pair.1));
            wider(a).total_cmp(&wider(b))
        });
    match even {
        Some((one, two)) if width(one) <= 1.6 * most && width(two) <= 1.6 * most => {
            vec![shortened(one, most), shortened(two, most)]
        }
        _ => vec![shortened(&name, most)],
    }
}

/// Shortens a text to that width by dropping its middle, since names often differ at the end.
fn shortened(text: &str, most: f64) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let room = (most - char_width('…')) / 2.0;
    let taken = |chars: &mut dyn Iterator<Item = char>| -> String {
        let mut left = room;
        chars
            .take_while(|&c| {
                left -= char_width(c);
                left >= 0.0
            })
            .collect()
    };
    let head = taken(&mut text.chars());
    let tail: String = taken(&mut text.chars().rev()).chars().rev().collect();
    format!("{head}…{tail}")
}

/// Replaces every control character by a visible sign.
pub fn visible(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
            '\x7f' => '\u{2421}',
            // Characters that XML forbids, that end lines, or that change the text direction.
            '\u{80}'..='\u{9f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{fffe}'
            | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect()
}

/// Escapes a text for XML elements and attributes.
pub fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Escapes a text for LaTeX.
pub fn tex(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '…' => escaped.push_str("\\dots{}"),
            // The narrow no-break space within numbers.
            '\u{202f}' => escaped.push_str("\\,"),
            // Control pictures are in no common LaTeX font.
            c if c.is_control() || ('\u{2400}'..='\u{2426}').contains(&c) => escaped.push('?'),
            c => match tex_sign(c) {
                None => escaped.push(c),
                Some(sign) => {
                    let _ = write!(escaped, "\\ensuremath{{{sign}}}");
                }
            },
        }
    }
    escaped
}

/// The command for a sign that the usual fonts of LaTeX have as mathematics only.
fn tex_sign(c: char) -> Option<&'static str> {
    Some(match c {
        '−' => "-",
        '∞' => "\\infty",
        'α' => "\\alpha",
        'β' => "\\beta",
        '∗' => "\\ast",
        '→' => "\\rightarrow",
        '←' => "\\leftarrow",
        '↦' => "\\mapsto",
        '≤' => "\\leq",
        '≥' => "\\geq",
        '≠' => "\\neq",
        '∪' => "\\cup",
        '∩' => "\\cap",
        '∈' => "\\in",
        '∅' => "\\emptyset",
        '×' => "\\times",
        '·' => "\\cdot",
        '⌊' => "\\lfloor",
        '⌋' => "\\rfloor",
        '●' => "\\bullet",
        '○' => "\\circ",
        _ => return None,
    })
}

/// Quotes a string for DOT, keeping backslashes literal.
pub fn dot(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in visible(text).chars() {
        if matches!(c, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

/// A number with its digits grouped in threes, readable in both languages.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 2);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            // A narrow no-break space.
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    grouped
}

/// Appends a coordinate with at most one decimal.
pub fn coordinate(out: &mut String, number: f64) {
    let tenths = (number * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.abs() / 10, tenths.abs() % 10);
    let _ = if tenth == 0 {
        write!(out, "{sign}{whole}")
    } else {
        write!(out, "{sign}{whole}.{tenth}")
    };
}

/// A point of a `TikZ` picture.
pub fn tikz_point([x, y]: [f64; 2]) -> String {
    let mut out = String::from("(");
    coordinate(&mut out, x);
    out.push(',');
    coordinate(&mut out, y);
    out.push(')');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_stay_and_long_ones_are_broken_or_shortened() {
        assert_eq!(lines("3,3,2", 10.0), ["3,3,2"]);
        assert_eq!(
            lines("the quick brown fox", 6.5),
            ["the quick", "brown fox"]
        );
        let long = lines(&"abc".repeat(40), 8.0);
        assert_eq!(long.len(), 1);
        assert!(long[0].starts_with("abc") && long[0].ends_with("abc"));
        assert!(width(&long[0]) <= 8.0);
        assert_eq!(lines("", 8.0), [""]);
    }

    #[test]
    fn full_width_characters_are_wide_and_combining_ones_are_not() {
        assert!(width("囲碁") > 2.0);
        assert!((width("e\u{301}") - width("e")).abs() < 1e-9);
    }

    #[test]
    fn each_language_has_its_escapes() {
        assert_eq!(
            xml("a<b>&\"\u{1}\n"),
            "a&lt;b&gt;&amp;&quot;\u{2401}\u{240a}"
        );
        assert_eq!(tex("50%_{#}"), "50\\%\\_\\{\\#\\}");
        assert_eq!(tex("≤ α"), "\\ensuremath{\\leq} \\ensuremath{\\alpha}");
        assert_eq!(dot("say \"\\n\""), "\"say \\\"\\\\n\\\"\"");
    }

    #[test]
    fn numbers_are_written_shortly() {
        assert_eq!(grouped(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(999), "999");
        let mut out = String::new();
        for number in [1.0, -0.04, -2.55, 7.14159] {
            coordinate(&mut out, number);
            out.push(' ');
        }
        assert_eq!(out, "1 0 -2.6 7.1 ");
    }
}
