//! IEEE-754 arithmetic as circuits over bit-vectors, for any format and rounding mode.
//!
//! A float is a bit-vector with the bits of its format. Every operation takes its operands apart ([`unpack`]), computes an
//! exact or sticky result and hands it to the one rounding module ([`round`]). Shifts are logarithmic, quotients and roots
//! are built digit by digit, so that circuits stay near the size of hardware.
//!
//! NaNs are those of x86, so that bit patterns agree with a compiled program's and with `pm_base::num::FloatFormat`: an
//! invalid operation yields the negative quiet NaN, operand NaNs are made quiet and propagate by the format's [`NanRule`].
//! Operations on constants are folded by the machine's floats ([`fold`]).
//! `neg`, `abs` and `copysign` only touch the sign bit, of NaNs too.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod fold;
mod format;
mod integral;
mod multiply;
mod nan;
mod origin;
mod remainder;
mod round;
mod scale;
mod shift;
#[cfg(test)]
mod tests;
mod unpack;

pub use convert::FpToInt;
pub use format::{FpFormat, NanRule, RoundingMode};
pub use origin::{FpOp, FpOrigin};
