//! Closing sentences, which report how a game ended: `White resigns`, `Smith won on time`, `Weiß gibt auf`,
//! `Partie nulle par accord mutuel`; and draw claims: `Black claims a draw by repetition`. Covers the languages of the
//! piece letters, and Japanese.
//!
//! A sentence counts only if each of its words is known here or is the name of a player. Prose mentions wins and
//! resignations that did not happen: `White resigns too early`, `and Black should win`. Positions are not evaluated.

use super::closing_tokens::{Meanings, Sentences, with_paragraphs, words};
use super::closing_words::{Word, known};
use super::folded::fold;
use super::outcome::is_mate_to_come;
use super::{Outcome, Termination};
use partie_rules::Side;

/// Winner and manner, as parsed from closing sentences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Closing {
    pub winner: Option<Side>,
    /// True if the text calls the game drawn.
    pub is_drawn: bool,
    pub manner: Option<Termination>,
    /// True if a player claims the draw.
    pub is_claimed: bool,
    /// The player who claims, if named.
    pub claimant: Option<Side>,
    /// True if the text mentions material: a side that wins on time may lack mating material.
    pub names_material: bool,
}

/// Maximum number of words in a closing sentence.
const MAX_WORDS: usize = 20;

/// Phrases about a possible or missed result.
const TO_COME: [&str; 8] = ["to move", "to play", "to win", "had a ", "has a ", "was lost", "to claim", "to draw"];

/// Maximum length of a text to parse: longer texts are essays.
const MAX_TEXT_BYTES: usize = 2_000;

impl Closing {
    /// Parses a tag's value or the text of a comment. `players` are both names as written. `None` if no sentence is a
    /// closing sentence, or if two contradict each other.
    pub fn parse(text: &str, players: [&str; 2]) -> Option<Self> {
        if text.len() > MAX_TEXT_BYTES || text.is_empty() {
            return None;
        }
        let text = with_paragraphs(fold(text));
        if text.contains('?') {
            return None;
        }
        let players = players.map(fold);
        let alone = Self::sentence(&text, &players);
        if alone.is_some() {
            return alone.filter(|said| said.manner != Some(Termination::Mate) || !is_mate_to_come(text.as_bytes()));
        }
        let mut all: Option<Self> = None;
        for sentence in Sentences(&text) {
            // In prose, `White wins.` is about a variation as often as about the game.
            let firm = |said: &Self| {
                matches!(said.manner, Some(Termination::Resignation | Termination::Time))
                    || said.is_claimed
                    || said.is_drawn && said.manner.is_some_and(is_ground_of_claim)
            };
            let Some(said) = Self::sentence(sentence, &players).filter(firm) else { continue };
            let before = all.unwrap_or(said);
            if before.winner.zip(said.winner).is_some_and(|(one, other)| one != other) {
                return None;
            }
            all = Some(Self { winner: before.winner.or(said.winner), ..before });
        }
        // The material may be mentioned in another sentence, such as a sentence about a draw.
        all.map(|said| Self { names_material: words(&text).any(|word| known(word) == Some(Word::Material)), ..said })
    }

    pub const fn outcome(self) -> Option<Outcome> {
        match self.winner {
            Some(Side::First) => Some(Outcome::FirstWins),
            Some(Side::Second) => Some(Outcome::SecondWins),
            // A claim may be wrong, and the game goes on.
            None if self.is_drawn && !self.is_claimed => Some(Outcome::Draw),
            None => None,
        }
    }

