//! Formatted output into memory (`snprintf` and its like), byte for byte as the interpreter writes it.
//!
//! Numbers and strings may be symbolic: a conversion then gives one of several texts, by sign and number of digits, or by
//! the string's length. What is not followed is a gap: formats, widths and floats that are not constant, `%p` (addresses
//! here are not those of the interpreter), `%n`, and strings that are too long.

use crate::exec::Executor;
use crate::library::text::Text;
use crate::pointers::targets::Target;
use crate::state::State;
use crate::state::value::{OBJECT_BITS, OFFSET_BITS, Ptr, Value};
use pm_base::Span;
use pm_base::num::IntFormat;
use pm_base::num::format::{FormatFlags, format_float, format_int};
use pm_base::num::printf::{self, Conversion, Count, Length, Piece};
use pm_ir::{Operand, Ty, VarId};
use pm_term::{Sort, TermId};
use std::rc::Rc;

const MAY_NOT_END: &str = "printed text whose arguments may not be there";
/// Longer formats and strings of symbolic length are not followed.
const LONGEST: usize = 4096;
const LONGEST_SYMBOLIC: usize = 256;
const WIDEST: i64 = 4096;
/// Bytes from one variable argument to the next.
const SLOT: u64 = 16;

/// What is written, and with which arguments.
pub(crate) struct Request<'a> {
    pub dst: Option<VarId>,
    pub buffer: &'a Operand,
    pub size: &'a Operand,
    pub format: &'a Operand,
    pub args: &'a Operand,
}

/// A conversion whose width and precision are known.
struct Field {
    flags: FormatFlags,
    width: usize,
    precision: Option<usize>,
    length: Length,
    letter: u8,
}

