//! Any bytes are an exported fight, which verifies or is refused in words.
#![no_main]

#[path = "../../tests/common/export_files.rs"]
mod export_files;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drop(export_files::exports(data)));
