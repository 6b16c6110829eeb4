//! A goal for each path of a function: from its entry, or the head of a loop, to the next head of a loop, or a return.
//!
//! Such paths are finitely many, and each execution of the function is a sequence of them. They are numbered as in Ball and Larus, "Efficient Path
//! Profiling" (1996): a number is added along each edge, so that the sum at the end of a path is its number; where a path ends, the event of each number that may end there is
//! asked for. Paths to places that never return (`exit`, a failed assertion) are none. Operands of `&&`, `||` and `?:` are branches like others.

use pm_base::num::IntFormat;
use pm_base::{Interner, Span};
use pm_ir::{
    BinOp, Block, BlockId, CmpOp, FuncId, Function, Inst, InstKind, Operand, Program, PropId, Property, PropertyKind,
    Role, Rvalue, StorageKind, TermKind, Terminator, Ty, Var, VarId,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// Of a function with more paths none is told.
const MOST: u64 = 256;
const NUMBER: IntFormat = IntFormat::new(32, false);

/// A path, or all of a function that has too many.
pub struct Path {
    pub func: FuncId,
    /// Where it ends.
    pub span: Span,
    /// The branches on it that choose.
    pub turns: Vec<(Span, Turn)>,
    /// `None`: too many.
    pub event: Option<PropId>,
}

#[derive(Clone, Copy)]
pub enum Turn {
    /// By the value of a condition.
    Value(bool),
    /// To a label.
    To(Span),
}

/// Puts the goals into the functions of the program.
pub fn add(program: &mut Program, names: &Interner) -> Vec<Path> {
    let mut all = Vec::new();
    let own = |f: &Function| !f.is_model && f.has_body() && !names.name(f.name).starts_with("__pm_");
    let funcs: Vec<FuncId> = program.funcs.iter_ids().filter(|(_, f)| own(f)).map(|(id, _)| id).collect();
    for func in funcs {
        let graph = Graph::new(&program.funcs[func]);
        let Some(counts) = graph.counts() else {
            let span = program.funcs[func].span;
            all.push(Path { func, span, turns: Vec::new(), event: None });
            continue;
        };
        let name = names.name(program.funcs[func].name).to_string();
        let paths = graph.paths(&counts);
        let first = program.props.len();
        for (i, path) in paths.iter().enumerate() {
            let end = &program.funcs[func].blocks[path.end.block()];
            let span = end.term.span;
            let (id, kind) = (format!("{name}.path.{}", i + 1), PropertyKind::Cover);
            let event = program.props.push(Property { id, kind, func, span, text: "path".into(), goes_on: false });
            let turns = path.turns(&program.funcs[func]);
            all.push(Path { func, span, turns, event: Some(event) });
        }
        Instrument { func: &mut program.funcs[func], graph: &graph, counts: &counts, first }.run(&paths);
    }
    all
}

/// Where a path begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Edge {
    /// From block to block, on the way.
    Inner(BlockId, BlockId),
    /// The end of the function.
    Return(BlockId),
    /// Back to the head of a loop: the end of a path, and the begin of another.
    Back(BlockId, BlockId),
}

impl Edge {
    fn block(self) -> BlockId {
        match self {
            Edge::Inner(from, _) | Edge::Return(from) | Edge::Back(from, _) => from,
        }
    }
}

/// The function without its loops.
struct Graph {
    /// In an order in which edges go forward.
    order: Vec<BlockId>,
    edges: FxHashMap<BlockId, Vec<Edge>>,
    /// The entry, and heads of loops.
    begins: Vec<BlockId>,
}

struct Found {
    blocks: Vec<BlockId>,
    end: Edge,
    number: u64,
}

