//! The state of a run outside the frames: memory, inputs, outputs, and what the result reports.

use crate::halt::{Halt, Run};
use crate::memory::{Memory, ObjectId, Origin};
use crate::options::RunOptions;
use crate::oracle::{EventKind, Oracle};
use crate::translate::Settings;
use crate::value::Value;
use pm_base::{Idx, Interner, Span, Symbol};
use pm_ir::uses::rvalues;
use pm_ir::{Base, FuncId, Global, GlobalInit, Mapped, Program, PropId, Rvalue, Ty};
use rustc_hash::FxHashSet;
use std::io::Write;

/// Which indeterminate contents the oracle supplies; asked once.
#[derive(Clone, Copy)]
pub(crate) struct Supplies {
    pub globals: bool,
    pub slots: bool,
    pub vars: bool,
    pub allocs: bool,
    pub havocs: bool,
    pub stubs: bool,
}

pub(crate) struct World<'a> {
    pub program: &'a Program,
    pub names: &'a Interner,
    pub settings: Settings,
    pub mem: Memory,
    pub globals: Vec<Value>,
    pub funcs: Vec<Value>,
    /// Address, size and object of memory-mapped ranges.
    pub mapped: Vec<(u64, u64, ObjectId)>,
    pub oracle: &'a mut dyn Oracle,
    pub supplies: Supplies,
    /// Events of indeterminate contents so far, see `oracle.rs`.
    pub events: u64,
    pub out: Output<'a>,
    pub err: Output<'a>,
    /// Depth of the frame and identity of each alloca and VLA object, innermost last.
    pub dynamic: Vec<(u32, ObjectId)>,
    pub inputs: Vec<(Symbol, Ty, u128)>,
    /// The last havoc changed something: for who watches.
    pub havoc_changes: bool,
    max_inputs: usize,
    /// See `RunOptions::lenient`.
    pub lenient: Option<Symbol>,
    /// Where the format and the strings of the last formatted text lie, with what was read of them.
    pub formatted: Vec<(Value, u64)>,
    /// See `RunOptions::open_addresses`.
    pub open_addresses: bool,
    /// See `RunOptions::passed`.
    pub passed: FxHashSet<PropId>,
    /// How often one of them was violated.
    pub times_passed: u64,
    pub missing_bodies: Vec<(FuncId, Span)>,
    pub covered: Vec<PropId>,
    /// By property: a coverage goal without a condition that was reached.
    pub marks: Vec<bool>,
    seen: FxHashSet<PropId>,
    /// Objects that variables of the active functions point to; up to date while reachability is asked for.
    pub roots: Vec<ObjectId>,
    /// The instruction that the exact path stopped at.
    pub failed_item: Option<u32>,
}

/// What a run is given from outside.
pub(crate) struct Environment<'a> {
    pub oracle: &'a mut dyn Oracle,
    pub out: &'a mut dyn Write,
    pub err: &'a mut dyn Write,
}

