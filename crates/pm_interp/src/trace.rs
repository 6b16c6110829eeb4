//! What a run can be watched by. Code is translated with trace points only when a tracer is given, so that a plain run
//! does not pay for them.

use pm_base::Span;
use pm_ir::{BlockId, FuncId, VarId};

/// An object for traces: the number that `PtrObject` would give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectRef(pub u64);

/// Values are patterns of the variable's type; of pointers the address.
pub trait Tracer {
    fn on_assign(&mut self, func: FuncId, var: VarId, value: u128, span: Span);
    /// Bytes as they are after the store.
    fn on_store(&mut self, object: ObjectRef, offset: u64, bytes: &[u8], span: Span);
    /// A branch or switch goes to `target`.
    fn on_branch(&mut self, func: FuncId, target: BlockId, span: Span);
    fn on_call(&mut self, callee: FuncId, args: &[u128], span: Span);
    fn on_return(&mut self, func: FuncId, value: Option<u128>, span: Span);
}
