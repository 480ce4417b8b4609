//! Extracts a line of play as a record of its own: the moves before the line, and the moves of the line.

use super::{Item, ItemKind, Line, Record};

impl Record {
    /// Returns the line with this index as the main line of a record without variations. Only the main line keeps the
    /// result of the game, both token and tag.
    #[must_use]
    pub fn of_line(&self, bytes: &[u8], line: u32) -> Self {
        let mut path = vec![line];
        while let Some(parent) = path.last().and_then(|line| self.lines.get(*line as usize)).map(|line| line.parent)
            && !path.contains(&parent)
        {
            path.push(parent);
        }
        let mut items: Vec<Item> = Vec::new();
        for (at, current) in path.iter().enumerate().rev() {
            // The items of a parent end where the next line of the path begins.
            let branch = at.checked_sub(1).and_then(|next| self.lines.get(*path.get(next)? as usize));
            let end = branch.map_or(self.items.len(), |branch| branch.first as usize);
            let Some(first) = self.lines.get(*current as usize).map(|line| line.first as usize) else { continue };
            let own = self.items.get(first..end).unwrap_or_default().iter().filter(|item| item.line == *current);
            let own = own.filter(|item| !matches!(item.kind, ItemKind::Open | ItemKind::Close));
            items.extend(own.map(|item| Item { line: 0, ..*item }));
            if branch.is_some() {
                // Removes the move that the variation replaces, its marks and its number.
                let replaced = items.iter().rposition(|item| matches!(item.kind, ItemKind::Move | ItemKind::Null));
                items.truncate(replaced.unwrap_or(0));
                while items.pop_if(|item| item.kind == ItemKind::Number).is_some() {}
            }
        }
        let is_main = line == 0;
        items.retain(|item| is_main || !matches!(item.kind, ItemKind::Result | ItemKind::Ending));
        // These tags describe the whole game, not one of its lines.
        let of_game = ["Result", "PlyCount", "Termination"];
        let is_of_game = |name: &[u8]| of_game.iter().any(|known| name.eq_ignore_ascii_case(known.as_bytes()));
        let tags = self.tags.iter().filter(|tag| is_main || !is_of_game(tag.name.of(self.text(bytes))));
        Self {
            tags: tags.copied().collect(),
            lines: vec![Line { parent: 0, first: 0, end: items.len() as u32 }],
            items,
            result: self.result.filter(|_| is_main),
            outcome: self.outcome.filter(|_| is_main),
            ..self.clone()
        }
    }
}
