//! Any bytes are a sequence of inputs: nothing that people, clocks or the GM do panics the engine.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/toys/mod.rs"]
mod toys;

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzzing::inputs(data));
