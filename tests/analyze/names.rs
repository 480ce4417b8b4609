//! Spellings that may be one player: proposed as a table, which converting reads.

use std::fs;

use crate::common::{partie, root, run_in};
use crate::own_games::{counted, is_own, real};

#[test]
fn what_is_proposed_is_what_converting_reads() {
    let folder = tempfile::tempdir().unwrap();
    let game = |white: &str, black: &str, date: &str| {
        format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n[Result \"*\"]\n\n1. e4 *\n\n")
    };
    let games = [
        game("Aldous, Miriam", "Brandt, O.", "2021.03.04"),
        game("Aldous, Miriam", "Brandt, Otto", "2021.??.??"),
        game("ALDOUS M", "Brandt, Olga", "2022.01.01"),
        game("Aldous, M.", "?", "1901.01.01"),
        game("=Aldous, Miriam", "Novák, Tereza", "2020"),
        game("A", "Tereza Novak", "2020"),
    ];
    fs::write(folder.path().join("a.pgn"), games.concat()).unwrap();
    let (exit, table, stderr) = run_in(&["analyze", "--names", "a.pgn"], folder.path());
    assert_eq!((exit, stderr.trim()), (Some(0), "3 spellings proposed in 6 games"));
    let rows: Vec<&str> = table.lines().collect();
    // Of 1901 and 2021 is nobody, and O. Brandt may be Otto or Olga.
    assert_eq!(
        rows,
        [
            "from,to,from_games,to_games,from_years,to_years,why",
            "\"'=Aldous, Miriam\",\"Aldous, Miriam\",1,2,2020-2020,2021-2021,the same letters",
            "Tereza Novak,\"Novák, Tereza\",1,1,2020-2020,2020-2020,the same letters",
            "ALDOUS M,\"Aldous, Miriam\",1,2,2022-2022,2021-2021,an initial",
        ]
    );
    fs::write(folder.path().join("names.csv"), &table).unwrap();
    let (_, text, _) = run_in(&["convert", "-q", "--to", "pgn", "--names", "names.csv", "a.pgn"], folder.path());
    assert_eq!(text.matches("[White \"Aldous, Miriam\"]").count(), 4, "{text}");
    let (_, again, _) = run_in(&["analyze", "-q", "--names", "--where", "year = 2021", "a.pgn"], folder.path());
    assert_eq!(again.lines().count(), 2, "{again}");
    for (arguments, wanted) in
        [(&["analyze", "--names", "none.pgn"][..], 2), (&["analyze", "--names", "-o", "out", "a.pgn"], 2)]
    {
        assert_eq!(run_in(arguments, folder.path()).0, Some(wanted), "{arguments:?}");
    }
    let club = root().join("fixtures/shogi/league.kifu");
    let output = partie().args(["analyze", "-q", "--names"]).arg(club).output().unwrap();
    assert!(output.status.success());
}

#[test]
fn names_of_real_games() {
    let path = real("chess/real.pgn.zst");
    let table = |more: &[&str]| {
        let output = partie().args(["analyze", "-q", "--names"]).args(more).arg(&path).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let one = table(&["-j", "1"]);
    assert_eq!(one, table(&["-j", "2", "--chunk", "65536"]));
    let mut rows = csv::Reader::from_reader(one.as_bytes());
    let rows: Vec<[String; 2]> =
        rows.records().map(|row| row.map(|row| [0, 1].map(|at| row[at].to_owned())).unwrap()).collect();
    assert!(rows.len() > counted(200, 15), "{}", rows.len());
    let to = |name: &str| rows.iter().find(|[from, _]| from == name).map(|[_, to]| to.as_str());
    if is_own() {
        assert!(rows.iter().all(|[from, to]| from.split(',').next() == to.split(',').next()), "{rows:?}");
    } else {
        assert_eq!(to("Anand,V"), Some("Anand, Viswanathan"));
        assert_eq!(to("Tal, Mikhail"), Some("Tal, Mihail"));
    }
    // Nothing is to be changed twice.
    assert!(rows.iter().all(|[_, target]| to(target).is_none()));
}
