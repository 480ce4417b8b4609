//! Copies that are to be left out of a second reading of the same inputs. Not for finding them.

use std::collections::HashSet;
use std::io;

use super::groups::Duplicates;

/// Games that are copies of others, by file and number.
#[derive(Clone, Debug, Default)]
pub struct Copies {
    /// What is shown of each file.
    sources: Vec<String>,
    /// Files and games, from 0 and from 1.
    games: HashSet<(u32, u32)>,
}

impl Copies {
    /// Those with the same moves to the end, unless `beginnings` of other games are copies, too.
    ///
    /// # Errors
    /// What reading temporary files says.
    pub fn of(duplicates: &mut Duplicates, beginnings: bool) -> io::Result<Self> {
        let mut games = HashSet::new();
        duplicates.each(|places, row| {
            // By other moves it is another record, which nobody throws away unseen.
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

    /// Whether a game, from 1, of a file, from 0, is left out; never of a file that was another one then.
    pub fn holds(&self, file: usize, path: &str, game: u64) -> bool {
        let (Ok(source), Ok(game)) = (u32::try_from(file), u32::try_from(game)) else { return false };
        self.games.contains(&(source, game)) && self.sources.get(file).is_some_and(|known| known == path)
    }
}
