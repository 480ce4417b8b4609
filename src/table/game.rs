//! The row of a game: each column with its type, its description and its value.

use std::borrow::Cow;

use crate::column::table;
use crate::game_facts::{AskedFacts, GameFacts};
use crate::judged::{Judged, Place};
use crate::row_rules;
use crate::tags::Tags;
use crate::value::{Day, Digest, Instant, List, Name, Pairs, ShortList, Text, Word, Words};
use partie_notation::TimeControl;
use partie_record::finding::{Finding, Severity};
use partie_record::{Encoding, Outcome, Record, TagKind};
use partie_replay::{DrawEvent, Ending, How, Replayed, Status};
use partie_rules::Side;

table! {
    /// One game of an archive.
    pub struct GameRow<'a> in "games" asked as GameColumns made of (game: Sources<'a>, tags: Tags<'a>) {
        ;
        /// Path of the archive, or `<stdin>`; invisible characters as `<U+000A>`.
        source: &'a str = game.place.source,
        /// Number of the game in its source, from 1. If a source is read in pieces, numbers count within the piece, and `parts.jsonl` has the offset to add.
        game: i64 = game.place.game,
        /// Key of the game, the same in all tables of a run: the number of its part times 2^32, plus its number in the part, from 1. Keys increase in the order of the input, and change if tasks are cut differently.
        game_key: i64 = game.place.key,
        /// Line of the game's first byte that is not white space, from 1; counted within the piece, as in `game`.
        line: i64 = game.place.line,
        /// Bytes of the unpacked source before the game; counted within the piece, as in `game`.
        source_offset: i64 = game.place.offset,
        /// Length of the game in bytes.
        source_bytes: i32 = narrow(game.record.source_end().saturating_sub(game.place.start as u32)),
        /// Identifier assigned by the site: tag GameId, or the last part of a Lichess or chess.com address.
        game_id: Option<Text<'a>> => tags.game_id(),
        /// `chess`, `shogi` or `hex`.
        kind: Name = Name(game.replayed.kind.name()),
        /// Rule book that the game was judged under.
        rules: Name = Name(game.replayed.rules),
        /// Tag Variant.
        variant: Option<Text<'a>> => tags.text(TagKind::Variant),
        /// Record format, or the notation of the moves if it is more specific.
        notation: Name = Name(game.record.movetext.name().unwrap_or(game.record.format.name())),
        /// Encoding, unless it is UTF-8 or UTF-16. UTF-16 is converted to UTF-8 before anything is counted.
        encoding: Option<Name> = (game.judged.encoding != Encoding::Utf8).then(|| Name(game.judged.encoding.name())),
        /// `ok`, `error`, `unreadable` (the start position cannot be set up) or `unsupported` (not judged: another variant, or no start position).
        status: Name = Name(game.replayed.status.name()),
        /// Tag Event, 棋戦, `$EVENT`.
        event: Option<Text<'a>> => tags.text(TagKind::Event),
        /// Tag Site, 場所, `$SITE`.
        site: Option<Text<'a>> => tags.text(TagKind::Site),
        /// Tag Round.
        round: Option<Text<'a>> => tags.text(TagKind::Round),
        /// White, 先手 or 下手.
        first_player: Option<Text<'a>> => tags.text(TagKind::First),
        /// Black, 後手 or 上手.
        second_player: Option<Text<'a>> => tags.text(TagKind::Second),
        /// Tag WhiteTitle; in shogi the 段級 or title after the name, `三段`.
        first_title: Option<Text<'a>> => tags.text(TagKind::FirstTitle),
        /// Tag BlackTitle; the same.
        second_title: Option<Text<'a>> => tags.text(TagKind::SecondTitle),
        /// Tag WhiteFideId.
        first_fide_id: Option<Text<'a>> => tags.text(TagKind::FirstFideId),
        /// Tag BlackFideId.
        second_fide_id: Option<Text<'a>> => tags.text(TagKind::SecondFideId),
        /// Tag WhiteTeam.
        first_team: Option<Text<'a>> => tags.text(TagKind::FirstTeam),
        /// Tag BlackTeam.
        second_team: Option<Text<'a>> => tags.text(TagKind::SecondTeam),
        /// Tag Board.
        board: Option<Text<'a>> => tags.text(TagKind::Board),
        /// Tag WhiteElo; in shogi the number after the name, `hayden(1178)`, or the server's comment `'black_rate`.
        first_rating: Option<i16> => tags.rating(TagKind::FirstRating),
        /// Tag BlackElo; the same.
        second_rating: Option<i16> => tags.rating(TagKind::SecondRating),
        /// Tag WhiteRatingDiff.
        rating_diff_first: Option<i16> => tags.number(TagKind::FirstDiff),
        /// Tag BlackRatingDiff.
        rating_diff_second: Option<i16> => tags.number(TagKind::SecondDiff),
        /// Date of the game; the first day of the month or year if only that is known.
        date: Option<Day> = game.date.map(|(day, _)| day) => tags.date().map(|(day, _)| day),
        /// 1 if only the year is known, 2 with the month, 3 with the day.
        date_precision: Option<i8> = game.date.map(|(_, precision)| precision) => tags.date().map(|(_, precision)| precision),
        /// Tags UTCDate and UTCTime.
        utc_start: Option<Instant> => tags.utc(),
        /// Time control as written: tag TimeControl (`-` is none), 持ち時間, `$TIME_LIMIT`, `$TIME`; if each player has one, both, separated by ` / `.
        time_control: Option<Text<'a>> => tags.time_control(),
        /// Seconds of the first period of the time control, if it can be parsed: in the syntax of PGN or CSA, in regular words (`90 minutes + 30 seconds`, `40/2h`, `G/60`) or in Japanese (`10分+30秒`). Null if the players have different ones.
        time_base_s: Option<i32> = game.control.base.and_then(seconds),
        /// Largest increment of the time control, in seconds; 秒読み does not count as one.
        time_inc_s: Option<i32> = game.control.increment.and_then(seconds),
        /// `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`, by base + 40 increments: below 30, 180, 480, 1500, 86,400 s, or more; if the time control is only the name of a class, that class; chess only.
        time_class: Option<Name> = game.time_class(tags),
        /// Seconds of 秒読み, from its header or from the time control.
        byoyomi: Option<i32> = game.control.byoyomi.and_then(seconds) => tags.control().byoyomi.and_then(seconds),
        /// Tag Result as written, unless it is `*`.
        result_tag: Option<Text<'a>> => tags.text(TagKind::Result),
        /// Token or word that ends the moves, unless it is `*`.
        result_text: Option<Text<'a>> = game.result_text(),
        /// 1 if the first player won, 0 if drawn, -1 if the second player won: from the token, else from the tag.
        outcome: Option<i8> = game.replayed.recorded.and_then(outcome_number),
        /// How the game ended on the board: `checkmate`, `stalemate`, `dead`, `repetition`, `perpetual`, `impasse`, `counter` or `none`.
        end: Name = Name(game.replayed.end.name()),
        /// Whether the recorded result fits the board: `consistent`, `inconsistent` or `presumed`.
        verdict: Name = Name(game.replayed.verdict.name()),
        /// Tag Termination.
        termination_tag: Option<Text<'a>> => tags.text(TagKind::Termination),
        /// Why the game ended: from the board, else from the record's words, else from result, clocks and draws: `checkmate`, `stalemate`, `dead`, `repetition`, `perpetual`, `impasse`, `counter`, `void`, `fifty`, `time`, `resignation`, `agreement`, `material`, `infraction`, `try`, `forfeit`, `adjudication`, `abandoned`.
        termination_inferred: Option<Name> = game.ending.map(|ending| Name(ending.name)),
        /// Source of `termination_inferred`: `board`, `stated` (a tag, word, sentence or comment of the record) or `inferred` (a guess).
        termination_basis: Option<Name> = game.ending.map(|ending| Name(ending.basis.name())),
        /// Player who claims the draw according to the record: `first` or `second`.
        claimed_by: Option<Name> = game.replayed.claimant.map(|side| Name(side.name())),
        /// Start position (FEN, SFEN, hexagonal FEN), unless it is the initial one.
        start_pos: Option<Text<'a>> = game.facts.start.as_deref().map(Cow::Borrowed),
        /// Handicap of shogi, unless it is 平手.
        handicap: Option<Text<'a>> => tags.handicap(),
        /// Plies of the main line that were replayed.
        plies: i32 = narrow(game.replayed.plies),
        /// Moves of the main line as written, legal or not.
        written_plies: i32 = narrow(game.facts.written),
        /// Ply of the first error.
        first_error_ply: Option<i32> = game.first_error.and_then(|finding| finding.ply).map(narrow),
        /// Code of the first error.
        first_error: Option<Name> = game.first_error.map(|finding| Name(finding.code.as_str())),
        /// Tag ECO.
        eco_tag: Option<Text<'a>> => tags.text(TagKind::Eco),
        /// Tag Opening, 戦型, `$OPENING`.
        opening_tag: Option<Text<'a>> => tags.text(TagKind::Opening),
        /// ECO code of the last known position in the first 40 plies; chess only.
        eco: Option<Name> = game.judged.opening.eco.map(Name),
        /// Name of the opening of that position; in shogi, the name of the style of play.
        opening: Option<Text<'a>> = game.judged.opening.name.map(Cow::Borrowed),
        /// `opening` up to its colon.
        opening_family: Option<Text<'a>> = game.judged.opening.name.map(family),
        /// Ply that led to that position.
        opening_ply: Option<i16> = game.judged.opening.ply.map(|ply| i16::try_from(ply).unwrap_or(i16::MAX)),
        /// The Japanese name of the opening; shogi only.
        opening_ja: Option<Text<'a>> = game.judged.opening.japanese.map(Cow::Borrowed),
        /// Castle of the first player; shogi only.
        first_castle_kind: Option<Text<'a>> = game.judged.opening.castles[0].map(Cow::Borrowed),
        /// Castle of the second player; shogi only.
        second_castle_kind: Option<Text<'a>> = game.judged.opening.castles[1].map(Cow::Borrowed),
        /// The Japanese name of the first player's castle.
        first_castle_ja: Option<Text<'a>> = game.judged.opening.japanese_castles[0].map(Cow::Borrowed),
        /// The Japanese name of the second player's castle.
        second_castle_ja: Option<Text<'a>> = game.judged.opening.japanese_castles[1].map(Cow::Borrowed),
        /// Captures in the main line.
        n_captures: i32 = narrow(game.facts.captures),
        /// Checks in the main line.
        n_checks: i32 = narrow(game.facts.checks),
        /// Promotions in the main line.
        n_promotions: i32 = narrow(game.facts.promotions),
        /// Drops in the main line.
        n_drops: i32 = narrow(game.facts.drops),
        /// Occurrences of the most frequent position.
        max_repetition: i32 = narrow(game.replayed.most_repeated.0),
        /// Ply at which that number was reached, if it is more than 1.
        repetition_ply: Option<i32> = game.repetition_ply(),
        /// Ply that completed the first fifty moves without a capture or pawn move.
        fifty_ply: Option<i32> = game.facts.fifty.map(narrow),
        /// First draw that could have been claimed or was automatic: `threefold`, `fivefold`, `fifty`, `seventyfive`, `dead`, `sennichite`, `perpetual` or `limit`.
        draw: Option<Name> = game.draw.map(|draw| Name(draw.kind.name())),
        /// Ply of that draw.
        draw_ply: Option<i32> = game.draw.map(|draw| narrow(draw.ply)),
        /// `claimable` or `automatic`.
        draw_claim: Option<Name> = game.draw.map(Sources::claim),
        /// Position after the last ply that was replayed: FEN, SFEN or hexagonal FEN.
        r#final: Option<Word<'a>> = game.facts.begun.then_some(Word(&game.facts.last)),
        /// Hash of that position; repetitions have the same hash.
        final_hash: Option<Digest> = game.facts.begun.then_some(Digest(game.facts.last_key)),
        /// Low half of the XXH3-128 of rules, start position and moves: the same for a game in any notation. Moves that cannot be played are hashed as written, at the end.
        moves_hash: Option<Digest> = game.hash.map(|hash| Digest(hash as u64)),
        /// High half of that hash.
        moves_hash_hi: Option<Digest> = game.hash.map(|hash| Digest((hash >> 64) as u64)),
        /// Low half of the same hash after 20 plies, if the game has as many.
        prefix20_hash: Option<Digest> = game.prefix(game.asked.prefix20_hash, 20),
        /// The same after 40 plies.
        prefix40_hash: Option<Digest> = game.prefix(game.asked.prefix40_hash, 40),
        /// The same after 60 plies.
        prefix60_hash: Option<Digest> = game.prefix(game.asked.prefix60_hash, 60),
        /// Pieces of both sides at the end, including those in hand: `KRPPvKR`.
        material_end: Option<Word<'a>> = game.facts.begun.then_some(Word(&game.facts.material)),
        /// Lowest clock time of the first player, in milliseconds.
        clock_min_first_ms: Option<i32> = game.lowest_clocks[0],
        /// Lowest clock time of the second player, in milliseconds.
        clock_min_second_ms: Option<i32> = game.lowest_clocks[1],
        /// Clock time of the player after each ply, in milliseconds; 24.8 days and more are unknown.
        clocks_ms: Option<List<'a>> = list(&game.facts.times.clocks),
        /// Time spent on each ply, in milliseconds, if the record gives it.
        spent_ms: Option<List<'a>> = list(&game.facts.times.spent),
        /// Evaluation after each ply, in hundredths of a pawn for the first player. Mate in n is 32768 - n, or its negative; n counts moves in chess, plies in shogi. Supported forms: `docs/analyze.md`.
        evals_cp: Option<ShortList<'a>> = list(&game.facts.times.evals).map(ShortList),
        /// Number of errors.
        n_errors: i32 = narrow_u64(game.judged.counts[0]),
        /// Number of warnings.
        n_warnings: i32 = narrow_u64(game.judged.counts[1]),
        /// Number of findings of all severities.
        n_findings: i32 = narrow_u64(game.judged.counts.iter().sum()),
        /// Number of variations.
        n_variations: i32 = narrow_u64(game.record.lines.len().saturating_sub(1) as u64),
        /// Number of comments.
        n_comments: i32 = narrow(game.facts.comments),
        /// Number of tags.
        n_tags: i32 => narrow_u64(tags.count() as u64),
        ;
        /// Tags or headers by their names in the record; the first one if a name occurs twice.
        tags: Option<Pairs<'a>> = game.asked.tags.then(|| tags.pairs()),
        /// Plies of the main line, as in `moves.coordinates`; `0000` is a null move.
        moves: Option<Words<'a>> = (game.asked.moves && game.facts.begun).then_some(Words(&game.facts.moves)),
    }
}

