//! Exports are read again: BTOR2 by a strict reader that runs what it read, SMT-LIB for what it declares and defines.

use crate::compile::compile;

use pm_base::Random;
use pm_lower::CheckOptions;
use pm_model::export::{goals, write_btor2, write_smt2};
use pm_model::{Options, System};
use pm_term::{Bits, Evaluator, Sort, Value};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

/// A line of BTOR2 without its number.
struct Line<'a> {
    op: &'a str,
    rest: Vec<&'a str>,
}

/// What a file says, by line number. Arrays are not read.
#[derive(Default)]
struct Btor<'a> {
    lines: HashMap<i64, Line<'a>>,
    order: Vec<i64>,
}

fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn signed(value: u128, width: u32) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

impl<'a> Btor<'a> {
    /// Numbers ascend, and only earlier lines are referred to.
    fn read(text: &'a str) -> Btor<'a> {
        let mut btor = Btor::default();
        let mut last = 0;
        for line in text.lines() {
            let mut words = line.split(' ');
            let number: i64 = words.next().unwrap().parse().unwrap();
            assert!(number > last, "{line}");
            last = number;
            let op = words.next().unwrap();
            btor.lines.insert(number, Line { op, rest: words.collect() });
            btor.order.push(number);
        }
        btor
    }

    fn number(&self, number: i64, at: usize) -> i64 {
        let value: i64 = self.lines[&number].rest[at].parse().unwrap();
        assert!(value.abs() < number, "line {number} refers to a later one");
        value
    }

    fn width(&self, number: i64) -> u32 {
        let line = &self.lines[&number];
        if line.op == "sort" {
            assert_eq!(line.rest[0], "bitvec");
            return line.rest[1].parse().unwrap();
        }
        self.width(line.rest[0].parse().unwrap())
    }

    fn value(&self, values: &HashMap<i64, u128>, reference: i64) -> u128 {
        let value = values[&reference.abs()];
        if reference < 0 { !value & mask(self.width(-reference)) } else { value }
    }

    /// All lines under the states and inputs that are there.
    fn evaluate(&self, values: &mut HashMap<i64, u128>) {
        for &n in &self.order {
            let line = &self.lines[&n];
            if matches!(line.op, "sort" | "state" | "input" | "init" | "next" | "bad") {
                continue;
            }
            let width = self.width(n);
            let arg = |at: usize| self.value(values, self.number(n, at));
            let arg_width = |at: usize| self.width(self.number(n, at).abs());
            let flag = |b: bool| u128::from(b);
            let value = match line.op {
                "const" => u128::from_str_radix(line.rest[1], 2).unwrap(),
                "and" => arg(1) & arg(2),
                "xor" => arg(1) ^ arg(2),
                "eq" => flag(arg(1) == arg(2)),
                "ite" => [arg(3), arg(2)][arg(1) as usize],
                "add" => arg(1).wrapping_add(arg(2)),
                "mul" => arg(1).wrapping_mul(arg(2)),
                "ult" => flag(arg(1) < arg(2)),
                "slt" => flag(signed(arg(1), arg_width(1)) < signed(arg(2), arg_width(2))),
                "concat" => arg(1) << arg_width(2) | arg(2),
                "slice" => arg(1) >> line.rest[3].parse::<u32>().unwrap(),
                "sext" => signed(arg(1), arg_width(1)) as u128,
                "udiv" => arg(1).checked_div(arg(2)).unwrap_or(u128::MAX),
                "urem" => arg(1).checked_rem(arg(2)).unwrap_or(arg(1)),
                "sll" => arg(1).checked_shl(arg(2).min(128) as u32).unwrap_or(0),
                "srl" => arg(1).checked_shr(arg(2).min(128) as u32).unwrap_or(0),
                "sra" => (signed(arg(1), width) >> arg(2).min(127)) as u128,
                "smulo" => {
                    let product = signed(arg(1), arg_width(1)).checked_mul(signed(arg(2), arg_width(2))).unwrap();
                    flag(signed(product as u128 & mask(arg_width(1)), arg_width(1)) != product)
                }
                "sdiv" | "srem" => {
                    let (a, b) = (signed(arg(1), width), signed(arg(2), width));
                    match (line.op, b) {
                        ("sdiv", 0) => {
                            if a < 0 {
                                1
                            } else {
                                u128::MAX
                            }
                        }
                        ("sdiv", _) => a.wrapping_div(b) as u128,
                        (_, 0) => a as u128,
                        _ => a.wrapping_rem(b) as u128,
                    }
                }
                op => panic!("{op} is not read"),
            };
            values.insert(n, value & mask(width));
        }
    }
}

fn system(text: &str) -> (System, pm_ir::Program) {
    let (session, program) = compile(text.into(), CheckOptions::standard());
    let system =
        pm_model::build(&program, &session.interner, &Options::default()).unwrap_or_else(|e| panic!("{}", e.what));
    (system, program)
}

fn program(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/programs").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Runs the system and what was read side by side on pseudo-random inputs.
fn run_both(name: &str) {
    let (mut system, program) = system(&program(name));
    let goals = goals(&mut system, &|p| program.props[p].id.to_string());
    let mut out = Vec::new();
    write_btor2(&system, &goals, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let btor = Btor::read(&text);
    let of = |op: &str| btor.order.iter().copied().filter(|n| btor.lines[n].op == op).collect::<Vec<i64>>();
    let (states, inputs, nexts, bads) = (of("state"), of("input"), of("next"), of("bad"));
    assert_eq!((states.len(), bads.len()), (system.vars.len(), goals.len()));
    let mut random = Random::new(1);
    let mut state: Vec<Value> = system.vars.iter().map(|v| Evaluator::new().eval(&system.terms, v.init)).collect();
    for _ in 0..200 {
        let mut evaluator = Evaluator::new();
        let mut values = HashMap::new();
        for ((var, value), n) in system.vars.iter().zip(&state).zip(&states) {
            evaluator.set(system.terms.symbol_id(var.now).unwrap(), value.clone());
            values.insert(*n, value.bits().to_u128().unwrap());
        }
        for (input, n) in system.inputs.iter().zip(&inputs) {
            let width = match system.terms.sort(*input) {
                Sort::Bool => 1,
                Sort::Bv(width) => width,
                Sort::Array { .. } => panic!("an array"),
            };
            let value = (u128::from(random.below(7))) & mask(width);
            evaluator.set_bits(system.terms.symbol_id(*input).unwrap(), Bits::from_u128(width, value));
            values.insert(*n, value);
        }
        btor.evaluate(&mut values);
        for (goal, n) in goals.iter().zip(&bads) {
            let reached = btor.value(&values, btor.number(*n, 0)) != 0;
            assert_eq!(reached, evaluator.eval_bool(&system.terms, goal.cond), "{name}: {}", goal.name);
        }
        state = system.vars.iter().map(|v| evaluator.eval(&system.terms, v.next)).collect();
        for (value, n) in state.iter().zip(&nexts) {
            assert_eq!(btor.value(&values, btor.number(*n, 2)), value.bits().to_u128().unwrap(), "{name}");
        }
    }
}

#[test]
fn btor2_runs_as_the_system_does() {
    for name in ["state_machine.c", "nested_loops.c", "structs.c", "function_pointers.c"] {
        run_both(name);
    }
}

#[test]
fn btor2_has_arrays() {
    let (mut system, program) = system(&program("large_array.c"));
    let goals = goals(&mut system, &|p| program.props[p].id.to_string());
    let mut out = Vec::new();
    write_btor2(&system, &goals, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains(" sort array ") && text.contains(" write ") && text.contains(" read "));
}

#[test]
fn smt2_defines_what_it_uses() {
    for name in ["state_machine.c", "large_array.c", "moving_pointers.c"] {
        let (mut system, program) = system(&program(name));
        let goals = goals(&mut system, &|p| program.props[p].id.to_string());
        let mut out = Vec::new();
        write_smt2(&mut system, &goals, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let mut known: HashSet<&str> = HashSet::new();
        for line in text.lines().filter(|l| !l.starts_with(';')) {
            assert_eq!(line.matches('(').count(), line.matches(')').count(), "{line}");
            let mut names = line.split([' ', '(', ')']).filter(|w| w.starts_with(['|', '$']));
            if line.starts_with("(declare-const") || line.starts_with("(define-fun $") {
                let name = names.next().unwrap();
                assert!(names.all(|n| known.contains(n)), "{line}");
                assert!(known.insert(name), "{line}");
            } else {
                assert!(names.all(|n| known.contains(n)), "{line}");
            }
        }
        assert_eq!(text.matches(":invar-property").count(), goals.len());
        assert_eq!(text.matches(":next").count(), system.vars.len());
    }
}
