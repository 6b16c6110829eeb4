//! Flags of a compiler that change what C means: each is honoured, or refused by name. Other flags do not matter here.

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

    /// Takes a flag into account. `Ok(false)`: it is none of those that matter.
    pub fn read(&mut self, flag: &str) -> Result<bool, String> {
        let is_ours = |name: &str| name == flag && (self.target.is_x86() || !flag.starts_with("-m"));
        if let Some((_, set)) = HONOURED.iter().find(|(name, _)| is_ours(name)) {
            set(self);
            return Ok(true);
        }
        if let Some(bytes) = flag.strip_prefix("-fpack-struct=") {
            let bytes = bytes.parse().ok().filter(|b: &u8| b.is_power_of_two() && *b <= 16);
            self.abi.pack_struct = bytes.ok_or_else(|| format!("{flag}: expected 1, 2, 4, 8 or 16"))?;
            return Ok(true);
        }
        if is_standard(flag) || matches!(flag, "-pthread" | "-ansi" | "-trigraphs" | "-ffreestanding" | "-undef") {
            self.passed.push(flag.into());
            return Ok(true);
        }
        if flag.starts_with("-m") && !self.target.is_x86() {
            return self.read_machine(flag);
        }
        if let Some((_, why)) = REFUSED.iter().find(|(name, _)| matches(name, flag)) {
            return Err(format!("{flag} is not supported: {why}"));
        }
        if flag.starts_with("-m") && !HARMLESS.iter().any(|name| matches(name, flag)) {
            return Err(format!("{flag} is not supported: it may change the machine that the program is compiled for"));
        }
        Ok(flag.starts_with("-m"))
    }

    /// On a command line of ours, a flag without effect is a mistake.
    pub fn read_known(&mut self, flag: &str) -> Result<(), String> {
        match self.read(flag)? {
            true => Ok(()),
            false => Err(format!("{flag} has no effect here: no such flag changes what a program means")),
        }
    }

    /// A flag of a machine other than x86: one of those that choose instructions, or refused.
    fn read_machine(&mut self, flag: &str) -> Result<bool, String> {
        let known =
            MACHINE_FLAGS.iter().filter(|(targets, _)| targets.contains(&self.target)).flat_map(|(_, flags)| *flags);
        let is_plain = flag.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_+=.".contains(&b));
        if !is_plain || !known.clone().any(|name| matches(name, flag)) {
            let name = self.target.name();
            return Err(format!("{flag} is not supported: it is not known to leave {name} as it is"));
        }
        self.machine.push(flag.into());
        Ok(true)
    }

    fn char_is(&mut self, unsigned: bool) {
        self.abi.unsigned_char = unsigned;
        self.passed.retain(|f| !f.ends_with("signed-char"));
        self.passed.push(if unsigned { "-funsigned-char" } else { "-fsigned-char" }.into());
    }
}

/// `-std=c99`; the preprocessor gets nothing that is not of this form.
fn is_standard(flag: &str) -> bool {
    let name = flag.strip_prefix("-std=").or_else(|| flag.strip_prefix("--std="));
    name.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b':' | b'.')))
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
    ("-fshort-enums", |f| f.abi.short_enums = true),
    ("-fno-short-enums", |f| f.abi.short_enums = false),
    ("-fpack-struct", |f| f.abi.pack_struct = 1),
    ("-fno-pack-struct", |f| f.abi.pack_struct = 0),
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

const REFUSED: [(&str, &str); 50] = [
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

/// Flags of x86 that choose instructions and not what they compute.
const HARMLESS: [&str; 34] = [
    "-march=*",
    "-mtune=*",
    "-msse*",
    "-mavx*",
    "-mfma*",
    "-mbmi*",
    "-mpopcnt",
    "-mlzcnt",
    "-maes",
    "-mpclmul",
    "-mssse3",
    "-mmmx",
    "-mf16c",
    "-mrdrnd",
    "-mcx16",
    "-mmovbe",
    "-mfpmath=sse",
    "-mno-*",
    "-mcmodel=*",
    "-mtls-dialect=*",
    "-mred-zone",
    "-mstackrealign",
    "-mstack-protector-guard*",
    "-mpreferred-stack-boundary=*",
    "-mincoming-stack-boundary=*",
    "-mindirect-branch*",
    "-mfunction-return=*",
    "-mharden-sls=*",
    "-mrecord-mcount",
    "-mfentry*",
    "-momit-leaf-frame-pointer",
    "-mgeneral-regs-only",
    "-mskip-rax-setup",
    "-msoft-float",
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
        assert_eq!(of(&["-O2", "-Wall", "-fno-common", "-march=native", "-mno-avx"]), Flags::default());
    }

    #[test]
    fn flags_of_other_machines() {
        let mut arm = Flags::of(DataModel::Arm);
        assert!(arm.abi.unsigned_char && arm.abi.short_enums);
        for flag in ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-fno-short-enums", "-fsigned-char"] {
            assert_eq!(arm.read(flag), Ok(true), "{flag}");
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
        assert!(Flags::default().read_known("-fPIC").is_err());
        assert!(!is_standard("-std=c99 -wrapper"));
    }
}
