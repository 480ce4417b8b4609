//! Messages on whole files.

use crate::message::shape::{Shape, shape};

pub(super) const FILES: &[Shape] = &[
    shape("blank-line-before-next", "a blank line is missing before the next game"),
    shape("result-tag-missing", "the Result tag is missing; the final token says {result}"),
    shape("mixed-encodings", "the file mixes encodings: {before} before, game {game} is in {encoding}"),
    shape("guessed-encoding", "encoding guessed as {encoding} ({next} is the next most likely)"),
    shape("unknown-encoding", "encoding not known; the likeliest are {encoding} and {next}"),
    shape(
        "name-the-encoding",
        "name it with --from-encoding, as --from-encoding {encoding}; until then no letter beyond ASCII is read",
    ),
    shape("look-at-names", "look at a few names; name the encoding with --from-encoding if it is {next}"),
    shape(
        "extension-means",
        "the extension .{extension} means {means}, but the bytes are {encoding}: some programs will not read the file",
    ),
    shape("rename-or-save", "rename the file to .{extension}, or save it in {encoding}"),
    shape("save-it-in", "save it in {encoding}"),
    shape("mixed-line-ends", "the line ends are mixed"),
    shape("lines-end-in-cr", "the lines end in CR alone"),
    shape("internal-error-in-game", "internal error in this game; the others were judged"),
    shape("report-it-with-game", "please report it with the game"),
    shape(
        "unpacks-to-too-much",
        "{path} unpacks to more than 200 times its size and over 1 GiB; reading stopped there",
    ),
    shape("cannot-read", "cannot read {path}: {error}"),
    shape("no-file-fits", "cannot read {path}: {error}; no file fits the pattern"),
    shape(
        "pattern-not-read",
        "cannot read {path}: {error}; the pattern fits {files:1 file|# files}: write it without quotes",
    ),
    shape(
        "cannot-read-to-end",
        "{path} cannot be read to its end: {error}; {games:1 game before that was|#, games before that were} {done}",
    ),
    shape("compared", "compared"),
    shape("judged", "judged"),
    shape("read", "read"),
    shape("read-unreplaced", "read, and no file is replaced by them"),
    shape("read-and-left", "read, and the file is left as it is"),
    shape("no-record", "no game record in {path}"),
    shape("no-record-but-database", "no game record in {path}; {advice}"),
    shape("no-record-below", "no game record in {path}: name a file, or say with --from what the files hold"),
    shape(
        "export-from-chessbase",
        "it belongs to a database of ChessBase: export the games there, as a database of the type PGN, and name that file",
    ),
    shape(
        "export-from-scid",
        "it belongs to a database of Scid: export all games there to a PGN file, and name that file",
    ),
    shape("skipped", "no game record in {path}, skipped"),
    shape("skipped-though-named", "no game record in {path}, though its name says so; skipped"),
    shape("skipped-database", "no game record in {path}; {advice}; skipped"),
    shape("skipped-kind", "no game record in {path}, skipped; {kind}"),
    shape(
        "skipped-unknown",
        "no game record in {path}, of a kind that is not known; skipped; name it, or say with --from what it holds",
    ),
    shape(
        "skipped-with-moves",
        "no game record was recognised in {path}, though it has moves; skipped; name it, or say with --from what it holds",
    ),
    shape(
        "links-passed-over",
        "{links:# symbolic link that leads out of its folder is|# symbolic links that lead out of their folder are} not followed, beginning with {path}; name it, or give --follow",
    ),
    shape(
        "backups-passed-over",
        "{backups:# backup is|# backups are} skipped, beginning with {path}: its name is that of the file beside it with a suffix; name it to read it",
    ),
    shape("output-passed-over", "{path} is not read, as it takes the output; name its files to read them"),
    shape(
        "files-ignored",
        "{files:# file is|# files are} left out by .ignore or .gitignore, beginning with {path}; name it to read it",
    ),
    shape("no-space-to-write", "cannot write {what}: no space is left"),
    shape("cannot-write", "cannot write {what}: {error}"),
    shape(
        "internal-error",
        "internal error in {path}, game {game}; the other games were {done}. Please report it with the game",
    ),
    shape("file-changed", "{path} changed while it was read"),
    shape("source-changed", "{path} changed while it was read, and no file is replaced by it"),
];
