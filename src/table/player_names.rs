//! Proposes spellings that may name the same player: equal letters, initials, a missing given name, or one different
//! letter. Proposals never change records.

use std::collections::{BTreeMap, HashMap};

use xxhash_rust::xxh3::xxh3_64;

use partie_record::player_name::Name;
use partie_record::shown::is_plain;

/// Maximum years between the first and the last game of one person.
const MAX_CAREER_YEARS: u16 = 75;
/// Maximum years between the games of two similar names.
const MAX_PAUSE_YEARS: u16 = 15;
/// Minimum bytes of a family name that is compared for more than equal letters.
const MIN_FAMILY_BYTES: usize = 3;
/// Titles before a name.
const TITLES: [&str; 8] = ["mr", "mrs", "ms", "dr", "herr", "frau", "prof", "amateur"];
/// Minimum letters of a family name in which one letter may differ.
const MIN_SIMILAR_LETTERS: usize = 6;
/// Maximum opponents with the same family name that are kept.
const MAX_OPPONENTS: usize = 32;
/// Maximum spellings of one family name that are compared; spellings with most games come first.
const MAX_FAMILY_SPELLINGS: usize = 2000;
/// Approximate bytes of memory per name, including the proposals.
const BYTES_PER_NAME: usize = 700;

/// The players of an archive.
#[derive(Clone, Debug)]
pub struct PlayerNames {
    players: BTreeMap<String, Player>,
    most: usize,
    /// Number of White and Black tags whose name exceeded the limit `most`.
    left_out: u64,
}

/// Facts about a spelling of a name, from all its games.
#[derive(Clone, Debug, Default)]
pub struct Player {
    pub games: u64,
    /// The first and the last year of the games.
    pub years: Option<(u16, u16)>,
    /// The first FIDE ID; `has_several` is true if games have different IDs.
    fide: Option<u64>,
    has_several: bool,
    /// Opponents with the same family name, who must be other persons.
    opponents: Vec<String>,
}

/// The tags of a game about one of its players.
#[derive(Clone, Copy, Debug)]
pub struct PlayerTags<'a> {
    pub name: &'a str,
    /// The name of the opponent.
    pub opponent: &'a str,
    /// The FIDE ID.
    pub fide: Option<u64>,
    /// The year of the game.
    pub year: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    pub from: String,
    /// The spelling that may be the same person.
    pub to: String,
    /// The reason.
    pub why: &'static str,
}

impl Default for PlayerNames {
    /// A collection without a limit, for the names of one slice.
    fn default() -> Self {
        Self::new(usize::MAX)
    }
}

impl PlayerNames {
    /// Limits the names to about `memory` bytes.
    pub fn new(memory: usize) -> Self {
        Self { players: BTreeMap::new(), most: (memory / BYTES_PER_NAME).max(1), left_out: 0 }
    }

    /// Counts a game of a player; an unknown name beyond the limit is left out.
    pub fn add(&mut self, tags: PlayerTags<'_>) {
        let PlayerTags { name, opponent, fide, year } = tags;
        if !self.players.contains_key(name) {
            if self.players.len() >= self.most {
                self.left_out += 1;
                return;
            }
            self.players.insert(name.to_owned(), Player::default());
        }
        let Some(player) = self.players.get_mut(name) else { return };
        let one = Player { games: 1, years: year.map(|year| (year, year)), fide, ..Player::default() };
        player.absorb(one);
        if Name::parse(name).family == Name::parse(opponent).family {
            player.meet(opponent);
        }
    }

    pub fn absorb(&mut self, others: Self) {
        self.left_out += others.left_out;
        for (name, player) in others.players {
            if self.players.len() < self.most || self.players.contains_key(&name) {
                self.players.entry(name).or_default().absorb(player);
            } else {
                self.left_out += player.games;
            }
        }
    }

    /// The facts about a spelling; `None` if it is unknown or left out.
    pub fn player(&self, name: &str) -> Option<&Player> {
        self.players.get(name)
    }

