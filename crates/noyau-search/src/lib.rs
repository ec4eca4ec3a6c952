//! Game trees and the searches in them: the textbook ones with every step, exact ones, and heuristic ones.

mod abdada;
pub mod answer;
pub mod decide;
pub mod dfpn;
pub mod iterative_deepening;
pub mod mcts;
pub mod null_window;
pub mod oracle;
pub mod outcome_search;
pub mod scoring;
pub mod solution_tree;
pub mod textbook;
pub mod transposition;
pub mod tree;
