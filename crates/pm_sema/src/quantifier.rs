//! `__CPROVER_forall { T i; c }` and `__CPROVER_exists { T i; c }`: a loop over the values of `i` for which `c` matters. ESBMC's form is
//! `__ESBMC_forall(&i, c)`, with another variable of the name and type of `i`.
//!
//! Outside of the loop's range a `forall`'s condition is true, and that of an `exists` is false: comparisons of `i` in the
//! condition say so (`0 <= i && i < n ==> ...`, `i < 4 && ...`). Both ends may be any expression; where there is none, the type
//! has few values, or the program is refused. Where comparisons say the opposite
//! (an `exists` whose condition is true outside of a range), the answer is known at once.
//!
//! Where a range is not constant and a condition is asserted or assumed, one arbitrary value stands for the loop: an assertion of a `forall` is
//! violated where it is for some value, and an assumption of an `exists` holds where it does for some. Within `!`, `&&` and `||` that is
//! the same, with the roles exchanged by `!`; so it is within another quantifier.

use crate::builtins::Special;
use crate::cx::{Class, Cx};
use crate::hir::{BinaryOp, Builtin, ExprId, ExprKind, LocalId, StmtId, StmtKind};
use crate::scope::Entity;
use crate::types::TypeId;
use pm_base::num::IntFormat;
use pm_base::{Span, Symbol};
use pm_syntax::ast::{self, UnaryOp};

/// Values that are gone through where both ends are constants.
const MOST: i128 = 1 << 16;

/// So many values are gone through although one arbitrary value would do: `run` then sees all of them.
const FEW: i128 = 1 << 10;

/// The values of the variable for which the condition matters.
struct Range {
    lo: i128,
    hi: i128,
    /// `i < e` or `i <= e`, where `e` is not constant.
    above: Limit,
    /// The comparison is one of numbers, also for negative values of the variable.
    above_keeps: bool,
    /// `i > e` or `i >= e`.
    below: Limit,
    /// Both are `i == e`.
    is_one: bool,
}

/// A comparison of the variable with an expression.
type Limit = Option<(BinaryOp, ast::ExprId)>;

/// How the loop goes over a range.
struct Walk {
    /// The first value.
    from: i128,
    down: bool,
    /// At most so many values.
    count: i128,
    /// It ends where this is false.
    while_: Limit,
}

/// `i OP e`
struct Comparison {
    op: BinaryOp,
    with: ast::ExprId,
}

impl<'a> Cx<'a> {
    pub fn quantifier(&mut self, forall: bool, variable: &'a ast::Decl, body: ast::ExprId, span: Span) -> ExprId {
        self.scopes.enter();
        let e = self.in_stmt_expr(span, |cx, out| match cx.quantified(forall, variable, body, span, out) {
            Ok(e) => e,
            Err(reason) => cx.unsupported_expr(span, reason),
        });
        self.scopes.leave();
        e
    }

    /// `__ESBMC_forall(&i, condition)`
    pub fn quantifier_of_address(
        &mut self,
        forall: bool,
        args: &'a [ast::ExprId],
        intrinsic: Symbol,
        span: Span,
    ) -> ExprId {
        let &[address, body] = args else { return self.wrong_count(intrinsic, span) };
        let Some((name, ty)) = self.variable_at(address) else {
            let text = format!("'{}' of anything but the address of a variable", self.name(intrinsic));
            return self.unsupported_expr(span, text);
        };
        self.scopes.enter();
        let e = self.in_stmt_expr(span, |cx, out| {
            let i = cx.new_local(Some(name), ty.into(), 0, span);
            out.push(cx.mk_stmt(StmtKind::Decl { local: i, init: None }, span));
            cx.scopes.declare(name, Entity::Local(i), span);
            match cx.quantified_over(forall, name, i, body, span, out) {
                Ok(e) => e,
                Err(reason) => cx.unsupported_expr(span, reason),
            }
        });
        self.scopes.leave();
        e
    }

