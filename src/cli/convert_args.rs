//! Arguments of `partie convert`, and the plan that they describe.

use std::path::PathBuf;

use clap::{ArgAction, Args};

use super::common_args::{FormArgs, RulesArgs, RunArgs, one_of};
use super::config_args::ConfigArgs;
use super::output_args::OutputArgs;
use super::refused::Refused;
use super::source_args::SourceArgs;
use super::where_args::WhereArgs;
use super::{help, judging};
use partie_analyze::player_spellings;
use partie_archive::disk::{Place, Split};
use partie_convert::{
    AddedTag, AddedTags, ConvertPlan, Edits, FenComments, KeptTags, Layout, Newline, OnBroken, Settings, ShogiTarget,
    Strip, Style, TARGETS, TagEdits, Target, read_plies,
};
use partie_core::{JudgePlan, Source};
use partie_notation::csa::Version;
use partie_notation::descriptive::{self, Layer};
use partie_notation::letters::Letters;
use partie_record::{Encoding, Language, UnknownName};
use partie_replay::{Options, descriptive as language, named_letters, named_output_encoding};
use partie_select::position_key;

#[derive(Debug, Args)]
#[command(mut_arg("format", |arg| arg.help("Form of the messages on standard error [default: PARTIE_FORMAT, else full]")))]
pub(super) struct ConvertArgs {
    /// Files and folders; - for standard input
    #[arg(required_unless_present = "list", value_name = "INPUT")]
    pub(super) inputs: Vec<PathBuf>,
    #[arg(long, value_name = "TARGET", help = help::of_to(), value_parser = help::targets(), hide_possible_values = true)]
    to: Option<String>,
    /// List the targets and what each can represent
    #[arg(long, exclusive = true)]
    pub(super) list: bool,
    /// Encoding to write: utf-8, windows-1252, koi8-r, cp852, shift_jis ... [default: utf-8]
    #[arg(long, value_name = "NAME")]
    to_encoding: Option<String>,
    /// The name of --to-encoding before inputs had a flag of their own
    #[arg(long, value_name = "NAME", hide = true, conflicts_with = "to_encoding")]
    encoding: Option<String>,
    /// Line ending of the output
    #[arg(long, value_parser = one_of(Newline::NAMED), default_value = "lf", value_name = "END")]
    newline: Newline,
    #[arg(long, value_name = "LANG", help = format!("{} [default: en]", help::of_letters("Piece letters to write")))]
    to_letters: Option<String>,
    /// The name of --to-letters before inputs had a flag of their own
    #[arg(long, value_name = "LANG", hide = true, conflicts_with = "to_letters")]
    letters: Option<String>,
    /// Notation of moves in PGN [default: san, and long in hexagonal chess]; validate reports long and uci as N003 in
    /// each game
    #[arg(long, value_parser = one_of(Style::OF_PGN), value_name = "FORM")]
    movetext: Option<(Style, Option<&'static str>)>,
    /// Style of descriptive notation; tight and modern are the same in French and Spanish
    #[arg(long, value_parser = one_of(Layer::NAMED), default_value = "tight", value_name = "STYLE")]
    style: Layer,
    /// With descriptive and kober: tags and movetext, or columns as in a book
    #[arg(long, action = ArgAction::Set, value_parser = one_of(Layout::COLUMNS), default_value = "pgn", value_name = "LAYOUT")]
    layout: bool,
    /// With epd, fen and sfen: every position of the main line, not only the last
    #[arg(long)]
    every: bool,
    /// Version of CSA
    #[arg(long, value_parser = one_of(Version::NAMED), default_value = "2.2", value_name = "VERSION")]
    csa_version: Version,
    /// How to convert a game with a move that cannot be played
    #[arg(long, value_parser = one_of(OnBroken::NAMED), default_value = "comment", value_name = "WHAT")]
    on_broken: OnBroken,
    /// Fail if something is lost because the target cannot represent it
    #[arg(long)]
    pub(super) strict: bool,
    /// Parts to omit from PGN, separated by commas
    #[arg(long, value_parser = one_of(Strip::NAMED), value_delimiter = ',', value_name = "WHAT")]
    strip: Vec<fn(&mut Strip)>,
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
    #[arg(long, value_parser = one_of(FenComments::NAMED), value_name = "WHERE")]
    fen_comments: Option<FenComments>,
    /// Write the tag PlyCount
    #[arg(long)]
    ply_count: bool,
    /// Write each variation as a game of its own, with the moves up to it
    #[arg(long)]
    split_variations: bool,
    /// Omit games that occur twice or are the beginning of others, as listed by partie analyze --duplicates; the inputs
    /// are read twice
    #[arg(long)]
    pub(super) drop_duplicates: bool,
    /// Write the headings and the prose of printed books to this file, with a line for each game between them; the
    /// inputs are read twice
    #[arg(long, value_name = "FILE")]
    pub(super) prose: Option<PathBuf>,
    #[command(flatten)]
    pub(super) format: FormArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    chosen: WhereArgs,
    #[command(flatten)]
    edits: EditArgs,
    #[command(flatten)]
    pub(super) config: ConfigArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The plan of a conversion, with its inputs and outputs.
#[derive(Clone, Debug)]
pub(super) struct Order {
    pub(super) plan: ConvertPlan,
    /// Format, piece letters and encoding of the inputs, as far as given.
    pub(super) source: Source,
    pub(super) place: Place,
    /// The extension of output files.
    pub(super) ending: &'static str,
}

impl ConvertArgs {
    /// Fills missing arguments from `settings`, the configuration of the first input.
    pub(super) fn over(self, settings: &partie_config::Settings) -> Self {
        let of = |given: Option<String>, key: &str| given.or_else(|| settings.text(key).map(str::to_owned));
        let (old_letters, old_encoding) = (self.letters.is_some(), self.encoding.is_some());
        let to_letters = if old_letters { self.to_letters } else { of(self.to_letters, "convert.letters") };
        let to_encoding = if old_encoding { self.to_encoding } else { of(self.to_encoding, "convert.encoding") };
        Self { to: of(self.to, "convert.to"), to_letters, to_encoding, ..self }
    }

    /// Makes the plan of the conversion, under the configuration `configured`.
    pub(super) fn order(&self, configured: &partie_config::Settings) -> Result<Order, Refused> {
        let target = self.target()?;
        let encoding = named_output_encoding(self.to_encoding())?.unwrap_or_default();
        if target == Target::Json && encoding != Encoding::Utf8 {
            return Err(Refused::new("JSON is always written in UTF-8"));
        }
        let source = self.source.source_over(configured)?;
        let session = judging::reading(source, &self.rules.over(configured), &self.chosen)?.build()?;
        let JudgePlan { options, given, choice, .. } = session.judge_plan();
        let options = Options { moves_only: true, ..options };
        let layout = self.layout(target)?;
        let (newline, on_broken) = (self.newline, self.on_broken);
        if on_broken == OnBroken::Keep {
            target.check_keeps_illegal()?;
        }
        let settings = Settings { target, layout, on_broken, every: self.every, encoding, newline };
        let utf8 = encoding == Encoding::Utf8;
        let info = target.info();
        let columns = info.columns_extension.filter(|_| settings.layout.columns);
        let ending = columns.unwrap_or(if utf8 { info.utf8_extension } else { info.extension });
        let place = self.output.place()?;
        if info.is_single && matches!(place, Place::Folder(_, Split::Values)) {
            return Err(Refused::new("a file of JKF holds one game: it cannot be split by a tag"));
        }
        let plan = ConvertPlan {
            settings,
            options,
            given,
            choice,
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

    /// Warnings about former names of flags; in other subcommands, these flags refer to the inputs.
    pub(super) fn old_names(&self) -> impl Iterator<Item = String> {
        let given = [("encoding", self.encoding.is_some()), ("letters", self.letters.is_some())];
        given.into_iter().filter(|(_, given)| *given).map(|(name, _)| {
            format!(
                "warning: --{name} means the output here: write --to-{name}, or --from-{name} if the inputs are meant"
            )
        })
    }

    fn target(&self) -> Result<Target, Refused> {
        let Some(name) = self.to.as_deref() else {
            return Err(Refused::new(
                "--to TARGET is missing, and no configuration says it; partie convert --list has the targets",
            ));
        };
        match Target::find(name) {
            Some(Target::Shogi(ShogiTarget::Csa(_))) => Ok(Target::Shogi(ShogiTarget::Csa(self.csa_version))),
            Some(target) => Ok(target),
            None => {
                let known = TARGETS.iter().map(|row| row.name);
                Err(Refused::new(UnknownName::new(("target", "targets"), name, known).to_string()))
            }
        }
    }

    /// The style of moves, `None` for the default of the kind of game, and the piece letters.
    fn style(&self, target: Target) -> Result<(Option<Style>, &'static Letters), Refused> {
        if target != Target::Pgn && self.movetext.is_some() {
            return Err(Refused::new("--movetext applies only to the target pgn"));
        }
        match target {
            Target::Descriptive => {
                let language = match self.to_letters() {
                    None => Language::default(),
                    Some(code) => language(Some(code))?,
                };
                Ok((Some(Style::Descriptive(descriptive::Style::new(language, self.style))), Letters::ENGLISH))
            }
            Target::Kober => Ok((Some(Style::Kober), Letters::ENGLISH)),
            Target::Iccf => Ok((Some(Style::Iccf), Letters::ENGLISH)),
            _ => {
                let given = named_letters(self.to_letters())?;
                let (style, letters) = self.movetext.unzip();
                let default = letters.flatten().and_then(Letters::find);
                Ok((style, given.or(default).unwrap_or(Letters::ENGLISH)))
            }
        }
    }

    fn layout(&self, target: Target) -> Result<Layout, Refused> {
        let (style, letters) = self.style(target)?;
        let columns = self.layout;
        if columns && target.info().columns_extension.is_none() {
            return Err(Refused::new("--layout columns applies only to the targets descriptive and kober"));
        }
        let edits = self.edits.edits(target)?;
        if columns && edits.is_some() {
            return Err(Refused::new("a page of columns has no tags: nothing is edited with --layout columns"));
        }
        let mut strip = Strip::default();
        self.strip.iter().for_each(|leave_out| leave_out(&mut strip));
        Ok(Layout {
            style,
            letters,
            line_length: self.line_length,
            numbers: !self.no_move_numbers,
            checks: !self.no_checks,
            strip,
            fen_comments: self.fen_comments.unwrap_or_default(),
            ply_count: self.ply_count || self.edits.adds_ply_count(),
            columns,
            edits,
        })
    }
}

/// The edits of games.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Edits of games")]
pub(super) struct EditArgs {
    /// Set a tag
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Omit these tags
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    drop_tag: Vec<String>,
    /// Keep only these tags, in this order: all, roster, or names separated by commas
    #[arg(long, value_name = "WHICH")]
    tags: Option<String>,
    /// Rename a tag
    #[arg(long, value_name = "OLD=NEW")]
    rename_tag: Vec<String>,
    /// Add tags computed from the replayed game
    #[arg(long, value_parser = one_of(AddedTag::NAMED), value_delimiter = ',', value_name = "WHAT")]
    add: Vec<AddedTag>,
    /// One spelling for each player: a CSV file with the columns from and to
    #[arg(long, value_name = "TABLE")]
    names: Option<PathBuf>,
    /// Only these plies, from 1: 11..40, 11.. or ..40; the game then begins with a FEN
    #[arg(long, value_name = "A..B")]
    plies: Option<String>,
    /// Write only the moves after this position; games that do not reach it are kept whole
    #[arg(long, value_name = "FEN", conflicts_with = "plies")]
    start_at: Option<String>,
}

impl EditArgs {
    /// True if the tag PlyCount is added.
    pub(super) fn adds_ply_count(&self) -> bool {
        self.add.contains(&AddedTag::PlyCount)
    }

    /// The edits; `None` if there are none. They are leaked, because the whole run needs them.
    ///
    /// # Errors
    /// An invalid argument, or a target without tags.
    pub(super) fn edits(&self, target: Target) -> Result<Option<&'static Edits>, Refused> {
        let tags = TagEdits {
            names: self.names.as_deref().map(player_spellings::read_spellings).transpose()?.unwrap_or_default(),
            renamed: pairs(&self.rename_tag, "--rename-tag OLD=NEW")?,
            added: AddedTags::of(&self.add),
            set: pairs(&self.set, "--set NAME=VALUE")?,
            dropped: self.drop_tag.clone(),
            kept: self.tags.as_deref().map(KeptTags::parse).unwrap_or_default(),
        };
        tags.check()?;
        let plies = self.plies.as_deref().map(read_plies).transpose()?;
        let start_at = self.start_at.as_deref().map(position_key).transpose()?;
        if tags.is_empty() && plies.is_none() && start_at.is_none() {
            return Ok(None);
        }
        target.check_editable()?;
        Ok(Some(Box::leak(Box::new(Edits { tags, plies, start_at }))))
    }
}

/// Splits each text at its first `=`.
fn pairs(all: &[String], form: &str) -> Result<Vec<(String, String)>, Refused> {
    let pair = |text: &String| text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    all.iter().map(|text| pair(text).ok_or_else(|| Refused::new(format!("{text:?} has no =, as in {form}")))).collect()
}
