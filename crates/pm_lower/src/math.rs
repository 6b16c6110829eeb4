//! What is known of mathematical functions at constant arguments.
//!
//! Their models know ranges only: `exp` of a positive number is any number from 1 on. Where the arguments are constants gcc puts the value there, the true one
//! rounded, and what libraries return differs from it in the last places. So a call whose arguments are constants once it is lowered has a result near that
//! value, or the value itself where that is exact: `__pm_near(result, low, high, value)` behind the call of the model.

use crate::function::FnLower;
use pm_base::num::FloatFormat;
use pm_ir::Operand;
use pm_sema::hir;

/// The result lies between `low` and `high`, `value` among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Near {
    pub low: u128,
    pub high: u128,
    pub value: u128,
}

enum Function {
    Unary(fn(f64) -> f64),
    Binary(fn(f64, f64) -> f64),
}

/// Those that the host computes to the last places, by their names for `double`.
const FUNCTIONS: &[(&str, Function)] = &[
    ("acos", Function::Unary(f64::acos)),
    ("asin", Function::Unary(f64::asin)),
    ("atan", Function::Unary(f64::atan)),
    ("atan2", Function::Binary(f64::atan2)),
    ("cbrt", Function::Unary(f64::cbrt)),
    ("cos", Function::Unary(f64::cos)),
    ("cosh", Function::Unary(f64::cosh)),
    ("exp", Function::Unary(f64::exp)),
    ("exp2", Function::Unary(f64::exp2)),
    ("expm1", Function::Unary(f64::exp_m1)),
    ("hypot", Function::Binary(f64::hypot)),
    ("log", Function::Unary(f64::ln)),
    ("log10", Function::Unary(f64::log10)),
    ("log1p", Function::Unary(f64::ln_1p)),
    ("log2", Function::Unary(f64::log2)),
    ("pow", Function::Binary(f64::powf)),
    ("sin", Function::Unary(f64::sin)),
    ("sinh", Function::Unary(f64::sinh)),
    ("tan", Function::Unary(f64::tan)),
    ("tanh", Function::Unary(f64::tanh)),
];

impl FnLower<'_, '_> {
    /// What is to be called behind a library function whose arguments are constants, with its result in the place of the first argument.
    pub(crate) fn near(&mut self, callee: hir::FuncId, args: &[Operand]) -> Option<(pm_ir::Callee, Vec<Operand>)> {
        let f = &self.cx.hir.funcs[callee];
        if !f.is_model {
            return None;
        }
        let name = self.cx.session.interner.name(f.name);
        let Operand::Float(format, _) = *args.first()? else { return None };
        let constant = |a: &Operand| if let Operand::Float(_, v) = a { Some(*v) } else { None };
        let values: Vec<u128> = args.iter().map(constant).collect::<Option<_>>()?;
        let near = near(name, format, &values)?;
        let suffix = FUNCTIONS.iter().find_map(|(base, _)| suffix_of(name, base))?;
        let function = self.cx.choices.near(suffix)?;
        let bounds = [near.low, near.high, near.value].map(|v| Operand::Float(format, v));
        let args = std::iter::once(Operand::NULL).chain(bounds).collect();
        Some((pm_ir::Callee::Direct(self.cx.func_ref(function)), args))
    }
}

/// How far off host and library may be together, in units of the last place of `double`, and then of the format.
const STEPS_OF_DOUBLE: u32 = 4;
const STEPS_OF_FORMAT: u32 = 2;

/// Of the function of that name at those arguments; `None` where nothing but what the model says is known.
pub(crate) fn near(name: &str, format: FloatFormat, args: &[u128]) -> Option<Near> {
    let (base, function) = FUNCTIONS.iter().find(|(base, _)| suffix_of(name, base).is_some())?;
    let args: Vec<f64> = args.iter().map(|a| exactly(*a, format)).collect::<Option<_>>()?;
    let result = match (function, args.as_slice()) {
        (Function::Unary(f), [x]) => f(*x),
        (Function::Binary(f), [x, y]) => f(*x, *y),
        _ => return None,
    };
    let value = format.from_float(pattern(result), FloatFormat::F64);
    if !result.is_normal() || !format.is_normal(value) {
        return None;
    }
    if is_exact(base, &args, result) && exactly(value, format) == Some(result) {
        return Some(Near { low: value, high: value, value });
    }
    Some(Near { low: step(result, format, false)?, high: step(result, format, true)?, value })
}

