//! Runs the system's compiler as preprocessor (`cc -E`), for the headers and macros of the wanted data model.
//!
//! ILP32 is `cc -m32` with SSE. Where the system has no 32-bit headers, the host's are read with the target's predefined macros,
//! which glibc's headers are written for, apart from `gnu/stubs-32.h`, which we supply empty. LLP64 is no Unix model: the
//! host's headers are read with the macros of Windows' model. Both are said in a note. Other machines are in `foreign.rs`.
//!
//! What a project says reaches the compiler as what it is: names never look like options, and of options only those of [`PpOptions`] exist.

mod child;
mod foreign;
mod macros;
mod target;

pub use child::{ChildLimits, Exceeded};
pub use target::target;

use child::{Failure, Finished, as_include, compiler, plain, run_with};
use pm_base::DataModel;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Read};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use target::Macros;

/// Positions in sources have 32 bits, and a program has many files.
const LARGEST_FILE: u64 = 1 << 29;

/// What an option says of a macro. Of several about one macro the last one holds, so that they stay in one list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MacroOption {
    /// `-D`: a name, maybe with parameters and a value.
    Define(String),
    /// `-U`
    Undefine(String),
}

impl MacroOption {
    fn text(&self) -> &String {
        let (MacroOption::Define(text) | MacroOption::Undefine(text)) = self;
        text
    }

    /// As an argument of a compiler.
    pub fn argument(&self) -> String {
        match self {
            MacroOption::Define(text) => format!("-D{text}"),
            MacroOption::Undefine(name) => format!("-U{name}"),
        }
    }
}

/// Among which directories one of headers is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// `-I`
    First,
    /// `-iquote`: only for `#include "…"`.
    Quote,
    /// `-isystem`
    System,
    /// `-idirafter`
    After,
}

/// A directory of headers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderDir {
    pub search: Search,
    pub path: String,
}

impl HeaderDir {
    /// `-I PATH`
    pub fn first(path: &str) -> HeaderDir {
        HeaderDir { search: Search::First, path: path.into() }
    }

    pub fn option(&self) -> &'static str {
        match self.search {
            Search::First => "-I",
            Search::Quote => "-iquote",
            Search::System => "-isystem",
            Search::After => "-idirafter",
        }
    }
}

/// How to preprocess.
#[derive(Clone, Debug)]
pub struct PpOptions {
    /// The compiler, maybe with arguments after blanks.
    pub cc: String,
    pub include_dirs: Vec<HeaderDir>,
    /// Where the headers of the system are (`-isysroot`).
    pub sysroot: Option<String>,
    /// In the order written.
    pub macros: Vec<MacroOption>,
    /// Files to read before the source (`-include`).
    pub includes: Vec<String>,
    /// Files of which only the macros are read (`-imacros`).
    pub imacros: Vec<String>,
    /// Options without an argument that the caller knows to be harmless (`-std=c99`, `-funsigned-char`).
    pub flags: Vec<String>,
    /// Options that only a compiler of the machine understands (`-mcpu=cortex-m4`), and knows to be harmless.
    pub machine: Vec<String>,
    pub data_model: DataModel,
    pub limits: ChildLimits,
}

impl Default for PpOptions {
    fn default() -> Self {
        PpOptions {
            cc: "cc".into(),
            include_dirs: Vec::new(),
            sysroot: None,
            macros: Vec::new(),
            includes: Vec::new(),
            imacros: Vec::new(),
            flags: Vec::new(),
            machine: Vec::new(),
            data_model: DataModel::default(),
            limits: ChildLimits::default(),
        }
    }
}

impl PpOptions {
    /// What makes the compiler one for the machine.
    fn machine_args(&self) -> Vec<OsString> {
        let fixed = self.data_model.facts().compiler_flags.iter().map(OsString::from);
        fixed.chain(self.machine.iter().map(OsString::from)).collect()
    }
}

pub struct Preprocessed {
    pub text: Vec<u8>,
    /// What the user should know about how it was done.
    pub notes: Vec<String>,
}

