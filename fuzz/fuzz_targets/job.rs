#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| kinrow_fuzz::job(bytes));
