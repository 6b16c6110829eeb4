//! The tables of names that the compiler itself knows: `__builtin_*`, atomics, library functions with their types, and
//! the verification intrinsics.
//!
//! A signature is a string: the result, then the parameters. `v` void, `b` _Bool, `c` char, `i` int, `u` unsigned, `l` long,
//! `m` unsigned long, `x` long long, `y` unsigned long long, `z` size_t, `t` ptrdiff_t, `q`/`r`/`o` unsigned of 16/32/64
//! bits, `n` unsigned __int128, `f` float, `d` double, `D` long double, `g` _Float128, `p` void *, `P` const void *,
//! `s` char *, `S` const char *, `a` va_list, `.` variable arguments.

use crate::hir::{BinaryOp, Builtin};
use pm_base::{Interner, Symbol};
use rustc_hash::FxHashMap;

/// How a call of a compiler-known name is treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// An operation with a fixed signature.
    Op(Builtin, &'static str),
    /// A float operation on any float type; the second is how many arguments.
    FloatClass(Builtin, usize),
    /// Quiet comparison of two floats.
    FloatCompare(BinaryOp),
    IsLessGreater,
    FpClassify,
    /// `__builtin_inf` and its like, of the type that the signature letter says.
    Infinity(char),
    Nan(char),
    /// Generic overflow arithmetic, or of the type of the letter.
    Overflow(Builtin, Option<char>),
    OverflowPredicate(Builtin),
    /// `__CPROVER_overflow_plus(a, b)`: of the common type of the operands.
    OverflowOf(Builtin),
    /// `__CPROVER_overflow_unary_minus(a)`
    OverflowOfMinus,
    /// `__CPROVER_overflow_shl(a, n)`
    OverflowOfShl,
    Saturating(Builtin),
    EnumInRange,
    /// `__CPROVER_pointer_in_range(from, p, to)`
    PointerInRange,
    /// `__CPROVER_array_copy(dst, src)` and its like, by the model of that name.
    Arrays(Symbol),
    /// `__CPROVER_array_set(array, value)`
    ArraySet(Symbol),
    /// `__ESBMC_forall(&i, condition)`, or `exists`
    Quantifier(bool),
    /// `__ESBMC_and(a, b)`, `or`: both are evaluated.
    Connective(BinaryOp),
    /// `__ESBMC_implies(a, b)`: both are evaluated.
    Implies,
    /// `__ESBMC_bitcast(dst, src)`, by the function of that name.
    Bitcast(Symbol),
    /// `__ESBMC_get_object_size(array)`
    ElementCount,
    /// It is true.
    True,
    Expect,
    ConstantP,
    ObjectSize,
    AssumeAligned,
    ClassifyType,
    VaStart,
    VaEnd,
    VaCopy,
    /// `__CPROVER_r_ok(p)` or `(p, size)`: without size, that of what `p` points to.
    AccessOk(Builtin),
    /// Formatting with a `va_list` in the last argument.
    PmFormatted(Builtin, &'static str),
    Atomic(AtomicOp),
    /// A fortified library function: the arguments in the mask are left out.
    Checked(Symbol, u32),
    /// The library function without the prefix.
    Library(Symbol),
    /// Elements of vectors by a mask, or by constant indices.
    Shuffle,
    ShuffleVector,
    Unsupported(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AtomicOp {
    /// `nand` is `None`; returns the new value where `new`.
    Rmw {
        op: Option<BinaryOp>,
        new: bool,
    },
    LoadN,
    Load,
    StoreN,
    Store,
    ExchangeN,
    Exchange,
    /// `__atomic_compare_exchange[_n]`
    CompareExchange {
        by_pointer: bool,
    },
    /// `__sync_*_compare_and_swap`
    CompareSwap {
        returns_bool: bool,
    },
    Release,
    TestAndSet,
    LockFree,
}

pub struct BuiltinTable {
    special: FxHashMap<Symbol, Special>,
    library: FxHashMap<Symbol, &'static str>,
    intrinsics: FxHashMap<Symbol, (Builtin, &'static str)>,
}

impl BuiltinTable {
    pub fn new(names: &mut Interner) -> Self {
        let mut special = FxHashMap::default();
        let mut library = FxHashMap::default();
        for (name, sig) in LIBRARY {
            add_library(names, &mut library, &mut special, name, sig);
        }
        for (name, arity) in MATH {
            for (suffix, letter) in [("", "d"), ("f", "f"), ("l", "D")] {
                let sig: &'static str = match (*arity, letter) {
                    (1, "d") => "dd",
                    (1, "f") => "ff",
                    (1, _) => "DD",
                    (2, "d") => "ddd",
                    (2, "f") => "fff",
                    (2, _) => "DDD",
                    (_, "d") => "dddd",
                    (_, "f") => "ffff",
                    (_, _) => "DDDD",
                };
                add_library(names, &mut library, &mut special, &format!("{name}{suffix}"), sig);
            }
        }
        for (suffix, sig) in [("", "ddi"), ("f", "ffi"), ("l", "DDi")] {
            let model = names.intern(&format!("__pm_powi{suffix}"));
            library.insert(model, sig);
            special.insert(names.intern(&format!("__builtin_powi{suffix}")), Special::Library(model));
        }
        for (name, target, mask) in CHECKED {
            let target = names.intern(target);
            special.insert(names.intern(&format!("__builtin___{name}_chk")), Special::Checked(target, *mask));
        }
        for (name, op, sigs) in FLOAT_OPS {
            for (suffix, sig) in ["", "f", "l", "f128"].iter().zip(*sigs) {
                special.insert(names.intern(&format!("__builtin_{name}{suffix}")), Special::Op(*op, sig));
            }
        }
        for (suffix, letter) in [("", 'd'), ("f", 'f'), ("l", 'D'), ("f128", 'g'), ("f32", 'f'), ("f64", 'd')] {
            for name in ["inf", "huge_val"] {
                special.insert(names.intern(&format!("__builtin_{name}{suffix}")), Special::Infinity(letter));
            }
            for name in ["nan", "nans"] {
                special.insert(names.intern(&format!("__builtin_{name}{suffix}")), Special::Nan(letter));
            }
        }
        for (name, s) in SPECIAL {
            special.insert(names.intern(name), *s);
        }
        for (suffix, letter) in [("s", 'i'), ("sl", 'l'), ("sll", 'x'), ("u", 'u'), ("ul", 'm'), ("ull", 'y')] {
            for (op, b) in [("add", Builtin::AddOverflow), ("sub", Builtin::SubOverflow), ("mul", Builtin::MulOverflow)]
            {
                let (sign, length) = suffix.split_at(1);
                let name = format!("__builtin_{sign}{op}{length}_overflow");
                special.insert(names.intern(&name), Special::Overflow(b, Some(letter)));
            }
        }
        for name in ["copy", "replace", "equal", "set"] {
            let model = names.intern(&format!("__pm_array_{name}"));
            let s = if name == "set" { Special::ArraySet(model) } else { Special::Arrays(model) };
            special.insert(names.intern(&format!("__CPROVER_array_{name}")), s);
        }
        for name in ALIASES {
            let target = names.intern(name);
            special.insert(names.intern(&format!("__CPROVER_{name}")), Special::Library(target));
        }
        for name in ALIASES.iter().chain(ESBMC_ALIASES) {
            let target = names.intern(name);
            special.insert(names.intern(&format!("__ESBMC_{name}")), Special::Library(target));
        }
        special.insert(names.intern("__CPROVER_deallocate"), Special::Library(names.intern("free")));
        special.insert(names.intern("__ESBMC_bitcast"), Special::Bitcast(names.intern("memcpy")));
        for (suffix, letter) in [("f", 'f'), ("d", 'd'), ("ld", 'D')] {
            for (name, s) in CPROVER_FLOATS {
                special.insert(names.intern(&format!("__CPROVER_{name}{suffix}")), *s);
                special.insert(names.intern(&format!("__ESBMC_{name}{suffix}")), *s);
                special.insert(names.intern(&format!("__ESBMC_{name}")), *s);
            }
            let suffix = if letter == 'd' { "" } else { &suffix[..1] };
            special.insert(names.intern(&format!("__CPROVER_inf{suffix}")), Special::Infinity(letter));
        }
        for (bits, sig, letter) in [(8, "CCC", "CC"), (16, "qqq", "qq"), (32, "rrr", "rr"), (64, "ooo", "oo")] {
            let mut add = |name: &str, s| special.insert(names.intern(&format!("__builtin_{name}{bits}")), s);
            add("rotateleft", Special::Op(Builtin::RotateLeft, sig));
            add("rotateright", Special::Op(Builtin::RotateRight, sig));
            add("bitreverse", Special::Op(Builtin::BitReverse, letter));
        }
        atomics(names, &mut special);
        let intrinsics = INTRINSICS.iter().map(|(n, b, sig)| (names.intern(n), (*b, *sig))).collect();
        BuiltinTable { special, library, intrinsics }
    }

    pub fn special(&self, name: Symbol) -> Option<Special> {
        self.special.get(&name).copied()
    }

    /// Signature of a library function that gcc knows.
    pub fn library(&self, name: Symbol) -> Option<&'static str> {
        self.library.get(&name).copied()
    }

    pub fn intrinsic(&self, name: Symbol) -> Option<Builtin> {
        self.intrinsics.get(&name).map(|i| i.0)
    }

    /// Signature of an intrinsic that the program does not declare; empty where arguments are taken as they are.
    pub fn intrinsic_signature(&self, name: Symbol) -> Option<&'static str> {
        self.intrinsics.get(&name).map(|i| i.1)
    }
}

fn add_library(
    names: &mut Interner,
    library: &mut FxHashMap<Symbol, &'static str>,
    special: &mut FxHashMap<Symbol, Special>,
    name: &str,
    sig: &'static str,
) {
    let plain = names.intern(name);
    library.insert(plain, sig);
    special.insert(names.intern(&format!("__builtin_{name}")), Special::Library(plain));
}

/// The signature letter of the value that `nondet_T` returns.
pub fn nondet_letter(name: &str) -> Option<char> {
    Some(match nondet_suffix(name)? {
        "int" | "signed" | "S32" | "s32" | "int32_t" => 'i',
        "bool" | "_Bool" => 'b',
        "char" => 'c',
        "uchar" | "unsigned_char" | "u8" | "U8" | "uint8_t" => 'C',
        "schar" | "signed_char" | "s8" | "S8" | "int8_t" => 'h',
        "short" | "s16" | "S16" | "int16_t" => 'k',
        "ushort" | "unsigned_short" | "u16" | "U16" | "uint16_t" => 'q',
        "uint" | "unsigned" | "unsigned_int" | "u32" | "U32" | "uint32_t" => 'u',
        "long" | "ssize_t" => 'l',
        "ulong" | "unsigned_long" | "sector_t" | "pthread_t" => 'm',
        "longlong" | "long_long" | "loff_t" | "s64" | "S64" | "int64_t" => 'x',
        "ulonglong" | "unsigned_long_long" => 'y',
        "u64" | "U64" | "uint64_t" => 'o',
        "size_t" => 'z',
        "float" => 'f',
        "double" => 'd',
        "longdouble" | "long_double" | "ldouble" => 'D',
        "pointer" => 'p',
        "charp" | "pchar" | "const_char_pointer" => 's',
        "int128" => 'N',
        "uint128" => 'n',
        _ => return None,
    })
}

/// `T` of `nondet_T`, `__VERIFIER_nondet_T` and their like.
pub fn nondet_suffix(name: &str) -> Option<&str> {
    ["__VERIFIER_nondet_", "__ESBMC_nondet_", "nondet_"].iter().find_map(|p| name.strip_prefix(p))
}

/// Functions of these names return arbitrary values where they have no body.
pub fn nondet_prefix(name: &str) -> Option<Builtin> {
    nondet_suffix(name).map(|_| Builtin::Nondet)
}

/// Names of verifiers and compilers: they never are unknown functions.
pub fn is_reserved(name: &str) -> bool {
    const FAMILIES: [&str; 8] =
        ["__CPROVER_", "__ESBMC_", "__VERIFIER_", "__builtin_", "__sync_", "__atomic_", "__c11_atomic_", "__pm_"];
    FAMILIES.iter().any(|family| name.starts_with(family))
}

/// Names of variables that change what a verifier does, also where the program defines them (`int __CPROVER_rounding_mode;`).
pub fn is_of_verifiers(name: &str) -> bool {
    ["__CPROVER_", "__ESBMC_"].iter().any(|family| name.starts_with(family))
}

const LIBRARY: &[(&str, &str)] = &[
    ("memcpy", "ppPz"),
    ("memmove", "ppPz"),
    ("mempcpy", "ppPz"),
    ("memset", "ppiz"),
    ("memcmp", "iPPz"),
    ("memchr", "pPiz"),
    ("bcopy", "vPpz"),
    ("bzero", "vpz"),
    ("bcmp", "iPPz"),
    ("strlen", "zS"),
    ("strnlen", "zSz"),
    ("strcpy", "ssS"),
    ("strncpy", "ssSz"),
    ("strcat", "ssS"),
    ("strncat", "ssSz"),
    ("strcmp", "iSS"),
    ("strncmp", "iSSz"),
    ("strcasecmp", "iSS"),
    ("strncasecmp", "iSSz"),
    ("strchr", "sSi"),
    ("strrchr", "sSi"),
    ("index", "sSi"),
    ("rindex", "sSi"),
    ("strstr", "sSS"),
    ("strspn", "zSS"),
    ("strcspn", "zSS"),
    ("strpbrk", "sSS"),
    ("strdup", "sS"),
    ("strndup", "sSz"),
    ("stpcpy", "ssS"),
    ("stpncpy", "ssSz"),
    ("malloc", "pz"),
    ("calloc", "pzz"),
    ("realloc", "ppz"),
    ("aligned_alloc", "pzz"),
    ("free", "vp"),
    ("abort", "v"),
    ("exit", "vi"),
    ("_exit", "vi"),
    ("_Exit", "vi"),
    ("abs", "ii"),
    ("labs", "ll"),
    ("llabs", "xx"),
    ("ffs", "ii"),
    ("ffsl", "il"),
    ("ffsll", "ix"),
    ("printf", "iS."),
    ("fprintf", "ipS."),
    ("sprintf", "isS."),
    ("snprintf", "iszS."),
    ("vprintf", "iSa"),
    ("vfprintf", "ipSa"),
    ("vsprintf", "isSa"),
    ("vsnprintf", "iszSa"),
    ("scanf", "iS."),
    ("fscanf", "ipS."),
    ("sscanf", "iSS."),
    ("puts", "iS"),
    ("putchar", "ii"),
    ("fputs", "iSp"),
    ("fputc", "iip"),
    ("putc", "iip"),
    ("fwrite", "zPzzp"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isblank", "ii"),
    ("iscntrl", "ii"),
    ("isdigit", "ii"),
    ("isgraph", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("ispunct", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("lround", "ld"),
    ("lroundf", "lf"),
    ("lroundl", "lD"),
    ("llround", "xd"),
    ("llroundf", "xf"),
    ("llroundl", "xD"),
    ("lrint", "ld"),
    ("lrintf", "lf"),
    ("lrintl", "lD"),
    ("llrint", "xd"),
    ("llrintf", "xf"),
    ("llrintl", "xD"),
    ("ilogb", "id"),
    ("ilogbf", "if"),
    ("ilogbl", "iD"),
    ("ldexp", "ddi"),
    ("ldexpf", "ffi"),
    ("ldexpl", "DDi"),
    ("scalbn", "ddi"),
    ("scalbnf", "ffi"),
    ("scalbnl", "DDi"),
    ("scalbln", "ddl"),
    ("scalblnf", "ffl"),
    ("scalblnl", "DDl"),
    ("frexp", "ddp"),
    ("frexpf", "ffp"),
    ("frexpl", "DDp"),
    ("modf", "ddp"),
    ("modff", "ffp"),
    ("modfl", "DDp"),
    ("remquo", "dddp"),
    ("remquof", "fffp"),
    ("remquol", "DDDp"),
    ("nan", "dS"),
    ("nanf", "fS"),
    ("nanl", "DS"),
    ("__pm_array_copy", "vpzPz"),
    ("__pm_array_replace", "vpzPz"),
    ("__pm_array_set", "vpzPz"),
    ("__pm_array_equal", "bPzPz"),
    ("__pm_shl_overflows", "byiiyi"),
    ("__pm_uninterpreted", "yuyyyy"),
];

/// Functions from floats to a float, with their arity; also with the suffixes `f` and `l`.
const MATH: &[(&str, usize)] = &[
    ("acos", 1),
    ("acosh", 1),
    ("asin", 1),
    ("asinh", 1),
    ("atan", 1),
    ("atan2", 2),
    ("atanh", 1),
    ("cbrt", 1),
    ("ceil", 1),
    ("copysign", 2),
    ("cos", 1),
    ("cosh", 1),
    ("erf", 1),
    ("erfc", 1),
    ("exp", 1),
    ("exp2", 1),
    ("expm1", 1),
    ("fabs", 1),
    ("fdim", 2),
    ("floor", 1),
    ("fma", 3),
    ("fmax", 2),
    ("fmin", 2),
    ("fmod", 2),
    ("hypot", 2),
    ("lgamma", 1),
    ("log", 1),
    ("log10", 1),
    ("log1p", 1),
    ("log2", 1),
    ("logb", 1),
    ("nearbyint", 1),
    ("nextafter", 2),
    ("pow", 2),
    ("remainder", 2),
    ("rint", 1),
    ("round", 1),
    ("sin", 1),
    ("sinh", 1),
    ("sqrt", 1),
    ("tan", 1),
    ("tanh", 1),
    ("tgamma", 1),
    ("trunc", 1),
];

/// `__builtin_` forms that are operations of ours, for double, float, long double and _Float128.
const FLOAT_OPS: &[(&str, Builtin, [&str; 4])] = &[
    ("fabs", Builtin::Fabs, ["dd", "ff", "DD", "gg"]),
    ("sqrt", Builtin::Sqrt, ["dd", "ff", "DD", "gg"]),
    ("floor", Builtin::Floor, ["dd", "ff", "DD", "gg"]),
    ("ceil", Builtin::Ceil, ["dd", "ff", "DD", "gg"]),
    ("trunc", Builtin::Trunc, ["dd", "ff", "DD", "gg"]),
    ("round", Builtin::Round, ["dd", "ff", "DD", "gg"]),
    ("rint", Builtin::Rint, ["dd", "ff", "DD", "gg"]),
    ("nearbyint", Builtin::Rint, ["dd", "ff", "DD", "gg"]),
    ("copysign", Builtin::Copysign, ["ddd", "fff", "DDD", "ggg"]),
    ("fmod", Builtin::Fmod, ["ddd", "fff", "DDD", "ggg"]),
    ("remainder", Builtin::Remainder, ["ddd", "fff", "DDD", "ggg"]),
    ("drem", Builtin::Remainder, ["ddd", "fff", "DDD", "ggg"]),
    ("fma", Builtin::Fma, ["dddd", "ffff", "DDDD", "gggg"]),
    ("scalbn", Builtin::Scalbn, ["ddi", "ffi", "DDi", "ggi"]),
    ("ldexp", Builtin::Scalbn, ["ddi", "ffi", "DDi", "ggi"]),
];

/// `__builtin___X_chk`: the library function and the arguments that are left out, as bits.
const CHECKED: &[(&str, &str, u32)] = &[
    ("memcpy", "memcpy", 1 << 3),
    ("memmove", "memmove", 1 << 3),
    ("mempcpy", "mempcpy", 1 << 3),
    ("memset", "memset", 1 << 3),
    ("strcpy", "strcpy", 1 << 2),
    ("stpcpy", "stpcpy", 1 << 2),
    ("strcat", "strcat", 1 << 2),
    ("strncpy", "strncpy", 1 << 3),
    ("stpncpy", "stpncpy", 1 << 3),
    ("strncat", "strncat", 1 << 3),
    ("sprintf", "sprintf", 1 << 1 | 1 << 2),
    ("vsprintf", "vsprintf", 1 << 1 | 1 << 2),
    ("snprintf", "snprintf", 1 << 2 | 1 << 3),
    ("vsnprintf", "vsnprintf", 1 << 2 | 1 << 3),
    ("printf", "printf", 1),
    ("vprintf", "vprintf", 1),
    ("fprintf", "fprintf", 1 << 1),
    ("vfprintf", "vfprintf", 1 << 1),
];

/// Intrinsics that do what a library function does: `__CPROVER_abs`, `__ESBMC_abs`.
const ALIASES: &[&str] = &["abs", "labs", "llabs", "fabs", "fabsf", "fabsl"];
/// The same of ESBMC alone.
const ESBMC_ALIASES: &[&str] = &["memset", "memcpy", "memmove", "memcmp", "memchr"];

/// With a suffix for the type: `__CPROVER_isnanf`.
const CPROVER_FLOATS: &[(&str, Special)] = &[
    ("isnan", Special::FloatClass(Builtin::IsNan, 1)),
    ("isinf", Special::FloatClass(Builtin::IsInf, 1)),
    ("isfinite", Special::FloatClass(Builtin::IsFinite, 1)),
    ("isnormal", Special::FloatClass(Builtin::IsNormal, 1)),
    ("sign", Special::FloatClass(Builtin::SignBit, 1)),
    ("isunordered", Special::FloatClass(Builtin::IsUnordered, 2)),
    ("isgreater", Special::FloatCompare(BinaryOp::Gt)),
    ("isgreaterequal", Special::FloatCompare(BinaryOp::Ge)),
    ("isless", Special::FloatCompare(BinaryOp::Lt)),
    ("islessequal", Special::FloatCompare(BinaryOp::Le)),
    ("islessgreater", Special::IsLessGreater),
];

const SPECIAL: &[(&str, Special)] = &[
    ("__builtin_clz", Special::Op(Builtin::Clz, "iu")),
    ("__builtin_clzl", Special::Op(Builtin::Clz, "im")),
    ("__builtin_clzll", Special::Op(Builtin::Clz, "iy")),
    ("__builtin_ctz", Special::Op(Builtin::Ctz, "iu")),
    ("__builtin_ctzl", Special::Op(Builtin::Ctz, "im")),
    ("__builtin_ctzll", Special::Op(Builtin::Ctz, "iy")),
    ("__builtin_clrsb", Special::Op(Builtin::Clrsb, "ii")),
    ("__builtin_clrsbl", Special::Op(Builtin::Clrsb, "il")),
    ("__builtin_clrsbll", Special::Op(Builtin::Clrsb, "ix")),
    ("__builtin_ffs", Special::Op(Builtin::Ffs, "ii")),
    ("__builtin_ffsl", Special::Op(Builtin::Ffs, "il")),
    ("__builtin_ffsll", Special::Op(Builtin::Ffs, "ix")),
    ("__builtin_popcount", Special::Op(Builtin::Popcount, "iu")),
    ("__builtin_popcountl", Special::Op(Builtin::Popcount, "im")),
    ("__builtin_popcountll", Special::Op(Builtin::Popcount, "iy")),
    ("__builtin_parity", Special::Op(Builtin::Parity, "iu")),
    ("__builtin_parityl", Special::Op(Builtin::Parity, "im")),
    ("__builtin_parityll", Special::Op(Builtin::Parity, "iy")),
    ("__builtin_bswap16", Special::Op(Builtin::Bswap, "qq")),
    ("__builtin_bswap32", Special::Op(Builtin::Bswap, "rr")),
    ("__builtin_bswap64", Special::Op(Builtin::Bswap, "oo")),
    ("__builtin_bswap128", Special::Op(Builtin::Bswap, "nn")),
    ("__builtin_add_overflow", Special::Overflow(Builtin::AddOverflow, None)),
    ("__builtin_sub_overflow", Special::Overflow(Builtin::SubOverflow, None)),
    ("__builtin_mul_overflow", Special::Overflow(Builtin::MulOverflow, None)),
    ("__builtin_add_overflow_p", Special::OverflowPredicate(Builtin::AddOverflow)),
    ("__builtin_sub_overflow_p", Special::OverflowPredicate(Builtin::SubOverflow)),
    ("__builtin_mul_overflow_p", Special::OverflowPredicate(Builtin::MulOverflow)),
    ("__builtin_isnan", Special::FloatClass(Builtin::IsNan, 1)),
    ("__builtin_isnanf", Special::FloatClass(Builtin::IsNan, 1)),
    ("__builtin_isnanl", Special::FloatClass(Builtin::IsNan, 1)),
    ("__builtin_isinf", Special::FloatClass(Builtin::IsInf, 1)),
    ("__builtin_isinff", Special::FloatClass(Builtin::IsInf, 1)),
    ("__builtin_isinfl", Special::FloatClass(Builtin::IsInf, 1)),
    ("__builtin_isinf_sign", Special::FloatClass(Builtin::IsInfSign, 1)),
    ("__builtin_isfinite", Special::FloatClass(Builtin::IsFinite, 1)),
    ("__builtin_finite", Special::FloatClass(Builtin::IsFinite, 1)),
    ("__builtin_finitef", Special::FloatClass(Builtin::IsFinite, 1)),
    ("__builtin_finitel", Special::FloatClass(Builtin::IsFinite, 1)),
    ("__builtin_isnormal", Special::FloatClass(Builtin::IsNormal, 1)),
    ("__builtin_signbit", Special::FloatClass(Builtin::SignBit, 1)),
    ("__builtin_signbitf", Special::FloatClass(Builtin::SignBit, 1)),
    ("__builtin_signbitl", Special::FloatClass(Builtin::SignBit, 1)),
    ("__builtin_isunordered", Special::FloatClass(Builtin::IsUnordered, 2)),
    ("__builtin_isgreater", Special::FloatCompare(BinaryOp::Gt)),
    ("__builtin_isgreaterequal", Special::FloatCompare(BinaryOp::Ge)),
    ("__builtin_isless", Special::FloatCompare(BinaryOp::Lt)),
    ("__builtin_islessequal", Special::FloatCompare(BinaryOp::Le)),
    ("__builtin_islessgreater", Special::IsLessGreater),
    ("__builtin_fpclassify", Special::FpClassify),
    ("__builtin_expect", Special::Expect),
    ("__builtin_expect_with_probability", Special::Expect),
    ("__builtin_constant_p", Special::ConstantP),
    ("__builtin_object_size", Special::ObjectSize),
    ("__builtin_dynamic_object_size", Special::ObjectSize),
    ("__builtin_assume_aligned", Special::AssumeAligned),
    ("__builtin_classify_type", Special::ClassifyType),
    ("__builtin_va_start", Special::VaStart),
    ("__builtin_c23_va_start", Special::VaStart),
    ("__builtin_stdarg_start", Special::VaStart),
    ("__builtin_va_end", Special::VaEnd),
    ("__builtin_va_copy", Special::VaCopy),
    ("__builtin_unreachable", Special::Op(Builtin::Unreachable, "v")),
    ("__builtin_trap", Special::Op(Builtin::Trap, "v")),
    ("__builtin_alloca", Special::Op(Builtin::Alloca, "pz")),
    ("__builtin_alloca_with_align", Special::Op(Builtin::Alloca, "pzz")),
    ("__builtin_prefetch", Special::Op(Builtin::Nothing, "vP.")),
    ("__builtin_ia32_pause", Special::Op(Builtin::Nothing, "v")),
    ("__builtin___clear_cache", Special::Op(Builtin::Nothing, "vpp")),
    ("__sync_synchronize", Special::Op(Builtin::Nothing, "v")),
    ("__atomic_thread_fence", Special::Op(Builtin::Nothing, "vi")),
    ("__atomic_signal_fence", Special::Op(Builtin::Nothing, "vi")),
    ("__builtin_return_address", Special::Unsupported("return addresses are not known")),
    ("__builtin_frame_address", Special::Unsupported("frame addresses are not known")),
    ("__builtin_setjmp", Special::Unsupported("setjmp and longjmp are not supported")),
    ("__builtin_longjmp", Special::Unsupported("setjmp and longjmp are not supported")),
    ("__builtin_apply", Special::Unsupported("calls with constructed arguments are not supported")),
    ("__builtin_va_arg_pack", Special::Unsupported("argument packs are not supported")),
    ("__builtin_va_arg_pack_len", Special::Unsupported("argument packs are not supported")),
    ("__builtin_complex", Special::Unsupported(crate::specs::COMPLEX)),
    ("__builtin_shuffle", Special::Shuffle),
    ("__builtin_shufflevector", Special::ShuffleVector),
    ("__builtin_assume", Special::Op(Builtin::Promise, "vb")),
    ("__CPROVER_allocate", Special::Op(Builtin::PmAlloc, "pzi")),
    ("__CPROVER_overflow_plus", Special::OverflowOf(Builtin::AddOverflow)),
    ("__CPROVER_overflow_minus", Special::OverflowOf(Builtin::SubOverflow)),
    ("__CPROVER_overflow_mult", Special::OverflowOf(Builtin::MulOverflow)),
    ("__CPROVER_overflow_unary_minus", Special::OverflowOfMinus),
    ("__CPROVER_overflow_shl", Special::OverflowOfShl),
    ("__CPROVER_saturating_plus", Special::Saturating(Builtin::SaturatingAdd)),
    ("__CPROVER_saturating_minus", Special::Saturating(Builtin::SaturatingSub)),
    ("__CPROVER_enum_is_in_range", Special::EnumInRange),
    ("__CPROVER_pointer_in_range", Special::PointerInRange),
    ("__CPROVER_r_ok", Special::AccessOk(Builtin::ROk)),
    ("__CPROVER_w_ok", Special::AccessOk(Builtin::WOk)),
    ("__CPROVER_rw_ok", Special::AccessOk(Builtin::WOk)),
    ("__ESBMC_r_ok", Special::AccessOk(Builtin::ROk)),
    ("__ESBMC_w_ok", Special::AccessOk(Builtin::WOk)),
    ("__ESBMC_rw_ok", Special::AccessOk(Builtin::WOk)),
    ("__ESBMC_alloca", Special::Op(Builtin::Alloca, "pz")),
    ("__ESBMC_is_little_endian", Special::True),
    ("__ESBMC_get_object_size", Special::ElementCount),
    ("__ESBMC_forall", Special::Quantifier(true)),
    ("__ESBMC_exists", Special::Quantifier(false)),
    ("__ESBMC_and", Special::Connective(BinaryOp::BitAnd)),
    ("__ESBMC_or", Special::Connective(BinaryOp::BitOr)),
    ("__ESBMC_implies", Special::Implies),
    ("__ESBMC_requires", Special::Unsupported("contracts are not supported: '__ESBMC_requires'")),
    ("__ESBMC_ensures", Special::Unsupported("contracts are not supported: '__ESBMC_ensures'")),
    ("__ESBMC_assigns", Special::Unsupported("contracts are not supported: '__ESBMC_assigns'")),
    ("__ESBMC_old", Special::Unsupported("contracts are not supported: '__ESBMC_old'")),
    ("__ESBMC_is_fresh", Special::Unsupported("contracts are not supported: '__ESBMC_is_fresh'")),
    ("__ESBMC_loop_invariant", Special::Unsupported("contracts are not supported: '__ESBMC_loop_invariant'")),
    ("__ESBMC_loop_assigns", Special::Unsupported("contracts are not supported: '__ESBMC_loop_assigns'")),
    ("__pm_alloc", Special::Op(Builtin::PmAlloc, "pzi")),
    ("__pm_alloc_static", Special::Op(Builtin::PmAllocStatic, "pz")),
    ("__pm_free", Special::Op(Builtin::PmFree, "vp")),
    ("__pm_free_ok", Special::Op(Builtin::PmFreeOk, "bp")),
    ("__pm_copy", Special::Op(Builtin::PmCopy, "vpPz")),
    ("__pm_fill", Special::Op(Builtin::PmFill, "vpiz")),
    ("__pm_print", Special::PmFormatted(Builtin::PmPrint, "ipS")),
    ("__pm_format", Special::PmFormatted(Builtin::PmFormat, "iszS")),
    ("__pm_printable", Special::PmFormatted(Builtin::PmPrintable, "bS")),
    ("__pm_stop", Special::Op(Builtin::PmStop, "vi")),
    ("__pm_destructors", Special::Op(Builtin::PmDestructors, "v")),
    ("__pm_havoc", Special::Op(Builtin::PmHavoc, "vpz")),
    ("__pm_malloc_may_fail", Special::Op(Builtin::PmMallocMayFail, "b")),
    ("__pm_overlooks_accesses", Special::Op(Builtin::PmOverlooksAccesses, "b")),
    ("__pm_errno_is_read", Special::Op(Builtin::PmErrnoIsRead, "b")),
    ("__pm_addresses_are_seen", Special::Op(Builtin::PmAddressesAreSeen, "b")),
    ("__pm_comparisons", Special::Op(Builtin::PmComparisons, "i")),
    ("__pm_calls_again", Special::Op(Builtin::PmCallsAgain, "bi")),
    ("__pm_not_modelled", Special::Op(Builtin::PmNotModelled, "vi")),
    ("__pm_too_many_applications", Special::Op(Builtin::PmTooManyApplications, "v")),
    ("__pm_depends_on_locale", Special::Op(Builtin::PmDependsOnLocale, "v")),
    ("__pm_gap", Special::Op(Builtin::PmGap, "vi")),
    ("__pm_no_leak", Special::Op(Builtin::PmNoLeak, "b")),
    ("__pm_requirement", Special::Op(Builtin::PmRequirement, "vbSS")),
];

/// Verification intrinsics: ordinary functions where the program defines them.
const INTRINSICS: &[(&str, Builtin, &str)] = &[
    ("__VERIFIER_assume", Builtin::Assume, "vi"),
    ("__VERIFIER_assert", Builtin::Assert, "vi"),
    ("__VERIFIER_error", Builtin::ReachError, "v"),
    ("reach_error", Builtin::ReachError, "v"),
    ("__VERIFIER_nondet_memory", Builtin::HavocSlice, "vpz"),
    ("__VERIFIER_atomic_begin", Builtin::Nothing, "v"),
    ("__VERIFIER_atomic_end", Builtin::Nothing, "v"),
    ("assert", Builtin::AssertOrAbort, ""),
    ("__ESBMC_assume", Builtin::Assume, "vb"),
    ("__ESBMC_assert", Builtin::Assert, "vbS"),
    ("__ESBMC_cover", Builtin::Cover, "vb."),
    ("__ESBMC_init_object", Builtin::HavocObject, "vp"),
    ("__ESBMC_unreachable", Builtin::Unreachable, "v"),
    ("__ESBMC_unroll", Builtin::Nothing, "vi"),
    ("__ESBMC_atomic_begin", Builtin::Nothing, "v"),
    ("__ESBMC_atomic_end", Builtin::Nothing, "v"),
    ("__ESBMC_yield", Builtin::Nothing, "v"),
    ("__ESBMC_POINTER_OBJECT", Builtin::PointerObject, "zP"),
    ("__ESBMC_POINTER_OFFSET", Builtin::PointerOffset, "tP"),
    ("__ESBMC_same_object", Builtin::SameObject, "bPP"),
    ("__CPROVER_assume", Builtin::Assume, "vb"),
    ("__CPROVER_assert", Builtin::Assert, "vbS"),
    ("__CPROVER_precondition", Builtin::Precondition, "vbS"),
    ("__CPROVER_postcondition", Builtin::Assert, "vbS"),
    ("__CPROVER_cover", Builtin::Cover, "vb."),
    ("__CPROVER_input", Builtin::Input, "vS."),
    ("__CPROVER_output", Builtin::Output, "vS."),
    ("__CPROVER_atomic_begin", Builtin::Nothing, "v"),
    ("__CPROVER_atomic_end", Builtin::Nothing, "v"),
    ("__CPROVER_fence", Builtin::Nothing, "vS."),
    ("__CPROVER_havoc_object", Builtin::HavocObject, "vp"),
    ("__CPROVER_havoc_slice", Builtin::HavocSlice, "vpz"),
    ("__CPROVER_LIVE_OBJECT", Builtin::IsLiveObject, "bP"),
    ("__CPROVER_WRITEABLE_OBJECT", Builtin::IsWritableObject, "bP"),
    ("__CPROVER_OBJECT_SIZE", Builtin::ObjectSize, "zP"),
    ("__CPROVER_POINTER_OFFSET", Builtin::PointerOffset, "zP"),
    ("__CPROVER_POINTER_OBJECT", Builtin::PointerObject, "zP"),
    ("__CPROVER_same_object", Builtin::SameObject, "bPP"),
    ("__CPROVER_DYNAMIC_OBJECT", Builtin::IsDynamicObject, "bP"),
    ("__CPROVER_is_dynamic_object", Builtin::IsDynamicObject, "bP"),
    ("alloca", Builtin::Alloca, "pz"),
];

fn atomics(names: &mut Interner, special: &mut FxHashMap<Symbol, Special>) {
    let mut add = |name: &str, op: AtomicOp| {
        special.insert(names.intern(name), Special::Atomic(op));
        for size in [1, 2, 4, 8, 16] {
            special.insert(names.intern(&format!("{name}_{size}")), Special::Atomic(op));
        }
    };
    let ops = [
        ("add", Some(BinaryOp::Add)),
        ("sub", Some(BinaryOp::Sub)),
        ("and", Some(BinaryOp::BitAnd)),
        ("or", Some(BinaryOp::BitOr)),
        ("xor", Some(BinaryOp::BitXor)),
        ("nand", None),
    ];
    for (name, op) in ops {
        add(&format!("__sync_fetch_and_{name}"), AtomicOp::Rmw { op, new: false });
        add(&format!("__sync_{name}_and_fetch"), AtomicOp::Rmw { op, new: true });
        add(&format!("__atomic_fetch_{name}"), AtomicOp::Rmw { op, new: false });
        add(&format!("__atomic_{name}_fetch"), AtomicOp::Rmw { op, new: true });
    }
    add("__sync_bool_compare_and_swap", AtomicOp::CompareSwap { returns_bool: true });
    add("__sync_val_compare_and_swap", AtomicOp::CompareSwap { returns_bool: false });
    add("__sync_lock_test_and_set", AtomicOp::ExchangeN);
    add("__sync_lock_release", AtomicOp::Release);
    add("__atomic_load_n", AtomicOp::LoadN);
    add("__atomic_load", AtomicOp::Load);
    add("__atomic_store_n", AtomicOp::StoreN);
    add("__atomic_store", AtomicOp::Store);
    add("__atomic_exchange_n", AtomicOp::ExchangeN);
    add("__atomic_exchange", AtomicOp::Exchange);
    add("__atomic_compare_exchange_n", AtomicOp::CompareExchange { by_pointer: false });
    add("__atomic_compare_exchange", AtomicOp::CompareExchange { by_pointer: true });
    add("__atomic_test_and_set", AtomicOp::TestAndSet);
    add("__atomic_clear", AtomicOp::Release);
    add("__atomic_always_lock_free", AtomicOp::LockFree);
    add("__atomic_is_lock_free", AtomicOp::LockFree);
}
