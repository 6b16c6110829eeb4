//! Which heap objects are lost: alive, and not reachable through pointers.
//!
//! Pointers start in variables of active functions and in objects outside the heap; one into the middle of an object, or
//! one past its end, reaches it. What counts is what memory knows to be pointers: a number that happens to be an address
//! reaches nothing.

use crate::memory::{INDEX_MASK, Memory, Meta, ObjectId, Origin};
use crate::world::World;

impl World<'_> {
    /// The lost heap objects; `roots` must be up to date.
    pub fn lost(&self) -> Vec<&Meta> {
        self.mem.unreachable_heap(&self.roots)
    }
}

impl Memory {
    fn unreachable_heap(&self, roots: &[ObjectId]) -> Vec<&Meta> {
        let mut reached = vec![false; self.objects.len()];
        let mut work = Vec::new();
        for (index, object) in self.objects.iter().enumerate() {
            let heap = self.meta(index as u64).is_some_and(|m| m.origin == Origin::Heap);
            if object.is_alive() && !heap {
                self.reach(object.id, &mut reached, &mut work);
            }
        }
        for &root in roots {
            self.reach(root, &mut reached, &mut work);
        }
        while let Some(index) = work.pop() {
            let Some(side) = &self.objects[index].side else { continue };
            for &owner in side.words.iter().chain(side.odd.values()) {
                self.reach(owner, &mut reached, &mut work);
            }
        }
        let live = self.objects.iter().zip(&reached).filter(|(o, reached)| o.is_alive() && !**reached);
        live.filter_map(|(o, _)| self.meta(o.id)).filter(|m| m.origin == Origin::Heap).collect()
    }

    /// Marks a living object and puts it on the list when it is met for the first time.
    fn reach(&self, id: ObjectId, reached: &mut [bool], work: &mut Vec<usize>) {
        let index = (id & INDEX_MASK) as usize;
        if self.objects.get(index).is_some_and(|o| o.id == id && o.is_alive()) && !reached[index] {
            reached[index] = true;
            work.push(index);
        }
    }
}