    /// Number of White and Black tags whose name exceeded the limit.
    pub const fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Proposes more complete or more frequent spellings, for the most frequent names first. Proposes nothing for a
    /// name that could be several players.
    pub fn proposals(&self) -> Vec<Proposal> {
        let mut all: Vec<(&str, &Player, Name)> = Vec::with_capacity(self.players.len());
        all.extend(self.players.iter().map(|(name, player)| (name.as_str(), player, Name::parse(name))));
        // Prefers complete names, then frequent names, then longer names, then names with lower-case letters.
        all.sort_unstable_by(|(one, first, name), (other, second, spelled)| {
            // A name with invisible characters is never the better spelling.
            let by_sight = is_plain(other).cmp(&is_plain(one));
            let by_form = spelled.form().cmp(&name.form()).then(second.games.cmp(&first.games));
            let is_small = |text: &str| text.chars().any(char::is_lowercase);
            let by_form = by_sight.then(by_form);
            by_form.then(other.len().cmp(&one.len())).then(is_small(other).cmp(&is_small(one))).then(one.cmp(other))
        });
        let families = Families::of(&all);
        let mut proposals: Vec<Proposal> = Vec::new();
        let mut whose: Vec<usize> = (0..all.len()).collect();
        let may_be = |one: usize, other: usize| {
            let ((_, first, name), (_, second, spelled)) = (&all[one], &all[other]);
            same(name, spelled).filter(|why| !clash(&all, one, other) && (why.is_sure || first.are_near(second)))
        };
        for number in 0..all.len() {
            if all[number].2.is_of_several {
                continue;
            }
            let near = families.near(&all[number].2.family);
            let near: Vec<usize> = near.filter(|other| *other != number && may_be(number, *other).is_some()).collect();
            let Some(best) = near.iter().min().copied().filter(|best| *best < number) else { continue };
            // Proposes nothing if the candidates may be different persons.
            let is_one = near.iter().all(|other| *other == best || may_be(best, *other).is_some());
            if let (true, Some(why)) = (is_one, may_be(number, best)) {
                whose[number] = whose[best];
                proposals.push(Proposal {
                    from: all[number].0.to_owned(),
                    to: all[whose[best]].0.to_owned(),
                    why: why.text,
                });
            }
        }
        proposals.sort_by_key(|proposal| std::cmp::Reverse(self.player(&proposal.from).map(|player| player.games)));
        proposals
    }
}

impl Player {
    /// True if the games of both spellings are known to be at most `MAX_PAUSE_YEARS` apart.
    fn are_near(&self, other: &Self) -> bool {
        match (self.years, other.years) {
            (Some((first, last)), Some((begin, end))) => {
                begin.saturating_sub(last).max(first.saturating_sub(end)) <= MAX_PAUSE_YEARS
            }
            _ => false,
        }
    }

    fn absorb(&mut self, other: Self) {
        self.games += other.games;
        self.years = match (self.years, other.years) {
            (Some((first, last)), Some((begin, end))) => Some((first.min(begin), last.max(end))),
            (known, others) => known.or(others),
        };
        self.has_several |=
            other.has_several || matches!((self.fide, other.fide), (Some(one), Some(two)) if one != two);
        self.fide = self.fide.or(other.fide);
        other.opponents.iter().for_each(|name| self.meet(name));
    }

    /// Adds an opponent with the same family name.
    fn meet(&mut self, opponent: &str) {
        if self.opponents.len() < MAX_OPPONENTS && !self.opponents.iter().any(|known| known == opponent) {
            self.opponents.push(opponent.to_owned());
        }
    }
}

/// True if two spellings are certainly different persons: other FIDE IDs, years far apart, or a game between them.
fn clash(all: &[(&str, &Player, Name)], one: usize, other: usize) -> bool {
    let ((name, player, _), (spelling, second, _)) = (&all[one], &all[other]);
    let numbers = matches!((player.fide, second.fide), (Some(one), Some(two)) if one != two && !player.has_several && !second.has_several);
    let years = match (player.years, second.years) {
        (Some((first, last)), Some((begin, end))) => last.max(end) - first.min(begin) > MAX_CAREER_YEARS,
        _ => false,
    };
    let met = |player: &Player, name: &str| player.opponents.iter().any(|known| known == name);
    numbers || years || met(player, spelling) || met(second, name)
}

