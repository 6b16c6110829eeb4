//! An order of guards in which those that forked last are neighbours: the leaves of the tree of their forks, branches by who came first.
//!
//! Guards are sorted by what they go through, so that neighbours tell where each fork is; the tree is built from these depths alone. That takes
//! `n log n` comparisons: a `switch` may have tens of thousands of cases that meet behind it.

use super::guard::Guard;

/// A fork with what is behind it, or one guard.
struct Branch {
    /// The first of its guards to arrive.
    first: usize,
    below: Vec<Branch>,
}

impl Branch {
    fn leaf(guard: usize) -> Branch {
        Branch { first: guard, below: Vec::new() }
    }

    fn fork(branch: Branch) -> Branch {
        Branch { first: branch.first, below: vec![branch] }
    }

    fn add(&mut self, branch: Branch) {
        self.first = self.first.min(branch.first);
        self.below.push(branch);
    }

    /// Trees are as deep as guards are long: nothing is recursive here.
    fn leaves(self, out: &mut Vec<usize>) {
        let mut open = vec![self];
        while let Some(mut branch) = open.pop() {
            if branch.below.is_empty() {
                out.push(branch.first);
            }
            branch.below.sort_by_key(|b| std::cmp::Reverse(b.first));
            open.append(&mut branch.below);
        }
    }
}

/// The guards' numbers in that order.
pub(crate) fn by_forks(guards: &[&Guard]) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..guards.len()).collect();
    sorted.sort_by(|a, b| guards[*a].order(guards[*b]));
    let mut open: Vec<(u32, Branch)> = Vec::new();
    let mut order = Vec::new();
    for (at, guard) in sorted.iter().enumerate() {
        let fork = sorted.get(at + 1).map(|next| guards[*guard].common_depth(guards[*next]));
        let mut done = Branch::leaf(*guard);
        while let Some((_, mut branch)) = open.pop_if(|(depth, _)| fork.is_none_or(|f| *depth > f)) {
            branch.add(done);
            done = branch;
        }
        match (fork, open.last_mut()) {
            (None, _) => done.leaves(&mut order),
            (Some(f), Some((depth, branch))) if *depth == f => branch.add(done),
            (Some(f), _) => open.push((f, Branch::fork(done))),
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use pm_term::{Sort, Terms};

    /// Each guard behind the last of those that it has most in common with.
    fn one_by_one(guards: &[&Guard]) -> Vec<usize> {
        let mut order: Vec<usize> = Vec::new();
        for (new, guard) in guards.iter().enumerate() {
            let nearest = order.iter().enumerate().max_by_key(|(_, g)| guards[**g].common_depth(guard));
            order.insert(nearest.map_or(0, |(i, _)| i + 1), new);
        }
        order
    }

    #[test]
    fn neighbours_forked_last() {
        let mut terms = Terms::new();
        let symbols: Vec<_> = (0..60).map(|i| terms.symbol(&format!("c{i}"), Sort::Bool)).collect();
        let mut random: u64 = 1;
        let mut below = |n: usize| {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (random >> 33) as usize % n
        };
        for _ in 0..200 {
            // Some guards of a tree, inner ones and the same one twice among them.
            let mut tree = vec![Guard::always()];
            for _ in 0..below(40) {
                let parent = tree[below(tree.len())].clone();
                tree.push(parent.and(&mut terms, symbols[below(60)]));
            }
            let guards: Vec<&Guard> = (0..1 + below(30)).map(|_| &tree[below(tree.len())]).collect();
            assert_eq!(by_forks(&guards), one_by_one(&guards));
        }
    }
}
