//! Values in C notation, by their C types.

use crate::naming::Objects;
use pm_base::num::{FloatFormat, IntFormat};
use pm_ir::Ty;
use pm_types::{ArrayLen, EnumId, Field, IntKind, TypeId, TypeKind};

/// Elements of an array, and fields of a record, that are written out.
const SHOWN_ELEMENTS: u64 = 8;
const SHOWN_CHARS: usize = 40;

impl Objects<'_> {
    /// A scalar of a type of C; `cty` is `None` where only the IR's type is known.
    pub fn scalar(&mut self, cty: Option<TypeId>, ty: Ty, bits: u128) -> String {
        let kind = cty.map(|t| self.ctx.program.types.kind(t).clone());
        match (kind, ty) {
            (Some(TypeKind::Pointer(to)), _) => self.pointer(bits as u64, Some(to.ty)),
            (_, Ty::Ptr) => self.pointer(bits as u64, None),
            (Some(TypeKind::Int(k)), _) => self.integer(Some(k), self.ctx.program.types.int_format(k), bits),
            (Some(TypeKind::Enum(e)), Ty::Int(f)) => self.enumerator(e, f, bits),
            (_, Ty::Int(f)) => self.integer(None, f, bits),
            (_, Ty::Float(f)) => float(f, bits),
        }
    }

    fn integer(&self, kind: Option<IntKind>, f: IntFormat, bits: u128) -> String {
        match kind {
            Some(IntKind::Bool) => return if bits & 1 != 0 { "true" } else { "false" }.to_string(),
            Some(IntKind::Char | IntKind::SChar | IntKind::UChar) => return character(f, bits),
            _ => {}
        }
        if f.bits == 1 && !f.signed {
            return if bits & 1 != 0 { "true" } else { "false" }.to_string();
        }
        decimal(f, bits)
    }

    fn enumerator(&self, id: EnumId, f: IntFormat, bits: u128) -> String {
        let value = if f.signed { f.to_i128(bits) } else { f.wrap(bits) as i128 };
        let def = self.ctx.program.types.enums[id].def.as_ref();
        let hit = def.and_then(|d| d.enumerators.iter().find(|(_, v)| *v == value));
        hit.map_or_else(|| decimal(f, bits), |(name, _)| self.ctx.names.name(*name).to_string())
    }

    /// An object of a type of C from its bytes (little endian).
    pub fn object(&mut self, ty: TypeId, bytes: &[u8]) -> String {
        let types = &self.ctx.program.types;
        match types.kind(ty).clone() {
            TypeKind::Int(_) | TypeKind::Enum(_) | TypeKind::BitInt(_) => match types.as_int(ty) {
                Some(f) => self.scalar(Some(ty), Ty::Int(f), f.wrap(little_endian(bytes))),
                None => hex(bytes),
            },
            TypeKind::Float(k) => {
                let f = types.float_format(k);
                float(f, little_endian(&bytes[..bytes.len().min(f.bits() as usize / 8)]))
            }
            TypeKind::Pointer(to) => self.pointer(little_endian(bytes) as u64, Some(to.ty)),
            TypeKind::Array { elem, len } => {
                let size = types.size_of(elem.ty).unwrap_or(0);
                let count = match len {
                    ArrayLen::Const(n) => n,
                    _ => (bytes.len() as u64).checked_div(size).unwrap_or(0),
                };
                self.elements(elem.ty, count, bytes)
            }
            TypeKind::Record(r) => {
                let Some(layout) = types.layout_of(r) else { return hex(bytes) };
                let is_union = types.records[r].is_union;
                // Anonymous members are seen through; unnamed bit-fields hold no value.
                let fields: Vec<&Field> =
                    layout.fields.iter().filter(|f| f.name.is_some() || f.bits.is_none()).collect();
                let shown = if is_union { 1 } else { SHOWN_ELEMENTS as usize };
                let mut parts: Vec<String> = Vec::new();
                for field in fields.iter().take(shown) {
                    let value = self.field(field, bytes);
                    match field.name {
                        Some(name) => parts.push(format!(".{} = {value}", self.ctx.names.name(name))),
                        None => parts.push(inner(&value).to_string()),
                    }
                }
                if fields.len() > shown && !is_union {
                    parts.push("...".into());
                }
                format!("{{{}}}", parts.join(", "))
            }
            TypeKind::Void | TypeKind::Function(_) | TypeKind::Error => hex(bytes),
        }
    }

    /// A field of a record whose bytes are given.
    pub fn field(&mut self, field: &Field, record: &[u8]) -> String {
        let types = &self.ctx.program.types;
        let from = (field.offset as usize).min(record.len());
        if let Some(range) = field.bits {
            let width = u32::from(range.width);
            let all = little_endian(&record[from..]) >> range.start;
            let signed = types.as_int(field.ty.ty).is_some_and(|f| f.signed);
            let f = IntFormat::new(range.width.max(1), signed);
            let bits = if width >= 128 { all } else { all & ((1 << width) - 1) };
            return match types.kind(field.ty.ty).clone() {
                TypeKind::Enum(e) => self.enumerator(e, f, bits),
                TypeKind::Int(IntKind::Bool) => self.integer(Some(IntKind::Bool), f, bits),
                _ => decimal(f, bits),
            };
        }
        let size = types.size_of(field.ty.ty).unwrap_or(0) as usize;
        let to = (from + size).min(record.len());
        let bytes = record[from..to].to_vec();
        self.object(field.ty.ty, &bytes)
    }

    /// `{1, 2, ...}`, or a string.
    pub fn elements(&mut self, elem: TypeId, count: u64, bytes: &[u8]) -> String {
        let types = &self.ctx.program.types;
        if matches!(types.kind(elem), TypeKind::Int(IntKind::Char))
            && let Some(text) = string(bytes)
        {
            return text;
        }
        let size = types.size_of(elem).unwrap_or(0) as usize;
        if size == 0 {
            return "{}".into();
        }
        if count > SHOWN_ELEMENTS && bytes.iter().all(|b| *b == 0) {
            return format!("{{0, ... {count} zeros}}");
        }
        let mut parts: Vec<String> = Vec::new();
        for cell in bytes.chunks(size).take(SHOWN_ELEMENTS.min(count) as usize) {
            parts.push(self.object(elem, cell));
        }
        if count > SHOWN_ELEMENTS {
            parts.push("...".into());
        }
        format!("{{{}}}", parts.join(", "))
    }
}

