//! Options of the engine `paths`: where the search begins, and which solvers test the store.

use clap::Args;
use pm_engine::EngineId;
use pm_engine::paths::{Order, Partial, PathOptions, Strategy};

#[derive(Args)]
pub struct PathArgs {
    /// Where the search begins (with --engine paths): `dpvs` backwards from the property, `cpbpv` forwards from the entry, `auto` as the question looks.
    #[arg(long, value_name = "NAME", value_parser = parse_strategy)]
    strategy: Option<Strategy>,
    /// Which variable is next, backwards (with --engine paths): `latest`, `earliest`, `fifo` or `lifo`.
    #[arg(long, value_name = "NAME", value_parser = parse_order)]
    order: Option<Order>,
    /// Solvers that test the store (with --engine paths), cheapest first: `differences` or `none`, behind domains and before the exact one, which are always there.
    #[arg(long, value_name = "LIST", value_parser = parse_store)]
    store: Option<Store>,
}

#[derive(Clone)]
struct Store(Vec<Partial>);

impl PathArgs {
    pub fn options(&self) -> PathOptions {
        let default = PathOptions::default();
        PathOptions {
            strategy: self.strategy.unwrap_or_default(),
            order: self.order.unwrap_or_default(),
            store: self.store.as_ref().map_or(default.store, |store| store.0.clone()),
        }
    }

    /// # Errors
    /// The engine searches no paths.
    pub fn fits(&self, engine: EngineId) -> Result<(), String> {
        let given = [
            ("--strategy", self.strategy.is_some()),
            ("--order", self.order.is_some()),
            ("--store", self.store.is_some()),
        ];
        match given.iter().find(|(_, given)| *given) {
            Some((name, _)) if engine != EngineId::PATHS => {
                Err(format!("{name} is of --engine paths: {engine} has none"))
            }
            _ => Ok(()),
        }
    }
}

fn parse_strategy(name: &str) -> Result<Strategy, String> {
    named(name, &Strategy::ALL, Strategy::name)
}

fn parse_order(name: &str) -> Result<Order, String> {
    named(name, &Order::ALL, Order::name)
}

fn parse_store(list: &str) -> Result<Store, String> {
    if list == "none" {
        return Ok(Store(Vec::new()));
    }
    list.split(',').map(|name| named(name, &Partial::ALL, Partial::name)).collect::<Result<_, _>>().map(Store)
}

fn named<T: Copy>(name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Result<T, String> {
    let known = || all.iter().map(|t| name_of(*t)).collect::<Vec<_>>().join(", ");
    all.iter().copied().find(|t| name_of(*t) == name).ok_or_else(|| format!("expected one of {}", known()))
}
