//! What one definition says about the domains of its parts, in both directions. Everything here is exact in the arithmetic of machine words: a value is
//! dropped only where no values of the others go with it.

use pm_term::Op;
use pm_term::domain::{Abs, apply, mask, signed};

/// Domains of a node and of what it is defined by.
#[derive(Clone, Copy)]
pub struct Parts {
    pub out: Abs,
    pub args: [Abs; 3],
}

/// No values go together.
pub struct Empty;

/// Makes the parts of an operation smaller. `lo` is the lowest bit of an extract.
///
/// # Errors
/// A domain has become empty.
pub fn narrow(op: Op, lo: u32, parts: &mut Parts) -> Result<(), Empty> {
    let width = parts.out.width;
    if let Some(made) = apply(op, parts.args, (width, lo)) {
        parts.out = meet(&parts.out, &made)?;
    }
    backwards(op, lo, parts)
}

fn meet(a: &Abs, b: &Abs) -> Result<Abs, Empty> {
    a.meet(b).ok_or(Empty)
}

fn backwards(op: Op, lo: u32, parts: &mut Parts) -> Result<(), Empty> {
    let Parts { out, args } = parts;
    match op {
        Op::And => {
            let [a, b, _] = *args;
            args[0] = and_argument(&a, &b, out)?;
            args[1] = and_argument(&b, &args[0], out)?;
        }
        Op::Xor => {
            let [a, b, _] = *args;
            args[0] = meet(&a, &b.xor(out))?;
            args[1] = meet(&b, &args[0].xor(out))?;
        }
        Op::Eq => equal(out, args)?,
        Op::Ite => choice(out, args)?,
        Op::Add => {
            let [a, b, _] = *args;
            args[0] = meet(&a, &out.sub(&b))?;
            args[1] = meet(&b, &out.sub(&args[0]))?;
        }
        Op::Udiv => divided(out, args)?,
        Op::Concat => {
            let by = args[1].width;
            args[0] = meet(&args[0], &out.extract(by, args[0].width))?;
            args[1] = meet(&args[1], &out.extract(0, by))?;
        }
        Op::Extract => {
            let made = Abs::bits(args[0].width, out.zeros << lo, out.ones << lo).ok_or(Empty)?;
            args[0] = meet(&args[0], &made)?;
        }
        Op::Sext => args[0] = meet(&args[0], &out.extract(0, args[0].width))?,
        Op::Shl => shifted(out, args, true)?,
        Op::Lshr => shifted(out, args, false)?,
        Op::Ult => compared(out, args, below_unsigned)?,
        Op::Slt => compared(out, args, below_signed)?,
        _ => {}
    }
    Ok(())
}

fn and_argument(a: &Abs, other: &Abs, out: &Abs) -> Result<Abs, Empty> {
    // A bit that the other one has and the result has not, this one has not.
    let bits = Abs::bits(a.width, other.ones & out.zeros, out.ones).ok_or(Empty)?;
    let above = Abs::unsigned(a.width, out.umin, mask(a.width)).ok_or(Empty)?;
    meet(&meet(a, &bits)?, &above)
}

fn equal(out: &Abs, args: &mut [Abs; 3]) -> Result<(), Empty> {
    let [a, b, _] = *args;
    match out.as_bool() {
        Some(true) => {
            args[0] = meet(&a, &b)?;
            args[1] = args[0];
        }
        Some(false) => {
            args[0] = without(&a, &b)?;
            args[1] = without(&b, &args[0])?;
        }
        None => {}
    }
    Ok(())
}