#[derive(Debug)]
pub enum PreprocessError {
    /// The file cannot be read.
    Read { path: PathBuf, error: io::Error },
    /// It is a directory, or another thing that is no file.
    NotAFile { path: PathBuf },
    /// The compiler cannot be started.
    Start { cc: String, error: io::Error },
    /// The compiler reports errors.
    Failed { cc: String, path: PathBuf, stderr: String },
    /// The compiler ran into a limit.
    Limit { cc: String, path: PathBuf, limit: Exceeded },
    /// A name that the compiler would not take as it is.
    Name { path: PathBuf },
    /// A directory, a macro or a file without a name.
    Empty { what: &'static str },
    /// What is defined is no macro.
    Macro { text: String },
    /// A preprocessed file of C90, where `//*` is a division and a comment.
    OldComment { path: PathBuf },
    /// The directory for our own headers cannot be made.
    TempDir { error: io::Error },
}

impl fmt::Display for PreprocessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PreprocessError::Read { path, error } => write!(f, "cannot read {}: {error}", path.display()),
            PreprocessError::NotAFile { path } => write!(f, "cannot read {}: it is not a file", path.display()),
            PreprocessError::Start { cc, error } => write!(f, "cannot run the preprocessor '{cc} -E': {error}"),
            PreprocessError::Failed { cc, path, .. } => write!(f, "'{cc} -E' failed on {}:", path.display()),
            PreprocessError::Limit { cc, path, limit } => write!(f, "'{cc} -E' on {}: {limit}", path.display()),
            PreprocessError::Name { path } => {
                write!(f, "cannot preprocess {}: no compiler takes such a name as it is", path.display())
            }
            PreprocessError::Empty { what } => write!(f, "{what} has no name"),
            PreprocessError::Macro { text } => write!(f, "`{text}` is no macro: its name is no identifier"),
            PreprocessError::OldComment { path } => {
                write!(f, "cannot read {}: `//*` begins no comment in C90, which is not supported", path.display())
            }
            PreprocessError::TempDir { error } => write!(f, "cannot make a temporary directory: {error}"),
        }
    }
}

impl std::error::Error for PreprocessError {}

impl PreprocessError {
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            PreprocessError::Start { .. } => {
                Some("install a C compiler, name one with --cc, or give preprocessed files (.i)")
            }
            _ => None,
        }
    }

    /// What the compiler said.
    pub fn quote(&self) -> &str {
        match self {
            PreprocessError::Failed { stderr, .. } => stderr.trim_end(),
            _ => "",
        }
    }
}

/// The preprocessed text of a C file. A `.i` file is taken as it is, and so is a file that needs no preprocessing.
pub fn preprocess(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    let text = read(path)?;
    if is_taken_as_it_is(path, opts, &text) {
        // Our comments are those of C99. In C90 only `//*` can be anything else than a mistake.
        if is_c90(opts) && text.windows(3).any(|w| w == b"//*") {
            return Err(PreprocessError::OldComment { path: path.to_owned() });
        }
        return Ok(Preprocessed { text, notes: Vec::new() });
    }
    match opts.data_model {
        DataModel::Ilp32 => preprocess_ilp32(path, opts),
        DataModel::Lp64 => preprocess_lp64(path, opts),
        DataModel::Llp64 => preprocess_llp64(path, opts),
        _ => foreign::preprocess(path, opts),
    }
}

/// Texts of one line with the macros expanded that are there at the end of the file; as they are where it needs no preprocessing.
pub fn expand(path: &Path, opts: &PpOptions, texts: &[&str]) -> Result<Vec<String>, PreprocessError> {
    if is_taken_as_it_is(path, opts, &read(path)?) {
        return Ok(texts.iter().map(|t| t.to_string()).collect());
    }
    const MARK: &str = "__pm_text_to_expand";
    let ours = OwnHeaders::create()?;
    let lines: String = texts.iter().map(|t| format!("{MARK}\n{t}\n")).collect();
    ours.write("texts.c", &format!("{lines}{MARK}\n"))?;
    let file = std::path::absolute(path).map_err(|error| PreprocessError::Read { path: path.to_owned(), error })?;
    let mut with = PpOptions { data_model: opts.data_model, ..opts.clone() };
    with.includes.push(file.to_string_lossy().into_owned());
    let out = preprocess(&ours.dir.join("texts.c"), &with)?.text;
    let out = String::from_utf8_lossy(&out);
    let without_markers: Vec<&str> = out.lines().filter(|l| !l.starts_with('#')).collect();
    let mut pieces = without_markers.split(|l| l.trim() == MARK);
    pieces.next();
    let pieces = pieces.map(|lines| lines.join(" ").trim().to_string());
    Ok(pieces.take(texts.len()).collect())
}

