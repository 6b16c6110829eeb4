//! Reads the steps of LRAT proofs.
//!
//! As text, a step is a line `ID LITERALS 0 HINTS 0` or `ID d IDS 0`; in binary form, `a ID LITERALS 0 HINTS 0` or `d IDS 0`, where numbers n are 2n, or 2|n| + 1 if negative, in
//! groups of seven bits, low ones first, the last one without its high bit.

use crate::checker::Id;

/// What a step does with the clause or the numbers that were read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Add,
    Delete,
}

pub struct Steps<'a> {
    rest: &'a [u8],
    is_binary: bool,
    /// The number of the clause that the last step adds.
    pub id: Id,
    /// Its literals.
    pub clause: Vec<i32>,
    /// Its hints, or the numbers that the step deletes.
    pub hints: Vec<Id>,
}

impl<'a> Steps<'a> {
    pub fn new(proof: &'a [u8]) -> Self {
        let is_binary = matches!(proof.first(), Some(b'a' | b'd'));
        Steps { rest: proof, is_binary, id: 0, clause: Vec::new(), hints: Vec::new() }
    }

    /// Reads a step; `None` at the end.
    ///
    /// # Errors
    /// What is there is no step.
    pub fn step(&mut self) -> Result<Option<Action>, &'static str> {
        self.clause.clear();
        self.hints.clear();
        if self.is_binary { self.next_binary() } else { self.next_line() }
    }

    fn next_binary(&mut self) -> Result<Option<Action>, &'static str> {
        let Some((kind, rest)) = self.rest.split_first() else { return Ok(None) };
        self.rest = rest;
        let action = match kind {
            b'a' => Action::Add,
            b'd' => Action::Delete,
            _ => return Err("neither an addition nor a deletion"),
        };
        if action == Action::Add {
            self.id = id(self.number()?)?;
            loop {
                match i32::try_from(self.number()?).map_err(|_| "not a literal")? {
                    0 => break,
                    lit => self.clause.push(lit),
                }
            }
        }
        loop {
            match self.number()? {
                0 => return Ok(Some(action)),
                hint => self.hints.push(id(hint)?),
            }
        }
    }

    fn number(&mut self) -> Result<i64, &'static str> {
        let mut value = 0u64;
        for shift in (0..63).step_by(7) {
            let (byte, rest) = self.rest.split_first().ok_or("the proof ends within a step")?;
            self.rest = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                let magnitude = (value >> 1) as i64;
                return Ok(if value & 1 == 1 { -magnitude } else { magnitude });
            }
        }
        Err("a number that is too large")
    }

    fn next_line(&mut self) -> Result<Option<Action>, &'static str> {
        loop {
            if self.rest.is_empty() {
                return Ok(None);
            }
            let end = self.rest.iter().position(|byte| *byte == b'\n');
            let (line, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
            self.rest = rest.get(1..).unwrap_or_default();
            let line = std::str::from_utf8(line).map_err(|_| "not text")?.trim_ascii();
            if !line.is_empty() && !line.starts_with('c') {
                return self.read_line(line).map(Some);
            }
        }
    }

    fn read_line(&mut self, line: &str) -> Result<Action, &'static str> {
        let mut words = line.split_ascii_whitespace().peekable();
        let mut number = |word: &str| word.parse::<i64>().map_err(|_| "not a number");
        self.id = id(number(words.next().unwrap_or_default())?)?;
        let action = if words.next_if_eq(&"d").is_some() { Action::Delete } else { Action::Add };
        let mut next = || words.next().ok_or("the line ends within a step").and_then(&mut number);
        if action == Action::Add {
            loop {
                match i32::try_from(next()?).map_err(|_| "not a literal")? {
                    0 => break,
                    lit => self.clause.push(lit),
                }
            }
        }
        loop {
            match next()? {
                0 => break,
                hint => self.hints.push(id(hint)?),
            }
        }
        if words.next().is_some() { Err("more than a step in a line") } else { Ok(action) }
    }
}

/// Negative hints are those of resolution asymmetric tautologies.
fn id(number: i64) -> Result<Id, &'static str> {
    match number {
        1.. => Ok(number.unsigned_abs()),
        0 => Err("the number 0 of a clause"),
        _ => Err("a resolution asymmetric tautology, which is not accepted here"),
    }
}