/// Time classes below correspondence, each with its exclusive maximum of base plus forty increments, in seconds.
const CLASSES: [(i32, &str); 5] =
    [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (86_400, "classical")];

impl GameColumns {
    /// The facts from which these columns are computed.
    pub const fn facts(&self) -> AskedFacts {
        let hashes = self.moves_hash | self.moves_hash_hi;
        let prefixes = self.prefix20_hash | self.prefix40_hash | self.prefix60_hash;
        let counts = self.n_captures | self.n_checks | self.n_promotions | self.n_drops | self.fifty_ply;
        AskedFacts {
            moves: hashes | prefixes | counts,
            last: self.r#final,
            material: self.material_end,
            list: self.moves,
            times: self.clocks_ms | self.spent_ms | self.evals_cp,
        }
    }
}

/// Record, facts and replay result of a game, with the values that several columns share.
#[derive(Debug)]
pub struct Sources<'a> {
    place: Place<'a>,
    record: &'a Record,
    facts: &'a GameFacts,
    judged: &'a Judged,
    replayed: &'a Replayed,
    /// The columns to compute, including those that findings and totals need.
    asked: GameColumns,
    date: Option<(Day, i8)>,
    control: TimeControl,
    first_error: Option<&'a Finding>,
    /// The first draw that happened or could have been claimed.
    draw: Option<&'a DrawEvent>,
    ending: Option<Ending>,
    /// Hash of all moves.
    hash: Option<u128>,
    /// Lowest clocks of both players in milliseconds, by [`Side::index`].
    lowest_clocks: [Option<i32>; 2],
}

