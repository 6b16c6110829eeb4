//! From what users name to what they are told: sources become a program (`compile.rs`), names and options a question and a task
//! (`question.rs`, `competition.rs`), and a ledger becomes findings (`answer.rs`).
//!
//! Between them an engine decides the task (`pm_engine`). It must not: print, exit, read the command line.

pub mod answer;
pub mod competition;
pub mod compile;
pub mod compile_commands;
pub mod confirm;
pub mod flags;
pub mod input;
pub mod mapped;
pub mod property_file;
pub mod question;
mod requirements;
pub mod triple;
