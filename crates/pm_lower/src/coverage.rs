//! Goals of coverage: where statements begin, where switches go, and with which outcomes decisions are evaluated.
//!
//! A decision of several conditions has a variable beside it with two bits a condition (it was evaluated, it was true); where the decision is
//! made, each possible vector is a goal. Library models, and preconditions that are lowered at callers, have none; nor have tests of assertions, which
//! are no decisions of the program's.

use crate::function::{FnLower, RawFunction};
use crate::program::Cx;
use pm_base::num::IntFormat;
use pm_base::{Idx, Span};
use pm_ir::coverage::{Condition, Decision, Events, Formula, Statement, SwitchLabel, Vector};
use pm_ir::{
    BinOp, BlockId, CmpOp, FuncId, InstKind, Operand, PropId, PropertyKind, Role, Rvalue, StorageKind, Ty, VarId,
};
use pm_sema::hir::{ExprId, ExprKind, LabelId, StmtKind, UnaryOp};

/// Decisions with more conditions, or more vectors, are told by condition.
const CONDITIONS: usize = 32;
const VECTORS: usize = 256;

/// A decision under evaluation.
pub(crate) struct Deciding {
    conditions: Vec<Condition>,
    /// By condition, where vectors are not told.
    outcomes: Vec<[Option<PropId>; 2]>,
    /// What was evaluated so far, where there is more than one condition.
    vector: Option<VarId>,
    format: IntFormat,
    by_condition: bool,
}

impl FnLower<'_, '_> {
    /// Are there goals in what is being lowered?
    pub fn covers(&self) -> bool {
        self.cx.opts.coverage && !self.out.is_model && self.borrowed.is_none() && self.func.is_some()
    }