/// Groups the spellings by family name.
#[derive(Default)]
struct Families<'n> {
    all: Vec<Vec<usize>>,
    known: HashMap<&'n str, usize>,
    /// Hashes of family names with one letter removed, sorted. A table of lists would take ten times the memory.
    near: Vec<(u64, u32)>,
}

impl<'n> Families<'n> {
    fn of(all: &'n [(&str, &Player, Name)]) -> Self {
        let mut families = Self::default();
        for (number, (_, _, name)) in all.iter().enumerate() {
            // Skips names of teams and pairs.
            if name.is_of_several {
                continue;
            }
            let family = *families.known.entry(&name.family).or_insert_with(|| {
                for hash in without_a_letter(&name.family) {
                    families.near.push((hash, families.all.len() as u32));
                }
                families.all.push(Vec::new());
                families.all.len() - 1
            });
            if let Some(members) = families.all.get_mut(family).filter(|members| members.len() < MAX_FAMILY_SPELLINGS) {
                members.push(number);
            }
        }
        families.near.sort_unstable();
        families
    }

    /// The spellings whose family name is equal to `family` or differs in one letter.
    fn near(&self, family: &str) -> impl Iterator<Item = usize> {
        let mut near: Vec<usize> = self.known.get(family).copied().into_iter().collect();
        near.extend(without_a_letter(family).flat_map(|wanted| {
            let from = self.near.partition_point(|(hash, _)| *hash < wanted);
            self.near[from..].iter().take_while(move |(hash, _)| *hash == wanted).map(|(_, family)| *family as usize)
        }));
        near.sort_unstable();
        near.dedup();
        near.into_iter().filter_map(|family| self.all.get(family)).flatten().copied()
    }
}

/// Hashes of a long name, and of the name without each of its letters in turn; empty for a short name.
fn without_a_letter(name: &str) -> impl Iterator<Item = u64> {
    let is_long = name.chars().count() >= MIN_SIMILAR_LETTERS;
    let whole = is_long.then(|| xxh3_64(name.as_bytes()));
    let letters = name.char_indices().filter(move |_| is_long);
    whole.into_iter().chain(letters.map(move |(at, letter)| {
        let (before, behind) =
            (name.get(..at).unwrap_or_default(), name.get(at + letter.len_utf8()..).unwrap_or_default());
        xxh3_64(format!("{before}{behind}").as_bytes())
    }))
}

/// True if a word, such as `jr` or a number, distinguishes two people with the same name.
fn tells_apart(word: &str) -> bool {
    ["jr", "sr", "ii", "iii", "junior", "senior"].contains(&word)
        || word.contains(|letter: char| letter.is_ascii_digit())
}

/// The reason why two names may be one player; `is_sure` is false if they are only similar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Why {
    text: &'static str,
    is_sure: bool,
}

