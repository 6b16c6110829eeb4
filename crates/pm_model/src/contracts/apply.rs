//! Puts contracts into a system: calls are over only with outcomes that they allow, and returns that break them are bad.

use super::Post;
use crate::system::{Bad, BadKind, System};
use pm_term::{Substitution, TermId};

/// To be done once for a system.
pub fn apply(system: &mut System, posts: &[Post]) {
    let mut over = Substitution::new();
    for i in 0..system.contracts.calls.len() {
        let call = &system.contracts.calls[i];
        let (contract, taken, ins, outs) = (call.contract, call.taken, call.ins.clone(), call.outs.clone());
        let ins: Vec<TermId> = ins.into_iter().map(|t| system.terms.substitute(t, &mut over)).collect();
        let mut allowed = vec![taken];
        for post in posts.iter().filter(|p| p.contract == contract) {
            allowed.push(instance(system, post, &ins, &outs));
        }
        let allowed = system.terms.and_all(&allowed);
        over.replace(taken, allowed);
    }
    rebuild(system, &mut over);
    for i in 0..system.contracts.returns.len() {
        let fails: Vec<TermId> = posts.iter().map(|p| broken(system, p, i)).collect();
        let cond = system.terms.or_all(&fails);
        let back = &system.contracts.returns[i];
        let contract = &system.contracts.functions[back.contract];
        let kind = BadKind::Inexact(format!("the contract of `{}` may not hold", contract.name));
        if cond != TermId::FALSE {
            let parts = vec![(u32::MAX, cond)];
            system.bad.push(Bad { location: back.location, kind, cond, span: contract.span, beyond: None, parts });
        }
    }
    system.flatten();
    system.contracts.posts = posts.to_vec();
    system.inputs = system.find_inputs();
}

/// The part of a contract for these values.
pub fn instance(system: &mut System, post: &Post, ins: &[TermId], outs: &[TermId]) -> TermId {
    let mut actual = Substitution::new();
    let contract = &system.contracts.functions[post.contract];
    for (formal, value) in contract.formals().zip(ins.iter().chain(outs)) {
        actual.replace(formal.term, *value);
    }
    system.terms.substitute(post.fact, &mut actual)
}

/// At this return, in a step from its location, the part of a contract does not hold.
pub fn broken(system: &mut System, post: &Post, index: usize) -> TermId {
    let back = &system.contracts.returns[index];
    if back.contract != post.contract {
        return TermId::FALSE;
    }
    let (guard, ins, outs) = (back.guard, back.ins.clone(), back.outs.clone());
    let holds = instance(system, post, &ins, &outs);
    let fails = system.terms.not(holds);
    system.terms.and(guard, fails)
}

fn rebuild(system: &mut System, with: &mut Substitution) {
    system.replace(with);
    let System { terms, assumed, contracts, .. } = system;
    let mut each = |t: &mut TermId| *t = terms.substitute(*t, with);
    for a in assumed {
        each(&mut a.reached);
        each(&mut a.passed);
    }
    for r in &mut contracts.returns {
        each(&mut r.guard);
        r.ins.iter_mut().chain(&mut r.outs).for_each(&mut each);
    }
}
