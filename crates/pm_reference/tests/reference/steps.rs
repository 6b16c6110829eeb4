//! Loops by facts: what is too strong, not true at first or not kept is refused, whatever the loop changes; what is right is shown.

use crate::compile::{compile, compile_file};
use crate::runs::{Stream, files, with_stack};
use pm_base::{Interner, Random};
use pm_interp::{Outcome, RunOptions};
use pm_ir::loops::find_loops;
use pm_ir::{BlockId, Callee, FuncId, InstKind, Program, PropId, Ty};
use pm_lower::{CheckOptions, LowerOptions};
use pm_reference::{
    CallName, Claim, Contract, CutPoint, Formal, Induction, Name, ObjectName, Part, Place, Settings, TooHard, prove,
};
use pm_solve::Limits;
use pm_term::Sort;
use std::path::Path;
use std::time::{Duration, Instant};

const HEAD: &str = "extern int __VERIFIER_nondet_int(void); static int in(void) { return __VERIFIER_nondet_int(); }
    void reach_error(void); void *malloc(unsigned long); void free(void *); ";

fn main_of(program: &Program, names: &Interner) -> FuncId {
    let main = program.funcs.iter_ids().find(|(_, f)| names.name(f.name) == "main");
    main.map_or(program.entry, |(id, _)| id)
}

/// Behind the call of a function that the start of the program calls.
fn call_of(program: &Program, func: FuncId) -> Option<(BlockId, u32)> {
    let calls = |kind: &InstKind| matches!(kind, InstKind::Call { callee: Callee::Direct(f), .. } if *f == func);
    let mut blocks = program.funcs[program.entry].blocks.iter_ids();
    blocks.find_map(|(id, b)| b.insts.iter().position(|i| calls(&i.kind)).map(|i| (id, i as u32 + 1)))
}

/// Every loop, without facts; names are those of main's registers and of the globals.
fn claim(program: &Program, names: &Interner) -> Claim {
    let mut claim = Claim::default();
    let main = main_of(program, names);
    for (func, f) in program.funcs.iter_ids() {
        for l in find_loops(f) {
            let start = CallName { activation: 1, func: program.entry, back: None };
            let calls = vec![start, CallName { activation: 0, func, back: call_of(program, func) }];
            let (facts, changed) = (Vec::new(), Vec::new());
            claim.points.push(CutPoint { calls, passes: Vec::new(), head: Some(l.head), facts, changed });
        }
    }
    for (var, v) in program.funcs[main].vars.iter_ids() {
        let (Some(name), Ty::Int(f)) = (v.name, v.ty) else { continue };
        let place = Place::Register { activation: 0, var };
        let name = names.name(name).to_string();
        claim.names.insert(name, Name { sort: Sort::Bv(f.bits.into()), place, part: Part::Value });
    }
    for (id, global) in program.globals.iter_ids().filter(|(_, g)| g.size <= 8 && g.size > 0) {
        let place = Place::Bytes { object: ObjectName::Global(id), off: 0, len: global.size };
        let sort = Sort::Bv(8 * global.size as u32);
        claim.names.insert(names.name(global.name).to_string(), Name { sort, place, part: Part::Value });
    }
    // As arrays, what is larger.
    for (id, global) in program.globals.iter_ids().filter(|(_, g)| g.size > 8) {
        let object = ObjectName::Global(id);
        claim.arrays.insert(object, 4);
        let index = u64::BITS - (global.size.div_ceil(4) - 1).leading_zeros();
        let name = Name { sort: Sort::Array { index, elem: 32 }, place: Place::Elements(object), part: Part::Value };
        claim.names.insert(names.name(global.name).to_string(), name);
    }
    let any = Name { sort: Sort::Bv(32), place: Place::Any { last: 99_999 }, part: Part::Value };
    claim.names.insert("any".into(), any);
    claim
}

fn options() -> LowerOptions {
    let checks = CheckOptions { uninitialised: true, ..CheckOptions::standard() };
    LowerOptions { checks, ..LowerOptions::default() }
}

/// What is shown of a program by these facts, which are about the loops of main, one after the other.
fn shown(text: &str, facts: &[&str], before: u32) -> Result<(), TooHard> {
    let (session, program) = compile(format!("{HEAD}{text}").into_bytes(), &options()).expect(text);
    let mut claim = claim(&program, &session.interner);
    let main = main_of(&program, &session.interner);
    let mut points = claim.points.iter_mut().filter(|p| p.calls[1].func == main);
    for fact in facts {
        points.next().expect(text).facts.push(fact.to_string());
    }
    let proved: Vec<PropId> = program.props.ids().collect();
    let limits = Limits::default().until(Instant::now() + Duration::from_secs(20));
    prove(&program, &Settings { limits, ..Settings::default() }, claim, Induction { before }, &proved)
}

