//! What every picture is made of: SVG documents and the measures of words.

pub mod svg;
pub mod text;
