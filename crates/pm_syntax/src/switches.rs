//! Checks that the source switches on and off for parts of itself: `#pragma CPROVER check …`, as CBMC has it.
//!
//! `enable "x"` and `disable "x"` hold from their line on, until a `pop` takes back what came since its `push`.

use crate::pragma::Complaint;

/// The checks that have a name in these pragmas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamedCheck {
    Bounds,
    Pointer,
    PointerPrimitive,
    PointerOverflow,
    DivByZero,
    SignedOverflow,
    UnsignedOverflow,
    UndefinedShift,
    Conversion,
    EnumRange,
    FloatOverflow,
    FloatDivByZero,
    Nan,
}

impl NamedCheck {
    pub const ALL: [(&'static str, NamedCheck); 13] = [
        ("bounds", NamedCheck::Bounds),
        ("pointer", NamedCheck::Pointer),
        ("pointer-primitive", NamedCheck::PointerPrimitive),
        ("pointer-overflow", NamedCheck::PointerOverflow),
        ("div-by-zero", NamedCheck::DivByZero),
        ("signed-overflow", NamedCheck::SignedOverflow),
        ("unsigned-overflow", NamedCheck::UnsignedOverflow),
        ("undefined-shift", NamedCheck::UndefinedShift),
        ("conversion", NamedCheck::Conversion),
        ("enum-range", NamedCheck::EnumRange),
        ("float-overflow", NamedCheck::FloatOverflow),
        ("float-div-by-zero", NamedCheck::FloatDivByZero),
        ("nan", NamedCheck::Nan),
    ];

    /// As the pragmas call it.
    pub fn name(self) -> &'static str {
        NamedCheck::ALL.iter().find(|(_, check)| *check == self).map_or("", |(name, _)| name)
    }

    fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// What the pragmas say of each check; of most checks nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Switched {
    on: u16,
    off: u16,
}

impl Switched {
    /// The checks that are switched, and how.
    pub fn iter(self) -> impl Iterator<Item = (NamedCheck, bool)> {
        let said =
            move |check: NamedCheck| ((self.on | self.off) & check.bit() != 0).then(|| self.on & check.bit() != 0);
        NamedCheck::ALL.iter().filter_map(move |(_, check)| said(*check).map(|on| (*check, on)))
    }

    fn set(&mut self, check: NamedCheck, on: bool) {
        self.on &= !check.bit();
        self.off &= !check.bit();
        *(if on { &mut self.on } else { &mut self.off }) |= check.bit();
    }

    /// This, and where it says nothing, `outer`.
    fn over(self, outer: Switched) -> Switched {
        let said = self.on | self.off;
        Switched { on: self.on | (outer.on & !said), off: self.off | (outer.off & !said) }
    }

    fn says_otherwise(self, check: NamedCheck, on: bool) -> bool {
        (if on { self.off } else { self.on }) & check.bit() != 0
    }
}

/// What is in force from an offset on, in order of offsets.
#[derive(Default)]
pub struct Switches {
    changes: Vec<(u32, Switched)>,
    /// Of each `push` that is open: what came since. The first one needs no `push`.
    levels: Vec<Switched>,
}

impl Switches {
    /// The words behind `#pragma CPROVER`.
    pub(crate) fn read(&mut self, words: &[&[u8]], offset: u32) -> Result<(), Complaint> {
        match words {
            [b"check", b"push"] => self.levels.push(Switched::default()),
            [b"check", b"pop"] => {
                let open = self.levels.pop();
                open.ok_or_else(|| Complaint::refused("'#pragma CPROVER check pop' without a matching push"))?;
            }
            [b"check", verb @ (b"enable" | b"disable"), b"\"", name @ .., b"\""] => {
                self.switch(&name.concat(), *verb == b"enable")?;
            }
            _ => {
                let usage = "unknown '#pragma CPROVER': it is 'check push', 'check pop', 'check enable \"…\"' or 'check disable \"…\"'";
                return Err(Complaint::refused(usage));
            }
        }
        let all = self.levels.iter().fold(Switched::default(), |outer, level| level.over(outer));
        self.changes.push((offset, all));
        Ok(())
    }

