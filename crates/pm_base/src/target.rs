//! Machines that C is compiled for, a row of facts each: sizes, alignments, the types behind `size_t` and its like, byte order.
//!
//! The rows are those of gcc, and `scripts/layout.py --target` compares them with it. x86 has three rows, named after their data models.
//! What is in no row is refused by name ([`unknown_target`]).

use crate::num::FloatFormat;
use crate::session::Abi;

/// The integer types of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

/// A machine, or one of the data models of x86.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum DataModel {
    #[default]
    Ilp32,
    Lp64,
    Llp64,
    Arm,
    ArmLinux,
    Aarch64,
    Riscv32,
    Riscv64,
}

/// What `__builtin_va_list` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaList {
    /// `char *`, or `void *`
    Pointer,
    /// A record that holds a pointer first, of so many bytes.
    Record(u64),
    /// System V on x86-64: an array of one record.
    Array,
}

/// How bit-fields are placed, beside the rules that all machines have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BitFields {
    /// gcc's `PCC_BITFIELD_TYPE_MATTERS`: no unit of the declared type is crossed.
    Typed,
    /// The same; unnamed ones align their record, too (AAPCS).
    TypedUnnamed,
    /// Units of the declared type, as Microsoft has them.
    Microsoft,
}

/// The facts about one machine. Widths are bits, sizes and alignments bytes.
pub struct Facts {
    pub model: DataModel,
    /// As users write it.
    pub name: &'static str,
    pub int: u8,
    pub long: u8,
    pub pointer: u8,
    pub big_endian: bool,
    pub unsigned_char: bool,
    pub short_enums: bool,
    /// No scalar is aligned to more.
    pub max_align: u8,
    /// `aligned` without a number.
    pub aligned: u8,
    pub has_int128: bool,
    /// gcc evaluates arguments from right to left.
    pub args_reversed: bool,
    pub double: FloatFormat,
    pub long_double: FloatFormat,
    pub long_double_size: u8,
    pub long_double_align: u8,
    pub size: IntKind,
    pub ptrdiff: IntKind,
    pub wchar: IntKind,
    pub wint: IntKind,
    pub int32: IntKind,
    pub va_list: VaList,
    pub bit_fields: BitFields,
    /// gcc's compilers for it: the beginning of their names, before `-gcc`.
    pub prefixes: &'static [&'static str],
    /// Further arguments that make such a compiler one for this machine.
    pub compiler_flags: &'static [&'static str],
    /// Macros that name the machine.
    pub macros: &'static [(&'static str, &'static str)],
}

impl DataModel {
    pub fn facts(self) -> &'static Facts {
        match self {
            DataModel::Ilp32 => &X86,
            DataModel::Lp64 => &X86_64,
            DataModel::Llp64 => &X86_64_WINDOWS,
            DataModel::Arm => &ARM,
            DataModel::ArmLinux => &ARM_LINUX,
            DataModel::Aarch64 => &AARCH64,
            DataModel::Riscv32 => &RISCV32,
            DataModel::Riscv64 => &RISCV64,
        }
    }

    /// The name as notes say it.
    pub fn name(self) -> &'static str {
        self.facts().name
    }

    /// Is it one of the models of x86, which the host's own compiler knows?
    pub fn is_x86(self) -> bool {
        matches!(self, DataModel::Ilp32 | DataModel::Lp64 | DataModel::Llp64)
    }

    /// What the machine's compilers do without flags.
    pub fn abi(self) -> Abi {
        let facts = self.facts();
        Abi { unsigned_char: facts.unsigned_char, short_enums: facts.short_enums, pack_struct: 0, packed: false }
    }

    /// The least width of bits of a kind of integer, on this machine.
    pub fn int_bits(self, kind: IntKind) -> u8 {
        let facts = self.facts();
        match kind {
            IntKind::Bool => 1,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 8,
            IntKind::Short | IntKind::UShort => 16,
            IntKind::Int | IntKind::UInt => facts.int,
            IntKind::Long | IntKind::ULong => facts.long,
            IntKind::LongLong | IntKind::ULongLong => 64,
            IntKind::Int128 | IntKind::UInt128 => 128,
        }
    }

    /// What `%f` and `%Lf` print.
    pub fn printed_float(self, is_long: bool) -> FloatFormat {
        if is_long { self.facts().long_double } else { self.facts().double }
    }

    /// Bytes of a `wchar_t`.
    pub fn wchar_size(self) -> u64 {
        u64::from(self.int_bits(self.facts().wchar) / 8)
    }
}

