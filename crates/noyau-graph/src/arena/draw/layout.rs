//! Layout: vertices in columns, edges as smooth curves between them.
//!
//! The phases are those of Sugiyama, Tagawa and Toda (1981): layers, bends for long edges, order, coordinates,
//! curves. Curves are nearly horizontal at a column, so no edge crosses a vertex (except the longest edges of very
//! dense graphs, which run straight). A long thin picture is folded into rows: every other row is rotated by 180°,
//! so that edges stay parallel around the fold.

use super::layers::{self, Layers};
use super::order::reduce_crossings;
use super::place::{Gaps, place, spread};
use super::proper::{Link, Proper};
use crate::arena::Digraph;

/// The direction of the layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Direction {
    /// From left to right: compact for many vertices with long names.
    #[default]
    Right,
    /// From top to bottom.
    Down,
}

/// A picture's geometry, in pixels from its upper left corner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Layout {
    /// The width.
    pub width: f64,
    /// The height.
    pub height: f64,
    /// The x coordinate of each vertex's centre.
    pub x: Vec<f64>,
    /// The y coordinate of each vertex's centre.
    pub y: Vec<f64>,
    /// The column of each vertex (the row, when layers run down), from 0 at the side where play starts.
    pub columns: Vec<u32>,
    /// Whether the vertex is on a reversed row.
    pub turned: Vec<bool>,
    /// The edges, duplicates merged; loops come last.
    pub routes: Vec<Route>,
}

/// The route of an edge.
#[derive(Debug, Clone, PartialEq)]
pub struct Route {
    /// The source.
    pub from: u32,
    /// The target.
    pub to: u32,
    /// The number of parallel edges.
    pub count: u32,
    /// Control points of cubic Bézier curves: the first point, then three for each curve, the third being its end.
    pub curve: Vec<[f64; 2]>,
}

/// The room that a vertex takes. "Along" is the direction of the layers, "across" is perpendicular to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Extent {
    /// Half its extent along.
    pub(super) along: f64,
    /// Half its extent across.
    pub(super) across: f64,
    /// The radius of its corners.
    pub(super) corner: f64,
    /// Room for decorations before it.
    pub(super) before: f64,
    /// Room for decorations after it; edges on that side keep away from it.
    pub(super) after: f64,
    /// Room for decorations beside it, on either side.
    pub(super) aside: f64,
}

impl Extent {
    /// The distance along from the centre to the border, at `offset` across.
    fn border(&self, offset: f64) -> f64 {
        self.along - corner_depth(offset, self.across, self.corner)
    }
}

/// How far a round corner recedes, at `offset` from the middle of a side of half length `half`.
fn corner_depth(offset: f64, half: f64, corner: f64) -> f64 {
    let into = (offset.abs() - (half - corner)).clamp(0.0, corner);
    corner - (corner * corner - into * into).sqrt()
}

/// The length of the straight part of an edge before a vertex, for its arrow head.
const STUB: f64 = 12.0;
/// The minimum length of a picture that may be folded into rows.
const FOLD_FROM: f64 = 1300.0;
/// Pictures at least this broad are not folded.
const FOLD_BELOW: f64 = 420.0;
/// The target aspect ratio of folding: width over height.
const ASPECT: f64 = 1.9;

/// The gap between two rows of a folded picture.
const ROW_GAP: f64 = 26.0;

/// The position of a column along.
#[derive(Debug, Clone, Copy)]
struct Band {
    middle: f64,
    half: f64,
    row: usize,
}

/// A row of a folded picture: its origin along and across.
#[derive(Debug, Clone, Copy)]
struct Row {
    begin: f64,
    turned: bool,
    offset: f64,
    /// The minimum and maximum coordinate across, including the room of vertices.
    range: [f64; 2],
}

