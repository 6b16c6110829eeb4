//! Flags of a compiler. Those that change what C means are honoured, or refused by name; those that only change predefined macros are
//! handed to the preprocessor; those that are known to change nothing are left out (`flags/lists.rs`). Nothing is known of the others.

mod lists;

use lists::{HARMLESS, INSTRUCTIONS, MACROS, TOOLS};
use pm_base::{Abi, DataModel};

/// What signed arithmetic does at an overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    #[default]
    Undefined,
    /// `-fwrapv`
    Wraps,
    /// `-ftrapv`: the program ends there.
    Traps,
}

/// What a flag does to a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It is taken into account.
    Counts,
    /// What the program means does not depend on it.
    Nothing,
    /// It names a tool of the build, which is not run: what that would change is lost.
    Tool,
    Unknown,
}

/// What the flags of one source say; of flags that contradict each other the last one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    /// The machine that they are for.
    pub target: DataModel,
    pub abi: Abi,
    pub overflow: Overflow,
    /// `-m32`, `-m64`
    pub model: Option<DataModel>,
    /// Those that the preprocessor must know, too.
    pub passed: Vec<String>,
    /// Those that a compiler of the machine must know.
    pub machine: Vec<String>,
}

impl Flags {
    /// No flags, for a machine.
    pub fn of(target: DataModel) -> Flags {
        Flags { target, abi: target.abi(), ..Flags::default() }
    }

    /// Takes a flag into account.
    pub fn read(&mut self, flag: &str) -> Result<Effect, String> {
        let is_ours = |name: &str| name == flag && (self.target.is_x86() || !flag.starts_with("-m"));
        if let Some((_, set)) = HONOURED.iter().find(|(name, _)| is_ours(name)) {
            set(self);
            return Ok(Effect::Counts);
        }
        if let Some(bytes) = flag.strip_prefix("-fpack-struct=") {
            let bytes = bytes.parse().ok().filter(|b: &u8| b.is_power_of_two() && *b <= 16);
            self.abi.pack_struct = bytes.ok_or_else(|| format!("{flag}: expected 1, 2, 4, 8 or 16"))?;
            return Ok(Effect::Counts);
        }
        if flag.starts_with("-m") && !self.target.is_x86() {
            return self.read_machine(flag);
        }
        if let Some((_, why)) = REFUSED.iter().find(|(name, _)| matches(name, flag)) {
            return Err(format!("{flag} is not supported: {why}"));
        }
        if is_standard(flag) || is_optimisation(flag) || MACROS.iter().any(|name| matches(name, flag)) {
            return self.pass(flag);
        }
        if flag.starts_with("-m") {
            return match INSTRUCTIONS.iter().any(|name| matches(name, flag)) {
                true => self.pass(flag),
                false => {
                    Err(format!("{flag} is not supported: it may change the machine that the program is compiled for"))
                }
            };
        }
        Ok(match flag {
            _ if TOOLS.iter().any(|name| matches(name, flag)) => Effect::Tool,
            _ if is_harmless(flag) => Effect::Nothing,
            _ => Effect::Unknown,
        })
    }

    /// As [`Flags::read`], for the flags of a project: what nobody knows may change the program.
    pub fn read_strictly(&mut self, flag: &str) -> Result<Effect, String> {
        match self.read(flag)? {
            Effect::Unknown => Err(format!("{flag} is not supported: it is not known what it changes")),
            known => Ok(known),
        }
    }

    /// To the preprocessor, in a fixed form: nothing that names a file.
    fn pass(&mut self, flag: &str) -> Result<Effect, String> {
        if !is_plain(flag) {
            return Err(format!("{flag} is not supported: it has characters that no such flag has"));
        }
        let flag = if flag == "--ansi" { "-ansi" } else { flag };
        self.passed.push(flag.into());
        Ok(Effect::Counts)
    }

    /// On a command line of ours, a flag without effect is a mistake.
    pub fn read_known(&mut self, flag: &str) -> Result<(), String> {
        match self.read_strictly(flag)? {
            Effect::Counts => Ok(()),
            _ => Err(format!("{flag} has no effect here: no such flag changes what a program means")),
        }
    }

    /// A flag of a machine other than x86: one of those that choose instructions, or refused.
    fn read_machine(&mut self, flag: &str) -> Result<Effect, String> {
        let known =
            MACHINE_FLAGS.iter().filter(|(targets, _)| targets.contains(&self.target)).flat_map(|(_, flags)| *flags);
        if !is_plain(flag) || !known.clone().any(|name| matches(name, flag)) {
            let name = self.target.name();
            return Err(format!("{flag} is not supported: it is not known to leave {name} as it is"));
        }
        self.machine.push(flag.into());
        Ok(Effect::Counts)
    }

