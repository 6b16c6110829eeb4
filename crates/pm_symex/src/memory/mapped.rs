//! Memory-mapped ranges: objects at fixed addresses. Memory has contents that the environment decides once; a device is asked at each read,
//! and what is written to it is gone.

use crate::control::instance::Instance;
use crate::exec::{Executor, Site};
use crate::pointers::targets::Target;
use crate::record::event::EventKind;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Fill, Object, ObjectId, ObjectInfo, ObjectKind};
use crate::state::value::Value;
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr};
use pm_base::{Span, Symbol};
use pm_ir::{Mapped, Ty};
use pm_term::TermId;

impl Executor<'_> {
    /// Makes the objects, in the order of their addresses.
    pub(crate) fn add_mapped(&mut self) {
        for Mapped { address: base, size: bytes, device } in self.space.mapped().to_vec() {
            let size = self.terms.bv(OFFSET_BITS, bytes.into());
            let kind = ObjectKind::Mapped;
            let (name, cty, const_size, read_only, span) = (None, None, Some(bytes), false, Span::NONE);
            self.objects.add(ObjectInfo {
                kind,
                name,
                cty,
                size,
                const_size,
                read_only,
                device,
                base,
                span,
                shadow: 0,
            });
        }
    }

    /// Each range is an event behind those of the globals.
    pub(crate) fn begin_mapped(&mut self, state: &mut State) {
        for id in self.objects.mapped() {
            self.here = Site { instance: Instance::ROOT, block: id, inst: u32::MAX - 1 };
            let event = self.event(EventKind::Contents, TermId::TRUE, Span::NONE);
            let content = Content::Cells { cells: Cells::default(), fill: Fill::Event(event) };
            state.set_object(id, Object { content, alive: TermId::TRUE });
            self.begin_shadow(state, id, true);
        }
    }

    /// A read of a device, where it lies inside of it.
    pub(crate) fn read_device(&mut self, state: &State, t: Target, source: Symbol, ty: Ty, span: Span) -> Value {
        let len = self.terms.bv(OFFSET_BITS, ty.access_size(self.pointer_size).into());
        let size = self.objects[t.obj as usize].size;
        let (end, fits) = (self.terms.sub(size, len), self.terms.ule(len, size));
        let below = self.terms.ule(t.off, end);
        let inside = self.terms.and(fits, below);
        let here = self.terms.and(t.guard, inside);
        let guard = self.terms.and(state.guard.term(), here);
        if guard == TermId::FALSE {
            return self.zero(ty);
        }
        self.asked(source, guard, ty, t.obj, span)
    }

    /// Can the pointer point into a device? Only what a read of many bytes wants to know.
    pub(crate) fn may_be_device(&mut self, state: &State, ptr: Ptr) -> bool {
        let has_devices = self.objects.iter().any(|o| o.device.is_some());
        let is_device = |e: &Executor<'_>, obj: ObjectId| e.objects[obj as usize].device.is_some();
        has_devices && self.targets(state, ptr).is_none_or(|all| all.iter().any(|t| is_device(self, t.obj)))
    }

    /// The pointer at an address of which nothing is known: into a range, or to no object.
    pub(crate) fn any_address(&mut self, address: TermId) -> Ptr {
        let address = self.terms.zext(address, OFFSET_BITS);
        let mut ptr = Ptr { obj: self.terms.zero(OBJECT_BITS), off: address };
        for id in self.objects.mapped() {
            let (base, bytes) = (self.base_of(id), self.objects[id as usize].size);
            let off = self.terms.sub(address, base);
            let inside = self.terms.ule(off, bytes);
            let there = Ptr { obj: self.terms.bv(OBJECT_BITS, id.into()), off };
            ptr = Ptr::ite(&mut self.terms, inside, there, ptr);
        }
        ptr
    }
}
