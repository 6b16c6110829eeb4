//! Certificates from end to end: what a run writes is accepted, what is changed, dropped or hostile is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PROGRAM: &str = "\
int nondet_int(void);
int main(void) {
    int x = 0, y = 0;
    while (nondet_int()) {
        if (x < 100) { x++; y += 2; } else { x = 0; y = 0; }
    }
    __CPROVER_assert(y == 2 * x, \"twice\");
    return 0;
}
";

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let dir = std::env::temp_dir().join(format!("proofmark-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        fs::write(dir.join("p.c"), PROGRAM).unwrap();
        Scratch(dir)
    }

    fn proofmark(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_proofmark")).args(args).current_dir(&self.0).output().unwrap()
    }

    fn prove(&self, engine: &str) -> String {
        let out = self.proofmark(&["check", "p.c", "--engine", engine, "--certificate", "p.cert"]);
        assert_eq!(out.status.code(), Some(0), "{out:?}");
        fs::read_to_string(self.0.join("p.cert")).unwrap()
    }

    fn certify(&self, certificate: &[u8]) -> Output {
        fs::write(self.0.join("q.cert"), certificate).unwrap();
        self.proofmark(&["certify", "p.c", "--certificate", "q.cert", "--timeout", "60"])
    }

    /// With these arguments: the exit code, and what it prints.
    fn certifies(&self, certificate: &str, args: &[&str]) -> (Option<i32>, String) {
        fs::write(self.0.join("q.cert"), certificate).unwrap();
        let fixed = ["certify", "p.c", "--certificate", "q.cert", "--timeout", "60"];
        let out = self.proofmark(&fixed.iter().chain(args).copied().collect::<Vec<_>>());
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        (out.status.code(), text)
    }

    fn refuses(&self, certificate: &[u8], why: &str) {
        let out = self.certify(certificate);
        assert_eq!(out.status.code(), Some(2), "{why}: {out:?}");
        assert!(String::from_utf8_lossy(&out.stdout).contains("CERTIFICATE REFUSED"), "{why}: {out:?}");
        assert!(!out.stderr.is_empty(), "{why}");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(Path::new(&self.0));
    }
}

#[test]
fn accepted_as_written() {
    let scratch = Scratch::new("accepted");
    let text = scratch.prove("kind");
    let out = scratch.certify(text.as_bytes());
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    assert!(String::from_utf8_lossy(&out.stdout).contains("CERTIFICATE ACCEPTED"));
}

#[test]
fn each_fact_is_needed() {
    let scratch = Scratch::new("needed");
    let text = scratch.prove("kind");
    let lines: Vec<&str> = text.lines().collect();
    let facts: Vec<usize> = (0..lines.len()).filter(|&i| lines[i].starts_with("fact ")).collect();
    assert!(!facts.is_empty(), "{text}");
    for &at in &facts {
        let mut dropped = lines.clone();
        dropped.remove(at);
        scratch.refuses((dropped.join("\n") + "\n").as_bytes(), lines[at]);
        let negated = format!("fact (not {})", &lines[at]["fact ".len()..]);
        let mut changed = lines.clone();
        changed[at] = &negated;
        scratch.refuses((changed.join("\n") + "\n").as_bytes(), &negated);
    }
}

#[test]
fn another_program_or_other_options() {
    let scratch = Scratch::new("other");
    let text = scratch.prove("kind");
    fs::write(scratch.0.join("q.cert"), &text).unwrap();
    let out = scratch.proofmark(&["certify", "p.c", "--32", "--certificate", "q.cert"]);
    assert_eq!(out.status.code(), Some(2), "{out:?}");
    fs::write(scratch.0.join("p.c"), PROGRAM.replace("y += 2", "y += 3")).unwrap();
    scratch.refuses(text.as_bytes(), "changed source");
    // Even if the certificate claims to be about the changed source.
    let wrong = scratch.proofmark(&["check", "p.c", "--engine", "kind", "--certificate", "w.cert"]);
    assert_eq!(wrong.status.code(), Some(10));
    let other = fs::read_to_string(scratch.0.join("w.cert")).unwrap_or_default();
    if let Some(line) = other.lines().find(|l| l.starts_with("file ")) {
        let old = text.lines().find(|l| l.starts_with("file ")).unwrap();
        scratch.refuses(text.replace(old, line).as_bytes(), "forged hash");
    }
}

/// A proof for one machine is none for another, whoever names the machine: the command line, or a database.
#[test]
fn another_target() {
    let dir = Scratch::new("target");
    let database = r#"[{ "directory": ".", "file": "p.c", "command": "arm-none-eabi-gcc -c p.c" }]"#;
    fs::write(dir.0.join("arm.json"), database).unwrap();
    let proved = dir.proofmark(&["check", "p.c", "--target", "arm", "--engine", "kind", "--certificate", "p.cert"]);
    assert_eq!(proved.status.code(), Some(0), "{proved:?}");
    let certificate = fs::read_to_string(dir.0.join("p.cert")).unwrap();
    assert!(certificate.contains("data-model Arm\n"), "{certificate}");
    assert_eq!(dir.certifies(&certificate, &["--target", "arm"]).0, Some(0));
    for other in [&[][..], &["--32"], &["--target", "arm-linux"], &["--target", "riscv32"]] {
        let (code, text) = dir.certifies(&certificate, other);
        assert!(code == Some(2) && text.contains("data-model"), "{other:?}: {text}");
    }
    let read = ["check", "--compile-commands", "arm.json", "--engine", "kind", "--certificate", "p.cert"];
    assert_eq!(dir.proofmark(&read).status.code(), Some(0));
    assert!(fs::read_to_string(dir.0.join("p.cert")).unwrap().contains("data-model Arm\n"));
}

#[test]
fn hostile_text() {
    let scratch = Scratch::new("hostile");
    let text = scratch.prove("kind");
    let fact = text.lines().find(|l| l.starts_with("fact ")).unwrap();
    let property = text.lines().find(|l| l.starts_with("property ")).unwrap();
    let deep = format!("fact {}", "(not ".repeat(200_000));
    let method = text.lines().find(|l| l.starts_with("method ")).unwrap();
    scratch.refuses(b"", "empty");
    scratch.refuses(b"\xff\xfe\x00", "binary");
    for end in [text.len() / 4, text.len() / 2, text.len() - 5] {
        scratch.refuses(&text.as_bytes()[..end], "truncated");
    }
    for (from, to) in [
        (fact, "fact (bvult |nobody| #b1)"),
        (fact, "fact (bvult |pc| #b11)"),
        (fact, &deep),
        (fact, "fact ((_ zero_extend 4000000000) |main::x|)"),
        (fact, "fact false"),
        (property, "property main.nothing.1"),
        (method, "method induction 99999999999999999999"),
        (method, "method steps 3"),
        (method, "method execution"),
        ("location 2 ", "location 77 "),
    ] {
        assert!(text.contains(from), "{from} in {text}");
        scratch.refuses(text.replace(from, to).as_bytes(), to);
    }
}

#[test]
fn unwinding_and_executions() {
    let scratch = Scratch::new("unwinding");
    let program = "int nondet_int(void);\nint main(void) { int n = nondet_int(), i = 0; while (i < n && i < 5) i++;\n__CPROVER_assert(i <= 5, \"\"); return 0; }\n";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let text = scratch.prove("bmc");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0));
    let method = text.lines().find(|l| l.starts_with("method unwinding ")).unwrap();
    scratch.refuses(text.replace(method, "method unwinding 2").as_bytes(), "too few iterations");
    scratch.refuses(text.replace(method, "method execution").as_bytes(), "it has inputs");
    fs::write(scratch.0.join("p.c"), "int main(void) { __CPROVER_assert(1 + 1 == 2, \"\"); return 0; }\n").unwrap();
    let text = scratch.prove("auto");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0));
}

