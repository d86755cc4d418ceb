//! Any bytes as a character file: it's read, or refused with a message.
#![no_main]

#[path = "../../tests/common/character_files.rs"]
mod character_files;

libfuzzer_sys::fuzz_target!(|data: &[u8]| character_files::characters(data));