const EVEN: &str = "(= ((_ extract 0 0) |x|) #b0)";

fn steps(begin: u32, by: u32) -> String {
    format!("int main(void) {{ unsigned x = {begin}; while (in()) x += {by}; if (x % 2) reach_error(); return 0; }}")
}

#[test]
fn an_invariant_is_shown() {
    assert_eq!(shown(&steps(0, 2), &[EVEN], 0), Ok(()));
    assert_eq!(shown(&steps(4, 6), &[EVEN], 0), Ok(()));
    assert_eq!(shown(&steps(4, 6), &[EVEN], 1), Ok(()));
}

#[test]
fn a_wrong_invariant_is_refused() {
    // Not true at first; not kept; too weak; too strong; of something else.
    for before in 0..3 {
        assert!(shown(&steps(1, 2), &[EVEN], before).is_err());
        assert!(shown(&steps(0, 3), &[EVEN], before).is_err());
        assert!(shown(&steps(0, 3), &["(= |x| |x|)"], before).is_err());
        assert!(shown(&steps(0, 2), &["false"], before).is_err());
        assert!(shown(&steps(0, 2), &["(bvult |x| #x00000008)"], before).is_err());
        assert!(shown(&steps(0, 2), &["(bvult |y| #x00000008)"], before).is_err());
        assert!(shown(&steps(0, 2), &[], before).is_err());
    }
}

/// What is violated, though nobody says that the loop changes anything; the twin in which it is not.
const PAIRS: &[(&str, &str, &str)] = &[
    // Through a pointer.
    ("int main(void) { int a = 0, *p = &a; while (in()) *p = 1; if (a == CASE) reach_error(); return 0; }", "1", ""),
    (
        "int g; static void f(int *p) { *p = 3; } int main(void) { while (in()) f(&g); if (g == CASE) reach_error(); return 0; }",
        "3",
        "",
    ),
    // The pointer itself.
    (
        "int main(void) { int a = 1, b = 2, *p = &a; while (in()) p = &b; if (*p == CASE) reach_error(); return 0; }",
        "2",
        "3",
    ),
    (
        "struct s { int *p; } g; int main(void) { int a = 1, b = 2; g.p = &a; while (in()) g.p = in() ? &b : &a; if (*g.p == CASE) reach_error(); return 0; }",
        "2",
        "3",
    ),
    ("int a[3] = {1, 2, 3}; int main(void) { int *p = a; while (in()) if (p < a + CASE) p++; return *p; }", "3", ""),
    // Its object's life.
    (
        "int main(void) { int *p = malloc(4); if (!p) return 0; *p = 1; while (in()) if (CASE) free(p); return *p; }",
        "in()",
        "0",
    ),
    // An object of an earlier pass.
    ("int g; int main(void) { int *p = &g; while (in()) { *p = 1; int y; if (CASE) p = &y; } return 0; }", "in()", "0"),
    // What has a value.
    ("int main(void) { int x; while (in()) { int y; CASE; x = y; } return 0; }", "(void)0", "y = 1"),
    // A loop in a loop, and one behind it.
    (
        "int main(void) { int x = 0, y = 0; while (in()) { while (in()) y = 1; x = y; } while (in()) y = 0; if (x == CASE) reach_error(); return 0; }",
        "1",
        "",
    ),
    // Out of the middle of a pass, or into it.
    (
        "int main(void) { int x = 0; for (;;) { x = 1; if (in()) break; x = 0; } if (x == CASE) reach_error(); return 0; }",
        "1",
        "0",
    ),
    (
        "int main(void) { int x = 0; if (in()) goto in; while (in()) { x = 1; in: x++; } if (x == CASE) reach_error(); return 0; }",
        "2",
        "",
    ),
    ("int main(void) { while (in()) { if (in()) return 0; if (CASE) reach_error(); } return 0; }", "in()", "0"),
];

#[test]
fn what_a_loop_changes_is_seen() {
    for (text, wrong, right) in PAIRS {
        for before in 0..3 {
            let found = shown(&text.replace("CASE", wrong), &[], before);
            assert!(found.is_err(), "{text} {before}");
            if !right.is_empty() {
                assert_eq!(shown(&text.replace("CASE", right), &[], before), Ok(()), "{text} {before}");
            }
        }
    }
}

#[test]
fn passes_before() {
    let text = |begin: &str| {
        format!(
            "int main(void) {{ int x = {begin}; while (in()) {{ if (x == 4) reach_error();
             x = x == 0 ? 1 : x == 1 ? 2 : x == 2 ? 0 : x == 3 ? 4 : 0; }} return 0; }}"
        )
    };
    assert!(shown(&text("0"), &[], 0).is_err());
    assert!(shown(&text("0"), &[], 1).is_err());
    assert_eq!(shown(&text("0"), &[], 2), Ok(()));
    assert!(shown(&text("3"), &[], 2).is_err());
    assert!(shown(&text("3"), &[], 3).is_err());
}

