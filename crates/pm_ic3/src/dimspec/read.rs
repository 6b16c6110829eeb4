//! Reads DimSpec as a stream: memory grows with the clauses that are there, not with what a header claims.

use super::DimSpec;
use crate::clauses::Clauses;
use pm_solve::Lit;
use std::fmt;
use std::io::{self, BufRead};

#[derive(Debug)]
pub enum ReadError {
    Io(io::Error),
    /// What is wrong with the file, and in which line.
    Syntax {
        line: u64,
        message: String,
    },
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(e) => write!(f, "{e}"),
            ReadError::Syntax { line, message } => write!(f, "line {line}: {message}"),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(e: io::Error) -> Self {
        ReadError::Io(e)
    }
}

/// Longer words are neither numbers nor names of sections.
const MAX_WORD: usize = 24;
/// Twice as many variables must have numbers.
const MAX_VARS: u64 = (i32::MAX / 2) as u64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Init,
    Universal,
    Goal,
    Transition,
}

impl Section {
    const ALL: [Section; 4] = [Section::Init, Section::Universal, Section::Goal, Section::Transition];

    fn name(self) -> &'static str {
        match self {
            Section::Init => "i",
            Section::Universal => "u",
            Section::Goal => "g",
            Section::Transition => "t",
        }
    }
}

pub fn read(input: impl BufRead) -> Result<DimSpec, ReadError> {
    Reader { words: Words { input, line: 1, at_start: true }, spec: DimSpec::default(), seen: [None; 4] }.read()
}

struct Reader<R> {
    words: Words<R>,
    spec: DimSpec,
    /// By section: how many clauses its header claims.
    seen: [Option<u64>; 4],
}

impl<R: BufRead> Reader<R> {
    fn read(mut self) -> Result<DimSpec, ReadError> {
        let mut word = self.words.next()?;
        while let Some(header) = word {
            let section = self.section(&header)?;
            let (vars, claimed) = self.header(section)?;
            word = self.clauses(section, vars, claimed)?;
        }
        for section in Section::ALL {
            if self.seen[section as usize].is_none() {
                return self.error(format!("the file has no section `{}`", section.name()));
            }
        }
        Ok(self.spec)
    }

    fn section(&mut self, word: &str) -> Result<Section, ReadError> {
        let Some(section) = Section::ALL.into_iter().find(|s| s.name() == word) else {
            return self.error(format!("expected the header of a section such as `i cnf 10 20`, found `{word}`"));
        };
        if self.seen[section as usize].is_some() {
            return self.error(format!("a second section `{word}`"));
        }
        Ok(section)
    }

    /// The variables of the section's literals and the number of clauses.
    fn header(&mut self, section: Section) -> Result<(u64, u64), ReadError> {
        let name = section.name();
        if self.words.next()?.as_deref() != Some("cnf") {
            return self.error(format!("expected `cnf` after `{name}`"));
        }
        let vars = self.number(name, "variables")?;
        let claimed = self.number(name, "clauses")?;
        let state_vars = match section {
            Section::Transition if !vars.is_multiple_of(2) => {
                return self.error(format!("section `t` has {vars} variables: not twice those of a state"));
            }
            Section::Transition => vars / 2,
            Section::Init | Section::Universal | Section::Goal => vars,
        };
        if state_vars > MAX_VARS {
            return self.error(format!("section `{name}` claims {vars} variables, too many"));
        }
        let first = self.seen.iter().all(Option::is_none);
        if !first && state_vars != u64::from(self.spec.vars) {
            let known = self.spec.vars;
            return self.error(format!("section `{name}` has {state_vars} state variables, others have {known}"));
        }
        self.spec.vars = state_vars as u32;
        self.seen[section as usize] = Some(claimed);
        Ok((vars, claimed))
    }