/// Without the braces around it.
fn inner(text: &str) -> &str {
    text.strip_prefix('{').and_then(|t| t.strip_suffix('}')).unwrap_or(text)
}

/// Decimal, with the hexadecimal pattern beside it where the number is large.
pub fn decimal(f: IntFormat, bits: u128) -> String {
    let bits = f.wrap(bits);
    let magnitude = if f.is_negative(bits) { f.to_i128(bits).unsigned_abs() } else { bits };
    let text = if f.signed { f.to_i128(bits).to_string() } else { bits.to_string() };
    if magnitude < 1000 { text } else { format!("{text} (0x{bits:x})") }
}

fn character(f: IntFormat, bits: u128) -> String {
    let number = if f.signed { f.to_i128(bits).to_string() } else { f.wrap(bits).to_string() };
    match (bits & 0xff) as u8 {
        c @ (b' '..=b'~' | b'\n' | b'\t' | b'\r') => format!("{number} '{}'", escape(c)),
        _ => number,
    }
}

pub fn float(f: FloatFormat, bits: u128) -> String {
    let text = f.to_text(bits);
    let is_plain = text.bytes().all(|c| c.is_ascii_digit() || c == b'-');
    if is_plain { format!("{text}.0") } else { text }
}

fn little_endian(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |n, b| n << 8 | u128::from(*b))
}

pub fn hex(bytes: &[u8]) -> String {
    let shown: Vec<String> = bytes.iter().take(SHOWN_ELEMENTS as usize).map(|b| format!("{b:02x}")).collect();
    let more = if bytes.len() > SHOWN_ELEMENTS as usize { " ..." } else { "" };
    format!("bytes {}{more}", shown.join(" "))
}

/// A terminated text without control characters, in quotes.
pub fn string(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().position(|b| *b == 0)?;
    let text = &bytes[..end];
    if text.is_empty() && bytes.len() > 1 && bytes.iter().any(|b| *b != 0) {
        return None;
    }
    if !text.iter().all(|b| matches!(b, b' '..=b'~' | b'\n' | b'\t' | b'\r')) {
        return None;
    }
    let shown: String = text.iter().take(SHOWN_CHARS).map(|b| escape(*b)).collect();
    Some(if text.len() > SHOWN_CHARS { format!("\"{shown}\"...") } else { format!("\"{shown}\"") })
}

fn escape(c: u8) -> String {
    match c {
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b'"' => "\\\"".into(),
        b'\\' => "\\\\".into(),
        c => char::from(c).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let int = IntFormat::new(32, true);
        assert_eq!(decimal(int, 7), "7");
        assert_eq!(decimal(int, 0xffff_ffff), "-1");
        assert_eq!(decimal(int, 0x8000_0000), "-2147483648 (0x80000000)");
        assert_eq!(decimal(IntFormat::new(16, false), 65535), "65535 (0xffff)");
        assert_eq!(character(IntFormat::new(8, true), 97), "97 'a'");
        assert_eq!(character(IntFormat::new(8, true), 200), "-56");
        assert_eq!(float(FloatFormat::F64, 2.0f64.to_bits().into()), "2.0");
        assert_eq!(float(FloatFormat::F32, 0.1f32.to_bits().into()), "0.1");
    }

    #[test]
    fn strings() {
        assert_eq!(string(b"ab\0zz").as_deref(), Some("\"ab\""));
        assert_eq!(string(b"a\"\n\0").as_deref(), Some("\"a\\\"\\n\""));
        assert_eq!(string(b"ab"), None);
        assert_eq!(string(b"\x01\0"), None);
        assert_eq!(hex(&[1, 255]), "bytes 01 ff");
    }
}
