//! Processor time of the solver on queries like those of bounded model checking.
//!
//! `cargo bench -p pm_solve -- [WORKLOAD…] [--backend cadical,batsat] [--cnf pc,…] [--arrays eager,lazy,auto]
//! [--multiplier shift,columns,deep] [--refine] [--set option=value] [--limit SECONDS]`. Every combination is run once; one
//! line each. Results and what was concluded are in docs/how-to/benchmark.md.

use pm_solve::circuit::Multiplier;
use pm_solve::{Answer, ArrayLimits, Backend, BlastOptions, CnfOptions, Limits, Options, Solver};
use pm_term::{Sort, TermId, Terms};
use std::time::{Duration, Instant};

/// A query, and whether it is satisfiable if that is known.
type Query = (TermId, Option<bool>);

/// Queries to ask one after the other on one solver.
type Workload = fn(&mut Terms) -> Vec<Query>;

const WORKLOADS: [(&str, Workload); 9] = [
    ("small", small),
    ("reactive", reactive),
    ("lockstep", lockstep),
    ("fifo", fifo),
    ("sort", sort),
    ("distribute", distribute),
    ("associate", associate),
    ("divide", divide),
    ("square", square),
];

struct Arguments {
    workloads: Vec<String>,
    backends: Vec<Backend>,
    cnf: Vec<String>,
    arrays: Vec<ArrayLimits>,
    multipliers: Vec<Multiplier>,
    refine: bool,
    settings: Vec<(&'static str, i32)>,
    limit: u64,
}

fn main() {
    let arguments = parse(std::env::args().skip(1));
    for (name, workload) in WORKLOADS {
        if !arguments.workloads.is_empty() && !arguments.workloads.iter().any(|w| w == name) {
            continue;
        }
        for &backend in &arguments.backends {
            for cnf in &arguments.cnf {
                for &arrays in &arguments.arrays {
                    for &multiplier in &arguments.multipliers {
                        let blast = BlastOptions { multiplier, arrays, refine_arithmetic: arguments.refine };
                        let settings = arguments.settings.clone();
                        let options = Options { backend, settings, cnf: encoding(cnf), blast, ..Options::default() };
                        let reads = (arrays.eager_writes, arrays.eager_reads);
                        let label = format!("{name} {} {cnf} {reads:?} {multiplier:?}", backend.name());
                        run(&label, workload, &options, arguments.limit);
                    }
                }
            }
        }
    }
}

fn parse(arguments: impl Iterator<Item = String>) -> Arguments {
    let mut parsed = Arguments {
        workloads: Vec::new(),
        backends: vec![Backend::CaDiCaL],
        cnf: vec!["pc".into()],
        arrays: vec![ArrayLimits::default()],
        multipliers: vec![Multiplier::default()],
        refine: false,
        settings: Vec::new(),
        limit: 60,
    };
    let mut arguments = arguments.filter(|a| a != "--bench");
    while let Some(argument) = arguments.next() {
        let mut list = || arguments.next().unwrap_or_default().split(',').map(str::to_owned).collect::<Vec<String>>();
        match argument.as_str() {
            "--backend" => parsed.backends = list().iter().filter_map(|name| Backend::from_name(name)).collect(),
            "--cnf" => parsed.cnf = list(),
            "--arrays" => parsed.arrays = list().iter().map(|name| array_mode(name)).collect(),
            "--multiplier" => parsed.multipliers = list().iter().map(|name| multiplier(name)).collect(),
            "--refine" => parsed.refine = true,
            "--set" => parsed.settings.extend(list().iter().filter_map(|s| setting(s))),
            "--limit" => parsed.limit = list()[0].parse().unwrap_or(60),
            _ => parsed.workloads.push(argument),
        }
    }
    parsed
}

fn encoding(letters: &str) -> CnfOptions {
    let has = |letter| letters.contains(letter);
    CnfOptions { polarity: has('p'), compounds: has('c'), mux_implied: has('m') }
}

fn array_mode(name: &str) -> ArrayLimits {
    match name {
        "eager" => ArrayLimits::EAGER,
        "lazy" => ArrayLimits::LAZY,
        _ => ArrayLimits::default(),
    }
}

fn multiplier(name: &str) -> Multiplier {
    match name {
        "shift" => Multiplier::ShiftAdd,
        "columns" => Multiplier::Columns,
        _ => Multiplier::ColumnsDeep,
    }
}

fn setting(text: &str) -> Option<(&'static str, i32)> {
    let (name, value) = text.split_once('=')?;
    Some((Box::leak(name.to_owned().into_boxed_str()), value.parse().ok()?))
}

fn run(label: &str, workload: Workload, options: &Options, limit: u64) {
    let mut terms = Terms::new();
    let queries = workload(&mut terms);
    let mut solver = Solver::new(options);
    let start = cpu_seconds();
    let deadline = Some(Instant::now() + Duration::from_secs(limit));
    solver.set_limits(Limits { deadline, ..Limits::default() });
    let mut done = 0;
    for (query, expected) in &queries {
        match solver.check(&terms, &[*query]) {
            Answer::Unknown(_) => break,
            answer => assert!(expected.is_none_or(|e| e == (answer == Answer::Sat)), "{label} query {done}"),
        }
        done += 1;
    }
    let stats = solver.stats();
    println!(
        "{label}: {:.2} s, {done} of {} queries, {} gates, {} variables, {} clauses, {} conflicts, {} lemmas, {} steps",
        cpu_seconds() - start,
        queries.len(),
        stats.gates,
        stats.sat.vars,
        stats.sat.clauses,
        stats.sat.conflicts,
        stats.array_lemmas,
        stats.arithmetic_steps,
    );
}

/// Seconds of processor time of this process, so that other processes do not count.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

fn vector(terms: &mut Terms, name: &str, width: u32) -> TermId {
    terms.symbol(name, Sort::Bv(width))
}

/// Many small questions about a few variables: ranges, sums, orders.
fn small(terms: &mut Terms) -> Vec<Query> {
    let vars: Vec<TermId> = (0..20).map(|i| vector(terms, &format!("x{i}"), 16)).collect();
    let mut queries = Vec::new();
    for i in 0..5000usize {
        let (a, b, c) = (vars[i % 20], vars[(i * 7 + 3) % 20], vars[(i * 13 + 5) % 20]);
        let bound = terms.bv(16, i as u128 % 1000 + 10);
        let sum = terms.add(a, bound);
        let (low, high) = (terms.ult(a, b), terms.ult(b, c));
        let order = terms.and(low, high);
        let back = terms.ult(c, a);
        let cycle = terms.and(order, back);
        let wraps = terms.ult(sum, a);
        let reach = terms.and(order, wraps);
        queries.push((cycle, Some(false)));
        let distinct = a != b && b != c && a != c;
        queries.push((reach, Some(distinct)));
    }
    queries
}

/// A controller with modes, counters and limits, unrolled step by step; one property fails at some step after 25.
fn reactive(terms: &mut Terms) -> Vec<Query> {
    let steps = 40;
    let width = 32;
    let mut mode = terms.bv(8, 0);
    let [mut level, mut total, mut timer] = [0; 3].map(|v| terms.bv(width, v));
    let mut queries = Vec::new();
    for step in 0..steps {
        let input = vector(terms, &format!("input{step}"), width);
        let hundred = terms.bv(width, 100);
        let small = terms.ult(input, hundred);
        let zero = terms.bv(width, 0);
        let input = terms.ite(small, input, zero);
        let raised = terms.add(level, input);
        let limit = terms.bv(width, 1000);
        let over = terms.ult(limit, raised);
        let (idle, busy) = (terms.bv(8, 0), terms.bv(8, 1));
        let is_busy = terms.eq(mode, busy);
        let next_mode = terms.ite(over, idle, busy);
        let one = terms.bv(width, 1);
        let half = terms.lshr(level, one);
        level = terms.ite(over, half, raised);
        let tick = terms.add(timer, one);
        timer = terms.ite(is_busy, tick, zero);
        let added = terms.add(total, input);
        total = terms.ite(is_busy, added, total);
        mode = next_mode;
        let bad_level = terms.ult(limit, level);
        queries.push((bad_level, Some(false)));
        let most = terms.bv(width, 99 * 25);
        queries.push((terms.ult(most, total), None));
        let ticks = terms.bv(width, step as u128);
        let bad_timer = terms.ult(ticks, timer);
        queries.push((bad_timer, Some(false)));
    }
    queries
}

/// Two arrays that are written in step stay related.
fn lockstep(terms: &mut Terms) -> Vec<Query> {
    let (index, width) = (10, 32);
    let (zero, one) = (terms.bv(width, 0), terms.bv(width, 1));
    let (mut a, mut b) = (terms.const_array(index, zero), terms.const_array(index, one));
    let mut queries = Vec::new();
    for step in 0..40 {
        let i = vector(terms, &format!("i{step}"), index);
        let j = vector(terms, &format!("j{step}"), index);
        let v = vector(terms, &format!("v{step}"), width);
        let next = terms.add(v, one);
        a = terms.store(a, i, v);
        b = terms.store(b, i, next);
        let (x, y) = (terms.select(a, j), terms.select(b, j));
        let expected = terms.add(x, one);
        queries.push((terms.ne(expected, y), Some(false)));
        let big = terms.bv(width, 1000);
        queries.push((terms.ult(big, x), Some(true)));
    }
    queries
}

/// A ring buffer: what comes out first is what went in first.
fn fifo(terms: &mut Terms) -> Vec<Query> {
    let (index, width) = (4, 32);
    let mut buffer = terms.symbol("buffer", Sort::Array { index, elem: width });
    let start = vector(terms, "start", index);
    let one = terms.bv(index, 1);
    let (mut head, mut tail) = (start, start);
    let mut pending: Vec<TermId> = Vec::new();
    let mut queries = Vec::new();
    for step in 0..30 {
        let value = vector(terms, &format!("value{step}"), width);
        buffer = terms.store(buffer, tail, value);
        tail = terms.add(tail, one);
        pending.push(value);
        if step % 3 == 2 || pending.len() > 12 {
            let out = terms.select(buffer, head);
            head = terms.add(head, one);
            let expected = pending.remove(0);
            queries.push((terms.ne(out, expected), Some(false)));
        }
    }
    queries
}

/// Bubble sort of an array with unknown elements: sorted afterwards.
fn sort(terms: &mut Terms) -> Vec<Query> {
    let (index, width, count) = (4, 16, 6);
    let mut array = terms.symbol("array", Sort::Array { index, elem: width });
    for last in (1..count).rev() {
        for i in 0..last {
            let (i, j) = (terms.bv(index, i), terms.bv(index, i + 1));
            let (x, y) = (terms.select(array, i), terms.select(array, j));
            let swap = terms.ult(y, x);
            let (low, high) = (terms.ite(swap, y, x), terms.ite(swap, x, y));
            array = terms.store(array, i, low);
            array = terms.store(array, j, high);
        }
    }
    let k = vector(terms, "k", index);
    let (one, limit) = (terms.bv(index, 1), terms.bv(index, count - 1));
    let next = terms.add(k, one);
    let inside = terms.ult(k, limit);
    let (x, y) = (terms.select(array, k), terms.select(array, next));
    let unsorted = terms.ult(y, x);
    vec![(terms.and(inside, unsorted), Some(false))]
}

fn distribute(terms: &mut Terms) -> Vec<Query> {
    let [a, b, c] = ["a", "b", "c"].map(|name| vector(terms, name, 7));
    // The raw sums keep the rewriter from seeing the equality.
    let sum = terms.add(a, b);
    let left = terms.mul(sum, c);
    let (x, y) = (terms.mul(a, c), terms.mul(b, c));
    let right = terms.add(x, y);
    vec![(terms.ne(left, right), Some(false))]
}

fn associate(terms: &mut Terms) -> Vec<Query> {
    let [a, b, c] = ["a", "b", "c"].map(|name| vector(terms, name, 7));
    let one = terms.bv(7, 1);
    let d = terms.xor(b, one);
    let ad = terms.mul(a, d);
    let left = terms.mul(ad, c);
    let dc = terms.mul(d, c);
    let right = terms.mul(a, dc);
    vec![(terms.ne(left, right), Some(false))]
}

/// Quotient and remainder give the dividend back; a quotient grows with its dividend.
fn divide(terms: &mut Terms) -> Vec<Query> {
    let [a, b, c] = ["a", "b", "c"].map(|name| vector(terms, name, 10));
    let (q, r) = (terms.udiv(a, b), terms.urem(a, b));
    let product = terms.mul(q, b);
    let back = terms.add(product, r);
    let wrong = terms.ne(back, a);
    let other = terms.udiv(c, b);
    let (order, shrinks) = (terms.ult(a, c), terms.ult(other, q));
    vec![(wrong, Some(false)), (terms.and(order, shrinks), Some(false))]
}

/// Signed 32-bit squares: small operands do not overflow, and a given square is found.
fn square(terms: &mut Terms) -> Vec<Query> {
    let x = vector(terms, "x", 32);
    let y = vector(terms, "y", 32);
    let overflow = terms.smulo(x, y);
    let bound = terms.bv(32, 40000);
    let (small_x, small_y) = (terms.ult(x, bound), terms.ult(y, bound));
    let small = terms.and(small_x, small_y);
    let product = terms.mul(x, y);
    let wanted = terms.bv(32, 12_341 * 17_389);
    let found = terms.eq(product, wanted);
    let two = terms.bv(32, 2);
    let (large_x, large_y) = (terms.ult(two, x), terms.ult(two, y));
    let proper = terms.and_all(&[small, found, large_x, large_y]);
    let sum = terms.add(x, y);
    let zero = terms.bv(32, 0);
    let negative = terms.slt(product, zero);
    let bad = terms.and_all(&[small, negative, found]);
    let wraps = terms.ult(sum, x);
    let never = terms.and(small, wraps);
    let both = terms.and(small, overflow);
    vec![(proper, Some(true)), (bad, Some(false)), (never, Some(false)), (both, Some(false))]
}