impl<'a> Sources<'a> {
    pub(super) fn of(
        place: &Place<'a>,
        record: &'a Record,
        (facts, asked): (&'a GameFacts, &GameColumns),
        judged: &'a Judged,
        tags: &Tags<'a>,
    ) -> Self {
        let replayed = &judged.replayed;
        let mut lowest_clocks = facts.times.lowest();
        if facts.first_turn == Side::Second {
            lowest_clocks.swap(0, 1);
        }
        let out_of_time = lowest_clocks.map(|lowest| lowest == Some(0));
        let is_played = facts.begun && replayed.status != Status::Unreadable;
        Self {
            place: *place,
            record,
            facts,
            judged,
            replayed,
            // Findings need the game's identifier, and totals need the ratings.
            asked: GameColumns {
                game_id: asked.game_id || !judged.findings.is_empty(),
                first_rating: true,
                second_rating: true,
                ..*asked
            },
            date: tags.date(),
            control: tags.control(),
            first_error: judged.findings.iter().find(|finding| finding.severity == Severity::Error),
            draw: replayed.draws.first(),
            ending: if is_played { replayed.ending(out_of_time) } else { None },
            hash: (facts.begun && (asked.moves_hash || asked.moves_hash_hi)).then(|| facts.identity.whole()),
            lowest_clocks,
        }
    }

    /// Hash of the first `plies` moves, if requested.
    fn prefix(&self, is_asked: bool, plies: usize) -> Option<Digest> {
        let hash = if self.facts.begun && is_asked { self.facts.identity.after(plies) } else { None };
        hash.map(|hash| Digest(hash as u64))
    }

    /// The token that ends the moves, unless it is `*`.
    fn result_text(&self) -> Option<Text<'a>> {
        // JSON records store their text outside the slice.
        let token = unquoted(self.record.result?.of(self.record.text(&self.place.slice.bytes)));
        (token != b"*" && !token.is_empty()).then(|| self.judged.text.decode(token))
    }

