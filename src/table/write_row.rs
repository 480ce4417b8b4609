//! Makes the row of a game from its record, its facts and its replay result.

use std::borrow::Cow;

use super::game_facts::GameFacts;
use super::judged::{Judged, Place};
use super::row_rules;
use super::tags::Tags;
use super::value::{Digest, List, Name, ShortList, Text, Word, Words};
use super::{GameColumns, GameRow};
use partie_notation::TimeControl;
use partie_record::TagKind;
use partie_record::finding::Severity;
use partie_record::{Encoding, Outcome, Record};
use partie_replay::{How, Status};
use partie_rules::{GameKind, Side};

/// Time classes, each with its upper limit: base plus forty increments, in seconds. Correspondence is a day or more.
const CLASSES: [(i32, &str); 5] =
    [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid"), (86_400, "classical")];

/// Makes the row. Expensive values are computed only if they are requested or if totals need them.
pub fn game<'a>(
    place: &Place<'a>,
    record: &'a Record,
    (facts, asked): (&'a GameFacts, &GameColumns),
    judged: &'a Judged,
) -> GameRow<'a> {
    // JSON records keep their text outside of the slice.
    let bytes = record.text(&place.slice.bytes);
    let replayed = &judged.replayed;
    let tags = Tags::of_record(bytes, record, judged.text);
    let date = tags.date();
    let control = tags.control();
    let first_error = judged.findings.iter().find(|finding| finding.severity == Severity::Error);
    let draw = replayed.draws.first();
    let identity = &facts.identity;
    let hash = (facts.begun && (asked.moves_hash || asked.moves_hash_hi)).then(|| identity.whole());
    let prefix = |is_asked, plies| {
        let hash = if facts.begun && is_asked { identity.after(plies) } else { None };
        hash.map(|hash| Digest(hash as u64))
    };
    let [mut first_lowest, mut second_lowest] = facts.times.lowest();
    if facts.first_turn == Side::Second {
        std::mem::swap(&mut first_lowest, &mut second_lowest);
    }
    let text = |is_asked, kind| if is_asked { tags.text(kind) } else { None };
    let number = |is_asked, kind| if is_asked { tags.number(kind) } else { None };
    let list = |list: &'a [i32]| (!list.is_empty()).then_some(List(list));
    let result = record.result.map(|span| unquoted(span.of(bytes))).filter(|token| *token != b"*" && !token.is_empty());
    let result_text = result.map(|token| judged.text.decode(token));
    let is_played = facts.begun && replayed.status != Status::Unreadable;
    let out_of_time = [first_lowest, second_lowest].map(|lowest| lowest == Some(0));
    let ending = if is_played { replayed.ending(out_of_time) } else { None };
    let (repeated, repetition_ply) = replayed.most_repeated;
    GameRow {
        source: place.source,
        game: place.game,
        game_key: place.key,
        line: place.line,
        source_offset: place.offset,
        source_bytes: narrow(record.source_end().saturating_sub(place.start as u32)),
        // Rows of findings also need it.
        game_id: if asked.game_id || !judged.findings.is_empty() { tags.game_id() } else { None },
        kind: Name(replayed.kind.name()),
        rules: Name(replayed.rules),
        variant: text(asked.variant, TagKind::Variant),
        notation: Name(record.movetext.name().unwrap_or(record.format.name())),
        encoding: (judged.encoding != Encoding::Utf8).then(|| Name(judged.encoding.name())),
        status: Name(replayed.status.name()),
        event: text(asked.event, TagKind::Event),
        site: text(asked.site, TagKind::Site),
        round: text(asked.round, TagKind::Round),
        first_player: text(asked.first_player, TagKind::First),
        second_player: text(asked.second_player, TagKind::Second),
        first_title: text(asked.first_title, TagKind::FirstTitle),
        second_title: text(asked.second_title, TagKind::SecondTitle),
        first_fide_id: text(asked.first_fide_id, TagKind::FirstFideId),
        second_fide_id: text(asked.second_fide_id, TagKind::SecondFideId),
        first_team: text(asked.first_team, TagKind::FirstTeam),
        second_team: text(asked.second_team, TagKind::SecondTeam),
        board: text(asked.board, TagKind::Board),
        first_rating: tags.rating(TagKind::FirstRating),
        second_rating: tags.rating(TagKind::SecondRating),
        rating_diff_first: number(asked.rating_diff_first, TagKind::FirstDiff),
        rating_diff_second: number(asked.rating_diff_second, TagKind::SecondDiff),
        date: date.map(|(day, _)| day),
        date_precision: date.map(|(_, precision)| precision),
        utc_start: if asked.utc_start { tags.utc() } else { None },
        time_control: if asked.time_control { tags.time_control() } else { None },
        time_base_s: control.base.and_then(seconds),
        time_inc_s: control.increment.and_then(seconds),
        time_class: class(&tags, replayed.kind, control).map(Name),
        byoyomi: control.byoyomi.and_then(seconds),
        result_tag: text(asked.result_tag, TagKind::Result),
        result_text,
        outcome: replayed.recorded.and_then(outcome),
        end: Name(replayed.end.name()),
        verdict: Name(replayed.verdict.name()),
        termination_tag: text(asked.termination_tag, TagKind::Termination),
        termination_inferred: ending.map(|ending| Name(ending.name)),
        termination_basis: ending.map(|ending| Name(ending.basis.name())),
        start_pos: facts.start.as_deref().map(Cow::Borrowed),
        handicap: if asked.handicap { tags.handicap() } else { None },
        plies: narrow(replayed.plies),
        written_plies: narrow(facts.written),
        first_error_ply: first_error.and_then(|finding| finding.ply).map(narrow),
        first_error: first_error.map(|finding| Name(finding.code.as_str())),
        eco_tag: text(asked.eco_tag, TagKind::Eco),
        opening_tag: text(asked.opening_tag, TagKind::Opening),
        eco: judged.opening.eco.map(Name),
        opening: judged.opening.name.map(Cow::Borrowed),
        opening_family: judged.opening.name.map(family),
        opening_ply: judged.opening.ply.map(|ply| i16::try_from(ply).unwrap_or(i16::MAX)),
        opening_ja: judged.opening.japanese.map(Cow::Borrowed),
        first_castle_kind: judged.opening.castles[0].map(Cow::Borrowed),
        second_castle_kind: judged.opening.castles[1].map(Cow::Borrowed),
        first_castle_ja: judged.opening.japanese_castles[0].map(Cow::Borrowed),
        second_castle_ja: judged.opening.japanese_castles[1].map(Cow::Borrowed),
        n_captures: narrow(facts.captures),
        n_checks: narrow(facts.checks),
        n_promotions: narrow(facts.promotions),
        n_drops: narrow(facts.drops),
        max_repetition: narrow(repeated),
        repetition_ply: (repeated > 1).then(|| narrow(repetition_ply)),
        fifty_ply: facts.fifty.map(narrow),
        draw: draw.map(|draw| Name(draw.kind.name())),
        draw_ply: draw.map(|draw| narrow(draw.ply)),
        draw_claim: draw.map(|draw| Name(if draw.how == How::Automatic { "automatic" } else { "claimable" })),
        r#final: facts.begun.then_some(Word(&facts.last)),
        final_hash: facts.begun.then_some(Digest(facts.last_key)),
        moves_hash: hash.map(|hash| Digest(hash as u64)),
        moves_hash_hi: hash.map(|hash| Digest((hash >> 64) as u64)),
        prefix20_hash: prefix(asked.prefix20_hash, 20),
        prefix40_hash: prefix(asked.prefix40_hash, 40),
        prefix60_hash: prefix(asked.prefix60_hash, 60),
        material_end: facts.begun.then_some(Word(&facts.material)),
        clock_min_first_ms: first_lowest,
        clock_min_second_ms: second_lowest,
        clocks_ms: list(&facts.times.clocks),
        spent_ms: list(&facts.times.spent),
        evals_cp: list(&facts.times.evals).map(ShortList),
        n_errors: narrow_u64(judged.counts[0]),
        n_warnings: narrow_u64(judged.counts[1]),
        n_findings: narrow_u64(judged.counts.iter().sum()),
        n_variations: narrow_u64(record.lines.len().saturating_sub(1) as u64),
        n_comments: narrow(facts.comments),
        n_tags: narrow_u64(record.tags.len() as u64),
        tags: asked.tags.then(|| tags.pairs(record)),
        moves: (asked.moves && facts.begun).then_some(Words(&facts.moves)),
    }
}

