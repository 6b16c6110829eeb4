//! The events of a run, and the symbols that stand for what they leave open.
//!
//! A symbol belongs to its site, so that each run has the same ones: they outlive the list of events, which is handed on at the end of a run.
//! Events that others know of already (`settled`) do not change any more, but for symbols of further bytes.

use crate::exec::Site;
use crate::record::event::{Event, EventKind};
use pm_base::Span;
use pm_term::{Sort, TermId, Terms};
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct Events {
    list: Vec<Event>,
    /// Where each of them is.
    sites: Vec<Site>,
    settled: usize,
    /// Inputs that were asked for so far, over all runs.
    inputs: u64,
    symbols: FxHashMap<(Site, Stands), TermId>,
}

/// What a symbol stands for at its site.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stands {
    Input,
    /// What an access reads that is not valid, by the accesses of one instruction.
    Invalid(u32),
    /// What a device answers, by its object.
    Device(u32),
    /// A part of what is known of a call that a contract answers.
    Call(u32),
    /// A node that an instruction speaks of.
    Node(u32),
    /// Indeterminate bits at an offset.
    Bits {
        off: u64,
        width: u32,
    },
    /// All indeterminate bytes, as elements of one width. Whoever copies the contents may have an index of another width.
    Elements {
        index: u32,
        width: u32,
    },
}

impl Events {
    // ---- the list --------------------------------------------------------------------------------------------------

    /// A run begins.
    pub fn clear(&mut self) {
        self.list.clear();
        self.sites.clear();
        self.settled = 0;
    }

    /// A run goes on behind these events; what came behind them is forgotten.
    pub fn go_on(&mut self, events: Vec<Event>) {
        self.sites.truncate(events.len());
        self.settled = events.len();
        self.list = events;
    }

