//! What is true of a program, by brute force: the interpreter runs it on all inputs, or from all states that it reaches.

use crate::compile::compile;
use crate::flow::{self, States};
use crate::tree::{Expected, RESULTS, Shape, Source};
use pm_base::{Interner, Random, Span, Symbol};
use pm_interp::{Oracle, Outcome, RunOptions};
use pm_ir::{Program, Ty};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

const MAX_STEPS: u64 = 200_000;
const MAX_STATES: usize = 400;
/// Executions of one program, and further inputs of one execution.
const MAX_RUNS: usize = 1500;
const MAX_BITS: usize = 16;

/// One execution of `run`.
pub struct Run {
    /// The state before it, where it is reactive.
    pub before: [u32; RESULTS],
    pub inputs: Vec<u32>,
    /// Further inputs, 0 or 1 each.
    pub bits: Vec<u32>,
    /// What it computes, or the property that it violates.
    pub end: Result<[u32; RESULTS], String>,
}

pub struct Truth {
    pub is_reactive: bool,
    pub runs: Vec<Run>,
    /// Properties of `run` and what it calls that some execution violates, by id.
    pub violated: BTreeSet<String>,
    /// Known by construction.
    pub expected: Vec<(String, Expected)>,
}

/// Why a program is not looked at.
#[derive(Debug)]
pub enum Skip {
    Compile(String),
    /// It does not end, does what no check covers, or has too many states.
    Open,
}

/// The program with a `main` that executes `run` and returns one of the results, as inputs say.
fn probe(source: &Source) -> String {
    let state = match source.shape {
        Shape::Once => "",
        Shape::Reactive(_) | Shape::Loops(..) => "r0@ = (u32)N(); r1@ = (u32)N(); r2@ = (u32)N(); ",
    };
    let names = &crate::tree::INPUTS[..source.limits.len()];
    let read: String = names.iter().map(|x| format!("int {x} = N(); ")).collect();
    let main = format!(
        "int N(void); int {BITS}(void);\n{}int main(void) {{ {state}{read}run@({}); switch (N()) {{ case 0: return (int)r0@; case 1: return (int)r1@; }} return (int)r2@; }}\n",
        if source.asks { format!("static int in@(void) {{ return {BITS}() & 1; }}\n") } else { String::new() },
        names.join(", ")
    );
    (Source::head(source.way.bits32) + &source.text() + &main).replace('@', "")
}

pub fn find(source: &Source) -> Result<Truth, Skip> {
    let is_reactive = !matches!(source.shape, Shape::Once);
    let expected = source.expected.clone();
    let mut truth = Truth { is_reactive, runs: Vec::new(), violated: BTreeSet::new(), expected };
    if !truth.expected.is_empty() {
        return Ok(truth);
    }
    let (session, program) = compile(probe(source), source.way).map_err(Skip::Compile)?;
    let run = |before: &[u32], inputs: &[u32], bits: &mut Vec<u32>| {
        execute(&program, &session.interner, before, inputs, bits)
    };
    match source.shape {
        Shape::Once => {
            for inputs in source.combinations() {
                // All further inputs, too: the last one that was 0 becomes 1.
                let mut bits = Vec::new();
                loop {
                    let end = run(&[], &inputs, &mut bits)?;
                    truth.violated.extend(end.as_ref().err().cloned());
                    let (inputs, next) = (inputs.clone(), bits.clone());
                    truth.runs.push(Run { before: [0; RESULTS], inputs, bits, end });
                    if truth.runs.len() > MAX_RUNS {
                        return Err(Skip::Open);
                    }
                    bits = next;
                    while bits.last() == Some(&1) {
                        bits.pop();
                    }
                    match bits.last_mut() {
                        Some(last) => *last = 1,
                        None => break,
                    }
                }
            }
        }
        Shape::Reactive(initial) => {
            let (mut known, mut waiting) = (HashSet::from([initial]), vec![initial]);
            while let Some(before) = waiting.pop() {
                for inputs in source.combinations() {
                    let end = run(&before, &inputs, &mut Vec::new())?;
                    match &end {
                        Ok(after) if known.insert(*after) => waiting.push(*after),
                        Ok(_) => {}
                        Err(id) => {
                            truth.violated.insert(id.clone());
                        }
                    }
                    truth.runs.push(Run { before, inputs, bits: Vec::new(), end });
                }
                if known.len() > MAX_STATES {
                    return Err(Skip::Open);
                }
            }
        }
        Shape::Loops(initial, ref flows) => {
            let mut known: HashMap<(u32, [u32; RESULTS]), Vec<[u32; RESULTS]>> = HashMap::new();
            let mut step = |piece: u32, before: [u32; RESULTS]| {
                if let Some(after) = known.get(&(piece, before)) {
                    return Ok(after.clone());
                }
                let mut behind = Vec::new();
                for inputs in source.combinations().into_iter().filter(|i| i.last() == Some(&piece)) {
                    let end = run(&before, &inputs, &mut Vec::new())?;
                    behind.extend(end.as_ref().ok().copied());
                    truth.violated.extend(end.as_ref().err().cloned());
                    truth.runs.push(Run { before, inputs, bits: Vec::new(), end });
                }
                known.insert((piece, before), behind.clone());
                if known.len() > MAX_STATES { Err(Skip::Open) } else { Ok(behind) }
            };
            flow::reach(flows, States::from([initial]), &mut step)?;
        }
    }
    Ok(truth)
}