fn read(path: &Path) -> Result<Vec<u8>, PreprocessError> {
    let failed = |error| PreprocessError::Read { path: path.to_owned(), error };
    // Pipes (`<(…)`) can be read; directories cannot.
    if std::fs::metadata(path).map_err(failed)?.is_dir() {
        return Err(PreprocessError::NotAFile { path: path.to_owned() });
    }
    let mut text = Vec::new();
    // A device may have no end.
    let file = std::fs::File::open(path).map_err(failed)?;
    file.take(LARGEST_FILE + 1).read_to_end(&mut text).map_err(failed)?;
    if text.len() as u64 > LARGEST_FILE {
        let large = || format!("it has more than {} MiB", LARGEST_FILE >> 20);
        return Err(failed(io::Error::new(io::ErrorKind::FileTooLarge, large())));
    }
    Ok(text)
}

// ---- data models ------------------------------------------------------------------------------------------------

/// Operations are rounded to their type, as SSE does it (`FLT_EVAL_METHOD` is 0), and not as the x87 does.
const ILP32_FLAGS: [&str; 3] = ["-m32", "-msse2", "-mfpmath=sse"];

fn preprocess_ilp32(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    let first = match run(path, opts, &ILP32_FLAGS.map(OsString::from)) {
        Ok(text) => return Ok(Preprocessed { text, notes: Vec::new() }),
        Err(error) => error,
    };
    let lacks_headers = matches!(&first, PreprocessError::Failed { stderr, .. } if lacks_target_headers(stderr));
    let lacks_target =
        matches!(&first, PreprocessError::Failed { stderr, .. } if ILP32_FLAGS.iter().any(|f| stderr.contains(f)));
    if !lacks_headers && !lacks_target {
        return Err(first);
    }
    if lacks_target && Macros::ask(opts, &[]).and_then(|m| m.sizes()) == Some((4, 4)) {
        return Ok(Preprocessed { text: run(path, opts, &[])?, notes: Vec::new() });
    }
    let ours = OwnHeaders::create()?;
    let mut args: Vec<OsString> = vec!["-isystem".into(), ours.dir.clone().into()];
    if lacks_target {
        args.extend([SHORT_LONG_MACROS, ILP32_MACROS].into_iter().flat_map(macro_args));
    } else {
        args.extend(ILP32_FLAGS.map(OsString::from));
        for dir in host_include_dirs(opts) {
            args.extend(["-idirafter".into(), dir.into()]);
        }
    }
    let text = run(path, opts, &args)?;
    let note = "the system has no 32-bit headers: the host's headers were read with the macros of ILP32";
    Ok(Preprocessed { text, notes: vec![note.into()] })
}

fn preprocess_lp64(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    Ok(Preprocessed { text: run(path, opts, &[])?, notes: Vec::new() })
}

fn preprocess_llp64(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    let ours = OwnHeaders::create()?;
    ours.write("stdint.h", LLP64_STDINT)?;
    ours.write("unistd.h", "#include <stdint.h>\n#include_next <unistd.h>\n")?;
    let mut args: Vec<OsString> = vec!["-isystem".into(), ours.dir.clone().into()];
    args.extend([SHORT_LONG_MACROS, LLP64_MACROS].into_iter().flat_map(macro_args));
    let text = run(path, opts, &args)?;
    let note = "LLP64: the host's headers were read with the macros of Windows' data model";
    Ok(Preprocessed { text, notes: vec![note.into()] })
}

/// Does the compiler miss headers of the C library that every target has of its own?
fn lacks_target_headers(stderr: &str) -> bool {
    let own = ["bits/", "gnu/stubs", "sys/", "asm/", "features.h"];
    stderr.lines().any(|l| l.contains("No such file") || l.contains("file not found"))
        && own.iter().any(|o| stderr.contains(o))
}

