//! Asks a compiler for which machine it compiles, by the macros that it predefines, and compares that with the data model.

use super::child::{compiler, run};
use super::{ILP32_FLAGS, PpOptions};
use pm_base::{Abi, DataModel};

/// More are no list of predefined macros.
const MOST_MACROS: u64 = 1 << 22;

/// The predefined macros of a compiler.
pub(super) struct Macros(Vec<(String, String)>);

impl Macros {
    /// `None` where the compiler does not answer.
    pub(super) fn ask(opts: &PpOptions, args: &[&str]) -> Option<Macros> {
        let mut command = compiler(&opts.cc);
        command.args(args).args(&opts.flags).args(["-E", "-dM", "-x", "c", "/dev/null"]);
        let done = run(&mut command, &opts.limits, MOST_MACROS).ok().filter(|d| d.status.success())?;
        let text = String::from_utf8_lossy(&done.stdout).into_owned();
        let defined = text.lines().filter_map(|l| l.strip_prefix("#define ")?.split_once(' '));
        Some(Macros(defined.map(|(name, value)| (name.to_string(), value.trim().to_string())).collect()))
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// The sizes of `long` and of pointers.
    pub(super) fn sizes(&self) -> Option<(u32, u32)> {
        let size = |name: &str| self.value(name).and_then(|v| v.parse().ok());
        Some((size("__SIZEOF_LONG__")?, size("__SIZEOF_POINTER__")?))
    }

    fn abi(&self) -> Abi {
        let unsigned_char = self.value("__CHAR_UNSIGNED__").is_some();
        Abi { unsigned_char, short_enums: self.value("__ARM_SIZEOF_MINIMAL_ENUM") == Some("1"), ..Abi::default() }
    }

    /// What is not as in the model: `__SIZEOF_INT__ is 2, not 4`.
    fn differences(&self, expected: &[(&str, &str)]) -> Vec<String> {
        let differs = |(name, value): &(&str, &str)| match self.value(name) {
            Some(is) if is != *value => Some(format!("{name} is {is}, not {value}")),
            _ => None,
        };
        let mut out: Vec<String> = expected.iter().filter_map(differs).collect();
        let big = self.value("__BYTE_ORDER__") == Some("__ORDER_BIG_ENDIAN__");
        out.extend((big || self.value("__BIG_ENDIAN__").is_some()).then(|| "it is big-endian".to_string()));
        for name in ["__FAST_MATH__", "__OPENMP", "_OPENMP"] {
            out.extend(self.value(name).map(|_| format!("{name} is defined")));
        }
        out
    }
}

/// What the compiler says about plain `char` and enumerations, or how its machine is none of the model. `None`: it does not tell.
pub fn target(opts: &PpOptions) -> Option<Result<Abi, Vec<String>>> {
    let flags: &[&str] = if opts.data_model == DataModel::Ilp32 { &ILP32_FLAGS } else { &[] };
    let macros = Macros::ask(opts, flags).or_else(|| Macros::ask(opts, &[]))?;
    // Where the model is none of the compiler's, its headers are read with the macros of the model: sizes are ours.
    let is_native = macros.sizes()? == sizes(opts.data_model);
    if !is_native && opts.data_model == DataModel::Lp64 {
        let (long, pointer) = macros.sizes()?;
        return Some(Err(vec![format!("long has {long} bytes, pointers have {pointer}")]));
    }
    let expected = if is_native { [&COMMON[..], expected(opts.data_model)].concat() } else { COMMON.to_vec() };
    let differences = macros.differences(&expected);
    Some(if differences.is_empty() { Ok(macros.abi()) } else { Err(differences) })
}

/// Of `long` and pointers.
fn sizes(model: DataModel) -> (u32, u32) {
    match model {
        DataModel::Ilp32 => (4, 4),
        DataModel::Lp64 => (8, 8),
        DataModel::Llp64 => (4, 8),
    }
}

const COMMON: [(&str, &str); 8] = [
    ("__CHAR_BIT__", "8"),
    ("__SIZEOF_SHORT__", "2"),
    ("__SIZEOF_INT__", "4"),
    ("__SIZEOF_LONG_LONG__", "8"),
    ("__SIZEOF_FLOAT__", "4"),
    ("__SIZEOF_DOUBLE__", "8"),
    ("__FLT_EVAL_METHOD__", "0"),
    ("__FINITE_MATH_ONLY__", "0"),
];

fn expected(model: DataModel) -> &'static [(&'static str, &'static str)] {
    match model {
        DataModel::Ilp32 => &[
            ("__SIZEOF_SIZE_T__", "4"),
            ("__SIZEOF_WCHAR_T__", "4"),
            ("__SIZEOF_LONG_DOUBLE__", "12"),
            ("__LDBL_MANT_DIG__", "64"),
        ],
        DataModel::Lp64 => &[
            ("__SIZEOF_SIZE_T__", "8"),
            ("__SIZEOF_WCHAR_T__", "4"),
            ("__SIZEOF_LONG_DOUBLE__", "16"),
            ("__LDBL_MANT_DIG__", "64"),
        ],
        DataModel::Llp64 => &[
            ("__SIZEOF_SIZE_T__", "8"),
            ("__SIZEOF_WCHAR_T__", "2"),
            ("__SIZEOF_LONG_DOUBLE__", "16"),
            ("__LDBL_MANT_DIG__", "64"),
        ],
    }
}