    /// Parses one sentence; `None` if a word is unknown.
    fn sentence(sentence: &str, players: &[String; 2]) -> Option<Self> {
        let mut closing = Self::default();
        let mut clause = Clause::default();
        let mut has_sense = false;
        // True after a verb of winning or losing, perhaps with an article; and true after a verb of mating.
        let (mut bare_verb, mut mating) = (false, false);
        let mut has_thing = false;
        let (mut offer, mut repeated) = (Offer::default(), Repeated::default());
        for (count, word) in Meanings::new(sentence, players).enumerate() {
            if count == MAX_WORDS {
                return None;
            }
            let (written, word) = word?;
            has_sense |= !matches!(word, Word::Filling | Word::By | Word::Up | Word::Material | Word::Article);
            // `wins a tempo`, `loses time`, `wins material`
            if bare_verb && matches!(word, Word::Manner(Termination::Time) | Word::Material) {
                return None;
            }
            bare_verb = matches!(word, Word::Wins | Word::Loses(None)) || bare_verb && word == Word::Article;
            mating = word == Word::Mates || mating && matches!(word, Word::Filling | Word::Article | Word::Side(_));
            match word {
                Word::Side(side) if clause.subject.is_none() || clause.subject == Some(side) => {
                    // `forfeit by White`
                    if clause.loss && clause.by && clause.subject.is_none() {
                        clause.won = clause.won.or(Some(false));
                    }
                    clause.subject = Some(side);
                }
                // `checkmates White`, `zette wit mat`
                Word::Side(_) if mating || clause.awaits_object() => {}
                Word::Side(side) => {
                    let said = clause.closing().or_else(|| (offer.made || offer.claimed).then(Self::default));
                    closing = closing.and(said?)?;
                    clause = Clause { subject: Some(side), ..Clause::default() };
                }
                Word::Draw => closing.is_drawn = true,
                Word::Material => closing.names_material = true,
                Word::Accepts => offer.accepted = true,
                Word::Offers => offer.made = true,
                Word::DrawOffer => (offer.made, closing.is_drawn) = (true, true),
                Word::Claims => offer.claimed = true,
                Word::Thing => has_thing = true,
                Word::Count => repeated.is_counted = true,
                Word::Same => repeated.is_same = true,
                Word::Occurs => repeated.occurs = true,
                Word::Dead => repeated.is_dead = true,
                Word::One => offer.of_both = true,
                Word::Filling if written == "not" => offer.denied = true,
                _ => clause.add(word)?,
            }
        }
        // Checked last, as most sentences have failed on an unknown word by now.
        if TO_COME.iter().any(|words| sentence.contains(words)) {
            return None;
        }
        if clause.is_empty() && closing.winner.is_some() {
            return None;
        }
        let subject = clause.subject;
        closing = closing.and(clause.closing().unwrap_or_default())?;
        // `ran out of time, but Black has only the bare king: draw`
        if closing.is_drawn && (closing.names_material || repeated.is_dead) {
            closing.winner = None;
        }
        closing = offer.judged(repeated.judged(closing)?, subject)?;
        // `White wins a pawn`, `White wins in 50 moves`
        if closing.winner.is_some() && (has_thing || closing.manner == Some(Termination::FiftyMoves)) {
            return None;
        }
        // A game cannot be both won and drawn.
        let has_sense = has_sense && (closing != Self::default()) && !(closing.is_drawn && closing.winner.is_some());
        has_sense.then_some(closing)
    }

    /// Joins two clauses of a sentence; `None` if they name different winners.
    fn and(self, other: Self) -> Option<Self> {
        if self.winner.zip(other.winner).is_some_and(|(one, another)| one != another) {
            return None;
        }
        Some(Self {
            winner: self.winner.or(other.winner),
            is_drawn: self.is_drawn || other.is_drawn,
            manner: self.manner.or(other.manner),
            is_claimed: self.is_claimed || other.is_claimed,
            claimant: self.claimant.or(other.claimant),
            names_material: self.names_material || other.names_material,
        })
    }
}

/// Words about a draw offer in a sentence.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    made: bool,
    accepted: bool,
    denied: bool,
    claimed: bool,
    /// True if the sentence has a `Word::One`.
    of_both: bool,
}

/// Words about a count of positions or of moves in a sentence.
#[derive(Clone, Copy, Debug, Default)]
struct Repeated {
    is_counted: bool,
    is_same: bool,
    occurs: bool,
    is_dead: bool,
}