impl Executor<'_> {
    pub(crate) fn format(&mut self, state: &mut State, r: &Request, span: Span) {
        let buffer = self.ptr_operand(state, r.buffer);
        let size = self.size_operand(state, r.size);
        let (format, args) = (self.ptr_operand(state, r.format), self.ptr_operand(state, r.args));
        let count = match self.format_text(state, format, args, span) {
            Some(text) => {
                let (_, written) = self.written(size, &text);
                let pieces = self.formats(state, format, span).unwrap_or_default();
                let overlaps = self.string_overlaps(state, (format, None), (buffer, written), span);
                let cond = self.terms.and(state.guard.term(), overlaps);
                self.gap_if(cond, span, "formatted output that writes over its format");
                for (guard, pieces) in pieces {
                    let overlaps = self.writes_what_it_reads(state, &pieces, args, (buffer, written), span);
                    let cond = self.terms.and_all(&[state.guard.term(), guard, overlaps]);
                    self.gap_if(cond, span, "formatted output that writes what it reads");
                }
                self.put_text(state, buffer, size, &text, span);
                Value::Term(self.terms.truncate(text.len, 32))
            }
            None => {
                self.gap(state, span, "formatted output that depends on more than constants and short texts");
                self.fresh(Ty::int(32, true))
            }
        };
        if let Some(dst) = r.dst {
            self.assign(state, dst, count);
        }
    }

    /// Output that nobody in the program sees; only `%n` writes to memory. The number of characters is any where it is not known.
    pub(crate) fn print(
        &mut self,
        state: &mut State,
        dst: Option<VarId>,
        format: &Operand,
        args: &Operand,
        span: Span,
    ) {
        let (format, args) = (self.ptr_operand(state, format), self.ptr_operand(state, args));
        let formats = self.formats(state, format, span);
        if formats.is_none() {
            self.gap(state, span, "printed text that may store its length");
        }
        if let Some(dst) = dst {
            let (any, most) = (self.terms.fresh("unknown", Sort::Bv(32)), self.terms.bv(32, i32::MAX as u128));
            let mut count = self.terms.and(any, most);
            for (guard, pieces) in formats.unwrap_or_default() {
                if let Some(length) = self.printed_length(state, &pieces, args, span) {
                    let length = self.terms.truncate(length, 32);
                    count = self.terms.ite(guard, length, count);
                }
            }
            self.assign(state, dst, Value::Term(count));
        }
    }

    /// All that a format reads is there. Where that is not known, it is a gap.
    pub(crate) fn printable(&mut self, state: &mut State, format: Ptr, args: Ptr, span: Span) -> TermId {
        // Output itself tells of formats that are not followed.
        let formats = self.formats(state, format, span).unwrap_or_default();
        let mut all = TermId::TRUE;
        for (guard, pieces) in formats {
            let fine = match self.pieces_are_there(state, &pieces, args, span) {
                Some(fine) => fine,
                None => {
                    let cond = self.terms.and(state.guard.term(), guard);
                    self.gap_if(cond, span, MAY_NOT_END);
                    TermId::TRUE
                }
            };
            let fine = self.terms.implies(guard, fine);
            all = self.terms.and(all, fine);
        }
        all
    }

    fn pieces_are_there(&mut self, state: &mut State, pieces: &[Piece], mut args: Ptr, span: Span) -> Option<TermId> {
        let mut all = TermId::TRUE;
        for piece in pieces {
            let c = match piece {
                Piece::Text(_) => continue,
                Piece::Broken => return Some(TermId::FALSE),
                Piece::Conversion(c) => *c,
            };
            let most = self.most_read(state, &mut args, c, span)?;
            let ty = match c.letter {
                b'%' => continue,
                b's' => {
                    if self.is_absent(state, args, Ty::Ptr, span) {
                        return Some(TermId::FALSE);
                    }
                    let Value::Ptr(p) = self.argument(state, &mut args, Ty::Ptr, span)? else { return None };
                    let unit = if c.length == Length::Long { self.wide_char_size() } else { 1 };
                    let ends = self.string_ends(state, p, (most, unit), span);
                    all = self.terms.and(all, ends);
                    continue;
                }
                b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                    Ty::Int(c.length.int_formats(self.program.types.model, matches!(c.letter, b'd' | b'i')).0)
                }
                b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                    let is_long = c.length == Length::LongDouble;
                    Ty::Float(self.program.types.model.printed_float(is_long))
                }
                b'c' => Ty::int(32, true),
                b'p' => Ty::Ptr,
                _ => return Some(TermId::FALSE),
            };
            if self.is_absent(state, args, ty, span) {
                return Some(TermId::FALSE);
            }
            self.argument(state, &mut args, ty, span)?;
        }
        Some(all)
    }

    /// There is no such argument, for sure.
    fn is_absent(&mut self, state: &mut State, args: Ptr, ty: Ty, span: Span) -> bool {
        let size = self.terms.bv(OFFSET_BITS, ty.access_size(self.pointer_size).into());
        self.access_ok(state, args, size, false, span) == TermId::FALSE
    }

    fn wide_char_size(&self) -> u64 {
        self.program.types.model.wchar_size()
    }

    /// Steps over the arguments that `*` stands for, whatever they are: how many bytes of a string are read at most, where there is a limit.
    fn most_read(&mut self, state: &mut State, args: &mut Ptr, c: Conversion, span: Span) -> Option<Option<TermId>> {
        self.count_term(state, args, c.width, span)?;
        let precision = match c.precision {
            Some(p) => Some(self.count_term(state, args, p, span)?),
            None => None,
        };
        self.skip(args, c.skip);
        let (zero, no_limit) = (self.terms.zero(32), self.terms.ones(OFFSET_BITS));
        Some(precision.map(|p| {
            let (is_none, limit) = (self.terms.slt(p, zero), self.terms.zext(p, OFFSET_BITS));
            self.terms.ite(is_none, no_limit, limit)
        }))
    }

    /// All units up to a zero, or `most` bytes of them, can be read. Where there are too many to look at, it is a gap whether they can, unless the object ends in a zero.
    fn string_ends(&mut self, state: &mut State, p: Ptr, (most, unit): (Option<TermId>, u64), span: Span) -> TermId {
        let size = self.terms.bv(OFFSET_BITS, unit.into());
        let ty = Ty::int(unit as u8 * 8, false);
        let zero = self.terms.zero(unit as u32 * 8);
        let ended = if unit == 1 { self.object_ends_in_zero(state, p, span) } else { TermId::FALSE };
        let (mut goes_on, mut all, mut is_constant) = (self.terms.not(ended), TermId::TRUE, true);
        for n in 0.. {
            if let Some(most) = most {
                let at = self.terms.bv(OFFSET_BITS, u128::from(n * unit));
                let is_read = self.terms.ult(at, most);
                goes_on = self.terms.and(goes_on, is_read);
            }
            if goes_on == TermId::FALSE {
                return all;
            }
            if n as usize >= if is_constant { LONGEST } else { LONGEST_SYMBOLIC } {
                break;
            }
            let at = self.offset_by(p, n * unit);
            let readable = self.access_ok(state, at, size, false, span);
            let fine = self.terms.implies(goes_on, readable);
            all = self.terms.and(all, fine);
            goes_on = self.terms.and(goes_on, readable);
            if goes_on == TermId::FALSE {
                continue;
            }
            let Value::Term(value) = self.load_targets(state, at, ty, span) else { break };
            let ends = self.terms.eq(value, zero);
            is_constant &= self.terms.is_const(value);
            let more = self.terms.not(ends);
            goes_on = self.terms.and(goes_on, more);
        }
        // What was looked at until here says little, and is much.
        let may_not = self.terms.not(ended);
        let cond = self.terms.and(state.guard.term(), may_not);
        self.gap_if(cond, span, MAY_NOT_END);
        TermId::TRUE
    }

    /// The pointer points into an object whose last byte is zero, as those of arguments are, whatever is before it. Of nodes nothing is said: their offsets
    /// say which node it is, too.
    fn object_ends_in_zero(&mut self, state: &mut State, p: Ptr, span: Span) -> TermId {
        if self.has_pools() {
            return TermId::FALSE;
        }
        let (one, zero) = (self.terms.one(OFFSET_BITS), self.terms.zero(8));
        let inside = self.access_ok(state, p, one, false, span);
        if inside == TermId::FALSE {
            return TermId::FALSE;
        }
        let size = self.object_size(state, p, span);
        let last = Ptr { obj: p.obj, off: self.terms.sub(size, one) };
        let Value::Term(value) = self.load_targets(state, last, Ty::int(8, false), span) else { return TermId::FALSE };
        let ends = self.terms.eq(value, zero);
        self.terms.and(inside, ends)
    }

    /// The formats that are possible here; `None` if one may have a `%n`.
    fn formats(&mut self, state: &mut State, format: Ptr, span: Span) -> Option<Vec<(TermId, Rc<[Piece]>)>> {
        let targets = self.targets(state, format).filter(|t| !t.is_empty())?;
        targets.iter().map(|t| Some((t.guard, self.parsed_format(state, t, span)?))).collect()
    }

    fn parsed_format(&mut self, state: &mut State, t: &Target, span: Span) -> Option<Rc<[Piece]>> {
        // One place in read-only memory holds the same in every state.
        let place = self.terms.const_u64(t.off).filter(|_| self.objects[t.obj as usize].read_only);
        let place = place.map(|off| (t.obj, off));
        if let Some(known) = place.and_then(|p| self.printed_formats.get(&p)) {
            return Some(known.clone());
        }
        let at = Ptr { obj: self.terms.bv(OBJECT_BITS, t.obj.into()), off: t.off };
        let pieces = printf::parse(&self.constant_string(state, at, span)?);
        let writes = |p: &Piece| matches!(p, Piece::Conversion(Conversion { letter: b'n', .. }));
        if pieces.iter().any(writes) {
            return None;
        }
        let pieces: Rc<[Piece]> = pieces.into();
        if let Some(place) = place {
            self.printed_formats.insert(place, pieces.clone());
        }
        Some(pieces)
    }

    /// How many characters a format and its arguments give.
    fn printed_length(&mut self, state: &mut State, pieces: &[Piece], mut args: Ptr, span: Span) -> Option<TermId> {
        let mut total = self.terms.zero(OFFSET_BITS);
        for piece in pieces {
            let length = match piece {
                Piece::Text(bytes) => self.terms.bv(OFFSET_BITS, bytes.len() as u128),
                Piece::Conversion(c) => self.converted_length(state, &mut args, *c, span)?,
                Piece::Broken => return None,
            };
            total = self.terms.add(total, length);
        }
        Some(total)
    }

    fn converted_length(&mut self, state: &mut State, args: &mut Ptr, c: Conversion, span: Span) -> Option<TermId> {
        let c = self.counted(state, args, c, span)?;
        match c.letter {
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let (value, printed) = self.int_argument(state, args, &c, span)?;
                Some(self.int_length(value, printed, &c))
            }
            b's' if c.length != Length::Long => {
                let Value::Ptr(p) = self.argument(state, args, Ty::Ptr, span)? else { return None };
                let length = self.string_length(state, p, c.precision, span)?;
                let width = self.terms.bv(OFFSET_BITS, c.width as u128);
                let is_wider = self.terms.ule(width, length);
                Some(self.terms.ite(is_wider, length, width))
            }
            _ => self.converted(state, args, &c, span).map(|text| text.len),
        }
    }

    /// The number of bytes up to a NUL, or `most`; `None` where the string is in one of several places, may have no end, or be long.
    fn string_length(&mut self, state: &mut State, p: Ptr, most: Option<usize>, span: Span) -> Option<TermId> {
        if !(self.terms.is_const(p.obj) && self.terms.is_const(p.off)) {
            return None;
        }
        let (most, nul) = (most.unwrap_or(usize::MAX), self.terms.zero(8));
        let (mut ends, mut goes_on, mut n) = (Vec::new(), TermId::TRUE, 0);
        while n < most && goes_on != TermId::FALSE {
            if n >= LONGEST_SYMBOLIC {
                return None;
            }
            let at = self.offset_by(p, n as u64);
            let byte = self.byte_at(state, at, span)?;
            let ends_here = self.terms.eq(byte, nul);
            ends.push(ends_here);
            let more = self.terms.not(ends_here);
            goes_on = self.terms.and(goes_on, more);
            n += 1;
        }
        let mut length = self.terms.bv(OFFSET_BITS, n as u128);
        for (at, ends_here) in ends.into_iter().enumerate().rev() {
            let here = self.terms.bv(OFFSET_BITS, at as u128);
            length = self.terms.ite(ends_here, here, length);
        }
        Some(length)
    }

    /// A string that is printed lies where the text is written: C leaves it undefined.
    fn writes_what_it_reads(
        &mut self,
        state: &mut State,
        pieces: &[Piece],
        mut args: Ptr,
        (buffer, written): (Ptr, TermId),
        span: Span,
    ) -> TermId {
        let mut any = TermId::FALSE;
        for piece in pieces {
            let Piece::Conversion(c) = piece else { continue };
            // Output itself tells of what is not followed.
            let Some(c) = self.counted(state, &mut args, *c, span) else { break };
            if c.letter == b's' {
                let Some(Value::Ptr(p)) = self.argument(state, &mut args, Ty::Ptr, span) else { break };
                let overlaps = self.string_overlaps(state, (p, c.precision), (buffer, written), span);
                any = self.terms.or(any, overlaps);
            } else if c.letter != b'%' {
                args = self.offset_by(args, SLOT);
            }
        }
        any
    }

    fn string_overlaps(
        &mut self,
        state: &mut State,
        (p, most): (Ptr, Option<usize>),
        (buffer, written): (Ptr, TermId),
        span: Span,
    ) -> TermId {
        let same = self.terms.eq(p.obj, buffer.obj);
        if same == TermId::FALSE || most == Some(0) {
            return TermId::FALSE;
        }
        let Some(text) = self.string(state, p, most, span) else { return same };
        let one = self.terms.one(OFFSET_BITS);
        let mut read = self.terms.add(text.len, one);
        if let Some(most) = most {
            let most = self.terms.bv(OFFSET_BITS, most as u128);
            let is_cut = self.terms.ule(most, text.len);
            read = self.terms.ite(is_cut, most, read);
        }
        let (read_end, written_end) = (self.terms.add(p.off, read), self.terms.add(buffer.off, written));
        let none = self.terms.zero(OFFSET_BITS);
        let writes = self.terms.ne(written, none);
        let (before, after) = (self.terms.ult(p.off, written_end), self.terms.ult(buffer.off, read_end));
        self.terms.and_all(&[same, before, after, writes])
    }

    /// How many bytes of a text are kept, and how many are written.
    fn written(&mut self, size: TermId, text: &Text) -> (TermId, TermId) {
        let (zero, one) = (self.terms.zero(OFFSET_BITS), self.terms.one(OFFSET_BITS));
        let nothing = self.terms.eq(size, zero);
        let room = self.terms.sub(size, one);
        let fits = self.terms.ule(text.len, room);
        let kept = self.terms.ite(fits, text.len, room);
        let written = self.terms.add(kept, one);
        (kept, self.terms.ite(nothing, zero, written))
    }

    /// As much of the text as fits, and a NUL.
    fn put_text(&mut self, state: &mut State, buffer: Ptr, size: TermId, text: &Text, span: Span) {
        let (kept, written) = self.written(size, text);
        let ok = self.valid_range(state, buffer, written, true, span);
        let most = self.terms.const_u64(size).map_or(usize::MAX, |s| s as usize);
        let nul = self.terms.zero(8);
        for i in 0..(text.bytes.len() + 1).min(most) {
            let number = self.terms.bv(OFFSET_BITS, i as u128);
            let inside = self.terms.ult(number, kept);
            let byte = text.bytes.get(i).copied().unwrap_or(nul);
            let byte = self.terms.ite(inside, byte, nul);
            let cond = self.has_byte(i as u64, written, ok);
            self.store_some(state, buffer, i as u64, Value::Term(byte), cond, span);
        }
        self.mark_range(state, buffer, written, span);
    }

    fn format_text(&mut self, state: &mut State, format: Ptr, mut args: Ptr, span: Span) -> Option<Text> {
        let format = self.constant_string(state, format, span)?;
        let mut text = Text::empty(&mut self.terms);
        for piece in printf::parse(&format) {
            let next = match piece {
                Piece::Text(bytes) => Text::constant(&mut self.terms, &bytes),
                Piece::Conversion(c) => self.convert(state, &mut args, c, span)?,
                Piece::Broken => return None,
            };
            text = text.append(&mut self.terms, next)?;
        }
        Some(text)
    }

    fn convert(&mut self, state: &mut State, args: &mut Ptr, c: Conversion, span: Span) -> Option<Text> {
        let c = self.counted(state, args, c, span)?;
        self.converted(state, args, &c, span)
    }

    fn converted(&mut self, state: &mut State, args: &mut Ptr, c: &Field, span: Span) -> Option<Text> {
        match c.letter {
            b'%' => Some(Text::constant(&mut self.terms, b"%")),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'b' | b'B' => {
                let (value, printed) = self.int_argument(state, args, c, span)?;
                Some(self.int_text(value, printed, c))
            }
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                let long = c.length == Length::LongDouble;
                let format = self.program.types.model.printed_float(long);
                let value = self.term_argument(state, args, Ty::Float(format), span)?;
                let bits = self.terms.const_u128(value)?;
                let text = format_float(format, bits, c.letter, c.flags, c.width, c.precision);
                Some(Text::constant(&mut self.terms, text.as_bytes()))
            }
            b'c' if c.length != Length::Long => {
                let value = self.term_argument(state, args, Ty::int(32, true), span)?;
                let byte = self.terms.truncate(value, 8);
                let bytes = self.padded(Vec::new(), vec![byte], FormatFlags { zero: false, ..c.flags }, c.width);
                Some(Text::fixed(&mut self.terms, bytes))
            }
            b's' if c.length != Length::Long => {
                let Value::Ptr(p) = self.argument(state, args, Ty::Ptr, span)? else { return None };
                let text = self.string(state, p, c.precision, span)?;
                if c.width <= text.least {
                    return Some(text);
                }
                let flags = FormatFlags { zero: false, ..c.flags };
                let cases: Vec<(TermId, Vec<TermId>)> = text
                    .cases(&mut self.terms)
                    .into_iter()
                    .map(|(cond, bytes)| (cond, self.padded(Vec::new(), bytes, flags, c.width)))
                    .collect();
                Some(Text::one_of(&mut self.terms, &cases))
            }
            _ => None,
        }
    }

    // ---- arguments ------------------------------------------------------------------------------------------------

    /// Reads the arguments that `*` stands for.
    fn counted(&mut self, state: &mut State, args: &mut Ptr, c: Conversion, span: Span) -> Option<Field> {
        let mut flags = c.flags;
        let width = self.count(state, args, c.width, span)?;
        flags.minus |= width < 0;
        let precision = match c.precision {
            Some(p) => Some(self.count(state, args, p, span)?).filter(|p| *p >= 0),
            None => None,
        };
        self.skip(args, c.skip);
        if width.abs() > WIDEST || precision.is_some_and(|p| p > WIDEST) {
            return None;
        }
        let (width, precision) = (width.unsigned_abs() as usize, precision.map(|p| p as usize));
        Some(Field { flags, width, precision, length: c.length, letter: c.letter })
    }

    fn count(&mut self, state: &mut State, args: &mut Ptr, count: Count, span: Span) -> Option<i64> {
        if let Count::Given(n) = count {
            return Some(n);
        }
        let value = self.count_term(state, args, count, span)?;
        self.terms.const_u64(value).map(|v| i64::from(v as u32 as i32))
    }

    /// The same as a number of 32 bits, which may be symbolic.
    fn count_term(&mut self, state: &mut State, args: &mut Ptr, count: Count, span: Span) -> Option<TermId> {
        match count {
            Count::Given(n) => Some(self.terms.bv(32, u128::from(n.min(i64::from(i32::MAX)) as u32))),
            Count::Argument(skipped) => {
                self.skip(args, skipped);
                self.term_argument(state, args, Ty::int(32, true), span)
            }
        }
    }

    /// Leaves out so many arguments, or goes back.
    fn skip(&mut self, args: &mut Ptr, count: i64) {
        if count != 0 {
            *args = self.offset_by(*args, (count * SLOT as i64) as u64);
        }
    }

    /// An integer, as it is printed.
    fn int_argument(
        &mut self,
        state: &mut State,
        args: &mut Ptr,
        c: &Field,
        span: Span,
    ) -> Option<(TermId, IntFormat)> {
        let signed = matches!(c.letter, b'd' | b'i');
        let (passed, printed) = c.length.int_formats(self.program.types.model, signed);
        let value = self.term_argument(state, args, Ty::Int(passed), span)?;
        Some((self.terms.truncate(value, printed.bits.into()), printed))
    }

    fn term_argument(&mut self, state: &mut State, args: &mut Ptr, ty: Ty, span: Span) -> Option<TermId> {
        match self.argument(state, args, ty, span)? {
            Value::Term(t) => Some(t),
            Value::Ptr(_) => None,
        }
    }

    /// The next variable argument; `None` where there may be none.
    fn argument(&mut self, state: &mut State, args: &mut Ptr, ty: Ty, span: Span) -> Option<Value> {
        let size = self.terms.bv(OFFSET_BITS, ty.access_size(self.pointer_size).into());
        if self.access_ok(state, *args, size, false, span) != TermId::TRUE {
            return None;
        }
        let value = self.load_targets(state, *args, ty, span);
        *args = self.offset_by(*args, SLOT);
        Some(value)
    }

    // ---- strings --------------------------------------------------------------------------------------------------

    fn constant_string(&mut self, state: &mut State, p: Ptr, span: Span) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        while bytes.len() < LONGEST {
            let at = self.offset_by(p, bytes.len() as u64);
            let byte = self.byte_at(state, at, span)?;
            match self.terms.const_u64(byte)? {
                0 => return Some(bytes),
                b => bytes.push(b as u8),
            }
        }
        None
    }

    /// `None` where the byte may not be readable.
    fn byte_at(&mut self, state: &mut State, at: Ptr, span: Span) -> Option<TermId> {
        let one = self.terms.one(OFFSET_BITS);
        if self.access_ok(state, at, one, false, span) != TermId::TRUE {
            return None;
        }
        match self.load_targets(state, at, Ty::int(8, false), span) {
            Value::Term(byte) => Some(byte),
            Value::Ptr(_) => None,
        }
    }

    /// The bytes up to a NUL, or `most` of them. A string that has no end in its object is a gap where that can happen.
    fn string(&mut self, state: &mut State, p: Ptr, most: Option<usize>, span: Span) -> Option<Text> {
        let most = most.unwrap_or(usize::MAX);
        let mut text = Text::empty(&mut self.terms);
        let mut least = None;
        let mut ends: Vec<(TermId, usize)> = Vec::new();
        let mut goes_on = TermId::TRUE;
        while text.bytes.len() < most && goes_on != TermId::FALSE {
            let n = text.bytes.len();
            let limit = if least.is_some() { LONGEST_SYMBOLIC } else { LONGEST };
            if n >= limit {
                return None;
            }
            let at = self.offset_by(p, n as u64);
            let one = self.terms.one(OFFSET_BITS);
            let readable = self.access_ok(state, at, one, false, span);
            let is_over = self.terms.not(readable);
            let cond = self.terms.and_all(&[state.guard.term(), goes_on, is_over]);
            self.gap_if(cond, span, "a string that may have no end");
            if readable == TermId::FALSE {
                break;
            }
            let Value::Term(byte) = self.load_targets(state, at, Ty::int(8, false), span) else { return None };
            let nul = self.terms.zero(8);
            let ends_here = self.terms.eq(byte, nul);
            if ends_here != TermId::FALSE {
                least.get_or_insert(n);
                let here = self.terms.and(goes_on, ends_here);
                ends.push((here, n));
            }
            let more = self.terms.not(ends_here);
            goes_on = self.terms.and(goes_on, more);
            if goes_on != TermId::FALSE {
                text.bytes.push(byte);
            }
        }
        text.least = least.unwrap_or(text.bytes.len());
        text.len = self.terms.bv(OFFSET_BITS, text.bytes.len() as u128);
        for (cond, n) in ends {
            let number = self.terms.bv(OFFSET_BITS, n as u128);
            text.len = self.terms.ite(cond, number, text.len);
        }
        Some(text)
    }

    // ---- numbers --------------------------------------------------------------------------------------------------

    fn int_text(&mut self, value: TermId, format: IntFormat, c: &Field) -> Text {
        if let Some(bits) = self.terms.const_u128(value) {
            let text = format_int(bits, format, c.letter, c.flags, c.width, c.precision);
            return Text::constant(&mut self.terms, text.as_bytes());
        }
        let digits = self.digits(self.terms.width(value), c.letter);
        let (magnitude, signs) = self.magnitude(value, c);
        let digits: Vec<TermId> = (0..digits).map(|k| self.digit(magnitude, base_of(c.letter), k, c.letter)).collect();
        let zero = format_int(0, format, c.letter, c.flags, c.width, c.precision);
        let zero = Text::constant(&mut self.terms, zero.as_bytes());
        let none = self.terms.zero(format.bits.into());
        let mut cases = vec![(self.terms.eq(magnitude, none), zero.bytes)];
        for n in 1..=digits.len() {
            let count = self.has_digits(magnitude, base_of(c.letter), n);
            for (sign, minus) in signs {
                let cond = self.terms.and(count, sign);
                if cond != TermId::FALSE {
                    let shown: Vec<TermId> = digits[..n].iter().rev().copied().collect();
                    cases.push((cond, self.number_layout(shown, minus, c)));
                }
            }
        }
        Text::one_of(&mut self.terms, &cases)
    }

    fn int_length(&mut self, value: TermId, format: IntFormat, c: &Field) -> TermId {
        let known = |bits| format_int(bits, format, c.letter, c.flags, c.width, c.precision).len();
        if let Some(bits) = self.terms.const_u128(value) {
            return self.terms.bv(OFFSET_BITS, known(bits) as u128);
        }
        let (magnitude, signs) = self.magnitude(value, c);
        let any = self.terms.zero(8);
        let mut length = self.terms.bv(OFFSET_BITS, known(0) as u128);
        for n in 1..=self.digits(self.terms.width(value), c.letter) as usize {
            let count = self.has_digits(magnitude, base_of(c.letter), n);
            for (sign, minus) in signs {
                let cond = self.terms.and(count, sign);
                if cond != TermId::FALSE {
                    let shown = self.number_layout(vec![any; n], minus, c).len();
                    let shown = self.terms.bv(OFFSET_BITS, shown as u128);
                    length = self.terms.ite(cond, shown, length);
                }
            }
        }
        length
    }

    /// A number without its sign; when it is not negative, and when it is.
    fn magnitude(&mut self, value: TermId, c: &Field) -> (TermId, [(TermId, bool); 2]) {
        let signed = matches!(c.letter, b'd' | b'i');
        let negative = if signed { self.terms.is_negative(value) } else { TermId::FALSE };
        let positive = self.terms.not(negative);
        let negated = self.terms.neg(value);
        let magnitude = self.terms.ite(negative, negated, value);
        (magnitude, [(positive, false), (negative, true)])
    }

    /// As many digits as the width can need.
    fn digits(&self, width: u32, letter: u8) -> u32 {
        let base = base_of(letter);
        let largest = if width >= 128 { u128::MAX } else { (1u128 << width) - 1 };
        (1u32..).take_while(|n| base.checked_pow(n - 1).is_some_and(|p| p <= largest)).count() as u32
    }

    /// A digit as a character; the lowest is the first.
    fn digit(&mut self, magnitude: TermId, base: u128, k: u32, letter: u8) -> TermId {
        let width = self.terms.width(magnitude);
        let unit = self.terms.bv(width, base.pow(k));
        let quotient = self.terms.udiv(magnitude, unit);
        // Two digits and more fit eight bits and more; a narrower remainder is exact as it is.
        let base_term = self.terms.bv(width, base);
        let digit = self.terms.urem(quotient, base_term);
        let digit = self.terms.truncate(digit, 8);
        let (nine, zero) = (self.terms.bv(8, 9), self.terms.bv(8, b'0'.into()));
        let plain = self.terms.add(digit, zero);
        if base <= 10 {
            return plain;
        }
        let first = if letter == b'X' { b'A' } else { b'a' };
        let offset = self.terms.bv(8, u128::from(first - 10));
        let alphabetic = self.terms.add(digit, offset);
        let is_plain = self.terms.ule(digit, nine);
        self.terms.ite(is_plain, plain, alphabetic)
    }

    /// The magnitude is written with `n` digits; zero with none.
    fn has_digits(&mut self, magnitude: TermId, base: u128, n: usize) -> TermId {
        let width = self.terms.width(magnitude);
        let largest = if width >= 128 { u128::MAX } else { (1u128 << width) - 1 };
        let low = self.terms.bv(width, base.pow(n as u32 - 1));
        let enough = self.terms.ule(low, magnitude);
        match base.checked_pow(n as u32).filter(|p| *p <= largest) {
            Some(high) => {
                let high = self.terms.bv(width, high);
                let below = self.terms.ult(magnitude, high);
                self.terms.and(enough, below)
            }
            None => enough,
        }
    }

    /// Sign or prefix, zeros and padding around the digits of a number that is not zero.
    fn number_layout(&mut self, digits: Vec<TermId>, negative: bool, c: &Field) -> Vec<TermId> {
        let mut body = Vec::new();
        let zero = self.terms.bv(8, b'0'.into());
        body.extend(std::iter::repeat_n(zero, c.precision.unwrap_or(1).saturating_sub(digits.len())));
        if c.letter == b'o' && c.flags.alt && body.is_empty() {
            body.push(zero);
        }
        body.extend(digits);
        let prefix: &[u8] = match c.letter {
            b'x' if c.flags.alt => b"0x",
            b'X' if c.flags.alt => b"0X",
            b'b' if c.flags.alt => b"0b",
            b'B' if c.flags.alt => b"0B",
            b'd' | b'i' if negative => b"-",
            b'd' | b'i' if c.flags.plus => b"+",
            b'd' | b'i' if c.flags.space => b" ",
            _ => b"",
        };
        let prefix = Text::constant(&mut self.terms, prefix).bytes;
        let flags = FormatFlags { zero: c.flags.zero && c.precision.is_none(), ..c.flags };
        self.padded(prefix, body, flags, c.width)
    }

    fn padded(&mut self, prefix: Vec<TermId>, body: Vec<TermId>, flags: FormatFlags, width: usize) -> Vec<TermId> {
        let missing = width.saturating_sub(prefix.len() + body.len());
        let (space, zero) = (self.terms.bv(8, b' '.into()), self.terms.bv(8, b'0'.into()));
        if flags.minus {
            [prefix, body, vec![space; missing]].concat()
        } else if flags.zero {
            [prefix, vec![zero; missing], body].concat()
        } else {
            [vec![space; missing], prefix, body].concat()
        }
    }
}

fn base_of(letter: u8) -> u128 {
    match letter {
        b'x' | b'X' => 16,
        b'o' => 8,
        b'b' | b'B' => 2,
        _ => 10,
    }
}
