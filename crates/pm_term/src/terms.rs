//! The term manager: one arena of 16-byte nodes, hash-consed, addressed by 32-bit ids.
//!
//! Only [`Terms`] makes terms, and equal ids mean equal terms. An id is a node number and a complement bit, which reads
//! as [`Op::Not`]; constants and arrays are never complemented. Arguments of a node always have smaller node numbers, so
//! node order is a topological order. Constants up to 64 bits are in the node, wider ones in a table of limbs.

use crate::bits::Bits;
use crate::consing::{Consing, Place};
use crate::constants::Constants;
use crate::domain::Abs;
use crate::fp::FpOrigin;
use crate::op::Op;
use crate::ranges::Ranges;
use crate::rewrite::Rewriter;
use crate::sort::{Sort, SortCode, SortTable};
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;

/// A term: node number and complement bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(pub(crate) u32);

impl TermId {
    pub const FALSE: TermId = TermId(0);
    pub const TRUE: TermId = TermId(2);

    /// The number of its node, shared with the complement: the key for memo tables.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn from_node(node: usize) -> TermId {
        TermId((node as u32) << 1)
    }

    /// Whether it reads as `Not` of [`TermId::regular`].
    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    /// Itself without its complement bit.
    pub fn regular(self) -> TermId {
        TermId(self.0 & !1)
    }

    /// Dense number that tells a term from its complement.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn flip(self) -> TermId {
        TermId(self.0 ^ 1)
    }

    pub(crate) fn flip_if(self, flip: bool) -> TermId {
        TermId(self.0 ^ u32::from(flip))
    }
}

impl fmt::Debug for TermId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}t{}", if self.is_complemented() { "~" } else { "" }, self.node())
    }
}

/// An input, in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

struct Symbol {
    name: Box<str>,
    term: TermId,
}

/// `head` is the operator in the low 8 bits and the sort above; `a`, `b`, `c` are arguments or immediates:
/// low and high half (or place in the table) of a constant, number of a symbol, lowest bit (`b`) of an extract.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    head: u32,
    a: u32,
    b: u32,
    c: u32,
}

impl Node {
    pub fn new(op: Op, sort: SortCode, a: u32, b: u32, c: u32) -> Node {
        Node { head: op as u32 | sort.0 << 8, a, b, c }
    }

    fn op(&self) -> Op {
        Op::from_code(self.head & 0xff)
    }

    fn sort(&self) -> SortCode {
        SortCode(self.head >> 8)
    }

    /// The number of the argument that was made last.
    fn last_arg(&self) -> Option<usize> {
        let last = match self.op().info().arity {
            0 => return None,
            1 => self.a,
            2 => self.a.max(self.b),
            _ => self.a.max(self.b).max(self.c),
        };
        Some(TermId(last).node())
    }

    fn hash(&self) -> u32 {
        // Neighbouring constants are made one after the other: they share a cache line of the table.
        if self.head & 0xff == Op::Const as u32 {
            let high = u64::from(self.head) << 40 ^ (u64::from(self.a) | u64::from(self.b) << 32) >> 3;
            return mix(high) & !7 | self.a & 7;
        }
        let x = u64::from(self.head) | u64::from(self.a) << 32;
        let y = u64::from(self.b) | u64::from(self.c) << 32;
        mix(x.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ y)
    }
}

