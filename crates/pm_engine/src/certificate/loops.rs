//! The loops that a transition system follows or cuts, as lines of a certificate: `followed BASE`, `open F B` and `bound F B N`, with the numbers of functions and blocks.
//! A block `-` is the recursion of the function. A number that names nothing has no effect.

use super::number;
use pm_ir::{BlockId, FuncId};
use pm_model::Followed;
use pm_symex::LoopName;
use std::fmt::Write;

pub fn write(followed: &Followed) -> String {
    let mut out = format!("followed {}\n", followed.base);
    for name in &followed.cut {
        let _ = writeln!(out, "open {}", text(name));
    }
    for (name, n) in &followed.bounds {
        let _ = writeln!(out, "bound {} {n}", text(name));
    }
    out
}

fn text(name: &LoopName) -> String {
    let block = name.head.map_or("-".into(), |head| head.0.to_string());
    format!("{} {block}", name.func.0)
}

pub fn base(text: &str) -> Result<Followed, String> {
    Ok(Followed { base: number(text)?, ..Followed::default() })
}

/// Reads a line of a loop.
pub fn line(followed: &mut Followed, key: &str, text: &str) -> Result<(), String> {
    let words: Vec<&str> = text.split(' ').collect();
    match (key, &words[..]) {
        ("open", [func, head]) => _ = followed.cut.insert(name(func, head)?),
        ("bound", [func, head, n]) => _ = followed.bounds.insert(name(func, head)?, number(n)?),
        _ => return Err("expected a function, a block and perhaps a number".into()),
    }
    Ok(())
}

fn name(func: &str, head: &str) -> Result<LoopName, String> {
    let head = if head == "-" { None } else { Some(BlockId(number(head)?)) };
    Ok(LoopName { func: FuncId(number(func)?), head })
}
