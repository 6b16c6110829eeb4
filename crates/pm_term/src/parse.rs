//! Reads a term from SMT-LIB 2 text, as [`crate::SmtPrinter`] writes terms in place.
//!
//! Strict: every operator's arity and sorts are checked, names must be known, numbers must fit, and nesting is limited, so that text
//! from anywhere gives a term or a message.

use crate::bits::Bits;
use crate::op::Op;
use crate::sort::Sort;
use crate::terms::{TermId, Terms};

/// Parentheses inside each other.
const MAX_NESTING: usize = 500;
/// Bits of a constant or an extension.
const MAX_WIDTH: u32 = 1 << 16;

type Parsed<T> = Result<T, String>;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    names: &'a dyn Fn(&str) -> Option<TermId>,
}

impl Terms {
    /// The term that the whole text stands for; `names` knows the symbols.
    pub fn parse(&mut self, text: &str, names: &dyn Fn(&str) -> Option<TermId>) -> Result<TermId, String> {
        let mut reader = Reader { text, at: 0, depth: 0, names };
        let t = reader.term(self)?;
        match reader.token() {
            None => Ok(t),
            Some(rest) => Err(format!("`{}` after the term", shorten(rest))),
        }
    }
}

impl<'a> Reader<'a> {
    fn token(&mut self) -> Option<&'a str> {
        let rest = self.text[self.at..].trim_start();
        let start = self.text.len() - rest.len();
        let first = rest.chars().next()?;
        let len = match first {
            '(' | ')' => 1,
            '|' => rest[1..].find('|').map_or(rest.len(), |end| end + 2),
            _ => rest.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '|')).unwrap_or(rest.len()),
        };
        self.at = start + len;
        Some(&rest[..len])
    }

    fn expect(&mut self, what: &str) -> Parsed<()> {
        match self.token() {
            Some(t) if t == what => Ok(()),
            Some(t) => Err(format!("expected `{what}`, found `{}`", shorten(t))),
            None => Err(format!("expected `{what}`, found the end")),
        }
    }

    fn number(&mut self) -> Parsed<u32> {
        let token = self.token().unwrap_or("the end");
        let digits = token.bytes().all(|b| b.is_ascii_digit());
        let value = token.parse().ok().filter(|v| digits && *v <= MAX_WIDTH);
        value.ok_or_else(|| format!("`{}` is no number up to {MAX_WIDTH}", shorten(token)))
    }

    fn term(&mut self, terms: &mut Terms) -> Parsed<TermId> {
        let Some(token) = self.token() else { return Err("expected a term, found the end".into()) };
        if token == "(" {
            self.depth += 1;
            if self.depth > MAX_NESTING {
                return Err(format!("more than {MAX_NESTING} parentheses inside each other"));
            }
            let t = self.application(terms)?;
            self.depth -= 1;
            return Ok(t);
        }
        self.atom(terms, token)
    }

    fn atom(&self, terms: &mut Terms, token: &str) -> Parsed<TermId> {
        match token {
            "true" => return Ok(TermId::TRUE),
            "false" => return Ok(TermId::FALSE),
            ")" => return Err("expected a term, found `)`".into()),
            _ => {}
        }
        if let Some(digits) = token.strip_prefix("#b") {
            return constant(terms, digits, 1);
        }
        if let Some(digits) = token.strip_prefix("#x") {
            return constant(terms, digits, 4);
        }
        let quoted = token.strip_prefix('|').and_then(|t| t.strip_suffix('|'));
        let name = quoted.ok_or_else(|| format!("`{}` is no term", shorten(token)))?;
        (self.names)(name).ok_or_else(|| format!("there is no variable `{}`", shorten(name)))
    }

    /// What follows an opening parenthesis.
    fn application(&mut self, terms: &mut Terms) -> Parsed<TermId> {
        let token = self.token().unwrap_or("the end");
        if token == "(" {
            self.expect("_")?;
            let name = self.token().unwrap_or("the end");
            let first = self.number()?;
            let second = if name == "extract" { Some(self.number()?) } else { None };
            self.expect(")")?;
            let a = self.term(terms)?;
            self.expect(")")?;
            return indexed(terms, name, first, second, a);
        }
        let mut args = Vec::new();
        loop {
            let before = self.at;
            match self.token() {
                Some(")") => break,
                Some(_) => {
                    self.at = before;
                    args.push(self.term(terms)?);
                }
                None => return Err("expected `)`, found the end".into()),
            }
        }
        apply(terms, token, &args)
    }
}

