//! The entry points: units are analysed one after the other and linked into one program.

use crate::attrs::AttrTable;
use crate::basic::Basic;
use crate::builtins::BuiltinTable;
use crate::cx::Cx;
use crate::hir::{FuncId, GlobalId, Program};
use crate::inline::Inline;
use crate::link::{self, FuncInfo, GlobalInfo};
use crate::types::{RecordId, TypeId, TypeTable};
use crate::vector::Vector;
use pm_base::{Abi, DataModel, IndexVec, Session, Symbol};
use pm_syntax::ast::Ast;
use pm_syntax::switches::Switches;
use rustc_hash::{FxHashMap, FxHashSet};

/// Holds the program while its translation units are added.
pub struct Analyzer {
    pub(crate) program: Program,
    pub(crate) basic: Basic,
    pub(crate) attr_table: AttrTable,
    pub(crate) builtins: BuiltinTable,
    /// External names of all units.
    pub(crate) externals: FxHashMap<Symbol, External>,
    /// What goes by another name for the linker (`int f(void) asm("g");`): the name in C.
    pub(crate) labelled: Vec<(Symbol, External)>,
    pub(crate) func_info: IndexVec<FuncId, FuncInfo>,
    pub(crate) global_info: IndexVec<GlobalId, GlobalInfo>,
    /// Incomplete records that stand for types we do not support, with the reason.
    pub(crate) opaque: FxHashMap<RecordId, &'static str>,
    pub(crate) opaque_types: FxHashMap<&'static str, TypeId>,
    /// Functions that stand for another one, unless something else defines them.
    pub(crate) aliases: FxHashMap<FuncId, FuncId>,
    /// Records that are vectors, and the type of each vector.
    pub(crate) vectors: FxHashMap<RecordId, Vector>,
    pub(crate) vector_types: FxHashMap<Vector, TypeId>,
    /// Objects that stand for labels whose address is taken.
    pub(crate) labels: FxHashSet<GlobalId>,
    /// Unions with `transparent_union`.
    pub(crate) transparent: FxHashSet<RecordId>,
    /// Of records with many members: the member that has or contains the name.
    pub(crate) members: FxHashMap<RecordId, FxHashMap<Symbol, u32>>,
    pub(crate) inlines: Vec<Inline>,
    /// Of functions and variables that go by another name for the linker: that name.
    pub(crate) linker_names: FxHashMap<Symbol, Symbol>,
    pub(crate) next_vla: u32,
    /// Number of units so far.
    pub(crate) units: u32,
    /// Integer constants of the units that come now have the types of C90 (`-std=c90`).
    pub c90_constants: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum External {
    Func(FuncId),
    Global(GlobalId),
}

impl Analyzer {
    pub fn new(session: &mut Session, model: DataModel) -> Self {
        Self::with_abi(session, model, model.abi())
    }

    pub fn with_abi(session: &mut Session, model: DataModel, abi: Abi) -> Self {
        let mut types = TypeTable::new(model);
        types.abi = abi;
        let basic = Basic::new(&mut types, &mut session.interner);
        let program = Program {
            types,
            globals: IndexVec::new(),
            funcs: IndexVec::new(),
            strings: IndexVec::new(),
            switches: Switches::default(),
        };
        Analyzer {
            program,
            basic,
            attr_table: AttrTable::new(&mut session.interner),
            builtins: BuiltinTable::new(&mut session.interner),
            externals: FxHashMap::default(),
            labelled: Vec::new(),
            func_info: IndexVec::new(),
            global_info: IndexVec::new(),
            opaque: FxHashMap::default(),
            opaque_types: FxHashMap::default(),
            aliases: FxHashMap::default(),
            vectors: FxHashMap::default(),
            vector_types: FxHashMap::default(),
            labels: FxHashSet::default(),
            transparent: FxHashSet::default(),
            members: FxHashMap::default(),
            inlines: Vec::new(),
            linker_names: FxHashMap::default(),
            next_vla: 0,
            units: 0,
            c90_constants: false,
        }
    }

    /// The machine that the program is for.
    pub fn machine(&self) -> DataModel {
        self.program.types.model
    }

    /// Analyses one translation unit; `is_model` for those of the library models. Errors go to the session.
    pub fn add_unit(&mut self, session: &mut Session, ast: &Ast, is_model: bool) {
        self.units += 1;
        if is_model {
            link::name_labelled(self);
        }
        self.program.switches.add(&ast.switches, ast.text.clone());
        let mut cx = Cx::new(self, session, ast, is_model);
        cx.declare_verifier_types();
        cx.unit();
    }

    /// External functions and variables that are referenced but not defined so far (intrinsics left out): the driver may
    /// add units of the library models that define them.
    pub fn undefined(&self) -> Vec<Symbol> {
        link::undefined(self)
    }

    /// Names of the functions with external linkage that are defined so far.
    pub fn defined(&self) -> Vec<Symbol> {
        link::defined(self)
    }

    /// What an external name is for the linker, where that is another one (`int f(void) asm("g");`).
    pub fn linker_name(&self, name: Symbol) -> Option<Symbol> {
        self.linker_names.get(&name).copied()
    }

    /// Completes tentative definitions and resolves the intrinsics, after the last unit.
    pub fn finish(mut self) -> Program {
        link::finish(&mut self);
        self.program
    }
}
