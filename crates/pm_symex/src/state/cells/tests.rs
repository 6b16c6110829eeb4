//! Cells against arrays of bytes.

use super::*;
use pm_base::Random;
use pm_term::{Sort, Substitution};

const SIZE: u32 = 24;

/// What the bytes hold that nobody wrote.
const FILL: u8 = 0xff;

type Bytes = [u8; SIZE as usize];

fn constant(bytes: &[u8]) -> Word {
    let bits = bytes.iter().rev().fold(0, |v, b| v << 8 | u64::from(*b));
    Word::Const { width: bytes.len() as u8 * 8, bits }
}

fn bytes_of(cell: Cell) -> Vec<Word> {
    let Word::Const { bits, .. } = cell.word else { panic!("constants only") };
    bits.to_le_bytes()[..cell.len.into()].iter().map(|b| constant(&[*b])).collect()
}

fn read(cells: &Cells) -> Bytes {
    let mut found = [FILL; SIZE as usize];
    for at in 0..SIZE {
        if let Some((start, cell)) = cells.covering(at) {
            let Word::Const { bits, .. } = bytes_of(cell)[(at - start) as usize] else { panic!("constants only") };
            found[at as usize] = bits as u8;
        }
    }
    found
}

fn check(cells: &Cells) {
    let all = cells.all();
    for pair in all.windows(2) {
        assert!(pair[0].0 + u32::from(pair[0].1.len) <= pair[1].0, "overlap: {all:?}");
    }
    let unit = u32::from(cells.unit);
    assert!(unit == 0 || all.iter().all(|(off, c)| u32::from(c.len) == unit && off % unit == 0), "unit: {all:?}");
}

/// One write of random bytes.
fn write(random: &mut Random, cells: &mut Cells, bytes: &mut Bytes, lengths: &[u8]) {
    let len = random.pick(lengths);
    let off = random.below(u64::from(SIZE - u32::from(len)) + 1) as u32;
    let new: Vec<u8> = (0..len).map(|_| random.below(4) as u8).collect();
    cells.put(off, Cell { len, word: constant(&new) }, bytes_of);
    bytes[off as usize..][..new.len()].copy_from_slice(&new);
}

#[test]
fn writes_are_those_of_bytes() {
    let mut random = Random::new(1);
    for _ in 0..2000 {
        let (mut cells, mut bytes) = (Cells::default(), [FILL; SIZE as usize]);
        for _ in 0..6 {
            write(&mut random, &mut cells, &mut bytes, &[1, 2, 4, 8]);
            check(&cells);
            assert_eq!(read(&cells), bytes);
        }
        for at in 0..SIZE {
            for len in [1, 2, 4, 8] {
                let touched = (at..at + u32::from(len)).any(|i| cells.covering(i).is_some());
                assert_eq!(cells.is_free(at, len), !touched);
            }
        }
        let again = Cells::of(cells.all());
        check(&again);
        assert_eq!(read(&again), bytes);
    }
}

#[test]
fn joins_are_those_of_bytes() {
    let mut random = Random::new(2);
    let mut joined = 0;
    for round in 0..2000 {
        let lengths: &[u8] = if round % 2 == 0 { &[4] } else { &[1, 2, 4] };
        let (mut common, mut bytes) = (Cells::default(), [FILL; SIZE as usize]);
        (0..random.below(3)).for_each(|_| write(&mut random, &mut common, &mut bytes, lengths));
        let mut sides = [(common.clone(), bytes), (common, bytes)];
        for (cells, bytes) in &mut sides {
            (0..random.below(3)).for_each(|_| write(&mut random, cells, bytes, lengths));
        }
        let mut terms = Terms::new();
        let cond = terms.fresh("cond", Sort::Bool);
        let mut default = |terms: &mut Terms, _: Fill, _: u32, len: u8| Some(terms.ones(u32::from(len) * 8));
        let [(x, _), (y, _)] = &sides;
        let Some(both) = x.join(y, &mut terms, cond, Fill::Ones, &mut default) else { continue };
        joined += 1;
        check(&both);
        for (value, (_, bytes)) in [TermId::TRUE, TermId::FALSE].into_iter().zip(&sides) {
            let chosen = both.all().into_iter().map(|(off, c)| {
                let word = c.word.value(&mut terms);
                let Value::Term(t) = word else { panic!("no pointers") };
                let mut substitution = Substitution::new();
                substitution.replace(cond, value);
                let t = terms.substitute(t, &mut substitution);
                (off, Cell { len: c.len, word: Word::new(&terms, Value::Term(t)) })
            });
            assert_eq!(read(&Cells::of(chosen.collect::<Vec<_>>())), *bytes);
        }
    }
    assert!(joined > 500, "{joined}");
}
