//! Is heap memory lost? Either none may be alive, or what lives must be reachable from variables.

use crate::control::context::ContextKind;
use crate::exec::Executor;
use crate::state::State;
use crate::state::object::{Content, Elements, ObjectId, ObjectKind};
use crate::state::pvec::PVec;
use crate::state::value::{Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;
use std::collections::BTreeMap;

/// A pointer to a heap object: who holds it (`None`: no heap object), when it points there, and where.
type Edge = (Option<ObjectId>, TermId, ObjectId);

impl Executor<'_> {
    pub(crate) fn no_leak(&mut self, state: &State) -> TermId {
        let mut alive: Vec<TermId> = self.heap_objects(state).into_values().collect();
        alive.extend(self.some_nodes(state));
        let leak = self.terms.or_all(&alive);
        self.terms.not(leak)
    }

    /// Every heap object is dead or reachable: the least fixpoint over the pointers in variables and living objects,
    /// which as many rounds as there are heap objects always reach.
    pub(crate) fn no_lost(&mut self, state: &State, span: Span) -> TermId {
        const LIMIT: usize = 200;
        let heap = self.heap_objects(state);
        // Of nodes, all that live count as lost: more than there are.
        let nodes = self.some_nodes(state);
        let nodes = self.terms.or_all(&nodes);
        let no_nodes = self.terms.not(nodes);
        if heap.is_empty() {
            return no_nodes;
        }
        let edges = if heap.len() > LIMIT { None } else { self.pointers_to(state, &heap) };
        let Some(edges) = edges else {
            self.gap(state, span, "reachability of many heap objects");
            return TermId::TRUE;
        };
        let mut reach: BTreeMap<ObjectId, TermId> = BTreeMap::new();
        for _ in 0..heap.len() {
            let before = reach.clone();
            for &(from, guard, to) in &edges {
                let source = match from {
                    None => TermId::TRUE,
                    Some(from) => reach.get(&from).copied().unwrap_or(TermId::FALSE),
                };
                let old = reach.get(&to).copied().unwrap_or(TermId::FALSE);
                let here = self.terms.and(source, guard);
                let new = self.terms.or(old, here);
                reach.insert(to, new);
            }
            if reach == before {
                break;
            }
        }
        let mut kept = vec![no_nodes];
        for (id, alive) in heap {
            let dead = self.terms.not(alive);
            let reached = reach.get(&id).copied().unwrap_or(TermId::FALSE);
            kept.push(self.terms.or(dead, reached));
        }
        self.terms.and_all(&kept)
    }

    /// Heap objects that may be alive, with the condition.
    fn heap_objects(&self, state: &State) -> BTreeMap<ObjectId, TermId> {
        let mut heap = BTreeMap::new();
        state.mem.for_each(|id, o| {
            let pool = matches!(o.0.content, Content::Pool(_));
            if self.objects[id as usize].kind == ObjectKind::Heap && !pool && o.0.alive != TermId::FALSE {
                heap.insert(id, o.0.alive);
            }
        });
        heap
    }

    /// The pointers to these objects in living objects and in variables; `None` where they are not known.
    fn pointers_to(&mut self, state: &State, heap: &BTreeMap<ObjectId, TermId>) -> Option<Vec<Edge>> {
        let mut pointers = Vec::new();
        let mut arrays = Vec::new();
        state.mem.for_each(|id, o| {
            let from = (self.objects[id as usize].kind == ObjectKind::Heap).then_some(id);
            match &o.0.content {
                _ if o.0.alive == TermId::FALSE => {}
                Content::Array(Elements { pointers: true, .. }) => arrays.push((id, from, o.0.alive)),
                Content::Array(Elements { pointers: false, .. }) | Content::Pool(_) => {}
                Content::Cells { cells, .. } => cells.for_each(|_, cell| {
                    if cell.word.is_pointer() {
                        pointers.push((from, o.0.alive, cell.word));
                    }
                }),
            }
        });
        for (id, from, alive) in arrays {
            pointers.extend(self.array_pointers(state, id)?.into_iter().map(|p| (from, alive, p)));
        }
        pointers.extend(self.variable_pointers(state).into_iter().map(|p| (None, TermId::TRUE, p)));
        let mut edges = Vec::new();
        for (from, alive, word) in pointers {
            let Value::Ptr(p) = word.value(&mut self.terms) else { continue };
            for t in self.targets(state, p)? {
                if self.foreign.object() == Some(t.obj) {
                    return None;
                }
                if heap.contains_key(&t.obj) && from != Some(t.obj) {
                    edges.push((from, self.terms.and(alive, t.guard), t.obj));
                }
            }
        }
        Some(edges)
    }

    /// The elements of an array term; `None` where there are too many.
    fn array_pointers(&mut self, state: &State, id: ObjectId) -> Option<Vec<Word>> {
        const LIMIT: u64 = 512;
        let count = self.objects[id as usize].const_size? / self.pointer_size;
        let mut state = state.clone();
        (count <= LIMIT).then(|| {
            let element = |k| self.load_at(&mut state, id, k * self.pointer_size, Ty::Ptr);
            let values: Vec<Value> = (0..count).map(element).collect();
            values.into_iter().map(|v| Word::new(&self.terms, v)).collect()
        })
    }

    /// The pointers in variables of the active functions. Temporaries are no variables of the program.
    fn variable_pointers(&self, state: &State) -> Vec<Word> {
        let mut found = Vec::new();
        let mut add = |func: FuncId, regs: &PVec<Word>| {
            let vars = &self.program.funcs[func].vars;
            regs.for_each(|key, word| {
                let variable = vars.get(VarId(key)).is_some_and(|v| v.kind != StorageKind::Temp);
                if variable && word.is_pointer() {
                    found.push(*word);
                }
            });
        };
        let mut innermost = None;
        for context in self.stack.iter() {
            if let (ContextKind::Call(a), Some(caller)) = (&context.kind, innermost) {
                add(caller, &a.caller_regs);
            }
            innermost = Some(context.func);
        }
        if let Some(func) = innermost {
            add(func, &state.regs);
        }
        found
    }
}