#[test]
fn loops_that_are_unwound_one_by_one() {
    let scratch = Scratch::new("one-loop");
    let program = "int nondet_int(void);\nint main(void) { int n = nondet_int(), passes = 0;\nfor (int i = 0; i < 6; i++) { if (i == 0 && n) break; passes++; }\n__CPROVER_assert(passes == 6 || n, \"\"); return 0; }\n";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let out = scratch.proofmark(&["check", "p.c", "--unwinding-strategy", "one-loop", "--certificate", "p.cert"]);
    assert_eq!(out.status.code(), Some(0), "{out:?}");
    let text = fs::read(scratch.0.join("p.cert")).unwrap();
    assert_eq!(scratch.certify(&text).status.code(), Some(0));
}

#[test]
fn functions_that_nobody_calls() {
    let scratch = Scratch::new("calls");
    let program = "int nondet_int(void);
int a[4];
static int helper(int i) { return a[i]; }
int unused(int i) { return helper(i) + 1; }
static int taken(int i) { return a[i & 3]; }
int (*table[1])(int) = { taken };
int main(void) { int n = nondet_int(), sum = 0; for (int i = 0; i < n; i++) sum ^= table[0](i); return sum; }
";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let out = scratch.proofmark(&["check", "p.c", "--unwind", "2", "--certificate", "p.cert"]);
    assert_eq!(out.status.code(), Some(5), "{out:?}");
    let said = String::from_utf8_lossy(&out.stdout).into_owned();
    assert!(
        said.contains("2 of them UNREACHABLE in 2 functions that nobody calls")
            && said.contains("in a[i & 3]: UNKNOWN"),
        "{said}"
    );
    let text = fs::read_to_string(scratch.0.join("p.cert")).unwrap();
    assert!(text.contains("\nmethod calls\n"), "{text}");
    let (code, said) = scratch.certifies(&text, &[]);
    assert!(code == Some(8) && said.contains("not covered: [taken.bounds.1]"), "{said}");
    assert!(!said.contains("not covered: [helper.bounds.1]"), "{said}");
    for called in ["taken.bounds.1", "main.pointer.1"] {
        let forged = text.replace("property unused.overflow.1", &format!("property {called}"));
        scratch.refuses(forged.as_bytes(), called);
    }
}

