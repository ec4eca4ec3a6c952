#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| noyau_fuzz::gdl(bytes));
