//! Text of others as a person may read it: sources, file names and messages cannot draw on the terminal or look like lines of ours.

use std::borrow::Cow;
use std::fmt::Write;

/// The text on one line: what is no visible character is written as an escape of C or of Unicode.
pub fn visible(text: &str) -> Cow<'_, str> {
    escape(text, is_hidden)
}

/// Whole lines of ours with text of others in them: as [`visible`], but lines end where they end.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escape(text, |c| is_hidden(c) && c != '\n' && c != '\t')
}

fn escape(text: &str, hides: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.chars().any(&hides) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        let _ = match c {
            c if !hides(c) => write!(out, "{c}"),
            '\n' => write!(out, "\\n"),
            '\t' => write!(out, "\\t"),
            '\r' => write!(out, "\\r"),
            c if c.is_ascii() => write!(out, "\\x{:02x}", u32::from(c)),
            c => write!(out, "\\u{{{:x}}}", u32::from(c)),
        };
    }
    Cow::Owned(out)
}

/// Control characters, separators of lines, marks that change the direction of text, and characters without width.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(visible("a b/ü.c"), "a b/ü.c");
        assert_eq!(
            visible("x\n\nVERIFICATION\t\x1b[2J\x7f\u{202e}\u{9b}"),
            "x\\n\\nVERIFICATION\\t\\x1b[2J\\x7f\\u{202e}\\u{9b}"
        );
        assert_eq!(visible_lines("one\n\ttwo\r\x08\n"), "one\n\ttwo\\r\\x08\n");
    }
}
