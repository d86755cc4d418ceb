//! Any bytes as a sequence of inputs: nothing that players, clocks or the GM do makes the engine panic.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/toys/mod.rs"]
mod toys;

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzzing::inputs(data));