/// Without the value of the other one, where that is known and lies at an end.
fn without(a: &Abs, other: &Abs) -> Result<Abs, Empty> {
    let Some(value) = other.as_constant() else { return Ok(*a) };
    let mut out = *a;
    if a.as_constant() == Some(value) {
        return Err(Empty);
    }
    if out.umin == value {
        out = meet(&out, &Abs::unsigned(a.width, value + 1, mask(a.width)).ok_or(Empty)?)?;
    } else if out.umax == value {
        out = meet(&out, &Abs::unsigned(a.width, 0, value - 1).ok_or(Empty)?)?;
    }
    let s = signed(a.width, value);
    if out.smin == s {
        out = meet(&out, &Abs::signed(a.width, s + 1, i64::MAX).ok_or(Empty)?)?;
    } else if out.smax == s {
        out = meet(&out, &Abs::signed(a.width, i64::MIN, s - 1).ok_or(Empty)?)?;
    }
    Ok(out)
}

fn choice(out: &mut Abs, args: &mut [Abs; 3]) -> Result<(), Empty> {
    let [cond, a, b] = *args;
    match cond.as_bool() {
        Some(first) => {
            let chosen = if first { 1 } else { 2 };
            args[chosen] = meet(&args[chosen], out)?;
            *out = args[chosen];
        }
        None => match (a.meet(out), b.meet(out)) {
            (None, None) => return Err(Empty),
            (None, Some(_)) => args[0] = Abs::bool(false),
            (Some(_), None) => args[0] = Abs::bool(true),
            (Some(a), Some(b)) => *out = meet(out, &a.join(&b))?,
        },
    }
    Ok(())
}

/// The dividend of a quotient by a constant.
fn divided(out: &Abs, args: &mut [Abs; 3]) -> Result<(), Empty> {
    let width = out.width;
    let Some(by) = args[1].as_constant().filter(|by| *by != 0) else { return Ok(()) };
    let min = u128::from(out.umin) * u128::from(by);
    let max = u128::from(out.umax) * u128::from(by) + u128::from(by) - 1;
    let most = u128::from(mask(width));
    if min > most {
        return Err(Empty);
    }
    let made = Abs::unsigned(width, min as u64, max.min(most) as u64).ok_or(Empty)?;
    args[0] = meet(&args[0], &made)?;
    Ok(())
}

/// What is shifted by a constant: the bits that stay.
fn shifted(out: &Abs, args: &mut [Abs; 3], left: bool) -> Result<(), Empty> {
    let width = out.width;
    let Some(by) = args[1].as_constant().filter(|by| *by < u64::from(width)) else { return Ok(()) };
    let stay = if left { mask(width) >> by } else { mask(width) & (mask(width) << by) };
    let back = |bits: u64| if left { bits >> by } else { bits << by };
    let made = Abs::bits(width, back(out.zeros) & stay, back(out.ones) & stay).ok_or(Empty)?;
    args[0] = meet(&args[0], &made)?;
    Ok(())
}

type Below = fn(&Abs, &Abs, bool) -> Option<(Abs, Abs)>;

fn compared(out: &Abs, args: &mut [Abs; 3], below: Below) -> Result<(), Empty> {
    let [a, b, _] = *args;
    let (small, large) = match out.as_bool() {
        Some(true) => below(&a, &b, true),
        Some(false) => below(&b, &a, false),
        None => return Ok(()),
    }
    .ok_or(Empty)?;
    (args[0], args[1]) = if out.as_bool() == Some(true) { (small, large) } else { (large, small) };
    Ok(())
}

/// The first is below the second, or equal to it.
fn below_unsigned(a: &Abs, b: &Abs, strictly: bool) -> Option<(Abs, Abs)> {
    let step = u64::from(strictly);
    let small = a.meet(&Abs::unsigned(a.width, 0, b.umax.checked_sub(step)?)?)?;
    let large = b.meet(&Abs::unsigned(b.width, small.umin.checked_add(step)?, mask(b.width))?)?;
    Some((small, large))
}

