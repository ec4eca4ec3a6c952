//! Games as explicit graphs: arenas, their files and pictures, and exact solvers in linear time.
//!
//! Every algorithm is iterative and compares positions by number.
//!
//! ```
//! use noyau_core::Value;
//! use noyau_graph::arena::format::{Format, read};
//! use noyau_graph::arena::Arena;
//! use noyau_graph::kernel::{Mark, kernel};
//! use noyau_graph::{nimbers, retrograde};
//!
//! let draft = read(br#"{"0":[1,2],"1":[2],"2":[]}"#, Format::Json).unwrap();
//! let arena = Arena::from(draft);
//! assert_eq!(kernel(arena.graph(), 1), [Mark::Won, Mark::Won, Mark::Lost]);
//! assert_eq!(nimbers::nimbers(arena.graph()), Ok(vec![2, 1, 0]));
//! assert_eq!(retrograde::solve(&arena, 1).value(0), Value::Win(1));
//! ```

pub mod arena;
pub mod attractor;
mod induction;
pub mod kernel;
pub mod margins;
pub mod nimbers;
pub mod retrograde;
pub mod solved;
pub mod strategy;
mod walk;
