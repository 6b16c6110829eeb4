//! gcc's word on what the interpreter computed: many programs in one file, which runs each on the inputs for which the interpreter found nothing
//! undefined, and tells where a result differs. A sanitizer that finds something ends the process; then it goes on with the next program.

use crate::tree::{RESULTS, Shape, Source};
use crate::truth::Truth;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const COMMON: &str = "int printf(const char *, ...); int atoi(const char *); int fflush(void *); unsigned alarm(unsigned);\n\
    static void want(int n, int at, u32 x, u32 y, u32 z, u32 r0, u32 r1, u32 r2) {\n\
    if (x != r0 || y != r1 || z != r2) { printf(\"%d differs in run %d: gcc has %u %u %u, the interpreter %u %u %u\\n\", n, at, r0, r1, r2, x, y, z); fflush(0); } }\n";

/// A program with its truth.
pub type Case<'a> = (&'a Source, &'a Truth);

/// What gcc's builds do differently, by program.
///
/// # Errors
/// gcc does not compile it.
pub fn differences(cases: &[Case], bits32: bool, address: bool, folder: &Path) -> Result<Vec<(usize, String)>, String> {
    let (file, binary) = (folder.join("batch.c"), folder.join("batch"));
    std::fs::write(&file, text(cases, bits32)).map_err(|e| e.to_string())?;
    let mut gcc = Command::new("gcc");
    gcc.args(["-w", "-O0", "-fno-strict-aliasing", "-fno-builtin", "-ffp-contract=off"]);
    gcc.args([
        "-fsanitize=undefined",
        "-fno-sanitize=alignment,pointer-overflow,object-size",
        "-fsanitize-undefined-trap-on-error",
    ]);
    match (bits32, address) {
        (true, _) => gcc.args(["-m32", "-msse2", "-mfpmath=sse"]),
        (false, true) => gcc.arg("-fsanitize=address"),
        (false, false) => &mut gcc,
    };
    let built = gcc.arg(&file).arg("-o").arg(&binary).output().map_err(|e| format!("gcc: {e}"))?;
    if !built.status.success() {
        return Err(String::from_utf8_lossy(&built.stderr).lines().take(5).collect::<Vec<_>>().join("\n"));
    }
    let (mut found, mut first) = (Vec::new(), 0);
    while first < cases.len() {
        let ran = Command::new(&binary)
            .arg(first.to_string())
            .env("ASAN_OPTIONS", "detect_leaks=0")
            .stdin(Stdio::null())
            .output()
            .map_err(|e| e.to_string())?;
        let mut last = first;
        for line in String::from_utf8_lossy(&ran.stdout).lines() {
            let (number, what) = line.split_once(' ').unwrap_or((line, ""));
            last = number.parse().unwrap_or(last);
            if !what.is_empty() {
                found.push((last, what.to_string()));
            }
        }
        if ran.status.success() {
            break;
        }
        let why = String::from_utf8_lossy(&ran.stderr).lines().find(|l| l.contains("ERROR")).unwrap_or("").to_string();
        found.push((
            last,
            format!("gcc's build dies where the interpreter has nothing undefined ({}) {why}", ran.status),
        ));
        first = last + 1;
    }
    Ok(found)
}

fn text(cases: &[Case], bits32: bool) -> String {
    let mut out = Source::head(bits32) + COMMON;
    for (n, (source, truth)) in cases.iter().enumerate() {
        let mut one = source.text();
        if source.asks {
            one.push_str("static const u8 *feed@; static int in@(void) { return *feed@++; }\n");
        }
        let _ = writeln!(one, "static void all@(void) {{");
        for g in source.globals() {
            let saved = g.replace('@', "_old");
            let _ = writeln!(one, "    u8 {saved}[sizeof {g}]; memcpy({saved}, (void *)&{g}, sizeof {g});");
        }
        for (at, run) in truth.runs.iter().enumerate() {
            let Ok(end) = &run.end else { continue };
            for g in source.globals().iter().filter(|g| !source_is_const(source, g)) {
                let _ = write!(one, "    memcpy(&{g}, {}, sizeof {g});", g.replace('@', "_old"));
            }
            if source.asks {
                let bits: Vec<String> = run.bits.iter().chain([&0]).map(u32::to_string).collect();
                let _ = write!(one, "    {{ static const u8 bits[] = {{{}}}; feed@ = bits; }}", bits.join(", "));
            }
            let before = if let Shape::Once = source.shape { [0; RESULTS] } else { run.before };
            let inputs: Vec<String> = run.inputs.iter().map(u32::to_string).collect();
            let _ = writeln!(
                one,
                "    r0@ = {}u; r1@ = {}u; r2@ = {}u; run@({}); want({n}, {at}, {}u, {}u, {}u, r0@, r1@, r2@);",
                before[0],
                before[1],
                before[2],
                inputs.join(", "),
                end[0],
                end[1],
                end[2]
            );
        }
        let _ = writeln!(one, "}}");
        out.push_str(&one.replace('@', &format!("_{n}")));
    }
    out.push_str("int main(int argc, char **argv) { int from = argc > 1 ? atoi(argv[1]) : 0; alarm(60);\n");
    for n in 0..cases.len() {
        let _ = writeln!(out, "    if (from <= {n}) {{ printf(\"{n}\\n\"); fflush(0); all_{n}(); }}");
    }
    out.push_str("    return 0; }\n");
    out
}

fn source_is_const(source: &Source, name: &str) -> bool {
    let is_const =
        |n: &crate::tree::Node| matches!(n, crate::tree::Node::Global(g, text) if g == name && text.contains("const"));
    source.items.iter().any(is_const)
}
