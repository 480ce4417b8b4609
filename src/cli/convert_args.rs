//! Arguments of `partie convert`, and what they mean.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common_args::{FormArgs, RulesArgs, RunArgs};
use super::edit_args::EditArgs;
use super::help;
use super::output_args::OutputArgs;
use super::source_args::SourceArgs;
use super::where_args::WhereArgs;
use partie_archive::disk::{Place, Split};
use partie_convert::{
    ConvertPlan, FenComments, Layout, Newline, OnBroken, Settings, ShogiTarget, Strip, Style, TARGETS, Target,
};
use partie_notation::csa::Version;
use partie_notation::descriptive::{self, Layer};
use partie_notation::letters::Letters;
use partie_record::{Encoding, Language, and};
use partie_replay::{Options, Source, descriptive as language, named_encoding, named_letters};

/// How moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum MovetextArg {
    /// As much of the origin as is needed: Nbd7
    San,
    /// Origin and target: Nb8-d7
    Long,
    /// Coordinates: b8d7
    Uci,
    /// SAN with figurines: ♘bd7
    Figurine,
}

/// A style of descriptive notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StyleArg {
    /// 1840s: K. Kt. to K. B's 3d.
    Long,
    /// 1880s: Kt to KB3
    To,
    /// Kt - K B 3
    Spaced,
    /// Kt-KB3
    Tight,
    /// 20th century: N-KB3
    Modern,
}

/// How the page is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LayoutArg {
    /// Tags and movetext
    Pgn,
    /// A heading, and numbered rows of two columns
    Columns,
}

/// What to do with a game that has a move that cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BrokenArg {
    /// Keep the rest of the line as a comment, where the target has comments
    Comment,
    /// Leave the rest of the line out
    Stop,
    /// Leave the game out
    Skip,
    /// End the run without writing the output
    Fail,
}

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum StripArg {
    /// Comments
    Comments,
    /// NAGs and marks
    Nags,
    /// Variations
    Variations,
    /// Clock times in comments
    Clocks,
}

/// Where positions are written as comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FenArg {
    /// After each move of the main line
    Each,
    /// After its last move
    End,
}