#[test]
fn nothing_to_prove() {
    let scratch = Scratch::new("nothing");
    fs::write(scratch.0.join("p.c"), "int main(void) { return 0; }\n").unwrap();
    let text = scratch.prove("auto");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0));
    scratch.refuses(text.replace("end\n", "property main.assertion.1\nend\n").as_bytes(), "it names a property");
    fs::write(scratch.0.join("p.c"), PROGRAM).unwrap();
    let proof = scratch.prove("kind");
    let header: String = proof.lines().take_while(|l| !l.starts_with("method ")).map(|l| format!("{l}\n")).collect();
    scratch.refuses(format!("{header}method nothing\nsolver \nend\n").as_bytes(), "there is a property");
}

const RECURSIVE: &str = "\
int nondet_int(void);
int f91(int x) { return x > 100 ? x - 10 : f91(f91(x + 11)); }
int main(void) {
    int x = nondet_int();
    __CPROVER_assert(x > 100 || f91(x) == 91, \"ninety-one\");
    return 0;
}
";

#[test]
fn contracts_are_checked() {
    let scratch = Scratch::new("contracts");
    fs::write(scratch.0.join("p.c"), RECURSIVE).unwrap();
    let text = scratch.prove("kind");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0), "{text}");
    let posts: Vec<&str> = text.lines().filter(|l| l.starts_with("post ")).collect();
    assert!(text.contains("contract f91") && !posts.is_empty(), "{text}");
    // A contract that says too much, too little, or something of another function.
    let first = posts[0];
    scratch.refuses(text.replacen(first, "post false", 1).as_bytes(), "nothing returns");
    scratch.refuses(text.replacen(first, "post (= result x)", 1).as_bytes(), "another outcome");
    let without: String = text.lines().filter(|l| !l.starts_with("post ")).map(|l| format!("{l}\n")).collect();
    scratch.refuses(without.as_bytes(), "no contract");
    scratch.refuses(text.replace("contract f91", "contract main").as_bytes(), "another function");
    scratch.refuses(text.replacen(first, "post (= result y)", 1).as_bytes(), "a name that is not there");
    scratch.refuses(text.replacen(first, "post result", 1).as_bytes(), "no truth value");
    scratch.refuses(text.replace("contract f91\n", "").as_bytes(), "parts of no contract");
}

