//! The tables of a board, computed by the compiler from how its squares lie.

/// A step by files and by heights.
type Step = (i8, i8);
/// Room for files from 0 on, and for heights.
const FILES: usize = 11;
const HEIGHTS: usize = 24;

/// What pieces reach on a board of `N` squares, whose rooks and bishops have `R` rays each.
pub(in crate::rules) struct Tables<const N: usize, const R: usize> {
    /// By kind, on an empty board; nothing for the pawn.
    pub(in crate::rules) pseudo: [[u128; N]; 6],
    /// What a pawn of a side attacks.
    pub(in crate::rules) pawn: [[u128; N]; 2],
    /// The squares strictly between two squares on a line.
    pub(in crate::rules) between: [[u128; N]; N],
    /// The rays of the rook.
    pub(in crate::rules) rook: [[u128; N]; R],
    /// The rays of the bishop.
    pub(in crate::rules) bishop: [[u128; N]; R],
}

/// The squares by file and height.
struct Grid<const N: usize> {
    places: [Step; N],
    index: [[u8; HEIGHTS]; FILES],
}

impl<const N: usize> Grid<N> {
    const fn new(places: [Step; N]) -> Self {
        let mut index = [[0xff; HEIGHTS]; FILES];
        let mut at = 0;
        while at < N {
            index[places[at].0 as usize][places[at].1 as usize] = at as u8;
            at += 1;
        }
        Self { places, index }
    }

    /// The square some steps away, if it is on the board.
    const fn step(&self, at: usize, step: Step, times: i8) -> Option<usize> {
        let file = self.places[at].0 + step.0 * times;
        let height = self.places[at].1 + step.1 * times;
        if file < 0 || height < 0 || file as usize >= FILES || height as usize >= HEIGHTS {
            return None;
        }
        match self.index[file as usize][height as usize] {
            0xff => None,
            to => Some(to as usize),
        }
    }

    const fn leaper(&self, steps: &[Step]) -> [u128; N] {
        let mut table = [0; N];
        let mut at = 0;
        while at < N {
            let mut i = 0;
            while i < steps.len() {
                if let Some(to) = self.step(at, steps[i], 1) {
                    table[at] |= 1 << to;
                }
                i += 1;
            }
            at += 1;
        }
        table
    }

    /// Follows rays, and notes what lies between their ends.
    const fn rays<const R: usize>(&self, steps: &[Step; R], between: &mut [[u128; N]; N]) -> [[u128; N]; R] {
        let mut table = [[0; N]; R];
        let mut ray = 0;
        while ray < R {
            let mut at = 0;
            while at < N {
                let mut times = 1;
                while let Some(to) = self.step(at, steps[ray], times) {
                    between[at][to] = table[ray][at];
                    table[ray][at] |= 1 << to;
                    times += 1;
                }
                at += 1;
            }
            ray += 1;
        }
        table
    }
}

/// What any of some rays reaches.
const fn union<const N: usize, const R: usize>(rays: &[[u128; N]; R]) -> [u128; N] {
    let mut table = [0; N];
    let mut ray = 0;
    while ray < R {
        table = both(&table, &rays[ray]);
        ray += 1;
    }
    table
}

const fn both<const N: usize>(a: &[u128; N], b: &[u128; N]) -> [u128; N] {
    let mut table = [0; N];
    let mut at = 0;
    while at < N {
        table[at] = a[at] | b[at];
        at += 1;
    }
    table
}

impl<const N: usize, const R: usize> Tables<N, R> {
    /// The tables of a board whose squares have these files and heights. A king steps as a rook and
    /// as a bishop.
    pub(in crate::rules) const fn new(
        places: [Step; N],
        [rook, bishop]: [[Step; R]; 2],
        knight: &[Step],
        pawns: [[Step; 2]; 2],
    ) -> Self {
        let grid = Grid::new(places);
        let mut between = [[0; N]; N];
        let (rook_rays, bishop_rays) = (grid.rays(&rook, &mut between), grid.rays(&bishop, &mut between));
        let (rooks, bishops) = (union(&rook_rays), union(&bishop_rays));
        let king = both(&grid.leaper(&rook), &grid.leaper(&bishop));
        Self {
            pseudo: [[0; N], grid.leaper(knight), bishops, rooks, both(&rooks, &bishops), king],
            pawn: [grid.leaper(&pawns[0]), grid.leaper(&pawns[1])],
            between,
            rook: rook_rays,
            bishop: bishop_rays,
        }
    }
}

/// Tables for a board of no more than 64 squares.
pub(in crate::rules) const fn low<const N: usize, const M: usize>(tables: &[[u128; N]; M]) -> [[u64; N]; M] {
    let mut out = [[0; N]; M];
    let mut i = 0;
    while i < M {
        let mut at = 0;
        while at < N {
            out[i][at] = tables[i][at] as u64;
            at += 1;
        }
        i += 1;
    }
    out
}
