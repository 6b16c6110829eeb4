//! Bytes that are values of a type: a `_Bool` of C is 0 or 1, and other bytes in its place mean different things to different compilers (C11 6.2.6.1p5).

use crate::{ArrayLen, IntKind, TypeId, TypeKind, TypeTable};

impl TypeTable {
    /// Makes each `_Bool` in the bytes of an object 1 where it is not 0.
    pub fn make_proper(&self, ty: TypeId, bytes: &mut [u8]) {
        for at in self.bools(ty, bytes.len()) {
            if let Some(byte) = bytes.get_mut(at as usize) {
                *byte = u8::from(*byte != 0);
            }
        }
    }

    /// Where an object of the type holds a `_Bool`: the first places, at most so many. Members of unions are left out (their bytes may be those of another
    /// member), and so are bit-fields, of which each bit is a value.
    pub fn bools(&self, ty: TypeId, most: usize) -> Vec<u64> {
        let mut places = Vec::new();
        self.add_bools(ty, 0, most, &mut places);
        places
    }

    fn add_bools(&self, ty: TypeId, at: u64, most: usize, places: &mut Vec<u64>) {
        match self.kind(ty) {
            TypeKind::Int(IntKind::Bool) if places.len() < most => places.push(at),
            TypeKind::Array { elem, len: ArrayLen::Const(n) } => {
                let size = self.size_of(elem.ty).unwrap_or(0);
                for i in 0..*n {
                    let before = places.len();
                    self.add_bools(elem.ty, at + i * size, most, places);
                    if places.len() == before {
                        break;
                    }
                }
            }
            TypeKind::Record(r) if !self.records[*r].is_union => {
                let fields = self.layout_of(*r).map_or(&[][..], |l| &l.fields);
                let plain = fields.iter().filter(|f| f.bits.is_none());
                plain.for_each(|f| self.add_bools(f.ty.ty, at + f.offset, most, places));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Field, Record, RecordLayout};
    use pm_base::{DataModel, Span};

    /// `struct { int n; _Bool flags[2]; _Bool bit : 1; union { _Bool b; char c; } u; }`
    #[test]
    fn bools_outside_of_unions_are_found() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let [int, bool] = [IntKind::Int, IntKind::Bool].map(|k| types.intern(TypeKind::Int(k)));
        let flags = types.intern(TypeKind::Array { elem: bool.into(), len: ArrayLen::Const(2) });
        let field = |ty: TypeId, offset, bits| Field { name: None, ty: ty.into(), offset, bits, span: Span::NONE };
        let mut record = |is_union, fields, size| {
            let layout = Some(RecordLayout { fields, size, align: 4, flexible: false });
            let id = types.records.push(Record { is_union, tag: None, span: Span::NONE, layout });
            types.intern(TypeKind::Record(id))
        };
        let either = record(true, vec![field(bool, 0, None)], 1);
        let bit = Some(crate::BitRange { start: 0, width: 1 });
        let fields = vec![field(int, 0, None), field(flags, 4, None), field(bool, 6, bit), field(either, 7, None)];
        let all = record(false, fields, 8);
        assert_eq!(types.bools(all, 9), [4, 5]);
        assert_eq!(types.bools(all, 1), [4]);
        let mut bytes = [9, 9, 9, 9, 9, 0, 9, 9];
        types.make_proper(all, &mut bytes);
        assert_eq!(bytes, [9, 9, 9, 9, 1, 0, 9, 9]);
        let mut short = [7; 5];
        types.make_proper(all, &mut short);
        assert_eq!(short, [7, 7, 7, 7, 1]);
    }
}