/// Names of machines (`--target`), those of x86 first.
pub const TARGETS: [(&str, DataModel); 8] = [
    ("i386", DataModel::Ilp32),
    ("x86_64", DataModel::Lp64),
    ("x86_64-windows", DataModel::Llp64),
    ("arm", DataModel::Arm),
    ("arm-linux", DataModel::ArmLinux),
    ("aarch64", DataModel::Aarch64),
    ("riscv32", DataModel::Riscv32),
    ("riscv64", DataModel::Riscv64),
];

/// Machines that are known and not supported, with the reason.
const REFUSED: [(&str, &str); 5] = [
    ("avr", "int of 16 bits is not supported"),
    ("msp430", "int of 16 bits is not supported"),
    ("powerpc", "big-endian machines are not supported"),
    ("m68k", "big-endian machines are not supported"),
    ("tricore", "there is no compiler of it to compare with"),
];

/// Why there is no machine of this name.
pub fn unknown_target(name: &str) -> String {
    let known: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    let why = REFUSED.iter().find(|(n, _)| *n == name).map_or(String::new(), |(_, why)| format!(" ({why})"));
    format!("no target '{name}'{why}: there are {}", known.join(", "))
}

pub fn target_by_name(name: &str) -> Result<DataModel, String> {
    let found = TARGETS.iter().find(|(n, _)| *n == name);
    found.map(|(_, model)| *model).ok_or_else(|| unknown_target(name))
}

const X86: Facts = Facts {
    model: DataModel::Ilp32,
    name: "ILP32",
    int: 32,
    long: 32,
    pointer: 32,
    big_endian: false,
    unsigned_char: false,
    short_enums: false,
    max_align: 16,
    aligned: 16,
    has_int128: false,
    args_reversed: true,
    double: FloatFormat::F64,
    long_double: FloatFormat::X87,
    long_double_size: 12,
    long_double_align: 4,
    size: IntKind::UInt,
    ptrdiff: IntKind::Int,
    wchar: IntKind::Long,
    wint: IntKind::UInt,
    int32: IntKind::Int,
    va_list: VaList::Pointer,
    bit_fields: BitFields::Typed,
    prefixes: &[],
    compiler_flags: &[],
    macros: &[],
};

const X86_64: Facts = Facts {
    model: DataModel::Lp64,
    name: "LP64",
    long: 64,
    pointer: 64,
    has_int128: true,
    long_double_size: 16,
    long_double_align: 16,
    size: IntKind::ULong,
    ptrdiff: IntKind::Long,
    wchar: IntKind::Int,
    va_list: VaList::Array,
    ..X86
};

const X86_64_WINDOWS: Facts = Facts {
    model: DataModel::Llp64,
    name: "LLP64",
    pointer: 64,
    has_int128: true,
    long_double_size: 16,
    long_double_align: 16,
    size: IntKind::ULongLong,
    ptrdiff: IntKind::LongLong,
    wchar: IntKind::UShort,
    wint: IntKind::UShort,
    bit_fields: BitFields::Microsoft,
    ..X86
};

