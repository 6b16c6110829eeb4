//! What is checked.

use crate::FuncId;
use pm_base::Span;

/// How the functions begin that requirements are watched by: what follows is the requirement's name.
pub const OBSERVE: &str = "__pm_observe_";
/// How the objects begin that hold an observer's state: `__pm_state_NAME__WHAT`.
pub const OBSERVER_STATE: &str = "__pm_state_";

#[derive(Clone)]
pub struct Property {
    /// `function.kind.N`
    pub id: String,
    pub kind: PropertyKind,
    pub func: FuncId,
    pub span: Span,
    /// What is checked, with the C text: `arithmetic overflow on signed + in x + y`.
    pub text: String,
    /// Executions that violate it go on (`__CPROVER_assert`): it decides nothing about what comes behind it.
    pub goes_on: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    Assertion,
    /// Of a requirements file; its id is `req.NAME`.
    Requirement,
    /// A library model's demand on its caller.
    Precondition,
    Overflow,
    UnsignedOverflow,
    DivisionByZero,
    UndefinedShift,
    /// Leading or trailing zeros of 0 are counted.
    BitCount,
    Bounds,
    /// A variable length array without elements, or with fewer.
    VlaBound,
    Pointer,
    /// Pointer arithmetic that leaves the object, or that wraps around.
    PointerOverflow,
    Free,
    Conversion,
    FloatOverflow,
    FloatDivisionByZero,
    Nan,
    EnumRange,
    Uninitialised,
    MemoryLeak,
    /// `__builtin_unreachable`, the end of a `noreturn` function, a missing return value that is used.
    Unreachable,
    /// `reach_error()`, `__VERIFIER_error()`, an error label.
    Error,
    /// A function of the C library without a model: what it demands of its arguments is not known, so that nobody can decide it.
    Unmodelled,
    Cover,
}

impl PropertyKind {
    /// The middle part of ids.
    pub fn name(self) -> &'static str {
        match self {
            PropertyKind::Assertion => "assertion",
            PropertyKind::Requirement => "requirement",
            PropertyKind::Precondition => "precondition",
            PropertyKind::Overflow => "overflow",
            PropertyKind::UnsignedOverflow => "unsigned-overflow",
            PropertyKind::DivisionByZero => "division-by-zero",
            PropertyKind::UndefinedShift => "undefined-shift",
            PropertyKind::BitCount => "bit-count",
            PropertyKind::Bounds => "bounds",
            PropertyKind::VlaBound => "vla-bound",
            PropertyKind::Pointer => "pointer",
            PropertyKind::PointerOverflow => "pointer-overflow",
            PropertyKind::Free => "free",
            PropertyKind::Conversion => "conversion",
            PropertyKind::FloatOverflow => "float-overflow",
            PropertyKind::FloatDivisionByZero => "float-division-by-zero",
            PropertyKind::Nan => "nan",
            PropertyKind::EnumRange => "enum-range",
            PropertyKind::Uninitialised => "uninitialised",
            PropertyKind::MemoryLeak => "memory-leak",
            PropertyKind::Unreachable => "unreachable",
            PropertyKind::Error => "error",
            PropertyKind::Unmodelled => "library",
            PropertyKind::Cover => "cover",
        }
    }

    /// Engines decide it. Goals of coverage have their own command, and what an unmodelled function demands stays unknown.
    pub fn is_decidable(self) -> bool {
        !matches!(self, PropertyKind::Cover | PropertyKind::Unmodelled)
    }
}
