//! Preprocessing for machines other than x86: by a gcc of theirs where one is installed whose macros are those of the row of facts
//! (`pm_base::target`), with its headers; else by the host's, whose headers are read with the machine's macros, which a note says.

use super::macros::predefined;
use super::target::agrees;
use super::{OwnHeaders, PpOptions, PreprocessError, Preprocessed, run};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(super) fn preprocess(path: &Path, opts: &PpOptions) -> Result<Preprocessed, PreprocessError> {
    let facts = opts.data_model.facts();
    let own = if opts.cc == PpOptions::default().cc { installed(opts) } else { Some(opts.clone()) };
    let Some(own) = own else {
        return by_host(path, opts, &format!("no gcc for {} is installed", facts.name));
    };
    match run(path, &own, &own.machine_args()) {
        Err(PreprocessError::Failed { cc, stderr, path: file }) if stderr.contains("No such file") => {
            // Compilers come without a C library, too.
            let why = format!("the C library of {} is not installed", facts.name);
            let retry = by_host(path, opts, &why);
            retry.map_err(|_| PreprocessError::Failed { cc, stderr, path: file })
        }
        Err(error) => Err(error),
        Ok(text) => Ok(Preprocessed { text, notes: Vec::new() }),
    }
}

/// The machine's own compiler, found by its name, if it agrees about the machine.
fn installed(opts: &PpOptions) -> Option<PpOptions> {
    let found = opts.data_model.facts().prefixes.iter().map(|p| format!("{p}-gcc")).find(|cc| is_in_path(cc))?;
    let own = PpOptions { cc: found, ..opts.clone() };
    agrees(&own).then_some(own)
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

/// The host's types of so many bits are none of the machine's.
const FLOATN: &str = "\
#define __HAVE_FLOAT128 0
#define __HAVE_DISTINCT_FLOAT128 0
#define __HAVE_FLOAT64X 0
#define __HAVE_FLOAT64X_LONG_DOUBLE 0
#include <bits/floatn-common.h>
";