    /// The variable of an expression `&i`, and its type.
    fn variable_at(&self, mut address: ast::ExprId) -> Option<(Symbol, TypeId)> {
        loop {
            match self.ast_expr(address).kind {
                ast::ExprKind::Cast { arg, .. } => address = arg,
                ast::ExprKind::Unary { op: UnaryOp::AddrOf, arg } => {
                    let ast::ExprKind::Ident(name) = self.ast_expr(arg).kind else { return None };
                    return match self.scopes.idents.lookup(name)?.item {
                        Entity::Local(l) => Some((name, self.body.locals[l].ty.ty)),
                        Entity::Global(_, ty) => Some((name, ty.ty)),
                        _ => None,
                    };
                }
                _ => return None,
            }
        }
    }

    fn quantified(
        &mut self,
        forall: bool,
        variable: &'a ast::Decl,
        body: ast::ExprId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Result<ExprId, &'static str> {
        self.declaration(variable, out);
        let [declarator] = variable.declarators.as_slice() else { return Err("a quantifier over several variables") };
        let name = declarator.declarator.name;
        let entity = name.and_then(|n| self.scopes.idents.lookup(n).map(|e| e.item));
        let (Some(name), Some(Entity::Local(i))) = (name, entity) else {
            return Err("a quantifier without a variable");
        };
        self.quantified_over(forall, name, i, body, span, out)
    }

    fn quantified_over(
        &mut self,
        forall: bool,
        name: Symbol,
        i: LocalId,
        body: ast::ExprId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Result<ExprId, &'static str> {
        let ty = self.body.locals[i].ty.ty;
        let Some(format) = self.types().as_int(ty) else {
            return Err("a quantifier over a variable that is no integer");
        };
        if format.bits > 64 {
            return Err("a quantifier over a variable of more than 64 bits");
        }
        if self.has_effects(body) {
            return Err("a quantifier over a condition with side effects or calls");
        }
        let bool_ = self.an.basic.bool_;
        let opposite = self.quantifier_range(!forall, body, name, i, format);
        if !opposite.is_all_of(format) {
            let condition = self.condition(body);
            let known = self.mk_const(u128::from(!forall), bool_, span);
            return Ok(if self.is_error(condition) { condition } else { known });
        }
        let range = self.quantifier_range(forall, body, name, i, format);
        if self.polarity == Some(forall) && range.hi - range.lo >= FEW {
            return Ok(self.any_value(i, body, span, out));
        }
        let walk = match walk(&range, format) {
            Ok(walk) if !range.is_one || walk.while_.is_none() => walk,
            Ok(_) => return self.between(forall, &range, i, body, span, out).ok_or(OPEN),
            Err(reason) => return self.between(forall, &range, i, body, span, out).ok_or(reason),
        };
        let counter = if walk.down || walk.from < 0 { self.an.basic.llong } else { self.an.basic.ullong };
        let start = self.mk_const(u128::from(forall), bool_, span);
        let result = self.temporary(start, out);
        let zero = self.mk_int(0, counter, span);
        let at = self.temporary(zero, out);

        let mut stmts = Vec::new();
        let value = self.value_at(&walk, at, span);
        let value = self.cast_to(value, ty, true);
        self.assign_local(i, value, span, &mut stmts);
        if let Some((op, limit)) = walk.while_ {
            self.leave_unless(op, i, limit, span, &mut stmts);
        }
        self.take_in(forall, result, body, span, &mut stmts);
        let body = self.mk_stmt(StmtKind::Block { locals: Vec::new(), stmts }, span);
        let (now, end) = (self.load_local(at, span), self.mk_int(walk.count, counter, span));
        let cond = Some(self.binary_values(BinaryOp::Lt, now, end, span));
        let next = self.sum_of(at, 1, span);
        let step = Some(self.assignment_to(at, next, span));
        let unwind = None;
        out.push(self.mk_stmt(StmtKind::For { cond, step, body, unwind }, span));
        Ok(self.load_local(result, span))
    }

