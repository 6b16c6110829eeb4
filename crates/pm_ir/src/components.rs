//! Strongly connected components of a graph (Tarjan, "Depth-first search and linear graph algorithms"), in linear time and without recursion.

use pm_base::Idx;

/// The components in reverse topological order: what a component leads to comes before it.
pub fn components<I: Idx>(successors: &[Vec<I>]) -> Vec<Vec<I>> {
    let mut search = Search::new(successors);
    (0..successors.len()).for_each(|node| search.from(node));
    search.found
}

struct Search<'g, I> {
    successors: &'g [Vec<I>],
    /// In the order of the search, from 1; 0 is not seen.
    number: Vec<u32>,
    /// The least number that is reached from here within the component.
    low: Vec<u32>,
    is_open: Vec<bool>,
    open: Vec<usize>,
    seen: u32,
    found: Vec<Vec<I>>,
}

impl<'g, I: Idx> Search<'g, I> {
    fn new(successors: &'g [Vec<I>]) -> Self {
        let n = successors.len();
        let (number, low, is_open) = (vec![0; n], vec![0; n], vec![false; n]);
        Search { successors, number, low, is_open, open: Vec::new(), seen: 0, found: Vec::new() }
    }

    fn from(&mut self, root: usize) {
        if self.number[root] != 0 {
            return;
        }
        let mut path = vec![(root, 0)];
        self.enter(root);
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            let Some(to) = self.successors[node].get(*next).map(|to| to.index()) else {
                path.pop();
                self.leave(node);
                if let Some((before, _)) = path.last() {
                    self.low[*before] = self.low[*before].min(self.low[node]);
                }
                continue;
            };
            *next += 1;
            if self.number[to] == 0 {
                self.enter(to);
                path.push((to, 0));
            } else if self.is_open[to] {
                self.low[node] = self.low[node].min(self.number[to]);
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.seen += 1;
        (self.number[node], self.low[node]) = (self.seen, self.seen);
        self.is_open[node] = true;
        self.open.push(node);
    }

    fn leave(&mut self, node: usize) {
        if self.low[node] != self.number[node] {
            return;
        }
        let at = self.open.iter().rposition(|n| *n == node).unwrap_or(0);
        let component = self.open.split_off(at);
        component.iter().for_each(|n| self.is_open[*n] = false);
        self.found.push(component.into_iter().map(I::new).collect());
    }
}
