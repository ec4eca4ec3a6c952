//! The library against definitions, against the course, and against files that mean harm.

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
