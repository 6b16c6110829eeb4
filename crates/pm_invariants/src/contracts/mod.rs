//! Contracts of recursive functions ([`pm_model::contracts`]), guessed from calls on values and kept where they carry themselves.

mod find;
mod guess;
mod samples;
mod states;

pub use find::find;
