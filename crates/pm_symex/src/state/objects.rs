//! The objects that there are, over all runs: a number is used once.
//!
//! The first is no object (null); globals, functions and mapped ranges follow in this order, then what is made in executions. An object that is
//! made at a site is the same in each run.

use super::object::{ObjectId, ObjectInfo, ObjectKind};
use crate::exec::Site;
use pm_ir::{FuncId, GlobalId};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut, Range};

#[derive(Default)]
pub struct Objects {
    all: Vec<ObjectInfo>,
    at: FxHashMap<Site, ObjectId>,
    functions: Range<ObjectId>,
    mapped: Range<ObjectId>,
}

impl Deref for Objects {
    type Target = [ObjectInfo];

    fn deref(&self) -> &[ObjectInfo] {
        &self.all
    }
}

impl DerefMut for Objects {
    fn deref_mut(&mut self) -> &mut [ObjectInfo] {
        &mut self.all
    }
}

impl Objects {
    pub(crate) fn add(&mut self, info: ObjectInfo) -> ObjectId {
        let id = self.all.len() as ObjectId;
        let range = match info.kind {
            ObjectKind::Func(_) => &mut self.functions,
            ObjectKind::Mapped => &mut self.mapped,
            _ => return self.push(info),
        };
        *range = if range.start == range.end { id..id + 1 } else { range.start..id + 1 };
        self.push(info)
    }

    fn push(&mut self, info: ObjectInfo) -> ObjectId {
        self.all.push(info);
        (self.all.len() - 1) as ObjectId
    }

    // ---- by what they are ------------------------------------------------------------------------------------------

    pub(crate) fn functions(&self) -> Range<ObjectId> {
        self.functions.clone()
    }

    pub(crate) fn mapped(&self) -> Range<ObjectId> {
        self.mapped.clone()
    }

    pub(crate) fn of_global(&self, g: GlobalId) -> ObjectId {
        g.0 + 1
    }

    pub(crate) fn of_func(&self, f: FuncId) -> ObjectId {
        self.functions.start + f.0
    }

    pub(crate) fn func(&self, id: ObjectId) -> Option<FuncId> {
        self.functions.contains(&id).then(|| FuncId(id - self.functions.start))
    }

    // ---- by where they are made ------------------------------------------------------------------------------------

    pub(crate) fn made_at(&self, site: Site) -> Option<ObjectId> {
        self.at.get(&site).copied()
    }

    pub(crate) fn is_made_at(&mut self, site: Site, id: ObjectId) {
        self.at.insert(site, id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::instance::Instance;
    use pm_base::Span;
    use pm_term::TermId;

    fn object(kind: ObjectKind) -> ObjectInfo {
        let (name, cty, const_size, read_only, device) = (None, None, Some(1), false, None);
        let (size, base, span, shadow) = (TermId::TRUE, 0, Span::NONE, 0);
        ObjectInfo { kind, name, cty, size, const_size, read_only, device, base, span, shadow }
    }

    #[test]
    fn kinds_are_told_apart_by_number() {
        let mut objects = Objects::default();
        let mut kinds = vec![ObjectKind::Heap];
        kinds.extend((0..3).map(|g| ObjectKind::Global(GlobalId(g))));
        kinds.extend((0..4).map(|f| ObjectKind::Func(FuncId(f))));
        kinds.extend([ObjectKind::Mapped, ObjectKind::Mapped, ObjectKind::Shadow, ObjectKind::Heap]);
        for kind in &kinds {
            objects.add(object(*kind));
        }
        for (id, kind) in kinds.iter().enumerate() {
            let id = id as ObjectId;
            let func = if let ObjectKind::Func(f) = kind { Some(*f) } else { None };
            assert_eq!(objects.func(id), func);
            assert_eq!(objects.mapped().contains(&id), *kind == ObjectKind::Mapped);
            match kind {
                ObjectKind::Func(f) => assert_eq!(objects.of_func(*f), id),
                ObjectKind::Global(g) => assert_eq!(objects.of_global(*g), id),
                _ => {}
            }
        }
    }

    #[test]
    fn a_site_makes_one_object() {
        let mut objects = Objects::default();
        let site = |inst| Site { instance: Instance::ROOT, block: 0, inst };
        let id = objects.add(object(ObjectKind::Heap));
        objects.is_made_at(site(1), id);
        assert_eq!((objects.made_at(site(1)), objects.made_at(site(2))), (Some(id), None));
    }
}
