//! The macros that gcc predefines for a machine, from its row of facts: what headers and programs need to know of it.

use pm_base::num::FloatFormat;
use pm_base::{DataModel, IntKind};
use std::fmt::Write as _;

/// As text of a header. `flags` are those of the preprocessor (`-std=c99`, `-funsigned-char`).
pub(super) fn predefined(model: DataModel, flags: &[String]) -> String {
    let facts = model.facts();
    let mut out = Defines(String::new());
    COMMON.iter().chain(facts.macros).for_each(|(name, value)| out.define(name, value));
    dialect(&mut out, model, flags);
    let order = if facts.big_endian { "__ORDER_BIG_ENDIAN__" } else { "__ORDER_LITTLE_ENDIAN__" };
    out.define("__BYTE_ORDER__", order);
    out.define("__FLOAT_WORD_ORDER__", order);
    sizes(&mut out, model);
    integers(&mut out, model);
    for (prefix, format, suffix, cast) in [
        ("FLT", FloatFormat::F32, "F", ""),
        ("DBL", facts.double, "L", "(double)"),
        ("LDBL", facts.long_double, "L", ""),
    ] {
        floats(&mut out, prefix, format, suffix, cast);
    }
    let digits = if facts.long_double == FloatFormat::F128 { "36" } else { "17" };
    out.define("__DECIMAL_DIG__", digits);
    out.0
}

struct Defines(String);

impl Defines {
    fn define(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.0, "#define {name} {value}");
    }
}

fn dialect(out: &mut Defines, model: DataModel, flags: &[String]) {
    let facts = model.facts();
    let last = |yes: &str, no: &str, default: bool| {
        flags.iter().rfind(|f| *f == yes || *f == no).map_or(default, |f| f == yes)
    };
    if last("-funsigned-char", "-fsigned-char", facts.unsigned_char) {
        out.define("__CHAR_UNSIGNED__", "1");
    }
    if facts.macros.iter().any(|(name, _)| name.starts_with("__ARM")) {
        let small = last("-fshort-enums", "-fno-short-enums", facts.short_enums);
        out.define("__ARM_SIZEOF_MINIMAL_ENUM", if small { "1" } else { "4" });
    }
    let standard = flags.iter().rfind(|f| f.starts_with("-std=") || f.starts_with("--std=") || *f == "-ansi");
    let name = standard.map_or("gnu17", |f| f.rsplit('=').next().unwrap_or("c90"));
    if !name.starts_with("gnu") {
        out.define("__STRICT_ANSI__", "1");
    }
    optimisation(out, flags);
    if let Some(kind) = flags.iter().rfind(|f| is_position_independence(f)).filter(|f| !f.starts_with("-fno-")) {
        let level = if kind.ends_with("IC") || kind.ends_with("IE") { "2" } else { "1" };
        out.define("__PIC__", level);
        out.define("__pic__", level);
        if kind.to_lowercase().ends_with("pie") {
            out.define("__PIE__", level);
            out.define("__pie__", level);
        }
    }
    let is_old = ["89", "90", "-ansi", "199409"].iter().any(|y| name.ends_with(y));
    let own_inline = flags.iter().rfind(|f| f.ends_with("gnu89-inline"));
    let is_old = own_inline.map_or(is_old, |f| f == "-fgnu89-inline");
    out.define(if is_old { "__GNUC_GNU_INLINE__" } else { "__GNUC_STDC_INLINE__" }, "1");
}

fn is_position_independence(flag: &str) -> bool {
    matches!(flag.trim_start_matches("-f").trim_start_matches("no-"), "pic" | "PIC" | "pie" | "PIE")
}

/// Of several levels the last one holds.
fn optimisation(out: &mut Defines, flags: &[String]) {
    let level = flags.iter().rfind(|f| f.starts_with("-O")).map_or("-O0", String::as_str);
    if level == "-O0" {
        return out.define("__NO_INLINE__", "1");
    }
    out.define("__OPTIMIZE__", "1");
    if matches!(level, "-Os" | "-Oz") {
        out.define("__OPTIMIZE_SIZE__", "1");
    }
    if flags.iter().rfind(|f| matches!(f.as_str(), "-finline" | "-fno-inline")).is_some_and(|f| f == "-fno-inline") {
        out.define("__NO_INLINE__", "1");
    }
}

fn sizes(out: &mut Defines, model: DataModel) {
    let facts = model.facts();
    let mut size = |name: &str, bytes: u8| out.define(&format!("__SIZEOF_{name}__"), &bytes.to_string());
    let bytes = |kind| model.int_bits(kind) / 8;
    size("SHORT", 2);
    size("INT", facts.int / 8);
    size("LONG", facts.long / 8);
    size("LONG_LONG", 8);
    size("POINTER", facts.pointer / 8);
    size("SIZE_T", facts.pointer / 8);
    size("PTRDIFF_T", facts.pointer / 8);
    size("WCHAR_T", bytes(facts.wchar));
    size("WINT_T", bytes(facts.wint));
    size("FLOAT", 4);
    size("DOUBLE", facts.double.bits() as u8 / 8);
    size("LONG_DOUBLE", facts.long_double_size);
    if facts.has_int128 {
        size("INT128", 16);
    }
    out.define("__BIGGEST_ALIGNMENT__", &facts.aligned.to_string());
    if facts.long == 64 && facts.pointer == 64 {
        out.define("__LP64__", "1");
        out.define("_LP64", "1");
    }
}

