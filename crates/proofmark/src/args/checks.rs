//! `--NAME-check` and `--no-NAME-check`, generated from one table.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use pm_lower::{CheckOptions, ShlOverflow};

struct Check {
    /// The flag, without `--` and `--no-`.
    name: &'static str,
    no_name: &'static str,
    help: &'static str,
    set: fn(&mut CheckOptions, bool),
}

const CHECKS: &[Check] = &[
    Check { name: "bounds-check", no_name: "no-bounds-check", help: "array indices", set: |c, on| c.bounds = on },
    Check {
        name: "pointer-check",
        no_name: "no-pointer-check",
        help: "pointers at each access",
        set: |c, on| c.pointer = on,
    },
    Check {
        name: "div-by-zero-check",
        no_name: "no-div-by-zero-check",
        help: "integer division by zero",
        set: |c, on| c.div_by_zero = on,
    },
    Check {
        name: "signed-overflow-check",
        no_name: "no-signed-overflow-check",
        help: "overflow of signed arithmetic, << included",
        set: |c, on| {
            c.signed_overflow = on;
            c.defined_overflow = on;
            c.shl_overflow = if on { ShlOverflow::C11 } else { ShlOverflow::Off };
        },
    },
    Check {
        name: "undefined-shift-check",
        no_name: "no-undefined-shift-check",
        help: "shift counts",
        set: |c, on| c.undefined_shift = on,
    },
    Check {
        name: "bit-count-check",
        no_name: "no-bit-count-check",
        help: "__builtin_clz and __builtin_ctz of 0",
        set: |c, on| c.bit_count = on,
    },
    Check {
        name: "vla-bound-check",
        no_name: "no-vla-bound-check",
        help: "lengths of variable length arrays",
        set: |c, on| c.vla_bound = on,
    },
    Check {
        name: "pointer-compare-check",
        no_name: "no-pointer-compare-check",
        help: "< and - of pointers into different objects",
        set: |c, on| c.pointer_compare = on,
    },
    Check {
        name: "unreachable-check",
        no_name: "no-unreachable-check",
        help: "places that control must not reach: unreachable code, missing results",
        set: |c, on| c.unreachable = on,
    },
    Check {
        name: "shl-overflow-check",
        no_name: "no-shl-overflow-check",
        help: "<< of negative values or into the sign bit (defined by gcc)",
        set: |c, on| c.shl_overflow = if on { ShlOverflow::C11 } else { ShlOverflow::Off },
    },
    Check {
        name: "unsigned-overflow-check",
        no_name: "no-unsigned-overflow-check",
        help: "wrap-around of unsigned arithmetic",
        set: |c, on| c.unsigned_overflow = on,
    },
    Check {
        name: "pointer-overflow-check",
        no_name: "no-pointer-overflow-check",
        help: "pointer arithmetic that leaves its object",
        set: |c, on| c.pointer_overflow = on,
    },
    Check {
        name: "conversion-check",
        no_name: "no-conversion-check",
        help: "conversions that change the value",
        set: |c, on| {
            c.conversion = on;
            c.float_to_int = on;
        },
    },
    Check {
        name: "float-overflow-check",
        no_name: "no-float-overflow-check",
        help: "floats that become infinite",
        set: |c, on| c.float_overflow = on,
    },
    Check {
        name: "float-div-by-zero-check",
        no_name: "no-float-div-by-zero-check",
        help: "float division by zero",
        set: |c, on| c.float_div_by_zero = on,
    },
    Check { name: "nan-check", no_name: "no-nan-check", help: "floats that become NaN", set: |c, on| c.nan = on },
    Check {
        name: "enum-range-check",
        no_name: "no-enum-range-check",
        help: "values of enum types and of _Bool",
        set: |c, on| c.enum_range = on,
    },
    Check {
        name: "memory-leak-check",
        no_name: "no-memory-leak-check",
        help: "heap memory that is lost at the end",
        set: |c, on| c.memory_leak = on,
    },
    Check {
        name: "memory-cleanup-check",
        no_name: "no-memory-cleanup-check",
        help: "heap memory that is not freed at the end",
        set: |c, on| c.memory_cleanup = on,
    },
    Check {
        name: "uninitialised-check",
        no_name: "no-uninitialised-check",
        help: "reads of uninitialised variables",
        set: |c, on| c.uninitialised = on,
    },
];

/// The user's wishes, in the table's order: on, off or not said.
#[derive(Clone, Default)]
pub struct CheckArgs {
    no_standard: bool,
    wishes: Vec<Option<bool>>,
}

impl CheckArgs {
    pub fn apply(&self, default: CheckOptions) -> CheckOptions {
        let mut checks =
            if self.no_standard { CheckOptions { assertions: true, ..CheckOptions::none() } } else { default };
        for (check, wish) in CHECKS.iter().zip(&self.wishes) {
            if let Some(on) = wish {
                (check.set)(&mut checks, *on);
            }
        }
        checks
    }
}

fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help_heading("Checks")
}

impl Args for CheckArgs {
    fn augment_args(cmd: Command) -> Command {
        let none = flag("no-standard-checks").help("Only assertions; checks are added one by one");
        CHECKS.iter().fold(cmd.arg(none), |cmd, c| {
            let on = flag(c.name).help(format!("Check {} [--{} turns it off]", c.help, c.no_name));
            let off = flag(c.no_name).hide(true).conflicts_with("no-standard-checks");
            // Of the two, the last one wins.
            cmd.arg(on.overrides_with_all([c.no_name, c.name])).arg(off.overrides_with_all([c.name, c.no_name]))
        })
    }
    fn augment_args_for_update(cmd: Command) -> Command {
        Self::augment_args(cmd)
    }
}

impl FromArgMatches for CheckArgs {
    fn from_arg_matches(m: &ArgMatches) -> Result<Self, clap::Error> {
        let wish = |c: &Check| match (m.get_flag(c.name), m.get_flag(c.no_name)) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        };
        Ok(CheckArgs { no_standard: m.get_flag("no-standard-checks"), wishes: CHECKS.iter().map(wish).collect() })
    }
    fn update_from_arg_matches(&mut self, m: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(m)?;
        Ok(())
    }
}
