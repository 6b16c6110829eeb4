//! What a solver answers: S-expressions, read from a stream of which nothing is known.
//!
//! Strict and limited: text that is no S-expression, or that is nested as no answer is, is an error and never a guess.

use pm_term::{Bits, Sort, Value};

/// Parentheses inside each other; values of words have two.
const MAX_NESTING: usize = 32;
/// Bytes of one answer.
const MOST: usize = 64 << 20;
/// Characters of an answer in a message.
const SHOWN: usize = 80;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Word(String),
    List(Vec<Answer>),
}

/// Reads answers as their bytes come.
#[derive(Default)]
pub(crate) struct Reader {
    bytes: Vec<u8>,
    /// So far nothing was complete.
    at: usize,
    /// Of parentheses.
    depth: usize,
    /// Within quotes of this kind.
    quote: Option<u8>,
    /// A word has begun.
    in_word: bool,
}

impl Reader {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Something came that nobody has taken.
    pub(crate) fn has_rest(&self) -> bool {
        self.bytes.iter().any(|b| !b.is_ascii_whitespace())
    }

    /// For messages.
    pub(crate) fn rest(&self) -> String {
        shorten(&String::from_utf8_lossy(&self.bytes))
    }

    /// The next answer, where all of it is there. A word ends where something follows it.
    ///
    /// # Errors
    /// What came is no answer.
    pub(crate) fn next(&mut self) -> Result<Option<Answer>, String> {
        while self.at < self.bytes.len() {
            let byte = self.bytes[self.at];
            self.at += 1;
            let is_done = match (self.quote, byte) {
                (Some(quote), _) => {
                    if byte == quote {
                        self.quote = None;
                    }
                    self.quote.is_none() && self.depth == 0
                }
                (None, b'"' | b'|') => {
                    (self.quote, self.in_word) = (Some(byte), true);
                    false
                }
                (None, b'(') => {
                    self.depth += 1;
                    if self.depth > MAX_NESTING {
                        return Err(format!("an answer with too many parentheses: {}", self.rest()));
                    }
                    false
                }
                (None, b')') => {
                    self.depth = self.depth.checked_sub(1).ok_or_else(|| format!("`)`: {}", self.rest()))?;
                    self.depth == 0
                }
                _ if byte.is_ascii_whitespace() => self.in_word && self.depth == 0,
                _ => {
                    self.in_word = true;
                    false
                }
            };
            if is_done {
                return self.take().map(Some);
            }
        }
        match self.bytes.len() > MOST {
            true => Err(format!("an answer of more than {MOST} bytes: {}", self.rest())),
            false => Ok(None),
        }
    }

    fn take(&mut self) -> Result<Answer, String> {
        let rest = self.bytes.split_off(self.at);
        let bytes = std::mem::replace(&mut self.bytes, rest);
        (self.at, self.in_word) = (0, false);
        let text = String::from_utf8(bytes).map_err(|e| shorten(&String::from_utf8_lossy(e.as_bytes())))?;
        let mut tokens = tokens(&text).into_iter();
        let answer = tokens.next().and_then(|first| read(first, &mut tokens));
        answer.ok_or_else(|| shorten(&text))
    }
}

/// Words, strings and parentheses.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            '"' | '|' => rest[1..].find(first).map_or(rest.len(), |end| end + 2),
            _ => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '"' | '|')).unwrap_or(rest.len()),
        };
        out.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    out
}

/// Nesting was looked at while the bytes came.
fn read<'a>(first: &'a str, rest: &mut impl Iterator<Item = &'a str>) -> Option<Answer> {
    match first {
        ")" => None,
        "(" => {
            let mut items = Vec::new();
            loop {
                match rest.next()? {
                    ")" => return Some(Answer::List(items)),
                    token => items.push(read(token, rest)?),
                }
            }
        }
        word => Some(Answer::Word(word.into())),
    }
}

