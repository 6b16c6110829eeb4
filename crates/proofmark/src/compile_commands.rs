//! `--compile-commands FILE`: sources and their preprocessor flags from a compilation database.
//!
//! A database is a list of objects with `directory`, `file`, and `command` or `arguments`. What the preprocessor needs is
//! taken (`-I -isystem -iquote -idirafter -D -U -include`), with paths relative to `directory`; other flags do not change
//! what the source says. Without files on the command line the program is all C files of the database, else those files.

mod json;

use crate::args::ProgramArgs;
use json::Json;
use pm_base::DataModel;
use pm_syntax::preprocess::PpOptions;
use std::path::{Path, PathBuf};

/// A source, and how it is preprocessed.
pub struct Unit {
    pub path: PathBuf,
    pub options: PpOptions,
}

/// The sources of the program, with notes for the user.
pub fn units(args: &ProgramArgs) -> Result<(Vec<Unit>, Vec<String>), String> {
    let common = args.preprocessing();
    let Some(database) = &args.compile_commands else {
        let units = args.files.iter().map(|f| Unit { path: f.clone(), options: common.clone() });
        return Ok((units.collect(), Vec::new()));
    };
    let named = |e: String| format!("{}: {e}", database.display());
    let text = std::fs::read_to_string(database).map_err(|e| named(e.to_string()))?;
    let entries = entries(&text, database).map_err(named)?;
    if args.files.is_empty() {
        return all(entries, &common).map_err(named);
    }
    let units = args.files.iter().map(|file| {
        let is_it = |e: &&Entry| same_file(&e.path, file);
        let entry = entries.iter().find(is_it).ok_or_else(|| named(format!("{} is not in it", file.display())))?;
        Ok(Unit { path: file.clone(), options: entry.options(&common)? })
    });
    Ok((units.collect::<Result<_, String>>()?, Vec::new()))
}

/// All C files; of several entries for one file the first.
fn all(entries: Vec<Entry>, common: &PpOptions) -> Result<(Vec<Unit>, Vec<String>), String> {
    let (mut units, mut notes): (Vec<Unit>, Vec<String>) = (Vec::new(), Vec::new());
    for entry in entries {
        let is_c = entry.path.extension().is_some_and(|e| e == "c" || e == "i");
        if !is_c {
            notes.push(format!("{} is left out: it is no C source", entry.path.display()));
        } else if units.iter().any(|u| u.path == entry.path) {
            notes.push(format!("{} has several entries: the first is used", entry.path.display()));
        } else {
            units.push(Unit { options: entry.options(common)?, path: entry.path });
        }
    }
    if units.is_empty() { Err("it names no C source".into()) } else { Ok((units, notes)) }
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (a.canonicalize(), b.canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => a == b,
    }
}

struct Entry {
    directory: PathBuf,
    path: PathBuf,
    arguments: Vec<String>,
}

fn entries(text: &str, database: &Path) -> Result<Vec<Entry>, String> {
    let Json::Array(items) = json::parse(text)? else { return Err("expected a list of commands".into()) };
    items
        .iter()
        .enumerate()
        .map(|(i, item)| entry(item, database).map_err(|e| format!("entry {}: {e}", i + 1)))
        .collect()
}

fn entry(item: &Json, database: &Path) -> Result<Entry, String> {
    let text = |key| item.member(key).and_then(Json::text);
    let base = database.parent().unwrap_or(Path::new(""));
    let directory = base.join(text("directory").ok_or("expected a `directory`")?);
    // Without the `.` of relative directories.
    let path = directory.join(text("file").ok_or("expected a `file`")?).components().collect();
    let arguments = match (item.member("arguments"), text("command")) {
        (Some(Json::Array(list)), _) => {
            let words: Option<Vec<String>> = list.iter().map(|a| a.text().map(str::to_string)).collect();
            words.ok_or("`arguments` are not all strings")?
        }
        (None, Some(command)) => split(command),
        _ => return Err("expected a `command` or `arguments`".into()),
    };
    Ok(Entry { directory, path, arguments })
}