/// The functions that give inputs, and further ones.
const INPUT: &str = "N";
const BITS: &str = "B";

struct Given<'a> {
    /// From the last one on.
    inputs: Vec<u32>,
    own: Option<Symbol>,
    further: Option<Symbol>,
    /// Those that are missing are 0.
    bits: &'a mut Vec<u32>,
    next: usize,
}

impl Oracle for Given<'_> {
    fn nondet(&mut self, name: Symbol, _: Ty, _: Span) -> Option<u128> {
        if Some(name) == self.own {
            return self.inputs.pop().map(u128::from);
        }
        if Some(name) != self.further {
            // A choice of the library: such programs have more executions than inputs.
            return None;
        }
        if self.next == self.bits.len() {
            self.bits.push(0);
        }
        self.next += 1;
        (self.next <= MAX_BITS).then(|| self.bits[self.next - 1].into())
    }
}

fn execute(
    program: &Program,
    names: &Interner,
    before: &[u32],
    inputs: &[u32],
    bits: &mut Vec<u32>,
) -> Result<Result<[u32; RESULTS], String>, Skip> {
    let options = RunOptions { max_steps: Some(MAX_STEPS), ..RunOptions::default() };
    let mut results = [0; RESULTS];
    for (k, result) in results.iter_mut().enumerate() {
        let inputs = before.iter().chain(inputs).copied().chain([k as u32]).rev().collect();
        let mut given = Given { inputs, own: names.lookup(INPUT), further: names.lookup(BITS), bits, next: 0 };
        let run = pm_interp::run(program, names, &options, &mut given, &mut std::io::sink(), &mut std::io::sink());
        match run.outcome {
            Outcome::Exit(code) => *result = code as u32,
            Outcome::Violation { prop, .. } => return Ok(Err(program.props[prop].id.clone())),
            _ => return Err(Skip::Open),
        }
    }
    Ok(Ok(results))
}

/// A condition at the end of each `run`, and whether it always holds.
#[derive(Clone)]
pub struct Claim {
    pub cond: String,
    pub holds: bool,
    /// Behind this piece of the program.
    pub piece: u32,
    /// Some execution comes there.
    pub is_reached: bool,
    /// It is the one before, asked once more right behind it.
    is_again: bool,
}

impl Claim {
    fn new(cond: String, holds: bool) -> Claim {
        Claim { cond, holds, piece: 0, is_reached: true, is_again: false }
    }
}

/// Claims about the results: what they are for all inputs, and the same with a mistake for one input; single values.
pub fn claims(source: &Source, truth: &Truth, seed: u64) -> (String, Vec<Claim>) {
    let mut random = Random::new(seed);
    let (mut tables, mut claims) = (String::new(), Vec::new());
    if let Shape::Loops(..) = source.shape {
        let claims = of_pieces(&mut random, source, truth);
        return (tables, if goes_on(source, seed) { twice(claims) } else { claims });
    }
    let clean: Vec<(usize, &[u32; RESULTS])> =
        truth.runs.iter().enumerate().filter_map(|(i, r)| r.end.as_ref().ok().map(|e| (i, e))).collect();
    if clean.is_empty() {
        return (tables, claims);
    }
    let is_once = matches!(source.shape, Shape::Once);
    let one = random.below(RESULTS as u64) as usize;
    if is_once && !source.asks {
        for k in 0..RESULTS {
            let all: BTreeMap<usize, u32> = clean.iter().map(|(i, e)| (*i, e[k])).collect();
            let values: Vec<String> =
                (0..truth.runs.len()).map(|i| format!("{}u", all.get(&i).unwrap_or(&0))).collect();
            tables.push_str(&format!("static const u32 T{k}[{}] = {{{}}};\n", values.len(), values.join(", ")));
        }
        claims.push(Claim::new("(r0@ == T0[at]) & (r1@ == T1[at]) & (r2@ == T2[at])".into(), true));
    }
    let k = one;
    if is_once && !source.asks {
        let (wrong, _) = clean[random.below(clean.len() as u64) as usize];
        let bit = random.below(32);
        claims.push(Claim::new(format!("r{k}@ == (T{k}[at] ^ (u32)(at == {wrong}) << {bit})"), false));
    }
    values(&mut random, k, &clean, &mut claims);
    if source.asks {
        ways(&mut random, source, truth, &mut claims);
    }
    if !is_once {
        pairs(&mut random, &clean, &mut claims);
    }
    (tables, claims)
}

