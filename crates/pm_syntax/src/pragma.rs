//! The pragmas that change what a program means: `pack` and `weak`, as gcc has them, `CPROVER check` and `proofmark unwind N`. Others
//! that would change it are refused; the rest has no effect.
//!
//! The lexer meets them between tokens, perhaps ahead of the parser; so they are kept with their places, and the parser
//! asks what holds at a token's place.

use crate::switches::Switches;
use pm_base::Span;

#[derive(Default)]
pub struct Pragmas {
    /// (offset from which it holds, packing), in order of offsets.
    packs: Vec<(u32, u8)>,
    pack_stack: Vec<(Vec<u8>, u8)>,
    /// `unwind N` that no loop has taken yet, in order.
    pub unwinds: std::collections::VecDeque<(Span, u32)>,
    pub switches: Switches,
    /// `weak NAME` and `weak NAME = TARGET`.
    pub weak: Vec<(Vec<u8>, Option<Vec<u8>>, Span)>,
}

/// What is wrong with a pragma.
pub enum Complaint {
    /// It has no effect; gcc warns of it, too.
    Warning(&'static str),
    /// The program would mean something else.
    Refused(String),
}

impl Complaint {
    pub fn refused(text: impl Into<String>) -> Self {
        Complaint::Refused(text.into())
    }
}

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
            Some(b"CPROVER") => self.switches.read(&words.collect::<Vec<_>>(), span.lo),
            Some(b"weak") => self.weak(&words.collect::<Vec<_>>(), span),
            Some(b"STDC") if words.next() == Some(b"FENV_ROUND") => refuse("STDC FENV_ROUND", NEAREST),
            Some(b"redefine_extname") => refuse("redefine_extname", "a name of the linker would be another one"),
            Some(b"scalar_storage_order") if words.next() == Some(b"big") => {
                refuse("scalar_storage_order", "only the target's byte order is known")
            }
            Some(b"ms_struct") if words.next() == Some(b"on") => {
                refuse("ms_struct", "objects would have another layout")
            }
            Some(b"GCC") if words.next() == Some(b"optimize") => match changed_by(words.text) {
                Some(why) => refuse("GCC optimize", why),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn weak(&mut self, words: &[&[u8]], span: Span) -> Result<(), Complaint> {
        match words {
            [name] => self.weak.push((name.to_vec(), None, span)),
            [name, b"=", target] => self.weak.push((name.to_vec(), Some(target.to_vec()), span)),
            _ => return Err(Complaint::Warning("malformed '#pragma weak', ignored")),
        }
        Ok(())
    }

    fn proofmark(&mut self, mut words: Words<'_>, span: Span) -> Result<(), Complaint> {
        const USAGE: Complaint =
            Complaint::Warning("unknown '#pragma proofmark': it is '#pragma proofmark unwind N' before a loop");
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
        const MALFORMED: Complaint = Complaint::Warning("malformed '#pragma pack', ignored");
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
            [b"pop"] => {
                const UNMATCHED: Complaint = Complaint::Warning("'#pragma pack(pop)' without a matching push, ignored");
                self.pack_stack.pop().ok_or(UNMATCHED)?.1
            }
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
        let at = at.ok_or(Complaint::Warning("'#pragma pack(pop, id)' without a matching push, ignored"))?;
        let value = self.pack_stack[at].1;
        self.pack_stack.truncate(at);
        Ok(value)
    }
}

const NEAREST: &str = "the rounding mode is always to nearest";

fn refuse(name: &str, why: &str) -> Result<(), Complaint> {
    Err(Complaint::Refused(format!("'#pragma {name}': {why}")))
}

/// Does a list of optimisations (of the pragma, or of the attribute `optimize`) change what a program means, and how?
pub fn changed_by(optimisations: &[u8]) -> Option<&'static str> {
    const FLOATS: &str = "floating-point operations would not be those of IEEE 754";
    const OVERFLOW: &str = "the overflow of signed arithmetic would mean something else";
    const CHANGING: [(&str, &str); 10] = [
        ("fast", FLOATS),
        ("unsafe-math", FLOATS),
        ("associative-math", FLOATS),
        ("reciprocal-math", FLOATS),
        ("finite-math", FLOATS),
        ("no-signed-zeros", FLOATS),
        ("single-precision-constant", FLOATS),
        ("rounding-math", NEAREST),
        ("wrapv", OVERFLOW),
        ("trapv", OVERFLOW),
    ];
    let text = String::from_utf8_lossy(optimisations);
    let no_overflow = text.contains("no-strict-overflow").then_some(OVERFLOW);
    CHANGING.iter().find(|(word, _)| text.contains(word)).map(|(_, why)| *why).or(no_overflow)
}

fn number(word: &[u8]) -> Option<u32> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

fn packing(word: &[u8]) -> Result<u8, Complaint> {
    match number(word) {
        Some(n @ (0 | 1 | 2 | 4 | 8 | 16)) => Ok(n as u8),
        _ => Err(Complaint::Warning("the alignment of '#pragma pack' must be a small power of two, ignored")),
    }
}

/// Splits at white space; punctuation is a word a byte.
pub(crate) struct Words<'a> {
    text: &'a [u8],
}

#[cfg(test)]
impl<'a> Words<'a> {
    pub fn new(text: &'a [u8]) -> Self {
        Words { text }
    }
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
