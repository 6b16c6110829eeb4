//! A small writer of JSON: objects keep the order in which their members were given.

pub enum Json {
    Bool(bool),
    Number(i64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

impl Json {
    pub fn string(text: impl Into<String>) -> Json {
        Json::String(text.into())
    }

    /// Indented by two blanks, ending in a newline.
    pub fn print(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, indent: usize) {
        match self {
            Json::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
            Json::Number(n) => out.push_str(&n.to_string()),
            Json::String(s) => quote(out, s),
            Json::Array(items) => {
                list(out, indent, ('[', ']'), items, |out, item| item.write(out, indent + 1));
            }
            Json::Object(members) => list(out, indent, ('{', '}'), members, |out, (key, value)| {
                quote(out, key);
                out.push_str(": ");
                value.write(out, indent + 1);
            }),
        }
    }
}

fn list<T>(out: &mut String, indent: usize, ends: (char, char), items: &[T], write: impl Fn(&mut String, &T)) {
    out.push(ends.0);
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        out.push('\n');
        out.push_str(&"  ".repeat(indent + 1));
        write(out, item);
    }
    if !items.is_empty() {
        out.push('\n');
        out.push_str(&"  ".repeat(indent));
    }
    out.push(ends.1);
}

fn quote(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            // What a person could not see who reads the file.
            c if pm_base::visible::is_hidden(c) => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|u| out.push_str(&format!("\\u{u:04x}")));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints() {
        let j = Json::Array(vec![
            Json::Object(vec![("a", Json::string("x\"\\\n\u{1}")), ("b", Json::Number(-3))]),
            Json::Bool(true),
            Json::Array(vec![]),
        ]);
        assert_eq!(j.print(), "[\n  {\n    \"a\": \"x\\\"\\\\\\n\\u0001\",\n    \"b\": -3\n  },\n  true,\n  []\n]\n");
    }
}
