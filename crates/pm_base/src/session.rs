//! What one run of the front end shares: the sources, the names and the messages; and what flags change about types.

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

/// What flags of a compiler change about types, beside the data model. [`crate::DataModel::abi`] is what a machine has without flags; the default here is that of x86.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Abi {
    /// Plain `char` is unsigned (`-funsigned-char`).
    pub unsigned_char: bool,
    /// Enumerations are as small as their values allow (`-fshort-enums`).
    pub short_enums: bool,
    /// The largest alignment of members, in bytes (`-fpack-struct=N`); 0 is none.
    pub pack_struct: u8,
    /// Every record is packed, as by the attribute, and `#pragma pack` says nothing (`-fpack-struct`).
    pub packed: bool,
}

/// Qualifiers of a C type.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}
