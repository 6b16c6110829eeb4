//! Writes DimSpec.

use super::DimSpec;
use crate::clauses::Clauses;
use std::io::{self, Write};

pub fn write(spec: &DimSpec, out: &mut impl Write) -> io::Result<()> {
    section(out, 'i', u64::from(spec.vars), &spec.init)?;
    section(out, 'u', u64::from(spec.vars), &spec.universal)?;
    section(out, 'g', u64::from(spec.vars), &spec.goal)?;
    section(out, 't', 2 * u64::from(spec.vars), &spec.transition)
}

fn section(out: &mut impl Write, name: char, vars: u64, clauses: &Clauses) -> io::Result<()> {
    writeln!(out, "{name} cnf {vars} {}", clauses.len())?;
    for clause in clauses.iter() {
        for lit in clause {
            write!(out, "{} ", lit.to_dimacs())?;
        }
        writeln!(out, "0")?;
    }
    Ok(())
}
