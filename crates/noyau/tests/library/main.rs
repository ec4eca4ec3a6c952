//! The library against definitions, against the course, and against files that mean harm.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files and the environment"
)]

mod certificates;
mod course;
mod draw;
mod formats;
mod malformed;
mod margins;
mod plain;
mod solvers;
mod tables;
mod theory;
mod trees;