/// Computes the layout. There is one extent per vertex.
pub(super) fn lay_out(
    graph: &Digraph,
    layers: &Layers,
    extents: &[Extent],
    direction: Direction,
    most_passed: usize,
) -> Layout {
    if graph.is_empty() {
        return Layout::default();
    }
    let (columns, count) = layers::columns(layers);
    let mut proper = Proper::new(graph, columns.clone(), count, most_passed);
    let crossings = reduce_crossings(&mut proper);
    let half: Vec<f64> = extents.iter().map(|e| e.across + e.aside).collect();
    let crowded = proper.column.len() > 1500;
    let gaps = Gaps {
        vertices: 12.0,
        mixed: if crowded { 7.0 } else { 10.0 },
        bends: if crowded { 5.0 } else { 9.0 },
    };
    // Without crossings, straight lines may take more room: they suit trees best.
    let sprawl = if crossings == 0 { 2.5 } else { 1.7 };
    let across = place(&proper, &half, gaps, sprawl);
    let sheet = Sheet::new(&proper, extents, across);

    let mut layout = Layout {
        width: 0.0,
        height: 0.0,
        x: Vec::with_capacity(graph.len()),
        y: Vec::with_capacity(graph.len()),
        columns,
        turned: Vec::with_capacity(graph.len()),
        routes: sheet.routes(),
    };
    for v in 0..graph.len() {
        let band = sheet.bands[proper.column[v] as usize];
        let [x, y] = sheet.on_sheet(band.row, [band.middle, sheet.across[v]]);
        layout.x.push(x);
        layout.y.push(y);
        layout.turned.push(sheet.rows[band.row].turned);
    }
    for &(v, count) in &proper.loops {
        let middle = [layout.x[v as usize], layout.y[v as usize]];
        let curve = loop_curve(&extents[v as usize], middle);
        layout.routes.push(Route {
            from: v,
            to: v,
            count,
            curve,
        });
    }
    fit(&mut layout, extents);
    if direction == Direction::Down {
        std::mem::swap(&mut layout.width, &mut layout.height);
        std::mem::swap(&mut layout.x, &mut layout.y);
        for point in layout.routes.iter_mut().flat_map(|route| &mut route.curve) {
            point.swap(0, 1);
        }
    }
    layout
}

/// Moves the picture to the origin and computes its size.
fn fit(layout: &mut Layout, extents: &[Extent]) {
    let mut least = [f64::INFINITY; 2];
    let mut most = [f64::NEG_INFINITY; 2];
    let mut cover = |x: f64, y: f64| {
        for (axis, coordinate) in [x, y].into_iter().enumerate() {
            least[axis] = least[axis].min(coordinate);
            most[axis] = most[axis].max(coordinate);
        }
    };
    for (v, extent) in extents.iter().enumerate() {
        let (x, y) = (layout.x[v], layout.y[v]);
        let along = extent.along + extent.before.max(extent.after);
        let across = extent.across + extent.aside;
        cover(x - along, y - across);
        cover(x + along, y + across);
    }
    for point in layout.routes.iter().flat_map(|route| &route.curve) {
        cover(point[0], point[1]);
    }
    let move_to = |coordinate: &mut f64, axis: usize| *coordinate -= least[axis];
    layout.x.iter_mut().for_each(|x| move_to(x, 0));
    layout.y.iter_mut().for_each(|y| move_to(y, 1));
    for point in layout.routes.iter_mut().flat_map(|route| &mut route.curve) {
        move_to(&mut point[0], 0);
        move_to(&mut point[1], 1);
    }
    layout.width = most[0] - least[0];
    layout.height = most[1] - least[1];
}

/// The curve of a loop, on the first side across.
fn loop_curve(extent: &Extent, [x, y]: [f64; 2]) -> Vec<[f64; 2]> {
    let foot = 0.4 * extent.along.min(extent.across);
    let border = extent.across - corner_depth(foot, extent.along, extent.corner);
    let top = y - extent.across - LOOP_HEIGHT;
    vec![
        [x - foot, y - border],
        [x - 2.6 * foot, top],
        [x + 2.6 * foot, top],
        [x + foot, y - border],
    ]
}

