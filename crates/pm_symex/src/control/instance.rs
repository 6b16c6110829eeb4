//! Names of activations and iterations that are the same in each run of the executor.
//!
//! An instance is a fingerprint of the way from the entry: each call and each iteration mixes its place into the instance
//! around it. For one place the mixing is a bijection, so iterations of one loop never meet; different ways meet with a
//! probability of n² / 2^128. Tried and dropped: numbers from a table, which grew with every iteration executed.

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Instance(u128);

/// What begins at a place.
#[derive(Clone, Copy)]
pub(crate) enum Begins {
    Call(u32),
    Loop,
    Iteration,
    /// Blocks of one context are executed once more.
    Turn,
    /// A step of the control-flow automaton that begins inside of a function or loop.
    Block,
}

impl Instance {
    /// Around everything.
    pub const ROOT: Instance = Instance(0);

    pub fn number(self) -> u128 {
        self.0
    }

    /// Of an activation that begins at the function's own cut point, whoever called it.
    pub(crate) fn of_contract(func: u32) -> Instance {
        Instance::ROOT.inner(u32::MAX, u32::MAX, Begins::Call(func))
    }

    pub(crate) fn inner(self, block: u32, inst: u32, what: Begins) -> Instance {
        let what = match what {
            Begins::Loop => 0,
            Begins::Iteration => 1,
            Begins::Call(func) => 2 + u128::from(func),
            Begins::Block => 1 << 33,
            Begins::Turn => 1 << 34,
        };
        let place = u128::from(block) | u128::from(inst) << 32 | what << 64;
        let mut x = self.0.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        x = (x ^ (x >> 65)).wrapping_mul(0xda94_2042_e4dd_58b5_2360_ed05_1fc6_5da5);
        x = (x ^ (x >> 61)).wrapping_mul(0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb);
        Instance(x ^ (x >> 63))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;

    #[test]
    fn iterations_and_calls_differ() {
        let mut seen = FxHashSet::default();
        let mut iteration = Instance::ROOT;
        for _ in 0..100 {
            iteration = iteration.inner(1, u32::MAX, Begins::Iteration);
            let mut deeper = iteration;
            for inst in 0..100 {
                assert!(seen.insert(deeper.inner(1, inst, Begins::Call(inst % 3))));
                deeper = deeper.inner(2, u32::MAX, Begins::Iteration);
                assert!(seen.insert(deeper));
            }
        }
    }
}