    /// One value of the variable, which may be any.
    fn any_value(&mut self, i: LocalId, body: ast::ExprId, span: Span, out: &mut Vec<StmtId>) -> ExprId {
        let ty = self.body.locals[i].ty.ty;
        let any = self.mk(ExprKind::Builtin { op: Builtin::Nondet, args: Vec::new() }, ty, span);
        self.assign_local(i, any, span, out);
        let (condition, bool_) = (self.condition(body), self.an.basic.bool_);
        self.convert(condition, bool_)
    }

    /// `result = condition && result`, or with `||`.
    fn take_in(&mut self, forall: bool, result: LocalId, body: ast::ExprId, span: Span, out: &mut Vec<StmtId>) {
        let (lhs, rhs) = (self.condition(body), self.load_local(result, span));
        let kind = if forall { ExprKind::And { lhs, rhs } } else { ExprKind::Or { lhs, rhs } };
        let (int, bool_) = (self.an.basic.int, self.an.basic.bool_);
        let both = self.mk(kind, int, span);
        let both = self.convert(both, bool_);
        self.assign_local(result, both, span, out);
    }

    /// A loop from one expression up to another one: `for (at = max(below, lo); at <= hi && i < above; at++)`.
    fn between(
        &mut self,
        forall: bool,
        range: &Range,
        i: LocalId,
        body: ast::ExprId,
        span: Span,
        out: &mut Vec<StmtId>,
    ) -> Option<ExprId> {
        let ((_, start), (op, limit)) = (range.below?, range.above.filter(|_| range.above_keeps)?);
        let (ty, bool_) = (self.body.locals[i].ty.ty, self.an.basic.bool_);
        let known = self.mk_const(u128::from(forall), bool_, span);
        let result = self.temporary(known, out);
        let (value, variable) = (self.end_of_range(start), self.load_local(i, span));
        // All values of the variable's type are values of the common one.
        let (_, value, common) = self.usual(variable, value);
        let first = self.temporary(value, out);
        let (lo, hi) = (self.mk_int(range.lo, common, span), self.mk_int(range.hi, common, span));
        let (is_below, lowest) = (self.load_local(first, span), self.mk_int(range.lo, common, span));
        let is_below = self.binary_values(BinaryOp::Lt, is_below, lowest, span);
        let (then, els) = (Some(lo), self.load_local(first, span));
        let from = self.mk(ExprKind::Cond { cond: is_below, then, els }, common, span);
        let at = self.temporary(from, out);

        let mut stmts = Vec::new();
        let now = self.load_local(at, span);
        let now = self.cast_to(now, ty, true);
        self.assign_local(i, now, span, &mut stmts);
        self.leave_unless(op, i, limit, span, &mut stmts);
        self.take_in(forall, result, body, span, &mut stmts);
        // The last value has no successor.
        let (now, last) = (self.load_local(at, span), self.mk_int(range.hi, common, span));
        let cond = self.binary_values(BinaryOp::Lt, now, last, span);
        let (then, els) = (self.mk_stmt(StmtKind::Empty, span), Some(self.mk_stmt(StmtKind::Break, span)));
        stmts.push(self.mk_stmt(StmtKind::If { cond, then, els }, span));

        let body = self.mk_stmt(StmtKind::Block { locals: Vec::new(), stmts }, span);
        let now = self.load_local(at, span);
        let cond = Some(self.binary_values(BinaryOp::Le, now, hi, span));
        let next = self.sum_of(at, 1, span);
        let step = Some(self.assignment_to(at, next, span));
        out.push(self.mk_stmt(StmtKind::For { cond, step, body, unwind: None }, span));
        Some(self.load_local(result, span))
    }

