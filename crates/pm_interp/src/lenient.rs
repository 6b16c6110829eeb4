//! Runs that say nothing of memory errors (`RunOptions::lenient`): what an access does that is not valid.
//!
//! Reads give inputs, writes and frees do nothing, calls of what is no fitting function give inputs. An access that lies
//! partly outside its object is not valid as a whole. Otherwise a run is exact, and without the option all of this is
//! undefined behaviour.

use crate::halt::{Halt, Run};
use crate::memory::Origin;
use crate::reason::Reason;
use crate::value::Value;
use crate::world::World;
use pm_base::Span;
use pm_ir::{Signature, Ty};

impl World<'_> {
    /// The value of a read that gives no bytes of an object: a device's, or that of a read that is not valid.
    #[cold]
    pub fn bad_load(&mut self, ty: Ty, p: Value, span: Span) -> Run<Value> {
        let size = ty.access_size(self.mem.ptr_size);
        match self.mem.device(p, size).or(self.lenient) {
            Some(source) => self.input(source, ty, span),
            None => self.bad_access("read", p, size, false),
        }
    }

    /// A write to a device, or one that is not valid.
    #[cold]
    pub fn bad_write(&self, p: Value, size: u64) -> Run<()> {
        match self.mem.device(p, size).or(self.lenient) {
            Some(_) => Ok(()),
            None => self.bad_access("write", p, size, true),
        }
    }

    /// Something else that is not valid and without result.
    #[cold]
    pub fn bad_effect(&self, (what, notes): Reason) -> Run<()> {
        match self.lenient {
            Some(_) => Ok(()),
            None => Err(Box::new(Halt::Undefined { what, notes })),
        }
    }

    /// The result of a call through `p`, which is no function with this signature.
    #[cold]
    pub fn bad_call(&mut self, p: Value, sig: &Signature, span: Span) -> Run<Option<Value>> {
        if let Some(source) = self.lenient {
            return sig.ret.map(|ty| self.input(source, ty, span)).transpose();
        }
        let (what, notes) = match self.callee(p) {
            Some(f) => {
                let name = self.name(self.program.funcs[f].name);
                (format!("call of function `{name}' with other parameters"), Vec::new())
            }
            None => self.why_not_callee(p),
        };
        Err(Box::new(Halt::Undefined { what, notes }))
    }

    /// Nothing is printed where the text cannot be made.
    pub fn text_of(&mut self, format: Value, args: Value) -> Run<Vec<u8>> {
        match self.format_text(format, args) {
            Err(halt) if self.lenient.is_some() && matches!(*halt, Halt::Undefined { .. }) => Ok(Vec::new()),
            text => text,
        }
    }

    /// Is `p` in a living variable length array or alloca object?
    pub fn is_stack_object(&self, p: Value) -> bool {
        let ours = self.mem.meta(p.hi).is_some_and(|m| matches!(m.origin, Origin::Vla | Origin::Alloca));
        ours && self.mem.resolve(p).is_some()
    }
}
