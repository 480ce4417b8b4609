//! The copies to leave out when the inputs are read a second time.

use std::collections::HashSet;
use std::io;

use super::groups::Duplicates;

/// Games that are copies of others, by file and number.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// The displayed path of each file.
    sources: Vec<String>,
    /// Index of the file, from 0, and number of the game, from 1.
    games: HashSet<(u32, u32)>,
}

impl Copies {
    /// Collects games with the same moves as another; if `beginnings`, also games that are the beginning of another.
    ///
    /// # Errors
    /// If temporary files cannot be read.
    pub fn of(duplicates: &mut Duplicates, beginnings: bool) -> io::Result<Self> {
        let mut games = HashSet::new();
        duplicates.each(|places, row| {
            // A game with other moves is a different record, which must not be dropped without review.
            if matches!(row.level, "exact" | "moves") || beginnings && row.level == "prefix" {
                games.insert((
                    u32::try_from(places.source).unwrap_or(u32::MAX),
                    u32::try_from(row.game).unwrap_or(u32::MAX),
                ));
            }
            Ok(())
        })?;
        Ok(Self { sources: duplicates.sources().to_vec(), games })
    }

    /// True if game number `game` (from 1) of file number `file` (from 0) is a copy. False if the file's path differs
    /// from that in the first pass.
    pub fn holds(&self, file: usize, path: &str, game: u64) -> bool {
        let (Ok(source), Ok(game)) = (u32::try_from(file), u32::try_from(game)) else { return false };
        self.games.contains(&(source, game)) && self.sources.get(file).is_some_and(|known| known == path)
    }
}
