//! The model of a solver, read and checked: values of symbols, under which the formula must be true by our own evaluator.
//!
//! Values of arrays are printed differently by each solver. So they are not asked for: the indices are that arrays are read at, and
//! then the elements there. All else in an array symbol is zero, which no read of the formula sees.

use super::answer::Answer;
use super::process::Failure;
use super::session::Session;
use crate::sat::Limits;
use pm_term::{ArrayValue, Bits, Encoding, Evaluator, Op, Sort, SymbolId, TermId, Terms, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Values that are asked for at once.
const BATCH: usize = 200;

/// The values of all symbols below the roots.
pub(super) fn read(
    session: &mut Session,
    terms: &Terms,
    roots: &[TermId],
    (encoding, limits): (Encoding, &Limits),
) -> Result<Evaluator, Failure> {
    let mut evaluator = Evaluator::new();
    let nodes = terms.cone(roots);
    let is_word = |t: &TermId| terms.op(*t) == Op::Symbol && !terms.sort(*t).is_array();
    let words: Vec<TermId> = nodes.iter().copied().filter(is_word).collect();
    let texts = words.iter().map(|t| (session.printer.text(terms, *t), terms.sort(*t))).collect();
    for (t, value) in words.iter().zip(values(session, texts, limits)?) {
        terms.symbol_id(*t).into_iter().for_each(|symbol| evaluator.set(symbol, value.clone()));
    }
    for (symbol, value) in arrays(session, terms, &nodes, (encoding, limits))? {
        evaluator.set(symbol, value);
    }
    Ok(evaluator)
}

/// Array symbols, with the elements that are read.
fn arrays(
    session: &mut Session,
    terms: &Terms,
    nodes: &[TermId],
    (encoding, limits): (Encoding, &Limits),
) -> Result<Vec<(SymbolId, Value)>, Failure> {
    let bases = symbols_below(terms, nodes);
    let reads: Vec<TermId> = nodes.iter().copied().filter(|t| terms.op(*t) == Op::Select).collect();
    let indices = reads.iter().map(|t| terms.args(*t)[1]);
    let texts = indices.map(|index| (session.printer.unsigned_text(terms, index), terms.sort(index))).collect();
    let at = values(session, texts, limits)?;
    let mut cells: FxHashSet<(TermId, Bits)> = FxHashSet::default();
    for (read, value) in reads.iter().zip(&at) {
        let below = bases.get(&terms.args(*read)[0].node());
        cells.extend(below.into_iter().flat_map(|b| b.iter()).map(|base| (*base, value.bits().clone())));
    }
    let cells: Vec<(TermId, Bits)> = cells.into_iter().collect();
    let texts = cells.iter().map(|(base, index)| {
        let text = format!("(select {} {})", session.printer.text(terms, *base), literal(index, encoding));
        (text, Sort::Bv(terms.array_widths(*base).1))
    });
    let texts = texts.collect();
    let elements = values(session, texts, limits)?;
    let mut out: FxHashMap<TermId, ArrayValue> = FxHashMap::default();
    for ((base, index), element) in cells.into_iter().zip(elements) {
        let (wide, elem) = terms.array_widths(base);
        let array = out.entry(base).or_insert_with(|| ArrayValue::new(wide, Bits::zero(elem)));
        array.set(index, element.bits().clone());
    }
    let named = out.into_iter().filter_map(|(base, array)| Some((terms.symbol_id(base)?, array)));
    Ok(named.map(|(symbol, array)| (symbol, Value::Array(Rc::new(array)))).collect())
}

/// By node of an array: the array symbols that it is made of.
fn symbols_below(terms: &Terms, nodes: &[TermId]) -> FxHashMap<usize, Rc<Vec<TermId>>> {
    let mut below: FxHashMap<usize, Rc<Vec<TermId>>> = FxHashMap::default();
    for &t in nodes.iter().filter(|t| terms.sort(**t).is_array()) {
        let args = terms.args(t);
        let of = |at: usize| below.get(&args[at].node()).cloned().unwrap_or_default();
        let all = match terms.op(t) {
            Op::Symbol => Rc::new(vec![t]),
            Op::Store => of(0),
            Op::Ite => {
                let (a, b) = (of(1), of(2));
                if Rc::ptr_eq(&a, &b) { a } else { union(&a, &b) }
            }
            _ => Rc::default(),
        };
        below.insert(t.node(), all);
    }
    below
}

fn union(a: &[TermId], b: &[TermId]) -> Rc<Vec<TermId>> {
    let mut all: Vec<TermId> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    Rc::new(all)
}

fn literal(value: &Bits, encoding: Encoding) -> String {
    match encoding {
        Encoding::Bits => format!("#b{}", value.to_binary()),
        Encoding::Integers => value.to_decimal(),
    }
}

/// Values in the order in which they are asked for; how a solver prints what was asked is its own matter.
fn values(session: &mut Session, texts: Vec<(String, Sort)>, limits: &Limits) -> Result<Vec<Value>, Failure> {
    let mut out = Vec::with_capacity(texts.len());
    for part in texts.chunks(BATCH) {
        let asked: Vec<&str> = part.iter().map(|(text, _)| text.as_str()).collect();
        let answer = session.get(&format!("(get-value ({}))\n", asked.join(" ")), limits)?;
        let rubbish = || Failure::Rubbish(format!("it answers `{}` where values are asked for", answer.show()));
        let pairs = answer.list().filter(|pairs| pairs.len() == part.len()).ok_or_else(rubbish)?;
        for (pair, (_, sort)) in pairs.iter().zip(part) {
            let value =
                pair.list().filter(|p| p.len() == 2).and_then(|p| p.last()).and_then(|v: &Answer| v.value(*sort));
            out.push(value.ok_or_else(rubbish)?);
        }
    }
    Ok(out)
}
