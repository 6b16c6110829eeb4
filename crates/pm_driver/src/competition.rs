//! The properties of SV-COMP: the checks that they need, and what is asked of a program.

use crate::compile::Compiled;
use crate::question::Question;
use pm_engine::Reading;
use pm_ir::PropertyKind;
use pm_lower::{CheckOptions, Demands, LowerOptions, ShlOverflow};

/// The label that is an error in the competition.
pub const ERROR_LABEL: &str = "ERROR";

/// How a program is lowered. What library functions demand is part of a property, or an execution that does not meet it is not followed: it does not end there.
pub fn lowering(property: &str, options: LowerOptions) -> LowerOptions {
    let demands = match property {
        "valid-memsafety" => Demands::OfMemory,
        _ if overlooks_accesses(property) => Demands::Overlooked,
        _ => Demands::None,
    };
    LowerOptions { switches: false, stubs_write: false, demands, ..options }
}

/// Accesses that are not valid end no execution: nothing is said of memory.
fn overlooks_accesses(property: &str) -> bool {
    !property.starts_with("valid-")
}

/// What a property asks of a program.
pub fn question(c: &mut Compiled, property: &str) -> Question {
    let lenient = overlooks_accesses(property).then(|| c.session.interner.intern("invalid access"));
    let props = &c.program.props;
    let ignored = props.ids().filter(|p| !relevant(property, props[*p].kind)).collect();
    Question { reading: Reading { lenient, ..Reading::default() }, selected: None, ignored, stop_on_fail: true }
}

/// The checks that a property needs.
pub fn checks_of(property: &str) -> Option<CheckOptions> {
    let none = CheckOptions { errors: false, ..CheckOptions::none() };
    Some(match property {
        "unreach-call" => CheckOptions { errors: true, ..none },
        "no-overflow" => CheckOptions { signed_overflow: true, shl_overflow: ShlOverflow::Value, ..none },
        "valid-memsafety" => CheckOptions { bounds: true, pointer: true, memory_leak: true, ..none },
        "valid-memcleanup" => CheckOptions { memory_cleanup: true, ..none },
        _ => return None,
    })
}

/// What ends a test of Test-Comp's: errors, and nothing else that has a check.
pub fn coverage_checks() -> CheckOptions {
    CheckOptions { errors: true, ..CheckOptions::none() }
}

fn relevant(property: &str, kind: PropertyKind) -> bool {
    match property {
        "unreach-call" => kind == PropertyKind::Error,
        "no-overflow" => kind == PropertyKind::Overflow,
        "valid-memsafety" => memory_part(kind).is_some(),
        _ => kind == PropertyKind::MemoryLeak,
    }
}

/// The part of valid-memsafety that a property belongs to. What a library function demands of its pointers is about accesses.
fn memory_part(kind: PropertyKind) -> Option<&'static str> {
    match kind {
        PropertyKind::Bounds | PropertyKind::Pointer | PropertyKind::PointerOverflow | PropertyKind::Precondition => {
            Some("(valid-deref)")
        }
        PropertyKind::Free => Some("(valid-free)"),
        PropertyKind::MemoryLeak => Some("(valid-memtrack)"),
        _ => None,
    }
}

/// The part of a property that one of the program's belongs to, as verdicts name it.
pub fn subproperty(property: &str, kind: PropertyKind) -> &'static str {
    if property == "valid-memsafety" { memory_part(kind).unwrap_or_default() } else { "" }
}
