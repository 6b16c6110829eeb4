//! `--compile-commands FILE`: sources and their preprocessor flags from a compilation database.
//!
//! A database is a list of objects with `directory`, `file`, and `command` or `arguments`. What the preprocessor needs is
//! taken (`-I -isystem -iquote -idirafter -D -U -include -imacros --sysroot`) in the order written, with paths relative to `directory`; so are
//! flags that change what the source means, and those of which nothing is known are refused (`flags.rs`). Nothing else reaches the preprocessor, and the compiler that a database names is not run: its
//! name tells for which machine it compiles. Without files on the command line the program is all C files of the database, else those files.

use crate::flags::{Effect, Flags};
use crate::input;
use crate::triple::{Machine, machine, names};
use pm_base::DataModel;
use pm_syntax::preprocess::{ChildLimits, HeaderDir, MacroOption, PpOptions, Search};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The sources that a user names.
pub struct Sources {
    pub files: Vec<PathBuf>,
    pub database: Option<PathBuf>,
    /// Flags of the compiler, which count for all of them.
    pub flags: Vec<String>,
    pub preprocessing: PpOptions,
    /// What the program has to do.
    pub requirements: Option<PathBuf>,
    /// The user names the machine; else a database may.
    pub is_target_given: bool,
}

/// A source, and how it is preprocessed.
pub struct Unit {
    pub path: PathBuf,
    pub options: PpOptions,
    pub flags: Flags,
    /// What the user should know of how its flags are read.
    notes: Vec<String>,
}

/// What holds for all sources: the user's options and flags.
struct Common {
    options: PpOptions,
    given: Vec<String>,
    /// `--cc` names a compiler: it is asked for its machine, whatever the database says.
    is_asked: bool,
    /// The user chooses the data model.
    is_model_given: bool,
}

