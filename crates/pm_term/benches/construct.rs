//! Term constructions a second: run with `cargo bench -p pm_term`.

use pm_term::fp::{FpFormat, RoundingMode};
use pm_term::{Sort, TermId, Terms};
use std::hint::black_box;
use std::time::Instant;

const ROUNDS: u32 = 2_000_000;

fn report(name: &str, terms: &Terms, calls: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:24} {:8.2} million calls/s, {:9} nodes", calls as f64 / seconds / 1e6, terms.len());
}

/// New nodes at each call: a counter, its comparison, a guard.
fn unwound_loop() {
    let mut t = Terms::new();
    let x = t.symbol("x", Sort::Bv(32));
    let start = Instant::now();
    let mut guard = TermId::TRUE;
    let mut value = x;
    for k in 0..ROUNDS {
        let k = t.bv(32, k.into());
        let cond = t.slt(k, value);
        guard = t.and(guard, cond);
        let next = t.xor(value, k);
        let next = t.add(next, x);
        value = t.ite(guard, next, value);
    }
    report("unwound loop", &t, u64::from(ROUNDS) * 6, start);
}

/// The same terms again and again: only look-ups.
fn repeated() {
    let mut t = Terms::new();
    let (x, y) = (t.symbol("x", Sort::Bv(32)), t.symbol("y", Sort::Bv(32)));
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let sum = t.mul(x, y);
        let less = t.ult(sum, y);
        black_box(t.ite(less, sum, x));
    }
    report("repeated", &t, u64::from(ROUNDS) * 3, start);
}

/// Constants only, as in a program with constant inputs.
fn constants() {
    let mut t = Terms::new();
    let mut value = t.bv(32, 1);
    let factor = t.bv(32, 1_103_515_245);
    let start = Instant::now();
    for _ in 0..ROUNDS {
        let product = t.mul(value, factor);
        value = t.add(product, factor);
        black_box(t.slt(value, factor));
    }
    report("constants", &t, u64::from(ROUNDS) * 3, start);
}

/// Bytes taken apart and put together, conversions between widths.
fn bytes() {
    let mut t = Terms::new();
    let start = Instant::now();
    let rounds = ROUNDS / 20;
    for _ in 0..rounds {
        let x = t.fresh("x", Sort::Bv(32));
        let mut whole = t.zero(32);
        for byte in 0..4 {
            let part = t.extract(x, byte * 8 + 7, byte * 8);
            let wide = t.zext(part, 32);
            let by = t.bv(32, (byte * 8).into());
            let shifted = t.shl(wide, by);
            whole = t.or(whole, shifted);
        }
        assert_eq!(whole, x);
    }
    report("bytes", &t, u64::from(rounds) * 21, start);
}

/// Stores and selects at constant indices of one array.
fn arrays() {
    let mut t = Terms::new();
    let mut array = t.symbol("m", Sort::Array { index: 32, elem: 32 });
    let start = Instant::now();
    let rounds = ROUNDS / 4;
    for k in 0..rounds {
        let (index, old) = (t.bv(32, k.into()), t.bv(32, (k / 2).into()));
        array = t.store(array, index, old);
        black_box(t.select(array, old));
    }
    report("arrays", &t, u64::from(rounds) * 4, start);
}

type Operation = fn(&mut Terms, FpFormat, TermId, TermId, TermId) -> TermId;

/// Float operations on inputs: how many nodes each takes; and on constants: how long folding takes.
fn floats() {
    let operations: [(&str, Operation); 6] = [
        ("add", Terms::fp_add),
        ("mul", Terms::fp_mul),
        ("div", Terms::fp_div),
        ("sqrt", |t, f, mode, a, _| t.fp_sqrt(f, mode, a)),
        ("fma", |t, f, mode, a, b| t.fp_fma(f, mode, a, b, a)),
        ("remainder", |t, f, _, a, b| t.fp_remainder(f, a, b)),
    ];
    for (name, build) in operations {
        for f in [FpFormat::SINGLE, FpFormat::DOUBLE] {
            let mut t = Terms::new();
            let mode = t.fp_rounding(RoundingMode::NearestEven);
            let (a, b) = (t.symbol("a", Sort::Bv(f.bits())), t.symbol("b", Sort::Bv(f.bits())));
            let start = Instant::now();
            let result = build(&mut t, f, mode, a, b);
            let micros = start.elapsed().as_micros();
            let (size, known) = (t.cone_size(&[result]), t.bv(f.bits(), 0x3f80_0000));
            let start = Instant::now();
            (0..100).for_each(|k| {
                let other = t.bv(f.bits(), 0x4000_0000 + k);
                black_box(build(&mut t, f, mode, known, other));
            });
            let folding = start.elapsed().as_micros() / 100;
            println!("{name:9} of {:3} bits {size:8} nodes {micros:8} us, {folding:5} us to fold", f.bits());
        }
    }
}

fn main() {
    floats();
    unwound_loop();
    repeated();
    constants();
    bytes();
    arrays();
}
