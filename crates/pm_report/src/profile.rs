//! `--profile`: what bounded model checking took, by place, with what to do about the largest. Some lines of it follow where a limit was met.

use crate::Context;
use pm_engine::costs::{Asked, Costs};
use pm_ir::loops::find_loops;
use pm_symex::LoopName;
use pm_symex::profile::{Array, Cost};
use rustc_hash::FxHashMap;
use std::fmt::Write;
use std::time::Duration;

/// Places of each kind in a full profile.
const PLACES: usize = 8;
/// Below this nobody asks where time went.
const LEAST: Duration = Duration::from_millis(100);
/// What a place costs that is worth a line.
const SMALL: Duration = Duration::from_millis(10);

/// The largest of each kind: four lines below a heading.
pub fn brief(ctx: Context<'_>, costs: &Costs) -> String {
    text(ctx, costs, 1)
}

pub fn full(ctx: Context<'_>, costs: &Costs) -> String {
    text(ctx, costs, PLACES)
}

fn text(ctx: Context<'_>, costs: &Costs, most: usize) -> String {
    let (executed, asked) = costs.read();
    let execution: Duration = executed.functions.values().map(|c| c.time).sum();
    let questions: Duration = asked.properties.values().map(|a| a.time).sum();
    if execution + questions + asked.loops.time + asked.checks < LEAST {
        return String::new();
    }
    let mut out = format!(
        "Time of bmc: {} for execution, {} for properties, {} for loops that may go on, {} for the check of proofs\n",
        seconds(execution),
        seconds(questions),
        seconds(asked.loops.time),
        seconds(asked.checks)
    );
    for (func, cost) in largest(&executed.functions, most, |c| c.time) {
        let (name, place) = (ctx.func_name(func), ctx.place(ctx.program.funcs[func].span));
        let _ =
            writeln!(out, "  function {name} ({place}): {}; a stub in its place would cost nothing", executing(&cost));
    }
    for (name, cost) in largest(&executed.loops, most, |c| c.time) {
        let (name, place) = (ctx.loop_name(name), place_of_loop(ctx, name));
        let _ = writeln!(out, "  loop {name} ({place}): {}; --unwindset {name}:N bounds it", executing(&cost));
    }
    for (array, cost) in largest(&executed.arrays, most, |c| c.time) {
        let _ = writeln!(out, "  array {}: {}; a smaller one costs less", array_name(ctx, &array), executing(&cost));
    }
    for (prop, cost) in largest(&asked.properties, most, |a| a.time) {
        let (id, Asked { time, clauses, .. }) = (&ctx.program.props[prop].id, cost);
        let _ =
            writeln!(out, "  property {id}: {}, {clauses} clauses; --property {id} asks for it alone", seconds(time));
    }
    out.push('\n');
    out
}

/// The places that cost most, of those that cost something.
fn largest<K: Copy, V: Copy>(costs: &FxHashMap<K, V>, most: usize, time: impl Fn(&V) -> Duration) -> Vec<(K, V)> {
    let mut all: Vec<(K, V)> = costs.iter().map(|(k, v)| (*k, *v)).filter(|(_, v)| time(v) >= SMALL).collect();
    all.sort_by_key(|(_, v)| std::cmp::Reverse(time(v)));
    all.truncate(most);
    all
}

fn executing(cost: &Cost) -> String {
    format!("{}, {} terms", seconds(cost.time), cost.terms)
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn array_name(ctx: Context<'_>, array: &Array) -> String {
    let name = array.name.map_or("of malloc", |n| ctx.names.name(n));
    let bytes = array.bytes.map_or(String::new(), |b| format!(", {b} bytes"));
    format!("{name} ({}{bytes})", ctx.place(array.span))
}

fn place_of_loop(ctx: Context<'_>, name: LoopName) -> String {
    let func = &ctx.program.funcs[name.func];
    let found = find_loops(func).into_iter().find(|l| Some(l.head) == name.head);
    ctx.place(found.map_or(func.span, |l| l.span))
}