/// Claims about the values that a result has.
fn values(random: &mut Random, k: usize, clean: &[(usize, &[u32; RESULTS])], claims: &mut Vec<Claim>) {
    let seen: BTreeSet<u32> = clean.iter().map(|(_, e)| e[k]).collect();
    let list: Vec<u32> = seen.iter().copied().collect();
    claims.push(Claim::new(format!("r{k}@ != {}u", random.pick(&list)), false));
    let near = [list[0].wrapping_sub(1), list[list.len() - 1].wrapping_add(1), random.draw() as u32, 2, 3, 4, 5];
    if let Some(other) = near.iter().find(|v| !seen.contains(v)) {
        claims.push(Claim::new(format!("r{k}@ != {other}u"), true));
    }
}

/// Claims behind each piece, in the order of the text: about its values, and that it is never reached where that is so.
fn of_pieces(random: &mut Random, source: &Source, truth: &Truth) -> Vec<Claim> {
    let mut all = Vec::new();
    for piece in 0..source.limits.last().copied().unwrap_or(0) {
        let of_piece = truth.runs.iter().enumerate().filter(|(_, r)| r.inputs.last() == Some(&piece));
        let clean: Vec<_> = of_piece.filter_map(|(i, r)| r.end.as_ref().ok().map(|e| (i, e))).collect();
        let mut claims = Vec::new();
        if clean.is_empty() {
            claims.push(Claim { is_reached: false, ..Claim::new("0".into(), true) });
        } else {
            let k = random.below(RESULTS as u64) as usize;
            values(random, k, &clean, &mut claims);
            pairs(random, &clean, &mut claims);
        }
        all.extend(claims.into_iter().map(|c| Claim { piece, ..c }));
    }
    all
}

/// Where executions go on behind a claim that fails, the same one fails, too.
fn twice(claims: Vec<Claim>) -> Vec<Claim> {
    claims.into_iter().flat_map(|c| [Claim { is_again: false, ..c.clone() }, Claim { is_again: true, ..c }]).collect()
}

/// Claims about single executions, of those that were given the most: that there is none, and what it computes.
fn ways(random: &mut Random, source: &Source, truth: &Truth, claims: &mut Vec<Claim>) {
    let mut clean: Vec<&Run> = truth.runs.iter().filter(|r| r.end.is_ok()).collect();
    clean.sort_by_key(|r| std::cmp::Reverse(r.bits.len()));
    for _ in 0..2 {
        let most = if random.below(2) == 0 { clean.len() } else { clean.len().div_ceil(4) };
        let run = clean[random.below(most as u64) as usize];
        let (Ok(end), k) = (&run.end, random.below(RESULTS as u64) as usize) else { continue };
        let at = run.inputs.iter().zip(&source.limits).fold(0, |at, (x, limit)| at * limit + x);
        let log = run.bits.iter().fold(1u32, |log, bit| log << 1 | bit);
        let other = format!("(at != {at}) | (log@ != {log}u)");
        claims.push(Claim::new(other.clone(), false));
        claims.push(Claim::new(format!("{other} | (r{k}@ == {}u)", end[k]), true));
    }
}

/// Claims about two state variables together.
fn pairs(random: &mut Random, clean: &[(usize, &[u32; RESULTS])], claims: &mut Vec<Claim>) {
    for _ in 0..2 {
        let (i, j) = (random.below(3) as usize, random.below(3) as usize);
        let (x, y) = (
            clean[random.below(clean.len() as u64) as usize].1[i],
            clean[random.below(clean.len() as u64) as usize].1[j],
        );
        let holds = !clean.iter().any(|(_, e)| e[i] == x && e[j] == y);
        claims.push(Claim::new(format!("!((r{i}@ == {x}u) & (r{j}@ == {y}u))"), holds));
        let most = clean.iter().map(|(_, e)| e[i] + e[j]).max().unwrap_or(0);
        let bound = most.saturating_sub(random.below(2) as u32);
        claims.push(Claim::new(format!("r{i}@ + r{j}@ <= {bound}u"), bound == most));
    }
}