    /// Something that is evaluated on the way and no part of the decision.
    pub fn apart<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.deciding.take();
        let value = f(self);
        self.deciding = outer;
        value
    }

    /// What is lowered here is demanded of the program (assertions, assumptions), and no decision of it.
    pub fn undecided<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.tests_assertion = true;
        let value = f(self);
        self.tests_assertion = false;
        value
    }

    // ---- statements and labels ------------------------------------------------------------------------------------

    pub fn count_statement(&mut self, kind: &StmtKind, span: Span) {
        let counts = match kind {
            StmtKind::Empty
            | StmtKind::Block { .. }
            | StmtKind::Label(_)
            | StmtKind::VlaLen { .. }
            | StmtKind::VlaDecl { .. } => false,
            StmtKind::Decl { init, .. } => init.is_some(),
            StmtKind::Expr(e) => !self.says_failed(*e),
            _ => true,
        };
        if counts && self.covers() {
            let event = self.goal(Operand::TRUE, span);
            self.out.coverage.statements.push(Statement { func: FuncId(0), span, event });
        }
    }

    /// A call that says that an assertion fails.
    fn says_failed(&self, id: ExprId) -> bool {
        match &self.expr(id).kind {
            ExprKind::Cast { arg, .. } => self.says_failed(*arg),
            ExprKind::Comma { lhs, .. } => self.says_failed(*lhs),
            ExprKind::Call { callee: pm_sema::hir::Callee::Direct(f), args } => {
                self.failing_assertion(*f, args).is_some()
            }
            _ => false,
        }
    }

    /// Where a switch goes to a label.
    pub fn case_edge(&mut self, label: LabelId, is_default: bool, span: Span) -> BlockId {
        let target = self.edge_to(label, span);
        if !self.covers() {
            return target;
        }
        let edge = self.new_block();
        self.start(edge);
        let span = self.body.labels[label].span;
        let event = self.goal(Operand::TRUE, span);
        self.goto(target, span);
        let label = SwitchLabel { func: FuncId(0), span, is_default, is_implicit: false, event };
        self.out.coverage.labels.push(label);
        edge
    }

    /// Where a switch without `default` goes to none of its labels.
    pub fn count_no_label(&mut self, span: Span) {
        if self.covers() {
            let event = self.goal(Operand::TRUE, span);
            let label = SwitchLabel { func: FuncId(0), span, is_default: true, is_implicit: true, event };
            self.out.coverage.labels.push(label);
        }
    }

    // ---- decisions ------------------------------------------------------------------------------------------------

    /// Jumps by a decision.
    pub fn decide(&mut self, id: ExprId, is_control: bool, then: BlockId, els: BlockId) {
        let asserts = std::mem::take(&mut self.tests_assertion);
        if asserts || !self.covers() || !self.is_live() {
            return self.apart(|this| this.cond_part(id, then, els));
        }
        let mut count = 0;
        let formula = self.formula(id, &mut count);
        let vectors = (count <= CONDITIONS).then(|| formula.vectors(count, VECTORS)).flatten();
        let span = self.expr(id).span;
        let outer = self.deciding.take();
        self.begin(count, vectors.is_none(), span);
        let ends = [self.new_block(), self.new_block()];
        self.cond_part(id, ends[1], ends[0]);
        let Some(deciding) = self.deciding.take() else { return };
        self.deciding = outer;
        let events = self.end(&deciding, vectors, [(ends[0], els), (ends[1], then)], span);
        let text = self.cx.session.sources.snippet(span, 100);
        let (func, conditions) = (FuncId(0), deciding.conditions);
        self.out.coverage.decisions.push(Decision { func, span, text, is_control, formula, conditions, events });
    }

    /// The truth of a decision whose value is used.
    pub fn truth_of_decision(&mut self, id: ExprId) -> Rvalue {
        let span = self.expr(id).span;
        let dst = self.temp(Ty::BOOL);
        let (yes, no, join) = (self.new_block(), self.new_block(), self.new_block());
        self.decide(id, false, yes, no);
        for (block, value) in [(yes, Operand::TRUE), (no, Operand::FALSE)] {
            self.start(block);
            self.assign(dst, Rvalue::Use(value), span, Role::Glue);
            self.goto(join, span);
        }
        self.start(join);
        Rvalue::Use(Operand::Var(dst))
    }

    /// How an expression is made of conditions, as `cond_part` evaluates it.
    fn formula(&self, id: ExprId, count: &mut usize) -> Formula {
        match &self.expr(id).kind {
            ExprKind::Unary { op: UnaryOp::Not, arg } => Formula::Not(Box::new(self.formula(*arg, count))),
            ExprKind::And { lhs, rhs } => {
                let lhs = self.formula(*lhs, count);
                Formula::And(Box::new(lhs), Box::new(self.formula(*rhs, count)))
            }
            ExprKind::Or { lhs, rhs } => {
                let lhs = self.formula(*lhs, count);
                Formula::Or(Box::new(lhs), Box::new(self.formula(*rhs, count)))
            }
            ExprKind::Comma { rhs, .. } => self.formula(*rhs, count),
            ExprKind::Cast { arg, .. } if self.keeps_truth(*arg, id) => self.formula(*arg, count),
            _ => {
                *count += 1;
                Formula::Condition(*count - 1)
            }
        }
    }

    fn begin(&mut self, count: usize, by_condition: bool, span: Span) {
        let bits = (2 * count).next_power_of_two().clamp(8, 64) as u8;
        let format = IntFormat::new(bits, false);
        let is_told = count > 1 && !by_condition;
        let vector = is_told.then(|| self.fresh_var(Ty::Int(format), StorageKind::Temp));
        if let Some(vector) = vector {
            self.assign(vector, Rvalue::Use(Operand::Int(format, 0)), span, Role::Glue);
        }
        let (conditions, outcomes) = (Vec::new(), Vec::new());
        self.deciding = Some(Deciding { conditions, outcomes, vector, format, by_condition });
    }

    /// Jumps by a condition.
    pub fn condition(&mut self, id: ExprId, then: BlockId, els: BlockId) {
        let span = self.expr(id).span;
        let truth = self.apart(|this| this.truth(id));
        let Some(deciding) = &mut self.deciding else { return self.branch(truth, then, els, span) };
        let constant = if let Operand::Int(_, bits) = truth { Some(bits != 0) } else { None };
        let text = self.cx.session.sources.snippet(span, 100);
        deciding.conditions.push(Condition { span, text, constant });
        let at = deciding.conditions.len() - 1;
        let (vector, format, by_condition) = (deciding.vector, deciding.format, deciding.by_condition);
        if vector.is_none() && !by_condition {
            return self.branch(truth, then, els, span);
        }
        let edges = [self.new_block(), self.new_block()];
        let comes = self.is_live();
        self.branch(truth, edges[1], edges[0], span);
        let mut events = [None, None];
        for (value, target) in [(false, els), (true, then)] {
            if !comes || constant == Some(!value) {
                continue;
            }
            self.start(edges[usize::from(value)]);
            match vector {
                Some(vector) => self.note_value(vector, format, at, value, span),
                None => events[usize::from(value)] = self.goal(Operand::TRUE, span),
            }
            self.goto(target, span);
        }
        if let Some(deciding) = &mut self.deciding {
            deciding.outcomes.push(events);
        }
    }

    fn note_value(&mut self, vector: VarId, format: IntFormat, at: usize, value: bool, span: Span) {
        let bits = Operand::Int(format, bits_of(at, value));
        let value = Rvalue::Binary { op: BinOp::Or, ty: Ty::Int(format), a: Operand::Var(vector), b: bits };
        self.assign(vector, value, span, Role::Glue);
    }

    /// What is told where the decision is made, false first; from there on it goes to where it should.
    fn end(
        &mut self,
        deciding: &Deciding,
        vectors: Option<Vec<Vector>>,
        ends: [(BlockId, BlockId); 2],
        span: Span,
    ) -> Events {
        let mut told: Vec<(Vector, Option<PropId>)> = Vec::new();
        let mut decision = [None, None];
        for (outcome, (block, target)) in [false, true].into_iter().zip(ends) {
            self.start(block);
            match &vectors {
                None => decision[usize::from(outcome)] = self.goal(Operand::TRUE, span),
                Some(all) => {
                    let those = all.iter().filter(|v| v.outcome == outcome);
                    told.extend(those.map(|v| (v.clone(), self.vector_goal(deciding, v, span))));
                }
            }
            self.goto(target, span);
        }
        match vectors {
            Some(_) => Events::Vectors(told),
            None => Events::Outcomes { conditions: deciding.outcomes.clone(), decision },
        }
    }

    fn vector_goal(&mut self, deciding: &Deciding, v: &Vector, span: Span) -> Option<PropId> {
        let Some(vector) = deciding.vector else { return self.goal(Operand::TRUE, span) };
        let evaluated = v.values.iter().enumerate().filter_map(|(i, value)| Some(bits_of(i, (*value)?)));
        let code = Operand::Int(deciding.format, evaluated.fold(0, |all, bits| all | bits));
        let is_it = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Int(deciding.format), a: Operand::Var(vector), b: code };
        let cond = self.in_temp(is_it, Ty::BOOL, span, Role::Glue);
        self.goal(cond, span)
    }

    fn goal(&mut self, cond: Operand, span: Span) -> Option<PropId> {
        self.is_live().then(|| {
            let prop = self.pending(PropertyKind::Cover, "goal of coverage".into(), span);
            self.emit(InstKind::Cover { cond, prop }, span, Role::Glue);
            prop
        })
    }
}

/// What is noted of a condition: that it was evaluated, and its value.
fn bits_of(condition: usize, value: bool) -> u128 {
    (if value { 3 } else { 1 }) << (2 * condition)
}

/// Adds the goals of a function to the program's, once its properties have their ids.
pub(crate) fn publish(cx: &mut Cx<'_>, id: FuncId, raw: &mut RawFunction) {
    let made = |event: &mut Option<PropId>| *event = event.and_then(|p| raw.pending[p.index()].made);
    let mut own = std::mem::take(&mut raw.coverage);
    for s in &mut own.statements {
        s.func = id;
        made(&mut s.event);
    }
    for l in &mut own.labels {
        l.func = id;
        made(&mut l.event);
    }
    for d in &mut own.decisions {
        d.func = id;
        match &mut d.events {
            Events::Vectors(all) => all.iter_mut().for_each(|(_, event)| made(event)),
            Events::Outcomes { conditions, decision } => {
                conditions.iter_mut().flatten().chain(decision).for_each(made);
            }
        }
    }
    cx.coverage.statements.append(&mut own.statements);
    cx.coverage.labels.append(&mut own.labels);
    cx.coverage.decisions.append(&mut own.decisions);
}
