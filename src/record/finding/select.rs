//! Selection of findings: `--select` and `--ignore`.

use super::{CATALOGUE, Code};

/// The selected codes. Both lists contain prefixes of codes (`L`, `N01`) or names (`pinned`).
#[derive(Clone, Debug)]
pub struct Selection {
    counted: Vec<bool>,
    named: bool,
}

/// A prefix that matches no code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCode(pub String);

impl Selection {
    /// Selects the codes of `select`, or all if it is empty, without the codes of `ignore`.
    ///
    /// # Errors
    /// Returns the first prefix that matches no code of the catalogue.
    pub fn new(select: &[String], ignore: &[String]) -> Result<Self, UnknownCode> {
        let mut counted = vec![select.is_empty(); CATALOGUE.len()];
        for (list, value) in [(select, true), (ignore, false)] {
            for prefix in list {
                let mut known = false;
                for entry in CATALOGUE.iter().filter(|entry| fits(entry.text, entry.name, prefix)) {
                    counted[entry.code as usize] = value;
                    known = true;
                }
                if !known {
                    return Err(UnknownCode(prefix.clone()));
                }
            }
        }
        Ok(Self { counted, named: !select.is_empty() })
    }

    pub fn counts(&self, code: Code) -> bool {
        self.counted[code as usize]
    }

    /// True if codes were selected by name, so that infos are shown too.
    pub const fn is_named(&self) -> bool {
        self.named
    }
}

impl Default for Selection {
    fn default() -> Self {
        Self { counted: vec![true; CATALOGUE.len()], named: false }
    }
}

fn fits(code: &str, name: &str, prefix: &str) -> bool {
    name.eq_ignore_ascii_case(prefix)
        || (!prefix.is_empty() && code.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_and_names_select() {
        let list = |text: &[&str]| text.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let chosen = Selection::new(&list(&["L", "king-into-check"]), &list(&["l036"])).expect("all known");
        assert!(chosen.counts(Code::L010) && !chosen.counts(Code::L036) && !chosen.counts(Code::N020));
        assert_eq!(Selection::new(&list(&["Q9"]), &[]).err(), Some(UnknownCode("Q9".into())));
    }
}
