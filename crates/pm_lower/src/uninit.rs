//! Which registers are certainly initialised where a block begins.
//!
//! A forward analysis over the registers that are declared without initialiser, so that the uninitialised check asserts
//! only where it can fail.

use crate::function::RawFunction;
use pm_base::Idx;
use pm_ir::uses::written_var;
use pm_ir::{InstKind, VarId};
use rustc_hash::FxHashMap;

/// Larger tables (blocks times words) are not computed: every block then starts with nothing known.
const MAX_WORDS: usize = 4 << 20;

pub(crate) struct Definite {
    bit_of: FxHashMap<VarId, u32>,
    words: usize,
    /// By block; empty where the function is too large.
    entry: Vec<u64>,
    current: Vec<u64>,
}

impl Definite {
    pub fn new(raw: &RawFunction) -> Self {
        let mut bit_of = FxHashMap::default();
        for block in raw.blocks.iter() {
            for inst in &block.insts {
                if let InstKind::DeclVar(v) = inst.kind
                    && raw.vars[v].kind != pm_ir::StorageKind::Temp
                {
                    let next = bit_of.len() as u32;
                    bit_of.entry(v).or_insert(next);
                }
            }
        }
        let words = bit_of.len().div_ceil(64);
        let mut this = Definite { bit_of, words, entry: Vec::new(), current: vec![0; words] };
        if words > 0 && raw.blocks.len() * words <= MAX_WORDS {
            this.solve(raw);
        }
        this
    }

    fn solve(&mut self, raw: &RawFunction) {
        self.entry = vec![u64::MAX; raw.blocks.len() * self.words];
        self.entry[..self.words].fill(0);
        let mut work: Vec<usize> = (0..raw.blocks.len()).rev().collect();
        let mut queued = vec![true; raw.blocks.len()];
        while let Some(b) = work.pop() {
            queued[b] = false;
            self.enter(b);
            let block = &raw.blocks[pm_ir::BlockId::new(b)];
            for inst in &block.insts {
                self.step(&inst.kind);
            }
            let Some(term) = &block.term else { continue };
            for s in term.kind.successors() {
                let at = s.index() * self.words;
                let mut changed = false;
                for w in 0..self.words {
                    let met = self.entry[at + w] & self.current[w];
                    changed |= met != self.entry[at + w];
                    self.entry[at + w] = met;
                }
                if changed && !queued[s.index()] {
                    queued[s.index()] = true;
                    work.push(s.index());
                }
            }
        }
    }

    /// Starts at the entry of a block.
    pub fn enter(&mut self, block: usize) {
        match self.entry.get(block * self.words..(block + 1) * self.words) {
            Some(known) => self.current.copy_from_slice(known),
            None => self.current.fill(0),
        }
    }

    /// Takes the effect of an instruction into account.
    pub fn step(&mut self, kind: &InstKind) {
        match kind {
            InstKind::DeclVar(v) => self.set(*v, false),
            _ => {
                if let Some(dst) = written_var(kind) {
                    self.set(dst, true);
                }
            }
        }
    }

    pub fn set(&mut self, var: VarId, on: bool) {
        if let Some(&bit) = self.bit_of.get(&var) {
            let (word, mask) = (bit as usize / 64, 1 << (bit % 64));
            if on {
                self.current[word] |= mask;
            } else {
                self.current[word] &= !mask;
            }
        }
    }

    /// May the register be indeterminate here?
    pub fn is_suspect(&self, var: VarId) -> bool {
        self.bit_of.get(&var).is_some_and(|bit| self.current[*bit as usize / 64] >> (bit % 64) & 1 == 0)
    }
}