impl<'a> World<'a> {
    pub fn new(
        program: &'a Program,
        names: &'a Interner,
        options: &RunOptions,
        settings: Settings,
        environment: Environment<'a>,
    ) -> World<'a> {
        let Environment { oracle, out, err } = environment;
        let asks_init = |r: &Rvalue| matches!(r, Rvalue::IsInit { .. });
        let track_init = program.funcs.iter().any(|f| rvalues(f).any(asks_init));
        let limit = options.max_memory.min(1 << 46);
        let ptr_size = program.types.pointer_size();
        let supplies = Supplies {
            globals: oracle.supplies(EventKind::Global),
            slots: oracle.supplies(EventKind::Slot),
            vars: oracle.supplies(EventKind::Var),
            allocs: oracle.supplies(EventKind::Alloc),
            havocs: oracle.supplies(EventKind::Havoc),
            stubs: oracle.supplies(EventKind::Stub),
        };
        World {
            program,
            names,
            settings,
            mem: Memory::new(ptr_size, limit, track_init, program.funcs.len(), &options.mmio),
            globals: Vec::with_capacity(program.globals.len()),
            funcs: Vec::with_capacity(program.funcs.len()),
            mapped: Vec::new(),
            oracle,
            supplies,
            events: 0,
            out: Output::new(out),
            err: Output::new(err),
            dynamic: Vec::new(),
            inputs: Vec::new(),
            havoc_changes: false,
            max_inputs: options.max_inputs,
            lenient: options.lenient,
            formatted: Vec::new(),
            open_addresses: options.open_addresses,
            passed: options.passed.iter().copied().collect(),
            times_passed: 0,
            missing_bodies: Vec::new(),
            covered: Vec::new(),
            marks: vec![false; program.props.len()],
            seen: FxHashSet::default(),
            roots: Vec::new(),
            failed_item: None,
        }
    }

    /// Makes functions, globals and memory-mapped ranges.
    pub fn set_up(&mut self, options: &RunOptions) -> Run<()> {
        let program = self.program;
        for (id, func) in program.funcs.iter_ids() {
            let value = self.mem.add_function(id, func.span)?;
            self.funcs.push(value);
        }
        for (id, global) in program.globals.iter_ids() {
            let data = self.initial_bytes(global)?;
            let align = u64::from(global.align);
            let value = self.mem.add_static(Origin::Global(id), data, align, global.read_only, global.span)?;
            if let Some(source) = global.volatility.device() {
                self.mem.make_device(value, source);
            }
            self.globals.push(value);
        }
        for (id, global) in program.globals.iter_ids() {
            for reloc in &global.relocs {
                self.relocate(self.globals[id.index()], reloc.offset, reloc.base, reloc.addend);
            }
        }
        for &Mapped { address, size, device } in &options.mmio {
            let data = self.contents(EventKind::Global, self.supplies.globals, size)?;
            let value = self.mem.add_fixed(address, data)?;
            if let Some(source) = device {
                self.mem.make_device(value, source);
            }
            self.mapped.push((address, size, value.hi));
        }
        Ok(())
    }

    /// The bytes of these globals, one after the other.
    pub fn snapshot(&self, globals: &[pm_ir::GlobalId]) -> Vec<u8> {
        let bytes = |g: &pm_ir::GlobalId| {
            let at = *self.globals.get(g.index())?;
            self.mem.read(at, self.program.globals[*g].size)
        };
        globals.iter().filter_map(bytes).flatten().copied().collect()
    }

    fn initial_bytes(&mut self, global: &Global) -> Run<Box<[u8]>> {
        self.check_size(global.size)?;
        match &global.init {
            GlobalInit::Zero => Ok(vec![0; global.size as usize].into()),
            GlobalInit::Data(data) => {
                let mut bytes = data.to_vec();
                bytes.resize(global.size as usize, 0);
                Ok(bytes.into())
            }
            GlobalInit::Nondet => self.contents(EventKind::Global, self.supplies.globals, global.size),
        }
    }

    pub fn check_size(&self, size: u64) -> Run<()> {
        if size > self.mem.limit {
            return Err(Box::new(Halt::MemoryLimit { wanted: size }));
        }
        Ok(())
    }

    fn relocate(&mut self, global: Value, offset: u64, base: Base, addend: i64) {
        let target = match base {
            Base::Global(g) => self.globals[g.index()],
            Base::Func(f) => self.funcs[f.index()],
            Base::Slot(_) => return,
        };
        let address = target.lo.wrapping_add(addend as u64) & self.mem.ptr_mask;
        self.mem.put_pointer(global, offset, Value { lo: address, hi: target.hi });
    }

    /// The contents after an event; `asked` says whether the oracle supplies this kind.
    pub fn contents(&mut self, kind: EventKind, asked: bool, size: u64) -> Run<Box<[u8]>> {
        self.check_size(size)?;
        let event = self.events;
        self.events += 1;
        let mut bytes = if asked { self.oracle.contents(event, kind, size).unwrap_or_default() } else { Vec::new() };
        bytes.resize(size as usize, 0);
        Ok(bytes.into())
    }

    /// The next input.
    pub fn input(&mut self, source: Symbol, ty: Ty, span: Span) -> Run<Value> {
        let Some(pattern) = self.oracle.nondet(source, ty, span) else {
            return Err(Box::new(Halt::Exhausted { source }));
        };
        let value = self.value_of(ty, pattern);
        if self.inputs.len() < self.max_inputs {
            self.inputs.push((source, ty, value.pattern(ty)));
        }
        Ok(value)
    }

    pub fn cover(&mut self, prop: PropId) {
        if self.seen.insert(prop) {
            self.covered.push(prop);
        }
    }

    pub fn missing_body(&mut self, func: FuncId, span: Span) {
        if self.missing_bodies.iter().all(|(f, _)| *f != func) {
            self.missing_bodies.push((func, span));
        }
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        if symbol.index() < self.names.len() { self.names.name(symbol) } else { "?" }
    }
}

/// A buffered stream that remembers the first error and then stays silent.
pub(crate) struct Output<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
    pub error: Option<String>,
}

impl<'a> Output<'a> {
    fn new(to: &'a mut dyn Write) -> Self {
        Output { to, buffer: Vec::new(), error: None }
    }

    pub fn write(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() > 1 << 15 {
            self.flush();
        }
    }

    pub fn flush(&mut self) {
        let done = self.to.write_all(&self.buffer).and_then(|()| self.to.flush());
        self.buffer.clear();
        if let Err(e) = done {
            self.error.get_or_insert(e.to_string());
        }
    }
}