/// Where the compiler looks for the host's headers, from `cc -v`.
fn host_include_dirs(opts: &PpOptions) -> Vec<String> {
    let mut command = compiler(&opts.cc);
    command.args(["-E", "-v", "-x", "c", "/dev/null"]);
    let Ok(Finished { stderr: listing, .. }) = child::run(&mut command, &opts.limits, LARGEST_FILE) else {
        return Vec::new();
    };
    let dirs = listing.lines().skip_while(|l| !l.starts_with("#include <...>")).skip(1);
    dirs.take_while(|l| l.starts_with(' ')).map(|l| l.trim().to_string()).collect()
}

/// Replaces predefined macros.
fn macro_args(macros: &[(&str, &str)]) -> Vec<OsString> {
    let mut args: Vec<OsString> = Vec::new();
    for (name, value) in macros {
        let plain = name.split('(').next().unwrap_or(name);
        args.push(format!("-U{plain}").into());
        if !value.is_empty() {
            args.push(format!("-D{name}={value}").into());
        }
    }
    args
}

/// Where `long` has 32 bits; an empty value only undefines. `__ILP32__` tells glibc's headers that.
const SHORT_LONG_MACROS: &[(&str, &str)] = &[
    ("__LP64__", ""),
    ("_LP64", ""),
    ("__ILP32__", "1"),
    ("__SIZEOF_LONG__", "4"),
    ("__LONG_MAX__", "0x7fffffffL"),
    ("__LONG_WIDTH__", "32"),
    ("__INT64_TYPE__", "long long int"),
    ("__INT64_MAX__", "0x7fffffffffffffffLL"),
    ("__INT64_C(c)", "c ## LL"),
    ("__UINT64_TYPE__", "long long unsigned int"),
    ("__UINT64_MAX__", "0xffffffffffffffffULL"),
    ("__UINT64_C(c)", "c ## ULL"),
    ("__INTMAX_TYPE__", "long long int"),
    ("__INTMAX_MAX__", "0x7fffffffffffffffLL"),
    ("__INTMAX_C(c)", "c ## LL"),
    ("__UINTMAX_TYPE__", "long long unsigned int"),
    ("__UINTMAX_MAX__", "0xffffffffffffffffULL"),
    ("__UINTMAX_C(c)", "c ## ULL"),
    ("__INT_LEAST64_TYPE__", "long long int"),
    ("__UINT_LEAST64_TYPE__", "long long unsigned int"),
    ("__INT_FAST16_TYPE__", "int"),
    ("__UINT_FAST16_TYPE__", "unsigned int"),
    ("__INT_FAST32_TYPE__", "int"),
    ("__UINT_FAST32_TYPE__", "unsigned int"),
    ("__INT_FAST64_TYPE__", "long long int"),
    ("__UINT_FAST64_TYPE__", "long long unsigned int"),
];

/// For compilers without `-m32`.
const ILP32_MACROS: &[(&str, &str)] = &[
    ("__x86_64__", ""),
    ("__x86_64", ""),
    ("__amd64__", ""),
    ("__amd64", ""),
    ("__SIZEOF_INT128__", ""),
    ("_ILP32", "1"),
    ("__SIZEOF_POINTER__", "4"),
    ("__SIZEOF_SIZE_T__", "4"),
    ("__SIZEOF_PTRDIFF_T__", "4"),
    ("__SIZE_TYPE__", "unsigned int"),
    ("__SIZE_MAX__", "0xffffffffU"),
    ("__SIZE_WIDTH__", "32"),
    ("__PTRDIFF_TYPE__", "int"),
    ("__PTRDIFF_MAX__", "0x7fffffff"),
    ("__PTRDIFF_WIDTH__", "32"),
    ("__WCHAR_TYPE__", "long int"),
    ("__WCHAR_MAX__", "0x7fffffffL"),
    ("__INTPTR_TYPE__", "int"),
    ("__INTPTR_MAX__", "0x7fffffff"),
    ("__UINTPTR_TYPE__", "unsigned int"),
    ("__UINTPTR_MAX__", "0xffffffffU"),
];

