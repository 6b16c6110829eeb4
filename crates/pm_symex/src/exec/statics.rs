//! Objects that are there from the beginning: globals, functions, what is mapped; and the state in which a program begins.

use super::{Executor, Site};
use crate::control::instance::Instance;
use crate::record::event::EventKind;
use crate::state::State;
use crate::state::cells::{Cell, Cells};
use crate::state::object::{Content, Fill, Object, ObjectId, ObjectInfo, ObjectKind};
use crate::state::value::{OFFSET_BITS, Value, Word};
use pm_base::Span;
use pm_ir::*;
use pm_term::TermId;

impl Executor<'_> {
    pub(crate) fn create_static_objects(&mut self) {
        let zero = self.terms.zero(OFFSET_BITS);
        self.objects.add(ObjectInfo {
            kind: ObjectKind::Heap,
            name: None,
            cty: None,
            size: zero,
            const_size: Some(0),
            read_only: true,
            device: None,
            base: 0,
            span: Span::NONE,
            shadow: 0,
        });
        for (id, global) in self.program.globals.iter_ids() {
            let size = self.terms.bv(OFFSET_BITS, global.size.into());
            let object = self.add_object(ObjectKind::Global(id), size, global.span);
            let info = &mut self.objects[object as usize];
            info.name = Some(global.name);
            info.cty = Some(global.cty);
            info.read_only = global.read_only;
            info.device = global.volatility.device();
        }
        for (id, func) in self.program.funcs.iter_ids() {
            let size = self.terms.one(OFFSET_BITS);
            let object = self.add_object(ObjectKind::Func(id), size, func.span);
            self.objects[object as usize].name = Some(func.name);
        }
        self.add_mapped();
        for id in 1..self.objects.len() as ObjectId {
            self.add_shadow(id);
        }
        self.add_foreign_object();
    }

    pub(crate) fn add_object(&mut self, kind: ObjectKind, size: TermId, span: Span) -> ObjectId {
        self.add_object_in(None, kind, size, span)
    }

    /// An object that is made in a state.
    pub(crate) fn add_object_in(
        &mut self,
        state: Option<&State>,
        kind: ObjectKind,
        size: TermId,
        span: Span,
    ) -> ObjectId {
        let const_size = self.terms.const_u64(size);
        let base = self.choose_address(const_size);
        let (name, cty, read_only, device) = (None, None, false, None);
        let info = ObjectInfo { kind, name, cty, size, const_size, read_only, device, base, span, shadow: 0 };
        let id = self.objects.add(info);
        if let Some(state) = state {
            self.note_neighbours(id, state);
        }
        id
    }

    pub(crate) fn initial_state(&mut self) -> State {
        let mut state = State::empty();
        for (id, global) in self.program.globals.iter_ids() {
            self.here = Site { instance: Instance::ROOT, block: id.0, inst: u32::MAX };
            let fill = match global.init {
                GlobalInit::Zero => Fill::Zero,
                GlobalInit::Data(_) => Fill::Image(id),
                GlobalInit::Nondet => Fill::Event(self.event(EventKind::Contents, TermId::TRUE, global.span)),
            };
            let content = Content::Cells { cells: Cells::default(), fill };
            let object = self.objects.of_global(id);
            state.set_object(object, Object { content, alive: TermId::TRUE });
            self.begin_shadow(&mut state, object, true);
            for r in &global.relocs {
                let ptr = self.base_ptr(&state, r.base, r.addend);
                let word = Word::new(&self.terms, Value::Ptr(ptr));
                let cell = Cell { len: self.pointer_size as u8, word };
                self.write_cell(&mut state, object, r.offset as u32, cell);
            }
        }
        self.begin_mapped(&mut state);
        self.begin_pools(&mut state);
        state
    }

    pub(crate) fn image_len(&self, global: GlobalId) -> u64 {
        match &self.program.globals[global].init {
            GlobalInit::Data(bytes) => bytes.len() as u64,
            GlobalInit::Zero | GlobalInit::Nondet => 0,
        }
    }

    pub(crate) fn image_bits(&self, global: GlobalId, off: u32, len: u8) -> u128 {
        image_bits(self.program, global, off, len)
    }
}

/// Initial bytes of a global as one number.
pub(crate) fn image_bits(program: &Program, global: GlobalId, off: u32, len: u8) -> u128 {
    let GlobalInit::Data(bytes) = &program.globals[global].init else { return 0 };
    let byte = |i: u32| bytes.get((off + i) as usize).copied().unwrap_or(0);
    (0..u32::from(len)).rev().fold(0, |v, i| v << 8 | u128::from(byte(i)))
}