    fn value_at(&mut self, walk: &Walk, at: LocalId, span: Span) -> ExprId {
        if !walk.down {
            return self.sum_of(at, walk.from, span);
        }
        let ty = self.body.locals[at].ty.ty;
        let (from, back) = (self.mk_int(walk.from, ty, span), self.load_local(at, span));
        self.binary_values(BinaryOp::Sub, from, back, span)
    }

    fn sum_of(&mut self, local: LocalId, add: i128, span: Span) -> ExprId {
        let value = self.load_local(local, span);
        let ty = self.body.locals[local].ty.ty;
        let add = self.mk_int(add, ty, span);
        self.binary_values(BinaryOp::Add, value, add, span)
    }

    fn assignment_to(&mut self, local: LocalId, rhs: ExprId, span: Span) -> ExprId {
        let ty = self.body.locals[local].ty;
        let lhs = self.mk(ExprKind::Local(local), ty, span);
        self.mk(ExprKind::Assign { lhs, rhs }, ty.ty, span)
    }

    fn assign_local(&mut self, local: LocalId, value: ExprId, span: Span, out: &mut Vec<StmtId>) {
        let e = self.assignment_to(local, value, span);
        self.run(e, out);
    }

    /// What the variable is compared with is a number, not a truth that one value may decide.
    fn end_of_range(&mut self, e: ast::ExprId) -> ExprId {
        let polarity = self.polarity.take();
        let value = self.rvalue(e);
        self.polarity = polarity;
        value
    }

    fn leave_unless(&mut self, op: BinaryOp, i: LocalId, limit: ast::ExprId, span: Span, out: &mut Vec<StmtId>) {
        let (a, b) = (self.load_local(i, span), self.end_of_range(limit));
        let cond = self.binary_values(op, a, b, span);
        let then = self.mk_stmt(StmtKind::Empty, span);
        let els = Some(self.mk_stmt(StmtKind::Break, span));
        out.push(self.mk_stmt(StmtKind::If { cond, then, els }, span));
    }

    // ---- the range ------------------------------------------------------------------------------------------------

    fn quantifier_range(
        &mut self,
        forall: bool,
        body: ast::ExprId,
        name: Symbol,
        i: LocalId,
        format: IntFormat,
    ) -> Range {
        let (lo, hi) = (format.to_i128(format.min()), format.to_i128(format.max()));
        let mut range = Range { lo, hi, above: None, above_keeps: false, below: None, is_one: false };
        for comparison in self.comparisons(forall, body, name) {
            self.restrict(&mut range, &comparison, name, i, format);
        }
        range
    }

    /// What must hold of the variable where the condition is false (`forall`) or true.
    fn comparisons(&self, forall: bool, body: ast::ExprId, name: Symbol) -> Vec<Comparison> {
        use ast::BinaryOp as Op;
        let mut found = Vec::new();
        let mut open = vec![(body, !forall)];
        while let Some((e, truth)) = open.pop() {
            match &self.ast_expr(e).kind {
                ast::ExprKind::Unary { op: UnaryOp::Not, arg } => open.push((*arg, !truth)),
                ast::ExprKind::Binary { op: Op::And, lhs, rhs } if truth => open.extend([(*lhs, true), (*rhs, true)]),
                ast::ExprKind::Binary { op: Op::Or, lhs, rhs } if !truth => open.extend([(*lhs, false), (*rhs, false)]),
                ast::ExprKind::Binary { op, lhs, rhs } => {
                    let op = match op {
                        Op::Lt => BinaryOp::Lt,
                        Op::Le => BinaryOp::Le,
                        Op::Gt => BinaryOp::Gt,
                        Op::Ge => BinaryOp::Ge,
                        Op::Eq => BinaryOp::Eq,
                        Op::Ne => BinaryOp::Ne,
                        _ => continue,
                    };
                    let op = if truth { op } else { negated(op) };
                    if self.is_name(*lhs, name) {
                        found.push(Comparison { op, with: *rhs });
                    } else if self.is_name(*rhs, name) {
                        found.push(Comparison { op: turned(op), with: *lhs });
                    }
                }
                _ => {}
            }
        }
        found
    }