/// A version of CSA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CsaArg {
    /// Version 2.2
    #[value(name = "2.2")]
    V22,
    /// Version 3.0
    #[value(name = "3.0")]
    V30,
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum NewlineArg {
    /// As on Unix
    Lf,
    /// As on Windows, where shogi programs expect it
    Crlf,
}

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("Form of the messages on standard error [default: what PARTIE_FORMAT says, else full]")))]
pub(super) struct ConvertArgs {
    /// Files and folders; - for standard input
    #[arg(required_unless_present = "list", value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    #[arg(long, required_unless_present = "list", value_name = "TARGET", help = help::of_to())]
    to: Option<String>,
    /// List the targets and what each of them can hold
    #[arg(long, exclusive = true)]
    pub(super) list: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// Encoding to write: utf-8, windows-1252, windows-1250, shift_jis, euc-jp [default: utf-8]
    #[arg(long, value_name = "NAME")]
    to_encoding: Option<String>,
    /// The name of --to-encoding before inputs had a flag of their own
    #[arg(long, value_name = "NAME", hide = true, conflicts_with = "to_encoding")]
    encoding: Option<String>,
    /// Line ending of the output
    #[arg(long, value_enum, default_value = "lf", value_name = "END")]
    newline: NewlineArg,
    #[arg(long, value_name = "LANG", help = format!("{} [default: en]", help::of_letters("Piece letters to write")))]
    to_letters: Option<String>,
    /// The name of --to-letters before inputs had a flag of their own
    #[arg(long, value_name = "LANG", hide = true, conflicts_with = "to_letters")]
    letters: Option<String>,
    /// How moves are written in PGN [default: san, and long in hexagonal chess]; of long and uci `validate` says N003 in
    /// each game
    #[arg(long, value_enum, value_name = "FORM")]
    movetext: Option<MovetextArg>,
    /// Style of descriptive notation; all but long, to and spaced are the same in French and Spanish
    #[arg(long, value_enum, default_value = "tight", value_name = "STYLE")]
    style: StyleArg,
    /// With descriptive and kober: tags and movetext, or columns as in a book
    #[arg(long, value_enum, default_value = "pgn", value_name = "LAYOUT")]
    layout: LayoutArg,
    /// With epd, fen and sfen: every position of the main line, not only the last
    #[arg(long)]
    every: bool,
    /// Version of CSA
    #[arg(long, value_enum, default_value = "2.2", value_name = "VERSION")]
    csa_version: CsaArg,
    /// What to do with a game that has a move that cannot be played
    #[arg(long, value_enum, default_value = "comment", value_name = "WHAT")]
    on_broken: BrokenArg,
    /// Treat it as an error when something is lost because the target cannot hold it
    #[arg(long)]
    pub(super) strict: bool,
    /// Leave out of PGN, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    strip: Vec<StripArg>,
    /// Maximum length of a PGN line in characters; 0 for no limit
    #[arg(long, default_value_t = 80, value_name = "N")]
    line_length: usize,
    /// No move numbers in PGN
    #[arg(long)]
    no_move_numbers: bool,
    /// No + and # in PGN
    #[arg(long)]
    no_checks: bool,
    /// Write positions into PGN as comments
    #[arg(long, value_enum, value_name = "WHERE")]
    fen_comments: Option<FenArg>,
    /// Write the tag PlyCount
    #[arg(long)]
    ply_count: bool,
    /// Write each variation as a game of its own, with the moves up to it
    #[arg(long)]
    split_variations: bool,
    #[command(flatten)]
    edits: EditArgs,
    #[command(flatten)]
    chosen: WhereArgs,
    /// Leave out games that occur twice or are the beginning of others, as partie analyze --duplicates lists them; the
    /// inputs are read twice
    #[arg(long)]
    pub(super) drop_duplicates: bool,
    #[command(flatten)]
    pub(super) format: FormArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) plan: ConvertPlan,
    /// Format and encoding of the inputs, where they are given.
    pub(super) source: Source,
    pub(super) place: Place,
    /// The ending of the names of files.
    pub(super) ending: &'static str,
}

impl ConvertArgs {
    /// Takes the arguments for what they mean.
    pub(super) fn order(&self) -> Result<Order, String> {
        let target = self.target()?;
        let encoding = named_encoding(self.to_encoding())?.unwrap_or_default();
        if target == Target::Json && encoding != Encoding::Utf8 {
            return Err("JSON is always written in UTF-8".to_owned());
        }
        let source = self.source.source()?;
        let judged = Options { books: self.rules.books()?, ..source.options() };
        let options = Options { moves_only: true, ..judged.clone() };
        let newline = match self.newline {
            NewlineArg::Lf => Newline::Lf,
            NewlineArg::Crlf => Newline::CrLf,
        };
        let (layout, on_broken) = (self.layout(target)?, self.on_broken());
        let settings = Settings { target, layout, on_broken, every: self.every, encoding, newline };
        let utf8 = encoding == Encoding::Utf8;
        let info = target.info();
        let columns = info.columns_extension.filter(|_| settings.layout.columns);
        let ending = columns.unwrap_or(if utf8 { info.utf8_extension } else { info.extension });
        let place = self.output.place()?;
        if info.is_single && matches!(place, Place::Folder(_, Split::Values)) {
            return Err("a file of JKF holds one game: it cannot be split by a tag".to_owned());
        }
        let plan = ConvertPlan {
            settings,
            options,
            given: source.given,
            choice: self.chosen.choice(&judged, source.given)?,
            splits_variations: self.split_variations,
            separates_games: false,
            split_by: self.output.split_by.clone(),
        };
        Ok(Order { plan, source, place, ending })
    }

    fn to_encoding(&self) -> Option<&str> {
        self.to_encoding.as_deref().or(self.encoding.as_deref())
    }

    fn to_letters(&self) -> Option<&str> {
        self.to_letters.as_deref().or(self.letters.as_deref())
    }

