//! What lowering is asked to do: the entry, the checks, the environment.

use pm_syntax::switches::{NamedCheck, Switched, Switches};

/// How the entry function is called and which properties are inserted.
#[derive(Clone, Debug)]
pub struct LowerOptions {
    /// Name of the entry function, usually `main`.
    pub entry: String,
    pub entry_args: EntryArgs,
    pub checks: CheckOptions,
    pub demands: Demands,
    /// Pragmas of the program switch checks on and off for parts of it.
    pub switches: bool,
    /// `malloc` and its like may return null.
    pub malloc_may_fail: bool,
    /// Signed arithmetic wraps around (`-fwrapv`): of overflows only that of a division, which traps, is checked unless asked for.
    pub wrapv: bool,
    /// Signed arithmetic ends the program where it overflows (`-ftrapv`): the check of it cannot be off anywhere.
    pub trapv: bool,
    /// Globals that are not `const` start with arbitrary contents.
    pub nondet_static: bool,
    /// Which volatile objects somebody else changes.
    pub nondet_volatile: NondetVolatile,
    /// Reaching a label of one of these names is an error.
    pub error_labels: Vec<String>,
    /// Functions without a body write to what they are given and to globals; else they change nothing.
    pub stubs_write: bool,
    /// Names of functions without a body that write nothing; `*` in a name stands for anything.
    pub stub_pure: Vec<String>,
    /// Goals of coverage are part of the program, and its table of them is filled.
    pub coverage: bool,
    /// The entry is called again and again, after this function, if there is one.
    pub cycles: Option<Cycles>,
}

/// How a step function is called.
#[derive(Clone, Debug, Default)]
pub struct Cycles {
    /// Called once before.
    pub init: Option<String>,
    /// Global variables that are given an arbitrary value before each call.
    pub inputs: Vec<String>,
}

impl LowerOptions {
    /// The checks that are made somewhere, with what pragmas switch on.
    pub(crate) fn somewhere(&self, switches: &Switches) -> CheckOptions {
        let switched_on = switches.all().filter(|_| self.switches).flat_map(Switched::iter).filter(|(_, on)| *on);
        let mut checks = self.checks;
        switched_on.for_each(|(check, on)| checks.switch(check, on));
        checks
    }

    /// Where the source switches a check off that would be made, and the name of the check.
    pub fn switched_off(&self, switches: &Switches) -> Vec<(u32, &'static str)> {
        let is_made = |check: NamedCheck| {
            let mut without = self.checks;
            without.switch(check, false);
            without != self.checks
        };
        let off = switches.switched_off().filter(|(_, check)| self.switches && is_made(*check));
        off.map(|(offset, check)| (offset, check.name())).collect()
    }

    /// Is this function without a body said to write nothing?
    pub fn is_pure_stub(&self, name: &str) -> bool {
        self.stub_pure.iter().any(|pattern| fits(pattern, name))
    }
}

/// Does a name fit a pattern, in which `*` stands for any characters?
pub(crate) fn fits(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(mut rest) = parts.next().and_then(|first| name.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

impl Default for LowerOptions {
    fn default() -> Self {
        LowerOptions {
            entry: "main".into(),
            entry_args: EntryArgs::Nondet,
            checks: CheckOptions::standard(),
            demands: Demands::All,
            switches: true,
            malloc_may_fail: false,
            wrapv: false,
            trapv: false,
            nondet_static: false,
            nondet_volatile: NondetVolatile::None,
            error_labels: Vec::new(),
            stubs_write: true,
            stub_pure: Vec::new(),
            coverage: false,
            cycles: None,
        }
    }
}

/// Which demands of library functions are properties. Where one is none and is not met, what follows is not known: an execution goes on there, whatever it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Demands {
    #[default]
    All,
    /// Those about accesses and what may be freed.
    OfMemory,
    None,
    /// None, and accesses that are not valid are overlooked: a function that is given no object, not even the first byte of one, goes on, and does
    /// nothing there.
    Overlooked,
}

/// Volatile objects of which each read gives an arbitrary value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum NondetVolatile {
    #[default]
    None,
    /// What is read as volatile.
    All,
    /// Objects with static storage of these names.
    Named(Vec<String>),
}

impl NondetVolatile {
    /// Is the object named?
    pub fn names(&self, name: &str) -> bool {
        matches!(self, NondetVolatile::Named(names) if names.iter().any(|n| n == name))
    }
}

/// The arguments of `main`. Parameters of other entry functions are always arbitrary.
#[derive(Clone, PartialEq, Debug)]
pub enum EntryArgs {
    Nondet,
    /// `argv[0]`, `argv[1]`, …
    Fixed(Vec<String>),
}