    fn char_is(&mut self, unsigned: bool) {
        self.abi.unsigned_char = unsigned;
        self.passed.retain(|f| !f.ends_with("signed-char"));
        self.passed.push(if unsigned { "-funsigned-char" } else { "-fsigned-char" }.into());
    }

    fn enums_are(&mut self, short: bool) {
        self.abi.short_enums = short;
        self.passed.retain(|f| !f.ends_with("short-enums"));
        self.passed.push(if short { "-fshort-enums" } else { "-fno-short-enums" }.into());
    }
}

/// `-std=c99`; the preprocessor gets nothing that is not of this form.
fn is_standard(flag: &str) -> bool {
    let name = flag.strip_prefix("-std=").or_else(|| flag.strip_prefix("--std="));
    name.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'.')))
}

/// Is the standard that of 1990, where decimal constants may be `unsigned long`? The last flag counts.
pub fn is_c90(flags: &[String]) -> bool {
    let last = flags.iter().rev().find(|f| *f == "-ansi" || is_standard(f));
    last.is_some_and(|f| {
        let name = f.rsplit_once('=').map_or("c90", |(_, name)| name);
        matches!(name, "c89" | "c90" | "gnu89" | "gnu90" | "iso9899:1990" | "iso9899:199409")
    })
}

/// `-O`, `-O2`, `-Os`
fn is_optimisation(flag: &str) -> bool {
    let level = flag.strip_prefix("-O");
    level.is_some_and(|l| matches!(l, "" | "g" | "s" | "z") || l.len() == 1 && l.as_bytes()[0].is_ascii_digit())
}

fn is_plain(flag: &str) -> bool {
    flag.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+=.,:".contains(&b))
}

/// `-fno-NAME` is as harmless as `-fNAME`; those of which one counts were read before.
fn is_harmless(flag: &str) -> bool {
    let positive = flag.strip_prefix("-fno-").map(|name| format!("-f{name}"));
    let flag = positive.as_deref().unwrap_or(flag);
    HARMLESS.iter().any(|name| matches(name, flag))
}

/// A name that ends in `*` stands for all that begin like it.
fn matches(name: &str, flag: &str) -> bool {
    name.strip_suffix('*').map_or(name == flag, |prefix| flag.starts_with(prefix))
}

type Set = fn(&mut Flags);

const HONOURED: [(&str, Set); 16] = [
    ("-funsigned-char", |f| f.char_is(true)),
    ("-fno-signed-char", |f| f.char_is(true)),
    ("-fsigned-char", |f| f.char_is(false)),
    ("-fno-unsigned-char", |f| f.char_is(false)),
    ("-fshort-enums", |f| f.enums_are(true)),
    ("-fno-short-enums", |f| f.enums_are(false)),
    ("-fpack-struct", |f| f.abi.packed = true),
    ("-fno-pack-struct", |f| f.abi.packed = false),
    ("-fwrapv", |f| f.overflow = Overflow::Wraps),
    ("-fno-strict-overflow", |f| f.overflow = Overflow::Wraps),
    ("-fno-wrapv", |f| f.overflow = Overflow::Undefined),
    ("-fstrict-overflow", |f| f.overflow = Overflow::Undefined),
    ("-ftrapv", |f| f.overflow = Overflow::Traps),
    ("-fno-trapv", |f| f.overflow = Overflow::Undefined),
    ("-m32", |f| f.model = Some(DataModel::Ilp32)),
    ("-m64", |f| f.model = Some(DataModel::Lp64)),
];

const FLOATS: &str = "floating-point operations would not be those of IEEE 754";
const LAYOUT: &str = "objects would have another layout";
const MACHINE: &str = "it is of another machine than x86";
const TEXT: &str = "strings would have other contents";

const CALLS: &str = "functions would be called that the program does not call";
const LANGUAGE: &str = "the language would have other rules";

