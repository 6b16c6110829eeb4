//! Where pointers point, and their addresses.
//!
//! `targets.rs` takes a pointer apart into objects and offsets (`aims.rs` knows its objects, `skeleton.rs` leaves out what decisions exclude), `layout.rs` places objects in a `space.rs`,
//! `address.rs` goes from pointers to integers and back, `exposed.rs` knows which integers may be addresses, `foreign.rs` pointers from outside.

pub(crate) mod address;
pub(crate) mod aims;
pub(crate) mod exposed;
pub(crate) mod foreign;
pub(crate) mod layout;
pub(crate) mod skeleton;
pub(crate) mod space;
pub(crate) mod targets;