const FILLED: &str = "\
int nondet_int(void);
int a[5000];
int main(void) {
    for (int i = 0; i < 5000; i++) a[i] = i + 7;
    int j = nondet_int();
    if (j >= 0 && j < 5000) __CPROVER_assert(a[j] == j + 7, \"filled\");
    return 0;
}
";

#[test]
fn cells_are_checked() {
    let scratch = Scratch::new("cells");
    fs::write(scratch.0.join("p.c"), FILLED).unwrap();
    let text = scratch.prove("kind");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0), "{text}");
    let about_cells = |l: &&str| l.starts_with("fact ") && l.contains("|a[$1]|");
    let fact = text.lines().find(about_cells).unwrap_or_else(|| panic!("no fact about a cell: {text}"));
    scratch.refuses(text.replace("abstraction cells\n", "").as_bytes(), "the array has no such name without cells");
    scratch.refuses(text.replace("abstraction cells", "abstraction rows").as_bytes(), "no such abstraction");
    scratch.refuses(text.replace(fact, "fact true").as_bytes(), "the cell can be anything");
    scratch.refuses(text.replace(fact, "fact (= |a[$1]| (_ bv7 32))").as_bytes(), "not what the loop writes");
}

const LISTED: &str = "
void *malloc(unsigned long);
int nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
    struct node *list = 0;
    while (nondet_int()) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 0;
        n->data = 7;
        n->next = list;
        list = n;
    }
    for (struct node *p = list; p; p = p->next) __CPROVER_assert(p->data == 7, \"put there\");
    return 0;
}
";

#[test]
fn nodes_are_checked() {
    let scratch = Scratch::new("nodes");
    fs::write(scratch.0.join("p.c"), LISTED).unwrap();
    let text = scratch.prove("kind");
    assert_eq!(scratch.certify(text.as_bytes()).status.code(), Some(0), "{text}");
    assert!(text.lines().any(|l| l.starts_with("fact ") && l.contains("|$1|")), "no fact about nodes: {text}");
    scratch.refuses(text.replace("abstraction nodes\n", "").as_bytes(), "there are no nodes without pools");
    scratch.refuses(text.replace("abstraction nodes", "abstraction cells").as_bytes(), "no property reads an array");
    let without: Vec<&str> = text.lines().filter(|l| !l.contains("|$1|")).collect();
    scratch.refuses((without.join("\n") + "\n").as_bytes(), "nodes can be anything");
    let (seven, eight) = ("#b00000000000000000000000000000111", "#b00000000000000000000000000001000");
    scratch.refuses(text.replace(seven, eight).as_bytes(), "not what the loop writes");
    let facts = |l: &&str| ["fact ", "location ", "c ", "end"].iter().any(|k| l.starts_with(k));
    let mut only: Vec<&str> = text.lines().filter(|l| !facts(l)).collect();
    only.extend(["location 0 ENTRY", "fact false", "end"]);
    scratch.refuses((only.join("\n") + "\n").as_bytes(), "nothing is known of the beginning");
}

