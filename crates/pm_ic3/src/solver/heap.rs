//! Variables by activity: a binary heap that knows where each variable is.

#[derive(Default)]
pub(super) struct Heap {
    items: Vec<u32>,
    /// Where a variable is, or `ABSENT`.
    places: Vec<u32>,
    pub(super) activity: Vec<f64>,
    increment: f64,
}

const ABSENT: u32 = u32::MAX;
const DECAY: f64 = 1.0 / 0.95;
const RESCALE: f64 = 1e100;

impl Heap {
    pub(super) fn add_var(&mut self) {
        self.places.push(ABSENT);
        self.activity.push(0.0);
        if self.increment == 0.0 {
            self.increment = 1.0;
        }
    }

    /// Replaces what is in the heap.
    pub(super) fn fill(&mut self, vars: impl Iterator<Item = u32>) {
        self.clear();
        for var in vars {
            self.places[var as usize] = self.items.len() as u32;
            self.items.push(var);
        }
        for place in (0..self.items.len() / 2).rev() {
            self.sink(place);
        }
    }

    pub(super) fn clear(&mut self) {
        for &var in &self.items {
            self.places[var as usize] = ABSENT;
        }
        self.items.clear();
    }

    pub(super) fn insert(&mut self, var: u32) {
        if self.places[var as usize] == ABSENT {
            self.places[var as usize] = self.items.len() as u32;
            self.items.push(var);
            self.rise(self.items.len() - 1);
        }
    }

    pub(super) fn pop(&mut self) -> Option<u32> {
        let top = *self.items.first()?;
        let last = self.items.pop()?;
        self.places[top as usize] = ABSENT;
        if !self.items.is_empty() {
            self.items[0] = last;
            self.places[last as usize] = 0;
            self.sink(0);
        }
        Some(top)
    }

    pub(super) fn bump(&mut self, var: u32) {
        let activity = &mut self.activity[var as usize];
        *activity += self.increment;
        if *activity > RESCALE {
            self.activity.iter_mut().for_each(|a| *a /= RESCALE);
            self.increment /= RESCALE;
        }
        let place = self.places[var as usize];
        if place != ABSENT {
            self.rise(place as usize);
        }
    }

    pub(super) fn decay(&mut self) {
        self.increment *= DECAY;
    }

    fn rise(&mut self, mut place: usize) {
        let var = self.items[place];
        let activity = self.activity[var as usize];
        while place > 0 {
            let up = (place - 1) / 2;
            let other = self.items[up];
            if self.activity[other as usize] >= activity {
                break;
            }
            self.items[place] = other;
            self.places[other as usize] = place as u32;
            place = up;
        }
        self.items[place] = var;
        self.places[var as usize] = place as u32;
    }

    fn sink(&mut self, mut place: usize) {
        let var = self.items[place];
        let activity = self.activity[var as usize];
        loop {
            let mut down = 2 * place + 1;
            if down >= self.items.len() {
                break;
            }
            if down + 1 < self.items.len()
                && self.activity[self.items[down + 1] as usize] > self.activity[self.items[down] as usize]
            {
                down += 1;
            }
            let other = self.items[down];
            if self.activity[other as usize] <= activity {
                break;
            }
            self.items[place] = other;
            self.places[other as usize] = place as u32;
            place = down;
        }
        self.items[place] = var;
        self.places[var as usize] = place as u32;
    }
}