impl Answer {
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Answer::Word(word) => Some(word),
            Answer::List(_) => None,
        }
    }

    pub(crate) fn list(&self) -> Option<&[Answer]> {
        match self {
            Answer::List(items) => Some(items),
            Answer::Word(_) => None,
        }
    }

    /// The text of `(error "text")`.
    pub(crate) fn error(&self) -> Option<String> {
        match self.list()? {
            [Answer::Word(error), Answer::Word(text)] if error == "error" => Some(shorten(text.trim_matches('"'))),
            _ => None,
        }
    }

    pub(crate) fn show(&self) -> String {
        fn write(answer: &Answer, out: &mut String) {
            match answer {
                Answer::Word(word) => out.push_str(word),
                Answer::List(items) => {
                    out.push('(');
                    for (i, item) in items.iter().enumerate() {
                        if i > 0 {
                            out.push(' ');
                        }
                        write(item, out);
                    }
                    out.push(')');
                }
            }
        }
        let mut out = String::new();
        write(self, &mut out);
        shorten(&out)
    }

    /// The value of a Bool or a word: `true`, `#b01`, `#x1f`, `(_ bv5 8)`, `5`, `(- 5)`.
    pub(crate) fn value(&self, sort: Sort) -> Option<Value> {
        let bits = match sort {
            Sort::Bool => match self.word()? {
                "true" => Bits::from_bool(true),
                "false" => Bits::from_bool(false),
                _ => return None,
            },
            Sort::Bv(width) => self.number(width)?,
            Sort::Array { .. } => return None,
        };
        Some(Value::Bits(bits))
    }

    fn number(&self, width: u32) -> Option<Bits> {
        match self {
            Answer::Word(word) => {
                let literal = |digits: &str, base: u32| {
                    let fits = digits.len() as u64 * u64::from(base) == u64::from(width);
                    fits.then(|| from_digits(width, digits, base)).flatten()
                };
                match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
                    (Some(digits), _) => literal(digits, 1),
                    (_, Some(digits)) => literal(digits, 4),
                    _ => Bits::from_decimal(width, word),
                }
            }
            Answer::List(items) => match &items[..] {
                [Answer::Word(minus), size] if minus == "-" => Bits::from_decimal(width, size.word()?).map(|b| b.neg()),
                [Answer::Word(index), Answer::Word(value), Answer::Word(wide)] if index == "_" => {
                    let fits = wide.parse() == Ok(width);
                    value.strip_prefix("bv").filter(|_| fits).and_then(|digits| Bits::from_decimal(width, digits))
                }
                _ => None,
            },
        }
    }
}

fn from_digits(width: u32, digits: &str, bits: u32) -> Option<Bits> {
    let mut limbs = vec![0u64; (width as usize).div_ceil(64)];
    for (i, c) in digits.chars().rev().enumerate() {
        let at = i * bits as usize;
        limbs[at / 64] |= u64::from(c.to_digit(1 << bits)?) << (at % 64);
    }
    Some(Bits::from_limbs(width, &limbs))
}

/// For messages: text of others may be long.
pub(crate) fn shorten(text: &str) -> String {
    let line = text.trim().replace(['\n', '\r'], " ");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Result<Vec<Answer>, String> {
        let mut reader = Reader::default();
        let mut out = Vec::new();
        for byte in text.as_bytes() {
            reader.push(&[*byte]);
            out.extend(reader.next()?);
        }
        Ok(out)
    }

    #[test]
    fn answers_are_read_byte_by_byte() {
        let read = all("sat\n((|x y| #b01)\n (y (- 5)))\n(error \"no (\")\nunsat").unwrap();
        let shown: Vec<String> = read.iter().map(Answer::show).collect();
        assert_eq!(shown, ["sat", "((|x y| #b01) (y (- 5)))", "(error \"no (\")"], "the last word may go on");
        assert_eq!(read[2].error().as_deref(), Some("no ("));
    }

    #[test]
    fn values_of_all_kinds() {
        let five = Some(Value::Bits(Bits::from_u128(8, 5)));
        for text in ["#b00000101 ", "#x05 ", "(_ bv5 8) ", "5 ", "(- 251) "] {
            assert_eq!(all(text).unwrap()[0].value(Sort::Bv(8)), five, "{text}");
        }
        for text in ["#b101 ", "#x5 ", "(_ bv5 9) ", "true ", "five ", "(- x) ", "() ", "#b0000010é "] {
            assert_eq!(all(text).unwrap()[0].value(Sort::Bv(8)), None, "{text}");
        }
        assert_eq!(all("true ").unwrap()[0].value(Sort::Bool), Some(Value::Bits(Bits::from_bool(true))));
    }

    #[test]
    fn rubbish_is_an_error() {
        assert!(all(")").is_err());
        assert!(all(&"(".repeat(1000)).is_err());
        let mut reader = Reader::default();
        reader.push(b"\xff\xfe\n");
        assert!(reader.next().is_err());
    }
}