/// The distance of a loop's control points; the curve itself reaches three quarters of it.
const LOOP_HEIGHT: f64 = 22.0;
/// The room that a loop takes beside its vertex.
pub(super) const LOOP_ROOM: f64 = 18.0;

/// The layout under construction: coordinates before and after folding.
struct Sheet<'a> {
    proper: &'a Proper,
    extents: &'a [Extent],
    across: Vec<f64>,
    bands: Vec<Band>,
    rows: Vec<Row>,
    /// The length of the longest row.
    length: f64,
}

impl<'a> Sheet<'a> {
    /// Spaces the columns; steep edges get more room.
    fn new(proper: &'a Proper, extents: &'a [Extent], across: Vec<f64>) -> Self {
        let mut bands = Vec::with_capacity(proper.order.len());
        let mut end = 0.0;
        for order in &proper.order {
            let mut half = 0.0f64;
            let mut steepest = 0.0f64;
            for &node in order {
                if let Some(extent) = extents.get(node as usize) {
                    half = half.max(extent.along + extent.before.max(extent.after));
                }
                for &u in proper.left.row(node) {
                    steepest = steepest.max((across[node as usize] - across[u as usize]).abs());
                }
            }
            half += STUB;
            if !bands.is_empty() {
                end += (22.0 + 0.24 * steepest).clamp(34.0, 150.0);
            }
            bands.push(Band {
                middle: end + half,
                half,
                row: 0,
            });
            end += 2.0 * half;
        }
        let mut sheet = Self {
            proper,
            extents,
            across,
            bands,
            rows: Vec::new(),
            length: end,
        };
        sheet.fold();
        sheet
    }

