//! The native part of the Python package `noyau`.
//!
//! The package itself, with its documentation, is written in Python, in `python/noyau`; this crate wraps the
//! library, and contains the code that must be fast. Positions and moves of registered games are text, as
//! everywhere above `noyau::dynamic`; those of a user's own game are the user's objects.
#![allow(
    missing_docs,
    missing_debug_implementations,
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    clippy::too_many_arguments,
    reason = "nothing here is reached from Rust: the package documents itself in Python, which hands over values by keyword"
)]

mod alphabeta;
mod arena;
mod certificates;
mod check;
mod content;
mod convert;
mod exercise;
mod explore;
mod failure;
mod ffi;
mod functions;
mod graphs;
mod keys;
mod lists;
mod owners;
mod pickle;
mod results;
mod rules;
mod session;
mod table;
mod tree;
mod user_game;
mod validate;
mod watch;

use pyo3::prelude::*;

#[pymodule]
mod _noyau {
    #[pymodule_export]
    use super::arena::PyArena;
    #[pymodule_export]
    use super::certificates::{
        certify_game, certify_graph, names_of, verify_bytes, write_certificate_file,
    };
    #[pymodule_export]
    use super::check::{check_function, check_programs};
    #[pymodule_export]
    use super::exercise::{exercise_sheet, list_exercises, mark_exercise, pose_exercise};
    #[pymodule_export]
    use super::explore::{Exploration, Helper};
    #[pymodule_export]
    use super::failure::{
        CertificateError, CycleError, GameError, GraphError, IllegalMove, LimitReached,
        get_language, get_names, set_language, set_names,
    };
    #[pymodule_export]
    use super::functions::{choose, play_contest, search_game, search_quickly, tree_of};
    #[pymodule_export]
    use super::graphs::{attractor_of, kernel_of, nimbers_of};
    #[pymodule_export]
    use super::lists::{check_agent, list_agents, list_games};
    #[pymodule_export]
    use super::pickle::{restore_arena, restore_map, restore_set, restore_tree};
    #[pymodule_export]
    use super::results::{VertexMap, VertexSet};
    #[pymodule_export]
    use super::rules::PyRules;
    #[pymodule_export]
    use super::table::PyTable;
    #[pymodule_export]
    use super::tree::PyTree;
    #[pymodule_export]
    use super::user_game::text_svg;
}