#[test]
fn what_changes_back_in_some_passes() {
    // After two passes x is what it was.
    let text = "int main(void) { int x = 0, y = 0; while (in()) { if (x == 1 && y == CASE) reach_error(); x = !x; if (y < 6) y++; } return 0; }";
    for before in 0..4 {
        assert!(shown(&text.replace("CASE", "3"), &[], before).is_err(), "{before}");
        assert!(shown(&text.replace("CASE", "5"), &[], before).is_err(), "{before}");
    }
    let small = "(bvule |y| #x00000006)";
    assert_eq!(shown(&text.replace("CASE", "7"), &[small], 0), Ok(()));
    assert_eq!(shown(&text.replace("CASE", "7"), &[small], 2), Ok(()));
}

/// Loops without facts prove little, and nothing that a run violates.
fn compare(path: &Path, program: &Program, names: &Interner) -> u32 {
    let options = RunOptions { max_steps: Some(50_000), ..RunOptions::default() };
    let mut violated: Vec<PropId> = Vec::new();
    for seed in 0..4 {
        let mut inputs = Stream { random: Random::new(seed + 1), left: 300 };
        let run = pm_interp::run(program, names, &options, &mut inputs, &mut std::io::sink(), &mut std::io::sink());
        if let Outcome::Violation { prop, .. } = run.outcome {
            violated.push(prop);
        }
    }
    violated.dedup();
    let mut shown = 0;
    for before in 0..2 {
        let limits = Limits::default().until(Instant::now() + Duration::from_millis(50));
        let settings = Settings { limits, max_terms: 100_000, ..Settings::default() };
        let all: Vec<PropId> = program.props.ids().collect();
        let proved = if violated.is_empty() { &all } else { &violated };
        let found = prove(program, &settings, claim(program, names), Induction { before }, proved);
        assert!(violated.is_empty() || found.is_err(), "{}: {violated:?}", path.display());
        shown += u32::from(found.is_ok());
    }
    shown
}

#[test]
fn nothing_that_runs_violate() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/verdict");
    with_stack(move || {
        let (mut all, mut shown) = (Vec::new(), 0);
        files(&root, &mut all);
        all.sort();
        for path in all.iter().step_by(3) {
            let Some((session, program)) = compile_file(path, &options()) else { continue };
            if program.funcs.iter().any(|f| !find_loops(f).is_empty()) {
                shown += compare(path, &program, &session.interner);
            }
        }
        assert!(shown >= 10, "{shown}");
    });
}

/// What is shown of a program by a contract of its function `f`, of `n` and `g`.
fn shown_by_contract(text: &str, posts: &[&str]) -> Result<(), TooHard> {
    let (session, program) = compile(format!("{HEAD}{text}").into_bytes(), &options()).expect(text);
    let names = &session.interner;
    let mut claim = claim(&program, names);
    let (func, _) = program.funcs.iter_ids().find(|(_, f)| names.name(f.name) == "f").expect(text);
    let (global, _) = program.globals.iter_ids().find(|(_, g)| names.name(g.name) == "g").expect(text);
    let int = Sort::Bv(32);
    let formals = [
        ("n", Formal::Argument(0)),
        ("result", Formal::Result),
        ("g", Formal::Before(global)),
        ("new g", Formal::After(global)),
    ];
    let names = formals.map(|(name, formal)| (name.to_string(), (int, formal))).into_iter().collect();
    claim.contracts.push(Contract { func, names, posts: posts.iter().map(|p| p.to_string()).collect() });
    let proved: Vec<PropId> = program.props.ids().collect();
    let limits = Limits::default().until(Instant::now() + Duration::from_secs(20));
    prove(&program, &Settings { limits, ..Settings::default() }, claim, Induction { before: 0 }, &proved)
}

#[test]
fn contracts() {
    let down = |last: &str, wanted: &str| {
        format!(
            "int g; static int f(int n) {{ if (n <= 0) return {last}; g = 1; return f(n - 1); }}
             int main(void) {{ int r = f(in()); if (r != {wanted} || g > 1) reach_error(); return 0; }}"
        )
    };
    let (zero, small) = ("(= |result| #x00000000)", "(or (= |new g| |g|) (= |new g| #x00000001))");
    assert_eq!(shown_by_contract(&down("0", "0"), &[zero, small]), Ok(()));
    // Of other outcomes; not kept by what the function returns; without what it changes; too strong.
    for (text, posts) in [
        (down("0", "1"), [zero, small]),
        (down("n", "0"), [zero, small]),
        (down("0", "0"), [zero, "(= |g| |g|)"]),
        (down("0", "0"), [zero, "(= |new g| |g|)"]),
        (down("0", "0"), [zero, "false"]),
        (down("0", "0"), ["(= |other| #x00000000)", small]),
    ] {
        assert!(shown_by_contract(&text, &posts).is_err(), "{text} {posts:?}");
    }
}

