//! One arrival meets a cut, object by object: life, size and contents.
//!
//! Contents are cells, one array or the nodes of a pool. Cells that are divided differently are divided into common pieces; cells meet an
//! array as an array; what cannot meet is an error.

use super::widen::Widening;
use super::{Cut, CutError};
use crate::control::instance::Instance;
use crate::cut::leaves::{Held, HeldField, Known, Leaf, Matter, Part, Rest, Shape, Spot};
use crate::memory::pool::{Pool, add_spots};
use crate::memory::shapes::pieces;
use crate::record::event::Event;
use crate::state::State;
use crate::state::cells::Cells;
use crate::state::object::{Content, Elements, Fill, Object, ObjectId};
use crate::state::value::Value;
use pm_term::{Sort, TermId};
use std::collections::BTreeMap;

impl Widening<'_, '_> {
    // ---- objects ---------------------------------------------------------------------------------------------------

    pub(super) fn first_matter(&mut self, object: ObjectId) -> Result<Matter, CutError> {
        let alive = self.arrived.alive(object);
        let alive = self.known(Leaf::Alive { object }, Part::Value, alive);
        let size = self.first_size(object);
        Ok(Matter { alive, size, shape: self.first_shape(object)? })
    }

    fn first_size(&mut self, object: ObjectId) -> Known {
        let size = self.ex.objects[object as usize].size;
        self.known(Leaf::Size { object }, Part::Value, size)
    }

    fn first_shape(&mut self, object: ObjectId) -> Result<Shape, CutError> {
        let Some(o) = self.arrived.state.object(object) else {
            return Err(self.error(object, "an object that is not there"));
        };
        match &o.content {
            Content::Pool(pool) => {
                let pool = pool.clone();
                self.first_pool(object, &pool)
            }
            &Content::Array(Elements { term, elem, pointers }) => {
                let term = self.known(Leaf::Elements { object, elem }, Part::Value, term);
                self.array(object, term, elem, pointers)
            }
            Content::Cells { cells, fill } => {
                let rest = self.rest(object, *fill);
                let all = cells.all();
                let mut kept = BTreeMap::new();
                for (off, cell) in all {
                    let leaf = Leaf::Cell { object, off, len: cell.len };
                    let value = self.cell(object, off, cell.len, cell.word.is_pointer())?;
                    kept.insert(off, (cell.len, self.held(leaf, value)?));
                }
                Ok(Shape::Cells { cells: kept, rest })
            }
        }
    }

    pub(super) fn widen_object(&mut self, cut: &mut Cut, object: ObjectId) -> Result<(), CutError> {
        let leaf = Leaf::Alive { object };
        let alive = self.arrived.alive(object);
        let Some(matter) = cut.objects.get(&object) else {
            self.changed = true;
            let shape = self.first_shape(object)?;
            let alive = self.widen_known(leaf, Part::Value, Known::Const(TermId::FALSE), alive);
            let size = self.first_size(object);
            cut.objects.insert(object, Matter { alive, size, shape });
            return Ok(());
        };
        let mut matter = matter.clone();
        matter.alive = self.widen_known(leaf, Part::Value, matter.alive, alive);
        if self.arrived.is_there(object) {
            let size = self.ex.objects[object as usize].size;
            matter.size = self.widen_known(Leaf::Size { object }, Part::Value, matter.size, size);
            matter.shape = self.widen_shape(object, matter.shape)?;
        }
        cut.objects.insert(object, matter);
        Ok(())
    }

    fn widen_shape(&mut self, object: ObjectId, shape: Shape) -> Result<Shape, CutError> {
        let content = self.arrived.state.object(object).map(|o| o.content.clone());
        match (shape, content) {
            (shape, None) => Ok(shape),
            (Shape::Pool { count, alive, fields }, Some(Content::Pool(pool))) => {
                self.widen_pool(object, count, alive, fields, &pool)
            }
            (Shape::Pool { .. }, Some(_)) | (_, Some(Content::Pool(_))) => {
                Err(self.error(object, "an object whose contents are of different kinds at a loop"))
            }
            (Shape::Array { term, elem, pointers }, Some(_)) => {
                let arriving = self.elements(object, elem, pointers)?;
                let term = self.widen_known(Leaf::Elements { object, elem }, Part::Value, term, arriving);
                self.array(object, term, elem, pointers)
            }
            (shape @ Shape::Cells { .. }, Some(Content::Array(Elements { term, elem, pointers }))) => {
                self.changed = true;
                let leaf = Leaf::Elements { object, elem };
                let term = match self.as_array(object, &shape, elem, pointers) {
                    Some(mine) if mine == term => self.known(leaf, Part::Value, term),
                    Some(_) => self.variable(leaf, Part::Value, term),
                    None => return Err(self.error(object, "an object whose contents are of different kinds at a loop")),
                };
                self.array(object, term, elem, pointers)
            }
            (Shape::Cells { cells, rest }, Some(Content::Cells { cells: theirs, fill })) => {
                self.widen_cells(object, cells, rest, &theirs, fill)
            }
        }
    }

