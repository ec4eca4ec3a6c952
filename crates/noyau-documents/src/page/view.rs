//! A board.

use noyau_core::game::Side;
use noyau_core::view::{Cell, Label, Line, Shape, Touch, View};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A view as a document.
#[derive(Debug)]
pub struct Shown<T>(
    /// The view.
    pub T,
);

struct All<'a, T>(&'a [T]);

impl<'a, T> Serialize for All<'a, T>
where
    Shown<&'a T>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(Shown))
    }
}

impl Serialize for Shown<View> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 4)?;
        view.serialize_field("cells", &All(&self.0.cells))?;
        view.serialize_field("lines", &All(&self.0.lines))?;
        view.serialize_field("labels", &All(&self.0.labels))?;
        view.serialize_field("moves", &All(&self.0.moves))?;
        view.end()
    }
}

#[derive(Serialize)]
struct Piece {
    side: Option<&'static str>,
    symbol: char,
    count: u32,
}

impl Serialize for Shown<&Cell> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut cell = serializer.serialize_struct("Cell", 4)?;
        cell.serialize_field("x", &self.0.x)?;
        cell.serialize_field("y", &self.0.y)?;
        let shape = match self.0.shape {
            Shape::Square => "square",
            Shape::Point => "point",
            Shape::Pit => "pit",
        };
        cell.serialize_field("shape", shape)?;
        let piece = self.0.piece.as_ref().map(|piece| Piece {
            side: piece.side.map(Side::name),
            symbol: piece.symbol,
            count: piece.count,
        });
        cell.serialize_field("piece", &piece)?;
        cell.end()
    }
}

impl Serialize for Shown<&Line> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut line = serializer.serialize_struct("Line", 3)?;
        line.serialize_field("from", &self.0.from)?;
        line.serialize_field("to", &self.0.to)?;
        line.serialize_field("drawn", &self.0.drawn)?;
        line.end()
    }
}

impl Serialize for Shown<&Label> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut label = serializer.serialize_struct("Label", 3)?;
        label.serialize_field("x", &self.0.x)?;
        label.serialize_field("y", &self.0.y)?;
        label.serialize_field("text", &self.0.text)?;
        label.end()
    }
}

impl Serialize for Shown<&Touch> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut touch = serializer.serialize_struct("Touch", 2)?;
        touch.serialize_field("cells", &self.0.cells)?;
        touch.serialize_field("lines", &self.0.lines)?;
        touch.end()
    }
}
