//! Scopes of names. A lookup is two array accesses: tables are indexed by the dense ids of symbols.
//!
//! File scope is apart from block scopes, because functions may be declared there implicitly at any time.

use crate::hir::{FuncId, GlobalId, LocalId};
use crate::types::{EnumId, QualType, RecordId, TypeId};
use pm_base::{Span, Symbol};

/// What an ordinary identifier stands for.
#[derive(Clone, Copy, Debug)]
pub enum Entity {
    /// `align`: from an `aligned` attribute of the typedef; 0 is none.
    Typedef {
        ty: QualType,
        align: u32,
    },
    Local(LocalId),
    /// With its type as known in this unit.
    Global(GlobalId, QualType),
    Func(FuncId, TypeId),
    EnumConst {
        value: i128,
        ty: TypeId,
    },
    /// Its declaration was in error.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

#[derive(Clone, Copy)]
pub struct Entry<T> {
    pub item: T,
    pub span: Span,
    sym: Symbol,
    depth: u32,
    /// The entry of the same name that this one hides.
    hidden: u32,
}

const NONE: u32 = u32::MAX;

/// One name space.
pub struct Names<T> {
    /// Innermost block entry of each symbol.
    blocks: Vec<u32>,
    /// File scope entry of each symbol.
    file: Vec<u32>,
    block_entries: Vec<Entry<T>>,
    file_entries: Vec<Entry<T>>,
}

impl<T: Copy> Names<T> {
    pub fn new(symbols: usize) -> Self {
        Names {
            blocks: vec![NONE; symbols],
            file: vec![NONE; symbols],
            block_entries: Vec::new(),
            file_entries: Vec::new(),
        }
    }

    pub fn lookup(&self, sym: Symbol) -> Option<&Entry<T>> {
        match self.blocks.get(sym.0 as usize) {
            Some(&i) if i != NONE => self.block_entries.get(i as usize),
            _ => self.lookup_file(sym),
        }
    }

    pub fn lookup_file(&self, sym: Symbol) -> Option<&Entry<T>> {
        let i = *self.file.get(sym.0 as usize)?;
        self.file_entries.get(i as usize)
    }

    /// The entry made in the scope of this depth itself.
    pub fn lookup_at(&self, sym: Symbol, depth: u32) -> Option<&Entry<T>> {
        self.lookup(sym).filter(|e| e.depth == depth)
    }

    /// Adds to the scope of this depth (0 is file scope), or replaces the entry it has there.
    pub fn insert(&mut self, sym: Symbol, item: T, span: Span, depth: u32) {
        let at = sym.0 as usize;
        if at >= self.blocks.len() {
            self.blocks.resize(at + 1, NONE);
            self.file.resize(at + 1, NONE);
        }
        let (heads, entries) = if depth == 0 {
            (&mut self.file, &mut self.file_entries)
        } else {
            (&mut self.blocks, &mut self.block_entries)
        };
        let head = heads[at];
        if let Some(e) = entries.get_mut(head as usize).filter(|e| e.depth == depth) {
            e.item = item;
            e.span = span;
            return;
        }
        heads[at] = entries.len() as u32;
        entries.push(Entry { item, span, sym, depth, hidden: head });
    }

    fn leave(&mut self, depth: u32) {
        while let Some(e) = self.block_entries.pop_if(|e| e.depth >= depth) {
            self.blocks[e.sym.0 as usize] = e.hidden;
        }
    }

    /// Names of file scope and of the open blocks, for spelling hints.
    pub fn visible(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.block_entries.iter().chain(&self.file_entries).map(|e| e.sym)
    }

    pub fn file_scope(&self) -> impl Iterator<Item = (Symbol, &Entry<T>)> + '_ {
        self.file_entries.iter().map(|e| (e.sym, e))
    }
}

pub struct Scopes {
    pub idents: Names<Entity>,
    pub tags: Names<Tag>,
    depth: u32,
}

impl Scopes {
    pub fn new(symbols: usize) -> Self {
        Scopes { idents: Names::new(symbols), tags: Names::new(symbols), depth: 0 }
    }

    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn is_file_scope(&self) -> bool {
        self.depth == 0
    }

    pub fn enter(&mut self) {
        self.depth += 1;
    }

    pub fn leave(&mut self) {
        self.idents.leave(self.depth);
        self.tags.leave(self.depth);
        self.depth -= 1;
    }

    pub fn declare(&mut self, sym: Symbol, entity: Entity, span: Span) {
        self.idents.insert(sym, entity, span, self.depth);
    }

    pub fn declare_tag(&mut self, sym: Symbol, tag: Tag, span: Span) {
        self.tags.insert(sym, tag, span, self.depth);
    }
}