impl Entry {
    /// The user's options come behind those of the database.
    fn options(&self, common: &PpOptions) -> Result<PpOptions, String> {
        let mut own = PpOptions {
            include_dirs: Vec::new(),
            defines: Vec::new(),
            undefs: Vec::new(),
            includes: Vec::new(),
            ..common.clone()
        };
        let mut arguments = self.arguments.iter().skip(1);
        while let Some(argument) = arguments.next() {
            if argument == "-m32" && common.data_model != DataModel::Ilp32 {
                return Err(format!("{} is compiled with -m32: --32 is needed", self.path.display()));
            }
            let Some((flag, attached)) = FLAGS.iter().find_map(|f| Some((f, argument.strip_prefix(f.name)?))) else {
                continue;
            };
            let value = if attached.is_empty() { arguments.next().cloned() } else { Some(attached.to_string()) };
            let value = value.ok_or_else(|| format!("{}: {argument} lacks its argument", self.path.display()))?;
            match flag.kind {
                Kind::Dir => own.include_dirs.push(self.place(&value)),
                Kind::Define => own.defines.push(value),
                Kind::Undefine => own.undefs.push(value),
                Kind::Include => own.includes.push(self.place(&value)),
            }
        }
        own.include_dirs.extend(common.include_dirs.iter().cloned());
        own.defines.extend(common.defines.iter().cloned());
        own.undefs.extend(common.undefs.iter().cloned());
        own.includes.extend(common.includes.iter().cloned());
        Ok(own)
    }

    /// A path of the command; one that is not there is searched by the preprocessor.
    fn place(&self, path: &str) -> String {
        let there = self.directory.join(path);
        if there.exists() { there.to_string_lossy().into_owned() } else { path.to_string() }
    }
}

enum Kind {
    Dir,
    Define,
    Undefine,
    Include,
}

struct Flag {
    name: &'static str,
    kind: Kind,
}

/// Longer names first where one begins with another.
const FLAGS: [Flag; 8] = [
    Flag { name: "-isystem", kind: Kind::Dir },
    Flag { name: "-iquote", kind: Kind::Dir },
    Flag { name: "-idirafter", kind: Kind::Dir },
    Flag { name: "-include", kind: Kind::Include },
    Flag { name: "--include", kind: Kind::Include },
    Flag { name: "-I", kind: Kind::Dir },
    Flag { name: "-D", kind: Kind::Define },
    Flag { name: "-U", kind: Kind::Undefine },
];

/// The words of a shell command: quotes and backslashes as the shell reads them.
fn split(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_ascii_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_command() {
        let got = split(r#"cc  -DA="x y" '-DB="q"' -DC=\"s\" -c a\ b.c"#);
        assert_eq!(got, ["cc", "-DA=x y", "-DB=\"q\"", "-DC=\"s\"", "-c", "a b.c"]);
    }

    #[test]
    fn flags_with_and_without_blank() {
        let arguments =
            ["cc", "-I", "inc", "-Isrc", "-D", "A=1", "-DB", "-UC", "-include", "pre.h", "-O2", "-c", "x.c"];
        let entry = Entry {
            directory: "/no/such/folder".into(),
            path: "x.c".into(),
            arguments: arguments.map(String::from).to_vec(),
        };
        let defines = vec!["Z".into()];
        let common = PpOptions { defines, data_model: DataModel::Lp64, ..PpOptions::default() };
        let o = entry.options(&common).unwrap();
        assert_eq!(o.include_dirs, ["inc", "src"]);
        assert_eq!(o.defines, ["A=1", "B", "Z"]);
        assert_eq!(o.undefs, ["C"]);
        assert_eq!(o.includes, ["pre.h"]);
        let wide = Entry { arguments: vec!["cc".into(), "-m32".into()], ..entry };
        assert!(wide.options(&common).is_err());
    }

    #[test]
    fn broken_databases() {
        let db = Path::new("c.json");
        for text in ["", "{}", "[1]", "[{}]", r#"[{"directory": ".", "file": "a.c"}]"#, "[", "nonsense"] {
            assert!(entries(text, db).is_err(), "{text}");
        }
        assert_eq!(entries("[]", db).map(|e| e.len()), Ok(0));
    }
}
