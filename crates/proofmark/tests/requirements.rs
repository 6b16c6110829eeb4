//! Requirements against their definition: what a pattern means on a finite sequence of cycles is written down here by quantifiers over cycles, without
//! automata, and compared with what `check` says of programs that go through such sequences.

use pm_base::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The signals `a`, `b`, `c`, `d` of a cycle, as bits.
type Cycle = u8;

#[derive(Clone, Copy, Debug)]
enum Atom {
    Is(u8),
    Not(u8),
    Both(u8, u8),
    Previous(u8),
    Rising(u8),
    Falling(u8),
    /// `rising(previous(x))`
    RoseBefore(u8),
}

#[derive(Clone, Copy, Debug)]
enum Scope {
    Globally,
    Before(Atom),
    After(Atom),
    Between(Atom, Atom),
    AfterUntil(Atom, Atom),
}

#[derive(Clone, Copy, Debug)]
enum Pattern {
    Never(Atom),
    Always(Atom),
    Eventually(Atom, Option<usize>),
    Precedes(Atom, Atom),
    Responds(Atom, Atom, Option<usize>),
    Holds(Atom, Atom, usize),
    Lasts(Atom, usize),
    Until(Atom, Atom, Atom),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Verdict {
    Vacuous,
    Holds,
    Violated,
}

// ---- the definition -------------------------------------------------------------------------------------------------

impl Atom {
    fn at(self, trace: &[Cycle], i: usize) -> bool {
        let bit = |x: u8, i: usize| trace[i] >> x & 1 == 1;
        let before = i.saturating_sub(1);
        match self {
            Atom::Is(x) => bit(x, i),
            Atom::Not(x) => !bit(x, i),
            Atom::Both(x, y) => bit(x, i) && bit(y, i),
            Atom::Previous(x) => bit(x, before),
            Atom::Rising(x) => bit(x, i) && !bit(x, before),
            Atom::Falling(x) => !bit(x, i) && bit(x, before),
            Atom::RoseBefore(x) => bit(x, before) && !bit(x, before.saturating_sub(1)),
        }
    }

