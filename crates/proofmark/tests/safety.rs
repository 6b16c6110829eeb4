//! Somebody else's project is safe to check: nothing of it is run, nothing is written beside what was asked for, limits hold while it is read,
//! and what it says cannot be taken for what Proofmark says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A directory of its own, removed in the end.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = std::env::temp_dir().join(format!("proofmark-safety-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Dir(path)
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    /// Runs in the directory.
    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
        command.args(args).current_dir(&self.0).output().unwrap()
    }

    /// Names of all files.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = entries.collect();
        names.sort();
        names
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn all_text(o: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr))
}

fn has_hidden(text: &str) -> bool {
    text.chars().any(|c| c.is_control() && c != '\n' && c != '\t' || ('\u{202a}'..='\u{202e}').contains(&c))
}

const NAME: &str = "x\n\nVERIFICATION SUCCESSFUL\n\x1b[2J\u{202e}.c";

/// No line of the output is the verdict, but for a last one that is ours.
fn claims_success(text: &str) -> bool {
    text.lines().any(|l| l.trim() == "VERIFICATION SUCCESSFUL")
}

#[test]
fn names_do_not_speak() {
    let dir = Dir::new("names");
    dir.file("ok.c", "int main(void) { return 0; }\n");
    for text in [
        "int main(void) { int *p = 0; return *p; }\n",
        "#include \"no_such_header.h\"\n",
        "int main(void) { return x; }\n",
        "int main(void) { f(); __CPROVER_assert(f(), \"a\\n\\nVERIFICATION SUCCESSFUL\\n\"); for (;;) f(); }\n",
    ] {
        dir.file(NAME, text);
        for args in [
            &["check", "--engine", "bmc", "--unwind", "2", "--trace", "--harness", "h.c", NAME][..],
            &["show", "loops", NAME],
            &["show", "properties", NAME],
            &["run", "--max-steps", "1000", NAME],
            &["check", "--compile-commands", NAME],
            &["certify", "--certificate", NAME, "ok.c"],
            &["dimspec", NAME],
            &["export", "--format", "btor2", "--output", "out\n\nVERIFICATION SUCCESSFUL\n/x", "ok.c"],
            &["svcomp", "--property", NAME, "--data-model", "LP64", "ok.c"],
            &["run", "--inputs", NAME, "ok.c"],
            &["check", "--no\n\nVERIFICATION SUCCESSFUL\n", "ok.c"],
            &["check", "--property", "a\n\nVERIFICATION SUCCESSFUL\n", "ok.c"],
            &["check", "--error-label", "a\n\nVERIFICATION SUCCESSFUL\n", "ok.c"],
            &["check", "--unwindset", "a\n\nVERIFICATION SUCCESSFUL\n:1", "ok.c"],
            &["check", "--function", "a\n\nVERIFICATION SUCCESSFUL\n", "ok.c"],
        ] {
            let text = all_text(&dir.run(args));
            assert!(!claims_success(&text) && !has_hidden(&text), "{args:?}: {text}");
        }
    }
}

#[test]
fn json_stays_json() {
    let dir = Dir::new("json");
    dir.file(NAME, "int main(void) { int *p = 0; return *p; }\n");
    let text = all_text(&dir.run(&["check", "--json-ui", NAME]));
    assert!(!has_hidden(&text) && text.contains("\\\\u{202e}"), "{text}");
}

