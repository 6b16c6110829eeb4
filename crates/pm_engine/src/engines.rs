//! The engines that there are, a line each.

use crate::engine::Engine;
use crate::id::EngineId;
use crate::{bmc, ic3, kind, run};

/// The options of all engines.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub bmc: bmc::Options,
    pub kind: kind::Options,
    pub ic3: ic3::Options,
}

type Make = fn(&Settings) -> Box<dyn Engine>;

const ENGINES: [(EngineId, Make); 4] = [
    (EngineId::RUN, |_| Box::new(run::Options)),
    (EngineId::BMC, |settings| Box::new(settings.bmc.clone())),
    (EngineId::KIND, |settings| Box::new(settings.kind.clone())),
    (EngineId::IC3, |settings| Box::new(settings.ic3.clone())),
];

/// The engine with its part of the options, if there is one.
pub fn engine(id: EngineId, settings: &Settings) -> Option<Box<dyn Engine>> {
    ENGINES.iter().find(|(known, _)| *known == id).map(|(_, make)| make(settings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_the_names_that_they_are_known_by() {
        for (i, (id, make)) in ENGINES.iter().enumerate() {
            assert_eq!(make(&Settings::default()).id(), *id);
            assert!(ENGINES[..i].iter().all(|(other, _)| other != id));
        }
    }
}
