//! AIGER 1.9, binary: latches with their initial values, one output for each goal, names in the symbol table.

use super::{ExportError, Goal, netlist, word};
use crate::system::System;
use pm_solve::Limits;
use pm_solve::aig::{Aig, Bit, NodeId};
use std::io::Write;

pub fn write_aiger(system: &System, goals: &[Goal], limits: &Limits, out: &mut dyn Write) -> Result<(), ExportError> {
    let netlist = netlist(system, goals, limits)?;
    let aig = netlist.aig();
    let roots: Vec<Bit> = netlist.latches.iter().map(|l| l.next).chain(netlist.roots.iter().copied()).collect();
    let mut order = Order::new(aig.len());
    let latches: Vec<NodeId> = netlist.latches.iter().map(|l| l.now.node()).collect();
    let used = used(aig, &roots);
    let is_input = |n: &NodeId| *n != 0 && used[*n as usize] && aig.gate(*n).is_none() && !latches.contains(n);
    let inputs: Vec<NodeId> = (0..aig.len() as NodeId).filter(is_input).collect();
    let gates: Vec<(NodeId, [Bit; 2])> =
        (0..aig.len() as NodeId).filter(|n| used[*n as usize]).filter_map(|n| Some((n, aig.gate(n)?))).collect();
    inputs.iter().chain(&latches).chain(gates.iter().map(|(n, _)| n)).for_each(|n| order.number(*n));
    let [i, l, o, a] = [inputs.len(), latches.len(), goals.len(), gates.len()];
    writeln!(out, "aig {} {i} {l} {o} {a}", i + l + a)?;
    for latch in &netlist.latches {
        let reset = if latch.init { " 1" } else { "" };
        writeln!(out, "{}{reset}", order.literal(latch.next))?;
    }
    for root in &netlist.roots {
        writeln!(out, "{}", order.literal(*root))?;
    }
    for (node, fanins) in &gates {
        let mut sides = fanins.map(|bit| order.literal(bit));
        sides.sort_unstable_by(|x, y| y.cmp(x));
        write_delta(out, order.literal(Bit::of_node(*node)) - sides[0])?;
        write_delta(out, sides[0] - sides[1])?;
    }
    for (k, latch) in netlist.latches.iter().enumerate() {
        writeln!(out, "l{k} {}[{}]", word(&system.vars[latch.var as usize].name), latch.bit)?;
    }
    for (k, goal) in goals.iter().enumerate() {
        writeln!(out, "o{k} {}", word(&goal.name))?;
    }
    Ok(())
}

/// The numbers that nodes have in the file.
struct Order {
    of: Vec<u64>,
    next: u64,
}

impl Order {
    fn new(nodes: usize) -> Order {
        Order { of: vec![0; nodes], next: 1 }
    }

    fn number(&mut self, node: NodeId) {
        self.of[node as usize] = self.next;
        self.next += 1;
    }

    fn literal(&self, bit: Bit) -> u64 {
        if let Some(value) = bit.as_constant() {
            return value.into();
        }
        2 * self.of[bit.node() as usize] + u64::from(bit.is_negated())
    }
}

/// The nodes below some bits.
fn used(aig: &Aig, roots: &[Bit]) -> Vec<bool> {
    let mut used = vec![false; aig.len()];
    let mut open: Vec<NodeId> = roots.iter().map(|b| b.node()).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut used[node as usize], true)
            && let Some(fanins) = aig.gate(node)
        {
            open.extend(fanins.map(Bit::node));
        }
    }
    used
}

fn write_delta(out: &mut dyn Write, mut delta: u64) -> std::io::Result<()> {
    while delta >= 0x80 {
        out.write_all(&[(delta & 0x7f) as u8 | 0x80])?;
        delta >>= 7;
    }
    out.write_all(&[delta as u8])
}