/// One flag a check. Assertions that the user wrote are kept where `assertions`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckOptions {
    pub assertions: bool,
    /// A call of `reach_error` is the error, whatever its body, and so is an error label. Where not, the body is executed.
    pub errors: bool,
    pub bounds: bool,
    pub pointer: bool,
    pub div_by_zero: bool,
    pub signed_overflow: bool,
    /// The user asked for the check of signed overflow, so that it is made where overflow is defined, too.
    pub defined_overflow: bool,
    pub undefined_shift: bool,
    /// `__builtin_clz(0)` and its like.
    pub bit_count: bool,
    /// Lengths of variable length arrays are above zero.
    pub vla_bound: bool,
    /// `<` and `-` of pointers into different objects.
    pub pointer_compare: bool,
    /// `__builtin_unreachable`, a `noreturn` function that returns, a result that is used but never returned.
    pub unreachable: bool,
    /// `<<` of signed values.
    pub shl_overflow: ShlOverflow,
    pub unsigned_overflow: bool,
    pub pointer_overflow: bool,
    /// Integer conversions that change the value.
    pub conversion: bool,
    /// Float to integer where the value does not fit: undefined.
    pub float_to_int: bool,
    pub float_overflow: bool,
    pub float_div_by_zero: bool,
    pub nan: bool,
    pub enum_range: bool,
    /// Heap objects that nothing points to any more when the program ends are leaks.
    pub memory_leak: bool,
    /// All heap objects are freed when the program ends.
    pub memory_cleanup: bool,
    pub uninitialised: bool,
}

/// When `a << n` of a signed type counts as an overflow. gcc defines all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShlOverflow {
    Off,
    /// `a` is negative, or `a * 2^n` is no value of the type (C11 6.5.7).
    C11,
    /// `a * 2^n` is no value of the type: the competition's rule.
    Value,
}

impl CheckOptions {
    pub const fn none() -> Self {
        CheckOptions {
            assertions: false,
            errors: true,
            bounds: false,
            pointer: false,
            div_by_zero: false,
            signed_overflow: false,
            defined_overflow: false,
            undefined_shift: false,
            bit_count: false,
            vla_bound: false,
            pointer_compare: false,
            unreachable: false,
            shl_overflow: ShlOverflow::Off,
            unsigned_overflow: false,
            pointer_overflow: false,
            conversion: false,
            float_to_int: false,
            float_overflow: false,
            float_div_by_zero: false,
            nan: false,
            enum_range: false,
            memory_leak: false,
            memory_cleanup: false,
            uninitialised: false,
        }
    }

    /// What `check` looks for unless told otherwise.
    pub const fn standard() -> Self {
        CheckOptions {
            assertions: true,
            bounds: true,
            pointer: true,
            div_by_zero: true,
            signed_overflow: true,
            undefined_shift: true,
            bit_count: true,
            vla_bound: true,
            shl_overflow: ShlOverflow::C11,
            pointer_compare: true,
            unreachable: true,
            float_to_int: true,
            ..Self::none()
        }
    }

    /// With what pragmas switch.
    pub(crate) fn switched(mut self, switched: Switched) -> Self {
        for (check, on) in switched.iter() {
            self.switch(check, on);
        }
        self
    }

    fn switch(&mut self, check: NamedCheck, on: bool) {
        match check {
            NamedCheck::Bounds => self.bounds = on,
            NamedCheck::Pointer => self.pointer = on,
            // There is no such check: nothing to switch off, and switching it on is refused.
            NamedCheck::PointerPrimitive => {}
            NamedCheck::PointerOverflow => self.pointer_overflow = on,
            NamedCheck::DivByZero => self.div_by_zero = on,
            NamedCheck::SignedOverflow => {
                self.signed_overflow = on;
                self.defined_overflow = on;
                self.shl_overflow = if on { ShlOverflow::C11 } else { ShlOverflow::Off };
            }
            NamedCheck::UnsignedOverflow => self.unsigned_overflow = on,
            NamedCheck::UndefinedShift => self.undefined_shift = on,
            NamedCheck::Conversion => {
                self.conversion = on;
                self.float_to_int = on;
            }
            NamedCheck::EnumRange => self.enum_range = on,
            NamedCheck::FloatOverflow => self.float_overflow = on,
            NamedCheck::FloatDivByZero => self.float_div_by_zero = on,
            NamedCheck::Nan => self.nan = on,
        }
    }

    /// All undefined behaviour that can be seen: what `run` looks for.
    pub const fn all_undefined() -> Self {
        CheckOptions { uninitialised: true, ..Self::standard() }
    }
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self::standard()
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_of_names() {
        assert!(fits("read", "read") && !fits("read", "reads") && !fits("read", "thread"));
        assert!(fits("log_*", "log_info") && !fits("log_*", "blog_info"));
        assert!(fits("*_get*8", "bus_get_u8") && fits("*", "f") && !fits("a*a", "a"));
    }
}