    /// The events are handed on.
    pub fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.list)
    }

    /// Events that were taken are there again.
    pub fn put_back(&mut self, events: Vec<Event>) {
        self.list = events;
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn inputs(&self) -> u64 {
        self.inputs
    }

    /// What comes now depends on something that is not known.
    pub fn count_input(&mut self) {
        self.inputs += 1;
    }

    pub fn add(&mut self, kind: EventKind, guard: TermId, span: Span, at: Site) -> u32 {
        self.inputs += u64::from(matches!(kind, EventKind::Input { .. }));
        self.list.push(Event { kind, guard, span, contents: FxHashMap::default(), arrays: Vec::new() });
        self.sites.push(at);
        (self.list.len() - 1) as u32
    }

    /// An event whose contents nobody reads: those that follow each other under one condition are one.
    pub fn add_unread(&mut self, guard: TermId, span: Span, at: Site) {
        if self.list.len() > self.settled
            && let Some(Event { kind: EventKind::Unread { count }, guard: last, .. }) = self.list.last_mut()
            && *last == guard
        {
            *count += 1;
            return;
        }
        self.add(EventKind::Unread { count: 1 }, guard, span, at);
    }

    /// Its bytes are what a function without a body wrote.
    pub fn is_stub(&self, event: u32) -> bool {
        self.list[event as usize].kind == EventKind::Stub
    }

    // ---- symbols ---------------------------------------------------------------------------------------------------

    pub fn symbol(&mut self, at: Site, stands: Stands, terms: &mut Terms, name: &str, sort: Sort) -> TermId {
        *self.symbols.entry((at, stands)).or_insert_with(|| terms.fresh(name, sort))
    }

    /// `width` bits of an event's contents.
    pub fn bits(&mut self, event: u32, off: u64, width: u32, terms: &mut Terms) -> TermId {
        let site = self.sites[event as usize];
        let symbol = self.symbol(site, Stands::Bits { off, width }, terms, "undef", Sort::Bv(width));
        self.list[event as usize].contents.insert((off, width), symbol);
        symbol
    }

    /// An event's contents as an array of elements of `width` bits.
    pub fn elements(&mut self, event: u32, index: u32, width: u32, terms: &mut Terms) -> TermId {
        let site = self.sites[event as usize];
        let sort = Sort::Array { index, elem: width };
        let symbol = self.symbol(site, Stands::Elements { index, width }, terms, "undef", sort);
        let arrays = &mut self.list[event as usize].arrays;
        if !arrays.contains(&(symbol, width / 8)) {
            arrays.push((symbol, width / 8));
        }
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::instance::Instance;

    fn site(inst: u32) -> Site {
        Site { instance: Instance::ROOT, block: 0, inst }
    }

    fn contents(events: &mut Events, inst: u32) -> u32 {
        events.add(EventKind::Contents, TermId::TRUE, Span::NONE, site(inst))
    }

    #[test]
    fn symbols_are_the_same_in_each_run() {
        let (mut events, mut terms) = (Events::default(), Terms::new());
        let mut run = |first: u32| {
            events.clear();
            let order = [first, 1 - first];
            let numbers = order.map(|inst| contents(&mut events, inst));
            let mut symbols = numbers.map(|e| events.bits(e, 4, 32, &mut terms));
            if first == 1 {
                symbols.reverse();
            }
            symbols
        };
        let [a, b] = run(0);
        assert_ne!(a, b);
        assert_eq!(run(1), [a, b], "whatever their numbers are");
    }

    #[test]
    fn what_a_symbol_stands_for_tells_it_apart() {
        let (mut events, mut terms) = (Events::default(), Terms::new());
        let e = contents(&mut events, 0);
        let mut all = vec![
            events.bits(e, 0, 8, &mut terms),
            events.bits(e, 0, 16, &mut terms),
            events.bits(e, 1, 8, &mut terms),
            events.elements(e, 4, 8, &mut terms),
            events.elements(e, 5, 8, &mut terms),
        ];
        for stands in
            [Stands::Input, Stands::Invalid(0), Stands::Invalid(1), Stands::Device(0), Stands::Call(0), Stands::Node(0)]
        {
            all.push(events.symbol(site(0), stands, &mut terms, "x", Sort::Bv(8)));
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
        let list = events.take();
        assert_eq!((list[0].contents.len(), list[0].arrays.len()), (3, 2));
    }

    #[test]
    fn unread_events_become_one_where_nobody_knows_of_them() {
        let mut events = Events::default();
        let guards = [TermId::TRUE, TermId::TRUE, TermId::FALSE, TermId::TRUE];
        guards.into_iter().for_each(|g| events.add_unread(g, Span::NONE, site(0)));
        assert_eq!(events.len(), 3);
        let list = events.take();
        assert_eq!(list[0].kind, EventKind::Unread { count: 2 });
        events.go_on(list);
        events.add_unread(TermId::TRUE, Span::NONE, site(0));
        assert_eq!(events.len(), 4, "the last one is settled");
    }

    #[test]
    fn going_on_forgets_what_came_behind() {
        let (mut events, mut terms) = (Events::default(), Terms::new());
        let old = [0, 1, 2].map(|inst| contents(&mut events, inst));
        let was = events.bits(old[1], 0, 8, &mut terms);
        let mut list = events.take();
        list.truncate(1);
        events.go_on(list);
        let other = contents(&mut events, 7);
        assert_eq!(other, old[1]);
        assert_ne!(events.bits(other, 0, 8, &mut terms), was, "another place stands at this number now");
        let again = contents(&mut events, 1);
        assert_eq!(events.bits(again, 0, 8, &mut terms), was);
    }

    #[test]
    fn inputs_are_counted() {
        let (mut events, mut terms) = (Events::default(), Terms::new());
        let value = events.symbol(site(0), Stands::Input, &mut terms, "in", Sort::Bv(32));
        let source = pm_base::Interner::default().intern("in");
        events.add(EventKind::Input { source, ty: pm_ir::Ty::int(32, true), value }, TermId::TRUE, Span::NONE, site(0));
        contents(&mut events, 1);
        events.count_input();
        assert_eq!(events.inputs(), 2);
    }
}
