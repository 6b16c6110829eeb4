//! Which names are typedef names, in each scope (C11 6.2.1, 6.7.8).
//!
//! The state of each symbol is one byte; leaving a scope undoes what was declared in it, so lookups and declarations cost
//! the same however many scopes there are.

use pm_base::Symbol;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Name {
    Unknown,
    /// A variable, function, parameter or enumerator.
    Ordinary,
    Typedef,
}

#[derive(Default)]
pub struct Names {
    /// Indexed by symbol; symbols beyond its end are unknown.
    state: Vec<Name>,
    /// What to restore, and where each open scope starts in it.
    log: Vec<(Symbol, Name)>,
    scopes: Vec<usize>,
}

impl Names {
    pub fn get(&self, symbol: Symbol) -> Name {
        self.state.get(symbol.0 as usize).copied().unwrap_or(Name::Unknown)
    }

    pub fn is_typedef(&self, symbol: Symbol) -> bool {
        self.get(symbol) == Name::Typedef
    }

    /// Declares a name in the innermost scope.
    pub fn declare(&mut self, symbol: Symbol, name: Name) {
        let at = symbol.0 as usize;
        if at >= self.state.len() {
            self.state.resize((at + 1).next_power_of_two(), Name::Unknown);
        }
        let old = std::mem::replace(&mut self.state[at], name);
        if old != name && !self.scopes.is_empty() {
            self.log.push((symbol, old));
        }
    }

    /// How many scopes are open, file scope not counted.
    pub fn scopes(&self) -> usize {
        self.scopes.len()
    }

    pub fn push(&mut self) {
        self.scopes.push(self.log.len());
    }

    pub fn pop(&mut self) {
        let start = self.scopes.pop().unwrap_or(0);
        for (symbol, old) in self.log.drain(start..).rev() {
            self.state[symbol.0 as usize] = old;
        }
    }

    /// Leaves scopes until `scopes` are open.
    pub fn pop_to(&mut self, scopes: usize) {
        while self.scopes.len() > scopes {
            self.pop();
        }
    }
}
