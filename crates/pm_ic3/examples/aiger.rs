//! Solves AIGER files (binary, bad states or outputs) for comparisons with other model checkers: `scripts/ic3_circuits.py`.
//!
//! Prints `safe`, `unsafe DEPTH` or `unknown REASON` with counts. Invariants and traces are checked.

use pm_ic3::{Circuit, CircuitLatch, Ic3, Ic3Options, Outcome, Relation, check_invariant, check_trace, reduce};
use pm_solve::aig::{Aig, Bit};
use pm_solve::{Backend, Limits};
use std::error::Error;
use std::time::{Duration, Instant};

struct Aiger {
    aig: Aig,
    latches: Vec<CircuitLatch>,
    constraints: Vec<Bit>,
    bad: Vec<Bit>,
}

/// The bytes of a file with a place in them.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn line(&mut self) -> Result<Vec<u32>, Box<dyn Error>> {
        let end = self.bytes[self.at..].iter().position(|&b| b == b'\n').ok_or("truncated")? + self.at;
        let text = std::str::from_utf8(&self.bytes[self.at..end])?;
        self.at = end + 1;
        Ok(text.split_whitespace().filter(|w| *w != "aig").map(str::parse).collect::<Result<_, _>>()?)
    }
    fn delta(&mut self) -> Result<u32, Box<dyn Error>> {
        let mut value = 0u32;
        for shift in (0..35).step_by(7) {
            let byte = *self.bytes.get(self.at).ok_or("truncated")?;
            self.at += 1;
            value |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(value);
            }
        }
        Err("number too large".into())
    }
}

fn read(bytes: &[u8]) -> Result<Aiger, Box<dyn Error>> {
    let mut cursor = Cursor { bytes, at: 0 };
    let mut header = cursor.line()?;
    header.resize(7, 0);
    let [_, inputs, latches, outputs, gates, bads, constraints] = header[..] else { return Err("header".into()) };
    let one = |cursor: &mut Cursor| cursor.line().and_then(|l| l.first().copied().ok_or("empty line".into()));
    let many = |cursor: &mut Cursor, n: u32| (0..n).map(|_| one(cursor)).collect::<Result<Vec<u32>, _>>();
    let next: Vec<Vec<u32>> = (0..latches).map(|_| cursor.line()).collect::<Result<_, _>>()?;
    let outputs = many(&mut cursor, outputs)?;
    let bads = many(&mut cursor, bads)?;
    let constraints = many(&mut cursor, constraints)?;
    let mut aig = Aig::new();
    let mut bits = vec![Bit::FALSE];
    bits.extend((0..inputs + latches).map(|_| aig.input()));
    for i in 0..gates {
        let left = 2 * (inputs + latches + 1 + i);
        let a = left.checked_sub(cursor.delta()?).ok_or("gate")?;
        let b = a.checked_sub(cursor.delta()?).ok_or("gate")?;
        let bit = aig.and(bit(&bits, a)?, bit(&bits, b)?);
        bits.push(bit);
    }
    let all = |lits: &[u32]| lits.iter().map(|&l| bit(&bits, l)).collect::<Result<Vec<Bit>, _>>();
    let latches = next.iter().enumerate().map(|(i, line)| {
        let own = 2 * (inputs + 1 + i as u32);
        let init = match line.get(1) {
            Some(&reset) if reset == own => None,
            reset => Some(reset == Some(&1)),
        };
        let next = *line.first().ok_or("latch")?;
        Ok(CircuitLatch { now: bit(&bits, own)?, next: bit(&bits, next)?, init })
    });
    let latches = latches.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let bad = all(if bads.is_empty() { &outputs } else { &bads })?;
    let constraints = all(&constraints)?;
    Ok(Aiger { latches, constraints, bad, aig })
}

fn bit(bits: &[Bit], lit: u32) -> Result<Bit, Box<dyn Error>> {
    let bit = *bits.get((lit >> 1) as usize).ok_or("literal out of range")?;
    Ok(bit.negate_if(lit & 1 == 1))
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: aiger FILE [SECONDS [CTG_DEPTH [reduce]]]")?;
    let seconds: u64 = args.next().map_or(Ok(60), |s| s.parse())?;
    let mut options = Ic3Options::default();
    if let Some(depth) = args.next() {
        options.ctg_depth = depth.parse()?;
    }
    let circuit = read(&std::fs::read(&file)?)?;
    let start = Instant::now();
    let whole = Circuit {
        aig: &circuit.aig,
        latches: &circuit.latches,
        init: &[],
        constraints: &circuit.constraints,
        invariants: &[],
        bad: &circuit.bad,
    };
    let reduced =
        if args.next().is_some_and(|a| a == "reduce") { reduce(&whole, &Limits::default()).ok() } else { None };
    let (relation, _) = Relation::from_circuit(&reduced.as_ref().map_or(whole, |r| r.circuit()));
    let bad: Vec<usize> = (0..relation.bad.len()).collect();
    let limits = Limits { deadline: Some(start + Duration::from_secs(seconds)), ..Limits::default() };
    let mut ic3 = Ic3::new(&relation, options);
    let outcome = ic3.solve(&bad, &limits);
    let time = start.elapsed().as_secs_f64();
    let stats = ic3.stats();
    let (verdict, checked) = match outcome {
        Outcome::Safe(invariant) => {
            ("safe".to_string(), check_invariant(&relation, &invariant, &bad, Backend::CaDiCaL, &Limits::default()))
        }
        Outcome::Unsafe(trace) => (
            format!("unsafe {}", trace.states.len() - 1),
            check_trace(&relation, &trace, Backend::CaDiCaL, &Limits::default()),
        ),
        Outcome::Unknown(limit) => (format!("unknown {limit}"), Ok(())),
    };
    checked.map_err(|refusal| format!("check failed: {refusal}"))?;
    println!(
        "{verdict} time {time:.3} latches {} clauses {} frames {} lemmas {} questions {} conflicts {}",
        relation.latches.len(),
        relation.definitions.len(),
        stats.frames,
        stats.lemmas,
        stats.questions,
        stats.conflicts
    );
    Ok(())
}
