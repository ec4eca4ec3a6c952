//! The server over real sockets: what it answers, what it refuses, and that it lives.

mod client;
mod description;
mod errors;
mod games;
mod hostile;
mod jobs;
mod page;
mod pictures;
