//! Library models: C text that ships inside the binary and is compiled by our own front end.
//!
//! In: the name of a function or variable that the user's program declares and nobody defines. Out: the unit that defines
//! it, or why there is none. Units are added like members of an archive, until nothing is missing that a model
//! has; so units are small, and a unit may use what other units define.
//!
//! The texts use no preprocessor, FILE is `void`, and beside ordinary C only the intrinsics of `pm_sema::hir::Builtin`.
//! What a caller has to guarantee stands at the top of a function as `__CPROVER_precondition(condition, "text")`.
//! Every choice is total: values outside of a range are clamped instead of assumed away, so that a concrete run with
//! arbitrary inputs never gets stuck in a model.

#[path = "models/table.rs"]
mod table;

use pm_base::num::FloatFormat;
use pm_base::{DataModel, Session, Symbol};
use pm_sema::Analyzer;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// One unit of the library.
pub struct Model {
    /// What spans and messages call the file: `<proofmark/string/copy.c>`.
    pub name: &'static str,
    pub text: &'static str,
    /// The functions and variables with external linkage that the text defines.
    pub defines: &'static [&'static str],
}

pub fn all() -> &'static [Model] {
    table::MODELS
}

/// The unit that defines a function or variable.
pub fn model_for(name: &str) -> Option<&'static Model> {
    static UNITS: OnceLock<HashMap<&'static str, &'static Model>> = OnceLock::new();
    let units = UNITS.get_or_init(|| {
        let pairs = all().iter().flat_map(|m| m.defines.iter().map(move |d| (*d, m)));
        pairs.collect()
    });
    units.get(name).copied()
}

/// Adds the units of functions and variables that the program uses and does not define, until nothing new is asked for. These have units.
pub fn add_models(analyzer: &mut Analyzer, session: &mut Session) -> Vec<Symbol> {
    let own = Own::new(analyzer, session);
    let (mut asked, mut added, mut found) = (HashSet::new(), HashSet::new(), Vec::new());
    loop {
        let wanted: Vec<Symbol> = analyzer.undefined().into_iter().filter(|s| asked.insert(*s)).collect();
        if wanted.is_empty() {
            return found;
        }
        for symbol in wanted {
            let public = |name: &str| model_for(Own::public(name));
            let linker_name = || analyzer.linker_name(symbol).map(|label| session.interner.name(label));
            let model = public(session.interner.name(symbol)).or_else(|| linker_name().and_then(public));
            let Some(model) = model else { continue };
            if unfit(model, analyzer.machine()).is_some() {
                continue;
            }
            found.push(symbol);
            if added.insert(model.name) {
                let ast = pm_syntax::parse(session, model.name, own.text(model.text).into_bytes());
                analyzer.add_unit(session, &ast, true);
            }
        }
    }
}

/// Library functions that the program defines itself. Models that call them mean those of the library, as in a C library, whose functions do not call
/// each other by names that a program may define: in the texts of models they have other names.
struct Own(HashSet<String>);

impl Own {
    const PREFIX: &str = "__pm_own_";

    /// Of these a program's definition is used by the library, too.
    const REPLACED: [&str; 9] = [
        "malloc",
        "calloc",
        "realloc",
        "free",
        "aligned_alloc",
        "memalign",
        "posix_memalign",
        "__errno_location",
        "__errno",
    ];

    fn new(analyzer: &Analyzer, session: &Session) -> Own {
        let names = analyzer.defined().into_iter().map(|s| session.interner.name(s));
        let is_nondet = |name: &str| name.starts_with("__VERIFIER_nondet_");
        let means_other = |name: &&str| is_nondet(name) || model_for(name).is_some() && !Own::REPLACED.contains(name);
        Own(names.filter(means_other).map(str::to_string).collect())
    }

    /// The name under which a function of a model has its unit.
    fn public(name: &str) -> &str {
        name.strip_prefix(Own::PREFIX).unwrap_or(name)
    }

