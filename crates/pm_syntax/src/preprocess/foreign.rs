//! Preprocessing for machines other than x86: by a gcc of theirs where one is installed whose macros are those of the row of facts
//! (`pm_base::target`), with its headers; else by the host's, whose headers are read with the machine's macros, which a note says.

use super::macros::predefined;
use super::target::agrees;
use super::{OwnHeaders, PpOptions, PreprocessError, Preprocessed, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn preprocess(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    let facts = opts.data_model.facts();
    if opts.cc != PpOptions::default().cc {
        return Ok(Preprocessed { text: run(path, opts, &opts.machine_args())?, notes: Vec::new() });
    }
    let (mut why, mut first) = (format!("no gcc for {} is installed", facts.name), None);
    for own in installed(opts) {
        match run(path, &own, &own.machine_args()) {
            Ok(text) => return Ok(Preprocessed { text, notes: Vec::new() }),
            // Compilers come without a C library, too.
            Err(error) if lacks_header(&error) => first = first.or(Some(error)),
            Err(error) => return Err(error),
        }
        why = format!("no headers of a C library for {} were found", facts.name);
    }
    by_host(path, opts, &why).map_err(|error| first.unwrap_or(error))
}

fn lacks_header(error: &PreprocessError) -> bool {
    matches!(error, PreprocessError::Failed { stderr, .. } if stderr.contains("No such file"))
}

/// The machine's own compilers, found by their names, that agree about the machine.
fn installed(opts: &PpOptions) -> impl Iterator<Item = PpOptions> {
    let names = opts.data_model.facts().prefixes.iter().map(|p| format!("{p}-gcc"));
    let found = names.filter(|cc| is_in_path(cc)).map(|cc| PpOptions { cc, ..opts.clone() });
    found.filter(agrees)
}

fn is_in_path(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|dir: PathBuf| dir.join(program).is_file())
}

pub(super) fn by_host(path: &Path, opts: &PpOptions, why: &str) -> Result<Preprocessed, PreprocessError> {
    let facts = opts.data_model.facts();
    let host = PpOptions { cc: PpOptions::default().cc, ..opts.clone() };
    let ours = OwnHeaders::create()?;
    ours.write("pm_target.h", &predefined(opts.data_model, &opts.flags))?;
    ours.write("stdint.h", super::LLP64_STDINT)?;
    ours.write("bits/floatn.h", FLOATN)?;
    ours.write("bits/stdint-intn.h", &exact_types(""))?;
    ours.write("bits/stdint-uintn.h", &exact_types("u"))?;
    ours.write(
        "bits/wordsize.h",
        &format!("#define __WORDSIZE {}\n#define __WORDSIZE_TIME64_COMPAT32 0\n", facts.long),
    )?;
    let order = if facts.big_endian { "__BIG_ENDIAN" } else { "__LITTLE_ENDIAN" };
    ours.write("bits/endianness.h", &format!("#define __BYTE_ORDER {order}\n"))?;
    let mut args: Vec<OsString> = vec!["-undef".into(), "-isystem".into(), ours.dir.clone().into()];
    args.extend(["-imacros".into(), ours.dir.join("pm_target.h").into_os_string()]);
    let text = run(path, &host, &args)?;
    let note = format!("{why}: the host's headers were read with the macros of {}", facts.name);
    Ok(Preprocessed { text, notes: vec![note] })
}

/// `int8_t` to `int64_t`, as the machine has them, for headers that do not ask <stdint.h>.
fn exact_types(sign: &str) -> String {
    let upper = sign.to_uppercase();
    let line = |bits: &str| format!("typedef __{upper}INT{bits}_TYPE__ {sign}int{bits}_t;\n");
    ["8", "16", "32", "64"].map(line).concat()
}

/// The host's types of so many bits are none of the machine's.
const FLOATN: &str = "\
#define __HAVE_FLOAT128 0
#define __HAVE_DISTINCT_FLOAT128 0
#define __HAVE_FLOAT64X 0
#define __HAVE_FLOAT64X_LONG_DOUBLE 0
#include <bits/floatn-common.h>
";