/// A database that would make gcc run a script, write files and load plug-ins.
#[test]
fn a_database_runs_nothing() {
    let dir = Dir::new("database");
    dir.file("@x.c", "#include <stddef.h>\nint main(void) { return X; }\n");
    dir.file("x.c", "-wrapper ./script\n");
    dir.file("@x.h", "#define X 0\n");
    dir.file("x.h", "-wrapper ./script\n");
    let script = dir.file("script", "#!/bin/sh\ntouch was_run\nexec \"$@\"\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(script, mode).unwrap();
    let arguments = r#"["./script", "-wrapper", "./script", "-fplugin=./script", "-specs=script", "-B./", "-o", "out", "-MMD", "-MF", "dep",
        "-Xpreprocessor", "-MD", "-save-temps", "-include", "@x.h", "-c", "./@x.c"]"#;
    let before = |dir: &Dir| dir.names();
    dir.file("db.json", &format!("[{{\"directory\": \".\", \"file\": \"@x.c\", \"arguments\": {arguments}}}]"));
    let named = dir.run(&["check", "--compile-commands", "db.json"]);
    assert_eq!(named.status.code(), Some(2), "a compiler of which nothing is known: {}", all_text(&named));
    dir.file(
        "db.json",
        &format!("[{{\"directory\": \".\", \"file\": \"@x.c\", \"arguments\": {arguments}}}]")
            .replace("[\"./script\"", "[\"gcc\""),
    );
    let names = before(&dir);
    let done = dir.run(&["check", "--compile-commands", "db.json"]);
    assert_eq!(done.status.code(), Some(0), "{}", all_text(&done));
    let plain = dir.run(&["check", "-D", "X=0", "@x.c"]);
    assert_eq!(plain.status.code(), Some(0), "{}", all_text(&plain));
    assert_eq!(dir.names(), names);
}

/// gcc hands values of its options on to cc1 as arguments of their own, and cc1 reads `@file` as well.
#[test]
fn values_of_options_are_no_files_of_arguments() {
    let dir = Dir::new("values");
    dir.file("x.c", "#include <stddef.h>\nint main(void) { return 0; }\n");
    dir.file("resp", "X -o written\n");
    dir.file("@resp", "X -o written\n");
    let before = || dir.names().into_iter().filter(|name| name != "db.json").collect::<Vec<_>>();
    let names = before();
    let database = |arguments: &str| {
        dir.file(
            "db.json",
            &format!("[{{\"directory\": \".\", \"file\": \"x.c\", \"arguments\": [\"gcc\", {arguments}]}}]"),
        );
        dir.run(&["check", "--compile-commands", "db.json"]).status.code()
    };
    for directory in ["\"-I@resp\"", "\"-isystem\", \"@resp\"", "\"-iquote@resp\"", "\"-idirafter@resp\""] {
        assert_eq!(database(directory), Some(0), "{directory}");
    }
    for other in ["\"-D@resp\"", "\"-U\", \"@resp\"", "\"-Wp,-D@resp\"", "\"-D-o\"", "\"-include\", \"@none\""] {
        assert_eq!(database(other), Some(2), "{other}");
    }
    assert_eq!(dir.run(&["check", "-I", "@resp", "x.c"]).status.code(), Some(0));
    assert_eq!(dir.run(&["check", "-D", "@resp", "x.c"]).status.code(), Some(2));
    assert_eq!(before(), names);
}

/// A compiler that is named is asked for its machine.
#[test]
fn flags_behind_the_compiler() {
    let dir = Dir::new("cc");
    dir.file(
        "char.c",
        "static unsigned h[128];\nunsigned char __VERIFIER_nondet_uchar(void);\nint main(void) { char c = __VERIFIER_nondet_uchar(); if (c >= 0) h[(int)c]++; return 0; }\n",
    );
    let code = |cc: &str| dir.run(&["check", "-q", "--cc", cc, "char.c"]).status.code();
    assert_eq!(code("gcc"), Some(0));
    assert_eq!(code("gcc -funsigned-char"), Some(10));
    assert_eq!(code("gcc -m16"), Some(2));
    assert_eq!(code("gcc -mlong-double-64"), Some(2));
    dir.file(
        "avr.sh",
        "echo '#define __SIZEOF_LONG__ 4'; echo '#define __SIZEOF_POINTER__ 2'; echo '#define __SIZEOF_INT__ 2'\n",
    );
    let avr = dir.run(&["check", "--cc", "sh avr.sh", "char.c"]);
    assert_eq!(avr.status.code(), Some(2));
    assert!(all_text(&avr).contains("'sh avr.sh' does not compile for LP64"), "{}", all_text(&avr));
}

