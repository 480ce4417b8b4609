//! The row of a game.

use crate::column::table;
use crate::value::{Day, Digest, Instant, List, Name, Pairs, ShortList, Text, Word, Words};

table! {
    /// One game of an archive.
    pub struct GameRow<'a> in "games" asked as GameColumns {
        ;
        /// Path of the archive, or `<stdin>`; characters that cannot be seen as `<U+000A>`.
        source: &'a str,
        /// Number of the game in its source, from 1; where the source is read in pieces, in its piece: `parts.jsonl` says what to add.
        game: i64,
        /// Key of the game, the same in all tables of a run: the number of its part times 2^32, plus its number in the part, from 1. It rises in the order of the input, and is another one where tasks are cut otherwise.
        game_key: i64,
        /// Line of the game's first byte that is not white space, from 1; in pieces as `game`.
        line: i64,
        /// Bytes of the unpacked source before the game; in pieces as `game`.
        source_offset: i64,
        /// Bytes of the game.
        source_bytes: i32,
        /// Identifier that the site gave: tag GameId, or the last word of a Lichess or chess.com address.
        game_id: Option<Text<'a>>,
        /// `chess`, `shogi` or `hex`.
        kind: Name,
        /// Rule book that the game was judged under.
        rules: Name,
        /// Tag Variant.
        variant: Option<Text<'a>>,
        /// Record format, or how the moves are written where that says more.
        notation: Name,
        /// Encoding, where it is not UTF-8; nor UTF-16, which is turned into UTF-8 before anything is counted.
        encoding: Option<Name>,
        /// `ok`, `error`, `unreadable` (the start position cannot be set up) or `unsupported` (not judged: another variant, or a position that is not given).
        status: Name,
        /// Tag Event, 棋戦, `$EVENT`.
        event: Option<Text<'a>>,
        /// Tag Site, 場所, `$SITE`.
        site: Option<Text<'a>>,
        /// Tag Round.
        round: Option<Text<'a>>,
        /// White, 先手 or 下手.
        first_player: Option<Text<'a>>,
        /// Black, 後手 or 上手.
        second_player: Option<Text<'a>>,
        /// Tag WhiteTitle; in shogi 段級 or title behind the name, `三段`.
        first_title: Option<Text<'a>>,
        /// Tag BlackTitle; the same.
        second_title: Option<Text<'a>>,
        /// Tag WhiteFideId.
        first_fide_id: Option<Text<'a>>,
        /// Tag BlackFideId.
        second_fide_id: Option<Text<'a>>,
        /// Tag WhiteTeam.
        first_team: Option<Text<'a>>,
        /// Tag BlackTeam.
        second_team: Option<Text<'a>>,
        /// Tag Board.
        board: Option<Text<'a>>,
        /// Tag WhiteElo; in shogi the number behind the name, `hayden(1178)`, or what a server states, `'black_rate`.
        first_rating: Option<i16>,
        /// Tag BlackElo; the same.
        second_rating: Option<i16>,
        /// Tag WhiteRatingDiff.
        rating_diff_first: Option<i16>,
        /// Tag BlackRatingDiff.
        rating_diff_second: Option<i16>,
        /// Date of the game; first day of the month or year where no more is known.
        date: Option<Day>,
        /// 1 the year is known, 2 also the month, 3 also the day.
        date_precision: Option<i8>,
        /// Tags UTCDate and UTCTime.
        utc_start: Option<Instant>,
        /// Time control as it stands: tag TimeControl (`-` is none), 持ち時間, `$TIME_LIMIT`, `$TIME`; where each player has one, both with ` / ` between them.
        time_control: Option<Text<'a>>,
        /// Seconds of the first period of the time control, where it is understood: as PGN and CSA have it, in regular words (`90 minutes + 30 seconds`, `40/2h`, `G/60`) or in Japanese (`10分+30秒`). Empty where the players have different ones.
        time_base_s: Option<i32>,
        /// Greatest increment of the time control, in seconds; 秒読み is none.
        time_inc_s: Option<i32>,
        /// `ultrabullet`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`, by base + 40 increments: below 30, 180, 480, 1500, 86,400 s, or more; else by its name, where the time control says only that; chess only.
        time_class: Option<Name>,
        /// Seconds of 秒読み, from its header or from the time control.
        byoyomi: Option<i32>,
        /// Tag Result as it stands, unless it is `*`.
        result_tag: Option<Text<'a>>,
        /// Token or word that ends the moves, unless it is `*`.
        result_text: Option<Text<'a>>,
        /// 1 the first player won, 0 drawn, -1 the second player won: by the token, else by the tag.
        outcome: Option<i8>,
        /// How the board ended: `checkmate`, `stalemate`, `dead`, `repetition`, `perpetual`, `impasse`, `counter` or `none`.
        end: Name,
        /// Whether the recorded result fits the board: `consistent`, `inconsistent` or `presumed`.
        verdict: Name,
        /// Tag Termination.
        termination_tag: Option<Text<'a>>,
        /// Why the game ended: by the board, else by the record's words, else as result, clocks and draws suggest: `checkmate`, `stalemate`, `dead`, `repetition`, `perpetual`, `impasse`, `counter`, `void`, `fifty`, `time`, `resignation`, `agreement`, `material`, `infraction`, `try`, `forfeit`.
        termination_inferred: Option<Name>,
        /// Source of `termination_inferred`: `board`, `stated` (a tag, a word, a sentence or a comment of the record) or `inferred`, which is a guess.
        termination_basis: Option<Name>,
        /// Start position (FEN, SFEN, hexagonal FEN) where it is not the initial one.
        start_pos: Option<Text<'a>>,
        /// Handicap of shogi, unless it is 平手.
        handicap: Option<Text<'a>>,
        /// Plies of the main line that were replayed.
        plies: i32,
        /// Moves of the main line as it is written, legal or not.
        written_plies: i32,
        /// Ply of the first error.
        first_error_ply: Option<i32>,
        /// Code of the first error.
        first_error: Option<Name>,
        /// Tag ECO.
        eco_tag: Option<Text<'a>>,
        /// Tag Opening, 戦型, `$OPENING`.
        opening_tag: Option<Text<'a>>,
        /// ECO code by the last known position of the first 40 plies; chess only.
        eco: Option<Name>,
        /// Name of the opening, found in the same way; of shogi, of the style of play.
        opening: Option<Text<'a>>,
        /// The name up to its colon.
        opening_family: Option<Text<'a>>,
        /// Ply after which that position stood on the board.
        opening_ply: Option<i16>,
        /// The Japanese name of the opening; shogi only.
        opening_ja: Option<Text<'a>>,
        /// Castle of the first player; shogi only.
        first_castle_kind: Option<Text<'a>>,
        /// Castle of the second player; shogi only.
        second_castle_kind: Option<Text<'a>>,
        /// The Japanese name of the first player's castle.
        first_castle_ja: Option<Text<'a>>,
        /// The Japanese name of the second player's castle.
        second_castle_ja: Option<Text<'a>>,
        /// Captures of the main line.
        n_captures: i32,
        /// Moves of the main line that give check.
        n_checks: i32,
        /// Promotions of the main line.
        n_promotions: i32,
        /// Drops of the main line.
        n_drops: i32,
        /// How often the position that occurred most often did so.
        max_repetition: i32,
        /// Ply after which that was reached, where it is more than once.
        repetition_ply: Option<i32>,
        /// First ply after which fifty moves without capture and pawn move were complete.
        fifty_ply: Option<i32>,
        /// First draw that could have been claimed, or happened: `threefold`, `fivefold`, `fifty`, `seventyfive`, `dead`, `sennichite`, `perpetual` or `limit`.
        draw: Option<Name>,
        /// Its ply.
        draw_ply: Option<i32>,
        /// `claimable` or `automatic`.
        draw_claim: Option<Name>,
        /// Position after the last ply that was replayed: FEN, SFEN or hexagonal FEN.
        r#final: Option<Word<'a>>,
        /// Hash of that position, the same for all that repeat it.
        final_hash: Option<Digest>,
        /// Low half of the XXH3-128 over rules, start position and moves: the same game in any notation. Of a game that breaks off, what is written after that is part of it.
        moves_hash: Option<Digest>,
        /// High half.
        moves_hash_hi: Option<Digest>,
        /// Low half of the same after 20 plies, where the game has so many.
        prefix20_hash: Option<Digest>,
        /// After 40 plies.
        prefix40_hash: Option<Digest>,
        /// After 60 plies.
        prefix60_hash: Option<Digest>,
        /// Pieces of both sides at the end, in hand included: `KRPPvKR`.
        material_end: Option<Word<'a>>,
        /// Lowest clock of the first player, in milliseconds.
        clock_min_first_ms: Option<i32>,
        /// Lowest clock of the second player, in milliseconds.
        clock_min_second_ms: Option<i32>,
        /// Clock of the player after each ply, in milliseconds; 24.8 days and more are not known.
        clocks_ms: Option<List<'a>>,
        /// Time spent on each ply, in milliseconds, where the record states it.
        spent_ms: Option<List<'a>>,
        /// Evaluation after each ply in hundredths of a pawn from the first player's side; mate in n is 32768 - n, or its negative; n counts moves in chess, plies in shogi. The forms that are read: `docs/analyze.md`.
        evals_cp: Option<ShortList<'a>>,
        /// Errors.
        n_errors: i32,
        /// Warnings.
        n_warnings: i32,
        /// Findings of all severities.
        n_findings: i32,
        /// Variations.
        n_variations: i32,
        /// Comments.
        n_comments: i32,
        /// Tags.
        n_tags: i32,
        ;
        /// Tags or headers, as the record names them, and their values; of a name that occurs twice the first.
        tags: Option<Pairs<'a>>,
        /// The plies of the main line, as `moves.coordinates` has them; `0000` is a null move.
        moves: Option<Words<'a>>,
    }
}