    fn text(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_string();
        }
        let mut out = String::with_capacity(text.len());
        for (word, is_name) in words(text) {
            match word.strip_prefix("__VERIFIER_nondet_") {
                _ if !is_name || !self.0.contains(word) => {}
                Some(of) => {
                    // Another name of the same intrinsic.
                    out.push_str("__ESBMC_nondet_");
                    out.push_str(of);
                    continue;
                }
                None => out.push_str(Own::PREFIX),
            }
            out.push_str(word);
        }
        out
    }
}

/// The names of a text and what stands between them, in order. What is quoted or a comment's line is no name.
fn words(text: &str) -> Vec<(&str, bool)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (end, is_name) = if is_part(first) {
            (rest.find(|c| !is_part(c)).unwrap_or(rest.len()), true)
        } else if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), false)
        } else if matches!(first, '"' | '\'') {
            (quoted(rest, first), false)
        } else {
            (first.len_utf8(), false)
        };
        let (word, behind) = rest.split_at(end);
        found.push((word, is_name));
        rest = behind;
    }
    found
}

/// Where what begins with a quotation mark ends.
fn quoted(text: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == mark && !escaped {
            return at + c.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The result of this function is any value of its mathematical range, not the exact one: a counterexample that depends on
/// it may be spurious, and a report names it.
pub fn is_approximate(function: &str) -> bool {
    const NOT_MATH: &[&str] = &["strerror", "strsignal", "strxfrm"];
    if NOT_MATH.contains(&function) {
        return true;
    }
    const FILES: &[&str] = &["trigonometric.c>", "hyperbolic.c>", "exponential.c>", "special.c>"];
    model_for(function).is_some_and(|m| FILES.iter().any(|f| m.name.ends_with(f)))
}

/// What the unit assumes of the machine, where it is another one.
fn unfit(model: &Model, machine: DataModel) -> Option<&'static str> {
    let facts = machine.facts();
    let name = model.name.trim_start_matches("<proofmark/");
    const WIDE: [&str; 3] = ["math/nexttoward.c>", "stdlib/strtod.c>", "stdio/sscanf.c>"];
    if facts.long_double != FloatFormat::X87 && (name.starts_with("math/l/") || WIDE.contains(&name)) {
        return Some("its model needs the long double of x86, and this target has another one");
    }
    // Structures of glibc on x86.
    const PLAIN: [&str; 6] = [
        "posix/arbitrary.c>",
        "posix/bytes.c>",
        "posix/getopt.c>",
        "posix/getopt_long.c>",
        "posix/other_locale.c>",
        "posix/signal.c>",
    ];
    let has_structures = name.starts_with("time/") || name.starts_with("posix/") && !PLAIN.contains(&name);
    (has_structures && !machine.is_x86()).then_some("its model has the types of glibc on x86, not those of this target")
}

/// Why the model of a library function is not one for this machine.
pub fn refused_for(function: &str, machine: DataModel) -> Option<&'static str> {
    unfit(model_for(function)?, machine)
}

pub(crate) const SIGNALS: &str = "signal handlers are not supported";

