//! Converts numbers of games and lines in shards to numbers in the whole file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use crate::tasks::Base;

/// The games and lines to add to the numbers of each task.
#[derive(Clone, Debug, Default)]
pub(super) struct Bases(BTreeMap<u64, (i64, i64)>);

impl Bases {
    pub(super) fn of(&self, task: u64) -> (i64, i64) {
        self.0.get(&task).copied().unwrap_or_default()
    }

    pub(super) fn of_file(path: &Path) -> io::Result<Self> {
        let mut bases = BTreeMap::new();
        if path.exists() {
            for line in BufReader::new(File::open(path)?).lines() {
                let base: Base = serde_json::from_str(&line?)?;
                let wide = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
                bases.insert(base.task, (wide(base.game), wide(base.line)));
            }
        }
        Ok(Self(bases))
    }
}