/// Returns the reason why two names may be one player; `None` if they differ.
fn same(one: &Name, other: &Name) -> Option<Why> {
    let why = |text, is_sure| Some(Why { text, is_sure });
    let apart = |name: &Name| name.given.iter().filter(|word| tells_apart(word)).cloned().collect::<Vec<_>>();
    if apart(one) != apart(other) {
        return None;
    }
    let is_initial = |one: &str, other: &str| one.chars().count() == 1 && other.starts_with(one);
    let fits = |(one, other): (&String, &String)| one == other || is_initial(one, other) || is_initial(other, one);
    let given = || one.given.iter().zip(&other.given);
    if one.family != other.family {
        let near = one.family.chars().count().min(other.family.chars().count()) >= MIN_SIMILAR_LETTERS
            && strsim::damerau_levenshtein(&one.family, &other.family) == 1
            && !one.family.chars().any(|letter| letter.is_ascii_digit());
        return why("one letter of the family name", false)
            .filter(|_| near && one.form() == 2 && one.given == other.given);
    }
    if one.given == other.given {
        return why("the same letters", true);
    }
    // Two letters are rarely a family name, and without a comma the family name is unclear.
    if one.family.len() < MIN_FAMILY_BYTES {
        return None;
    }
    if one.given.is_empty() || other.given.is_empty() {
        let has_family = |name: &Name| name.given.is_empty() || name.has_comma;
        return why("no given name", false)
            .filter(|_| has_family(one) && has_family(other) && !TITLES.contains(&one.family.as_str()));
    }
    if given().all(fits) {
        return why(if one.given.len() == other.given.len() { "an initial" } else { "fewer given names" }, true);
    }
    let (first, second) = (one.given.concat(), other.given.concat());
    let astray = first.chars().count().min(second.chars().count()) >= MIN_SIMILAR_LETTERS
        && strsim::damerau_levenshtein(&first, &second) == 1;
    why("one letter of the given name", false).filter(|_| astray)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proposed(games: &[(&str, &str, u16)]) -> Vec<(String, String, &'static str)> {
        let mut names = PlayerNames::default();
        for (white, black, year) in games {
            for (name, opponent) in [(*white, *black), (*black, *white)] {
                names.add(PlayerTags { name, opponent, fide: None, year: Some(*year) });
            }
        }
        names.proposals().into_iter().map(|Proposal { from, to, why }| (from, to, why)).collect()
    }

    #[test]
    fn spellings_of_one_player() {
        let games = [
            ("Kasparov, Garry", "Short, Nigel", 1993),
            ("Kasparov, Garry", "Short, N.", 1993),
            ("Kasparov, Garry", "Short, Nigel", 1993),
            ("Garry KASPAROV", "Short", 1994),
            ("Kasparov G", "Müller, Karl", 1990),
            ("Kasparof, Garry", "Muller, Karl", 1990),
        ];
        let found = proposed(&games);
        let to = |name: &str| found.iter().find(|(from, ..)| from == name).map(|(_, to, why)| (to.as_str(), *why));
        assert_eq!(to("Garry KASPAROV"), Some(("Kasparov, Garry", "the same letters")));
        assert_eq!(to("Kasparov G"), Some(("Kasparov, Garry", "an initial")));
        assert_eq!(to("Kasparof, Garry"), Some(("Kasparov, Garry", "one letter of the family name")));
        assert_eq!(to("Short"), Some(("Short, Nigel", "no given name")));
        assert_eq!(to("Muller, Karl"), Some(("Müller, Karl", "the same letters")));
        assert_eq!(to("Kasparov, Garry"), None);
    }

    #[test]
    fn no_more_names_are_kept_than_have_room() {
        let mut names = PlayerNames::new(3 * BYTES_PER_NAME);
        for number in 0..10 {
            let name = format!("Player {}", number % 5);
            names.add(PlayerTags { name: &name, opponent: "", fide: None, year: None });
        }
        let mut all = PlayerNames::new(2 * BYTES_PER_NAME);
        all.absorb(names.clone());
        assert_eq!((names.players.len(), names.left_out()), (3, 4));
        assert_eq!((all.players.len(), all.left_out()), (2, 6));
    }

    #[test]
    fn people_who_are_not_one() {
        // The two met; they lived at different times; the initial fits both.
        assert_eq!(proposed(&[("Polgar, S.", "Polgar, Sofia", 1990)]), []);
        assert_eq!(proposed(&[("Anderssen, Adolf", "A", 1851), ("Anderssen, A.", "B", 1995)]), []);
        let either = [("Polgar, Sofia", "A", 1990), ("Polgar, Susan", "B", 1990), ("Polgar, S.", "C", 1990)];
        assert_eq!(proposed(&either), []);
        assert_eq!(proposed(&[("Ivanov, Igor", "A", 1990), ("Ivanov, Alexander", "B", 1990)]), []);
    }
}
