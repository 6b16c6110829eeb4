//! What execution costs, by place: functions, the loops around what is executed, objects that are accessed where inputs say.
//!
//! It is kept outside of the executor, for those who do not wait for its end. What it says changes nothing.

use crate::LoopName;
use crate::exec::Executor;
use pm_base::{Span, Symbol};
use pm_ir::FuncId;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Default, Debug)]
pub struct Cost {
    pub time: Duration,
    /// That were not there before.
    pub terms: u64,
    /// Blocks of functions and loops, accesses to objects.
    pub times: u64,
}

impl Cost {
    fn add(&mut self, time: Duration, terms: usize) {
        self.time += time;
        self.terms += terms as u64;
        self.times += 1;
    }
}

/// An object as users know it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Array {
    pub name: Option<Symbol>,
    pub span: Span,
    pub bytes: Option<u64>,
}

#[derive(Clone, Default, Debug)]
pub struct Profile {
    pub functions: FxHashMap<FuncId, Cost>,
    /// The innermost loop, in whichever function.
    pub loops: FxHashMap<LoopName, Cost>,
    /// Accesses at offsets that are not constant.
    pub arrays: FxHashMap<Array, Cost>,
    /// The function that was executed last.
    pub last: Option<FuncId>,
}

pub type Shared = Arc<Mutex<Profile>>;

/// Where the executor is, and what there was when it came there.
pub(crate) struct Visit {
    func: FuncId,
    innermost: Option<LoopName>,
    began: Instant,
    terms: usize,
}

impl Executor<'_> {
    pub(crate) fn begin_visit(&mut self) -> Option<Visit> {
        self.profile.as_ref()?;
        let func = self.stack.last()?.func;
        let innermost = self.innermost_loop();
        Some(Visit { func, innermost, began: Instant::now(), terms: self.terms.len() })
    }

    pub(crate) fn end_visit(&self, visit: Option<Visit>) {
        let (Some(visit), Some(profile)) = (visit, &self.profile) else { return };
        let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
        let (time, terms) = (visit.began.elapsed(), self.terms.len() - visit.terms);
        profile.last = Some(visit.func);
        profile.functions.entry(visit.func).or_default().add(time, terms);
        if let Some(name) = visit.innermost {
            profile.loops.entry(name).or_default().add(time, terms);
        }
    }

    /// An access at an offset that is not constant has made what is there beyond `terms`.
    pub(crate) fn note_access(&self, id: crate::ObjectId, (began, terms): (Instant, usize)) {
        let Some(profile) = &self.profile else { return };
        let info = &self.objects[id as usize];
        let array = Array { name: info.name, span: info.span, bytes: info.const_size };
        let mut profile = profile.lock().unwrap_or_else(PoisonError::into_inner);
        profile.arrays.entry(array).or_default().add(began.elapsed(), self.terms.len() - terms);
    }

    fn innermost_loop(&mut self) -> Option<LoopName> {
        let (func, number) = self.stack.iter().rev().find_map(|c| c.kind.loop_number().map(|n| (c.func, n)))?;
        let head = self.flow(func).loops[number as usize].head;
        Some(LoopName { func, head: Some(head) })
    }
}
