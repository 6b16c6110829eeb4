//! What is asked about a program, and how it is read: from the names that users give to a task.

use crate::compile::Compiled;
use crate::mapped::{MappedRange, collect};
use pm_engine::{LoopName, Reading, Task};
use pm_ir::loops::find_loops;
use pm_ir::{Mapped, PropId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What is asked about a program, and how it is read.
#[derive(Default)]
pub struct Question {
    pub reading: Reading,
    /// The properties that were named; `None`: all.
    pub selected: Option<Vec<PropId>>,
    /// Properties that are not asked for.
    pub ignored: FxHashSet<PropId>,
    pub stop_on_fail: bool,
}

/// Why that cannot be asked.
pub enum Unfit {
    /// Of options that contradict each other or the program.
    Usage(String),
    /// Properties that the program has not, a message each.
    NoProperty(Vec<String>),
}

impl Question {
    /// About the properties that are named, or all; with memory-mapped ranges.
    pub fn new(c: &mut Compiled, properties: &[String], ranges: &[MappedRange]) -> Result<Question, Unfit> {
        let selected = select(c, properties).map_err(Unfit::NoProperty)?;
        let reading = Reading { mmio: mapped(c, ranges).map_err(Unfit::Usage)?, ..Reading::default() };
        // Coverage goals are not asked for, and nobody can decide what an unmodelled function demands.
        let props = &c.program.props;
        let is_named = |p: &PropId| selected.as_ref().is_none_or(|s| s.contains(p));
        let ignored = props.ids().filter(|p| !props[*p].kind.is_decidable() || !is_named(p)).collect();
        Ok(Question { reading, selected, ignored, stop_on_fail: false })
    }

    pub fn task<'c>(&self, c: &'c Compiled) -> Task<'c> {
        let (reading, ignored) = (self.reading.clone(), self.ignored.clone());
        Task { reading, ignored, stop_on_fail: self.stop_on_fail, ..Task::new(&c.program, &c.session.interner) }
    }
}

/// The ranges as the engines take them.
pub fn mapped(c: &mut Compiled, ranges: &[MappedRange]) -> Result<Vec<Mapped>, String> {
    let largest = u64::MAX >> (64 - 8 * c.program.types.pointer_size());
    collect(ranges, largest, &mut c.session.interner)
}

/// The properties of these names; `Err`: what is to be said of those that do not exist.
fn select(c: &Compiled, ids: &[String]) -> Result<Option<Vec<PropId>>, Vec<String>> {
    if ids.is_empty() {
        return Ok(None);
    }
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for id in ids {
        match c.program.props.iter_ids().find(|(_, p)| p.id == *id) {
            Some((prop, _)) => found.push(prop),
            None => missing.push(format!("there is no property `{id}`{}", nearest(c, id))),
        }
    }
    if missing.is_empty() { Ok(Some(found)) } else { Err(missing) }
}

/// Properties have shorter names.
const LONGEST_ID: usize = 200;

fn nearest(c: &Compiled, id: &str) -> String {
    let id: String = id.chars().take(LONGEST_ID).collect();
    let distance = |other: &str| strsim::levenshtein(&id, other);
    let mut near: Vec<(usize, &str)> = c.program.props.iter().map(|p| (distance(&p.id), p.id.as_str())).collect();
    near.sort();
    let names: Vec<String> = near.iter().take(3).map(|(_, n)| format!("`{n}`")).collect();
    match names.is_empty() {
        true => ": the program has none".into(),
        false => format!("; the nearest are {}", names.join(", ")),
    }
}

/// The loops of a program by their names, `main.0`.
pub struct Loops(FxHashMap<String, LoopName>);

impl Loops {
    pub fn of(c: &Compiled) -> Loops {
        let mut known: FxHashMap<String, LoopName> = FxHashMap::default();
        for (func, f) in c.program.funcs.iter_ids() {
            for (i, l) in find_loops(f).iter().enumerate() {
                let name = format!("{}.{i}", c.session.interner.name(f.name));
                known.insert(name, LoopName { func, head: Some(l.head) });
            }
        }
        Loops(known)
    }

    /// The loop that an option names.
    pub fn named(&self, name: &str, option: &str) -> Result<LoopName, String> {
        let known = self.0.get(name).copied();
        known.ok_or_else(|| format!("{option}: there is no loop `{name}`; --show-loops lists them"))
    }
}