#[test]
fn a_local_of_another_call_is_not_known() {
    let text = |at: &str| {
        format!(
            "int g, *p = &g; static int f(int n) {{ int x = 0; if (n == 5) p = {at}; if (n > 0) f(n - 1); else *p = 1; if (x) reach_error(); return 0; }}
             int main(void) {{ return f(in()); }}"
        )
    };
    assert!(shown_by_contract(&text("&x"), &[]).is_err());
    assert_eq!(shown_by_contract(&text("&g"), &[]), Ok(()));
}

/// All elements are given a value, and then looked at.
const ALL: &str = "int a[100000]; int main(void) { int i; for (i = 0; i < 100000; i++) { FIRST; }
    for (i = 0; i < 100000; i++) { if (a[i] != 7) reach_error(); SECOND; } return 0; }";
const SO_FAR: &str =
    "(and (bvsge |i| #x00000000) (=> (bvslt |any| |i|) (= (select |a| ((_ extract 16 0) |any|)) #x00000007)))";
const IN_ALL: &str = "(and (bvsge |i| #x00000000) (= (select |a| ((_ extract 16 0) |any|)) #x00000007))";

#[test]
fn facts_about_all_elements() {
    let text = |first: &str, second: &str| ALL.replace("FIRST", first).replace("SECOND", second);
    let (plain, again) = (text("a[i] = 7", ""), text("*(a + i) = 7", "int j = in(); if (j >= 0 && j < 9) a[j] = 7"));
    let positive = "(bvsge |i| #x00000000)";
    for before in 0..2 {
        assert_eq!(shown(&plain, &[SO_FAR, IN_ALL], before), Ok(()));
        // The second loop does not change what was known before.
        assert_eq!(shown(&plain, &[SO_FAR, positive], before), Ok(()));
        assert_eq!(shown(&again, &[SO_FAR, IN_ALL], before), Ok(()));
        // Too weak; too strong; of the first elements alone; of an element that is not there yet.
        assert!(shown(&plain, &[], before).is_err());
        assert!(shown(&again, &[SO_FAR, positive], before).is_err());
        assert!(shown(&plain, &[IN_ALL, IN_ALL], before).is_err());
        assert!(
            shown(
                &plain,
                &[&SO_FAR.replace("|i|) (=", "#x00000005) (="), &IN_ALL.replace("|any|", "#x00000000")],
                before
            )
            .is_err()
        );
        assert!(shown(&plain, &[&SO_FAR.replace("bvslt", "bvsle"), IN_ALL], before).is_err());
        // Elements that are not written, or written again, as a whole or in part.
        for (first, second) in [
            ("if (i != 5) a[i] = 7", ""),
            ("a[i] = i == 70000 ? 8 : 7", ""),
            ("a[i / 2] = 7", ""),
            ("a[i] = 7", "a[99999] = 8"),
            ("a[i] = 7", "int j = in(); if (j >= 0 && j < 9) a[j] = 8"),
            ("a[i] = 7", "((char *)a)[399999] = 1"),
            ("a[i] = 7", "((char *)a)[i + 4] = 1"),
            ("a[i] = 7", "*(short *)((char *)a + 399998) = 1"),
            ("a[i] = 7", "*(long long *)(a + 99998) = 7"),
            ("a[i] = 7", "for (int k = 0; k < 3; k++) a[k + 99990] = k"),
        ] {
            assert!(shown(&text(first, second), &[SO_FAR, IN_ALL], before).is_err(), "{first} {second}");
        }
    }
}

#[test]
fn numbers_that_facts_are_not_meant_for() {
    // What is claimed of the first numbers says nothing of others.
    let (session, program) = compile(
        format!("{HEAD}{ALL}").replace("FIRST", "if (i < 9) a[i] = 7").replace("SECOND", "").into_bytes(),
        &options(),
    )
    .expect(ALL);
    for last in [8, 9, 99_999] {
        let mut claim = claim(&program, &session.interner);
        claim.names.get_mut("any").expect(ALL).place = Place::Any { last };
        let main = main_of(&program, &session.interner);
        for (point, fact) in claim.points.iter_mut().filter(|p| p.calls[1].func == main).zip([SO_FAR, IN_ALL]) {
            point.facts.push(fact.into());
        }
        let proved: Vec<PropId> = program.props.ids().collect();
        assert!(prove(&program, &Settings::default(), claim, Induction::default(), &proved).is_err(), "{last}");
    }
}
