//! Systems that say the same in a form that is easier to decide.

mod elements;

pub use elements::split_arrays;