/// The C library's <stdint.h> knows no LLP64; gcc's own follows the macros.
const LLP64_STDINT: &str = "\
#include <features.h>
#define __intptr_t_defined
#if __has_include(<stdint-gcc.h>)
#include <stdint-gcc.h>
#else
#include_next <stdint.h>
#endif
";

/// Pointers and sizes come from gcc's own headers.
const LLP64_MACROS: &[(&str, &str)] = &[
    ("__SIZE_TYPE__", "long long unsigned int"),
    ("__SIZE_MAX__", "0xffffffffffffffffULL"),
    ("__PTRDIFF_TYPE__", "long long int"),
    ("__PTRDIFF_MAX__", "0x7fffffffffffffffLL"),
    ("__WCHAR_TYPE__", "short unsigned int"),
    ("__WCHAR_MAX__", "0xffff"),
    ("__WCHAR_MIN__", "0"),
    ("__WCHAR_WIDTH__", "16"),
    ("__SIZEOF_WCHAR_T__", "2"),
    ("__INTPTR_TYPE__", "long long int"),
    ("__INTPTR_MAX__", "0x7fffffffffffffffLL"),
    ("__UINTPTR_TYPE__", "long long unsigned int"),
    ("__UINTPTR_MAX__", "0xffffffffffffffffULL"),
    ("__INT_LEAST64_MAX__", "0x7fffffffffffffffLL"),
    ("__UINT_LEAST64_MAX__", "0xffffffffffffffffULL"),
    ("__INT_FAST16_MAX__", "0x7fffffff"),
    ("__UINT_FAST16_MAX__", "0xffffffffU"),
    ("__INT_FAST32_MAX__", "0x7fffffff"),
    ("__UINT_FAST32_MAX__", "0xffffffffU"),
    ("__INT_FAST64_MAX__", "0x7fffffffffffffffLL"),
    ("__UINT_FAST64_MAX__", "0xffffffffffffffffULL"),
];

/// A directory with headers in place of those that only a library built for the target has; removed in the end.
struct OwnHeaders {
    dir: PathBuf,
}

impl OwnHeaders {
    fn create() -> Result<OwnHeaders, PreprocessError> {
        let failed = |error| PreprocessError::TempDir { error };
        let dir = new_dir().map_err(failed)?;
        let ours = OwnHeaders { dir };
        for folder in ["gnu", "bits"] {
            std::fs::create_dir(ours.dir.join(folder)).map_err(failed)?;
        }
        ours.write("gnu/stubs-32.h", "")?;
        ours.write("gnu/stubs-x32.h", "")?;
        Ok(ours)
    }

    fn write(&self, header: &str, text: &str) -> Result<(), PreprocessError> {
        std::fs::write(self.dir.join(header), text).map_err(|error| PreprocessError::TempDir { error })
    }
}

