//! What traces show of requirements: the observer of the one that is violated, what it is told and its state. All else that watches is no part
//! of the program.

use crate::Context;
use pm_base::Span;
use pm_ir::{FuncId, OBSERVE, OBSERVER_STATE, PropId, PropertyKind};
use rustc_hash::FxHashSet;

/// What is left out of a trace, or told in other words.
#[derive(Default)]
pub struct Observers {
    /// Of requirements.
    files: FxHashSet<String>,
    /// The observer that is shown.
    shown: Option<FuncId>,
    /// How the names of its objects begin.
    state: String,
}

impl Observers {
    pub fn new(ctx: Context<'_>, prop: PropId) -> Observers {
        let props = ctx.program.props.iter().filter(|p| p.kind == PropertyKind::Requirement);
        let files = props.filter_map(|p| ctx.loc(p.span)).map(|l| l.file).collect();
        let Some(name) = name(&ctx.program.props[prop].id, ctx.program.props[prop].kind) else {
            return Observers { files, ..Observers::default() };
        };
        let function = format!("{OBSERVE}{name}");
        let shown = ctx.program.funcs.iter_ids().find(|(_, f)| ctx.names.name(f.name) == function).map(|(id, _)| id);
        Observers { files, shown, state: format!("{OBSERVER_STATE}{name}__") }
    }

    /// A step here is not the program's, but that of something that watches it.
    pub fn watches(&self, ctx: Context<'_>, span: Span) -> bool {
        !self.files.is_empty() && ctx.loc(span).is_some_and(|l| self.files.contains(&l.file))
    }

    pub fn shows(&self, callee: FuncId) -> bool {
        self.shown == Some(callee)
    }

    /// An object's name, where it is part of the observer's state.
    pub fn state<'n>(&self, name: &'n str) -> Option<&'n str> {
        if self.state.is_empty() { None } else { name.strip_prefix(&self.state) }
    }
}

fn name(id: &str, kind: PropertyKind) -> Option<&str> {
    if kind == PropertyKind::Requirement { id.strip_prefix("req.") } else { None }
}
