//! What one run of the front end shares: the sources, the names and the messages; and the data model it reads C for.

use crate::{Diagnostics, Interner, SourceMap};

/// The sources, names and diagnostics of all translation units of a run.
#[derive(Default)]
pub struct Session {
    pub sources: SourceMap,
    pub interner: Interner,
    pub diags: Diagnostics,
}

impl Session {
    pub fn new() -> Self {
        Self::default()
    }
}

/// The sizes of `int`, `long` and pointers: 4-4-4, 4-8-8 or 4-4-8 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum DataModel {
    #[default]
    Ilp32,
    Lp64,
    Llp64,
}

impl DataModel {
    /// The name as users write it (`--arch`-like options, notes).
    pub fn name(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
            DataModel::Llp64 => "LLP64",
        }
    }
}

/// What flags of a compiler change about types, beside the data model. By default all is as gcc has it on x86.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abi {
    /// Plain `char` is unsigned (`-funsigned-char`).
    pub unsigned_char: bool,
    /// Enumerations are as small as their values allow (`-fshort-enums`).
    pub short_enums: bool,
    /// The largest alignment of members, in bytes (`-fpack-struct=N`); 0 is none.
    pub pack_struct: u8,
}

/// Qualifiers of a C type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}