/// The sources of the program, with notes for the user.
pub fn units(sources: &Sources, limits: &ChildLimits) -> Result<(Vec<Unit>, Vec<String>), String> {
    let (mut units, mut notes) = read(sources, limits)?;
    for note in units.iter_mut().flat_map(|u| std::mem::take(&mut u.notes)) {
        // Most sources of a project have the same flags.
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    Ok((units, notes))
}

fn read(sources: &Sources, limits: &ChildLimits) -> Result<(Vec<Unit>, Vec<String>), String> {
    let given = sources.flags.clone();
    let options = PpOptions { limits: limits.clone(), ..sources.preprocessing.clone() };
    let is_asked = options.cc != PpOptions::default().cc;
    let mut common = Common { options, given, is_asked, is_model_given: sources.is_target_given };
    let Some(database) = &sources.database else {
        let flags = || Flags::of(common.options.data_model);
        let unit = |f: &PathBuf| common.unit(f.clone(), common.options.clone(), flags(), Vec::new());
        return Ok((sources.files.iter().map(unit).collect::<Result<_, String>>()?, Vec::new()));
    };
    let named = |e: String| format!("{}: {e}", database.display());
    let text = input::read_text(database).map_err(|e| named(e.to_string()))?;
    let entries = entries(&text, database).map_err(named)?;
    let decided = match sources.is_target_given || is_asked {
        true => None,
        false => entries.iter().find_map(Entry::foreign),
    };
    common.options.data_model = decided.unwrap_or(common.options.data_model);
    if sources.files.is_empty() {
        return all(entries, &common).map_err(named);
    }
    let mut places: FxHashMap<PathBuf, Vec<&Entry>> = FxHashMap::default();
    entries.iter().for_each(|entry| places.entry(place(&entry.path)).or_default().push(entry));
    let (mut units, mut notes) = (Vec::new(), Vec::new());
    for file in &sources.files {
        let found = places.get(&place(file)).map_or(&[][..], Vec::as_slice);
        let entry = found.first().ok_or_else(|| named(format!("{} is not in it", file.display())))?;
        notes.extend((found.len() > 1).then(|| several_entries(file)));
        units.push(Unit { path: file.clone(), ..entry.unit(&common).map_err(named)? });
    }
    Ok((units, notes))
}

fn several_entries(file: &Path) -> String {
    format!("{} has several entries: the first is used", file.display())
}

impl Common {
    /// The user's flags come behind those of the database: what they say counts.
    fn unit(
        &self,
        path: PathBuf,
        mut options: PpOptions,
        mut flags: Flags,
        mut notes: Vec<String>,
    ) -> Result<Unit, String> {
        for flag in &self.given {
            // Behind the compiler's name, others reach it as they are.
            if flag.starts_with("-f") {
                flags.read_strictly(flag)?
            } else {
                flags.read(flag)?
            };
        }
        let model = self.options.data_model;
        if let Some(other) = flags.model.filter(|m| *m != model) {
            let (flag, option) = if other == DataModel::Ilp32 { ("-m32", "--32") } else { ("-m64", "--64") };
            return Err(format!("it is compiled with {flag}: {option} is needed"));
        }
        options.flags.extend(flags.passed.iter().cloned());
        options.machine.extend(flags.machine.iter().cloned());
        notes.extend(keep_library_calls(&mut options));
        Ok(Unit { path, options, flags, notes })
    }
}

/// With optimisation, the C library's headers have bodies of functions that look into its objects (`feof_unlocked`), which are others in our models:
/// `-fno-inline` says to them that there shall be calls. And `_FORTIFY_SOURCE`, which some compilers define without being told, makes them call
/// other functions, which end the program where an object is too small: a violation here anyhow.
fn keep_library_calls(options: &mut PpOptions) -> Option<String> {
    const NAME: &str = "_FORTIFY_SOURCE";
    if options.flags.iter().rfind(|f| f.starts_with("-O")).is_none_or(|level| level == "-O0") {
        return None;
    }
    let defines = |option: &MacroOption| matches!(option, MacroOption::Define(text) if text.starts_with(NAME));
    let is_defined = options.macros.iter().any(defines) || options.cc.contains(NAME);
    options.macros.push(MacroOption::Undefine(NAME.into()));
    options.flags.push("-fno-inline".into());
    is_defined.then(|| format!("{NAME} is not defined: its checks at run time are left out"))
}

/// All C files; of several entries for one file the first.
fn all(entries: Vec<Entry>, common: &Common) -> Result<(Vec<Unit>, Vec<String>), String> {
    let (mut units, mut notes): (Vec<Unit>, Vec<String>) = (Vec::new(), Vec::new());
    let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
    for entry in entries {
        let is_c = entry.path.extension().is_some_and(|e| e == "c" || e == "i");
        if !is_c {
            notes.push(format!("{} is left out: it is no C source", entry.path.display()));
        } else if !seen.insert(entry.path.clone()) {
            notes.push(several_entries(&entry.path));
        } else {
            units.push(entry.unit(common)?);
        }
    }
    if units.is_empty() { Err("it names no C source".into()) } else { Ok((units, notes)) }
}

/// One name for one file.
fn place(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[derive(Debug)]
struct Entry {
    directory: PathBuf,
    path: PathBuf,
    arguments: Vec<String>,
}

/// An entry as it is written.
#[derive(Deserialize)]
struct Written {
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

fn entries(text: &str, database: &Path) -> Result<Vec<Entry>, String> {
    let written: Vec<Written> = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let entry = |(i, item)| entry(item, database).map_err(|e| format!("entry {}: {e}", i + 1));
    written.into_iter().enumerate().map(entry).collect()
}

fn entry(item: Written, database: &Path) -> Result<Entry, String> {
    let base = database.parent().unwrap_or(Path::new(""));
    let directory = base.join(item.directory);
    // Without the `.` of relative directories.
    let path = directory.join(item.file).components().collect();
    let arguments = match (item.arguments, item.command) {
        (Some(arguments), _) => arguments,
        (None, Some(command)) => shlex::split(&command).ok_or("a quote of its `command` is not closed")?,
        (None, None) => return Err("expected a `command` or `arguments`".into()),
    };
    Ok(Entry { directory, path, arguments })
}

impl Entry {
    /// The user's options come behind those of the database.
    fn unit(&self, common: &Common) -> Result<Unit, String> {
        self.read(common).map_err(|e| format!("{}: {e}", self.path.display()))
    }

    fn read(&self, common: &Common) -> Result<Unit, String> {
        let user = &common.options;
        let mut own = PpOptions { include_dirs: Vec::new(), macros: Vec::new(), includes: Vec::new(), ..user.clone() };
        let (mut flags, mut notes) = (Flags::of(user.data_model), Vec::new());
        let mut arguments = self.command();
        let compiler = arguments.next().map_or("", String::as_str);
        if !common.is_asked {
            let target = compiler_target(compiler)?;
            if target.is_none() && !common.is_model_given && is_of_windows(compiler) && !names_target(&self.arguments) {
                return Err(format!("'{compiler}' runs on Windows: --LLP64 or --64 says for which system it compiles"));
            }
            fits(compiler, target, user.data_model, &self.arguments)?;
        }
        while let Some(argument) = arguments.next() {
            if argument.starts_with('@') {
                return Err(format!("arguments in a file ({argument}) are not read"));
            }
            if let Some(list) = argument.strip_prefix("-Wp,") {
                for_preprocessor(argument, list, &mut own)?;
                continue;
            }
            if argument == "-Xpreprocessor" {
                let option = arguments.next().ok_or_else(|| format!("{argument} lacks its argument"))?;
                for_preprocessor(&format!("{argument} {option}"), option, &mut own)?;
                continue;
            }
            if let Some(target) = argument.strip_prefix("--target=") {
                fits(compiler, Some(target), user.data_model, &self.arguments)?;
                continue;
            }
            let Some((flag, attached)) = FLAGS.iter().find_map(|f| Some((f, f.value(argument)?))) else {
                // The sources are no flags.
                let effect = if argument.starts_with('-') { flags.read_strictly(argument)? } else { Effect::Nothing };
                notes.extend((effect == Effect::Tool).then(|| not_run(argument)));
                continue;
            };
            let value = attached.map(str::to_string).or_else(|| arguments.next().cloned());
            let value = value.ok_or_else(|| format!("{argument} lacks its argument"))?;
            match flag.kind {
                Kind::Dir(search) => own.include_dirs.push(HeaderDir { search, path: self.directory(&value)? }),
                Kind::Sysroot => own.sysroot = Some(self.directory(&value)?),
                Kind::Define => own.macros.push(MacroOption::Define(value)),
                Kind::Undefine => own.macros.push(MacroOption::Undefine(value)),
                Kind::Include => own.includes.push(self.header(&value)?),
                Kind::Macros => own.imacros.push(self.header(&value)?),
                Kind::Frontend => _ = flags.read_strictly(&value)?,
                Kind::Tool => notes.push(not_run(&format!("{argument} {value}"))),
                Kind::Language if value != "c" && value != "none" => {
                    return Err(format!("-x {value}: it is no C source"));
                }
                Kind::Target => fits(compiler, Some(&value), user.data_model, &self.arguments)?,
                Kind::Language | Kind::Other => {}
            }
        }
        // gcc would put a directory of its own instead.
        if own.sysroot.is_none() && own.include_dirs.iter().any(|dir| is_below_sysroot(&dir.path)) {
            return Err("a directory of headers that begins with '=' or $SYSROOT needs a --sysroot".into());
        }
        own.include_dirs.extend(user.include_dirs.iter().cloned());
        own.macros.extend(user.macros.iter().cloned());
        own.includes.extend(user.includes.iter().cloned());
        common.unit(self.path.clone(), own, flags, notes)
    }

    /// The machine that its compiler and flags name, if it is none of x86.
    fn foreign(&self) -> Option<DataModel> {
        let arguments: Vec<&String> = self.command().collect();
        let named = arguments.iter().find_map(|a| a.strip_prefix("--target="));
        let apart = || arguments.windows(2).find(|w| w[0] == "-target").map(|w| w[1].as_str());
        let of_compiler = || arguments.first().and_then(|c| compiler_target(c).ok().flatten());
        match machine(named.or_else(apart).or_else(of_compiler)?, &self.arguments) {
            Machine::Known(model) => Some(model),
            Machine::X86 | Machine::Windows | Machine::Other => None,
        }
    }

    /// The compiler and its arguments, without a launcher before them.
    fn command(&self) -> std::slice::Iter<'_, String> {
        let is_launcher = |word: &String| matches!(base_name(word), "ccache" | "distcc" | "sccache" | "icecc");
        let launchers = self.arguments.iter().take_while(|w| is_launcher(w)).count();
        self.arguments[launchers..].iter()
    }

    /// A directory of the command, whether it is there or not.
    fn directory(&self, path: &str) -> Result<String, String> {
        match path {
            "" => Err("a directory of headers has no name".into()),
            "-" => Err("-I- is not supported: it splits the list of directories".into()),
            _ if is_below_sysroot(path) => Ok(path.into()),
            _ => Ok(self.directory.join(path).to_string_lossy().into_owned()),
        }
    }

    /// A file of the command; one that is not in `directory` is searched by the preprocessor, but first in our own directory.
    fn header(&self, path: &str) -> Result<String, String> {
        let there = self.directory.join(path);
        match path {
            "" => Err("an included file has no name".into()),
            _ if there.exists() => Ok(there.to_string_lossy().into_owned()),
            _ if Path::new(path).exists() => {
                let directory = self.directory.display();
                Err(format!(
                    "-include {path}: it is not in {directory}, but a file of this name is where Proofmark runs"
                ))
            }
            _ => Ok(path.into()),
        }
    }
}

/// `-Wp,-DA,-UB`; what it writes for `make` is not asked for.
fn for_preprocessor(argument: &str, list: &str, own: &mut PpOptions) -> Result<(), String> {
    let mut options = list.split(',');
    while let Some(option) = options.next() {
        match option.split_at_checked(2) {
            Some(("-D", value)) => own.macros.push(MacroOption::Define(value.into())),
            Some(("-U", value)) => own.macros.push(MacroOption::Undefine(value.into())),
            Some(("-M", "" | "M" | "P" | "G")) => {}
            // The name of a file is behind them.
            Some(("-M", "D" | "MD" | "F" | "T" | "Q")) => _ = options.next(),
            _ => return Err(format!("{argument} is not supported: only -D and -U are")),
        }
    }
    Ok(())
}

fn not_run(argument: &str) -> String {
    format!("{argument} is left out: nothing of a project is run or loaded")
}

fn is_below_sysroot(dir: &str) -> bool {
    dir.starts_with('=') || dir.starts_with("$SYSROOT")
}

fn base_name(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".exe").unwrap_or(name)
}

/// `gcc.exe`, `C:\mingw64\bin\gcc`
fn is_of_windows(compiler: &str) -> bool {
    compiler.to_ascii_lowercase().ends_with(".exe") || compiler.contains('\\')
}

fn names_target(flags: &[String]) -> bool {
    flags.iter().any(|f| f.starts_with("--target=") || f == "-target")
}

/// The machine in the name of a compiler (`arm-none-eabi-gcc`); `None` is the system's own.
fn compiler_target(compiler: &str) -> Result<Option<&str>, String> {
    let name = base_name(compiler);
    let version = |c: char| c.is_ascii_digit() || c == '.';
    let plain = name.trim_end_matches(version).trim_end_matches('-');
    const COMPILERS: [&str; 9] = ["gcc", "clang", "cc", "c99", "c89", "c11", "icc", "icx", "tcc"];
    let kind = COMPILERS.iter().filter_map(|c| plain.strip_suffix(c).or_else(|| name.strip_suffix(c)));
    match kind.min_by_key(|rest| rest.len()) {
        Some("") => Ok(None),
        Some(target) if target.ends_with('-') => Ok(Some(target.trim_end_matches('-'))),
        _ => Err(format!("it is not known for which machine '{name}' compiles: name the compiler with --cc")),
    }
}

/// Whether a compiler for a target is one for the model.
fn fits(compiler: &str, target: Option<&str>, model: DataModel, flags: &[String]) -> Result<(), String> {
    let name = base_name(compiler);
    let Some(target) = target else {
        // The system's own compiler, without a word about its machine; clang says it with --target.
        let told = model.is_x86() || names_target(flags);
        let error = || format!("'{name}' is the system's own compiler, not one for {}", model.name());
        return if told { Ok(()) } else { Err(error()) };
    };
    let is_64 = matches!(target.split('-').next(), Some("x86_64" | "amd64"));
    let machine = machine(target, flags);
    let is_it = match model {
        DataModel::Ilp32 => machine == Machine::X86,
        DataModel::Lp64 => is_64 && machine == Machine::X86,
        DataModel::Llp64 => machine == Machine::Windows,
        _ => machine == Machine::Known(model),
    };
    if is_it && model == DataModel::Arm && name.contains("clang") && !flags.iter().any(|f| f.ends_with("short-enums")) {
        return Err("clang does not say what enumerations are on ARM: add -fshort-enums or -fno-short-enums".into());
    }
    if is_it {
        return Ok(());
    }
    let as_on = if model.is_x86() { " as on x86" } else { "" };
    let hint = match machine {
        Machine::X86 | Machine::Windows => "choose its data model".into(),
        Machine::Known(other) => format!("--target {} says so", other.name()),
        Machine::Other => format!("--target knows {}", names()),
    };
    Err(format!("'{name}' compiles for {target}, which is not {}{as_on}: {hint}", model.name()))
}

enum Kind {
    Dir(Search),
    Sysroot,
    Define,
    Undefine,
    Include,
    Macros,
    Language,
    Target,
    /// Its value is a flag of clang's own.
    Frontend,
    /// Its value names what could be run or loaded.
    Tool,
    /// Its value says nothing about the program.
    Other,
}

struct Flag {
    name: &'static str,
    kind: Kind,
    form: Form,
}

/// How a value follows the name.
enum Form {
    /// As it is or behind a blank: `-DA`.
    Attached,
    /// Behind `=` or a blank: `--sysroot=A`.
    Long,
    /// Behind a blank only: what begins like it is another flag.
    Alone,
}

impl Flag {
    /// Is the argument this flag, and with which value? The inner `None`: that is the next argument.
    fn value<'a>(&self, argument: &'a str) -> Option<Option<&'a str>> {
        let rest = argument.strip_prefix(self.name)?;
        match self.form {
            _ if rest.is_empty() => Some(None),
            Form::Attached => Some(Some(rest)),
            Form::Long => rest.strip_prefix('=').map(Some),
            Form::Alone => None,
        }
    }
}