/// A directory that was not there before, and that nobody else may write to.
fn new_dir() -> io::Result<PathBuf> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    const TRIES: u32 = 100;
    for attempt in 1.. {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let dir = std::env::temp_dir().join(format!("proofmark-headers-{}-{number}", std::process::id()));
        match std::fs::DirBuilder::new().mode(0o700).create(&dir) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists && attempt < TRIES => {}
            made => return made.map(|()| dir),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

impl Drop for OwnHeaders {
    fn drop(&mut self) {
        // Nothing depends on it any more; a leftover directory is harmless.
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

// ---- the compiler -----------------------------------------------------------------------------------------------

/// Runs `cc -E` with further arguments of ours.
fn run(path: &Path, opts: &PpOptions, args: &[OsString]) -> Result<Vec<u8>, PreprocessError> {
    // An empty value would make the next argument the value.
    let without_name = [
        ("a directory of headers", opts.include_dirs.iter().any(|dir| dir.path.is_empty())),
        ("a directory of headers", opts.sysroot.as_ref().is_some_and(String::is_empty)),
        ("a macro", opts.macros.iter().any(|option| option.text().is_empty())),
        ("an included file", opts.includes.iter().chain(&opts.imacros).any(String::is_empty)),
    ];
    if let Some((what, _)) = without_name.into_iter().find(|(_, is_so)| *is_so) {
        return Err(PreprocessError::Empty { what });
    }
    if let Some(text) = opts.macros.iter().map(MacroOption::text).find(|text| !begins_with_identifier(text)) {
        return Err(PreprocessError::Macro { text: text.clone() });
    }
    let mut command = compiler(&opts.cc);
    command.args(["-E", "-D__PROOFMARK__=1"]).args(&opts.flags).args(args);
    if let Some(sysroot) = &opts.sysroot {
        command.arg("-isysroot").arg(plain(sysroot.as_ref()));
    }
    for dir in &opts.include_dirs {
        command.arg(dir.option()).arg(plain(dir.path.as_ref()));
    }
    command.args(opts.macros.iter().map(MacroOption::argument));
    for (option, files) in [("-imacros", &opts.imacros), ("-include", &opts.includes)] {
        files.iter().for_each(|file| _ = command.arg(option).arg(plain(file.as_ref())));
    }
    let input = as_include(path);
    if input.as_ref().is_some_and(|line| line.matches('"').count() > 2 || line.trim_end().contains(['\n', '\u{fffd}']))
    {
        return Err(PreprocessError::Name { path: path.to_owned() });
    }
    command.args(["-x", "c"]).arg(if input.is_some() { "-".into() } else { plain(path.as_os_str()) });
    let cc = || opts.cc.clone();
    let Finished { status, stdout, mut stderr } =
        run_with(&mut command, &input.unwrap_or_default(), &opts.limits, LARGEST_FILE).map_err(
            |failure| match failure {
                Failure::Start(error) => PreprocessError::Start { cc: cc(), error },
                Failure::Limit(limit) => PreprocessError::Limit { cc: cc(), path: path.to_owned(), limit },
            },
        )?;
    if status.success() {
        return Ok(stdout);
    }
    if stderr.trim().is_empty() {
        stderr = status.to_string();
    }
    Err(PreprocessError::Failed { cc: cc(), path: path.to_owned(), stderr })
}

/// gcc hands the text of a macro on to cc1 as an argument of its own, and cc1 reads `@file` as a file of arguments, too.
fn begins_with_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '$' || !c.is_ascii())
}

// ---- files that need no preprocessor ----------------------------------------------------------------------------

/// Is there nothing for the preprocessor to do? Where it is told anything, it is asked: `-std=c99` makes `??/` a splice.
fn is_taken_as_it_is(path: &Path, opts: &PpOptions, text: &[u8]) -> bool {
    let is_preprocessed = path.extension().is_some_and(|e| e == "i");
    let is_told_nothing = opts.macros.is_empty()
        && opts.includes.is_empty()
        && opts.imacros.is_empty()
        && opts.flags.is_empty()
        && compiler(&opts.cc).get_args().len() == 0;
    is_preprocessed || (is_told_nothing && !needs_preprocessor(text))
}

/// Is it the language without `//` comments?
fn is_c90(opts: &PpOptions) -> bool {
    let compiler = compiler(&opts.cc);
    let words = compiler.get_args().map(|a| a.to_string_lossy()).chain(opts.flags.iter().map(|f| f.as_str().into()));
    let standards = words.filter_map(|word| match word.trim_start_matches('-') {
        "ansi" => Some(true),
        name => name.strip_prefix("std=").map(|name| matches!(name, "c89" | "c90" | "iso9899:1990" | "iso9899:199409")),
    });
    standards.last() == Some(true)
}

/// Could preprocessing change this text? True when in doubt: for any directive, any splice, and any name that could be a
/// predefined macro, even in comments and strings. For gcc a carriage return alone ends a line, and NUL is a blank.
fn needs_preprocessor(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&c) = text.get(at) {
        match c {
            b'#' if is_harmless_line(text, at) => at += 1,
            b'#' => return true,
            b'%' if text.get(at + 1) == Some(&b':') => return true,
            b'\\' if matches!(text.get(at + 1), Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0)) => {
                return true;
            }
            b'\r' if text.get(at + 1) != Some(&b'\n') => return true,
            b'?' if text.get(at + 1) == Some(&b'?') => return true,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {
                let is_word = |c: &&u8| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'$');
                let len = text[at..].iter().take_while(is_word).count();
                if may_be_predefined(&text[at..at + len]) {
                    return true;
                }
                at += len;
            }
            _ => at += 1,
        }
    }
    false
}