    /// The minimum and maximum coordinate across in some columns, including the room of vertices.
    fn range(&self, columns: std::ops::Range<usize>) -> [f64; 2] {
        let nodes = self.proper.order[columns].iter().flatten();
        nodes.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], &node| {
            let extent = self.extents.get(node as usize);
            let room = extent.map_or(0.0, |extent| extent.across + extent.aside);
            let here = self.across[node as usize];
            [low.min(here - room), high.max(here + room)]
        })
    }

    /// Folds a long thin picture into rows; any other is one row.
    fn fold(&mut self) {
        let columns = self.bands.len();
        let [low, high] = self.range(0..columns);
        let breadth = high - low;
        let mut rows = 1;
        if self.length > FOLD_FROM && breadth < FOLD_BELOW {
            let even = (self.length / (ASPECT * (breadth + ROW_GAP))).sqrt();
            // Do not fold into rows shorter than this.
            let most = self.length / (0.6 * FOLD_FROM);
            rows = (even.round().min(most) as usize).max(1);
        }
        let in_row = columns.div_ceil(rows);
        let mut longest = 0.0f64;
        let mut offset = 0.0;
        for first in (0..columns).step_by(in_row) {
            let after = (first + in_row).min(columns);
            let row = self.rows.len();
            let range = self.range(first..after);
            let begin = self.bands[first].middle - self.bands[first].half;
            let last = self.bands[after - 1];
            longest = longest.max(last.middle + last.half - begin);
            for band in &mut self.bands[first..after] {
                band.row = row;
            }
            self.rows.push(Row {
                begin,
                turned: row % 2 == 1,
                offset,
                range,
            });
            offset += range[1] - range[0] + ROW_GAP;
        }
        self.length = longest;
    }

    /// Maps a point of a row to the folded sheet.
    fn on_sheet(&self, row: usize, [along, across]: [f64; 2]) -> [f64; 2] {
        let row = self.rows[row];
        if row.turned {
            [
                self.length - (along - row.begin),
                row.offset + row.range[1] - across,
            ]
        } else {
            [along - row.begin, row.offset + across - row.range[0]]
        }
    }

    /// The curves of all edges except loops.
    fn routes(&self) -> Vec<Route> {
        let ports = self.ports();
        let slopes = self.slopes();
        let mut routes: Vec<Route> = Vec::with_capacity(self.proper.links.len());
        for (link, ports) in self.proper.links.iter().zip(&ports) {
            let mut curve = self.curve(link, *ports, &slopes);
            if link.reversed {
                curve.reverse();
            }
            routes.push(Route {
                from: link.from,
                to: link.to,
                count: link.count,
                curve,
            });
        }
        routes.sort_unstable_by_key(|route| (route.from, route.to));
        routes
    }

    /// The offset across from the centre of the vertex at which each edge meets its left and its right end.
    fn ports(&self) -> Vec<[f64; 2]> {
        let proper = self.proper;
        let mut ports = vec![[0.0; 2]; proper.links.len()];
        for side in 0..2 {
            // Sorted by vertex, then by the direction of the edges, so that they do not cross immediately.
            let mut ends: Vec<(u32, f64, u32, bool, usize)> = Vec::with_capacity(ports.len());
            for (i, link) in proper.links.iter().enumerate() {
                let path = &proper.paths[link.path.clone()];
                let (vertex, next) = if side == 0 {
                    (path[0], path[1])
                } else {
                    (path[path.len() - 1], path[path.len() - 2])
                };
                let towards = self.across[next as usize] - self.across[vertex as usize];
                ends.push((vertex, towards, next, link.reversed, i));
            }
            ends.sort_unstable_by(|a, b| {
                (a.0.cmp(&b.0))
                    .then(a.1.total_cmp(&b.1))
                    .then((a.2, a.3, a.4).cmp(&(b.2, b.3, b.4)))
            });
            for vertex in ends.chunk_by(|a, b| a.0 == b.0) {
                let extent = &self.extents[vertex[0].0 as usize];
                let reach = 0.68 * extent.across;
                // Edges to the same bend share one line.
                let lines: Vec<_> = vertex.chunk_by(|a, b| (a.2, a.3) == (b.2, b.3)).collect();
                let wanted: Vec<(f64, f64)> = lines
                    .iter()
                    .map(|line| ((0.14 * line[0].1).clamp(-reach, reach), 1.0))
                    .collect();
                let between = (lines.len() - 1).max(1) as f64;
                let step = 6.5f64.min(2.0 * reach / between);
                for (line, offset) in lines.iter().zip(spread(&wanted, |_| step)) {
                    for end in *line {
                        ports[end.4][side] = offset.clamp(-reach, reach);
                    }
                }
            }
        }
        ports
    }

    /// The slope of edges at each bend: as steep as the path requires, without touching its neighbours.
    fn slopes(&self) -> Vec<f64> {
        let proper = self.proper;
        let mut slopes = vec![0.0; proper.column.len()];
        for bend in proper.vertices as u32..proper.column.len() as u32 {
            let here = self.across[bend as usize];
            let column = proper.column[bend as usize] as usize;
            let towards = |neighbours: &[u32], other: usize| {
                // A shared bend follows the line that continues.
                let &next = (neighbours.iter().find(|&&node| proper.is_bend(node)))
                    .or(neighbours.first())?;
                let distance = (self.bands[other].middle - self.bands[column].middle).abs();
                Some((self.across[next as usize] - here) / distance)
            };
            let before = column
                .checked_sub(1)
                .and_then(|other| towards(proper.left.row(bend), other));
            let after = towards(proper.right.row(bend), column + 1);
            let (before, after) = (-before.unwrap_or(0.0), after.unwrap_or(0.0));
            if before * after > 0.0 {
                let mean = 2.0 * before * after / (before + after);
                let most = 4.0 / self.bands[column].half;
                slopes[bend as usize] = mean.clamp(-most, most);
            }
        }
        slopes
    }

    /// The curve of an edge from its left to its right end.
    fn curve(&self, link: &Link, ports: [f64; 2], slopes: &[f64]) -> Vec<[f64; 2]> {
        let proper = self.proper;
        let path = &proper.paths[link.path.clone()];
        let (left, right) = (path[0], path[path.len() - 1]);
        let [leaving, entering] = [(left, ports[0]), (right, ports[1])].map(|(vertex, port)| {
            let extent = &self.extents[vertex as usize];
            let border = extent.border(port);
            (self.across[vertex as usize] + port, border, extent)
        });
        let band = |node: u32| self.bands[proper.column[node as usize] as usize];

        let first = band(left);
        let clear = if leaving.2.after > 0.0 {
            leaving.2.along + leaving.2.after
        } else {
            leaving.1
        };
        let begin = self.on_sheet(first.row, [first.middle + clear, leaving.0]);
        let mut pen = Pen::new(begin);
        // The band, the coordinate across and the slope at the start of the next segment.
        let mut from = (first, leaving.0, 0.0);
        pen.line(self.on_sheet(first.row, [first.middle + first.half, leaving.0]));
        for &node in &path[1..] {
            let to = band(node);
            let (place, slope) = if node == right {
                (entering.0, 0.0)
            } else {
                (self.across[node as usize], slopes[node as usize])
            };
            let reached = place - slope * to.half;
            self.cross_gap(&mut pen, from, (to, reached, slope));
            let end = if node == right {
                [to.middle - entering.1, place]
            } else {
                [to.middle + to.half, place + slope * to.half]
            };
            pen.line(self.on_sheet(to.row, end));
            from = (to, end[1], slope);
        }
        pen.points
    }

    /// Draws from the right border of a band to the left border of a later one.
    fn cross_gap(&self, pen: &mut Pen, from: (Band, f64, f64), to: (Band, f64, f64)) {
        let (start, end) = (from.0.middle + from.0.half, to.0.middle - to.0.half);
        if from.0.row == to.0.row {
            let reach = 0.45 * (end - start);
            pen.curve(
                self.on_sheet(from.0.row, [start + reach, from.1 + from.2 * reach]),
                self.on_sheet(to.0.row, [end - reach, to.1 - to.2 * reach]),
                self.on_sheet(to.0.row, [end, to.1]),
            );
            return;
        }
        // Around the folds of all rows between; the line keeps its coordinate across from row to row.
        for row in from.0.row..to.0.row {
            let across = if row + 1 == to.0.row { to.1 } else { from.1 };
            let edge = if self.rows[row].turned {
                0.0
            } else {
                self.length
            };
            let [_, above] = self.on_sheet(row, [start, from.1]);
            let [_, below] = self.on_sheet(row + 1, [end, across]);
            let bulge = 16.0 + 0.3 * (below - above).abs();
            let outward = if self.rows[row].turned { -bulge } else { bulge };
            pen.line([edge, above]);
            pen.curve(
                [edge + outward, above],
                [edge + outward, below],
                [edge, below],
            );
        }
        pen.line(self.on_sheet(to.0.row, [end, to.1]));
    }
}

/// Collects control points.
struct Pen {
    points: Vec<[f64; 2]>,
}

impl Pen {
    fn new(start: [f64; 2]) -> Self {
        Self {
            points: vec![start],
        }
    }

    fn curve(&mut self, leave: [f64; 2], enter: [f64; 2], end: [f64; 2]) {
        self.points.extend([leave, enter, end]);
    }

    fn line(&mut self, end: [f64; 2]) {
        let Some(&start) = self.points.last() else {
            return;
        };
        let third = |t: f64| [0, 1].map(|axis| start[axis] + t * (end[axis] - start[axis]));
        self.curve(third(1.0 / 3.0), third(2.0 / 3.0), end);
    }
}
