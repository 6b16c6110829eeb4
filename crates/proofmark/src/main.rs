//! The command line: the only crate that prints or exits.

/// As in `std`, but messages that cannot be written are lost, instead of the exit code; and what moves cursors is escaped.
macro_rules! eprint {
    ($($text:tt)*) => {{
        let text = format!($($text)*);
        let _ = std::io::Write::write_all(&mut std::io::stderr(), pm_base::visible_lines(&text).as_bytes());
    }};
}

/// One line, whatever is in its text.
macro_rules! eprintln {
    ($($text:tt)*) => {{
        eprint!("{}\n", pm_base::visible(&format!($($text)*)));
    }};
}

mod allocator;
mod args;
mod audit;
mod certify;
mod check;
mod compile;
mod cover;
mod dimspec;
mod exit;
mod export;
mod interrupt;
mod machine;
mod output;
mod progress;
mod proofs;
mod report;
mod run;
mod sha256;
mod show;
mod svcomp;
mod watchdog;

use args::{Cli, Command};
use clap::Parser;
use exit::ExitCode;
use pm_base::visible;
use std::ffi::OsString;
use std::io::Write;

#[global_allocator]
static ALLOCATOR: allocator::Waiting = allocator::Waiting;

/// Trees are up to `pm_syntax::ast::MAX_DEPTH` deep and passes over them recurse: they need more than a default stack.
const STACK_BYTES: usize = 1 << 29;

fn main() {
    allocator::start();
    check::began();
    let words = with_command(std::env::args_os().collect());
    let cli = match Cli::try_parse_from(&words) {
        Ok(cli) => cli,
        Err(e) => {
            // Once more, with words that may be printed.
            let shown = words.iter().map(|w| visible(&w.to_string_lossy()).into_owned());
            let e = Cli::try_parse_from(shown).err().unwrap_or(e);
            let code = if e.use_stderr() { ExitCode::USAGE } else { ExitCode::OK };
            let _ = e.print();
            exit::leave(code);
        }
    };
    let worker = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(move || dispatch(cli));
    let code = match worker.map(|w| w.join()) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => exit::internal_error("this is a bug of Proofmark; please report it with the input"),
        Err(e) => {
            eprintln!("proofmark: cannot start a thread: {e}; memory or threads are limited");
            ExitCode::INCONCLUSIVE
        }
    };
    exit::leave(code);
}

/// `proofmark FILES...` means `proofmark check FILES...`: files have a dot or a slash in their names, commands have not.
fn with_command(mut args: Vec<OsString>) -> Vec<OsString> {
    let is_global = |a: &str| matches!(a, "-h" | "--help" | "-V" | "--version");
    let bare = args
        .get(1)
        .map(|a| a.to_string_lossy())
        .is_some_and(|a| a.contains(['.', '/']) && !a.starts_with('-') || a.starts_with('-') && !is_global(&a));
    if bare {
        args.insert(1, "check".into());
    }
    join_names(args)
}

/// `--nondet-volatile NAME` means `--nondet-volatile=NAME`: a word behind it that is a name of C is one of an object.
fn join_names(args: Vec<OsString>) -> Vec<OsString> {
    let is_name = |w: &OsString| {
        let text = w.to_string_lossy();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ',';
        !text.is_empty() && text.chars().all(is_part) && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    let mut out: Vec<OsString> = Vec::with_capacity(args.len());
    for word in args {
        match out.last_mut() {
            Some(last) if last == "--nondet-volatile" && is_name(&word) => {
                last.push("=");
                last.push(word);
            }
            _ => out.push(word),
        }
    }
    out
}

fn dispatch(cli: Cli) -> ExitCode {
    let code = match cli.command {
        Command::Check(args) => check::check(&args),
        Command::Svcomp(args) => svcomp::svcomp(&args),
        Command::Cover(args) => cover::cover(&args),
        Command::Testcomp(args) => cover::testcomp(&args),
        Command::Run(args) => run::run(&args),
        Command::Show(args) => show::show(&args),
        Command::Certify(args) => certify::certify(&args),
        Command::Export(args) => export::export(&args),
        Command::Lrat(args) => proofs::lrat(&args),
        Command::Dimspec(args) => dimspec::dimspec(&args),
    };
    let _ = std::io::stdout().flush();
    code
}