const SWITCHED: &str = "\
int nondet_int(void);
int limit;
static int other(void) { return 0; }
int main(void) {
    int x = nondet_int();
    if (x < 0 || x > 9 + limit) return 0;
#ifdef BUG
    x++;
#endif
    __CPROVER_assert(x <= 9, \"small\");
    return 0;
}
";

#[test]
fn what_the_command_line_says_is_checked() {
    let scratch = Scratch::new("command");
    fs::write(scratch.0.join("p.c"), SWITCHED).unwrap();
    fs::write(scratch.0.join("h.h"), "#define BUG\n").unwrap();
    let text = scratch.prove("kind");
    assert_eq!(scratch.certifies(&text, &[]).0, Some(0));
    for args in [
        &["-D", "BUG"][..],
        &["--include", "h.h"],
        &["--nondet-static"],
        &["--function", "other"],
        &["--LLP64"],
        &["--32"],
        &["--unsigned-overflow-check"],
        &["--no-signed-overflow-check"],
        &["--mmio", "0x40000000:4"],
        &["--no-malloc-may-fail"],
        &["--property", "main.assertion.1"],
        &["--svcomp", "unreach-call"],
    ] {
        let (code, said) = scratch.certifies(&text, args);
        assert!(code == Some(2) && said.contains("CERTIFICATE REFUSED"), "{args:?}: {code:?} {said}");
    }
    // A certificate that claims to be about that: nothing in it is believed.
    for args in [&["-D", "BUG"][..], &["--nondet-static"]] {
        let mut all = vec!["check", "p.c", "--engine", "kind", "--certificate", "w.cert"];
        all.extend(args);
        assert_eq!(scratch.proofmark(&all).status.code(), Some(10), "{args:?}");
        let theirs = fs::read_to_string(scratch.0.join("w.cert")).unwrap_or_default();
        let is_header = |l: &&str| l.starts_with("option ") || l.starts_with("file ");
        let header: String = theirs.lines().filter(is_header).map(|l| format!("{l}\n")).collect();
        let body: String = text.lines().filter(|l| !is_header(l)).skip(2).map(|l| format!("{l}\n")).collect();
        let forged = format!("proofmark certificate 1\ntool x\n{header}{body}");
        let (code, said) = scratch.certifies(&forged, args);
        assert!(code == Some(2), "{args:?}: {code:?} {said}");
    }
}

const TWO: &str = "\
int nondet_int(void);
int a[4];
int main(void) {
    int i = nondet_int();
    __CPROVER_assert(i != 3, \"three\");
    if (i >= 0 && i < 4) a[i] = 1;
    __CPROVER_assert(i == i, \"same\");
    return 0;
}
";

#[test]
fn what_is_left_out_is_listed() {
    let scratch = Scratch::new("left-out");
    fs::write(scratch.0.join("p.c"), TWO).unwrap();
    for engine in ["bmc", "kind", "ic3", "auto"] {
        let out = scratch.proofmark(&["check", "p.c", "--engine", engine, "--certificate", "p.cert"]);
        assert_eq!(out.status.code(), Some(10), "{out:?}");
        let text = fs::read_to_string(scratch.0.join("p.cert")).unwrap();
        let (code, said) = scratch.certifies(&text, &[]);
        assert_eq!(code, Some(8), "{engine}: {said}");
        assert!(said.contains("not covered: [main.assertion.1]") && said.contains("CERTIFICATE INCOMPLETE"), "{said}");
        assert!(!said.contains("not covered: [main.bounds.1]"), "{said}");
        // Nothing hides it.
        let property = |id: &str| text.replacen("property ", &format!("property {id}\nproperty "), 1);
        for forged in [
            property("main.assertion.1"),
            property("main.assertion.1")
                .replace("violated main.assertion.1\n", "")
                .replace("passed main.assertion.1\n", ""),
            text.replacen("property main.bounds.1\n", "property main.bounds.1\nproperty main.bounds.1\n", 1),
            text.replace("passed main.assertion.1", "passed main.bounds.1"),
        ] {
            let (code, said) = scratch.certifies(&forged, &[]);
            assert!(code == Some(2), "{engine}: {code:?} {said}\n{forged}");
        }
        for (from, to) in [("passed main.assertion.1", "violated main.assertion.1"), ("passed main.assertion.1\n", "")]
        {
            let (code, said) = scratch.certifies(&text.replace(from, to), &[]);
            assert!(code != Some(0) && said.contains("CERTIFICATE"), "{engine}: {code:?} {said}");
        }
    }
}

#[test]
fn nothing_is_accepted_twice_or_for_another_property() {
    let scratch = Scratch::new("twice");
    fs::write(scratch.0.join("p.c"), TWO).unwrap();
    let only = &["--property", "main.assertion.2"];
    let mut all = vec!["check", "p.c", "--engine", "kind", "--certificate", "p.cert"];
    all.extend(only);
    assert_eq!(scratch.proofmark(&all).status.code(), Some(0));
    let text = fs::read_to_string(scratch.0.join("p.cert")).unwrap();
    assert_eq!(scratch.certifies(&text, only).0, Some(0));
    assert_eq!(scratch.certifies(&text, &[]).0, Some(2));
    assert_eq!(scratch.certifies(&text, &["--property", "main.assertion.1"]).0, Some(2));
    let without: String = text.lines().filter(|l| !l.starts_with("option only")).map(|l| format!("{l}\n")).collect();
    let (code, said) = scratch.certifies(&without, &[]);
    assert!(code == Some(8) && said.contains("not covered: [main.assertion.1]"), "{code:?} {said}");
    assert_eq!(scratch.certifies(&format!("{text}{text}"), only).0, Some(0), "twice the same says no more");
    assert_eq!(scratch.certifies(&text, &["--property", "main.assertion.9"]).0, Some(7));
}

#[test]
fn coverage_goals_are_no_proved_properties() {
    let scratch = Scratch::new("goals");
    fs::write(scratch.0.join("p.c"), PROGRAM.replace("return 0;", "__CPROVER_cover(x == 3); return 0;")).unwrap();
    for engine in ["kind", "ic3"] {
        let text = scratch.prove(engine);
        assert!(!text.contains(".cover."), "{text}");
        assert_eq!(scratch.certifies(&text, &[]).0, Some(0));
        let forged = text.replacen("property ", "property main.cover.1\nproperty ", 1);
        assert_eq!(scratch.certifies(&forged, &[]).0, Some(2), "{forged}");
    }
}

#[test]
fn competition() {
    let scratch = Scratch::new("competition");
    let program = "int nondet_int(void);\nvoid reach_error(void);\nint main(void) { int i = 0; while (nondet_int()) if (i < 9) i++;\n#ifdef BUG\ni++;\n#endif\nif (i > 9) reach_error(); return 0; }\n";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let args = ["svcomp", "--property", "unreach-call", "--data-model", "ILP32", "p.c", "--certificate", "p.cert"];
    assert_eq!(scratch.proofmark(&args).status.code(), Some(0));
    let text = fs::read_to_string(scratch.0.join("p.cert")).unwrap();
    assert_eq!(scratch.certifies(&text, &["--32", "--svcomp", "unreach-call"]).0, Some(0));
    for args in [
        &["--32"][..],
        &["--svcomp", "unreach-call"],
        &["--32", "--svcomp", "no-overflow"],
        &["--32", "--svcomp", "unreach-call", "-D", "BUG"],
        &["--32", "--svcomp", "unreach-call", "--nondet-static"],
    ] {
        assert_eq!(scratch.certifies(&text, args).0, Some(2), "{args:?}");
    }
}

/// What a proof assumes of code that is not there is said where it is accepted, too.
#[test]
fn functions_without_a_body_are_listed() {
    let scratch = Scratch::new("stubs");
    let program = "int sense(unsigned char *to);
        int main(void) { unsigned char b[2] = {0}; int table[256]; sense(b); return table[b[1]] = 1; }\n";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let (code, said) = scratch.certifies(&scratch.prove("kind"), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("rests on a function without a body: sense, called at file p.c line 2, writes"), "{said}");
    assert!(said.contains("CERTIFICATE ACCEPTED (rests on 1 function without a body)"), "{said}");
}

#[test]
fn checks_that_the_source_switches_off_are_listed() {
    let scratch = Scratch::new("switched-off");
    let program = "int __VERIFIER_nondet_int(void);
#pragma CPROVER check disable \"div-by-zero\"
int main(void) { int x = __VERIFIER_nondet_int(); return x > 3 ? 7 / x : 0; }\n";
    fs::write(scratch.0.join("p.c"), program).unwrap();
    let (code, said) = scratch.certifies(&scratch.prove("kind"), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("switched off by the source: div-by-zero, from file p.c line 2 on"), "{said}");
    assert!(said.contains("CERTIFICATE ACCEPTED (the source switches 1 check off)"), "{said}");
}

/// The order in which macros are defined and undefined is part of the program.
#[test]
fn the_order_of_macros_counts() {
    let scratch = Scratch::new("macros");
    fs::write(scratch.0.join("p.c"), PROGRAM.to_string() + "#ifdef BUG\n#endif\n").unwrap();
    let first = ["check", "p.c", "--engine", "kind", "-D", "BUG", "-U", "BUG", "--certificate", "p.cert"];
    assert_eq!(scratch.proofmark(&first).status.code(), Some(0));
    let text = fs::read_to_string(scratch.0.join("p.cert")).unwrap();
    assert_eq!(scratch.certifies(&text, &["-D", "BUG", "-U", "BUG"]).0, Some(0));
    assert_eq!(scratch.certifies(&text, &["-U", "BUG", "-D", "BUG"]).0, Some(2));
}

/// With a question that rewriting does not answer.
const BOUNDED: &str = "\
unsigned nondet_uint(void);
int main(void) {
    unsigned x = nondet_uint(), y = nondet_uint();
    __CPROVER_assert((x ^ y) + 2 * (x & y) == x + y, \"sum\");
    return 0;
}
";

impl Scratch {
    /// The exit code, and what is printed.
    fn says(&self, args: &[&str]) -> (Option<i32>, String) {
        let out = self.proofmark(args);
        let text = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
        (out.status.code(), text)
    }

    fn keep_proofs(&self, dir: &str, args: &[&str]) -> Vec<PathBuf> {
        let (code, text) = self.says(&[args, &["--proof", dir]].concat());
        assert_eq!(code, Some(0), "{text}");
        let mut files: Vec<PathBuf> = fs::read_dir(self.0.join(dir)).unwrap().map(|e| e.unwrap().path()).collect();
        files.retain(|f| f.extension().is_some_and(|e| e == "lrat"));
        files.sort();
        files
    }

    fn refuses_proofs(&self, why: &str) {
        let (code, text) = self.says(&["lrat", "kept"]);
        assert_eq!(code, Some(2), "{why}: {text}");
        assert!(text.contains("PROOFS REFUSED") && text.contains("proofmark: "), "{why}: {text}");
    }
}

#[test]
fn proofs_of_the_solver_are_kept() {
    let scratch = Scratch::new("kept");
    for (i, engine) in ["kind", "ic3", "bmc"].into_iter().enumerate() {
        fs::write(scratch.0.join("p.c"), if engine == "bmc" { BOUNDED } else { PROGRAM }).unwrap();
        let dir = format!("kept{i}");
        let proofs = scratch.keep_proofs(&dir, &["check", "p.c", "--engine", engine]);
        assert!(!proofs.is_empty(), "{engine}");
        let (code, text) = scratch.says(&["lrat", &dir]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.starts_with(&format!("{} proofs, ", proofs.len())) && text.contains("PROOFS ACCEPTED"), "{text}");
        let index = fs::read_to_string(scratch.0.join(&dir).join("index.txt")).unwrap();
        assert!(index.starts_with("proofmark proofs 1\ntool Proofmark") && index.contains("\nfile "), "{index}");
        for proof in &proofs {
            let (formula, proof) = (proof.with_extension("cnf"), proof.to_str().unwrap());
            let formula = formula.to_str().unwrap();
            assert_eq!(scratch.says(&["lrat", formula, proof]).0, Some(0), "{formula}");
            // A checker that others wrote, where there is one.
            if let Ok(out) = Command::new("lrat-check").args([formula, proof]).output() {
                assert!(String::from_utf8_lossy(&out.stdout).contains("VERIFIED"), "{out:?}");
            }
        }
    }
}

#[test]
fn svcomp_and_certify_keep_proofs() {
    let scratch = Scratch::new("keep");
    scratch.prove("kind");
    let certify = ["certify", "p.c", "--certificate", "p.cert"];
    assert!(!scratch.keep_proofs("by_certify", &certify).is_empty());
    let task = PROGRAM.replace("__CPROVER_assert(y == 2 * x, \"twice\");", "if (y != 2 * x) reach_error();");
    fs::write(scratch.0.join("q.c"), format!("void reach_error(void);\n{task}")).unwrap();
    let svcomp = ["svcomp", "--property", "unreach-call", "--data-model", "LP64", "q.c"];
    assert!(!scratch.keep_proofs("by_svcomp", &svcomp).is_empty());
    for dir in ["by_certify", "by_svcomp"] {
        assert_eq!(scratch.says(&["lrat", dir]).0, Some(0));
    }
    let (code, text) = scratch.says(&["check", "p.c", "--engine", "kind", "-v"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("cadical-lrat, proofs checked") && text.contains("unsat proofs: checked (LRAT) "), "{text}");
}

#[test]
fn a_directory_that_is_not_empty_is_not_written_to() {
    let scratch = Scratch::new("full");
    let check = ["check", "p.c", "--engine", "kind", "--proof", "."];
    let (code, text) = scratch.says(&check);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("the directory is not empty"), "{text}");
    assert_eq!(scratch.says(&["check", "p.c", "--proof", "p.c"]).0, Some(1));
    assert_eq!(scratch.says(&["check", "p.c", "--proof", "none/kept"]).0, Some(1));
    assert_eq!(scratch.says(&["check", "p.c", "--proof", "kept", "--show-loops"]).0, Some(1));
}

/// Formulas, proofs and the index: nothing can be changed, exchanged or left out.
#[test]
fn changed_proofs_are_refused() {
    let scratch = Scratch::new("mutated");
    let proofs = scratch.keep_proofs("kept", &["check", "p.c", "--engine", "kind"]);
    let index = scratch.0.join("kept/index.txt");
    let formula = |proof: &Path| proof.with_extension("cnf");
    // The longest one has steps to change.
    let proof = proofs.iter().max_by_key(|p| fs::metadata(p).unwrap().len()).unwrap();
    type Change = fn(&str) -> String;
    let changes: [(PathBuf, Change); 8] = [
        (proof.clone(), |t| format!("{t}c behind the end\n")),
        (proof.clone(), |t| t.lines().skip(1).map(|l| format!("{l}\n")).collect()),
        (proof.clone(), |t| t[..t.rfind(" 0 ").unwrap()].to_string()),
        (proof.clone(), |_| String::new()),
        (formula(proof), |t| t.replacen(" 0\n", " 1 0\n", 1)),
        (formula(proof), |t| t.lines().take(2).map(|l| format!("{l}\n")).collect()),
        (index.clone(), |t| t[..t.rfind("end").unwrap()].to_string()),
        (index.clone(), |t| t.lines().filter(|l| !l.starts_with("proof 0001")).map(|l| format!("{l}\n")).collect()),
    ];
    for (i, (file, change)) in changes.iter().enumerate() {
        let text = fs::read_to_string(file).unwrap();
        let changed = change(&text);
        assert_ne!(text, changed, "change {i}");
        fs::write(file, changed).unwrap();
        scratch.refuses_proofs(&format!("change {i} of {}", file.display()));
        fs::write(file, text).unwrap();
    }
    fs::rename(proof, scratch.0.join("away")).unwrap();
    scratch.refuses_proofs("a missing proof");
    fs::rename(scratch.0.join("away"), proof).unwrap();
    assert_eq!(scratch.says(&["lrat", "kept"]).0, Some(0));
}