    fn text(self) -> String {
        let name = |x: u8| char::from(b'a' + x);
        match self {
            Atom::Is(x) => format!("{}", name(x)),
            Atom::Not(x) => format!("!{}", name(x)),
            Atom::Both(x, y) => format!("({} && {})", name(x), name(y)),
            Atom::Previous(x) => format!("previous({})", name(x)),
            Atom::Rising(x) => format!("rising({})", name(x)),
            Atom::Falling(x) => format!("falling({})", name(x)),
            Atom::RoseBefore(x) => format!("rising(previous({}))", name(x)),
        }
    }
}

/// Cycles from the first to before the second; whether the scope's end came.
type Segment = (usize, usize, bool);

fn segments(scope: Scope, trace: &[Cycle]) -> Vec<Segment> {
    let n = trace.len();
    match scope {
        Scope::Globally => vec![(0, n, false)],
        Scope::Before(r) => (0..n).find(|i| r.at(trace, *i)).map(|e| (0, e, true)).into_iter().collect(),
        Scope::After(q) => (0..n).find(|i| q.at(trace, *i)).map(|s| (s, n, false)).into_iter().collect(),
        Scope::Between(q, r) => pieces(q, r, trace).into_iter().filter(|s| s.2).collect(),
        Scope::AfterUntil(q, r) => pieces(q, r, trace),
    }
}

fn pieces(q: Atom, r: Atom, trace: &[Cycle]) -> Vec<Segment> {
    let (n, mut from, mut out) = (trace.len(), 0, Vec::new());
    while let Some(s) = (from..n).find(|i| q.at(trace, *i) && !r.at(trace, *i)) {
        let end = (s..n).find(|i| r.at(trace, *i));
        out.push((s, end.unwrap_or(n), end.is_some()));
        from = end.unwrap_or(n);
    }
    out
}

impl Pattern {
    /// In one segment: violated, and whether anything was asked for.
    fn judge(self, trace: &[Cycle], (s, e, closed): Segment) -> (bool, bool) {
        let at = |p: Atom, i: usize| p.at(trace, i);
        let any = |p: Atom| (s..e).any(|i| at(p, i));
        // Within so many cycles from there; what the end of the segment cuts off has not happened.
        let late = |q: Atom, i: usize, n: Option<usize>| {
            let last = n.map_or(usize::MAX, |n| i + n);
            !(i..e.min(last.saturating_add(1))).any(|j| at(q, j)) && (last < e || closed)
        };
        match self {
            Pattern::Never(p) => (any(p), s < e),
            Pattern::Always(p) => ((s..e).any(|i| !at(p, i)), s < e),
            Pattern::Eventually(p, n) => (late(p, s, n), s < e || closed),
            Pattern::Precedes(p, q) => ((s..e).any(|i| at(q, i) && !(s..=i).any(|j| at(p, j))), any(q)),
            Pattern::Responds(p, q, n) => ((s..e).any(|i| at(p, i) && late(q, i, n)), any(p)),
            Pattern::Holds(p, q, n) => {
                let broken = |i: usize| (i..e.min(i + n)).any(|j| !at(q, j));
                ((s..e).any(|i| at(p, i) && broken(i)), any(p))
            }
            Pattern::Lasts(p, n) => {
                let rises = |i: usize| i > 0 && at(p, i) && !at(p, i - 1);
                let broken = |i: usize| (i..e.min(i + n)).any(|j| !at(p, j));
                ((s..e).any(|i| rises(i) && broken(i)), (s..e).any(rises))
            }
            Pattern::Until(p, q, r) => {
                let broken = |i: usize| (i..e).any(|j| !at(q, j) && !(i..=j).any(|k| at(r, k)));
                ((s..e).any(|i| at(p, i) && broken(i)), any(p))
            }
        }
    }
}

fn verdict(scope: Scope, pattern: Pattern, trace: &[Cycle]) -> Verdict {
    let judged = segments(scope, trace).into_iter().map(|s| match pattern.judge(trace, s) {
        (true, _) => Verdict::Violated,
        (false, true) => Verdict::Holds,
        (false, false) => Verdict::Vacuous,
    });
    judged.max().unwrap_or(Verdict::Vacuous)
}

// ---- random requirements --------------------------------------------------------------------------------------------

fn atom(random: &mut Random, signals: u64) -> Atom {
    let mut x = || random.below(signals) as u8;
    let (x, y) = (x(), x());
    match random.below(10) {
        0 => Atom::Not(x),
        1 => Atom::Both(x, y),
        2 => Atom::Previous(x),
        3 => Atom::Rising(x),
        4 => Atom::Falling(x),
        5 => Atom::RoseBefore(x),
        _ => Atom::Is(x),
    }
}

fn requirement(random: &mut Random, signals: u64) -> (Scope, Pattern) {
    let next = |random: &mut Random| atom(random, signals);
    let (u, v) = (next(random), next(random));
    let scope = [Scope::Globally, Scope::Before(u), Scope::After(u), Scope::Between(u, v), Scope::AfterUntil(u, v)];
    let scope = random.pick(&scope);
    let ends = matches!(scope, Scope::Before(_) | Scope::Between(..));
    let (p, q, r) = (next(random), next(random), next(random));
    let n = random.below(4) as usize;
    let bound = if ends && random.flip() { None } else { Some(n) };
    let all = [
        Pattern::Never(p),
        Pattern::Always(p),
        Pattern::Eventually(p, bound),
        Pattern::Precedes(p, q),
        Pattern::Responds(p, q, bound),
        Pattern::Holds(p, q, n + 1),
        Pattern::Lasts(p, n + 1),
        Pattern::Until(p, q, r),
    ];
    (scope, random.pick(&all))
}

fn text(scope: Scope, pattern: Pattern) -> String {
    let within = |n: Option<usize>| n.map_or(String::new(), |n| format!(" within {n} cycles"));
    let scope = match scope {
        Scope::Globally => String::new(),
        Scope::Before(r) => format!("before {}, ", r.text()),
        Scope::After(q) => format!("after {}, ", q.text()),
        Scope::Between(q, r) => format!("between {} and {}, ", q.text(), r.text()),
        Scope::AfterUntil(q, r) => format!("after {} until {}, ", q.text(), r.text()),
    };
    let pattern = match pattern {
        Pattern::Never(p) => format!("never {}", p.text()),
        Pattern::Always(p) => format!("always {}", p.text()),
        Pattern::Eventually(p, n) => format!("eventually {}{}", p.text(), within(n)),
        Pattern::Precedes(p, q) => format!("{} precedes {}", p.text(), q.text()),
        Pattern::Responds(p, q, None) => format!("whenever {} then eventually {}", p.text(), q.text()),
        Pattern::Responds(p, q, n) => format!("whenever {} then {}{}", p.text(), q.text(), within(n)),
        Pattern::Holds(p, q, n) => format!("whenever {} then {} for {n} cycles", p.text(), q.text()),
        Pattern::Lasts(p, n) => format!("{} lasts {n} cycles", p.text()),
        Pattern::Until(p, q, r) => format!("whenever {} then {} until {}", p.text(), q.text(), r.text()),
    };
    format!("{scope}{pattern}")
}

// ---- what `check` says ----------------------------------------------------------------------------------------------

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("proofmark-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        Scratch(dir)
    }

