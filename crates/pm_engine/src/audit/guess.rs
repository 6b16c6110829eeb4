//! Inputs for runs that should see much: extreme values, numbers of the program, random ones, and changes of inputs that came far.
//!
//! A run that comes to a place where none was before is kept, with the comparisons that it made. Others change one of its inputs; where
//! an input, or a copy of it, was compared with something, to what makes the comparison come out otherwise (Aschermann et al., "REDQUEEN: Fuzzing
//! with Input-to-State Correspondence").

use super::words::Words;
use crate::evidence::Given;
use pm_base::num::{FloatFormat, IntFormat};
use pm_base::{Random, Span, Symbol};
use pm_interp::{EventKind, Oracle};
use pm_ir::Ty;
use pm_solve::Limits;
use rustc_hash::FxHashMap;

/// What a run may ask for.
const INPUTS: usize = 1 << 16;
const BYTES: usize = 1 << 20;
/// Runs with one value for all inputs.
pub const UNIFORM: u32 = 6;
/// Runs that are kept, and inputs of a run that are changed.
const KEPT: usize = 256;
const CHANGED: usize = 4096;

/// Two integers that a run compared.
pub type Comparison = (IntFormat, u128, u128);

/// A run that came far.
pub struct Kept {
    pub given: Given,
    pub compared: Vec<Comparison>,
}

/// Chooses inputs.
pub struct Chooser {
    random: Random,
    words: Words,
    kept: Vec<Kept>,
    /// What is tried first: executions that others found.
    found: Vec<Given>,
    runs: u32,
}

/// What a run is to be given first; what it asks for beyond that is guessed.
#[derive(Clone, Debug)]
struct Plan {
    inputs: Vec<u128>,
    contents: FxHashMap<u64, Vec<u8>>,
    tail: Tail,
    /// Whether anything but zeros is in memory that nobody wrote to.
    fills_memory: bool,
}

#[derive(Clone, Copy, Debug)]
enum Tail {
    /// The same for all.
    Uniform(u32),
    Mixed,
    /// Numbers of the program.
    Words,
    /// Small numbers.
    Small,
}

impl Chooser {
    pub fn new(words: Words, found: Vec<Given>) -> Chooser {
        Chooser { random: Random::new(0), words, kept: Vec::new(), found, runs: 0 }
    }

    pub fn keep(&mut self, kept: Kept) {
        if self.kept.len() < KEPT {
            self.kept.push(kept);
        } else {
            let at = self.random.below(KEPT as u64) as usize;
            self.kept[at] = kept;
        }
    }

    /// The oracle of the next run.
    pub fn next<'a>(&'a mut self, limits: &'a Limits) -> Guess<'a> {
        if let Some(found) = self.found.pop() {
            return self.again(&found, limits);
        }
        let plan = self.plan();
        self.runs += 1;
        Guess { plan, random: &mut self.random, words: &self.words, limits, given: Given::default(), bytes: 0 }
    }

    /// The oracle of a run that is given exactly this first.
    pub fn again<'a>(&'a mut self, given: &Given, limits: &'a Limits) -> Guess<'a> {
        let plan = Plan {
            inputs: given.inputs.iter().map(|(_, _, v)| *v).collect(),
            contents: given.contents.iter().cloned().collect(),
            tail: Tail::Uniform(0),
            fills_memory: !given.contents.is_empty(),
        };
        Guess { plan, random: &mut self.random, words: &self.words, limits, given: Given::default(), bytes: 0 }
    }

    fn plan(&mut self) -> Plan {
        let empty = Plan {
            inputs: Vec::new(),
            contents: FxHashMap::default(),
            tail: Tail::Mixed,
            fills_memory: self.random.flip(),
        };
        if self.runs < UNIFORM {
            return Plan { tail: Tail::Uniform(self.runs), fills_memory: self.runs > 2, ..empty };
        }
        match self.random.below(9) {
            0 => empty,
            1 => Plan { tail: Tail::Small, ..empty },
            2 | 3 => Plan { tail: Tail::Words, ..empty },
            _ if self.kept.is_empty() => empty,
            _ => self.change(),
        }
    }

