//! Which element a read is of, where the index is known: writes elsewhere and branches that are not taken are passed.

use crate::graph::{Edge, Graph};
use crate::store::Store;
use pm_term::Op;

pub struct Found {
    pub element: Edge,
    /// The nodes whose domains say so.
    pub needs: Vec<u32>,
}

/// The element that a read is of.
pub fn resolve(graph: &Graph, store: &Store, read: u32) -> Option<Found> {
    let kids = graph.node(read).kids();
    let (mut array, index) = (kids[0], kids[1]);
    let at = store.domain(graph, index).as_constant()?;
    let mut needs = vec![index.node()];
    loop {
        let node = graph.node(array.node());
        let parts = node.kids();
        match node.op {
            Op::Store => {
                let of = store.domain(graph, parts[1]);
                needs.push(parts[1].node());
                match of.as_constant() {
                    Some(value) if value == at => return Some(Found { element: parts[2], needs }),
                    _ if !of.contains(at) => array = parts[0],
                    _ => return None,
                }
            }
            Op::Ite => {
                needs.push(parts[0].node());
                array = if store.truth(parts[0])? { parts[1] } else { parts[2] };
            }
            Op::ConstArray => return Some(Found { element: parts[0], needs }),
            Op::Symbol => {
                let element = graph.element(array.node(), at).filter(|e| *e != read)?;
                return Some(Found { element: Edge::new(element, false), needs });
            }
            _ => return None,
        }
    }
}
