//! A small builder of programs.

use pm_base::num::IntFormat;
use pm_base::{IndexVec, Interner, Span};
use pm_ir::*;
use pm_types::{DataModel, QualType, TypeKind, TypeTable};

pub(crate) const I32: Ty = Ty::Int(IntFormat::new(32, true));
pub(crate) const U8: Ty = Ty::Int(IntFormat::new(8, false));
pub(crate) const I64: Ty = Ty::Int(IntFormat::new(64, true));
pub(crate) const U64: Ty = Ty::Int(IntFormat::new(64, false));

pub(crate) fn int(v: i64) -> Operand {
    Operand::Int(IntFormat::new(32, true), u128::from(v as u32))
}

pub(crate) fn long(v: i64) -> Operand {
    Operand::Int(IntFormat::new(64, true), u128::from(v as u64))
}

pub(crate) fn size(v: u64) -> Operand {
    Operand::Int(IntFormat::new(64, false), u128::from(v))
}

pub(crate) fn byte(v: u8) -> Operand {
    Operand::Int(IntFormat::new(8, false), u128::from(v))
}

pub(crate) fn var(v: VarId) -> Operand {
    Operand::Var(v)
}

pub(crate) fn slot(s: SlotId) -> Operand {
    Operand::Addr(Base::Slot(s), 0)
}

pub(crate) fn global(g: GlobalId) -> Operand {
    Operand::Addr(Base::Global(g), 0)
}

pub(crate) fn func(f: FuncId) -> Operand {
    Operand::Addr(Base::Func(f), 0)
}

pub(crate) struct ProgramBuilder {
    program: Program,
    names: Interner,
    cty: QualType,
}

impl ProgramBuilder {
    pub fn new() -> Self {
        Self::with_model(DataModel::Lp64)
    }

    pub fn with_model(model: DataModel) -> Self {
        let mut types = TypeTable::new(model);
        let cty = types.intern(TypeKind::Void).into();
        let (globals, funcs, props) = (IndexVec::new(), IndexVec::new(), IndexVec::new());
        let program = Program { types, globals, funcs, entry: FuncId(0), props, coverage: Default::default() };
        ProgramBuilder { program, names: Interner::new(), cty }
    }

    /// The program whose entry is this function.
    pub fn main(build: impl FnOnce(&mut FuncBuilder)) -> Self {
        let mut p = Self::new();
        p.entry(build);
        p
    }

    pub fn entry(&mut self, build: impl FnOnce(&mut FuncBuilder)) {
        self.program.entry = self.func("start", &[], None, build);
    }

    pub fn func(&mut self, name: &str, params: &[Ty], ret: Option<Ty>, build: impl FnOnce(&mut FuncBuilder)) -> FuncId {
        let id = self.program.funcs.next_id();
        let f = Function {
            name: self.names.intern(name),
            params: Vec::new(),
            ret,
            variadic: false,
            vars: IndexVec::new(),
            slots: IndexVec::new(),
            blocks: IndexVec::new(),
            unwind_bounds: Vec::new(),
            is_model: false,
            stub: Stub::No,
            span: Span::NONE,
        };
        let mut b = FuncBuilder {
            id,
            f,
            names: &mut self.names,
            props: &mut self.program.props,
            current: BlockId(0),
            spans: 1,
        };
        for ty in params {
            let v = b.var(*ty);
            b.f.params.push(v);
        }
        build(&mut b);
        let f = b.f;
        self.program.funcs.push(f)
    }

    /// A function without body.
    pub fn extern_func(&mut self, name: &str, ret: Option<Ty>) -> FuncId {
        self.func(name, &[], ret, |_| {})
    }

    pub fn global(&mut self, name: &str, size: u64, init: GlobalInit) -> GlobalId {
        self.program.globals.push(Global {
            name: self.names.intern(name),
            cty: self.cty,
            size,
            align: 8,
            init,
            relocs: Vec::new(),
            read_only: false,
            volatility: Volatility::Plain,
            kind: GlobalKind::User,
            span: Span::NONE,
        })
    }

    pub fn string(&mut self, text: &str) -> GlobalId {
        let data = [text.as_bytes(), b"\0"].concat();
        let g = self.global("", data.len() as u64, GlobalInit::Data(data.into()));
        self.program.globals[g].read_only = true;
        g
    }

    pub fn reloc(&mut self, g: GlobalId, offset: u64, base: Base, addend: i64) {
        self.program.globals[g].relocs.push(Reloc { offset, base, addend });
    }

    pub fn finish(self) -> (Program, Interner) {
        (self.program, self.names)
    }
}

pub(crate) struct FuncBuilder<'p> {
    id: FuncId,
    pub f: Function,
    names: &'p mut Interner,
    props: &'p mut IndexVec<PropId, Property>,
    current: BlockId,
    spans: u32,
}