fn integers(out: &mut Defines, model: DataModel) {
    let facts = model.facts();
    let int64 = if facts.long == 64 { IntKind::Long } else { IntKind::LongLong };
    let int16 = if facts.int == 16 { IntKind::Int } else { IntKind::Short };
    for (name, kind) in [("SCHAR", IntKind::SChar), ("SHRT", IntKind::Short), ("INT", IntKind::Int)] {
        limits(out, model, name, kind);
    }
    limits(out, model, "LONG", IntKind::Long);
    limits(out, model, "LONG_LONG", IntKind::LongLong);
    for (name, kind) in [("SIZE", facts.size), ("PTRDIFF", facts.ptrdiff), ("WCHAR", facts.wchar), ("WINT", facts.wint)]
    {
        out.define(&format!("__{name}_TYPE__"), name_of(kind));
        limits(out, model, name, kind);
    }
    for (name, kind) in [("WCHAR", facts.wchar), ("WINT", facts.wint)] {
        let least =
            if is_unsigned(kind) { format!("0{}", suffix(model, kind)) } else { format!("(-__{name}_MAX__ - 1)") };
        out.define(&format!("__{name}_MIN__"), &least);
    }
    let is_bare = facts.int32 == IntKind::Long;
    let fast = if facts.long == 64 && !is_bare { IntKind::Long } else { IntKind::Int };
    let exact = [("8", IntKind::SChar), ("16", int16), ("32", facts.int32), ("64", int64)];
    let quick = [("8", if is_bare { IntKind::Int } else { IntKind::SChar }), ("16", fast), ("32", fast), ("64", int64)];
    for (bits, kind) in exact {
        exact_type(out, model, &format!("INT{bits}"), kind, true);
        exact_type(out, model, &format!("INT_LEAST{bits}"), kind, false);
        constant(out, model, &format!("INT{bits}"), kind);
    }
    quick.into_iter().for_each(|(bits, kind)| exact_type(out, model, &format!("INT_FAST{bits}"), kind, false));
    exact_type(out, model, "INTPTR", facts.ptrdiff, false);
    exact_type(out, model, "INTMAX", int64, false);
    constant(out, model, "INTMAX", int64);
    out.define("__CHAR16_TYPE__", name_of(unsigned(int16)));
    out.define("__CHAR32_TYPE__", name_of(unsigned(facts.int32)));
    out.define("__SIG_ATOMIC_TYPE__", "int");
    limits(out, model, "SIG_ATOMIC", IntKind::Int);
    out.define("__SIG_ATOMIC_MIN__", "(-__SIG_ATOMIC_MAX__ - 1)");
}

/// A signed type and its unsigned twin. gcc gives no width of exact ones.
fn exact_type(out: &mut Defines, model: DataModel, name: &str, kind: IntKind, is_exact: bool) {
    for (prefix, kind) in [("", kind), ("U", unsigned(kind))] {
        out.define(&format!("__{prefix}{name}_TYPE__"), name_of(kind));
        out.define(&format!("__{prefix}{name}_MAX__"), &largest(model, kind));
    }
    if !is_exact {
        out.define(&format!("__{name}_WIDTH__"), &model.int_bits(kind).to_string());
    }
}

fn constant(out: &mut Defines, model: DataModel, name: &str, kind: IntKind) {
    for (prefix, kind) in [("", kind), ("U", unsigned(kind))] {
        let value = match suffix(model, kind) {
            "" => "c".to_string(),
            suffix => format!("c ## {suffix}"),
        };
        out.define(&format!("__{prefix}{name}_C(c)"), &value);
    }
}

fn limits(out: &mut Defines, model: DataModel, name: &str, kind: IntKind) {
    out.define(&format!("__{name}_MAX__"), &largest(model, kind));
    out.define(&format!("__{name}_WIDTH__"), &model.int_bits(kind).to_string());
}

fn largest(model: DataModel, kind: IntKind) -> String {
    let bits = u32::from(model.int_bits(kind)) - u32::from(!is_unsigned(kind));
    format!("{:#x}{}", u128::MAX >> (128 - bits), suffix(model, kind))
}

/// What makes a constant one of the promoted type.
fn suffix(model: DataModel, kind: IntKind) -> &'static str {
    let is_promoted = model.int_bits(kind) < model.facts().int;
    match kind {
        _ if is_promoted => "",
        IntKind::UInt | IntKind::UShort => "U",
        IntKind::Long => "L",
        IntKind::ULong => "UL",
        IntKind::LongLong => "LL",
        IntKind::ULongLong => "ULL",
        _ => "",
    }
}

