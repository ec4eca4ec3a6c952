//! The boards of men's morris: points, lines, mills and symmetries.

use noyau_core::notation::{format_column, parse_square};

pub(super) const MOST_POINTS: usize = 24;
/// The maximum number of mills of a board, with 9 men, and of mills through a point: the centre with 7 men.
const MOST_MILLS: usize = 16;
const MOST_MEETING: usize = 6;
const MOST_SYMMETRIES: usize = 16;

/// A board. Sets of points are bits, numbered as points are written, row by row from the top.
#[derive(Debug, Clone)]
pub(super) struct Board {
    /// Columns and rows of the grid that the points lie on.
    pub(super) size: usize,
    /// Column and row of each point, from 0.
    pub(super) points: Vec<(usize, usize)>,
    /// The neighbours of each point.
    near: [u32; MOST_POINTS],
    /// The mills; unused entries are a set that no side ever holds.
    mills: [u32; MOST_MILLS],
    /// For each point the other two points of each mill; unused entries are a set that no side ever holds.
    partners: [[u32; MOST_MEETING]; MOST_POINTS],
    /// The length of the longest list of partners.
    most_partners: usize,
    /// For each symmetry the image of each set, by its three bytes.
    images: Vec<[[u32; 256]; 3]>,
    /// For each value of each byte its images under all symmetries, side by side; fewer symmetries are repeated.
    images_by_byte: Vec<[u32; MOST_SYMMETRIES]>,
}

/// The points of a set in ascending order.
#[inline]
pub(super) fn points_of(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let point = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}

impl Board {
    /// `squares` concentric squares around a centre, which may be a point itself.
    pub(super) fn new(squares: usize, centre: bool) -> Self {
        let size = 2 * squares + 1;
        let is_point = |&(column, row): &(usize, usize)| {
            let (x, y) = (column.abs_diff(squares), row.abs_diff(squares));
            (x == y || x == 0 || y == 0) && (centre || (x, y) != (0, 0))
        };
        let rows = (0..size).rev();
        let grid = rows.flat_map(|row| (0..size).map(move |column| (column, row)));
        let mut board = Self {
            size,
            points: grid.filter(is_point).collect(),
            near: [0; MOST_POINTS],
            mills: [u32::MAX; MOST_MILLS],
            partners: [[u32::MAX; MOST_MEETING]; MOST_POINTS],
            most_partners: 0,
            images: Vec::new(),
            images_by_byte: Vec::new(),
        };
        let lines = board.lines();
        for pair in lines.iter().flat_map(|line| line.windows(2)) {
            board.near[pair[0]] |= 1 << pair[1];
            board.near[pair[1]] |= 1 << pair[0];
        }
        let threes = lines.iter().flat_map(|line| line.windows(3));
        for (mill, three) in board.mills.iter_mut().zip(threes) {
            *mill = three.iter().fold(0, |set, point| set | 1 << point);
        }
        for point in 0..board.points.len() {
            let mills = board.mills.iter().filter(|&&mill| mill != u32::MAX);
            let through = mills.filter(|&mill| mill >> point & 1 == 1);
            for (i, mill) in through.enumerate() {
                board.partners[point][i] = mill & !(1 << point);
                board.most_partners = board.most_partners.max(i + 1);
            }
        }
        // Without a centre the innermost square and the outermost may be exchanged.
        let symmetries = if centre { 8 } else { 16 };
        board.images = (0..symmetries).map(|s| board.images_of_sets(s)).collect();
        for byte in 0..MOST_POINTS / 8 {
            for value in 0..256 {
                let image = |s: usize| board.images[s % symmetries][byte][value];
                board.images_by_byte.push(std::array::from_fn(image));
            }
        }
        board
    }

    /// The straight lines, each as its points in order: the rows and columns of the grid, cut at an empty centre.
    pub(super) fn lines(&self) -> Vec<Vec<usize>> {
        let centre = self.size / 2;
        let mut lines = Vec::new();
        for at in 0..self.size {
            for across in [true, false] {
                let place = |i| if across { (i, at) } else { (at, i) };
                let on_line = |i| self.point_at(place(i));
                if at == centre && on_line(centre).is_none() {
                    lines.push((0..centre).filter_map(on_line).collect());
                    lines.push((centre..self.size).filter_map(on_line).collect());
                } else {
                    lines.push((0..self.size).filter_map(on_line).collect());
                }
            }
        }
        lines
    }

