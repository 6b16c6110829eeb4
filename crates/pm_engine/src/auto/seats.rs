//! More engines than processors: they take turns, and keep what they know while they wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long an engine works before it makes room for one that waits.
const SLICE: Duration = Duration::from_secs(2);

/// The engines at work, in the order of their turns; the first ones have the seats.
pub struct Seats<E> {
    seats: usize,
    /// This engine keeps its seat while others take turns, if there is more than one seat.
    keeps: E,
    /// This engine has all seats.
    alone: Option<E>,
    order: Vec<(E, Arc<AtomicBool>)>,
    since: Instant,
}

impl<E: Copy + PartialEq> Seats<E> {
    pub fn new(seats: usize, keeps: E) -> Seats<E> {
        Seats { seats, keeps, alone: None, order: Vec::new(), since: Instant::now() }
    }

    /// A new engine comes first. Its flag is set while it has to wait.
    pub fn enter(&mut self, engine: E) -> Arc<AtomicBool> {
        let pause = Arc::new(AtomicBool::new(false));
        self.order.insert(0, (engine, pause.clone()));
        self.since = Instant::now();
        self.seat();
        pause
    }

    pub fn leave(&mut self, engine: E) {
        self.order.retain(|(e, _)| *e != engine);
        self.seat();
    }

    pub fn is_here(&self, engine: E) -> bool {
        self.order.iter().any(|(e, _)| *e == engine)
    }

    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// The one that has waited longest takes the place of the one that has worked longest.
    pub fn rotate(&mut self) {
        if self.order.len() > self.seats && self.since.elapsed() >= SLICE {
            self.order.rotate_right(1);
            self.since = Instant::now();
            self.seat();
        }
    }

    /// Only this engine works, or all in turn again.
    pub fn leave_alone(&mut self, engine: Option<E>) {
        if self.alone != engine {
            self.alone = engine;
            self.seat();
        }
    }

    fn seat(&mut self) {
        if let Some(at) = self.order.iter().position(|(e, _)| *e == self.keeps).filter(|at| *at >= self.seats)
            && self.seats > 1
        {
            // Of those that would sit, the one that came first gives way, and is next.
            let engine = self.order.remove(at);
            self.order.insert(self.seats - 1, engine);
        }
        for (place, (engine, pause)) in self.order.iter().enumerate() {
            let waits = self.alone.map_or(place >= self.seats, |alone| alone != *engine);
            pause.store(waits, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_gets_a_seat() {
        let mut seats = Seats::new(2, 9);
        let flags: Vec<_> = (0..3).map(|engine| seats.enter(engine)).collect();
        let waiting = || (0..3).filter(|i| flags[*i].load(Ordering::Relaxed)).collect::<Vec<usize>>();
        assert_eq!(waiting(), [0]);
        let mut seen = Vec::new();
        for _ in 0..3 {
            seats.since = Instant::now() - SLICE;
            seats.rotate();
            seen.extend(waiting());
        }
        seen.sort();
        assert_eq!(seen, [0, 1, 2]);
        seats.leave(1);
        assert!(waiting().iter().all(|engine| *engine == 1));
        assert!(seats.is_here(0) && !seats.is_here(1) && seats.len() == 2);
    }

    #[test]
    fn one_is_left_alone() {
        let mut seats = Seats::new(2, 9);
        let flags: Vec<_> = (0..2).map(|engine| seats.enter(engine)).collect();
        let waiting = || (0..2).filter(|i| flags[*i].load(Ordering::Relaxed)).collect::<Vec<usize>>();
        seats.leave_alone(Some(1));
        assert_eq!(waiting(), [0]);
        seats.leave_alone(None);
        assert!(waiting().is_empty());
    }

    #[test]
    fn one_keeps_its_seat() {
        let mut seats = Seats::new(2, 1);
        let flags: Vec<_> = (0..3).map(|engine| seats.enter(engine)).collect();
        let mut waited = [0; 3];
        for _ in 0..6 {
            let waiting = (0..3).filter(|i| flags[*i].load(Ordering::Relaxed));
            waiting.for_each(|i| waited[i] += 1);
            seats.since = Instant::now() - SLICE;
            seats.rotate();
        }
        assert_eq!(waited, [3, 0, 3]);
    }
}