impl Repeated {
    /// Adds the ground of a draw. `None` for a count without a repetition, and for a dead position without a draw.
    fn judged(self, mut closing: Closing) -> Option<Closing> {
        // `the same position for the third time`, `the position occurred three times`
        let Self { is_counted, is_same, occurs, .. } = self;
        if is_counted && (is_same || occurs) && closing.winner.is_none() {
            closing.manner = Some(Termination::Repetition);
        }
        if self.is_dead {
            let is_said = closing.is_drawn || closing.manner == Some(Termination::Material);
            closing.manner = closing.manner.or(Some(Termination::Material)).filter(|_| is_said);
            closing.manner?;
        }
        let counts = closing.manner.is_some_and(is_ground_of_claim);
        (counts || !is_counted && !is_same && !occurs).then_some(closing)
    }
}

/// True for the grounds on which a player may claim a draw.
const fn is_ground_of_claim(manner: Termination) -> bool {
    matches!(manner, Termination::Repetition | Termination::FiftyMoves | Termination::Perpetual)
}

impl Offer {
    /// Adds agreement or a claim to the closing. `None` if an offer was made but not accepted, if no draw was accepted,
    /// or if a claim has neither a draw nor a ground.
    fn judged(self, closing: Closing, subject: Option<Side>) -> Option<Closing> {
        let Self { made, accepted, denied, claimed, of_both } = self;
        let has_ground = closing.manner.is_some_and(is_ground_of_claim);
        if claimed {
            let manner = closing.manner.filter(|manner| *manner != Termination::Time);
            let closing = Closing { is_claimed: true, claimant: subject, manner, ..closing };
            return (!denied && closing.winner.is_none() && (closing.is_drawn || has_ground)).then_some(closing);
        }
        // `repetition by White`: an observation, unlike `Black delivers perpetual check`.
        let is_observed = has_ground && closing.manner != Some(Termination::Perpetual);
        if is_observed && !closing.is_drawn && subject.is_some() && closing.winner.is_none() {
            return None;
        }
        if made && !accepted || accepted && (denied || !closing.is_drawn) || of_both && closing.winner.is_some() {
            return None;
        }
        let manner = closing.manner.or(accepted.then_some(Termination::Agreement));
        Some(Closing { manner, ..closing })
    }
}

/// Verbs and manner between one player's name and the next.
#[derive(Clone, Copy, Debug, Default)]
struct Clause {
    subject: Option<Side>,
    won: Option<bool>,
    loss: bool,
    manner: Option<Termination>,
    gives: bool,
    up: bool,
    by: bool,
    mate: bool,
    suffers: bool,
    /// `geeft zich`
    itself: bool,
    /// True if a losing verb precedes the player: `Resign, White wins`.
    heads: bool,
}

impl Clause {
    /// True if the clause only names a player.
    const fn is_empty(&self) -> bool {
        self.subject.is_some() && self.won.is_none() && self.manner.is_none() && !self.gives && !self.mate
    }

    /// True if the verb still lacks its object: `zette wit mat`.
    const fn awaits_object(&self) -> bool {
        self.gives && !self.mate && !self.up && self.won.is_none()
    }

    /// Adds a word; `None` if two verbs contradict each other.
    fn add(&mut self, word: Word) -> Option<()> {
        let mut verb = |won: bool| {
            let known = self.won.replace(won);
            known.is_none_or(|known| known == won).then_some(())
        };
        match word {
            Word::Wins if self.heads && self.manner.is_some() => self.won = Some(true),
            Word::Wins => verb(true)?,
            // `50 lances sem captura`: without captures, not without time.
            Word::Loses(Some(Termination::Time)) if self.manner == Some(Termination::FiftyMoves) => {}
            Word::Loses(manner) => {
                verb(false)?;
                self.heads |= self.subject.is_none();
                // `stopped the clock and resigned`
                let is_said = manner == Some(Termination::Resignation) && self.manner == Some(Termination::Time);
                self.manner = if is_said { manner } else { self.manner.or(manner) };
            }
            Word::Loss(manner) => {
                self.loss = true;
                self.manner = self.manner.or(Some(manner));
            }
            // `stopped the clock, threefold repetition`
            Word::Manner(manner) if self.manner == Some(Termination::Time) && is_ground_of_claim(manner) => {
                self.manner = Some(manner);
            }
            Word::Manner(manner) => self.manner = self.manner.or(Some(manner)),
            Word::Gives => self.gives = true,
            Word::Up => self.up = true,
            Word::By => self.by = true,
            // `sont matés`
            Word::Mates if self.suffers => self.mate = true,
            Word::Mates => {
                verb(true)?;
                self.mate = true;
            }
            Word::Mate => self.mate = true,
            Word::Suffers => self.suffers = true,
            Word::Itself => self.itself = true,
            Word::Side(_) | Word::Draw | Word::Material | Word::Thing | Word::Article | Word::Filling => {}
            Word::Accepts | Word::Offers | Word::DrawOffer | Word::Claims | Word::One => {}
            Word::Count | Word::Same | Word::Occurs | Word::Dead => {}
        }
        Some(())
    }