    pub(super) fn rest(&self, object: ObjectId, fill: Fill) -> Rest {
        match fill {
            Fill::Event(_) => Rest::Open(self.ex.objects[object as usize].span),
            Fill::Zero | Fill::Ones | Fill::Image(_) => Rest::Fixed(fill),
        }
    }

    // ---- cells -----------------------------------------------------------------------------------------------------

    fn widen_cells(
        &mut self,
        object: ObjectId,
        mine: BTreeMap<u32, (u8, Held)>,
        rest: Rest,
        theirs: &Cells,
        fill: Fill,
    ) -> Result<Shape, CutError> {
        let mut parts: Vec<(u32, u8, bool)> =
            mine.iter().map(|(at, (len, held))| (*at, *len, matches!(held, Held::Ptr { .. }))).collect();
        theirs.for_each(|at, c| parts.push((at, c.len, c.word.is_pointer())));
        let same = match (rest, self.rest(object, fill)) {
            (Rest::Open(_), Rest::Open(_)) => true,
            (a, b) => a == b,
        };
        let covered = |mine: &BTreeMap<u32, (u8, Held)>, size: u64| {
            mine.values().map(|(len, _)| u64::from(*len)).sum::<u64>() == size
        };
        let size = self.ex.objects[object as usize].const_size;
        let whole = if same || size.is_some_and(|s| covered(&mine, s)) { None } else { size };
        if !same && size.is_none() {
            return Err(self.error(object, "an object of symbolic size whose contents differ in kind at a loop"));
        }
        let Some(shape) = pieces(parts, whole) else {
            return Err(self.error(object, "a large object whose contents differ in kind at a loop"));
        };
        let mut cells = BTreeMap::new();
        for (off, (len, pointer)) in shape {
            let leaf = Leaf::Cell { object, off, len };
            let value = self.cell(object, off, len, pointer)?;
            let held = match mine.get(&off) {
                Some((l, held)) if *l == len => held.clone(),
                old => {
                    self.changed = true;
                    let touched = old.is_some() || overlaps(&mine, off, len);
                    match rest {
                        Rest::Fixed(fill) if !touched => {
                            let bits = self.ex.default_bits(fill, off, len);
                            self.held(leaf, Value::Term(bits))?
                        }
                        Rest::Fixed(_) | Rest::Open(_) => {
                            Held::Term(self.variable_of(leaf, Part::Value, Sort::Bv(u32::from(len) * 8)))
                        }
                    }
                }
            };
            let wider = self.widen_held(leaf, held, value)?;
            cells.insert(off, (len, wider));
        }
        Ok(Shape::Cells { cells, rest })
    }

    pub(super) fn promote(&mut self, object: ObjectId, shape: &mut Shape, event: &Event) {
        let Shape::Cells { cells, .. } = shape else { return };
        let parts = event.contents.keys().map(|(off, width)| (*off as u32, (width / 8) as u8, false)).collect();
        for (off, (len, _)) in pieces(parts, None).unwrap_or_default() {
            if !overlaps(cells, off, len) {
                let leaf = Leaf::Cell { object, off, len };
                let held = Held::Term(self.variable_of(leaf, Part::Value, Sort::Bv(u32::from(len) * 8)));
                cells.insert(off, (len, held));
                self.changed = true;
            }
        }
        let Some(&(symbol, elem)) = event.arrays.first() else { return };
        let elem = elem as u8;
        let fits = |(off, (len, held)): (&u32, &(u8, Held))| {
            *len == elem && off % u32::from(elem) == 0 && matches!(held, Held::Term(_))
        };
        if cells.iter().all(fits) {
            let term = self.variable(Leaf::Elements { object, elem }, Part::Value, symbol);
            *shape = Shape::Array { term, elem, pointers: false };
            self.changed = true;
        }
    }

    // ---- arrays ----------------------------------------------------------------------------------------------------

    /// Which objects a pointer in an array can point to is not known across a cut.
    pub(super) fn array(&self, object: ObjectId, term: Known, elem: u8, pointers: bool) -> Result<Shape, CutError> {
        match term {
            Known::Var(_) if pointers => Err(self.error(object, "a large array of pointers that changes in a loop")),
            Known::Const(t) if pointers && !self.all_alive(t) => {
                Err(self.error(object, "a large array with pointers to objects that are gone"))
            }
            _ => Ok(Shape::Array { term, elem, pointers }),
        }
    }

