//! Primitives of all pictures: SVG documents and text measures.

pub mod svg;
pub mod text;