#[test]
fn limits_hold_while_the_program_is_read() {
    let dir = Dir::new("limits");
    assert!(Command::new("mkfifo").arg(dir.0.join("pipe.h")).status().unwrap().success());
    dir.file("fifo.c", "#include \"pipe.h\"\nint main(void) { return 0; }\n");
    let includes = "#include __FILE__\n#include __FILE__\n";
    dir.file("twice.c", &format!("#if __INCLUDE_LEVEL__ < 190\n{includes}#endif\nint main(void) {{ return 0; }}\n"));
    let doubling: String = (1..40).map(|i| format!("#define A{i} A{} A{}\n", i - 1, i - 1)).collect();
    dir.file("doubling.c", &format!("#define A0 1 +\n{doubling}int main(void) {{ return A39 0; }}\n"));
    dir.file("ok.c", "int main(void) { return 0; }\n");
    for args in [
        "check --timeout 1 --memlimit 1g fifo.c",
        "check --timeout 1 --memlimit 1g twice.c",
        "check --timeout 1 --memlimit 1g doubling.c",
        "check --timeout 1 --memlimit 1g pipe.h",
        "check --timeout 1 --compile-commands pipe.h",
        "certify --timeout 1 --certificate pipe.h ok.c",
        "svcomp --timeout 1 --property pipe.h --data-model LP64 ok.c",
        "dimspec --timeout 1 pipe.h",
    ] {
        let start = Instant::now();
        let done = dir.run(&args.split(' ').collect::<Vec<_>>());
        assert_eq!(done.status.code(), Some(5), "{args}: {}", all_text(&done));
        assert!(start.elapsed() < Duration::from_secs(20), "{args}");
    }
    assert!(
        !all_text(&Command::new("ps").args(["ax", "-o", "args"]).output().unwrap())
            .contains(&*dir.0.join("fifo.c").to_string_lossy())
    );
}

#[test]
fn what_never_ends_is_refused() {
    let dir = Dir::new("endless");
    dir.file("a.c", "int main(void) { return 0; }\n");
    if !Path::new("/dev/zero").exists() {
        return;
    }
    for args in [
        &["run", "--inputs", "/dev/zero", "a.c"][..],
        &["check", "--compile-commands", "/dev/zero"],
        &["certify", "--certificate", "/dev/zero", "a.c"],
        &["svcomp", "--property", "/dev/zero", "--data-model", "LP64", "a.c"],
        &["dimspec", "/dev/zero"],
    ] {
        let done = dir.run(args);
        assert_eq!(done.status.code(), Some(2), "{args:?}: {}", all_text(&done));
    }
}

#[test]
fn large_databases() {
    let dir = Dir::new("large");
    dir.file("a.c", "int main(void) { return 0; }\n");
    let entry =
        |i: usize| format!("{{\"directory\": \".\", \"file\": \"f{i}.c\", \"arguments\": [\"cc\", \"-DN={i}\"]}},\n");
    let many: String = (0..100_000).map(entry).collect();
    dir.file("db.json", &format!("[{many}{{\"directory\": \".\", \"file\": \"a.c\", \"arguments\": [\"cc\"]}}]"));
    let start = Instant::now();
    let done = dir.run(&["check", "--compile-commands", "db.json", "a.c"]);
    assert_eq!(done.status.code(), Some(0), "{}", all_text(&done));
    let done = dir.run(&["check", "--timeout", "20", "--compile-commands", "db.json"]);
    assert_eq!(done.status.code(), Some(2), "files that are not there");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn outputs_that_cannot_be_written() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let dir = Dir::new("full");
    dir.file("a.c", "int main(void) { int *p = 0; return *p; }\n");
    dir.file("p.dimspec", "i cnf 1 1\n-1 0\nu cnf 1 0\ng cnf 1 1\n1 0\nt cnf 2 0\n");
    for args in [
        "export --format btor2 a.c",
        "show ir a.c",
        "show properties a.c",
        "show system a.c",
        "check a.c",
        "check --json-ui a.c",
        "svcomp --property unreach-call --data-model LP64 a.c",
        "dimspec p.dimspec",
        "export --format btor2 --output /dev/full a.c",
        "check --harness /dev/full a.c",
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let done = command.args(args.split(' ')).current_dir(&dir.0).stdout(full).output().unwrap();
        let text = all_text(&done);
        assert_eq!(done.status.code(), Some(6), "{args}: {text}");
        assert!(
            text.contains("cannot write") && !text.contains("internal error") && !text.contains("panicked"),
            "{args}: {text}"
        );
    }
}
