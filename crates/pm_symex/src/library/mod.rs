//! What the library does that the IR has an instruction for: formatted output, and whether heap memory is lost.

pub(crate) mod leak;
pub(crate) mod printf;
pub(crate) mod text;
