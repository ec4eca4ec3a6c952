//! A board.

use noyau_core::game::Side;
use noyau_core::view::{Cell, Shape, View};
use serde_json::{Value, json};

/// The document of a view.
pub fn view(view: &View) -> Value {
    let cells = view.cells.iter().map(cell);
    let lines = view.lines.iter();
    let lines = lines.map(|line| json!({ "from": line.from, "to": line.to, "drawn": line.drawn }));
    let labels = view.labels.iter();
    let labels = labels.map(|label| json!({ "x": label.x, "y": label.y, "text": label.text }));
    let moves = view.moves.iter();
    let moves = moves.map(|touch| json!({ "cells": touch.cells, "lines": touch.lines }));
    json!({
        "cells": cells.collect::<Value>(),
        "lines": lines.collect::<Value>(),
        "labels": labels.collect::<Value>(),
        "moves": moves.collect::<Value>(),
    })
}

fn cell(cell: &Cell) -> Value {
    let shape = match cell.shape {
        Shape::Square => "square",
        Shape::Point => "point",
        Shape::Pit => "pit",
    };
    let piece = cell.piece.as_ref().map(|piece| {
        let side = piece.side.map(Side::name);
        json!({ "side": side, "symbol": piece.symbol, "count": piece.count })
    });
    json!({ "x": cell.x, "y": cell.y, "shape": shape, "piece": piece })
}
