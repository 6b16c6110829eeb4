//! The nodes that a step from a location looks at.

use pm_model::System;
use pm_symex::{NODE_BITS, OFFSET_BITS};
use pm_term::{Op, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Nodes of one location and pool.
const MOST: usize = 40;

/// By pool: terms over variables and inputs. Steps from the location are made of these next values.
pub fn indices(system: &mut System, location: u32, next: &[TermId]) -> Vec<Vec<TermId>> {
    let mut roots: Vec<TermId> = next.to_vec();
    roots.extend(system.bad.iter().filter(|b| b.location == location).map(|b| b.cond));
    let pool_of = arrays(system);
    let mut out = vec![Vec::new(); system.pools.len()];
    let mut add = |pool: usize, index: TermId| {
        if !out[pool].contains(&index) && out[pool].len() < MOST {
            out[pool].push(index);
        }
    };
    for t in system.terms.cone(&roots) {
        if matches!(system.terms.op(t), Op::Select | Op::Store) {
            let args = system.terms.args(t);
            for pool in bases(system, args[0], &pool_of) {
                add(pool, args[1]);
            }
        }
    }
    for (_, off) in system.pointers.get(location as usize).cloned().unwrap_or_default() {
        let node = system.terms.extract(off, OFFSET_BITS - 1, OFFSET_BITS - NODE_BITS);
        for pool in 0..system.pools.len() {
            add(pool, node);
        }
    }
    out
}

/// The pools of arrays, by the symbol's node.
fn arrays(system: &System) -> FxHashMap<usize, usize> {
    let mut out = FxHashMap::default();
    for (k, pool) in system.pools.iter().enumerate() {
        for v in pool.fields.iter().map(|f| f.0).chain([pool.alive]) {
            out.insert(system.vars[v as usize].now.node(), k);
        }
    }
    out
}

fn bases(system: &System, array: TermId, pool_of: &FxHashMap<usize, usize>) -> FxHashSet<usize> {
    let mut out = FxHashSet::default();
    let mut seen = FxHashSet::default();
    let mut left = vec![array];
    while let Some(t) = left.pop() {
        if !seen.insert(t) {
            continue;
        }
        match system.terms.op(t) {
            Op::Store => left.push(system.terms.args(t)[0]),
            Op::Ite => left.extend_from_slice(&system.terms.args(t)[1..]),
            _ => out.extend(pool_of.get(&t.node()).copied()),
        }
    }
    out
}
