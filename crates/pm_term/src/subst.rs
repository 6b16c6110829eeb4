//! Replacing terms by terms, everywhere below a root, once a node.

use crate::terms::{TermId, Terms};
use rustc_hash::FxHashMap;

/// A simultaneous replacement, with what was already rebuilt under it.
#[derive(Default)]
pub struct Substitution {
    /// By node: what the regular term becomes.
    memo: FxHashMap<u32, TermId>,
}

impl Substitution {
    pub fn new() -> Substitution {
        Substitution::default()
    }

    /// Replaces `from` (and its complement accordingly) by `to`, of the same sort. To be called before [`Terms::substitute`].
    pub fn replace(&mut self, from: TermId, to: TermId) {
        debug_assert!(!from.is_complemented(), "the regular term is the one to name");
        self.memo.insert(from.node() as u32, to);
    }

    fn get(&self, t: TermId) -> Option<TermId> {
        self.memo.get(&(t.node() as u32)).copied()
    }
}

impl Terms {
    /// The term with the replacements made; what is replaced is not looked into again.
    pub fn substitute(&mut self, t: TermId, substitution: &mut Substitution) -> TermId {
        let mut stack = vec![t.regular()];
        while let Some(&top) = stack.last() {
            if substitution.get(top).is_some() {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let args = self.args(top);
            stack.extend(args.iter().map(|arg| arg.regular()).filter(|&arg| substitution.get(arg).is_none()));
            if stack.len() == before {
                let new = self.substitute_node(top, substitution);
                substitution.replace(top, new);
                stack.pop();
            }
        }
        self.substituted(t, substitution)
    }

    fn substitute_node(&mut self, t: TermId, substitution: &Substitution) -> TermId {
        let args = self.args(t);
        let mut new = [TermId::FALSE; 3];
        for (slot, &arg) in new.iter_mut().zip(args.iter()) {
            *slot = self.substituted(arg, substitution);
        }
        if new[..args.len()] == args[..] { t } else { self.rebuild(t, &new[..args.len()]) }
    }

    fn substituted(&mut self, t: TermId, substitution: &Substitution) -> TermId {
        let Some(new) = substitution.get(t) else { unreachable!("arguments are replaced first") };
        if t.is_complemented() { self.not(new) } else { new }
    }
}