fn below_signed(a: &Abs, b: &Abs, strictly: bool) -> Option<(Abs, Abs)> {
    let step = i64::from(strictly);
    let small = a.meet(&Abs::signed(a.width, i64::MIN, b.smax.checked_sub(step)?)?)?;
    let large = b.meet(&Abs::signed(b.width, small.smin.checked_add(step)?, i64::MAX)?)?;
    Some((small, large))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Bits, Evaluator, Sort, TermId, Terms};

    const WIDTH: u32 = 3;
    const OPERATIONS: [Op; 14] = [
        Op::And,
        Op::Xor,
        Op::Eq,
        Op::Ite,
        Op::Add,
        Op::Mul,
        Op::Udiv,
        Op::Concat,
        Op::Extract,
        Op::Sext,
        Op::Shl,
        Op::Lshr,
        Op::Ult,
        Op::Slt,
    ];

    fn build(terms: &mut Terms, op: Op, [a, b, c]: [TermId; 3]) -> TermId {
        match op {
            Op::And => terms.and(a, b),
            Op::Xor => terms.xor(a, b),
            Op::Eq => terms.eq(a, b),
            Op::Ite => terms.ite(c, a, b),
            Op::Add => terms.add(a, b),
            Op::Mul => terms.mul(a, b),
            Op::Udiv => terms.udiv(a, b),
            Op::Concat => terms.concat(a, b),
            Op::Extract => terms.extract(a, 2, 1),
            Op::Sext => terms.sext(a, 5),
            Op::Shl => terms.shl(a, b),
            Op::Lshr => terms.lshr(a, b),
            Op::Ult => terms.ult(a, b),
            _ => terms.slt(a, b),
        }
    }

    fn some_domain(random: &mut pm_base::Random, width: u32) -> Abs {
        let mut value = || random.below(1 << width);
        let (a, b, c) = (value(), value(), value());
        match random.below(4) {
            0 => Abs::top(width),
            1 => Abs::constant(width, a),
            2 => Abs::constant(width, a).join(&Abs::constant(width, b)),
            _ => Abs::constant(width, a).join(&Abs::constant(width, b)).join(&Abs::constant(width, c)),
        }
    }

    /// Whatever values go together stay in the domains, and where none do nothing else matters.
    #[test]
    fn drops_no_solution() {
        let mut random = pm_base::Random::new(7);
        let mut dropped = 0;
        for _ in 0..6000 {
            let op = random.pick(&OPERATIONS);
            let mut terms = Terms::raw();
            let inputs =
                [terms.symbol("a", Sort::Bv(WIDTH)), terms.symbol("b", Sort::Bv(WIDTH)), terms.symbol("c", Sort::Bool)];
            let out = build(&mut terms, op, inputs);
            let domains =
                [some_domain(&mut random, WIDTH), some_domain(&mut random, WIDTH), some_domain(&mut random, 1)];
            let args = if op == Op::Ite { [domains[2], domains[0], domains[1]] } else { domains };
            let width = pm_term::scalar_width(&terms, out);
            let mut parts = Parts { out: some_domain(&mut random, width), args };
            let before = parts;
            let empty = narrow(op, 1, &mut parts).is_err();
            dropped += u32::from(empty || parts.args != before.args || parts.out != before.out);
            for values in 0..1u64 << (2 * WIDTH + 1) {
                let values = [values & 7, values >> 3 & 7, values >> 6];
                let mut evaluator = Evaluator::new();
                for (input, value) in inputs.iter().zip(values) {
                    let width = pm_term::scalar_width(&terms, *input);
                    evaluator.set_bits(terms.symbol_id(*input).unwrap(), Bits::from_u128(width, value.into()));
                }
                let result = evaluator.eval_bits(&terms, out).to_u128().unwrap() as u64;
                let of_args = if op == Op::Ite { [values[2], values[0], values[1]] } else { values };
                let arity = terms.args(out.regular()).len();
                let within = |p: &Parts| p.out.contains(result) && (0..arity).all(|i| p.args[i].contains(of_args[i]));
                if within(&before) {
                    assert!(
                        !empty && within(&parts),
                        "{op:?} {of_args:?} = {result}: {:?} {:?}",
                        before.args,
                        before.out
                    );
                }
            }
        }
        assert!(dropped > 2000, "{dropped}");
    }
}