/// The suffix of the type where the name is `base` with one.
fn suffix_of<'n>(name: &'n str, base: &str) -> Option<&'n str> {
    name.strip_prefix(base).filter(|suffix| matches!(*suffix, "" | "f" | "l"))
}

fn pattern(v: f64) -> u128 {
    u128::from(v.to_bits())
}

/// A number of the format as a double, where it is one.
fn exactly(v: u128, format: FloatFormat) -> Option<f64> {
    let double = FloatFormat::F64.from_float(v, format);
    let finite = !format.is_nan(v) && !format.is_infinite(v);
    (finite && format.from_float(double, FloatFormat::F64) == v).then(|| f64::from_bits(double as u64))
}

/// The bound of what is near a result, above or below it.
fn step(result: f64, format: FloatFormat, up: bool) -> Option<u128> {
    let double = (0..STEPS_OF_DOUBLE).fold(pattern(result), |v, _| FloatFormat::F64.next(v, up));
    let bound = (0..STEPS_OF_FORMAT).fold(format.from_float(double, FloatFormat::F64), |v, _| format.next(v, up));
    format.is_normal(bound).then_some(bound)
}

/// The result is the true value. May say no of some that are.
fn is_exact(base: &str, args: &[f64], result: f64) -> bool {
    match (base, args) {
        ("pow", [x, y]) => power(*x, *y) == Some(result),
        ("cbrt", [x]) => power(result, 3.0) == Some(*x),
        ("exp2", [x]) => power(2.0, *x) == Some(result),
        ("log2", [x]) => power(2.0, result) == Some(*x),
        ("log10", [x]) => power(10.0, result) == Some(*x),
        ("hypot", [x, y]) => {
            let squares = [*x, *y, result].map(|v| power(v, 2.0));
            matches!(squares, [Some(a), Some(b), Some(c)] if a + b == c && c - a == b && c - b == a)
        }
        _ => false,
    }
}

/// `x` to an integer `y`, where each product on the way is a double.
fn power(x: f64, y: f64) -> Option<f64> {
    if y != y.trunc() || y.abs() > 1100.0 {
        return None;
    }
    let exact = |p: f64, residue: f64| (p.is_normal() && residue == 0.0).then_some(p);
    let mut product = 1.0f64;
    for _ in 0..y.abs() as u32 {
        let p = product * x;
        product = exact(p, product.mul_add(x, -p))?;
    }
    if y >= 0.0 {
        return Some(product);
    }
    let inverse = 1.0 / product;
    exact(inverse, inverse.mul_add(product, -1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(name: &str, args: &[f64]) -> Option<Near> {
        near(name, FloatFormat::F64, &args.iter().map(|a| pattern(*a)).collect::<Vec<_>>())
    }

    #[test]
    fn exact_values_are_exact() {
        for (name, args, value) in [
            ("pow", &[2.0, 10.0][..], 1024.0),
            ("pow", &[-3.0, 3.0], -27.0),
            ("pow", &[2.0, -2.0], 0.25),
            ("log2", &[8.0], 3.0),
            ("log10", &[1000.0], 3.0),
            ("cbrt", &[27.0], 3.0),
            ("hypot", &[3.0, 4.0], 5.0),
        ] {
            let value = pattern(value);
            assert_eq!(double(name, args), Some(Near { low: value, high: value, value }), "{name}");
        }
    }

    #[test]
    fn other_values_are_near() {
        let near = double("exp", &[1.0]).unwrap();
        let [low, high] = [near.low, near.high].map(|v| f64::from_bits(v as u64));
        assert!(low < std::f64::consts::E && std::f64::consts::E < high && high - low < 1e-14);
    }

    #[test]
    fn nothing_is_said_of_what_is_no_number() {
        assert_eq!(double("log", &[-1.0]), None);
        assert_eq!(double("exp", &[1000.0]), None);
        assert_eq!(double("sin", &[0.0]), None);
        assert_eq!(double("tgamma", &[2.5]), None);
        assert_eq!(double("pow", &[2.0]), None);
    }
}