/// Why a library function has no model and must not be taken for an unknown function either.
pub fn refused(function: &str) -> Option<&'static str> {
    const JUMPS: &str = "jumps between functions (setjmp, longjmp) are not supported";
    const THREADS: &str = "threads are not supported";
    const PROCESSES: &str = "programs of several processes are not supported";
    const LOADING: &str = "loading code at run time is not supported";
    const MAPPING: &str = "mappings of memory are not supported";
    const ROUNDING: &str = "changes of the floating-point environment are not supported";
    const CONTEXTS: &str = "switching of execution contexts is not supported";
    Some(match function {
        "setjmp" | "_setjmp" | "__setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "_longjmp" | "__longjmp"
        | "siglongjmp" | "__builtin_setjmp" | "__builtin_longjmp" => JUMPS,
        "pthread_create"
        | "pthread_join"
        | "pthread_exit"
        | "pthread_cancel"
        | "pthread_cond_wait"
        | "pthread_cond_timedwait"
        | "pthread_barrier_wait"
        | "thrd_create"
        | "thrd_join"
        | "thrd_exit"
        | "cnd_wait"
        | "sem_wait" => THREADS,
        "fork" | "vfork" | "clone" | "execl" | "execle" | "execlp" | "execv" | "execve" | "execvp" | "execvpe"
        | "posix_spawn" | "wait" | "waitpid" => PROCESSES,
        "sigaction" | "bsd_signal" | "sysv_signal" | "__sysv_signal" | "sigset" | "raise" | "sigsuspend" => SIGNALS,
        "dlopen" | "dlsym" | "dlclose" => LOADING,
        "mmap" | "mprotect" => MAPPING,
        "fesetround" | "fesetenv" | "feupdateenv" | "feholdexcept" | "feenableexcept" | "_controlfp" => ROUNDING,
        "makecontext" | "swapcontext" | "setcontext" | "getcontext" => CONTEXTS,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Names defined by a text: a definition starts in the first column and is not `static`.
    fn definitions(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for line in text.lines() {
            let starts = line.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            let skipped = ["static ", "typedef ", "extern "];
            if !starts || skipped.iter().any(|s| line.starts_with(s)) {
                continue;
            }
            // A parameter list may go on in the next lines; a declaration ends in `;`.
            if line.ends_with(';') && !line.contains(" = ") {
                continue;
            }
            let before = line.split(" = ").next().unwrap_or(line);
            let Some(head) = head_of(before) else { continue };
            found.push(head);
        }
        found.sort();
        found
    }

    /// The declared name: the word before the last top-level `(`, or the last word where there is none.
    fn head_of(declaration: &str) -> Option<String> {
        let head = match declaration.find('(') {
            Some(at) => &declaration[..at],
            None if declaration.ends_with('{') => return None,
            None => declaration,
        };
        let name = head.rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).next()?;
        Some(name.to_string())
    }

    #[test]
    fn the_table_lists_what_the_texts_define() {
        for model in all() {
            let mut listed: Vec<String> = model.defines.iter().map(|s| s.to_string()).collect();
            listed.sort();
            assert_eq!(definitions(model.text), listed, "in {}", model.name);
        }
    }

    #[test]
    fn nothing_is_defined_twice() {
        let mut seen = HashSet::new();
        for name in all().iter().flat_map(|m| m.defines) {
            assert!(seen.insert(name), "{name} has two models");
        }
    }

    #[test]
    fn names_that_the_program_defines_are_others_in_models() {
        let own = Own(["strlen", "__VERIFIER_nondet_int"].map(str::to_string).into());
        let text = "n = strlen(s) + my_strlen(\"a \\\" strlen\", '\"'); // strlen\n__VERIFIER_nondet_int();";
        let other = "n = __pm_own_strlen(s) + my_strlen(\"a \\\" strlen\", '\"'); // strlen\n__ESBMC_nondet_int();";
        assert_eq!(own.text(text), other);
        assert_eq!(Own(HashSet::new()).text(text), text);
    }

    #[test]
    fn lookup_finds_the_unit() {
        assert_eq!(model_for("memcpy").map(|m| m.name), Some("<proofmark/string/copy.c>"));
        assert_eq!(model_for("sinl").map(|m| m.name), Some("<proofmark/math/l/trigonometric.c>"));
        assert_eq!(model_for("stdout").map(|m| m.name), Some("<proofmark/stdio/streams.c>"));
        assert!(model_for("no_such_function").is_none());
    }

    #[test]
    fn refused_and_approximate_functions_are_told_apart() {
        assert!(refused("setjmp").is_some());
        assert!(refused("malloc").is_none());
        assert!(all().iter().flat_map(|m| m.defines).all(|d| refused(d).is_none()));
        assert!(is_approximate("sin") && is_approximate("powf") && is_approximate("erfl"));
        assert!(!is_approximate("floor") && !is_approximate("strtod"));
    }

    #[test]
    fn texts_need_no_preprocessor() {
        for model in all() {
            assert!(!model.text.lines().any(|l| l.trim_start().starts_with('#')), "in {}", model.name);
        }
    }
}
