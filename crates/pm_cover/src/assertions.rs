//! A goal for each assertion of the program, for each error (`reach_error()`, an error label) and for each requirement: that some execution comes to it.

use pm_ir::{Inst, InstKind, Operand, Program, PropId, Property, PropertyKind, Role};
use rustc_hash::FxHashMap;

/// Puts the goals into the program; each with the property that it is about. Assertions that stand where only failures come (`__assert_fail`) have none.
pub fn add(program: &mut Program) -> Vec<(PropId, PropId)> {
    let never = pm_engine::ledger::never_to_reach(program);
    let mut goals: FxHashMap<PropId, PropId> = FxHashMap::default();
    for func in program.funcs.ids() {
        let is_model = program.funcs[func].is_model;
        for block in program.funcs[func].blocks.ids() {
            let old = std::mem::take(&mut program.funcs[func].blocks[block].insts);
            let mut new = Vec::with_capacity(old.len());
            for inst in old {
                if let InstKind::Assert { prop: about, .. } = inst.kind
                    && match program.props[about].kind {
                        // Observers are no part of the program.
                        PropertyKind::Requirement => true,
                        PropertyKind::Assertion => !is_model && !never.contains(&about),
                        kind => !is_model && kind == PropertyKind::Error,
                    }
                {
                    let props = &mut program.props;
                    let prop = *goals.entry(about).or_insert_with(|| props.push(goal(&props[about])));
                    let kind = InstKind::Cover { cond: Operand::TRUE, prop };
                    new.push(Inst { kind, span: inst.span, role: Role::Glue });
                }
                new.push(inst);
            }
            program.funcs[func].blocks[block].insts = new;
        }
    }
    let mut all: Vec<(PropId, PropId)> = goals.into_iter().map(|(about, goal)| (goal, about)).collect();
    all.sort_by_key(|(_, about)| *about);
    all
}

fn goal(about: &Property) -> Property {
    Property { id: format!("{}.reached", about.id), kind: PropertyKind::Cover, goes_on: false, ..about.clone() }
}