    /// Returns winner and manner; `None` if both are unknown.
    fn closing(self) -> Option<Closing> {
        // `is lost`, of a position
        if self.suffers && !self.mate && self.won == Some(false) && self.manner.is_none() {
            return None;
        }
        let mut won = self.won;
        let mut manner = self.manner;
        if self.mate {
            manner = Some(Termination::Mate);
            won = won.or(match (self.gives, self.suffers) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            });
        } else if self.gives && (self.up && won.is_none() || self.itself && won == Some(true)) {
            manner = Some(Termination::Resignation);
            won = Some(false);
        } else if self.loss && won.is_none() && !self.by {
            won = Some(false);
        }
        let winner = self.subject.zip(won).map(|(side, won)| if won { side } else { side.other() });
        (winner.is_some() || manner.is_some()).then_some(Closing { winner, manner, ..Closing::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_won_by_the_words() {
        let (first, second) = (Some(Side::First), Some(Side::Second));
        for (text, winner) in [
            ("White resigns", second),
            ("Smith resigns", second),
            ("Brown won on time", second),
            ("Black checkmated", first),
            ("Weiß gibt auf", second),
            ("Weiß gewinnt durch Zeitüberschreitung", first),
            ("Bílý se vzdal", second),
            ("Les noirs abandonnent", first),
            ("Białe poddały się", second),
            ("As pretas desistem", first),
            ("Белые сдались", second),
            ("White resigns would be premature", None),
            ("White could have won", None),
            ("White's flag fell", second),
            ("White mates in 4", None),
            ("White is lost", None),
            ("Schwarz ist verloren", None),
            ("White to move and win", None),
            ("White had a win here", None),
            ("White wins?", None),
            ("White wins in 20 moves", None),
            ("In game 2 White resigned", None),
            ("White won the game in 1990", None),
            ("White has won a tempo", None),
            ("White lost time", None),
            ("Weiß gewinnt Zeit", None),
            ("Les blancs perdent un temps", None),
            ("Il bianco perde un tempo", None),
            ("White lost on time", second),
            ("Weiß verliert durch Zeitüberschreitung", second),
            ("White timed out", second),
            ("Time forfeit by White", second),
            ("White wins by forfeit", first),
            ("White disconnected and forfeits", second),
            ("Bílému spadl praporek", second),
            ("Le drapeau des blancs tombe", second),
            ("У белых упал флаг", second),
            ("Weiß gibt sich geschlagen", second),
        ] {
            let said = Closing::parse(text, ["Smith, John", "Brown, Tom"]);
            assert_eq!(said.and_then(|said| said.winner), winner, "{text}");
        }
        for text in [
            "Smith ran out of time and Brown has no material to mate",
            "White ran out of time vs insufficient material",
            "White lost on time, not enough material",
            "Black flagged; draw as White has insufficient material",
        ] {
            let said = Closing::parse(text, ["Smith, John", "Brown, Tom"]);
            assert!(said.is_none_or(|said| said.names_material), "{text}: {said:?}");
        }
        for text in ["Game drawn by agreement", "Partie nulle par accord mutuel", "Remis"] {
            assert!(Closing::parse(text, ["", ""]).is_some_and(|said| said.is_drawn), "{text}");
        }
    }

    #[test]
    fn claims_with_their_ground() {
        let (threefold, fifty) = (Some(Termination::Repetition), Some(Termination::FiftyMoves));
        for (text, manner) in [
            ("Smith claims a draw, position repeated three times", threefold),
            ("Draw claimed by Black under 9.3", fifty),
            ("Brown's claim of threefold repetition was upheld", threefold),
            ("Weiß reklamiert Remis: 50 Züge ohne Schlagen und ohne Bauernzug", fifty),
            ("Remis auf Antrag von Schwarz wegen dreifacher Stellungswiederholung", threefold),
            ("Les Noirs demandent la nulle, même position pour la troisième fois", threefold),
            ("Las blancas reclaman tablas por la regla de 50 jugadas", fifty),
            ("Il Nero richiede la patta: terza ripetizione", threefold),
            ("As pretas pedem empate por tripla repetição", threefold),
            ("Wit eist remise wegens drievoudige herhaling", threefold),
            ("Czarne zgłosiły remis: trzykrotne powtórzenie", threefold),
            ("Bílý žádá remízu podle článku 9.2", threefold),
            ("Biely reklamoval trikrát opakovanie pozície", threefold),
            ("Чёрные требуют ничью по правилу 50 ходов", fifty),
            ("Világos döntetlent kért háromszori ismétlés miatt", threefold),
            ("Svart begärde remi, samma ställning för tredje gången", threefold),
            ("黒が同一局面三回で引き分けを主張した", threefold),
            ("threefold claimed", threefold),
        ] {
            let said = Closing::parse(text, ["Smith, John", "Brown, Tom"]);
            let found = said.map(|said| (said.is_claimed, said.manner, said.outcome()));
            assert_eq!(found, Some((true, manner, None)), "{text}");
        }
    }

    #[test]
    fn mentions_of_draws_and_claims_are_no_closing_sentences() {
        for text in [
            "White may claim if Black goes back",
            "White could claim a draw here",
            "White to claim the draw",
            "Black claims the center",
            "White claims a win",
            "A repetition is near",
            "White repeats",
            "the third game was drawn by Smith's opponent too",
            "a dead lost position",
            "White is dead lost",
            "White wins a pawn",
            "Black loses a pawn",
            "Black lost half a point",
            "White surrenders a pawn",
            "Black gives up a pawn. The rest is silence",
            "White's pawns fell",
            "Weiß gewinnt den Bauern",
            "Schwarz gibt den Bauern auf",
            "Les blancs gagnent un pion",
            "Il bianco vince un pedone",
            "As brancas ganham um peão",
            "Las negras ganan un peón",
            "Wit wint een pion",
            "Bílý vyhrál pěšce",
            "Черные проиграли без пешки",
            "Smith offered a pawn, Brown accepted",
            "White wins 12.5",
            "White won 3.3.2024",
            "White wins in 75 moves",
            "posición ganada para las blancas",
            "白の勝ち？",
            "The same idea for the third time",
            "Schwarz könnte Remis reklamieren",
            "Les Blancs pouvaient réclamer la nulle",
            "白が引き分けを主張できる局面",
        ] {
            assert_eq!(Closing::parse(text, ["Smith, John", "Brown, Tom"]), None, "{text}");
        }
        let program = Closing::parse("Rebel resigns. 1-0", ["Rebel10 (exp)", "Brown, Tom"]);
        assert!(program.is_some_and(|said| said.winner == Some(Side::Second)));
        let wins = Closing::parse("White wins", ["Win, Tom", "Brown, Tom"]);
        assert!(wins.is_some_and(|said| said.winner == Some(Side::First)));
        let agreed = Closing::parse("Brown offered a draw and Smith accepted", ["Smith, John", "Brown, Tom"]);
        assert!(agreed.is_some_and(|said| said.is_drawn && !said.is_claimed));
    }
}
