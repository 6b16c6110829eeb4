//! The exit codes, in one place.

/// What the process tells its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExitCode(pub i32);

impl ExitCode {
    pub const OK: ExitCode = ExitCode(0);
    /// A command line that makes no sense.
    pub const USAGE: ExitCode = ExitCode(1);
    /// Input that is not accepted: missing file, syntax or type error, unsupported C.
    pub const INPUT: ExitCode = ExitCode(2);
    /// A limit was reached before an answer.
    pub const INCONCLUSIVE: ExitCode = ExitCode(5);
    /// A bug of Proofmark, or an output file that cannot be written.
    pub const INTERNAL: ExitCode = ExitCode(6);
    /// `--property` names none of the program's properties.
    pub const NO_PROPERTY: ExitCode = ExitCode(7);
    /// `certify`: what the certificate says is true, but it leaves out properties of the program.
    pub const INCOMPLETE: ExitCode = ExitCode(8);
    /// A property is violated.
    pub const VIOLATED: ExitCode = ExitCode(10);
}

pub fn leave(code: ExitCode) -> ! {
    std::process::exit(code.0)
}

pub fn internal_error(message: &str) -> ExitCode {
    eprintln!("proofmark: internal error: {message}");
    ExitCode::INTERNAL
}
