//! Manual pages in roff for the command and its subcommands, with exit status, environment, examples and references.

use std::io;

use clap_mangen::Man;
use roff::{Inline, Roff, bold, line_break, roman};

use super::Exit;
use super::standard::{print_bytes, report_error};
use partie_record::and;

/// Environment variables, with their effects.
const VARIABLES: [(&str, &str); 4] = [
    ("PARTIE_FORMAT", "The default of --format."),
    (
        "PARTIE_RULES, PARTIE_SELECT, PARTIE_IGNORE, PARTIE_FAIL_ON, PARTIE_ENCODING, PARTIE_LETTERS",
        "Defaults of the options of these names. They take precedence over partie.toml.",
    ),
    ("NO_COLOR", "Turns colors off unless --color is given."),
    ("TERM", "No progress bar is drawn if it is dumb."),
];

/// The beginning of the sentence about exit statuses in a description.
const STATUS: &str = "Exit status:";

/// Prints the manual page of a subcommand, or of the whole command without a name.
pub(super) fn run(mut command: clap::Command, name: Option<&str>) -> Exit {
    // Only after building does a command contain the full names of its subcommands.
    command.build();
    let pages = match name {
        None => manual(&command),
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => page(subcommand, name),
            None => {
                let names: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
                let line = format!("error: there is no command {name:?}; the commands are {}", and(&names));
                return report_error(&line, Exit::Operation);
            }
        },
    };
    pages.map_or(Exit::Internal, |page| print_bytes(&page, Exit::Clean))
}

/// The manual page of a subcommand.
fn page(command: &clap::Command, name: &str) -> io::Result<Vec<u8>> {
    let (command, status) = without_status(command);
    let sections = Man::new(command.clone()).title(format!("partie-{name}"));
    let mut page = Vec::new();
    sections.render_title(&mut page)?;
    sections.render_name_section(&mut page)?;
    sections.render_synopsis_section(&mut page)?;
    sections.render_description_section(&mut page)?;
    sections.render_options_section(&mut page)?;
    if let Some(status) = status {
        section(&mut page, "EXIT STATUS", vec![roman(status)])?;
    }
    environment(&mut page)?;
    if let Some(help) = command.get_after_help() {
        let lines = help.to_string();
        let lines = lines.lines().skip_while(|line| line.starts_with("Example"));
        section(&mut page, "EXAMPLES", lines.flat_map(|line| [roman(line), line_break()]).collect())?;
    }
    section(&mut page, "SEE ALSO", vec![bold("partie"), roman("(1), "), bold("partie explain"), roman(" CODE")])?;
    Ok(page)
}

/// The manual page of the whole command, with the options of each subcommand.
fn manual(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands() {
        let name = format!("partie {}", subcommand.get_name());
        let sections = Man::new(subcommand.clone().bin_name(name.clone()));
        Roff::new().control("SH", [name.to_uppercase().as_str()]).to_writer(&mut page)?;
        sections.render_synopsis_section(&mut page)?;
        sections.render_description_section(&mut page)?;
        sections.render_options_section(&mut page)?;
    }
    environment(&mut page)?;
    let pages = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let pages = pages.map(|subcommand| format!("partie man {}", subcommand.get_name()));
    section(&mut page, "SEE ALSO", vec![roman(pages.collect::<Vec<_>>().join(", "))])?;
    Ok(page)
}

/// Removes the sentence about exit statuses from the description of a command, and returns it separately.
fn without_status(command: &clap::Command) -> (clap::Command, Option<String>) {
    let about = command.get_long_about().map(ToString::to_string).unwrap_or_default();
    match about.split_once(STATUS) {
        Some((about, status)) => {
            (command.clone().long_about(about.trim_end().to_owned()), Some(status.trim().to_owned()))
        }
        None => (command.clone(), None),
    }
}

fn environment(page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", ["ENVIRONMENT"]);
    for (name, effect) in VARIABLES {
        roff.control("TP", [] as [&str; 0]).text([bold(name)]).text([roman(effect)]);
    }
    roff.to_writer(page)
}

fn section(page: &mut Vec<u8>, title: &str, text: Vec<Inline>) -> io::Result<()> {
    Roff::new().control("SH", [title]).text(text).to_writer(page)
}
