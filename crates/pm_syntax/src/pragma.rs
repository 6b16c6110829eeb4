//! The pragmas that change what a program means: `pack`, as gcc has it, and `proofmark unwind N`.
//!
//! The lexer meets them between tokens, perhaps ahead of the parser; so they are kept with their places, and the parser
//! asks what holds at a token's place.

use pm_base::Span;

#[derive(Default)]
pub struct Pragmas {
    /// (offset from which it holds, packing), in order of offsets.
    packs: Vec<(u32, u8)>,
    pack_stack: Vec<(Vec<u8>, u8)>,
    /// `unwind N` that no loop has taken yet, in order.
    pub unwinds: std::collections::VecDeque<(Span, u32)>,
}

/// What was wrong with a pragma, for a warning.
pub type Complaint = &'static str;

impl Pragmas {
    /// The packing in force at an offset; 0 is none.
    pub fn pack_at(&self, offset: u32) -> u8 {
        let at = self.packs.partition_point(|p| p.0 <= offset);
        self.packs[..at].last().map_or(0, |p| p.1)
    }

    /// Reads the text after `#pragma`.
    pub fn read(&mut self, text: &[u8], span: Span) -> Result<(), Complaint> {
        let mut words = Words { text };
        match words.next() {
            Some(b"pack") => self.pack(words, span.lo),
            Some(b"proofmark") => self.proofmark(words, span),
            _ => Ok(()),
        }
    }

    fn proofmark(&mut self, mut words: Words<'_>, span: Span) -> Result<(), Complaint> {
        const USAGE: Complaint = "unknown '#pragma proofmark': it is '#pragma proofmark unwind N' before a loop";
        match (words.next(), words.next().and_then(number), words.next()) {
            (Some(b"unwind"), Some(n), None) => {
                self.unwinds.push_back((span, n));
                Ok(())
            }
            _ => Err(USAGE),
        }
    }

    /// `pack(n)`, `pack()`, `pack(push[, id][, n])`, `pack(pop[, id])`
    fn pack(&mut self, mut words: Words<'_>, offset: u32) -> Result<(), Complaint> {
        const MALFORMED: Complaint = "malformed '#pragma pack', ignored";
        if words.next() != Some(b"(") {
            return Err(MALFORMED);
        }
        let mut args: Vec<&[u8]> = Vec::new();
        loop {
            match words.next() {
                Some(b")") => break,
                Some(b",") => {}
                Some(w) => args.push(w),
                None => return Err(MALFORMED),
            }
        }
        let current = self.packs.last().map_or(0, |p| p.1);
        let value = match args.as_slice() {
            [] => 0,
            [b"push"] => self.push(b"", current, current),
            [b"push", n] if number(n).is_some() => self.push(b"", current, packing(n)?),
            [b"push", id] => self.push(id, current, current),
            [b"push", id, n] => self.push(id, current, packing(n)?),
            [b"pop"] => self.pack_stack.pop().ok_or("'#pragma pack(pop)' without a matching push, ignored")?.1,
            [b"pop", id] => self.pop_to(id)?,
            [n] => packing(n)?,
            _ => return Err(MALFORMED),
        };
        self.packs.push((offset, value));
        Ok(())
    }

    fn push(&mut self, id: &[u8], current: u8, value: u8) -> u8 {
        self.pack_stack.push((id.to_vec(), current));
        value
    }

    fn pop_to(&mut self, id: &[u8]) -> Result<u8, Complaint> {
        let at = self.pack_stack.iter().rposition(|p| p.0 == id);
        let at = at.ok_or("'#pragma pack(pop, id)' without a matching push, ignored")?;
        let value = self.pack_stack[at].1;
        self.pack_stack.truncate(at);
        Ok(value)
    }
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn packing(word: &[u8]) -> Result<u8, Complaint> {
    match number(word) {
        Some(n @ (0 | 1 | 2 | 4 | 8 | 16)) => Ok(n as u8),
        _ => Err("the alignment of '#pragma pack' must be a small power of two, ignored"),
    }
}

/// Splits at white space; punctuation is a word a byte.
struct Words<'a> {
    text: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_word = |c: &u8| c.is_ascii_alphanumeric() || *c == b'_';
        let skip = self.text.iter().position(|c| !c.is_ascii_whitespace())?;
        let rest = &self.text[skip..];
        let len = rest.iter().take_while(|c| is_word(c)).count().max(1);
        self.text = &rest[len..];
        Some(&rest[..len])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pack_is_a_stack() {
        let mut p = Pragmas::default();
        let mut read = |text: &str, at: u32| p.read(text.as_bytes(), Span::new(at, at + 1)).is_ok();
        assert!(read(" pack(push, 1)", 10));
        assert!(read("pack(2)", 20));
        assert!(read("pack(pop)", 30));
        assert!(!read("pack(pop)", 40));
        assert!(!read("pack(3)", 41));
        assert!(read("pack(push, here, 4)", 50));
        assert!(read("pack()", 60));
        assert!(read("pack(pop, here)", 70));
        assert!(read("GCC diagnostic push", 80));
        let at: Vec<u8> = [5, 10, 25, 35, 45, 55, 65, 75].iter().map(|&o| p.pack_at(o)).collect();
        assert_eq!(at, [0, 1, 2, 0, 0, 4, 0, 0]);
    }
}