    /// One of the runs that were kept, with something else in a place or two.
    fn change(&mut self) -> Plan {
        let Chooser { random, words, kept, .. } = self;
        // Those that came last came further.
        let recent = random.below(kept.len() as u64).max(random.below(kept.len() as u64)) as usize;
        let kept = &kept[recent];
        let mut given = kept.given.clone();
        for _ in 0..=random.below(3) {
            let of_comparison = !kept.compared.is_empty() && random.below(5) < 3;
            if !(of_comparison && turn(&mut given, &kept.compared, random)) {
                replace(&mut given, random, words);
            }
        }
        if random.below(4) == 0 && !given.inputs.is_empty() {
            given.inputs.truncate(random.below(given.inputs.len() as u64) as usize + 1);
        }
        let fills_memory = !given.contents.is_empty() || random.below(4) == 0;
        let inputs = given.inputs.into_iter().map(|(_, _, v)| v).collect();
        let tail = [Tail::Mixed, Tail::Words, Tail::Small][random.below(3) as usize];
        Plan { inputs, contents: given.contents.into_iter().collect(), tail, fills_memory }
    }
}

/// Gives an input, or a byte of memory, another value.
fn replace(given: &mut Given, random: &mut Random, words: &Words) {
    let in_memory = !given.contents.is_empty() && (given.inputs.is_empty() || random.below(4) == 0);
    if in_memory {
        let at = random.below(given.contents.len() as u64) as usize;
        let bytes = &mut given.contents[at].1;
        let size = [1usize, 2, 4, 8][random.below(4) as usize];
        if bytes.len() >= size {
            let place = random.below((bytes.len() / size) as u64) as usize * size;
            let value = int(IntFormat::new(8 * size as u8, false), random, words);
            bytes[place..place + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        return;
    }
    let count = given.inputs.len().min(CHANGED) as u64;
    if count == 0 {
        return;
    }
    let at = random.below(count) as usize;
    let other = given.inputs[random.below(count) as usize].2;
    let (_, ty, value) = &mut given.inputs[at];
    *value = match *ty {
        Ty::Int(f) => match random.below(8) {
            0 => f.wrap(value.wrapping_add(1)),
            1 => f.wrap(value.wrapping_sub(1)),
            2 => f.wrap(*value ^ 1 << random.below(f.bits.into())),
            3 => f.wrap(other),
            _ => int(f, random, words),
        },
        ty => scalar(ty, Tail::Mixed, random, words),
    };
}

/// Makes a comparison come out otherwise, by the input that was compared or is as far from it as it was; whether there is one.
fn turn(given: &mut Given, compared: &[Comparison], random: &mut Random) -> bool {
    let (f, a, b) = random.pick(compared);
    let (from, to) = if random.flip() { (a, b) } else { (b, a) };
    let nearby = [0, 0, 1, u128::MAX][random.below(4) as usize];
    let count = given.inputs.len().min(CHANGED);
    let inputs = &mut given.inputs[..count];
    let is_copy = |(_, ty, v): &(Symbol, Ty, u128)| matches!(ty, Ty::Int(g) if g.wrap(from) == *v || f.wrap(*v) == from || f.convert(*v, *g) == from);
    let copies: Vec<usize> = (0..inputs.len()).filter(|&i| is_copy(&inputs[i])).collect();
    if !copies.is_empty() && random.below(5) > 0 {
        let (_, ty, value) = &mut inputs[random.pick(&copies)];
        if let Ty::Int(g) = *ty {
            *value = g.wrap((f.to_i128(to) as u128).wrapping_add(nearby));
            return true;
        }
    }
    if random.flip() && turn_part(inputs, from, to.wrapping_add(nearby), random) {
        return true;
    }
    if turn_memory(given, f, from, to.wrapping_add(nearby), random) {
        return true;
    }
    let inputs = &mut given.inputs[..count];
    let ints: Vec<usize> = (0..inputs.len()).filter(|&i| matches!(inputs[i].1, Ty::Int(_))).collect();
    if ints.is_empty() {
        return false;
    }
    let (_, ty, value) = &mut inputs[random.pick(&ints)];
    let distance = (f.to_i128(to) as u128).wrapping_sub(f.to_i128(from) as u128).wrapping_add(nearby);
    if let Ty::Int(g) = *ty {
        *value = g.wrap(if random.below(4) == 0 { value.wrapping_sub(distance) } else { value.wrapping_add(distance) });
    }
    true
}

/// The same where the value is some bytes of an input.
fn turn_part(inputs: &mut [(Symbol, Ty, u128)], from: u128, to: u128, random: &mut Random) -> bool {
    let mut places = Vec::new();
    for (at, (_, ty, value)) in inputs.iter().enumerate() {
        let Ty::Int(f) = *ty else { continue };
        for part in [8, 16, 32].into_iter().filter(|p| *p < u32::from(f.bits) && from >> p == 0) {
            let shifts = (0..=u32::from(f.bits) - part).step_by(8);
            places.extend(shifts.filter(|s| value >> s & ((1 << part) - 1) == from).map(|s| (at, part, s)));
        }
    }
    if places.is_empty() {
        return false;
    }
    let (at, part, shift) = random.pick(&places);
    let mask = ((1u128 << part) - 1) << shift;
    let value = &mut inputs[at].2;
    *value = *value & !mask | to << shift & mask;
    true
}

/// The same where the value was in memory that nobody wrote to.
fn turn_memory(given: &mut Given, f: IntFormat, from: u128, to: u128, random: &mut Random) -> bool {
    let size = usize::from(f.bits).div_ceil(8);
    let (from, to) = (from.to_le_bytes(), to.to_le_bytes());
    let mut places = Vec::new();
    for (event, (_, bytes)) in given.contents.iter().enumerate() {
        let starts = (0..bytes.len().saturating_sub(size - 1)).step_by(size).take(CHANGED);
        places.extend(starts.filter(|&at| bytes[at..at + size] == from[..size]).map(|at| (event, at)));
    }
    if places.is_empty() {
        return false;
    }
    let (event, at) = random.pick(&places);
    given.contents[event].1[at..at + size].copy_from_slice(&to[..size]);
    true
}

fn scalar(ty: Ty, tail: Tail, random: &mut Random, words: &Words) -> u128 {
    match (ty, tail) {
        (Ty::Int(f), Tail::Uniform(n)) => match n {
            0 => 0,
            1 => f.wrap(1),
            2 => f.max(),
            3 => f.wrap(u128::MAX),
            4 => f.min(),
            _ => f.wrap(2),
        },
        (Ty::Float(f), Tail::Uniform(n)) => match n {
            0 => 0,
            1 => f.from_int(1, IntFormat::new(32, false)),
            2 => f.largest(false),
            3 => f.neg(f.from_int(1, IntFormat::new(32, false))),
            4 => f.largest(true),
            _ => f.nan(),
        },
        // It points to no object.
        (Ty::Ptr, Tail::Uniform(n)) => u128::from(n == 1),
        (Ty::Ptr, _) => u128::from(random.below(4) == 0),
        (Ty::Int(f), Tail::Words) => words.int(random, f).unwrap_or_else(|| int(f, random, words)),
        (Ty::Float(f), Tail::Words) => words.float(random, f).unwrap_or_else(|| float(f, random, words)),
        (Ty::Int(f), Tail::Small) => f.wrap(u128::from(random.below(8))),
        (Ty::Float(f), Tail::Small) => f.from_int(random.below(8).into(), IntFormat::new(32, false)),
        (Ty::Int(f), Tail::Mixed) => int(f, random, words),
        (Ty::Float(f), Tail::Mixed) => float(f, random, words),
    }
}

fn int(f: IntFormat, random: &mut Random, words: &Words) -> u128 {
    let word = if random.below(5) < 2 { words.int(random, f) } else { None };
    word.unwrap_or_else(|| match random.below(12) {
        0 => f.max(),
        1 => f.min(),
        2 => f.wrap(u128::MAX),
        3..=5 => f.wrap(random.below(8).into()),
        6..=8 => f.wrap(random.below(64).into()),
        _ => {
            let value = u128::from(random.draw()) << 64 | u128::from(random.draw());
            f.wrap(value >> random.below(128).min(127))
        }
    })
}

fn float(f: FloatFormat, random: &mut Random, words: &Words) -> u128 {
    let word = if random.below(3) == 0 { words.float(random, f) } else { None };
    word.unwrap_or_else(|| match random.below(10) {
        0 => 0,
        1 => f.neg(0),
        2 => f.infinity(),
        3 => f.nan(),
        4 => f.largest(random.flip()),
        5 => f.next(0, random.flip()),
        6 | 7 => {
            let value = f.from_int(random.below(64).into(), IntFormat::new(32, false));
            if random.flip() { f.neg(value) } else { value }
        }
        _ => f.from_float(random.draw().into(), FloatFormat::F64),
    })
}

/// Gives what the plan says, guesses the rest, and remembers it.
pub struct Guess<'a> {
    plan: Plan,
    random: &'a mut Random,
    words: &'a Words,
    limits: &'a Limits,
    pub given: Given,
    /// Of all contents.
    bytes: usize,
}

impl Guess<'_> {
    pub fn fills_memory(&self) -> bool {
        self.plan.fills_memory
    }

    fn bytes(&mut self, size: usize) -> Vec<u8> {
        if let Tail::Uniform(n) = self.plan.tail {
            return vec![[0, 1, 0x7f, 0xff, 0x80, 2][n.min(5) as usize]; size];
        }
        match self.random.below(4) {
            0 => vec![0; size],
            1 => (0..size).map(|_| self.random.draw() as u8).collect(),
            n => {
                let width = if n == 2 { 4 } else { 8 };
                let mut bytes = Vec::with_capacity(size + width);
                while bytes.len() < size {
                    let value = int(IntFormat::new(8 * width as u8, true), self.random, self.words);
                    bytes.extend_from_slice(&value.to_le_bytes()[..width]);
                }
                bytes.truncate(size);
                bytes
            }
        }
    }
}