    /// By requirement, `r0` and so on.
    fn check(&self, program: &str, place: &str, all: &[(Scope, Pattern)], args: &[&str]) -> BTreeMap<usize, Verdict> {
        let lines = all.iter().enumerate().map(|(i, (s, p))| format!("req r{i}: {};\n", text(*s, *p)));
        fs::write(self.0.join("p.c"), program).unwrap();
        fs::write(self.0.join("p.req"), format!("at {place};\n{}", lines.collect::<String>())).unwrap();
        let command = ["check", "p.c", "--requirements", "p.req"];
        let out = Command::new(env!("CARGO_BIN_EXE_proofmark"))
            .args(command)
            .args(args)
            .current_dir(&self.0)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(matches!(out.status.code(), Some(0 | 10)), "{out:?}");
        let line = |l: &str| {
            let number = l.strip_prefix("[req.r")?.split(']').next()?.parse().ok()?;
            let verdict = match l {
                l if l.contains(": FAILURE") => Verdict::Violated,
                l if l.contains(": UNREACHABLE (vacuous") => Verdict::Vacuous,
                l if l.contains(": SUCCESS") => Verdict::Holds,
                l => panic!("{l}"),
            };
            Some((number, verdict))
        };
        said.lines().filter_map(line).collect()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const SIGNALS: &str =
    "_Bool a = m & 1, b = m >> 1 & 1, c = m >> 2 & 1, d = m >> 3 & 1; (void)a; (void)b; (void)c; (void)d;";

fn compare(
    said: &BTreeMap<usize, Verdict>,
    all: &[(Scope, Pattern)],
    expected: impl Fn(Scope, Pattern) -> Verdict,
    about: &str,
) {
    for (i, (scope, pattern)) in all.iter().enumerate() {
        let (is, should) = (said.get(&i).copied(), expected(*scope, *pattern));
        assert_eq!(is, Some(should), "{} {about}", text(*scope, *pattern));
    }
}

#[test]
fn one_execution_is_judged_by_the_definition() {
    let (scratch, mut random) = (Scratch::new("req-one"), Random::new(11));
    let mut seen = BTreeMap::new();
    for round in 0..12 {
        let length = 1 + random.below(14) as usize;
        let rare = random.flip();
        let mut cycle = || random.below(16) as u8 & if rare { random.below(16) as u8 } else { 15 };
        let trace: Vec<Cycle> = (0..length).map(|_| cycle()).collect();
        let all: Vec<(Scope, Pattern)> = (0..60).map(|_| requirement(&mut random, 4)).collect();
        let cycles: Vec<String> = trace.iter().map(|c| c.to_string()).collect();
        let table = format!("static const unsigned char trace[] = {{{}}};\n", cycles.join(", "));
        // The ends of iterations, and the returns of a function.
        let (program, place) = match round % 3 {
            0 => (
                format!(
                    "{table}int main(void) {{ for (int i = 0; i < {length}; i++) {{ int m = trace[i]; {SIGNALS} }} }}"
                ),
                "end of loop main.0",
            ),
            1 => (
                format!(
                    "{table}int main(void) {{ int i = 0, m; cycle: do {{ m = trace[i]; {SIGNALS} if (a) continue; if (b) {{ }} \
                     }} while (++i < {length}); return 0; }}"
                ),
                "end of loop main.cycle",
            ),
            _ => (
                format!(
                    "{table}static int f(int m) {{ {SIGNALS} if (m & 1) return m; return 0; }}\n\
                     int main(void) {{ for (int i = 0; i < {length}; i++) f(trace[i]); return 0; }}"
                ),
                "return of f",
            ),
        };
        let said = scratch.check(&program, place, &all, &[]);
        compare(&said, &all, |s, p| verdict(s, p, &trace), &format!("{trace:?}"));
        said.values().for_each(|v| *seen.entry(*v).or_insert(0) += 1);
    }
    assert!(seen.len() == 3 && seen.values().all(|n| *n > 50), "{seen:?}");
}

#[test]
fn all_executions_are_judged_by_the_definition() {
    const LENGTH: usize = 4;
    let (scratch, mut random) = (Scratch::new("req-all"), Random::new(23));
    let traces: Vec<Vec<Cycle>> =
        (0..1usize << (2 * LENGTH)).map(|t| (0..LENGTH).map(|i| (t >> (2 * i) & 3) as u8).collect()).collect();
    for engine in ["auto", "bmc", "kind"] {
        let all: Vec<(Scope, Pattern)> = (0..30).map(|_| requirement(&mut random, 2)).collect();
        let program = format!(
            "unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {{ for (int i = 0; i < {LENGTH}; i++) {{ \
             int m = __VERIFIER_nondet_uchar() & 3; {SIGNALS} }} return 0; }}"
        );
        let said = scratch.check(&program, "end of loop main.0", &all, &["--engine", engine]);
        let worst = |s, p| traces.iter().map(|t| verdict(s, p, t)).max().unwrap();
        compare(&said, &all, worst, engine);
    }
}

/// What is never due in any loop without end is shown without a bound, too.
#[test]
fn endless_loops_are_judged_by_the_definition() {
    // A counter modulo 4 goes through one sequence, whatever happens: long enough, it tells all.
    let (scratch, mut random) = (Scratch::new("req-endless"), Random::new(5));
    let trace: Vec<Cycle> = (0..64).map(|i| [1, 3, 6, 4, 0][i % 5]).collect();
    let all: Vec<(Scope, Pattern)> = (0..40).map(|_| requirement(&mut random, 3)).collect();
    let program = format!(
        "int main(void) {{ static const unsigned char trace[] = {{1, 3, 6, 4, 0}}; unsigned char i = 0; for (;;) {{ int m = trace[i]; \
         {SIGNALS} i = i == 4 ? 0 : i + 1; }} }}"
    );
    let said = scratch.check(&program, "end of loop main.0", &all, &["--engine", "ic3", "--timeout", "120"]);
    compare(&said, &all, |s, p| verdict(s, p, &trace), "in an endless loop");
}

/// The file is part of what is certified.
#[test]
fn certificates_are_about_the_requirements() {
    let scratch = Scratch::new("req-cert");
    let run = |args: &[&str]| {
        let out = Command::new(env!("CARGO_BIN_EXE_proofmark")).args(args).current_dir(&scratch.0).output().unwrap();
        out.status.code()
    };
    let program = "_Bool __VERIFIER_nondet_bool(void); int main(void) { int n = 0; for (;;) { if (__VERIFIER_nondet_bool() && n < 9) n++; } }";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    fs::write(scratch.0.join("p.req"), "at end of loop main.0; req small: always n <= 9;").unwrap();
    let with = ["p.c", "--requirements", "p.req", "--certificate", "p.cert"];
    let check = |command| run(&[&[command], &with[..]].concat());
    assert_eq!(check("check"), Some(0));
    assert_eq!(check("certify"), Some(0));
    assert_eq!(run(&["certify", "p.c", "--certificate", "p.cert"]), Some(2), "without the requirements");
    fs::write(scratch.0.join("p.req"), "at end of loop main.0; req small: always n <= 8;").unwrap();
    assert_eq!(check("certify"), Some(2), "with others");
}

/// What stands in the file is read or refused, in front of the C front end, too.
#[test]
fn any_expression_is_read_or_refused() {
    const WORDS: &[&str] = &[
        "n",
        "m",
        "(",
        ")",
        "[",
        "]",
        "1",
        "2.5",
        "+",
        "-",
        "*",
        "&",
        "!",
        "==",
        "<",
        "?",
        ":",
        ",",
        "previous(",
        "rising(",
        "sizeof",
        "int",
        "unsigned",
        "\"s\"",
        "'c'",
        ".",
        "->",
        "__func__",
        "_Generic",
        "_Alignof",
        "struct",
        "main",
        "f",
        "(void)",
        "~",
        "__extension__",
        "default",
        "return",
        "if",
        "_Pragma(\"x\")",
        "__LINE__",
        "LIMIT",
        "F(",
        "asm",
        "0x",
        "&&",
        "then",
        "\\\n",
    ];
    let (scratch, mut random) = (Scratch::new("req-any"), Random::new(31));
    let program = "#define LIMIT 3\n#define F(x) ((x) + 1)\nint f(int x) { return x; }\nint main(void) { int n = 0; struct { int m; } s = {1}; (void)s; \
                   for (int i = 0; i < 2; i++) { n += f(i); } return 0; }";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let mut accepted = 0;
    for _ in 0..250 {
        let count = 1 + random.below(6);
        let text: Vec<&str> = (0..count).map(|_| random.pick(WORDS)).collect();
        let text = text.join(" ");
        fs::write(scratch.0.join("p.req"), format!("at end of loop main.0;\nreq x: never {text};\n")).unwrap();
        let command = ["show", "properties", "p.c", "--requirements", "p.req"];
        let out = Command::new(env!("CARGO_BIN_EXE_proofmark")).args(command).current_dir(&scratch.0).output().unwrap();
        assert!(matches!(out.status.code(), Some(0 | 2)), "{text}: {out:?}");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(out.status.code() == Some(0) || said.contains("error"), "{text}: {said}");
        accepted += usize::from(out.status.code() == Some(0));
    }
    assert!(accepted > 0);
}

/// For each pattern and scope: what is said of a requirement is said of an observer that was written by hand, without a bound.
#[test]
fn observers_written_by_hand_agree() {
    let parts = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cli/parts/requirements");
    let out = Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .args(["check", "observed.c", "--requirements", "observed.req", "--timeout", "300"])
        .current_dir(parts)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    // `[req.NAME] line N requirement TEXT: VERDICT`, `[observe.assertion.N] line N NAME: VERDICT`
    let (mut theirs, mut ours) = (BTreeMap::new(), BTreeMap::new());
    for (head, verdict) in said.lines().filter_map(|l| l.strip_prefix('[')?.rsplit_once(": ")) {
        let (id, rest) = head.split_once("] line ").unwrap();
        if let Some(name) = id.strip_prefix("req.") {
            theirs.insert(name.to_string(), verdict.to_string());
        } else if id.starts_with("observe.assertion.") {
            ours.insert(rest.split_once(' ').unwrap().1.to_string(), verdict.to_string());
        }
    }
    assert_eq!(theirs, ours, "{said}");
    assert_eq!(theirs.len(), 26, "{said}");
    let is = |name: &str| if name.ends_with("_ok") { "SUCCESS" } else { "FAILURE" };
    theirs.iter().for_each(|(name, verdict)| assert_eq!(verdict, is(name), "{name}\n{said}"));
}
