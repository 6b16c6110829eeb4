//! Which recursive functions contracts speak for, and what they say in the end.

use crate::compile::compile;

use pm_invariants::contracts::find;
use pm_lower::CheckOptions;
use pm_model::contracts::apply;
use pm_model::{BadKind, Options, System, build};
use pm_solve::Limits;

fn system(text: &str, contracts: bool) -> System {
    let (session, program) = compile(text.into(), CheckOptions::default());
    let options = Options { contracts, ..Options::default() };
    build(&program, &session.interner, &options).unwrap_or_else(|r| panic!("{}", r.what))
}

/// Ins and outs of each contract.
fn shapes(text: &str) -> Vec<(String, Vec<String>, Vec<String>)> {
    let names = |all: &[pm_model::contracts::Formal]| all.iter().map(|f| f.name.clone()).collect();
    let system = system(text, true);
    system.contracts.functions.iter().map(|c| (c.name.clone(), names(&c.ins), names(&c.outs))).collect()
}

const MAIN: &str = "unsigned nondet(void); unsigned f(unsigned n);
    int main(void) { return (int)f(nondet()); }";

fn with_main(function: &str) -> String {
    format!("{MAIN}\n{function}")
}

#[test]
fn only_functions_without_other_effects() {
    let plain = with_main("unsigned f(unsigned n) { return n ? f(n - 1) + 1 : 0; }");
    assert_eq!(shapes(&plain), [("f".into(), vec!["n".into()], vec!["result".into()])]);
    assert!(system(&plain, false).contracts.functions.is_empty());
    let global = with_main("unsigned g; unsigned f(unsigned n) { g = n; return n ? f(n - 1) : g; }");
    assert_eq!(shapes(&global), [("f".into(), vec!["n".into(), "g".into()], vec!["result".into(), "new g".into()])]);
    let others = [
        "unsigned a[3]; unsigned f(unsigned n) { a[1] = n; return n ? f(n - 1) : 0; }",
        "unsigned a[3]; unsigned f(unsigned n) { a[n % 3] = n; return n ? f(n - 1) : 0; }",
        "unsigned *p; unsigned f(unsigned n) { *p = n; return n ? f(n - 1) : 0; }",
        "unsigned *p; unsigned f(unsigned n) { p = 0; return n ? f(n - 1) : 0; }",
        "struct s { int x; } s; unsigned f(unsigned n) { s.x = 1; return n ? f(n - 1) : 0; }",
        "unsigned g; static void set(unsigned *p) { *p = 1; } unsigned f(unsigned n) { set(&g); return n ? f(n - 1) : 0; }",
        "unsigned (*p)(unsigned); unsigned f(unsigned n) { return n ? p(n) + f(n - 1) : 0; }",
        "void *malloc(unsigned long); unsigned f(unsigned n) { malloc(1); return n ? f(n - 1) : 0; }",
    ];
    for function in others {
        assert!(shapes(&with_main(function)).is_empty(), "{function}");
    }
}

#[test]
fn one_function_of_a_cycle_is_enough() {
    let text = with_main(
        "unsigned g(unsigned n) { return n ? f(n - 1) : 1; } unsigned f(unsigned n) { return n ? g(n - 1) : 0; }",
    );
    assert_eq!(shapes(&text).len(), 1);
}

#[test]
fn returns_are_bad_where_the_contract_fails() {
    let mut system = system(&with_main("unsigned f(unsigned n) { return n ? f(n - 1) + 2 : 0; }"), true);
    let (posts, _) = find(&mut system, &Limits::default());
    assert!(!posts.is_empty());
    let before = system.bad.len();
    apply(&mut system, &posts);
    let of_contract = |b: &pm_model::Bad| matches!(&b.kind, BadKind::Inexact(what) if what.contains("contract"));
    assert!(system.bad.len() > before && system.bad[before..].iter().all(of_contract));
    let contract = &system.contracts.functions[0];
    let (n, result) = (contract.ins[0].term, contract.outs[0].term);
    let twice = system.terms.add(n, n);
    let is_twice = system.terms.eq(result, twice);
    let mut solver = pm_solve::Solver::new(&pm_solve::Options::default());
    posts.iter().for_each(|p| solver.assert(&system.terms, p.fact));
    let not = system.terms.not(is_twice);
    assert_eq!(solver.check(&system.terms, &[not]), pm_solve::Answer::Unsat);
}
