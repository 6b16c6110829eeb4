//! Formatted output: what it reads must be there, and how long it is nobody knows.

use crate::exec::{Executor, Run, TooHard};
use crate::state::State;
use crate::value::{Ptr, Value};
use pm_base::num::printf::{self, Conversion, Count, Length, Piece};
use pm_ir::Ty;
use pm_term::TermId;

/// Characters of a format.
const LONGEST_FORMAT: usize = 4096;
/// Characters of a string that is printed.
const LONGEST_STRING: u32 = 256;
/// Bytes from one variable argument to the next.
const SLOT: u128 = 16;

impl Executor<'_> {
    /// The number of characters that are printed: anything that it may be. `%n` writes to memory, and is not followed.
    pub fn printed(&mut self, state: &State, format: Ptr) -> Run<Option<TermId>> {
        let Some(text) = self.format_of(state, format)? else { return Ok(None) };
        if !text.contains(&b'%') {
            return Ok(Some(self.terms.bv(32, text.len() as u128)));
        }
        let writes = |p: &Piece| matches!(p, Piece::Conversion(c) if c.letter == b'n') || *p == Piece::Broken;
        if printf::parse(&text).iter().any(writes) {
            return Ok(None);
        }
        let any = self.fresh(32);
        self.result.loose.push((any, TooHard::at("the number of characters that are printed", self.here)));
        Ok(Some(any))
    }

    /// A format that is constant.
    fn format_of(&mut self, state: &State, format: Ptr) -> Run<Option<Vec<u8>>> {
        let (mut text, mut at) = (Vec::new(), format);
        let one = self.terms.one(self.pointer_bits);
        loop {
            let byte = self.read(state, at, 1)?[0].val;
            match self.terms.const_u64(byte) {
                Some(0) => return Ok(Some(text)),
                Some(byte) if text.len() < LONGEST_FORMAT => text.push(byte as u8),
                _ => return Ok(None),
            }
            at.off = self.terms.add(at.off, one);
        }
    }

    /// There is an argument for each conversion, and strings have an end. Of a format that is not constant output itself says that it is not followed.
    pub fn printable(&mut self, state: &State, format: Ptr, mut args: Ptr) -> Run<TermId> {
        let Some(text) = self.format_of(state, format)? else { return Ok(TermId::TRUE) };
        let mut all = Vec::new();
        for piece in printf::parse(&text) {
            match piece {
                Piece::Text(_) => {}
                Piece::Broken => return Ok(TermId::FALSE),
                Piece::Conversion(c) => {
                    let fine = self.conversion_is_there(state, &c, &mut args)?;
                    all.push(fine);
                    if fine == TermId::FALSE {
                        break;
                    }
                }
            }
        }
        Ok(self.terms.and_all(&all))
    }

    fn conversion_is_there(&mut self, state: &State, c: &Conversion, args: &mut Ptr) -> Run<TermId> {
        let mut all = Vec::new();
        let counts = [Some(c.width), c.precision].into_iter().flatten();
        for count in counts {
            let Count::Argument(skipped) = count else { continue };
            self.skip(args, skipped);
            let (fine, _) = self.next_argument(state, Ty::int(32, true), args)?;
            all.push(fine);
        }
        self.skip(args, c.skip);
        let ty = match c.letter {
            b'%' => return Ok(self.terms.and_all(&all)),
            b's' | b'p' | b'n' => Ty::Ptr,
            b'c' => Ty::int(32, true),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                Ty::Int(c.length.int_formats(self.program.types.model, matches!(c.letter, b'd' | b'i')).0)
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let is_long = c.length == Length::LongDouble;
                Ty::Float(self.program.types.model.printed_float(is_long))
            }
            _ => return Ok(TermId::FALSE),
        };
        let (fine, value) = self.next_argument(state, ty, args)?;
        all.push(fine);
        if let (b's', Some(Value::Ptr(p))) = (c.letter, value) {
            let ends = match (c.length, c.precision) {
                (Length::Long, _) | (_, Some(Count::Argument(_))) => None,
                (_, Some(Count::Given(n))) => self.string_ends(state, p, u32::try_from(n).ok())?,
                (_, None) => self.string_ends(state, p, None)?,
            };
            if ends.is_none() {
                self.demand(state, TermId::FALSE, "a printed string that is long, wide or of symbolic precision");
            }
            all.push(ends.unwrap_or(TermId::TRUE));
        }
        if let (b'n', Some(Value::Ptr(p))) = (c.letter, value) {
            let (_, count) = c.length.int_formats(self.program.types.model, true);
            let size = self.terms.bv(self.pointer_bits, Ty::Int(count).access_size(self.pointer_bytes()).into());
            all.push(self.access_ok(state, p, size, true)?);
        }
        Ok(self.terms.and_all(&all))
    }

    /// Leaves out so many arguments, or goes back.
    fn skip(&mut self, args: &mut Ptr, count: i64) {
        let bytes = i128::from(count) * SLOT as i128;
        let mask = (1u128 << self.pointer_bits) - 1;
        let bytes = self.terms.bv(self.pointer_bits, bytes as u128 & mask);
        args.off = self.terms.add(args.off, bytes);
    }

    /// Whether there is an argument, and its value where there may be one.
    fn next_argument(&mut self, state: &State, ty: Ty, args: &mut Ptr) -> Run<(TermId, Option<Value>)> {
        let size = self.terms.bv(self.pointer_bits, ty.access_size(self.pointer_bytes()).into());
        let is_there = self.access_ok(state, *args, size, false)?;
        if is_there == TermId::FALSE {
            return Ok((is_there, None));
        }
        let value = self.load(state, ty, *args)?;
        let slot = self.terms.bv(self.pointer_bits, SLOT);
        args.off = self.terms.add(args.off, slot);
        Ok((is_there, Some(value)))
    }

    /// All bytes up to a NUL, or `most` of them, can be read; `None` where there are too many to look at.
    fn string_ends(&mut self, state: &State, p: Ptr, most: Option<u32>) -> Run<Option<TermId>> {
        let (one, nul) = (self.terms.one(self.pointer_bits), self.terms.zero(8));
        let ended = self.object_ends_in_zero(state, p)?;
        let (mut at, mut goes_on, mut all) = (p, self.terms.not(ended), TermId::TRUE);
        for n in 0..LONGEST_STRING {
            if goes_on == TermId::FALSE || most == Some(n) {
                return Ok(Some(all));
            }
            let readable = self.access_ok(state, at, one, false)?;
            let fine = self.terms.implies(goes_on, readable);
            all = self.terms.and(all, fine);
            goes_on = self.terms.and(goes_on, readable);
            if goes_on == TermId::FALSE {
                continue;
            }
            let byte = self.read(state, at, 1)?[0].val;
            let ends = self.terms.eq(byte, nul);
            let more = self.terms.not(ends);
            goes_on = self.terms.and(goes_on, more);
            at.off = self.terms.add(at.off, one);
        }
        Ok((goes_on == TermId::FALSE).then_some(all))
    }

    /// The pointer points into an object whose last byte is zero.
    fn object_ends_in_zero(&mut self, state: &State, p: Ptr) -> Run<TermId> {
        let (one, nul) = (self.terms.one(self.pointer_bits), self.terms.zero(8));
        let inside = self.access_ok(state, p, one, false)?;
        if inside == TermId::FALSE {
            return Ok(TermId::FALSE);
        }
        let size = self.object_size(state, p)?;
        let last = Ptr { off: self.terms.sub(size, one), ..p };
        let byte = self.read(state, last, 1)?[0].val;
        let ends = self.terms.eq(byte, nul);
        Ok(self.terms.and(inside, ends))
    }
}
