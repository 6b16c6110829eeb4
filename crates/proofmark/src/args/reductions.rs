//! `--reductions`: how the transition system is made smaller before it is solved or written.

use clap::Args;
use pm_model::{Reduction, Reductions};

#[derive(Args)]
pub struct ReductionArgs {
    /// Reductions of the transition system: cone, dead, elements, constants, copies, widths, latches, or `all`, `none`; `no-NAME`
    /// leaves one out. By default all but widths; kind and formats with arrays do without elements.
    #[arg(long, value_name = "LIST", value_parser = parse)]
    reductions: Option<Choice>,
}

#[derive(Clone)]
struct Choice {
    set: Reductions,
    /// Said by name, with or without `no-`.
    named: Vec<Reduction>,
}

impl ReductionArgs {
    pub fn is_given(&self) -> bool {
        self.reductions.is_some()
    }

    pub fn names(&self, reduction: Reduction) -> bool {
        self.reductions.as_ref().is_some_and(|c| c.named.contains(&reduction))
    }

    pub fn set(&self) -> Option<Reductions> {
        self.reductions.as_ref().map(|c| c.set)
    }
}

fn parse(text: &str) -> Result<Choice, String> {
    let mut choice = Choice { set: Reductions::NONE, named: Vec::new() };
    for (i, word) in text.split(',').enumerate() {
        match (word, word.strip_prefix("no-")) {
            ("all", _) => choice.set = Reductions::ALL,
            ("none", _) => choice.set = Reductions::NONE,
            (_, Some(name)) => {
                if i == 0 {
                    choice.set = Reductions::default();
                }
                let reduction = named(name)?;
                choice.set = choice.set.without(reduction);
                choice.named.push(reduction);
            }
            (name, None) => {
                let reduction = named(name)?;
                choice.set = choice.set.with(reduction);
                choice.named.push(reduction);
            }
        }
    }
    Ok(choice)
}

fn named(name: &str) -> Result<Reduction, String> {
    let names: Vec<&str> = Reduction::ALL.iter().map(|r| r.name()).collect();
    let known = Reduction::ALL.into_iter().find(|r| r.name() == name);
    known.ok_or_else(|| format!("the reductions are {}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> Reductions {
        parse(text).map(|c| c.set).unwrap()
    }

    #[test]
    fn lists() {
        assert_eq!(set("none"), Reductions::NONE);
        assert_eq!(set("cone,dead"), Reductions::NONE.with(Reduction::Cone).with(Reduction::Dead));
        assert_eq!(set("no-cone"), Reductions::default().without(Reduction::Cone));
        assert_eq!(set("all,no-widths"), Reductions::ALL.without(Reduction::Widths));
        assert!(parse("cones").is_err());
        assert!(parse("").is_err());
    }
}
