//! Execution from a cut: its variables are symbols of the state in which the executor begins.

use super::Cut;
use crate::control::context::ContextKind;
use crate::control::instance::Instance;
use crate::control::options::Policy;
use crate::cut::leaves::{Aim, Held, HeldField, Known, Rest, Shape, Spot};
use crate::exec::Executor;
use crate::memory::pool::{Field, Pool};
use crate::record::event::EventKind;
use crate::record::execution::{Execution, Gap};
use crate::state::State;
use crate::state::cells::{Cell, Cells};
use crate::state::object::{Content, Elements, Fill, Object, ObjectId};
use crate::state::pvec::PVec;
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value, Word};
use pm_ir::BlockId;
use pm_term::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Executor<'_> {
    /// Executes from a cut to the next ones. The first events stand for indeterminate contents of these objects, which were
    /// there before.
    pub fn run_cut(&mut self, cut: &Cut, policy: &mut dyn Policy) -> (Execution, Vec<ObjectId>) {
        self.out = Execution::default();
        self.events.clear();
        let mut regs: Vec<PVec<Word>> = Vec::new();
        for held in &cut.regs {
            let mut values = PVec::default();
            for (key, held) in held {
                values.set(*key, self.word_of(held));
            }
            regs.push(values);
        }
        let mut state = State::empty();
        let mut carried = Vec::new();
        self.across.began_with = cut.objects.keys().copied().collect();
        for (&id, matter) in &cut.objects {
            self.set_size(id, matter.size.term());
            let content = self.content(id, cut.instance, &matter.shape);
            if let Shape::Cells { rest: Rest::Open(_), .. } = matter.shape {
                carried.push(id);
            }
            state.set_object(id, Object { content, alive: matter.alive.term() });
        }
        let mut stack = cut.stack.clone();
        let mut callers = regs.into_iter();
        let mut last = PVec::default();
        for context in &mut stack {
            if let ContextKind::Call(a) = &mut context.kind {
                a.caller_regs = std::mem::replace(&mut last, callers.next().unwrap_or_default());
            }
        }
        state.regs = last;
        self.stack.install(stack);
        self.written = self.root().and_then(|func| policy.contract(func));
        if cut.name.head.is_none()
            && let Some(written) = self.written.clone()
        {
            self.keep_ins(&mut state, cut.name.func, &written);
            self.wait_at_head(BlockId(0), state);
        } else if let Some(head) = cut.name.head {
            if !cut.at_block {
                self.begin_loop(0, &state);
            }
            self.resumes = cut.at_block;
            self.wait_at_head(head, state);
        }
        (self.work(policy), carried)
    }

    /// Puts the events of the last run back in place, so that what it left can be read.
    pub fn reopen(&mut self, execution: &mut Execution) {
        self.events.put_back(std::mem::take(&mut execution.events));
    }

    /// The end of what [`Executor::reopen`] began.
    pub fn close(&mut self, execution: &mut Execution) {
        execution.events = self.events.take();
        let claims = execution.claims.len();
        execution.gaps.extend(self.out.gaps.drain(..).map(|g| Gap { claims, ..g }));
    }

    fn word_of(&mut self, held: &Held) -> Word {
        let value = match held {
            Held::Term(known) => Value::Term(known.term()),
            Held::Ptr { obj, off, low } => Value::Ptr(match obj {
                Aim::At(id) => {
                    let off = self.spot_offset(*off, Spot::Moving(*low));
                    Ptr { obj: self.terms.bv(OBJECT_BITS, (*id).into()), off }
                }
                Aim::Among(symbol, all) => self.choice(*symbol, *off, all),
            }),
        };
        Word::new(&self.terms, value)
    }

    /// The offset of a pointer, with what is known of it.
    pub(crate) fn spot_offset(&mut self, off: Known, spot: Spot) -> TermId {
        match (off, spot) {
            (Known::Const(off), _) => off,
            (Known::Var(_), Spot::At(off)) => self.terms.bv(OFFSET_BITS, off.into()),
            (Known::Var(symbol), Spot::Moving(low)) if low.count > 0 => {
                let high = self.terms.extract(symbol, OFFSET_BITS - 1, low.count.into());
                let bits = self.terms.bv(low.count.into(), low.bits.into());
                self.terms.concat(high, bits)
            }
            (Known::Var(symbol), Spot::Moving(_)) => symbol,
        }
    }

    /// The pointer whose object is the symbol's value, told as a choice among constants.
    pub(crate) fn choice(&mut self, symbol: TermId, off: Known, all: &BTreeMap<ObjectId, Spot>) -> Ptr {
        let mut result: Option<Ptr> = None;
        for (id, spot) in all {
            let number = self.terms.bv(OBJECT_BITS, (*id).into());
            let here = Ptr { obj: number, off: self.spot_offset(off, *spot) };
            result = Some(match result {
                None => here,
                Some(rest) => {
                    let is = self.terms.eq(symbol, number);
                    Ptr::ite(&mut self.terms, is, here, rest)
                }
            });
        }
        result.unwrap_or(Ptr { obj: symbol, off: off.term() })
    }

    /// Contents as the executor has them; what is indeterminate becomes an event of the step.
    pub(super) fn content(&mut self, object: ObjectId, instance: Instance, shape: &Shape) -> Content {
        match shape {
            Shape::Array { term, elem, pointers } => {
                Content::Array(Elements { term: term.term(), elem: *elem, pointers: *pointers })
            }
            Shape::Pool { count, alive, fields } => {
                let field = |f: &HeldField| Field { len: f.len, term: f.term.term(), aims: f.aims.clone() };
                let fields = fields.iter().map(|(off, f)| (*off, field(f))).collect();
                Content::Pool(Rc::new(Pool { count: count.term(), alive: alive.term(), fields }))
            }
            Shape::Cells { cells, rest } => {
                let fill = match rest {
                    Rest::Fixed(fill) => *fill,
                    Rest::Open(span) => {
                        self.stand_at_cut(instance, object);
                        Fill::Event(self.event(EventKind::Contents, TermId::TRUE, *span))
                    }
                };
                let cell =
                    |(off, (len, held)): (&u32, &(u8, Held))| (*off, Cell { len: *len, word: self.word_of(held) });
                Content::Cells { cells: Cells::of(cells.iter().map(cell)), fill }
            }
        }
    }
}