/// Whether executions go on behind claims that fail: in some of the programs, and in more of those with claims between loops.
fn goes_on(source: &Source, seed: u64) -> bool {
    seed.is_multiple_of(if let Shape::Loops(..) = source.shape { 3 } else { 10 })
}

/// The program with its claims as errors, inputs symbolic; or as assertions behind which executions go on, which takes longer.
pub fn task(source: &Source, (tables, claims): &(String, Vec<Claim>), seed: u64) -> String {
    let (goes_on, is_masked) = (goes_on(source, seed), !seed.is_multiple_of(4));
    let mut main = String::from(
        "int __VERIFIER_nondet_int(void); void __CPROVER_assume(_Bool); void __CPROVER_assert(_Bool, const char *); void reach_error(void);\n",
    );
    main.push_str(tables);
    if source.asks {
        main.push_str("static u32 log@ = 1; static int in@(void) { int x = __VERIFIER_nondet_int() & 1; log@ = log@ << 1 | (u32)x; return x; }\n");
    }
    let (read, at) = inputs_of(source, is_masked);
    let names = &crate::tree::INPUTS[..source.limits.len()];
    let call = format!("    run@({});\n", names.join(", "));
    let checks = |piece: u32| {
        let mut text = String::from("    switch (__VERIFIER_nondet_int()) {\n");
        for (i, claim) in claims.iter().enumerate().filter(|(_, c)| c.piece == piece) {
            let cond = &claim.cond;
            let open = if claim.is_again { "    ".to_string() } else { format!("    case {i}: ") };
            let close = if claims.get(i + 1).is_some_and(|c| c.is_again) { "\n" } else { " break;\n" };
            let check = match goes_on {
                true => format!("__CPROVER_assert({cond}, \"{i}\");"),
                false => format!("if (!({cond})) reach_error();"),
            };
            text.push_str(&[open, check, close.into()].concat());
        }
        text + "    }\n"
    };
    main.push_str("int main(void) {\n");
    match &source.shape {
        Shape::Once => main.push_str(&[read, call, format!("    int at = {at};\n"), checks(0)].concat()),
        Shape::Reactive([x, y, z]) => {
            let start = format!("    r0@ = {x}u; r1@ = {y}u; r2@ = {z}u;\n    for (;;) {{\n");
            main.push_str(&[start, read, call, checks(0), "    }\n".into()].concat());
        }
        Shape::Loops([x, y, z], flows) => {
            main.push_str(&format!("    r0@ = {x}u; r1@ = {y}u; r2@ = {z}u;\n"));
            let piece = |number: u32| {
                let [before @ .., _] = names else { return String::new() };
                let call = format!("    run@({}, {number});\n", before.join(", "));
                ["{\n", &read, &call, &checks(number), "}\n"].concat()
            };
            main.push_str(&flow::text(flows, 1, &piece));
        }
    }
    main.push_str("    return 0;\n}\n");
    (Source::head(source.way.bits32) + &source.text() + &main).replace('@', "")
}

/// How inputs are chosen: few values by what is assumed, or by how the number is made. And which combination they are.
fn inputs_of(source: &Source, is_masked: bool) -> (String, String) {
    let given = if let Shape::Loops(..) = source.shape { source.limits.len() - 1 } else { source.limits.len() };
    let names = &crate::tree::INPUTS[..given];
    let mut read = String::new();
    let mut at = String::from("0");
    for (x, limit) in names.iter().zip(&source.limits) {
        read.push_str(&match (is_masked, limit.is_power_of_two()) {
            (false, _) => {
                format!("    int {x} = __VERIFIER_nondet_int(); __CPROVER_assume({x} >= 0 && {x} < {limit});\n")
            }
            (true, true) => format!("    int {x} = __VERIFIER_nondet_int() & {};\n", limit - 1),
            (true, false) => {
                format!(
                    "    int {x} = __VERIFIER_nondet_int() & {}; __CPROVER_assume({x} < {limit});\n",
                    limit.next_power_of_two() - 1
                )
            }
        });
        at = if at == "0" { x.to_string() } else { format!("({at}) * {limit} + {x}") };
    }
    (read, at)
}
