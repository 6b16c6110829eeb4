//! Functions without a body that an execution may call: what every verdict rests on, whoever found it.

use crate::uses::{inst_operands, term_operand};
use crate::{Base, Callee, FuncId, InstKind, Operand, Program, Stub};
use pm_base::{Idx, Span};

/// Those that can be reached from the entry by calls, or whose address something takes, with the place of one use.
pub fn called_stubs(program: &Program) -> Vec<(FuncId, Span)> {
    let mut seen = vec![false; program.funcs.len()];
    let mut work = vec![(program.entry, Span::NONE)];
    let relocs = program.globals.iter().flat_map(|g| &g.relocs);
    work.extend(relocs.filter_map(|r| if let Base::Func(f) = r.base { Some((f, Span::NONE)) } else { None }));
    let mut found = Vec::new();
    while let Some((id, span)) = work.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let func = &program.funcs[id];
        if func.stub == Stub::Function {
            found.push((id, span));
        }
        for block in func.blocks.iter() {
            for inst in &block.insts {
                if let InstKind::Call { callee: Callee::Direct(f), .. } = &inst.kind {
                    work.push((*f, inst.span));
                }
                inst_operands(&inst.kind, &mut |o| work.extend(address(o).map(|f| (f, inst.span))));
            }
            let operand = term_operand(&block.term.kind).and_then(address);
            work.extend(operand.map(|f| (f, block.term.span)));
        }
    }
    found.sort_by_key(|(id, _)| id.index());
    found
}

fn address(o: &Operand) -> Option<FuncId> {
    match o {
        Operand::Addr(Base::Func(f), _) => Some(*f),
        _ => None,
    }
}
