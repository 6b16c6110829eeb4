//! How a search goes about it.

/// Where the search begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strategy {
    /// As the question looks: backwards, and forwards where that gets stuck.
    #[default]
    Auto,
    /// Backwards from the property, from variable to variable (DPVS).
    Dpvs,
    /// Forwards from the entry, decision by decision (CPBPV).
    Cpbpv,
}

impl Strategy {
    pub const ALL: [Strategy; 3] = [Strategy::Auto, Strategy::Dpvs, Strategy::Cpbpv];

    pub fn name(self) -> &'static str {
        match self {
            Strategy::Auto => "auto",
            Strategy::Dpvs => "dpvs",
            Strategy::Cpbpv => "cpbpv",
        }
    }
}

/// Which of the variables that are waiting is next, backwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// The one that is defined last in the program.
    #[default]
    Latest,
    /// The one that is defined first.
    Earliest,
    /// The one that waits longest.
    Fifo,
    /// The one that came last.
    Lifo,
}

impl Order {
    pub const ALL: [Order; 4] = [Order::Latest, Order::Earliest, Order::Fifo, Order::Lifo];

    pub fn name(self) -> &'static str {
        match self {
            Order::Latest => "latest",
            Order::Earliest => "earliest",
            Order::Fifo => "fifo",
            Order::Lifo => "lifo",
        }
    }
}

/// A solver of the store. Domains are always propagated, and the exact solver is always the last.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Partial {
    /// Differences of two variables, without wrap-around.
    Differences,
}

impl Partial {
    pub const ALL: [Partial; 1] = [Partial::Differences];

    pub fn name(self) -> &'static str {
        match self {
            Partial::Differences => "differences",
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub strategy: Strategy,
    pub order: Order,
    /// Tried in this order.
    pub store: Vec<Partial>,
}

impl Default for Options {
    fn default() -> Self {
        Options { strategy: Strategy::default(), order: Order::default(), store: vec![Partial::Differences] }
    }
}