    /// All points.
    #[inline]
    pub(super) fn all(&self) -> u32 {
        (1 << self.points.len()) - 1
    }

    #[inline]
    pub(super) fn near(&self, point: u8) -> u32 {
        self.near[usize::from(point)]
    }

    /// Whether a man that moves to a point closes a mill with the staying ones.
    #[inline]
    pub(super) fn closes(&self, staying: u32, to: u8) -> bool {
        self.partners[usize::from(to)][..self.most_partners]
            .iter()
            .any(|both| both & !staying == 0)
    }

    /// The men of a side in mills. All mills are tested without branches, several at once.
    #[inline]
    pub(super) fn in_mills(&self, men: u32) -> u32 {
        self.mills.iter().fold(0, |set, &mill| {
            set | if mill & !men == 0 { mill } else { 0 }
        })
    }

    /// The points that complete a mill of those men.
    #[inline]
    pub(super) fn lacking(&self, men: u32) -> u32 {
        self.mills.iter().fold(0, |set, &mill| {
            let lacks = mill & !men;
            set | if lacks & lacks.wrapping_sub(1) == 0 {
                lacks
            } else {
                0
            }
        })
    }

    fn point_at(&self, place: (usize, usize)) -> Option<usize> {
        self.points.iter().position(|&point| point == place)
    }

    pub(super) fn format_point(&self, point: u8) -> String {
        let (column, row) = self.points[usize::from(point)];
        format!("{}{}", format_column(column), row + 1)
    }

    pub(super) fn parse_point(&self, text: &str) -> Option<u8> {
        Some(self.point_at(parse_square(text)?)? as u8)
    }

    /// The points of each row, from the top.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[(usize, usize)]> {
        self.points.chunk_by(|one, next| one.1 == next.1)
    }

    pub(super) fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The image of a set under symmetry `s`.
    #[inline]
    pub(super) fn image(&self, set: u32, s: usize) -> u32 {
        let [low, middle, high, _] = set.to_le_bytes();
        let [of_low, of_middle, of_high] = &self.images[s];
        of_low[usize::from(low)] | of_middle[usize::from(middle)] | of_high[usize::from(high)]
    }

    /// The images of a set under all symmetries.
    #[inline]
    pub(super) fn all_images(&self, set: u32) -> [u32; MOST_SYMMETRIES] {
        let [low, middle, high, _] = set.to_le_bytes();
        let of = |i: usize, byte: u8| &self.images_by_byte[256 * i + usize::from(byte)];
        let (low, middle, high) = (of(0, low), of(1, middle), of(2, high));
        std::array::from_fn(|s| low[s] | middle[s] | high[s])
    }

    fn images_of_sets(&self, s: usize) -> [[u32; 256]; 3] {
        let mut images = [[0; 256]; 3];
        for (point, &place) in self.points.iter().enumerate() {
            let image = self.point_at(self.image_of_place(place, s));
            for (byte, set) in images[point / 8].iter_mut().enumerate() {
                *set |= (byte as u32 >> (point % 8) & 1) << image.unwrap_or(point);
            }
        }
        images
    }

    /// The image of a place: a symmetry exchanges left and right (1), top and bottom (2), columns and rows (4), the
    /// innermost and the outermost square (8).
    fn image_of_place(&self, (column, row): (usize, usize), s: usize) -> (usize, usize) {
        let centre = self.size as i32 / 2;
        let (mut x, mut y) = (column as i32 - centre, row as i32 - centre);
        if s & 1 != 0 {
            x = -x;
        }
        if s & 2 != 0 {
            y = -y;
        }
        if s & 4 != 0 {
            (x, y) = (y, x);
        }
        if s & 8 != 0 {
            let square = centre + 1 - x.abs().max(y.abs());
            (x, y) = (x.signum() * square, y.signum() * square);
        }
        ((x + centre) as usize, (y + centre) as usize)
    }
}
