//! Programs, functions and variables.
//!
//! Calling convention: a function that returns a record gets a hidden first parameter, the address of the result; a
//! record argument is passed by the address of the caller's copy, which the callee copies into its own slot; a variadic
//! function gets a hidden last parameter, the address of its variable arguments, laid out in slots of 16 bytes (records
//! rounded up to multiples of 16).

use crate::coverage::Coverage;
use crate::{Base, BlockId, Inst, Property, Terminator, Ty};
use pm_base::{IndexVec, Span, Symbol, define_id};
use pm_types::{QualType, TypeTable};

define_id!(FuncId, "fn");
define_id!(GlobalId, "g");
define_id!(VarId, "v");
define_id!(SlotId, "slot");
define_id!(PropId, "prop");

#[derive(Clone)]
pub struct Program {
    pub types: TypeTable,
    pub globals: IndexVec<GlobalId, Global>,
    pub funcs: IndexVec<FuncId, Function>,
    /// Calls the user's entry function and handles its return: `__pm_start`.
    pub entry: FuncId,
    pub props: IndexVec<PropId, Property>,
    /// Empty unless lowering was asked for it.
    pub coverage: Coverage,
}

#[derive(Clone)]
pub struct Global {
    pub name: Symbol,
    pub cty: QualType,
    pub size: u64,
    pub align: u32,
    pub init: GlobalInit,
    /// Pointers within the initial bytes.
    pub relocs: Vec<Reloc>,
    /// `const` objects and string literals: writing is undefined.
    pub read_only: bool,
    pub volatility: Volatility,
    pub kind: GlobalKind,
    pub span: Span,
}

/// Who changes an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatility {
    /// The program.
    #[default]
    Plain,
    /// The program, although parts of it are declared `volatile`.
    Own,
    /// A device: each read is an input of this name, whatever was written.
    Device(Symbol),
}

impl Volatility {
    pub fn device(self) -> Option<Symbol> {
        match self {
            Volatility::Device(source) => Some(source),
            Volatility::Plain | Volatility::Own => None,
        }
    }
}

/// A memory-mapped range: an object at a fixed address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mapped {
    pub address: u64,
    pub size: u64,
    /// Each read is an input of this name; `None`: memory that keeps what was written, with arbitrary contents at first.
    pub device: Option<Symbol>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GlobalKind {
    User,
    /// A string literal; `name` is empty.
    Str,
    /// Belongs to a library model.
    Model,
}

#[derive(Clone)]
pub enum GlobalInit {
    Zero,
    /// Shorter data is followed by zeros.
    Data(Box<[u8]>),
    /// Declared `extern` and defined nowhere, or made nondeterministic by an option.
    Nondet,
}

#[derive(Clone)]
pub struct Reloc {
    pub offset: u64,
    pub base: Base,
    pub addend: i64,
}

#[derive(Clone)]
pub struct Function {
    pub name: Symbol,
    /// Registers or, of records, pointers to the caller's copy; with the hidden ones.
    pub params: Vec<VarId>,
    pub ret: Option<Ty>,
    pub variadic: bool,
    pub vars: IndexVec<VarId, Var>,
    pub slots: IndexVec<SlotId, Slot>,
    /// The first block is the entry. Empty: the function has no body, and a call returns an arbitrary value.
    pub blocks: IndexVec<BlockId, Block>,
    /// `#pragma proofmark unwind N`, by loop head.
    pub unwind_bounds: Vec<(BlockId, u32)>,
    pub is_model: bool,
    pub stub: Stub,
    pub span: Span,
}

/// Does a function stand for code that is not there?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Stub {
    #[default]
    No,
    /// It has no body in the program; its blocks, if there are any, do what a body could do.
    Function,
    /// A part of what such functions do.
    Part,
}

impl Function {
    pub fn has_body(&self) -> bool {
        !self.blocks.is_empty()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StorageKind {
    Param,
    Local,
    /// Made by lowering; not shown in traces.
    Temp,
}

#[derive(Clone)]
pub struct Var {
    pub name: Option<Symbol>,
    pub ty: Ty,
    /// The C type, for traces.
    pub cty: Option<QualType>,
    pub kind: StorageKind,
    pub span: Span,
}

/// A local object in memory.
#[derive(Clone)]
pub struct Slot {
    pub name: Option<Symbol>,
    pub cty: Option<QualType>,
    pub size: u64,
    pub align: u32,
    pub kind: StorageKind,
    pub span: Span,
}

#[derive(Clone)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Terminator,
}
