//! Archives behind other bytes, archives that are cut, and kinds of files that are not read.

use std::fs;
use std::io::Write as _;

use crate::archive_support::{member, zip};
use crate::common::{feed, run_in};

const GAME: &str = "[Event \"club\"]\n\n1. e4 e5 *\n\n";

#[test]
fn archives_behind_other_bytes_are_read_and_other_kinds_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let archive = zip(&[member("good.pgn", GAME.as_bytes())]);
    let behind = |bytes: &[u8]| [bytes, &archive].concat();
    // Its offsets count from the beginning of the archive, not of the file.
    for (name, bytes) in [
        ("box.zip", behind(b"anything\n")),
        ("box.bin", behind(b"MZ\x90\0\x03\0\0\0")),
        ("box.sh", behind(b"#!/bin/sh\n")),
    ] {
        fs::write(path.join(name), bytes).unwrap();
        let (code, _, stderr) = run_in(&["validate", name], path);
        assert!(code == Some(0) && stderr.starts_with("1 game, "), "{name}: {stderr}");
        let (code, _, stderr) = run_in(&["analyze", name, "-o", &format!("{name}-out")], path);
        assert!(code == Some(0) && stderr.contains("1 game"), "{name}: {stderr}");
    }
    let mut tar = vec![0; 512];
    tar[..9].copy_from_slice(b"games.pgn");
    tar[257..262].copy_from_slice(b"ustar");
    tar.extend_from_slice(GAME.as_bytes());
    let gzip = |bytes: &[u8]| {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    };
    let with_game = |magic: &[u8]| [magic, GAME.as_bytes()].concat();
    for (name, bytes, words) in [
        ("a.tar", tar.clone(), "it is a tar archive: unpack it"),
        ("a.pgn", tar.clone(), "it is a tar archive: unpack it"),
        ("a.tar.gz", gzip(&tar), "it is a tar archive: unpack it"),
        ("a.7z", with_game(b"7z\xbc\xaf\x27\x1c\0\x04"), "it is a 7z archive: unpack it"),
        ("a.rar", with_game(b"Rar!\x1a\x07\x01\0"), "it is a RAR archive: unpack it"),
        ("a.pdf", with_game(b"%PDF-1.7\n"), "it is a PDF document: save its text"),
        ("scan.png", b"\x89PNG\r\n\x1a\n\0\0".to_vec(), "it is a picture (PNG): read its text"),
        ("torn.zip", archive[..archive.len() - 10].to_vec(), "it is a zip archive whose list of members"),
        ("half.zip", archive[..archive.len() / 2].to_vec(), "it is a zip archive whose list of members"),
    ] {
        fs::write(path.join(name), &bytes).unwrap();
        for arguments in
            [&["validate", name][..], &["analyze", "-o", "named", "--restart", name], &["convert", "--to", "uci", name]]
        {
            let (code, stdout, stderr) = run_in(arguments, path);
            assert!(code == Some(2) && stdout.is_empty() && stderr.contains(words), "{name}: {code:?} {stderr}");
        }
        // In a folder it is passed over; an archive may hold games.
        let aside = format!("aside/{name}");
        fs::create_dir_all(path.join("aside")).unwrap();
        fs::write(path.join(&aside), &bytes).unwrap();
        fs::write(path.join("aside/z.pgn"), GAME).unwrap();
        for arguments in [&["validate", "aside"][..], &["analyze", "-o", "named", "--restart", "aside"]] {
            let (code, _, stderr) = run_in(arguments, path);
            assert!(stderr.contains("1 game"), "{name}: {stderr}");
            let is_reported = stderr.contains(words) && stderr.contains(&aside);
            assert_eq!(is_reported, !["a.pdf", "scan.png"].contains(&name), "{name}: {stderr}");
            assert_eq!(code, Some(if name.ends_with(".zip") { 2 } else { 0 }), "{name}: {stderr}");
        }
        fs::remove_dir_all(path.join("aside")).unwrap();
        let (code, _, stderr) = run_in(&["validate", "a.tar", "box.zip"], path);
        assert!(code == Some(2) && stderr.contains("1 game, "), "{stderr}");
        let output = feed(&["validate", "-"], &bytes);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(name.ends_with(".zip") || stderr.contains(words), "{name}: {stderr}");
    }
}