const fn flag(name: &'static str, kind: Kind) -> Flag {
    Flag { name, kind, form: Form::Attached }
}

const fn long(name: &'static str, kind: Kind) -> Flag {
    Flag { name, kind, form: Form::Long }
}

const fn alone(name: &'static str, kind: Kind) -> Flag {
    Flag { name, kind, form: Form::Alone }
}

/// Flags that take a value. Longer names first where one begins with another.
const FLAGS: [Flag; 42] = [
    flag("-isystem", Kind::Dir(Search::System)),
    flag("-iquote", Kind::Dir(Search::Quote)),
    flag("-idirafter", Kind::Dir(Search::After)),
    flag("-isysroot", Kind::Sysroot),
    flag("-include", Kind::Include),
    flag("-imacros", Kind::Macros),
    long("--include-directory-after", Kind::Dir(Search::After)),
    long("--include-directory", Kind::Dir(Search::First)),
    long("--include", Kind::Include),
    long("--imacros", Kind::Macros),
    long("--sysroot", Kind::Sysroot),
    long("--define-macro", Kind::Define),
    long("--undefine-macro", Kind::Undefine),
    long("--language", Kind::Language),
    flag("-I", Kind::Dir(Search::First)),
    flag("-D", Kind::Define),
    flag("-U", Kind::Undefine),
    alone("-target", Kind::Target),
    alone("-triple", Kind::Target),
    flag("-x", Kind::Language),
    alone("-o", Kind::Other),
    alone("-MF", Kind::Other),
    alone("-MT", Kind::Other),
    alone("-MQ", Kind::Other),
    alone("-MJ", Kind::Other),
    alone("-Xlinker", Kind::Other),
    alone("-Xassembler", Kind::Other),
    alone("-Xclang", Kind::Frontend),
    alone("-mllvm", Kind::Other),
    alone("-framework", Kind::Other),
    alone("-L", Kind::Other),
    alone("-T", Kind::Other),
    alone("-B", Kind::Tool),
    alone("-u", Kind::Other),
    alone("-z", Kind::Other),
    alone("-e", Kind::Other),
    alone("-wrapper", Kind::Tool),
    alone("-specs", Kind::Tool),
    alone("--param", Kind::Other),
    alone("-aux-info", Kind::Other),
    alone("-dumpbase", Kind::Other),
    alone("-dumpdir", Kind::Other),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command() {
        let command = r#"cc  -DA="x y" '-DB="q"' -DC=\"s\" -c a\ b.c"#;
        let item =
            Written { directory: ".".into(), file: "a b.c".into(), command: Some(command.into()), arguments: None };
        let got = entry(item, Path::new("c.json")).unwrap().arguments;
        assert_eq!(got, ["cc", "-DA=x y", "-DB=\"q\"", "-DC=\"s\"", "-c", "a b.c"]);
    }

    fn common(model: DataModel) -> Common {
        let macros = vec![MacroOption::Define("Z".into())];
        let options = PpOptions { macros, data_model: model, ..PpOptions::default() };
        Common { options, given: Vec::new(), is_asked: false, is_model_given: false }
    }

    fn entry_of(arguments: &[&str]) -> Entry {
        let arguments = arguments.iter().map(|a| a.to_string()).collect();
        Entry { directory: "/no/such/folder".into(), path: "x.c".into(), arguments }
    }

    #[test]
    fn flags_with_and_without_blank() {
        let entry = entry_of(&[
            "cc",
            "-I",
            "inc",
            "-isystemsrc",
            "-D",
            "A=1",
            "-UB",
            "-DB",
            "--undefine-macro=C",
            "-include",
            "pre.h",
            "-O2",
            "-MF",
            "-DX",
            "-c",
            "x.c",
            "--sysroot=.",
            "-iquote",
            "=q",
        ]);
        let o = entry.unit(&common(DataModel::Lp64)).ok().unwrap().options;
        let dirs: Vec<String> = o.include_dirs.iter().map(|d| format!("{} {}", d.option(), d.path)).collect();
        assert_eq!(dirs, ["-I /no/such/folder/inc", "-isystem /no/such/folder/src", "-iquote =q"]);
        assert_eq!(o.sysroot.as_deref(), Some("/no/such/folder/."));
        assert_eq!(texts(&o), ["-DA=1", "-UB", "-DB", "-UC", "-DZ", "-U_FORTIFY_SOURCE"]);
        assert_eq!(o.includes, ["pre.h"]);
        assert_eq!(o.flags, ["-O2", "-fno-inline"]);
    }

    fn texts(options: &PpOptions) -> Vec<String> {
        options.macros.iter().map(MacroOption::argument).collect()
    }

    #[test]
    fn flags_that_matter() {
        let unit = entry_of(&["gcc-12", "-funsigned-char", "-std=c99", "-Wp,-MD,dep,-DN=1,-UM"])
            .unit(&common(DataModel::Lp64));
        let unit = unit.ok().unwrap();
        assert!(unit.flags.abi.unsigned_char);
        assert_eq!(unit.options.flags, ["-funsigned-char", "-std=c99"]);
        assert_eq!(texts(&unit.options), ["-DN=1", "-UM", "-DZ"]);
        for bad in [
            &["cc", "-m32"][..],
            &["cc", "@resp"],
            &["cc", "-ffast-math"],
            &["arm-none-eabi-gcc"],
            &["ccache", "/opt/avr-gcc"],
            &["armcc"],
            &["clang", "--target=riscv32-unknown-elf"],
            &["clang", "-target", "armv7-linux"],
            &["avr-gcc"],
            &["cc", "-x", "c++"],
            &["cc", "-Wp,-include,x"],
            &["cc", "-D"],
            &["cc", "-I", "=sub"],
            &["cc", "-I-"],
            &["cc", "-iprefix", "./"],
            &["cc", "-fsso-struct=big-endian"],
            &["cc", "-Xclang", "-fnew"],
            &["x86_64-linux-gnux32-gcc"],
            &["clang", "--target=x86_64-pc-linux-gnux32"],
            &["x86_64-unknown-nacl-clang"],
            &["x86_64-unknown-uefi-clang"],
            &["x86_64-pc-cygwin-gcc"],
            &["x86_64-w64-mingw32-gcc"],
            &["gcc.exe"],
            &["C:\\mingw64\\bin\\gcc.exe"],
        ] {
            assert!(entry_of(bad).unit(&common(DataModel::Lp64)).is_err(), "{bad:?}");
        }
        let known = Common { is_model_given: true, ..common(DataModel::Llp64) };
        assert!(entry_of(&["gcc.exe"]).unit(&known).is_ok());
        let tools = entry_of(&["cc", "-B", "dir", "-fplugin=x.so"]).unit(&common(DataModel::Lp64)).ok().unwrap();
        assert_eq!(tools.notes.len(), 2);
        assert!(entry_of(&["x86_64-linux-gnu-gcc-13", "-m64"]).unit(&common(DataModel::Lp64)).is_ok());
        assert!(entry_of(&["gcc", "-m32"]).unit(&common(DataModel::Ilp32)).is_ok());
        assert!(entry_of(&["x86_64-w64-mingw32-gcc"]).unit(&common(DataModel::Llp64)).is_ok());
    }

    #[test]
    fn the_compiler_names_the_machine() {
        let arm = entry_of(&["ccache", "arm-none-eabi-gcc", "-mcpu=cortex-m4", "-fno-short-enums"]);
        assert_eq!(arm.foreign(), Some(DataModel::Arm));
        let unit = arm.unit(&common(DataModel::Arm)).ok().unwrap();
        assert!(unit.flags.abi.unsigned_char && !unit.flags.abi.short_enums);
        assert_eq!(unit.options.machine, ["-mcpu=cortex-m4"]);
        let riscv = entry_of(&["riscv64-unknown-elf-gcc", "-march=rv32imac", "-mabi=ilp32"]);
        assert_eq!(riscv.foreign(), Some(DataModel::Riscv32));
        assert!(riscv.unit(&common(DataModel::Riscv32)).is_ok());
        let clang = entry_of(&["clang", "--target=armv7m-none-eabi"]);
        assert_eq!(clang.foreign(), Some(DataModel::Arm));
        assert!(clang.unit(&common(DataModel::Arm)).is_err());
        assert!(
            entry_of(&["clang", "--target=armv7m-none-eabi", "-fshort-enums"]).unit(&common(DataModel::Arm)).is_ok()
        );
        for other in [&["gcc"][..], &["x86_64-w64-mingw32-gcc"], &["avr-gcc"], &["arm-none-eabi-gcc", "-mbig-endian"]] {
            assert!(entry_of(other).unit(&common(DataModel::Arm)).is_err(), "{other:?}");
        }
    }

    #[test]
    fn broken_databases() {
        let db = Path::new("c.json");
        for text in [
            "",
            "{}",
            "[1]",
            "[{}]",
            r#"[{"directory": ".", "file": "a.c"}]"#,
            "[",
            "nonsense",
            r#"[{"directory": ".", "file": "a.c", "command": "cc 'a.c"}]"#,
        ] {
            assert!(entries(text, db).is_err(), "{text}");
        }
        assert_eq!(entries("[]", db).map(|e| e.len()), Ok(0));
    }
}