/// Bare metal (`arm-none-eabi`): AAPCS, with enumerations as small as their values allow.
const ARM: Facts = Facts {
    model: DataModel::Arm,
    name: "arm",
    args_reversed: false,
    unsigned_char: true,
    short_enums: true,
    max_align: 8,
    aligned: 8,
    long_double: FloatFormat::F64,
    long_double_size: 8,
    long_double_align: 8,
    wchar: IntKind::UInt,
    int32: IntKind::Long,
    va_list: VaList::Record(4),
    bit_fields: BitFields::TypedUnnamed,
    prefixes: &["arm-none-eabi", "arm-eabi", "armv7m-none-eabi"],
    macros: &[
        ("__arm__", "1"),
        ("__ARMEL__", "1"),
        ("__ARM_EABI__", "1"),
        ("__ARM_PCS", "1"),
        ("__ARM_32BIT_STATE", "1"),
        ("__ARM_SIZEOF_WCHAR_T", "4"),
        ("__APCS_32__", "1"),
        ("__VFP_FP__", "1"),
        ("__SOFTFP__", "1"),
    ],
    ..X86
};

const ARM_LINUX: Facts = Facts {
    model: DataModel::ArmLinux,
    name: "arm-linux",
    short_enums: false,
    int32: IntKind::Int,
    prefixes: &["arm-linux-gnueabi", "arm-linux-gnueabihf", "arm-linux-musleabi", "arm-linux-musleabihf"],
    ..ARM
};

const AARCH64: Facts = Facts {
    model: DataModel::Aarch64,
    name: "aarch64",
    args_reversed: false,
    unsigned_char: true,
    long_double: FloatFormat::F128,
    wchar: IntKind::UInt,
    va_list: VaList::Record(32),
    bit_fields: BitFields::TypedUnnamed,
    prefixes: &["aarch64-linux-gnu", "aarch64-none-elf", "aarch64-none-linux-gnu", "aarch64-elf", "aarch64-linux-musl"],
    macros: &[
        ("__aarch64__", "1"),
        ("__AARCH64EL__", "1"),
        ("__ARM_64BIT_STATE", "1"),
        ("__ARM_ARCH", "8"),
        ("__ARM_ARCH_8A", "1"),
        ("__ARM_SIZEOF_WCHAR_T", "4"),
    ],
    ..X86_64
};

const RISCV64: Facts = Facts {
    model: DataModel::Riscv64,
    name: "riscv64",
    args_reversed: false,
    unsigned_char: true,
    long_double: FloatFormat::F128,
    va_list: VaList::Pointer,
    prefixes: &[
        "riscv64-unknown-elf",
        "riscv64-linux-gnu",
        "riscv64-unknown-linux-gnu",
        "riscv-none-elf",
        "riscv64-elf",
    ],
    compiler_flags: &["-march=rv64imac", "-mabi=lp64"],
    macros: &[("__riscv", "1"), ("__riscv_xlen", "64")],
    ..X86_64
};

const RISCV32: Facts = Facts {
    model: DataModel::Riscv32,
    name: "riscv32",
    args_reversed: false,
    unsigned_char: true,
    long_double: FloatFormat::F128,
    long_double_size: 16,
    long_double_align: 16,
    wchar: IntKind::Int,
    int32: IntKind::Long,
    prefixes: &["riscv32-unknown-elf", "riscv64-unknown-elf", "riscv-none-elf", "riscv32-esp-elf"],
    compiler_flags: &["-march=rv32imac", "-mabi=ilp32"],
    macros: &[("__riscv", "1"), ("__riscv_xlen", "32")],
    ..X86
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_rows_fit_together() {
        for (name, model) in TARGETS {
            assert_eq!(target_by_name(name), Ok(model));
            assert_eq!(model.facts().model, model, "{name}");
            assert!(model.is_x86() || model.name() == name, "{name}");
        }
        for (name, _) in REFUSED {
            assert!(target_by_name(name).is_err_and(|m| m.contains('(') && m.contains("riscv32")), "{name}");
        }
        assert!(target_by_name("pdp11").is_err());
    }

    #[test]
    fn sizes_are_as_wide_as_pointers() {
        for (name, model) in TARGETS {
            let f = model.facts();
            assert_eq!(model.int_bits(f.size), f.pointer, "{name}");
            assert_eq!(model.int_bits(f.ptrdiff), f.pointer, "{name}");
            assert_eq!(model.int_bits(f.int32), 32, "{name}");
        }
    }
}
