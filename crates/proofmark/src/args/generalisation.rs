//! `--generalisation`: which parts of ic3cfa's generalisation are on.

use clap::Args;
use pm_engine::EngineId;
use pm_engine::ic3cfa::{self, Generalisation};

#[derive(Args)]
pub struct GeneralisationArgs {
    /// How blocked cubes are generalised (with --engine ic3cfa): `new`, `old`, `none`, or a list of initialisation, split, relative, assumes,
    /// predecessors, contexts, minimal, ordering, multiple, interpolation, ctg, lifting, propagation; `no-NAME` leaves one out of `new`.
    #[arg(long, value_name = "LIST", value_parser = Generalisation::parse)]
    generalisation: Option<Generalisation>,
}

impl GeneralisationArgs {
    pub fn set(&self) -> Generalisation {
        self.generalisation.unwrap_or_default()
    }

    /// # Errors
    /// The engine has no generalisation.
    pub fn fits(&self, engine: EngineId) -> Result<(), String> {
        match self.generalisation.is_some() && engine != ic3cfa::ID {
            true => Err(format!("--generalisation is of --engine ic3cfa: {engine} has none")),
            false => Ok(()),
        }
    }
}