    fn repetition_ply(&self) -> Option<i32> {
        let (times, ply) = self.replayed.most_repeated;
        (times > 1).then(|| narrow(ply))
    }

    fn claim(draw: &DrawEvent) -> Name {
        Name(if draw.how == How::Automatic { "automatic" } else { "claimable" })
    }

    fn time_class(&self, tags: &Tags<'_>) -> Option<Name> {
        if !row_rules::of(self.replayed.kind).has_time_classes {
            return None;
        }
        let Some(base) = self.control.base.and_then(seconds) else {
            return self.control.class.or_else(|| tags.is_untimed().then_some("correspondence")).map(Name);
        };
        let increment = self.control.increment.and_then(seconds).unwrap_or(0);
        let seconds = base.saturating_add(increment.saturating_mul(40));
        let class = CLASSES.iter().find(|(below, _)| seconds < *below).map_or("correspondence", |(_, class)| *class);
        Some(Name(class))
    }
}

fn list(list: &[i32]) -> Option<List<'_>> {
    (!list.is_empty()).then_some(List(list))
}

/// Removes the quotes of a JSON string, if there are any.
fn unquoted(token: &[u8]) -> &[u8] {
    token.strip_prefix(b"\"").and_then(|token| token.strip_suffix(b"\"")).unwrap_or(token)
}

fn narrow(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn narrow_u64(number: u64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// The name of an opening up to its colon.
fn family(name: &str) -> Text<'_> {
    let end = memchr::memchr(b':', name.as_bytes()).unwrap_or(name.len());
    Cow::Borrowed(name.get(..end).unwrap_or(name).trim_ascii_end())
}

/// 1, 0 or -1 from the first player's view; `None` if unknown.
pub const fn outcome_number(outcome: Outcome) -> Option<i8> {
    match outcome {
        Outcome::FirstWins | Outcome::FirstStalemates => Some(1),
        Outcome::SecondWins | Outcome::SecondStalemates => Some(-1),
        Outcome::Draw => Some(0),
        Outcome::Unknown => None,
    }
}

/// Converts milliseconds to whole seconds.
fn seconds(time: u64) -> Option<i32> {
    i32::try_from(time / 1000).ok()
}
