#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noyau_fuzz::graph(bytes, noyau_fuzz::Format::List));