fn is_unsigned(kind: IntKind) -> bool {
    kind == unsigned(kind)
}

fn unsigned(kind: IntKind) -> IntKind {
    match kind {
        IntKind::SChar => IntKind::UChar,
        IntKind::Short => IntKind::UShort,
        IntKind::Int => IntKind::UInt,
        IntKind::Long => IntKind::ULong,
        IntKind::LongLong => IntKind::ULongLong,
        other => other,
    }
}

fn name_of(kind: IntKind) -> &'static str {
    match kind {
        IntKind::SChar => "signed char",
        IntKind::UChar => "unsigned char",
        IntKind::Short => "short int",
        IntKind::UShort => "short unsigned int",
        IntKind::UInt => "unsigned int",
        IntKind::Long => "long int",
        IntKind::ULong => "long unsigned int",
        IntKind::LongLong => "long long int",
        IntKind::ULongLong => "long long unsigned int",
        _ => "int",
    }
}

fn floats(out: &mut Defines, prefix: &str, format: FloatFormat, suffix: &str, cast: &str) {
    let (facts, values) = match format {
        FloatFormat::F32 => (["24", "6", "9", "(-125)", "(-37)", "128", "38"], SINGLE),
        FloatFormat::F128 => (["113", "33", "36", "(-16381)", "(-4931)", "16384", "4932"], QUAD),
        _ => (["53", "15", "17", "(-1021)", "(-307)", "1024", "308"], DOUBLE),
    };
    let names = ["MANT_DIG", "DIG", "DECIMAL_DIG", "MIN_EXP", "MIN_10_EXP", "MAX_EXP", "MAX_10_EXP"];
    for (name, value) in names.iter().zip(facts) {
        out.define(&format!("__{prefix}_{name}__"), value);
    }
    for (name, value) in ["MAX", "NORM_MAX", "MIN", "EPSILON", "DENORM_MIN"].iter().zip(values) {
        let value = if cast.is_empty() { format!("{value}{suffix}") } else { format!("({cast}{value}{suffix})") };
        out.define(&format!("__{prefix}_{name}__"), &value);
    }
    for name in ["HAS_DENORM", "HAS_INFINITY", "HAS_QUIET_NAN"] {
        out.define(&format!("__{prefix}_{name}__"), "1");
    }
}

const SINGLE: [&str; 5] = [
    "3.40282346638528859811704183484516925e+38",
    "3.40282346638528859811704183484516925e+38",
    "1.17549435082228750796873653722224568e-38",
    "1.19209289550781250000000000000000000e-7",
    "1.40129846432481707092372958328991613e-45",
];

const DOUBLE: [&str; 5] = [
    "1.79769313486231570814527423731704357e+308",
    "1.79769313486231570814527423731704357e+308",
    "2.22507385850720138309023271733240406e-308",
    "2.22044604925031308084726333618164062e-16",
    "4.94065645841246544176568792868221372e-324",
];

const QUAD: [&str; 5] = [
    "1.18973149535723176508575932662800702e+4932",
    "1.18973149535723176508575932662800702e+4932",
    "3.36210314311209350626267781732175260e-4932",
    "1.92592994438723585305597794258492732e-34",
    "6.47517511943802511092443895822764655e-4966",
];

/// What gcc defines for all machines.
const COMMON: &[(&str, &str)] = &[
    ("__GNUC__", "12"),
    ("__GNUC_MINOR__", "2"),
    ("__GNUC_PATCHLEVEL__", "0"),
    ("__VERSION__", "\"12.2.0\""),
    ("__CHAR_BIT__", "8"),
    ("__ORDER_LITTLE_ENDIAN__", "1234"),
    ("__ORDER_BIG_ENDIAN__", "4321"),
    ("__ORDER_PDP_ENDIAN__", "3412"),
    ("__FLT_RADIX__", "2"),
    ("__FLT_EVAL_METHOD__", "0"),
    ("__FLT_EVAL_METHOD_TS_18661_3__", "0"),
    ("__FINITE_MATH_ONLY__", "0"),
    ("__GCC_IEC_559", "2"),
    ("__ELF__", "1"),
    ("__USER_LABEL_PREFIX__", ""),
    ("__REGISTER_PREFIX__", ""),
    ("__PRAGMA_REDEFINE_EXTNAME", "1"),
    ("__ATOMIC_RELAXED", "0"),
    ("__ATOMIC_CONSUME", "1"),
    ("__ATOMIC_ACQUIRE", "2"),
    ("__ATOMIC_RELEASE", "3"),
    ("__ATOMIC_ACQ_REL", "4"),
    ("__ATOMIC_SEQ_CST", "5"),
    ("__GCC_ATOMIC_TEST_AND_SET_TRUEVAL", "1"),
];