fn constant(terms: &mut Terms, digits: &str, bits: u32) -> Parsed<TermId> {
    let width = digits.len() as u64 * u64::from(bits);
    if digits.is_empty() || width > MAX_WIDTH.into() {
        return Err(format!("a constant of {width} bits"));
    }
    let mut limbs = vec![0u64; (width as usize).div_ceil(64)];
    for (i, c) in digits.bytes().rev().enumerate() {
        let digit = (c as char).to_digit(1 << bits).ok_or_else(|| format!("`{}` is no digit", c as char))?;
        let at = i * bits as usize;
        limbs[at / 64] |= u64::from(digit) << (at % 64);
    }
    Ok(terms.bv_bits(&Bits::from_limbs(width as u32, &limbs)))
}

fn indexed(terms: &mut Terms, name: &str, first: u32, second: Option<u32>, a: TermId) -> Parsed<TermId> {
    let Sort::Bv(width) = terms.sort(a) else { return Err(format!("`{}` of no bit-vector", shorten(name))) };
    match (name, second) {
        ("extract", Some(lo)) if lo <= first && first < width => Ok(terms.extract(a, first, lo)),
        ("zero_extend", None) if width + first <= MAX_WIDTH => Ok(terms.zext(a, width + first)),
        ("sign_extend", None) if width + first <= MAX_WIDTH => Ok(terms.sext(a, width + first)),
        _ => Err(format!("`{}` that does not fit {width} bits", shorten(name))),
    }
}

/// What an operator takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Two bit-vectors of one width.
    Vectors,
    /// Two bit-vectors.
    Parts,
}

fn apply(terms: &mut Terms, name: &str, args: &[TermId]) -> Parsed<TermId> {
    let wrong = || format!("`{}` of arguments that do not fit it", shorten(name));
    let all_bool = args.iter().all(|&a| terms.is_bool(a));
    match (name, args) {
        ("and", [_, ..]) if all_bool => return Ok(terms.and_all(args)),
        ("or", [_, ..]) if all_bool => return Ok(terms.or_all(args)),
        ("xor", &[a, b]) if all_bool => return Ok(terms.xor(a, b)),
        ("=>", &[a, b]) if all_bool => return Ok(terms.implies(a, b)),
        ("not", &[a]) if all_bool => return Ok(terms.not(a)),
        ("=", &[a, b]) if terms.sort(a) == terms.sort(b) => return Ok(terms.eq(a, b)),
        ("distinct", &[a, b]) if terms.sort(a) == terms.sort(b) => return Ok(terms.ne(a, b)),
        ("ite", &[c, a, b]) if terms.is_bool(c) && terms.sort(a) == terms.sort(b) => return Ok(terms.ite(c, a, b)),
        ("select", &[a, i]) => {
            return match (terms.sort(a), terms.sort(i)) {
                (Sort::Array { index, .. }, Sort::Bv(width)) if index == width => Ok(terms.select(a, i)),
                _ => Err(wrong()),
            };
        }
        _ => {}
    }
    let vector = |t: TermId| matches!(terms.sort(t), Sort::Bv(_));
    if !args.iter().all(|&a| vector(a)) {
        return Err(wrong());
    }
    match (name, args) {
        ("bvnot", &[a]) => Ok(terms.not(a)),
        ("bvneg", &[a]) => Ok(terms.neg(a)),
        (_, &[a, b]) => {
            let (op, shape) = operator(name).ok_or_else(wrong)?;
            if shape == Shape::Vectors && terms.sort(a) != terms.sort(b) {
                return Err(wrong());
            }
            if shape == Shape::Parts && terms.width(a) + terms.width(b) > MAX_WIDTH {
                return Err(wrong());
            }
            Ok(match name {
                "bvugt" => terms.ugt(a, b),
                "bvuge" => terms.uge(a, b),
                "bvsgt" => terms.sgt(a, b),
                "bvsge" => terms.sge(a, b),
                "bvsub" => terms.sub(a, b),
                _ => terms.binary(op, a, b),
            })
        }
        _ => Err(wrong()),
    }
}