impl Oracle for Guess<'_> {
    fn nondet(&mut self, source: Symbol, ty: Ty, _: Span) -> Option<u128> {
        let at = self.given.inputs.len();
        if at >= INPUTS {
            return None;
        }
        let value = match self.plan.inputs.get(at) {
            Some(value) => match ty {
                Ty::Int(f) => f.wrap(*value),
                Ty::Float(f) => value & u128::MAX >> (128 - f.bits().clamp(1, 128)),
                Ty::Ptr => value & 1,
            },
            None => scalar(ty, self.plan.tail, self.random, self.words),
        };
        self.given.inputs.push((source, ty, value));
        Some(value)
    }

    fn interrupted(&mut self) -> bool {
        self.limits.exceeded().is_some()
    }

    fn supplies(&self, _: EventKind) -> bool {
        self.plan.fills_memory
    }

    fn contents(&mut self, event: u64, _: EventKind, size: u64) -> Option<Vec<u8>> {
        let size = usize::try_from(size).ok().filter(|s| *s <= BYTES - self.bytes)?;
        self.bytes += size;
        let bytes = match self.plan.contents.remove(&event) {
            Some(mut bytes) => {
                bytes.resize(size, 0);
                bytes
            }
            None => self.bytes(size),
        };
        self.given.contents.push((event, bytes.clone()));
        Some(bytes)
    }
}
