//! What a report says about hardware: volatile objects that nobody but the program changes, and registers that are no objects yet.

use crate::Context;
use pm_engine::Ledger;
use pm_interp::Outcome;
use pm_ir::{InstKind, Mapped, Operand, Rvalue, Volatility};

/// Addresses below are meant to be null.
const NULL_PAGE: u64 = 4096;
/// Registers that are no further apart belong to one device.
const APART: u64 = 256;

/// Their reads give what the program wrote, which is a choice that the user should know of.
pub fn volatile_objects(ctx: Context<'_>) -> Vec<(String, String)> {
    let own = ctx.program.globals.iter().filter(|g| g.volatility == Volatility::Own);
    own.map(|g| (ctx.names.name(g.name).to_string(), ctx.place(g.span))).collect()
}

/// Fixed addresses which the program uses and which are no objects yet, where a violation is about one: first address and size.
pub fn missing_ranges(ctx: Context<'_>, ledger: &Ledger) -> Vec<(u64, u64)> {
    let about_address = |outcome: &Outcome| matches!(outcome, Outcome::Violation { reason, .. } if reason.contains("belongs to no object"));
    let Some((_, violation)) = ledger.violations().find(|(_, c)| about_address(&c.outcome)) else {
        return Vec::new();
    };
    together(fixed_addresses(ctx, &violation.mmio)).iter().map(|(from, to)| (*from, to - from)).collect()
}

/// Where constant addresses are accessed: first and behind the last byte.
fn fixed_addresses(ctx: Context<'_>, known: &[Mapped]) -> Vec<(u64, u64)> {
    let users = ctx.program.funcs.iter().filter(|f| !f.is_model);
    let insts = users.flat_map(|f| f.blocks.iter()).flat_map(|b| &b.insts);
    let accesses = insts.filter_map(|i| match &i.kind {
        InstKind::Assert {
            cond: Rvalue::AccessOk { ptr: Operand::Abs(at), size: Operand::Int(_, size), .. }, ..
        } => Some((*at, at.saturating_add(*size as u64))),
        _ => None,
    });
    let is_known = |at: u64| known.iter().any(|m| at >= m.address && at - m.address < m.size);
    accesses.filter(|(at, _)| *at >= NULL_PAGE && !is_known(*at)).collect()
}

fn together(mut ranges: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    ranges.sort_unstable();
    let mut out: Vec<(u64, u64)> = Vec::new();
    for (from, to) in ranges {
        match out.last_mut() {
            Some(last) if from <= last.1.saturating_add(APART) => last.1 = last.1.max(to),
            _ => out.push((from, to)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::together;

    #[test]
    fn neighbours_are_one_device() {
        assert_eq!(
            together(vec![(0x5000, 0x5004), (0x4000, 0x4004), (0x4010, 0x4012)]),
            [(0x4000, 0x4012), (0x5000, 0x5004)]
        );
    }
}
