//! JSON that is safe inside an HTML page.

use std::fmt::Write;

/// A string in quotes. Characters that could end a script, and characters that JSON forbids, are written as
/// escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for sign in text.chars() {
        match sign {
            '"' => quoted += "\\\"",
            '\\' => quoted += "\\\\",
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' | '\u{7f}' => {
                // Writing to a string cannot fail.
                let _ = write!(quoted, "\\u{:04x}", sign as u32);
            }
            sign => quoted.push(sign),
        }
    }
    quoted + "\""
}

/// An array of JSON values.
pub(super) fn list(values: impl Iterator<Item = String>) -> String {
    let values: Vec<String> = values.collect();
    format!("[{}]", values.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_cannot_end_the_script() {
        assert_eq!(quoted("a\"\\b"), r#""a\"\\b""#);
        assert_eq!(quoted("</script>\n"), r#""\u003c/script\u003e\u000a""#);
        assert_eq!(quoted("<!--<script>\u{2028}\u{2029}"), r#""\u003c!--\u003cscript\u003e\u2028\u2029""#);
        assert_eq!(list(["1", "2"].map(String::from).into_iter()), "[1,2]");
    }
}
