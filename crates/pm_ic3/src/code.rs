//! Literals as indices: twice the variable, plus one if negated. The engine's own form; `pm_solve::Lit` is spoken outside.

use pm_solve::Lit;
use std::fmt;
use std::ops::Not;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Code(pub(crate) u32);

impl Code {
    pub(crate) fn new(var: u32, negated: bool) -> Code {
        Code(var << 1 | u32::from(negated))
    }
    pub(crate) fn of(lit: Lit) -> Code {
        Code::new(lit.var(), lit.is_negative())
    }
    pub(crate) fn var(self) -> usize {
        (self.0 >> 1) as usize
    }
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
    pub(crate) fn negate_if(self, condition: bool) -> Code {
        Code(self.0 ^ u32::from(condition))
    }
    /// Variables come from literals, so that this fits.
    pub(crate) fn to_lit(self) -> Lit {
        let dimacs = (self.0 >> 1) as i32 + 1;
        let signed = if self.is_negated() { -dimacs } else { dimacs };
        Lit::from_dimacs(signed).expect("a variable's number is not zero")
    }
}

impl Not for Code {
    type Output = Code;
    fn not(self) -> Code {
        Code(self.0 ^ 1)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_lit())
    }
}