const REFUSED: [(&str, &str); 60] = [
    ("-m16", MACHINE),
    ("-mx32", MACHINE),
    ("-miamcu", MACHINE),
    ("-mbig-endian", MACHINE),
    ("-EB", MACHINE),
    ("-meb", MACHINE),
    ("-mbig", MACHINE),
    ("-mthumb", MACHINE),
    ("-marm", MACHINE),
    ("-mcpu=*", MACHINE),
    ("-mmcu=*", MACHINE),
    ("-mfloat-abi=*", MACHINE),
    ("-mfpu=*", MACHINE),
    ("-mlong-double-64", LAYOUT),
    ("-mlong-double-128", LAYOUT),
    ("-m96bit-long-double", LAYOUT),
    ("-m128bit-long-double", LAYOUT),
    ("-malign-double", LAYOUT),
    ("-malign-data=*", LAYOUT),
    ("-mms-bitfields", LAYOUT),
    ("-mno-align-double", LAYOUT),
    ("-fshort-wchar", LAYOUT),
    ("-fshort-double", LAYOUT),
    ("-funsigned-bitfields", LAYOUT),
    ("-fno-signed-bitfields", LAYOUT),
    ("-fms-layout-compatibility", LAYOUT),
    ("-fsso-struct=big-endian", LAYOUT),
    ("-fms-extensions", LANGUAGE),
    ("-fplan9-extensions", LANGUAGE),
    ("-fpreprocessed", LANGUAGE),
    ("-finstrument-functions*", CALLS),
    ("-Wl,--wrap*", CALLS),
    ("-Wl,-wrap*", CALLS),
    ("-Wl,--defsym*", CALLS),
    ("-fmerge-all-constants", "objects would have one address"),
    ("-fexcess-precision=16", FLOATS),
    ("-mint8", LAYOUT),
    ("-mint16", LAYOUT),
    ("-mshort", LAYOUT),
    ("-mdouble=*", LAYOUT),
    ("-ffast-math", FLOATS),
    ("-Ofast", FLOATS),
    ("-funsafe-math-optimizations", FLOATS),
    ("-fassociative-math", FLOATS),
    ("-freciprocal-math", FLOATS),
    ("-ffinite-math-only", FLOATS),
    ("-fno-signed-zeros", FLOATS),
    ("-fsingle-precision-constant", FLOATS),
    ("-frounding-math", "the rounding mode is always to nearest"),
    ("-fcx-limited-range", FLOATS),
    ("-mfpmath=387", FLOATS),
    ("-mno-sse", FLOATS),
    ("-mno-sse2", FLOATS),
    ("-mdaz-ftz", FLOATS),
    ("-fexec-charset=*", TEXT),
    ("-fwide-exec-charset=*", TEXT),
    ("-finput-charset=*", TEXT),
    ("-fopenmp*", "threads are not supported"),
    ("-fopenacc*", "threads are not supported"),
    ("-traditional*", "it is not the preprocessor of C"),
];

const ALL_ARM: &[DataModel] = &[DataModel::Arm, DataModel::ArmLinux];
const RISCV32: &[DataModel] = &[DataModel::Riscv32];
const RISCV64: &[DataModel] = &[DataModel::Riscv64];
const ALL_RISCV: &[DataModel] = &[DataModel::Riscv32, DataModel::Riscv64];