/// A line marker (`# 1 "file"`) or a pragma, which pass the preprocessor unchanged.
fn is_harmless_line(text: &[u8], at: usize) -> bool {
    let rest = text[at + 1..].trim_ascii_start();
    let starts_line = at == 0 || text[at - 1] == b'\n';
    starts_line && (rest.first().is_some_and(u8::is_ascii_digit) || rest.starts_with(b"pragma proofmark"))
}

fn may_be_predefined(word: &[u8]) -> bool {
    match word {
        b"linux" | b"unix" | b"i386" => true,
        [b'_', b'_' | b'A'..=b'Z', ..] => {
            let is_keyword = crate::token::KEYWORDS.iter().any(|k| k.0.as_bytes() == word);
            !is_keyword && !word.starts_with(b"__VERIFIER_") && !word.starts_with(b"__builtin_")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn plain_files_skip_the_compiler() {
        let plain = b"# 1 \"x.c\"\nint __VERIFIER_nondet_int(void);\nint main() { return '%' + \"\\n\"[0]; }\n";
        assert!(!needs_preprocessor(plain));
        for text in [
            "#include <x>",
            " %: define a",
            "int a = __LINE__;",
            "int linux;",
            "int a\\\nb;",
            "/* */ # if 1",
            "// why??/\n",
            "// a\rb;",
            "a\\\x0b\n",
            "// a\\\0\n",
        ] {
            assert!(needs_preprocessor(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_the_compiler_is_told_is_not_skipped() {
        let as_it_is = |opts: PpOptions, text: &str| is_taken_as_it_is(Path::new("x.c"), &opts, text.as_bytes());
        let text = "int a = 4//* */2\n;";
        assert!(as_it_is(PpOptions::default(), text));
        let with_flag = PpOptions { flags: vec!["-std=c89".into()], ..PpOptions::default() };
        assert!(is_c90(&with_flag) && !as_it_is(with_flag, text));
        let behind_name = PpOptions { cc: "gcc -Dint=short".into(), ..PpOptions::default() };
        assert!(!is_c90(&behind_name) && !as_it_is(behind_name, text));
        let later = PpOptions { cc: "gcc -ansi".into(), flags: vec!["-std=c11".into()], ..PpOptions::default() };
        assert!(!is_c90(&later));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let opts = PpOptions::default();
        let message = |path: &str| preprocess(Path::new(path), &opts).err().map(|e| e.to_string());
        assert!(message("/nowhere/x.c").is_some_and(|m| m.starts_with("cannot read /nowhere/x.c: ")));
        assert_eq!(message("/").as_deref(), Some("cannot read /: it is not a file"));
    }

    fn temp_file(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("proofmark-test-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn a_missing_or_failing_compiler_is_told() {
        let path = temp_file("bad.c", "#include <no_such_header.h>\n");
        let missing = PpOptions { cc: "/nowhere/cc".into(), ..PpOptions::default() };
        assert!(matches!(preprocess(&path, &missing), Err(PreprocessError::Start { .. })));
        let error = preprocess(&path, &PpOptions::default()).err().unwrap();
        assert!(error.quote().contains("no_such_header.h"), "{error}");
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn macros_follow_the_data_model() {
        let text = "#include <stdint.h>\nint l = __SIZEOF_LONG__, p = __SIZEOF_POINTER__, m = __PROOFMARK__ + X;\n";
        let path = temp_file("model.c", text);
        for (data_model, expected) in [
            (DataModel::Ilp32, "int l = 4, p = 4, m = 1 + 7;"),
            (DataModel::Lp64, "int l = 8, p = 8, m = 1 + 7;"),
            (DataModel::Llp64, "int l = 4, p = 8, m = 1 + 7;"),
        ] {
            let opts =
                PpOptions { macros: vec![MacroOption::Define("X=7".into())], data_model, ..PpOptions::default() };
            let done = preprocess(&path, &opts).unwrap_or_else(|e| panic!("{e}"));
            assert!(String::from_utf8_lossy(&done.text).contains(expected), "{data_model:?}");
            assert!(data_model != DataModel::Llp64 || !done.notes.is_empty());
        }
        std::fs::remove_file(path).unwrap();
    }

    /// Without a compiler of the machine the host's headers are read, with the machine's macros.
    #[test]
    fn macros_of_other_machines() {
        let text = "#include <stdint.h>\n#include <limits.h>\nint l = __SIZEOF_LONG__, i = sizeof(UINT32_C(1)), u = __CHAR_UNSIGNED__;\nint32_t x; long m = LONG_MAX;\n";
        let path = temp_file("machine.c", text);
        for (data_model, long, sign, most) in [
            (DataModel::Arm, "l = 4", "u = 1", "0x7fffffffL"),
            (DataModel::Riscv64, "l = 8", "u = 1", "0x7fffffffffffffffL"),
        ] {
            let opts = PpOptions { data_model, ..PpOptions::default() };
            let done = foreign::by_host(&path, &opts, "test").unwrap_or_else(|e| panic!("{e}"));
            let text = String::from_utf8_lossy(&done.text).into_owned();
            assert!(text.contains(long) && text.contains(sign) && text.contains(most), "{data_model:?}: {text}");
            assert_eq!(done.notes.len(), 1);
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn names_are_no_options() {
        let name = |text: &str| plain(std::ffi::OsStr::new(text)).into_string().unwrap();
        assert_eq!(name("@x.c"), "./@x.c");
        assert_eq!(name("-o.c"), "./-o.c");
        assert_eq!(name("a/@x.c"), "a/@x.c");
    }

    #[test]
    fn a_compiler_that_never_ends() {
        let path = temp_file("endless.c", "#define A 1\nint a = A;\n");
        let script = temp_file("endless.sh", "while :; do sleep 1; done\n");
        let limits = ChildLimits { deadline: Some(Instant::now() + Duration::from_millis(100)), ..Default::default() };
        let cc = format!("sh {}", script.display());
        let opts = PpOptions { cc, limits, data_model: DataModel::Lp64, ..PpOptions::default() };
        let start = Instant::now();
        assert!(matches!(preprocess(&path, &opts), Err(PreprocessError::Limit { limit: Exceeded::Time, .. })));
        assert!(start.elapsed() < Duration::from_secs(20));
        std::fs::remove_file(path).unwrap();
        std::fs::remove_file(script).unwrap();
    }

    #[test]
    fn the_compiler_is_asked_for_its_machine() {
        let script = "case \" $* \" in *\" -dM \"*) echo '#define __SIZEOF_LONG__ 4'; echo '#define __SIZEOF_POINTER__ 4';\n\
                      echo '#define __SIZEOF_INT__ 2'; echo '#define __CHAR_UNSIGNED__ 1';; esac\n";
        let script = temp_file("avr.sh", script);
        let cc = format!("sh {}", script.display());
        let opts = PpOptions { cc, data_model: DataModel::Ilp32, ..PpOptions::default() };
        assert_eq!(target(&opts), Some(Err(vec!["__SIZEOF_INT__ is 2, not 4".into()])));
        std::fs::remove_file(script).unwrap();
        let own =
            PpOptions { data_model: DataModel::Lp64, flags: vec!["-funsigned-char".into()], ..PpOptions::default() };
        assert!(target(&own).is_none_or(|t| t.is_ok_and(|abi| abi.unsigned_char)));
    }

    /// A compiler that knows no `-m32`, as on hosts that are not x86.
    #[test]
    fn ilp32_without_a_target_uses_the_host_headers() {
        let script =
            "case \" $* \" in *\" -m32 \"*) echo 'unrecognized option -m32' >&2; exit 1;; esac\nexec cc \"$@\"\n";
        let script = temp_file("cc.sh", script);
        let path = temp_file("host.c", "#include <stdint.h>\n#include <stdio.h>\nint p = __SIZEOF_POINTER__;\n");
        let opts = PpOptions { cc: format!("sh {}", script.display()), ..PpOptions::default() };
        let done = preprocess(&path, &opts).unwrap_or_else(|e| panic!("{e}"));
        assert!(String::from_utf8_lossy(&done.text).contains("int p = 4;"));
        assert_eq!(done.notes.len(), 1);
        std::fs::remove_file(path).unwrap();
        std::fs::remove_file(script).unwrap();
    }
}
