//! Loops around pieces of a program: how they are written, and which states they reach, as sets of states.

use std::collections::BTreeSet;
use std::fmt::Write;

/// What happens around pieces. `more` is an input, another one each time.
#[derive(Clone, Debug)]
pub enum Flow {
    Piece(u32),
    /// `while (more) { … }`
    While(Vec<Flow>),
    /// `for (;;) { … }`
    Forever(Vec<Flow>),
    Times(u32, Vec<Flow>),
    /// As often as an input says, which is at most this.
    UpTo(u32, Vec<Flow>),
    /// `if (more) { … }`
    Maybe(Vec<Flow>),
    /// `if (more) break;` and its like, in a loop.
    Leave(Leave),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Break,
    Continue,
    Return,
}

pub type States<T> = BTreeSet<T>;

/// Where executions of a body are that did not end.
struct Ends<T> {
    on: States<T>,
    broken: States<T>,
    continued: States<T>,
}

/// The states behind all of `flows`, from `states`. `step` gives the states behind a piece, and ends everything where it fails.
pub fn reach<T: Ord + Copy, E>(
    flows: &[Flow],
    states: States<T>,
    step: &mut dyn FnMut(u32, T) -> Result<Vec<T>, E>,
) -> Result<States<T>, E> {
    body(flows, states, step).map(|ends| ends.on)
}

fn body<T: Ord + Copy, E>(
    flows: &[Flow],
    states: States<T>,
    step: &mut dyn FnMut(u32, T) -> Result<Vec<T>, E>,
) -> Result<Ends<T>, E> {
    let mut ends = Ends { on: states, broken: States::new(), continued: States::new() };
    for flow in flows {
        match flow {
            Flow::Piece(piece) => {
                let mut behind = States::new();
                for state in &ends.on {
                    behind.extend(step(*piece, *state)?);
                }
                ends.on = behind;
            }
            Flow::While(inner) => {
                let (mut all, broken) = turns(inner, ends.on, None, step)?;
                all.extend(broken);
                ends.on = all;
            }
            Flow::Forever(inner) => ends.on = turns(inner, ends.on, None, step)?.1,
            Flow::UpTo(most, inner) => {
                let (mut all, broken) = turns(inner, ends.on, Some(*most), step)?;
                all.extend(broken);
                ends.on = all;
            }
            Flow::Times(count, inner) => {
                let mut broken = States::new();
                for _ in 0..*count {
                    let turn = body(inner, ends.on, step)?;
                    broken.extend(turn.broken);
                    ends.on = &turn.on | &turn.continued;
                }
                ends.on.extend(broken);
            }
            Flow::Maybe(inner) => {
                let taken = body(inner, ends.on.clone(), step)?;
                ends.on.extend(taken.on);
                ends.broken.extend(taken.broken);
                ends.continued.extend(taken.continued);
            }
            Flow::Leave(Leave::Break) => ends.broken.extend(&ends.on),
            Flow::Leave(Leave::Continue) => ends.continued.extend(&ends.on),
            Flow::Leave(Leave::Return) => {}
        }
    }
    Ok(ends)
}

/// The states at the head of a loop in its first `most` turns, or in all of them, and those that break out of it.
#[allow(clippy::type_complexity)]
fn turns<T: Ord + Copy, E>(
    inner: &[Flow],
    first: States<T>,
    most: Option<u32>,
    step: &mut dyn FnMut(u32, T) -> Result<Vec<T>, E>,
) -> Result<(States<T>, States<T>), E> {
    let (mut all, mut now, mut broken) = (first.clone(), first, States::new());
    let mut left = most.unwrap_or(u32::MAX);
    while left > 0 && !now.is_empty() {
        let turn = body(inner, now, step)?;
        broken.extend(turn.broken);
        now = &(&turn.on | &turn.continued) - &all;
        all.extend(&now);
        left -= 1;
    }
    Ok((all, broken))
}

const INPUT: &str = "__VERIFIER_nondet_int()";

/// The flows as text, with what `piece` says for each piece.
pub fn text(flows: &[Flow], depth: usize, piece: &dyn Fn(u32) -> String) -> String {
    let indent = "    ".repeat(depth);
    let mut out = String::new();
    for flow in flows {
        let inner =
            |open: &str, inner: &[Flow]| format!("{indent}{open} {{\n{}{indent}}}\n", text(inner, depth + 1, piece));
        out.push_str(&match flow {
            Flow::Piece(number) => piece(*number),
            Flow::While(body) => inner(&format!("while ({INPUT} & 1)"), body),
            // What comes behind `for (;;)` has no properties.
            Flow::Forever(body) => inner("for (int on = 1; on;)", body),
            Flow::Times(count, body) => inner(&format!("for (int t = 0; t < {count}; t++)"), body),
            Flow::UpTo(most, body) => {
                let open = format!("for (u32 t = (u32){INPUT} & {most}u; t > 0; t--)");
                inner(&open, body)
            }
            Flow::Maybe(body) => inner(&format!("if ({INPUT} & 1)"), body),
            Flow::Leave(leave) => {
                let word = match leave {
                    Leave::Break => "break",
                    Leave::Continue => "continue",
                    Leave::Return => "return 0",
                };
                let mut line = String::new();
                let _ = writeln!(line, "{indent}if ({INPUT} & 1) {word};");
                line
            }
        });
    }
    out
}