/// Flags of machines that choose instructions and neither layouts nor what is computed.
const MACHINE_FLAGS: [(&[DataModel], &[&str]); 5] = [
    (
        ALL_ARM,
        &[
            "-mcpu=*",
            "-march=*",
            "-mtune=*",
            "-mthumb",
            "-marm",
            "-mfpu=*",
            "-mfloat-abi=*",
            "-msoft-float",
            "-mhard-float",
            "-mabi=aapcs",
            "-mabi=aapcs-linux",
            "-mlittle-endian",
            "-mthumb-interwork",
            "-mno-thumb-interwork",
            "-munaligned-access",
            "-mno-unaligned-access",
            "-mlong-calls",
            "-mno-long-calls",
            "-mslow-flash-data",
            "-mpure-code",
            "-mword-relocations",
            "-mpoke-function-name",
            "-mtp=*",
            "-mfix-*",
            "-mno-fix-*",
        ],
    ),
    (
        &[DataModel::Aarch64],
        &[
            "-mcpu=*",
            "-march=*",
            "-mtune=*",
            "-mabi=lp64",
            "-mlittle-endian",
            "-mcmodel=*",
            "-mstrict-align",
            "-mno-strict-align",
            "-mgeneral-regs-only",
            "-moutline-atomics",
            "-mno-outline-atomics",
            "-mbranch-protection=*",
            "-momit-leaf-frame-pointer",
            "-mno-omit-leaf-frame-pointer",
            "-mfix-*",
            "-mno-fix-*",
        ],
    ),
    (RISCV32, &["-march=rv32*", "-mabi=ilp32", "-mabi=ilp32f", "-mabi=ilp32d"]),
    (RISCV64, &["-march=rv64*", "-mabi=lp64", "-mabi=lp64f", "-mabi=lp64d"]),
    (
        ALL_RISCV,
        &[
            "-mtune=*",
            "-mcmodel=*",
            "-mlittle-endian",
            "-mstrict-align",
            "-mno-strict-align",
            "-mrelax",
            "-mno-relax",
            "-msave-restore",
            "-mno-save-restore",
            "-mexplicit-relocs",
            "-mno-explicit-relocs",
            "-msmall-data-limit=*",
            "-mdiv",
            "-mfdiv",
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(flags: &[&str]) -> Flags {
        let mut out = Flags::default();
        flags.iter().for_each(|f| assert!(out.read(f).is_ok(), "{f}"));
        out
    }

    #[test]
    fn the_last_one_wins() {
        assert!(of(&["-fsigned-char", "-funsigned-char"]).abi.unsigned_char);
        assert_eq!(of(&["-funsigned-char", "-fsigned-char"]).passed, ["-fsigned-char"]);
        assert_eq!(of(&["-fwrapv", "-ftrapv"]).overflow, Overflow::Traps);
        assert_eq!(of(&["-fpack-struct", "-fpack-struct=4"]).abi.pack_struct, 4);
        assert_eq!(of(&["-g3", "-Wall", "-fno-common", "-flto=auto", "-MD", "-lm"]), Flags::default());
    }

    #[test]
    fn what_changes_macros_is_passed_on() {
        for flag in
            ["-O2", "-Os", "-fPIC", "-fno-pie", "-march=native", "-mno-avx", "-fgnu89-inline", "-fcf-protection=none"]
        {
            assert_eq!(of(&[flag]).passed, [flag]);
        }
        assert_eq!(of(&["--ansi"]).passed, ["-ansi"]);
        assert!(Flags::default().read("-march=@file").is_err());
        assert!(!is_optimisation("-Ofile") && !is_optimisation("-O@"));
    }

    #[test]
    fn the_standard_of_1990() {
        let is = |flags: &[&str]| is_c90(&of(flags).passed);
        assert!(
            is(&["-ansi"]) && is(&["-std=gnu89"]) && is(&["-std=c99", "--std=c90"]) && is(&["-std=iso9899:199409"])
        );
        assert!(!is(&[]) && !is(&["-O2"]) && !is(&["-ansi", "-std=gnu11"]) && !is(&["-std=iso9899:1999"]));
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        for flag in [
            "-fnew-layout",
            "-iprefix",
            "-ivfsoverlay",
            "--sysroots",
            "-A",
            "-fplan9-extensions",
            "-fsso-struct=big-endian",
        ] {
            assert!(Flags::default().read_strictly(flag).is_err(), "{flag}");
        }
        assert_eq!(Flags::default().read_strictly("-fplugin=x.so"), Ok(Effect::Tool));
    }

    #[test]
    fn flags_of_other_machines() {
        let mut arm = Flags::of(DataModel::Arm);
        assert!(arm.abi.unsigned_char && arm.abi.short_enums);
        for flag in ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-fno-short-enums", "-fsigned-char"] {
            assert_eq!(arm.read(flag), Ok(Effect::Counts), "{flag}");
        }
        assert!(!arm.abi.unsigned_char && !arm.abi.short_enums);
        assert_eq!(arm.machine, ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard"]);
        for flag in ["-mbig-endian", "-mabi=apcs-gnu", "-msse2", "-mno-align-double", "-m32"] {
            assert!(Flags::of(DataModel::Arm).read(flag).is_err(), "{flag}");
        }
        assert!(Flags::of(DataModel::Riscv32).read("-march=rv64gc").is_err());
        assert!(Flags::of(DataModel::Riscv32).read("-mabi=ilp32e").is_err());
    }

    #[test]
    fn what_is_not_modelled_is_refused() {
        for flag in
            ["-m16", "-mlong-double-64", "-ffast-math", "-mbig-endian", "-mcpu=cortex-m4", "-mnew", "-fpack-struct=3"]
        {
            let message = Flags::default().read(flag).unwrap_err();
            assert!(message.contains(flag), "{message}");
        }
        assert!(Flags::default().read_known("-fno-common").is_err());
        assert!(!is_standard("-std=c99 -wrapper"));
    }
}