    /// What is to be said of flags by their old names, which mean inputs in other subcommands.
    pub(super) fn old_names(&self) -> impl Iterator<Item = String> {
        let given = [("encoding", self.encoding.is_some()), ("letters", self.letters.is_some())];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| {
            format!(
                "warning: --{name} means the output here: write --to-{name}, or --from-{name} if the inputs are meant"
            )
        })
    }

    fn target(&self) -> Result<Target, String> {
        let name = self.to.as_deref().unwrap_or_default();
        match Target::find(name) {
            Some(Target::Shogi(ShogiTarget::Csa(_))) if self.csa_version == CsaArg::V30 => {
                Ok(Target::Shogi(ShogiTarget::Csa(Version::V30)))
            }
            Some(target) => Ok(target),
            None => {
                let names: Vec<&str> = TARGETS.iter().map(|row| row.name).collect();
                Err(format!("unknown target {name:?}; known targets: {}", and(&names)))
            }
        }
    }

    /// How moves are written, where it is not the game's own way, and the piece letters.
    fn style(&self, target: Target) -> Result<(Option<Style>, &'static Letters), String> {
        if target != Target::Pgn && self.movetext.is_some() {
            return Err("--movetext applies only to the target pgn".to_owned());
        }
        match target {
            Target::Descriptive => {
                let language = match self.to_letters() {
                    None => Language::default(),
                    Some(code) => language(Some(code))?,
                };
                let layer = match self.style {
                    StyleArg::Long => Layer::Long,
                    StyleArg::To => Layer::To,
                    StyleArg::Spaced => Layer::Spaced,
                    StyleArg::Tight => Layer::Tight,
                    StyleArg::Modern => Layer::Modern,
                };
                Ok((Some(Style::Descriptive(descriptive::Style::new(language, layer))), Letters::ENGLISH))
            }
            Target::Kober => Ok((Some(Style::Kober), Letters::ENGLISH)),
            Target::Iccf => Ok((Some(Style::Iccf), Letters::ENGLISH)),
            _ => {
                let given = named_letters(self.to_letters())?;
                let figurine = self.movetext == Some(MovetextArg::Figurine);
                let default = if figurine { Letters::find("figurine") } else { None };
                let style = self.movetext.map(|form| match form {
                    MovetextArg::San | MovetextArg::Figurine => Style::San,
                    MovetextArg::Long => Style::Long,
                    MovetextArg::Uci => Style::Coordinates,
                });
                Ok((style, given.or(default).unwrap_or(Letters::ENGLISH)))
            }
        }
    }

    fn layout(&self, target: Target) -> Result<Layout, String> {
        let (style, letters) = self.style(target)?;
        let columns = self.layout == LayoutArg::Columns;
        if columns && target.info().columns_extension.is_none() {
            return Err("--layout columns applies only to the targets descriptive and kober".to_owned());
        }
        let edits = self.edits.edits(target)?;
        if columns && edits.is_some() {
            return Err("a page of columns has no tags: nothing is edited with --layout columns".to_owned());
        }
        let strips = |what| self.strip.contains(&what);
        Ok(Layout {
            style,
            letters,
            line_length: self.line_length,
            numbers: !self.no_move_numbers,
            checks: !self.no_checks,
            strip: Strip {
                comments: strips(StripArg::Comments),
                nags: strips(StripArg::Nags),
                variations: strips(StripArg::Variations),
                clocks: strips(StripArg::Clocks),
            },
            fen_comments: match self.fen_comments {
                None => FenComments::None,
                Some(FenArg::Each) => FenComments::Each,
                Some(FenArg::End) => FenComments::End,
            },
            ply_count: self.ply_count || self.edits.adds_ply_count(),
            columns,
            edits,
        })
    }

    const fn on_broken(&self) -> OnBroken {
        match self.on_broken {
            BrokenArg::Comment => OnBroken::Comment,
            BrokenArg::Stop => OnBroken::Stop,
            BrokenArg::Skip => OnBroken::Skip,
            BrokenArg::Fail => OnBroken::Fail,
        }
    }
}
