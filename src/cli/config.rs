//! `partie config`: the settings for a file and their origins; the schema of a configuration. Not for the meaning of
//! keys.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Exit;
use super::common_args::CommonArgs;
use super::config_args::ConfigArgs;
use super::standard::{print, print_lines, report_error};
use partie_config::schema;
use partie_record::shown::shown_path;

#[derive(Debug, Args)]
pub(super) struct ConfigCommandArgs {
    /// The file or folder [default: the working folder]
    path: Option<PathBuf>,
    /// Print the JSON schema of a configuration, for editors
    #[arg(long, exclusive = true)]
    schema: bool,
    #[command(flatten)]
    config: ConfigArgs,
    #[command(flatten)]
    common: CommonArgs,
}

pub(super) fn run(args: &ConfigCommandArgs) -> Exit {
    if args.schema {
        return print(&format!("{:#}\n", schema()), Exit::Clean);
    }
    let path = args.path.as_deref().unwrap_or(Path::new("."));
    let found = args.config.finder().and_then(|mut finder| Ok(finder.settings(path)?));
    let (settings, excluded) = match found {
        Ok(found) => found,
        Err(message) => return report_error(&format!("error: {message}"), Exit::Operation),
    };
    let lines: Vec<(String, String)> = settings
        .all()
        .map(|(key, value, origin)| {
            (format!("{key} = {value}"), origin.map_or("default".to_owned(), ToString::to_string))
        })
        .collect();
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or_default().min(60);
    let mut text = String::new();
    for (line, origin) in lines {
        text.push_str(&format!("{line:width$}  # {origin}\n"));
    }
    if excluded {
        text.push_str(&format!("# {} is excluded\n", shown_path(path)));
    }
    print_lines(&text, Exit::Clean)
}
