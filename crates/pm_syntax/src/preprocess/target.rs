//! Asks a compiler for which machine it compiles, by the macros that it predefines, and compares that with the data model.

use super::child::{compiler, run};
use super::{ILP32_FLAGS, PpOptions};
use pm_base::num::FloatFormat;
use pm_base::{Abi, DataModel};

/// More are no list of predefined macros.
const MOST_MACROS: u64 = 1 << 22;

/// The predefined macros of a compiler.
pub(super) struct Macros(Vec<(String, String)>);

impl Macros {
    /// `None` where the compiler does not answer.
    pub(super) fn ask(opts: &PpOptions, args: &[String]) -> Option<Macros> {
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
    fn differences(&self, expected: &[(&str, String)], big_endian: bool) -> Vec<String> {
        let differs = |(name, value): &(&str, String)| match self.value(name) {
            Some(is) if is != value => Some(format!("{name} is {is}, not {value}")),
            _ => None,
        };
        let mut out: Vec<String> = expected.iter().filter_map(differs).collect();
        let big = self.value("__BYTE_ORDER__") == Some("__ORDER_BIG_ENDIAN__");
        match big || self.value("__BIG_ENDIAN__").is_some() {
            true if !big_endian => out.push("it is big-endian".to_string()),
            false if big_endian => out.push("it is little-endian".to_string()),
            _ => {}
        }
        for name in ["__FAST_MATH__", "__OPENMP", "_OPENMP"] {
            out.extend(self.value(name).map(|_| format!("{name} is defined")));
        }
        out
    }
}

/// What the compiler says about plain `char` and enumerations, or how its machine is none of the model. `None`: it does not tell.
pub fn target(opts: &PpOptions) -> Option<Result<Abi, Vec<String>>> {
    let flags: Vec<String> = match opts.data_model {
        DataModel::Ilp32 => ILP32_FLAGS.iter().map(|f| f.to_string()).collect(),
        _ => opts.machine_args().iter().map(|a| a.to_string_lossy().into_owned()).collect(),
    };
    let macros = Macros::ask(opts, &flags).or_else(|| Macros::ask(opts, &[]))?;
    // Where the model is none of the compiler's, its headers are read with the macros of the model: sizes are ours.
    let is_native = macros.sizes()? == sizes(opts.data_model);
    if !is_native && !matches!(opts.data_model, DataModel::Ilp32 | DataModel::Llp64) {
        let (long, pointer) = macros.sizes()?;
        return Some(Err(vec![format!("long has {long} bytes, pointers have {pointer}")]));
    }
    let facts = opts.data_model.facts();
    let mut differences = macros.differences(&expected(opts.data_model, is_native), facts.big_endian);
    let unnamed = facts.macros.first().filter(|(name, _)| macros.value(name).is_none());
    differences.extend(unnamed.map(|(name, _)| format!("{name} is not defined")));
    Some(if differences.is_empty() { Ok(macros.abi()) } else { Err(differences) })
}

/// Is the compiler one for the machine, as its row of facts has it?
pub(super) fn agrees(opts: &PpOptions) -> bool {
    matches!(target(opts), Some(Ok(_)))
}

/// Bytes of `long` and pointers.
fn sizes(model: DataModel) -> (u32, u32) {
    let facts = model.facts();
    ((facts.long / 8).into(), (facts.pointer / 8).into())
}

/// Macros and their values, where they are defined.
fn expected(model: DataModel, is_native: bool) -> Vec<(&'static str, String)> {
    let facts = model.facts();
    let bytes = |bits: u8| (bits / 8).to_string();
    let mut out = vec![
        ("__CHAR_BIT__", "8".into()),
        ("__SIZEOF_SHORT__", "2".into()),
        ("__SIZEOF_INT__", bytes(facts.int)),
        ("__SIZEOF_LONG_LONG__", "8".into()),
        ("__SIZEOF_FLOAT__", "4".into()),
        ("__SIZEOF_DOUBLE__", bytes(facts.double.bits() as u8)),
        ("__FLT_EVAL_METHOD__", "0".into()),
        ("__FINITE_MATH_ONLY__", "0".into()),
    ];
    if is_native {
        let digits = match facts.long_double {
            FloatFormat::F32 => 24,
            FloatFormat::X87 => 64,
            FloatFormat::F128 => 113,
            _ => 53,
        };
        out.extend([
            ("__SIZEOF_SIZE_T__", bytes(facts.pointer)),
            ("__SIZEOF_WCHAR_T__", bytes(model.int_bits(facts.wchar))),
            ("__SIZEOF_LONG_DOUBLE__", facts.long_double_size.to_string()),
            ("__LDBL_MANT_DIG__", digits.to_string()),
        ]);
    }
    if !model.is_x86() {
        out.push(("__BIGGEST_ALIGNMENT__", facts.aligned.to_string()));
    }
    out
}