impl FuncBuilder<'_> {
    fn new_var(&mut self, ty: Ty, kind: StorageKind) -> VarId {
        self.f.vars.push(Var { name: None, ty, cty: None, kind, span: Span::NONE })
    }

    pub fn var(&mut self, ty: Ty) -> VarId {
        self.new_var(ty, StorageKind::Local)
    }

    pub fn temp(&mut self, ty: Ty) -> VarId {
        self.new_var(ty, StorageKind::Temp)
    }

    pub fn param(&self, i: usize) -> VarId {
        self.f.params[i]
    }

    pub fn slot(&mut self, name: &str, size: u64) -> SlotId {
        let name = Some(self.names.intern(name));
        self.f.slots.push(Slot { name, cty: None, size, align: 8, kind: StorageKind::Local, span: Span::NONE })
    }

    fn span(&mut self) -> Span {
        self.spans += 1;
        Span::new(self.spans, self.spans + 1)
    }

    pub fn new_block(&mut self) -> BlockId {
        let span = Span::NONE;
        self.f.blocks.push(Block { insts: Vec::new(), term: Terminator { kind: TermKind::Unreachable, span } })
    }

    pub fn at(&mut self, block: BlockId) {
        self.current = block;
    }

    pub fn push(&mut self, kind: InstKind) {
        if self.f.blocks.is_empty() {
            self.new_block();
        }
        let inst = Inst { kind, span: self.span(), role: Role::User };
        self.f.blocks[self.current].insts.push(inst);
    }

    fn term(&mut self, kind: TermKind) {
        if self.f.blocks.is_empty() {
            self.new_block();
        }
        let span = self.span();
        self.f.blocks[self.current].term = Terminator { kind, span };
    }

    pub fn set(&mut self, dst: VarId, value: Rvalue) {
        self.push(InstKind::Assign { dst, value });
    }

    /// A new temporary with this value.
    pub fn let_(&mut self, ty: Ty, value: Rvalue) -> VarId {
        let v = self.temp(ty);
        self.set(v, value);
        v
    }

    pub fn bin(&mut self, op: BinOp, ty: Ty, a: Operand, b: Operand) -> VarId {
        self.let_(ty, Rvalue::Binary { op, ty, a, b })
    }

    pub fn cmp(&mut self, op: CmpOp, ty: Ty, a: Operand, b: Operand) -> VarId {
        self.let_(Ty::BOOL, Rvalue::Cmp { op, ty, a, b })
    }

    pub fn load(&mut self, ty: Ty, ptr: Operand) -> VarId {
        self.let_(ty, Rvalue::Load { ty, ptr })
    }

    pub fn store(&mut self, ty: Ty, ptr: Operand, value: Operand) {
        self.push(InstKind::Store { ty, ptr, value });
    }

    pub fn add(&mut self, ptr: Operand, bytes: i64) -> VarId {
        self.let_(Ty::Ptr, Rvalue::PtrAdd { ptr, bytes: long(bytes) })
    }

    pub fn assert(&mut self, cond: Rvalue) -> PropId {
        let id = format!("f.{}", self.props.len());
        let kind = PropertyKind::Assertion;
        let prop = self.props.push(Property {
            id,
            kind,
            func: self.id,
            span: Span::NONE,
            text: String::new(),
            goes_on: false,
        });
        self.push(InstKind::Assert { cond, prop });
        prop
    }

    pub fn access(&mut self, ptr: Operand, bytes: u64, write: bool) -> PropId {
        self.assert(Rvalue::AccessOk { ptr, size: size(bytes), write })
    }

    pub fn malloc(&mut self, bytes: u64) -> VarId {
        let dst = self.var(Ty::Ptr);
        self.push(InstKind::Alloc { dst, size: size(bytes), kind: AllocKind::Heap, zeroed: false });
        dst
    }

    pub fn free(&mut self, ptr: Operand) {
        self.push(InstKind::Free { ptr });
    }

    pub fn call(&mut self, callee: FuncId, args: &[Operand], ret: Option<Ty>) -> Option<VarId> {
        let dst = ret.map(|ty| self.temp(ty));
        self.push(InstKind::Call { dst, callee: Callee::Direct(callee), args: args.to_vec() });
        dst
    }

    pub fn print(&mut self, format: GlobalId, args: Operand) {
        self.push(InstKind::Print { dst: None, stream: Operand::NULL, format: global(format), args });
    }

    pub fn goto(&mut self, b: BlockId) {
        self.term(TermKind::Goto(b));
    }

    pub fn branch(&mut self, cond: Operand, then: BlockId, els: BlockId) {
        self.term(TermKind::Branch { cond, then, els });
    }

    pub fn switch(&mut self, value: Operand, ty: IntFormat, cases: Vec<SwitchCase>, default: BlockId) {
        self.term(TermKind::Switch { value, ty, cases, default });
    }

    pub fn ret(&mut self, value: Option<Operand>) {
        self.term(TermKind::Return(value));
    }

    pub fn stop(&mut self, code: Operand) {
        self.term(TermKind::Stop(code));
    }

    /// Ends the program with the low bits of a value as exit code.
    pub fn stop_with(&mut self, ty: Ty, value: Operand) {
        let code = self.let_(I32, Rvalue::Cast { from: ty, to: I32, a: value });
        self.stop(var(code));
    }

    pub fn source(&mut self, name: &str) -> pm_base::Symbol {
        self.names.intern(name)
    }
}