    fn is_name(&self, e: ast::ExprId, name: Symbol) -> bool {
        matches!(self.ast_expr(e).kind, ast::ExprKind::Ident(n) if n == name)
    }

    fn restrict(&mut self, range: &mut Range, c: &Comparison, name: Symbol, i: LocalId, format: IntFormat) {
        let span = self.ast_expr(c.with).span;
        let (a, b) = (self.load_local(i, span), self.end_of_range(c.with));
        if self.class(self.ty(b)) != Class::Int {
            return;
        }
        let (_, b, common) = self.usual(a, b);
        let Some(common) = self.types().as_int(common).filter(|f| f.bits <= 64) else { return };
        let keeps = common.fits(format.min(), format) && common.fits(format.max(), format);
        let Some(k) = self.eval_int(b) else {
            let limit = Some((c.op, c.with)).filter(|_| !self.mentions(c.with, name));
            match c.op {
                BinaryOp::Lt | BinaryOp::Le if range.above.is_none() => {
                    range.above = limit;
                    range.above_keeps = keeps;
                }
                BinaryOp::Gt | BinaryOp::Ge if keeps && !range.is_one => range.below = range.below.or(limit),
                BinaryOp::Eq if keeps && limit.is_some() => {
                    range.above = limit.map(|(_, e)| (BinaryOp::Le, e));
                    range.below = limit.map(|(_, e)| (BinaryOp::Ge, e));
                    (range.above_keeps, range.is_one) = (true, true);
                }
                _ => {}
            }
            return;
        };
        // Compared as unsigned numbers, what is below a small number is not negative; nothing else is said.
        if !keeps && (k > format.to_i128(format.max()) || !matches!(c.op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Eq)) {
            return;
        }
        let (lo, hi) = match c.op {
            BinaryOp::Lt => (None, Some(k - 1)),
            BinaryOp::Le => (None, Some(k)),
            BinaryOp::Gt => (Some(k + 1), None),
            BinaryOp::Ge => (Some(k), None),
            BinaryOp::Eq => (Some(k), Some(k)),
            _ => return,
        };
        let lo = if keeps { lo } else { Some(0) };
        range.lo = range.lo.max(lo.unwrap_or(range.lo));
        range.hi = range.hi.min(hi.unwrap_or(range.hi));
    }

    /// The polarity of the parts of an expression; none where they are not its truth.
    pub fn polarity_within(&self, e: ast::ExprId, polarity: bool) -> Option<bool> {
        use ast::BinaryOp as Op;
        match &self.ast_expr(e).kind {
            ast::ExprKind::Unary { op: UnaryOp::Not, .. } => Some(!polarity),
            ast::ExprKind::Binary { op: Op::And | Op::Or, .. } | ast::ExprKind::Quantifier { .. } => Some(polarity),
            ast::ExprKind::Call { callee, .. } => match self.ast_expr(*callee).kind {
                ast::ExprKind::Ident(f) => {
                    let special = self.an.builtins.special(f);
                    matches!(special, Some(Special::Quantifier(_))).then_some(polarity)
                }
                _ => None,
            },
            _ => None,
        }
    }

    // ---- the condition's text -------------------------------------------------------------------------------------

    fn mentions(&self, e: ast::ExprId, name: Symbol) -> bool {
        self.any_part(e, |kind| matches!(kind, ast::ExprKind::Ident(n) if *n == name))
    }

    fn has_effects(&self, e: ast::ExprId) -> bool {
        self.any_part(e, |kind| match kind {
            ast::ExprKind::Assign { .. } | ast::ExprKind::StmtExpr(_) | ast::ExprKind::VaArg { .. } => true,
            ast::ExprKind::Unary { op, .. } => {
                matches!(op, UnaryOp::PreInc | UnaryOp::PreDec | UnaryOp::PostInc | UnaryOp::PostDec)
            }
            ast::ExprKind::Call { callee, .. } => match self.ast_expr(*callee).kind {
                ast::ExprKind::Ident(f) => !self.is_pure_intrinsic(f),
                _ => true,
            },
            _ => false,
        })
    }

