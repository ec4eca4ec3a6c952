//! Every position of a game, solved by many processes on one host or on many.
//!
//! The positions of a tier are dealt out to workers by their numbers (`partition`); a tier is enumerated, and solved, by
//! rounds of messages (`rounds`) on a dataflow engine (timely). What is finished is kept on the disk of each worker
//! (`checkpoint`), so that a run goes on after a fault, also with another number of workers. At the end each worker writes a
//! part of the table that one process would write: together they are the same file, byte for byte.
//!
//! ```
//! let hosts = noyau_cluster::hosts::parse("10.0.0.1:2101  # process 0\n10.0.0.2:2101\n").unwrap();
//! assert_eq!(hosts, ["10.0.0.1:2101", "10.0.0.2:2101"]);
//! ```
//!
//! The processes make sure of each other by a secret before any work (`handshake`), and watch over each other after.

mod checkpoint;
mod deliver;
mod descend;
mod driver;
mod enumerate;
mod failure;
mod handshake;
pub mod hosts;
mod local_peers;
mod loopy_tier;
pub mod measure;
mod partition;
pub mod plan;
mod rendezvous;
mod rounds;
mod run;
mod stop;
mod sweep;
#[cfg(test)]
mod tests;
mod tier_cache;
mod watch;
mod wire;

pub use driver::Told;
pub use failure::{NotDone, Trouble};
pub use handshake::draw_secret;
pub use rounds::Traffic;
pub use run::{ENGINE_THREADS, Opener, Settings, solve};