/// Removes the quotes of a JSON string.
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
pub fn family(name: &str) -> Text<'_> {
    let end = memchr::memchr(b':', name.as_bytes()).unwrap_or(name.len());
    Cow::Borrowed(name.get(..end).unwrap_or(name).trim_ascii_end())
}

/// 1, 0 or -1 from the first player's view; `None` if unknown.
pub const fn outcome(outcome: Outcome) -> Option<i8> {
    match outcome {
        Outcome::FirstWins | Outcome::FirstStalemates => Some(1),
        Outcome::SecondWins | Outcome::SecondStalemates => Some(-1),
        Outcome::Draw => Some(0),
        Outcome::Unknown => None,
    }
}

/// Converts milliseconds to whole seconds.
pub fn seconds(time: u64) -> Option<i32> {
    i32::try_from(time / 1000).ok()
}

fn class(tags: &Tags<'_>, kind: GameKind, control: TimeControl) -> Option<&'static str> {
    if !row_rules::of(kind).has_time_classes {
        return None;
    }
    let Some(base) = control.base.and_then(seconds) else {
        return control.class.or_else(|| tags.is_untimed().then_some("correspondence"));
    };
    let seconds = base.saturating_add(control.increment.and_then(seconds).unwrap_or(0).saturating_mul(40));
    Some(CLASSES.iter().find(|(below, _)| seconds < *below).map_or("correspondence", |(_, class)| *class))
}
