//! Any bytes as an exported fight: it verifies, or is refused with a message.
#![no_main]

#[path = "../../tests/common/export_files.rs"]
mod export_files;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drop(export_files::exports(data)));
