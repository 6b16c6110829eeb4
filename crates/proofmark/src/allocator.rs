//! Memory for Rust and C++ alike, and what happens where there is none left.
//!
//! An allocation that fails would end the process with nothing said. Here the thread that needs the memory waits, and tries again from time to time: meanwhile others
//! see that memory is exhausted ([`pm_solve::memory_is_exhausted`]), end, and tell what is known, or [`crate::watchdog`] does. For what they need then some memory is kept
//! back. Where nobody does so in time, the process ends here.
//!
//! This is the only place of the project with `unsafe` code: the traits of allocators are unsafe to implement, and C++ has no other way to be told.

#![allow(unsafe_code)]

use crate::exit::{ExitCode, leave};
use mimalloc::MiMalloc;
use std::alloc::{GlobalAlloc, Layout};
use std::io::Write;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::time::Duration;

/// Kept back for those who tell what is known.
const RESERVE: usize = 32 << 20;
const RESERVE_ALIGN: usize = 16;
const NAP: Duration = Duration::from_millis(10);
/// Naps of all threads together before nobody is believed to end the process.
const PATIENCE: u32 = 500;

static RESERVED: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static NAPS: AtomicU32 = AtomicU32::new(0);

/// The front end allocates many small pieces; mimalloc makes that markedly faster than the system's allocator. It serves the C++ parts, too (feature
/// `override`): where the address space is limited, two allocators would keep free memory from each other.
pub struct Waiting;

// SAFETY: every call is handed on to mimalloc; what fails is asked for again.
unsafe impl GlobalAlloc for Waiting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        until_there(|| unsafe { MiMalloc.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        until_there(|| unsafe { MiMalloc.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Where it fails, the old block stays as it is.
        until_there(|| unsafe { MiMalloc.realloc(old, layout, size) })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { MiMalloc.dealloc(block, layout) }
    }
}

/// Keeps memory back.
pub fn start() {
    let block = unsafe { MiMalloc.alloc(reserve()) };
    RESERVED.store(block, Ordering::Release);
}

/// `std::new_handler std::get_new_handler()`: whom mimalloc calls where `new` finds no memory. Its own definition is weak and says nobody.
#[unsafe(export_name = "_ZSt15get_new_handlerv")]
extern "C" fn new_handler() -> Option<extern "C" fn()> {
    Some(wait)
}

fn until_there(mut ask: impl FnMut() -> *mut u8) -> *mut u8 {
    loop {
        let block = ask();
        if !block.is_null() {
            return block;
        }
        wait();
    }
}

/// Says that there is no memory, and lets some time go by. C++ asks for its memory again when this returns.
extern "C" fn wait() {
    pm_solve::memory_is_exhausted();
    let reserved = RESERVED.swap(std::ptr::null_mut(), Ordering::AcqRel);
    if !reserved.is_null() {
        unsafe { MiMalloc.dealloc(reserved, reserve()) };
    }
    std::thread::sleep(NAP);
    if NAPS.fetch_add(1, Ordering::Relaxed) > PATIENCE {
        // Neither allocates.
        let _ = std::io::stderr().write_all(b"proofmark: there is no memory left\n");
        leave(ExitCode::INCONCLUSIVE);
    }
}

fn reserve() -> Layout {
    Layout::from_size_align(RESERVE, RESERVE_ALIGN).expect("a power of two")
}