    /// Do all pointers of a constant array point to what is there?
    fn all_alive(&self, array: TermId) -> bool {
        let there = |id: &ObjectId| {
            let known = *id == 0 || self.ex.objects.func(*id).is_some() || self.ex.across.is_ghost(*id);
            known || self.arrived.alive(*id) == TermId::TRUE
        };
        crate::pointers::aims::packed_aims(&self.ex.terms, array).is_some_and(|aims| aims.iter().all(there))
    }

    /// The cut's own contents as an array.
    fn as_array(&mut self, object: ObjectId, shape: &Shape, elem: u8, pointers: bool) -> Option<TermId> {
        let mut state = State::empty();
        let shape = match shape {
            // An array of any contents will do where the contents are indeterminate.
            Shape::Cells { cells, rest: Rest::Open(_) } => {
                Shape::Cells { cells: cells.clone(), rest: Rest::Fixed(Fill::Zero) }
            }
            other => other.clone(),
        };
        let content = self.ex.content(object, Instance::ROOT, &shape);
        state.set_object(object, Object { content, alive: TermId::TRUE });
        self.make_elements(&mut state, object, elem, pointers)?;
        match state.object(object)?.content {
            Content::Array(Elements { term, .. }) => Some(term),
            Content::Cells { .. } | Content::Pool(_) => None,
        }
    }

    /// Makes cells an array, of integers where it is not of pointers alone.
    pub(super) fn make_elements(
        &mut self,
        state: &mut State,
        object: ObjectId,
        elem: u8,
        pointers: bool,
    ) -> Option<()> {
        let made = self.ex.become_array(state, object, elem, pointers);
        if self.ex.exposed.take_fresh() {
            self.ex.exposed.add_object(object);
        }
        made
    }

    // ---- pools -----------------------------------------------------------------------------------------------------

    fn first_pool(&mut self, object: ObjectId, pool: &Pool) -> Result<Shape, CutError> {
        let count = self.known(Leaf::Nodes { object }, Part::Value, pool.count);
        let alive = self.known(Leaf::Lives { object }, Part::Value, pool.alive);
        let mut fields = BTreeMap::new();
        for (&off, f) in &pool.fields {
            self.lasting(object, f.aims.as_ref())?;
            let term = self.known(Leaf::Field { object, off, len: f.len }, Part::Value, f.term);
            fields.insert(off, HeldField { len: f.len, term, aims: f.aims.clone() });
        }
        Ok(Shape::Pool { count, alive, fields })
    }

    /// Fields are the same in all pools of one object.
    fn widen_pool(
        &mut self,
        object: ObjectId,
        count: Known,
        alive: Known,
        mut fields: BTreeMap<u32, HeldField>,
        pool: &Pool,
    ) -> Result<Shape, CutError> {
        let count = self.widen_known(Leaf::Nodes { object }, Part::Value, count, pool.count);
        let alive = self.widen_known(Leaf::Lives { object }, Part::Value, alive, pool.alive);
        for (off, mine) in &mut fields {
            let Some(f) = pool.fields.get(off) else { continue };
            self.lasting(object, f.aims.as_ref())?;
            mine.term = self.widen_known(Leaf::Field { object, off: *off, len: f.len }, Part::Value, mine.term, f.term);
            if let (Some(all), Some(more)) = (&mut mine.aims, &f.aims) {
                self.changed |= add_spots(all, more);
            }
        }
        Ok(Shape::Pool { count, alive, fields })
    }

    /// Pointers in nodes are not redirected when what they point to is gone: that must not be.
    fn lasting(&mut self, object: ObjectId, aims: Option<&BTreeMap<ObjectId, Spot>>) -> Result<(), CutError> {
        for &id in aims.into_iter().flat_map(|a| a.keys()) {
            let known = id == 0 || self.ex.objects.func(id).is_some() || self.ex.across.is_ghost(id);
            if !known && self.arrived.alive(id) != TermId::TRUE && !self.ex.want_pool(id) {
                return Err(self.error(object, "a heap object that points to one that is gone"));
            }
        }
        Ok(())
    }
}

/// Does a cell lie in this range?
fn overlaps(cells: &BTreeMap<u32, (u8, Held)>, off: u32, len: u8) -> bool {
    let end = off + u32::from(len);
    cells.range(off.saturating_sub(16)..end).any(|(at, (l, _))| at + u32::from(*l) > off)
}
