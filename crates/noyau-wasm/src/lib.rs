//! The API of the page as WebAssembly: what a web worker calls, and what it is called for.
//!
//! Bytes go in through a buffer: `reserve` gives its address, the worker fills it and calls a function. Bytes go out
//! through `emit`, with a number that says what they are. `page/worker.js` is the other side.
//!
//! Other web workers may share the memory and help.
#![cfg(all(target_family = "wasm", target_os = "unknown"))]

mod exports;
mod threads;
