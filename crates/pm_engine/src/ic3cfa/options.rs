//! What of the generalisation is on, by name: section 5 of the thesis part by part, so that what each is worth can be measured.

use pm_model::Reductions;

/// A part of the generalisation, with the section of Lange's thesis that it is from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// 5.1: frames of locations that are further away than the frame's number are empty.
    Initialisation,
    /// 5.2: edges are split into commands without choices where these are few.
    Split,
    /// 5.3: predecessors by substitution in place of a second copy of the variables, and answers are kept.
    Relative,
    /// 5.4: literals that an edge assumes are dropped without a question.
    Assumes,
    /// 5.5: what follows from a blocked predecessor is not asked.
    Predecessors,
    /// 5.6: what was found for the same edge before, where the frame is as small.
    Contexts,
    /// 5.7: literals that were needed before where the frame was as large are not tried.
    Minimal,
    /// 5.8: small cubes first.
    Ordering,
    /// 5.9: literals that another edge needs are not tried.
    Multiple,
    /// 5.10: literals that the solver's reasons do not name are dropped, and equations weakened.
    Interpolation,
    /// 5.11: what stands against dropping a literal is blocked, if that is easy.
    Ctg,
    /// Not of the thesis: literals of predecessors that the solver's reasons do not name are dropped.
    Lifting,
    /// Not of the thesis: blocked cubes go on to later frames while they stay blocked, so that they need not be found there again.
    Propagation,
}

impl Part {
    pub const ALL: [Part; 13] = [
        Part::Initialisation,
        Part::Split,
        Part::Relative,
        Part::Assumes,
        Part::Predecessors,
        Part::Contexts,
        Part::Minimal,
        Part::Ordering,
        Part::Multiple,
        Part::Interpolation,
        Part::Ctg,
        Part::Lifting,
        Part::Propagation,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Part::Initialisation => "initialisation",
            Part::Split => "split",
            Part::Relative => "relative",
            Part::Assumes => "assumes",
            Part::Predecessors => "predecessors",
            Part::Contexts => "contexts",
            Part::Minimal => "minimal",
            Part::Ordering => "ordering",
            Part::Multiple => "multiple",
            Part::Interpolation => "interpolation",
            Part::Ctg => "ctg",
            Part::Lifting => "lifting",
            Part::Propagation => "propagation",
        }
    }

    fn named(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|p| p.name() == name)
    }
}

/// How a blocked cube becomes one that blocks more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Generalisation {
    /// Whether literals are dropped at all.
    pub drops: bool,
    parts: u16,
}

impl Generalisation {
    /// Cubes are blocked as they are.
    pub const NONE: Generalisation = Generalisation { drops: false, parts: 0 };
    /// Literals are dropped one by one, or by halves, for each edge (section 4.3), in the search of section 4.2.
    pub const OLD: Generalisation = Generalisation { drops: true, parts: 0 };
    /// Section 5.12, and the two parts that are not of the thesis. Counterexamples to generalisation are left out, as there: they cost more than they gain.
    pub const NEW: Generalisation =
        Generalisation { drops: true, parts: ((1 << Part::ALL.len()) - 1) & !(1 << Part::Ctg as u16) };

    pub fn has(self, part: Part) -> bool {
        self.parts & 1 << part as u16 != 0
    }

    pub fn with(self, part: Part) -> Generalisation {
        Generalisation { parts: self.parts | 1 << part as u16, ..self }
    }

    pub fn without(self, part: Part) -> Generalisation {
        Generalisation { parts: self.parts & !(1 << part as u16), ..self }
    }

    /// `none`, `old`, `new`, or a list of parts: a name switches on, `no-NAME` off; a list that begins with the latter begins with all of `new`.
    ///
    /// # Errors
    /// What is no part.
    pub fn parse(text: &str) -> Result<Generalisation, String> {
        let mut chosen = if text.starts_with("no-") { Generalisation::NEW } else { Generalisation::OLD };
        for word in text.split(',') {
            chosen = match (word, word.strip_prefix("no-").map(Part::named), Part::named(word)) {
                ("none", ..) => Generalisation::NONE,
                ("old", ..) => Generalisation::OLD,
                ("new", ..) => Generalisation::NEW,
                (_, Some(Some(part)), _) => chosen.without(part),
                (_, None, Some(part)) => chosen.with(part),
                (_, Some(None), _) | (_, None, None) => {
                    let names: Vec<&str> = Part::ALL.iter().map(|p| p.name()).collect();
                    return Err(format!("`{word}` is none of none, old, new, {}", names.join(", ")));
                }
            };
        }
        Ok(chosen)
    }
}

impl Default for Generalisation {
    fn default() -> Generalisation {
        Generalisation::NEW
    }
}

/// The engine.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Of the transition system; by default the engine's own.
    pub reductions: Option<Reductions>,
    /// `--generalisation`
    pub generalisation: Generalisation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_parts() {
        let parse = |text| Generalisation::parse(text).unwrap();
        assert_eq!(parse("none"), Generalisation::NONE);
        assert_eq!(parse("new,ctg"), Generalisation::NEW.with(Part::Ctg));
        assert_eq!(parse("no-split"), Generalisation::NEW.without(Part::Split));
        assert_eq!(parse("split,contexts"), Generalisation::OLD.with(Part::Split).with(Part::Contexts));
        assert!(!Generalisation::NEW.has(Part::Ctg) && Generalisation::NEW.has(Part::Interpolation));
        assert!(Generalisation::parse("no-no").is_err() && Generalisation::parse("").is_err());
    }
}