impl Graph {
    fn new(func: &Function) -> Graph {
        let entry = BlockId(0);
        let (mut edges, mut done): (FxHashMap<BlockId, Vec<Edge>>, Vec<BlockId>) = Default::default();
        let (mut seen, mut on_path) = (FxHashSet::from_iter([entry]), FxHashSet::from_iter([entry]));
        let (mut begins, mut stack) = (vec![entry], vec![(entry, 0)]);
        while let Some((block, at)) = stack.pop() {
            let next = Self::successors(func, block);
            let own = edges.entry(block).or_default();
            if at == 0 && matches!(func.blocks[block].term.kind, TermKind::Return(_)) {
                own.push(Edge::Return(block));
            }
            let Some(&to) = next.get(at) else {
                on_path.remove(&block);
                done.push(block);
                continue;
            };
            stack.push((block, at + 1));
            if on_path.contains(&to) {
                own.push(Edge::Back(block, to));
                if !begins.contains(&to) {
                    begins.push(to);
                }
                continue;
            }
            own.push(Edge::Inner(block, to));
            if seen.insert(to) {
                on_path.insert(to);
                stack.push((to, 0));
            }
        }
        done.reverse();
        Graph { order: done, edges, begins }
    }

    /// Each once.
    fn successors(func: &Function, block: BlockId) -> Vec<BlockId> {
        let mut all: Vec<BlockId> = Vec::new();
        for to in func.blocks[block].term.kind.successors() {
            if !all.contains(&to) {
                all.push(to);
            }
        }
        all
    }

    /// How many paths there are from each block to an end; `None`: too many.
    fn counts(&self) -> Option<FxHashMap<BlockId, u64>> {
        let mut counts: FxHashMap<BlockId, u64> = FxHashMap::default();
        for block in self.order.iter().rev() {
            let own = self.edges[block].iter().map(|e| self.count(*e, &counts)).sum::<u64>();
            counts.insert(*block, own);
            if own > MOST {
                return None;
            }
        }
        (self.begins.iter().map(|b| counts[b]).sum::<u64>() <= MOST).then_some(counts)
    }

    fn count(&self, edge: Edge, counts: &FxHashMap<BlockId, u64>) -> u64 {
        if let Edge::Inner(_, to) = edge { counts[&to] } else { 1 }
    }

    /// What is added along an edge: the paths of the edges before it.
    fn value(&self, edge: Edge, counts: &FxHashMap<BlockId, u64>) -> u64 {
        let before = self.edges[&edge.block()].iter().take_while(|e| **e != edge);
        before.map(|e| self.count(*e, counts)).sum()
    }

    /// The number of the first path that begins there.
    fn first(&self, begin: usize, counts: &FxHashMap<BlockId, u64>) -> u64 {
        self.begins[..begin].iter().map(|b| counts[b]).sum()
    }

    /// All paths, by their numbers.
    fn paths(&self, counts: &FxHashMap<BlockId, u64>) -> Vec<Found> {
        let mut all = Vec::new();
        for (begin, block) in self.begins.iter().enumerate() {
            let first = self.first(begin, counts);
            (0..counts[block]).for_each(|i| all.push(self.path(begin, i, first + i, counts)));
        }
        all
    }

    fn path(&self, begin: usize, mut left: u64, number: u64, counts: &FxHashMap<BlockId, u64>) -> Found {
        let mut blocks = vec![self.begins[begin]];
        loop {
            let here = blocks[blocks.len() - 1];
            let fits = |e: &&Edge| {
                let value = self.value(**e, counts);
                (value..value + self.count(**e, counts)).contains(&left)
            };
            let Some(&edge) = self.edges[&here].iter().find(fits) else { unreachable!("path {number} has no way on") };
            left -= self.value(edge, counts);
            match edge {
                Edge::Inner(_, to) => blocks.push(to),
                end => return Found { blocks, end, number },
            }
        }
    }
}

impl Found {
    fn turns(&self, func: &Function) -> Vec<(Span, Turn)> {
        let end = if let Edge::Back(_, to) = self.end { Some(to) } else { None };
        let next = self.blocks.iter().skip(1).copied().chain(end);
        let turn = |(from, to): (&BlockId, BlockId)| {
            let term = &func.blocks[*from].term;
            match &term.kind {
                TermKind::Branch { then, .. } => Some((term.span, Turn::Value(*then == to))),
                TermKind::Switch { .. } => Some((term.span, Turn::To(first_span(func, to)))),
                _ => None,
            }
        };
        self.blocks.iter().zip(next).filter_map(turn).collect()
    }
}

