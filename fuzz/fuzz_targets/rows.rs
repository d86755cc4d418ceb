//! Any bytes that parse as a row fold into any state: a damaged log is at worst a strange fight.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/toys/mod.rs"]
mod toys;

libfuzzer_sys::fuzz_target!(|data: &[u8]| common::fuzzing::rows(data));