    fn switch(&mut self, name: &[u8], on: bool) -> Result<(), Complaint> {
        let Some((_, check)) = NamedCheck::ALL.iter().find(|(n, _)| n.as_bytes() == name) else {
            let name = String::from_utf8_lossy(name);
            return Err(Complaint::refused(format!("'#pragma CPROVER check' of '{name}': no check has this name")));
        };
        if *check == NamedCheck::PointerPrimitive && on {
            let text = "'#pragma CPROVER check enable': arguments of __CPROVER_r_ok and its like are not checked";
            return Err(Complaint::refused(text));
        }
        if self.levels.is_empty() {
            self.levels.push(Switched::default());
        }
        let level = self.levels.last_mut().filter(|level| !level.says_otherwise(*check, on));
        let level =
            level.ok_or_else(|| Complaint::refused("'#pragma CPROVER check' enables and disables one check"))?;
        level.set(*check, on);
        Ok(())
    }

    /// Adds those of a unit whose text lies at these offsets; outside of it they say nothing.
    pub fn add(&mut self, unit: &Switches, text: std::ops::Range<u32>) {
        if unit.changes.is_empty() {
            return;
        }
        let at = self.changes.partition_point(|c| c.0 < text.start);
        let end = (text.end, Switched::default());
        self.changes.splice(at..at, unit.changes.iter().copied().chain([end]));
    }

    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    pub fn at(&self, offset: u32) -> Switched {
        let at = self.changes.partition_point(|c| c.0 <= offset);
        self.changes[..at].last().map_or(Switched::default(), |c| c.1)
    }

    /// From which offset on a check is off.
    pub fn switched_off(&self) -> impl Iterator<Item = (u32, NamedCheck)> {
        let before = std::iter::once(Switched::default()).chain(self.changes.iter().map(|c| c.1));
        self.changes.iter().zip(before).flat_map(|((offset, now), before)| {
            let begin = now.iter().filter(move |(check, on)| !on && before.off & check.bit() == 0);
            begin.map(|(check, _)| (*offset, check))
        })
    }

    /// Everything that is switched somewhere.
    pub fn all(&self) -> impl Iterator<Item = Switched> {
        self.changes.iter().map(|c| c.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(switches: &mut Switches, text: &str, at: u32) -> bool {
        let words: Vec<&[u8]> = crate::pragma::Words::new(text.as_bytes()).collect();
        switches.read(&words, at).is_ok()
    }

    #[test]
    fn levels_end_at_their_pop() {
        let mut s = Switches::default();
        assert!(read(&mut s, "check push", 10));
        assert!(read(&mut s, "check disable \"bounds\"", 11));
        assert!(read(&mut s, "check push", 20));
        assert!(read(&mut s, "check enable \"bounds\"", 21));
        assert!(read(&mut s, "check disable \"div-by-zero\"", 22));
        assert!(!read(&mut s, "check enable \"div-by-zero\"", 23));
        assert!(!read(&mut s, "check disable \"sums\"", 24));
        assert!(!read(&mut s, "enable \"bounds\"", 25));
        assert!(read(&mut s, "check pop", 30));
        assert!(read(&mut s, "check pop", 40));
        assert!(!read(&mut s, "check pop", 50));
        let at = |offset| s.at(offset).iter().collect::<Vec<_>>();
        assert_eq!(at(5), []);
        assert_eq!(at(15), [(NamedCheck::Bounds, false)]);
        assert_eq!(at(25), [(NamedCheck::Bounds, true), (NamedCheck::DivByZero, false)]);
        assert_eq!(at(35), [(NamedCheck::Bounds, false)]);
        assert_eq!(at(45), []);
        let off: Vec<_> = s.switched_off().collect();
        assert_eq!(off, [(11, NamedCheck::Bounds), (22, NamedCheck::DivByZero), (30, NamedCheck::Bounds)]);
    }

    #[test]
    fn units_do_not_see_each_other() {
        let (mut a, mut all) = (Switches::default(), Switches::default());
        assert!(read(&mut a, "check disable \"nan\"", 10));
        all.add(&a, 0..100);
        assert_eq!(all.at(50).iter().count(), 1);
        assert_eq!(all.at(100).iter().count(), 0);
    }
}