    fn number(&mut self, section: &str, what: &str) -> Result<u64, ReadError> {
        let word = self.words.next()?.unwrap_or_default();
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error(format!("expected the number of {what} of section `{section}`, found `{word}`")),
        }
    }

    /// Reads clauses up to the next header, which is returned.
    fn clauses(&mut self, section: Section, vars: u64, claimed: u64) -> Result<Option<String>, ReadError> {
        let name = section.name();
        let mut clause: Vec<Lit> = Vec::new();
        let mut count = 0;
        let next = loop {
            let word = self.words.next()?;
            let Some(text) = word else { break None };
            let Ok(value) = text.parse::<i64>() else {
                if !clause.is_empty() {
                    return self.error(format!("the last clause of section `{name}` does not end in 0"));
                }
                break Some(text);
            };
            if value == 0 {
                count += 1;
                if count > claimed {
                    return self.error(format!("section `{name}` has more clauses than the {claimed} of its header"));
                }
                self.target(section).push(clause.drain(..));
                continue;
            }
            if value.unsigned_abs() > vars {
                return self.error(format!("literal {value} in section `{name}`, which has {vars} variables"));
            }
            let lit = i32::try_from(value).ok().and_then(Lit::from_dimacs);
            match lit {
                Some(lit) => clause.push(lit),
                None => return self.error(format!("literal {value} is too large")),
            }
        };
        if !clause.is_empty() {
            return self.error(format!("the file ends within a clause of section `{name}`"));
        }
        if count != claimed {
            return self.error(format!("section `{name}` has {count} clauses, its header claims {claimed}"));
        }
        Ok(next)
    }

    fn target(&mut self, section: Section) -> &mut Clauses {
        match section {
            Section::Init => &mut self.spec.init,
            Section::Universal => &mut self.spec.universal,
            Section::Goal => &mut self.spec.goal,
            Section::Transition => &mut self.spec.transition,
        }
    }

    fn error<T>(&self, message: String) -> Result<T, ReadError> {
        Err(ReadError::Syntax { line: self.words.line, message })
    }
}

/// Splits the input at white space.
struct Words<R> {
    input: R,
    line: u64,
    at_start: bool,
}

impl<R: BufRead> Words<R> {
    fn next(&mut self) -> Result<Option<String>, ReadError> {
        let mut word = Vec::new();
        let mut in_comment = false;
        while let Some(byte) = self.peek()? {
            if byte.is_ascii_whitespace() {
                if !word.is_empty() {
                    break;
                }
                if byte == b'\n' {
                    self.line += 1;
                    self.at_start = true;
                    in_comment = false;
                }
                self.input.consume(1);
                continue;
            }
            self.input.consume(1);
            if self.at_start && byte == b'c' {
                in_comment = true;
            }
            self.at_start = false;
            if in_comment {
                continue;
            }
            word.push(byte);
            if word.len() > MAX_WORD {
                let shown = String::from_utf8_lossy(&word).into_owned();
                return Err(ReadError::Syntax { line: self.line, message: format!("unexpected `{shown}…`") });
            }
        }
        Ok((!word.is_empty()).then(|| String::from_utf8_lossy(&word).into_owned()))
    }

    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) => return Err(e.into()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "c two bits\ni cnf 2 2\n-1 0\n-2 0\nu cnf 2 0\ng cnf 2 1\n1 2\n 0\nt cnf 4 1\n1 3 -4 0\n";

    fn message(text: &str) -> String {
        match read(text.as_bytes()) {
            Ok(_) => "accepted".into(),
            Err(e) => e.to_string(),
        }
    }

    #[test]
    fn round_trip() {
        let spec = read(GOOD.as_bytes()).unwrap();
        assert_eq!((spec.vars, spec.init.len(), spec.goal.len(), spec.transition.len()), (2, 2, 1, 1));
        let mut text = Vec::new();
        super::super::write(&spec, &mut text).unwrap();
        assert_eq!(read(&text[..]).unwrap(), spec);
    }

    #[test]
    fn refuses_what_is_wrong() {
        let cases = [
            ("", "no section `i`"),
            ("i cnf 2 1\n1 0\n", "no section `u`"),
            ("i cnf 2 2\n1 0\nu cnf 2 0\n", "has 1 clauses, its header claims 2"),
            ("i cnf 2 1\n1 0 2 0\n", "more clauses than the 1"),
            ("i cnf 2 1\n3 0\n", "literal 3 in section `i`"),
            ("i cnf 2 1\n-3 0\n", "literal -3 in section `i`"),
            ("i cnf 2 1\n1\n", "ends within a clause"),
            ("i cnf 2 1\n1\nu cnf 2 0\n", "does not end in 0"),
            ("i cnf 2 0\nu cnf 3 0\n", "section `u` has 3 state variables, others have 2"),
            ("t cnf 3 0\n", "not twice"),
            ("i cnf 9999999999 1\n1 0\n", "too many"),
            ("i cnf 99999999999999999999999999999 1\n", "unexpected"),
            ("i cnf -1 1\n", "number of variables"),
            ("i dnf 1 1\n", "expected `cnf`"),
            ("1 0\n", "expected the header"),
            ("i cnf 1 0\ni cnf 1 0\n", "second section"),
            ("i cnf 1 1\nx 0\n", "header claims 1"),
            ("i cnf 1 4000000000\n1 0\n", "its header claims 4000000000"),
            ("i cnf 1 1\n-9223372036854775808 0\n", "literal -9223372036854775808"),
        ];
        for (text, expected) in cases {
            assert!(message(text).contains(expected), "{text:?}: {}", message(text));
        }
        for end in 0..GOOD.len() - 2 {
            assert_ne!(message(&GOOD[..end]), "accepted", "{:?}", &GOOD[..end]);
        }
    }
}