fn first_span(func: &Function, block: BlockId) -> Span {
    let block = &func.blocks[block];
    let spans = block.insts.iter().map(|i| i.span).find(|s| !s.is_none());
    spans.unwrap_or(block.term.span)
}

/// Writes the sums and the events into a function.
struct Instrument<'a> {
    func: &'a mut Function,
    graph: &'a Graph,
    counts: &'a FxHashMap<BlockId, u64>,
    /// The number of the first path's event.
    first: usize,
}

impl Instrument<'_> {
    fn run(mut self, paths: &[Found]) {
        let sum = self.variable(Ty::Int(NUMBER));
        let mut ends: FxHashMap<Edge, Vec<u64>> = FxHashMap::default();
        paths.iter().for_each(|p| ends.entry(p.end).or_default().push(p.number));
        let edges: Vec<Edge> = self.graph.order.iter().flat_map(|b| self.graph.edges[b].clone()).collect();
        for edge in edges {
            let value = self.graph.value(edge, self.counts);
            let numbers = ends.get(&edge).map_or(&[][..], Vec::as_slice);
            match edge {
                Edge::Inner(from, to) if value > 0 => {
                    let insts = self.add(sum, value);
                    self.split(from, to, insts);
                }
                Edge::Inner(..) => {}
                Edge::Return(from) => {
                    let mut insts = self.add(sum, value);
                    insts.extend(self.events(sum, numbers));
                    self.func.blocks[from].insts.extend(insts);
                }
                Edge::Back(from, to) => {
                    let mut insts = self.add(sum, value);
                    insts.extend(self.events(sum, numbers));
                    let begin = self.graph.begins.iter().position(|b| *b == to).unwrap_or(0);
                    insts.push(assign(sum, number(self.graph.first(begin, self.counts))));
                    self.split(from, to, insts);
                }
            }
        }
        self.func.blocks[BlockId(0)].insts.insert(0, assign(sum, number(0)));
    }

    fn variable(&mut self, ty: Ty) -> VarId {
        self.func.vars.push(Var { name: None, ty, cty: None, kind: StorageKind::Temp, span: Span::NONE })
    }

    fn add(&self, sum: VarId, value: u64) -> Vec<Inst> {
        let value = Rvalue::Binary { op: BinOp::Add, ty: Ty::Int(NUMBER), a: Operand::Var(sum), b: operand(value) };
        vec![assign(sum, value)]
    }

    fn events(&mut self, sum: VarId, numbers: &[u64]) -> Vec<Inst> {
        let mut insts = Vec::new();
        for n in numbers {
            let is = self.variable(Ty::BOOL);
            let value = Rvalue::Cmp { op: CmpOp::Eq, ty: Ty::Int(NUMBER), a: Operand::Var(sum), b: operand(*n) };
            insts.push(assign(is, value));
            let prop = PropId((self.first as u64 + n) as u32);
            let kind = InstKind::Cover { cond: Operand::Var(is), prop };
            insts.push(Inst { kind, span: Span::NONE, role: Role::Glue });
        }
        insts
    }

    /// A block between the two.
    fn split(&mut self, from: BlockId, to: BlockId, insts: Vec<Inst>) {
        let span = self.func.blocks[from].term.span;
        let between = self.func.blocks.push(Block { insts, term: Terminator { kind: TermKind::Goto(to), span } });
        let redirect = |target: &mut BlockId| {
            if *target == to {
                *target = between;
            }
        };
        match &mut self.func.blocks[from].term.kind {
            TermKind::Goto(target) => redirect(target),
            TermKind::Branch { then, els, .. } => [then, els].into_iter().for_each(redirect),
            TermKind::Switch { cases, default, .. } => {
                cases.iter_mut().map(|c| &mut c.target).chain([default]).for_each(redirect);
            }
            TermKind::Return(_) | TermKind::Stop(_) | TermKind::Unreachable => {}
        }
    }
}

fn assign(dst: VarId, value: Rvalue) -> Inst {
    Inst { kind: InstKind::Assign { dst, value }, span: Span::NONE, role: Role::Glue }
}

fn operand(value: u64) -> Operand {
    Operand::Int(NUMBER, value.into())
}

fn number(value: u64) -> Rvalue {
    Rvalue::Use(operand(value))
}
