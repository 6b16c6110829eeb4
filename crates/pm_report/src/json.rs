//! JSON as users read it: indented, with all that a person could not see escaped.

use pm_base::visible::is_hidden;
use serde_json::Value;

/// Indented by two blanks, ending in a newline.
pub fn print(value: &Value) -> String {
    let mut out = String::new();
    // Line breaks are those between values; in strings they are escaped already.
    for c in format!("{value:#}\n").chars() {
        match c != '\n' && is_hidden(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|u| out.push_str(&format!("\\u{u:04x}"))),
            false => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn prints() {
        let value = json!([{"b": "x\"\\\n\u{1}\u{202e}", "a": -3}, true, []]);
        let text = "[\n  {\n    \"b\": \"x\\\"\\\\\\n\\u0001\\u202e\",\n    \"a\": -3\n  },\n  true,\n  []\n]\n";
        assert_eq!(print(&value), text);
    }
}