    fn is_pure_intrinsic(&self, name: Symbol) -> bool {
        let is_pure = |op: Builtin| {
            matches!(
                op,
                Builtin::ROk
                    | Builtin::WOk
                    | Builtin::ObjectSize
                    | Builtin::PointerOffset
                    | Builtin::PointerObject
                    | Builtin::SameObject
                    | Builtin::IsDynamicObject
                    | Builtin::IsLiveObject
                    | Builtin::IsWritableObject
            )
        };
        match self.an.builtins.special(name) {
            Some(Special::AccessOk(_) | Special::Quantifier(_) | Special::Connective(_) | Special::Implies) => true,
            _ => self.an.builtins.intrinsic(name).is_some_and(is_pure),
        }
    }

    /// Is there a part of the expression for which `test` holds?
    fn any_part(&self, e: ast::ExprId, test: impl Fn(&ast::ExprKind) -> bool) -> bool {
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            let kind = &self.ast_expr(e).kind;
            if test(kind) {
                return true;
            }
            match kind {
                ast::ExprKind::Unary { arg, .. } | ast::ExprKind::Cast { arg, .. } => open.push(*arg),
                ast::ExprKind::Binary { lhs, rhs, .. }
                | ast::ExprKind::Assign { lhs, rhs, .. }
                | ast::ExprKind::Comma { lhs, rhs } => open.extend([*lhs, *rhs]),
                ast::ExprKind::Cond { cond, then, els } => open.extend([*cond, *els].into_iter().chain(*then)),
                ast::ExprKind::Call { args, .. } => open.extend(args),
                ast::ExprKind::Index { base, index } => open.extend([*base, *index]),
                ast::ExprKind::Member { base, .. } => open.push(*base),
                ast::ExprKind::Quantifier { body, .. } => open.push(*body),
                _ => {}
            }
        }
        false
    }
}

impl Range {
    fn is_all_of(&self, format: IntFormat) -> bool {
        self.lo == format.to_i128(format.min()) && self.hi == format.to_i128(format.max())
    }
}

const OPEN: &str = "a quantifier whose range is not known: its variable needs constant bounds, or few values";

fn walk(range: &Range, format: IntFormat) -> Result<Walk, &'static str> {
    let (least, most) = (format.to_i128(format.min()), format.to_i128(format.max()));
    let count = (range.hi - range.lo + 1).max(0);
    let walk = if count <= MOST {
        Walk { from: range.lo, down: false, count, while_: None }
    } else if let Some((op, _)) = range.above.filter(|_| range.lo > least || least == 0).filter(|_| range.lo >= 0) {
        // Upwards from a number that is not negative, a comparison that fails once fails from there on. The largest number
        // is below none.
        let without = i128::from(op == BinaryOp::Lt && range.hi == most);
        Walk { from: range.lo, down: false, count: count - without, while_: range.above }
    } else if let Some((op, _)) = range.below.filter(|_| range.hi < most) {
        let without = i128::from(op == BinaryOp::Gt && range.lo == least);
        Walk { from: range.hi, down: true, count: count - without, while_: range.below }
    } else {
        return Err(OPEN);
    };
    let limit = if walk.down || walk.from < 0 { i128::from(i64::MAX) } else { i128::from(u64::MAX) };
    if walk.count > limit || walk.from > limit { Err(OPEN) } else { Ok(walk) }
}

fn negated(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Eq => BinaryOp::Ne,
        _ => BinaryOp::Eq,
    }
}

/// `e OP i` as `i OP e`
fn turned(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Lt => BinaryOp::Gt,
        BinaryOp::Le => BinaryOp::Ge,
        BinaryOp::Gt => BinaryOp::Lt,
        BinaryOp::Ge => BinaryOp::Le,
        op => op,
    }
}