fn mix(x: u64) -> u32 {
    let h = x.wrapping_mul(0xf135_7aea_2e62_a9c5);
    ((h ^ (h >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

/// The arguments of a term, at most three.
#[derive(Clone, Copy, Debug)]
pub struct Args {
    ids: [TermId; 3],
    len: u8,
}

impl std::ops::Deref for Args {
    type Target = [TermId];

    fn deref(&self) -> &[TermId] {
        &self.ids[..self.len as usize]
    }
}

/// The manager of all terms.
pub struct Terms {
    nodes: Vec<Node>,
    consing: Consing,
    /// Values of constants wider than 64 bits, least significant limb first.
    limbs: Vec<u64>,
    sorts: SortTable,
    symbols: Vec<Symbol>,
    /// Named inputs; the few of one name differ in sort.
    named: FxHashMap<Box<str>, Vec<TermId>>,
    pub(crate) rewriter: Rewriter,
    /// Of terms without complement bit that are results of float operations.
    pub(crate) fp_origins: FxHashMap<TermId, FpOrigin>,
    /// What was asked for of the values of terms.
    ranges: Ranges,
    constants: Constants,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    /// A manager that simplifies what it builds.
    pub fn new() -> Terms {
        Terms::with_rewriter(Rewriter::new(true))
    }

    /// A manager that builds exactly what is asked for (only `not` still folds constants): the reference in tests.
    pub fn raw() -> Terms {
        Terms::with_rewriter(Rewriter::new(false))
    }

    fn with_rewriter(rewriter: Rewriter) -> Terms {
        let mut terms = Terms {
            nodes: Vec::new(),
            consing: Consing::new(),
            limbs: Vec::new(),
            sorts: SortTable::default(),
            symbols: Vec::new(),
            named: FxHashMap::default(),
            rewriter,
            fp_origins: FxHashMap::default(),
            ranges: Ranges::new(),
            constants: Constants::default(),
        };
        let fals = terms.intern(Node::new(Op::Const, SortCode::BOOL, 0, 0, 0));
        let tru = terms.intern(Node::new(Op::Const, SortCode::BOOL, 1, 0, 0));
        debug_assert!(fals == TermId::FALSE && tru == TermId::TRUE);
        terms
    }

    /// How many nodes exist; node numbers are below it.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn sort(&self, t: TermId) -> Sort {
        self.sorts.sort(self.code(t))
    }

    /// Width of a bit-vector, 1 for Bool.
    pub fn width(&self, t: TermId) -> u32 {
        self.code(t).width()
    }

    pub fn is_bool(&self, t: TermId) -> bool {
        self.code(t) == SortCode::BOOL
    }

    pub fn op(&self, t: TermId) -> Op {
        if t.is_complemented() { Op::Not } else { self.nodes[t.node()].op() }
    }

    pub fn args(&self, t: TermId) -> Args {
        if t.is_complemented() {
            return Args { ids: [t.regular(), TermId::FALSE, TermId::FALSE], len: 1 };
        }
        let node = &self.nodes[t.node()];
        Args { ids: [TermId(node.a), TermId(node.b), TermId(node.c)], len: node.op().info().arity }
    }

    /// Lowest bit that an `Extract` takes.
    pub fn extract_lo(&self, t: TermId) -> u32 {
        debug_assert_eq!(self.op(t), Op::Extract);
        self.nodes[t.node()].b
    }

    /// All values that a term can have, whatever its symbols are. `None` where that is not narrower than its width.
    pub fn value_of(&mut self, t: TermId) -> Option<Abs> {
        let mut ranges = std::mem::take(&mut self.ranges);
        let value = ranges.of(self, t);
        self.ranges = ranges;
        value
    }

    /// The few constants that a term is one of, in ascending order; `None` where it may be something else, or there are many.
    pub fn constants_of(&mut self, t: TermId) -> Option<Arc<[u128]>> {
        let mut constants = std::mem::take(&mut self.constants);
        let values = constants.of(self, t);
        self.constants = constants;
        values
    }

    pub fn is_const(&self, t: TermId) -> bool {
        self.node(t).op() == Op::Const
    }

    /// The value of a Bool constant.
    pub fn const_bool(&self, t: TermId) -> Option<bool> {
        match t {
            TermId::FALSE => Some(false),
            TermId::TRUE => Some(true),
            _ => None,
        }
    }

    /// The value of a constant of at most 64 bits (0 or 1 for Bool).
    pub fn const_u64(&self, t: TermId) -> Option<u64> {
        let node = self.node(t);
        (node.op() == Op::Const && node.sort().width() <= 64).then(|| u64::from(node.a) | u64::from(node.b) << 32)
    }

    /// The value of a constant of at most 128 bits.
    pub fn const_u128(&self, t: TermId) -> Option<u128> {
        let node = self.node(t);
        if node.op() != Op::Const || node.sort().width() > 128 {
            return None;
        }
        if node.sort().width() <= 64 {
            return Some(u128::from(node.a) | u128::from(node.b) << 32);
        }
        let at = node.a as usize;
        Some(u128::from(self.limbs[at]) | u128::from(self.limbs[at + 1]) << 64)
    }

    /// The value of a constant (one bit for Bool).
    pub fn const_bits(&self, t: TermId) -> Option<Bits> {
        if let Some(value) = self.const_u128(t) {
            return Some(Bits::from_u128(self.width(t), value));
        }
        let node = self.node(t);
        (node.op() == Op::Const).then(|| Bits::from_limbs(node.sort().width(), self.wide_limbs(node)))
    }

    pub fn symbol_id(&self, t: TermId) -> Option<SymbolId> {
        let node = self.node(t);
        (node.op() == Op::Symbol && !t.is_complemented()).then_some(SymbolId(node.a))
    }

    pub fn symbol_name(&self, symbol: SymbolId) -> &str {
        &self.symbols[symbol.0 as usize].name
    }

    pub fn symbol_term(&self, symbol: SymbolId) -> TermId {
        self.symbols[symbol.0 as usize].term
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The input of this name and sort, the same at each call.
    pub fn symbol(&mut self, name: &str, sort: Sort) -> TermId {
        let found = self.named.get(name).and_then(|terms| terms.iter().find(|&&t| self.sort(t) == sort));
        if let Some(&term) = found {
            return term;
        }
        let term = self.new_symbol(name.into(), sort);
        self.named.entry(name.into()).or_default().push(term);
        term
    }

    /// An input that differs from all others; its name is `prefix!number`.
    pub fn fresh(&mut self, prefix: &str, sort: Sort) -> TermId {
        let name = format!("{prefix}!{}", self.symbols.len());
        self.new_symbol(name.into(), sort)
    }

    fn new_symbol(&mut self, name: Box<str>, sort: Sort) -> TermId {
        let code = self.sorts.code(sort);
        let number = self.symbols.len() as u32;
        let term = self.intern(Node::new(Op::Symbol, code, number, 0, 0));
        self.symbols.push(Symbol { name, term });
        term
    }

    pub(crate) fn code(&self, t: TermId) -> SortCode {
        self.node(t).sort()
    }

    pub(crate) fn sort_code(&mut self, sort: Sort) -> SortCode {
        self.sorts.code(sort)
    }

    pub fn array_widths(&self, t: TermId) -> (u32, u32) {
        match self.sort(t) {
            Sort::Array { index, elem } => (index, elem),
            Sort::Bool | Sort::Bv(_) => unreachable!("{t:?} is not an array"),
        }
    }

    /// The node under the complement bit.
    fn node(&self, t: TermId) -> &Node {
        &self.nodes[t.node()]
    }

    /// Operator of the node under the complement bit.
    pub(crate) fn node_op(&self, t: TermId) -> Op {
        self.node(t).op()
    }

    /// Arguments of the node under the complement bit; meaningful up to its arity.
    pub(crate) fn node_args(&self, t: TermId) -> [TermId; 3] {
        let node = self.node(t);
        [TermId(node.a), TermId(node.b), TermId(node.c)]
    }

    /// A constant of at most 64 bits; the value must fit.
    pub(crate) fn small_const(&mut self, code: SortCode, value: u64) -> TermId {
        self.intern(Node::new(Op::Const, code, value as u32, (value >> 32) as u32, 0))
    }

    /// A constant of more than 64 bits.
    pub(crate) fn wide_const(&mut self, width: u32, limbs: &[u64]) -> TermId {
        debug_assert_eq!(limbs.len(), width.div_ceil(64) as usize);
        let hash = mix(limbs
            .iter()
            .fold(u64::from(width), |h, &limb| (h.rotate_left(7) ^ limb).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        let head = Node::new(Op::Const, SortCode::bv(width), 0, 0, 0).head;
        let same = |number: usize| self.nodes[number].head == head && self.wide_limbs(&self.nodes[number]) == limbs;
        match self.consing.find(hash, None, same) {
            Ok(node) => TermId::from_node(node),
            Err(place) => {
                let at = self.limbs.len() as u32;
                self.limbs.extend_from_slice(limbs);
                self.insert(place, hash, Node { head, a: at, b: 0, c: 0 })
            }
        }
    }

    fn wide_limbs(&self, node: &Node) -> &[u64] {
        let at = node.a as usize;
        &self.limbs[at..at + node.sort().width().div_ceil(64) as usize]
    }

    /// The one node with this content.
    pub(crate) fn intern(&mut self, node: Node) -> TermId {
        let hash = node.hash();
        match self.consing.find(hash, node.last_arg(), |number| self.nodes[number] == node) {
            Ok(found) => TermId::from_node(found),
            Err(place) => self.insert(place, hash, node),
        }
    }

    fn insert(&mut self, place: Place, hash: u32, node: Node) -> TermId {
        let number = self.nodes.len();
        assert!(number < (u32::MAX >> 1) as usize, "more than 2^31 terms");
        self.nodes.push(node);
        self.consing.insert(place, hash, number);
        TermId::from_node(number)
    }
}