fn operator(name: &str) -> Option<(Op, Shape)> {
    Some(match name {
        "bvand" => (Op::And, Shape::Vectors),
        "bvor" => (Op::Or, Shape::Vectors),
        "bvxor" => (Op::Xor, Shape::Vectors),
        "bvadd" => (Op::Add, Shape::Vectors),
        "bvsub" => (Op::Sub, Shape::Vectors),
        "bvmul" => (Op::Mul, Shape::Vectors),
        "bvudiv" => (Op::Udiv, Shape::Vectors),
        "bvurem" => (Op::Urem, Shape::Vectors),
        "bvsdiv" => (Op::Sdiv, Shape::Vectors),
        "bvsrem" => (Op::Srem, Shape::Vectors),
        "bvshl" => (Op::Shl, Shape::Vectors),
        "bvlshr" => (Op::Lshr, Shape::Vectors),
        "bvashr" => (Op::Ashr, Shape::Vectors),
        "bvult" | "bvugt" => (Op::Ult, Shape::Vectors),
        "bvule" | "bvuge" => (Op::Ule, Shape::Vectors),
        "bvslt" | "bvsgt" => (Op::Slt, Shape::Vectors),
        "bvsle" | "bvsge" => (Op::Sle, Shape::Vectors),
        "concat" => (Op::Concat, Shape::Parts),
        _ => return None,
    })
}

/// For messages: hostile text may be long.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SmtPrinter;

    fn terms() -> (Terms, TermId, TermId, TermId) {
        let mut t = Terms::new();
        let (x, y, p) = (t.symbol("x", Sort::Bv(8)), t.symbol("y", Sort::Bv(8)), t.symbol("p", Sort::Bool));
        (t, x, y, p)
    }

    fn parse(t: &mut Terms, x: TermId, y: TermId, p: TermId, text: &str) -> Result<TermId, String> {
        t.parse(text, &|n| match n {
            "x" => Some(x),
            "y" => Some(y),
            "p" => Some(p),
            _ => None,
        })
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let (mut t, x, y, p) = terms();
        let mut printer = SmtPrinter::new();
        for (s, name) in [(x, "x"), (y, "y"), (p, "p")] {
            let symbol = t.symbol_id(s).unwrap();
            printer.name(symbol, name);
        }
        let (sum, product, rest) = (t.add(x, y), t.mul(x, y), t.urem(x, y));
        let shift = t.ashr(x, y);
        let (wide, part) = (t.sext(sum, 12), t.extract(product, 5, 2));
        let wide = t.extract(wide, 11, 4);
        let facts = [t.slt(x, y), t.ule(sum, rest), t.eq(wide, shift), t.smulo(x, y), t.umulo(x, y)];
        let low = t.extract(x, 3, 0);
        let joined = t.ne(part, low);
        let all = [facts[0], facts[1], facts[2], facts[3], facts[4], joined, p];
        for &fact in &all {
            for fact in [fact, t.not(fact)] {
                let text = printer.text(&t, fact);
                let back = parse(&mut t, x, y, p, &text).unwrap();
                let same = t.eq(fact, back);
                let mut eval = crate::Evaluator::new();
                for (i, j) in (0..=255).step_by(7).flat_map(|i| (0..=255).step_by(5).map(move |j| (i, j))) {
                    eval.set_bits(t.symbol_id(x).unwrap(), Bits::from_u128(8, i));
                    eval.set_bits(t.symbol_id(y).unwrap(), Bits::from_u128(8, j));
                    assert!(eval.eval_bool(&t, same), "{text}");
                }
            }
        }
    }

    #[test]
    fn hostile_text_is_refused() {
        let (mut t, x, y, p) = terms();
        let deep = "(not ".repeat(100_000);
        let wide = format!("(= |x| #b{})", "1".repeat(1 << 20));
        let cases = [
            "",
            "(",
            ")",
            "|x",
            "|z|",
            "x",
            "(and)",
            "(and |x| |p|)",
            "(bvadd |x|)",
            "(bvadd |x| |p|)",
            "(= |x| |p|)",
            "(= |x| #b1)",
            "((_ extract 8 0) |x|)",
            "((_ extract 0 1) |x|)",
            "((_ zero_extend 99999999999) |x|)",
            "((_ zero_extend 65535) |x|)",
            "((_ extract -1 0) |x|)",
            "(not |p|) |p|",
            "#b",
            "#b2",
            "#xg",
            "(frob |x| |y|)",
            "(select |x| |y|)",
            "(ite |x| |x| |y|)",
            "((",
            "((_",
            "((_ extract",
            &deep,
            &wide,
            "(é |x|)",
            "é",
            "#bé",
        ];
        for text in cases {
            assert!(parse(&mut t, x, y, p, text).is_err(), "{}", shorten(text));
        }
    }
}
