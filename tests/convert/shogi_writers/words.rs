//! Small records whose every byte is looked at.

use partie_convert::{Loss, ShogiTarget};
use partie_notation::csa::Version;
use partie_notation::psn::Style;
use partie_record::{Format, Outcome};
use partie_replay::{Options, Wanted};

use super::support::one;

const TREE: &str = "\
#KIF version=2.0 encoding=UTF-8
棋戦：一局
手合割：平手
先手：甲
後手：乙
対局番号：12
手数----指手---------消費時間--
*初手の前
   1 ７六歩(77)   ( 0:10/00:00:10)+
&しおり
   2 ３四歩(33)   ( 1:05/00:01:05)+
*二手目
   3 ２二角成(88) ( 0:02/00:00:12)
   4 投了         ( 0:00/00:01:05)+
まで3手で先手の勝ち

変化：4手
   4 同　銀(31)   ( 0:01/00:01:06)
   5 ４五角打     ( 0:09/00:00:21)

変化：2手
   2 ８四歩(83)
*別の手

変化：1手
   1 ２六歩(27)
   2 中断
まで1手で中断
";

#[test]
fn kif_comes_back_as_it_was() {
    let out = one(TREE, Format::Kif, ShogiTarget::Kif);
    assert!(out.good, "{:?}", out.codes);
    assert_eq!(out.text, TREE);
    assert_eq!(out.converted.unwrap().lost.total(), 0);
}

#[test]
fn the_same_in_ki2() {
    let out = one(TREE, Format::Kif, ShogiTarget::Ki2);
    let wanted = "\
棋戦：一局
手合割：平手
先手：甲
後手：乙
対局番号：12
*初手の前
▲７六歩
&しおり
△３四歩
*二手目
▲２二角成  △投了
まで3手で先手の勝ち

変化：4手
△同　銀    ▲４五角

変化：2手
△８四歩
*別の手

変化：1手
▲２六歩
まで1手で中断
";
    assert_eq!(out.text, wanted);
    assert_eq!(out.converted.unwrap().lost.of(Loss::Times), 6);
}

#[test]
fn the_same_in_csa() {
    let out = one(TREE, Format::Kif, ShogiTarget::Csa(Version::V30));
    let wanted = "\
'CSA encoding=UTF-8
V3.0
N+甲
N-乙
$EVENT:一局
'KIF 対局番号=12
PI
+
'*初手の前
+7776FU
T10
-3334FU
T65
'*二手目
+8822UM
T2
%TORYO
T0
";
    assert_eq!(out.text, wanted);
    let lost = out.converted.unwrap().lost;
    assert_eq!(
        (lost.of(Loss::Variations), lost.of(Loss::Comments), lost.of(Loss::Bookmarks), lost.total()),
        (3, 1, 1, 5)
    );
}

#[test]
fn the_same_in_jkf() {
    let out = one(TREE, Format::Kif, ShogiTarget::Jkf);
    let wanted = r#"{"header":{"棋戦":"一局","先手":"甲","後手":"乙","対局番号":"12"},
"initial":{"preset":"HIRATE"},
"moves":[{"comments":["初手の前"]},
{"move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"},"time":{"now":{"h":0,"m":0,"s":10},"total":{"h":0,"m":0,"s":10}},"forks":[[{"move":{"color":0,"from":{"x":2,"y":7},"to":{"x":2,"y":6},"piece":"FU"}},
{"special":"CHUDAN"}]]},
{"move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"},"time":{"now":{"h":0,"m":1,"s":5},"total":{"h":0,"m":1,"s":5}},"comments":["二手目"],"forks":[[{"move":{"color":1,"from":{"x":8,"y":3},"to":{"x":8,"y":4},"piece":"FU"},"comments":["別の手"]}]]},
{"move":{"color":0,"from":{"x":8,"y":8},"to":{"x":2,"y":2},"piece":"KA","promote":true,"capture":"KA"},"time":{"now":{"h":0,"m":0,"s":2},"total":{"h":0,"m":0,"s":12}}},
{"special":"TORYO","time":{"now":{"h":0,"m":0,"s":0},"total":{"h":0,"m":1,"s":5}},"forks":[[{"move":{"color":1,"from":{"x":3,"y":1},"to":{"x":2,"y":2},"piece":"GI","same":true,"capture":"UM"},"time":{"now":{"h":0,"m":0,"s":1},"total":{"h":0,"m":1,"s":6}}},
{"move":{"color":0,"to":{"x":4,"y":5},"piece":"KA"},"time":{"now":{"h":0,"m":0,"s":9},"total":{"h":0,"m":0,"s":21}}}]]}]}
"#;
    assert_eq!(out.text, wanted);
}

#[test]
fn what_could_not_be_played_is_a_comment() {
    let text = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五飛(28)\n   4 ８四歩(83)\n   5 投了\n\n変化：3手\n   3 ２六歩(27)\n";
    let out = one(text, Format::Kif, ShogiTarget::Kif);
    let converted = out.converted.unwrap();
    assert!(converted.broken && !out.good);
    let body = out.text.split_once("--\n").unwrap().1;
    let wanted = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\n*not converted: ５五飛(28) ８四歩(83) 投了\nまで2手で中断\n\n変化：3手\n   3 ２六歩(27)\n";
    assert_eq!(body, wanted);
    let usi = one(text, Format::Kif, ShogiTarget::Usi);
    assert_eq!(usi.text, "position startpos moves 7g7f 3c3d\n");
    assert_eq!(usi.converted.unwrap().lost.of(Loss::Moves), 2);
}

#[test]
fn a_game_that_ends_by_a_foul_keeps_its_result() {
    let text =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五角(77)\n   4 反則勝ち\nまで3手で後手の反則勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Csa(Version::V22));
    assert!(out.text.ends_with("-3334FU\n+7755KA\n%+ILLEGAL_ACTION\n"), "{}", out.text);
    assert!(!out.converted.unwrap().broken);
}

#[test]
fn positions_and_headers_of_every_kind() {
    let text = "\
表題：詰将棋
手合割：詰将棋
後手の持駒：飛　角二　金四　銀三　桂四　香四　歩十七
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・ ・ ・ ・ ・v玉|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ 歩|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：飛　銀
手数＝12
盤面回転
手数----指手---------消費時間--
   1 １二銀打
";
    let out = one(text, Format::Kif, ShogiTarget::Kif);
    let head = "#KIF version=2.0 encoding=UTF-8\n";
    assert_eq!(out.text.strip_prefix(head).unwrap(), text);
    let usi = one(text, Format::Kif, ShogiTarget::Usi).text;
    assert_eq!(usi, "position sfen 8k/9/8P/9/9/9/9/9/9 b RSr2b4g3s4n4l17p 13 moves S*1b\n");
    for (target, format) in super::TARGETS {
        let there = one(text, Format::Kif, target).text;
        let back = one(&there, format, ShogiTarget::Usi).text;
        let (label, lost) =
            (there.contains("手合割"), one(text, Format::Kif, target).converted.unwrap().lost.of(Loss::Headers));
        assert!(label == (target != ShogiTarget::Usi) && label == (lost == 0), "{lost} {there}");
        assert!(back.starts_with("position sfen 8k/9/8P/9/9/9/9/9/9 b RSr2b4g3s4n4l17p "), "{back}");
    }
}

/// The last line of a record that becomes another, and the ends that were lost.
fn last_line(text: &str, from: Format, to: ShogiTarget) -> (String, u64) {
    let out = one(text, from, to);
    (out.text.trim_end().lines().last().unwrap_or_default().to_owned(), out.converted.unwrap().lost.of(Loss::Ends))
}

#[test]
fn a_result_while_the_winner_is_to_move_gets_no_reason() {
    let psn = "[Sente \"A\"]\n[Gote \"B\"]\n[Result \"1-0\"]\n\n1. P-7f P-3d\n";
    let glued = "[Sente \"A\"]\n\n1. P-7f P-3d 1-0\n";
    let pychess = "[White \"A\"]\n[Variant \"Shogi\"]\n[Result \"1-0\"]\n\n1. Pc4 Pg6 1-0\n";
    for (text, format) in [(psn, Format::Psn), (glued, Format::Psn), (pychess, Format::Pychess)] {
        let last = |target| last_line(text, format, target);
        assert_eq!(last(ShogiTarget::Kif), ("まで2手で先手の勝ち".into(), 0), "{text}");
        assert_eq!(last(ShogiTarget::Ki2), ("まで2手で先手の勝ち".into(), 0), "{text}");
        assert_eq!(last(ShogiTarget::Csa(Version::V22)), ("-3334FU".into(), 1), "{text}");
        assert_eq!(last(ShogiTarget::Psn(Style::Hodges)), ("1. P-7f P-3d 1-0".into(), 0), "{text}");
        let jkf = one(text, format, ShogiTarget::Jkf);
        assert!(!jkf.text.contains("special") && jkf.converted.unwrap().lost.of(Loss::Ends) == 1, "{}", jkf.text);
    }
    let handicap = "[Sente \"A\"]\n[Handicap \"Bishop\"]\n[Result \"1-0\"]\n\n1...P-3d\n1.P-7f P-4d\n2.P-6f\n";
    assert_eq!(last_line(handicap, Format::Psn, ShogiTarget::Kif).0, "まで4手で下手の勝ち");
    // What KIF says so comes back from there, too.
    let kif = one(psn, Format::Psn, ShogiTarget::Kif).text;
    assert_eq!(last_line(&kif, Format::Kif, ShogiTarget::Psn(Style::Hodges)), ("1. P-7f P-3d 1-0".into(), 0));
}

#[test]
fn an_end_that_somebody_won_by_and_no_word_says_is_left_out() {
    let moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 不戦勝\nまで2手で先手の不戦勝\n";
    assert_eq!(last_line(moves, Format::Kif, ShogiTarget::Csa(Version::V22)), ("-3334FU".into(), 1));
    let branch = format!("{moves}\n変化：3手\n   3 ２六歩(27)\n");
    let jkf = one(&branch, Format::Kif, ShogiTarget::Jkf).text;
    // A variation of the end needs one.
    assert!(jkf.contains("{\"special\":\"CHUDAN\",\"forks\":[[{"), "{jkf}");
    let jkf = one(moves, Format::Kif, ShogiTarget::Jkf);
    assert!(!jkf.text.contains("special") && jkf.converted.unwrap().lost.of(Loss::Ends) == 1, "{}", jkf.text);
}

#[test]
fn ki2_keeps_the_reason_and_the_result_in_its_sentence() {
    let moves = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ";
    for (end, ki2, lost, back) in [
        ("トライ\nまで3手で先手の勝ち", "まで3手でトライにより先手の勝ち", 0, "   4 トライ"),
        ("Time-up\nまで3手で先手の勝ち", "まで3手で先手の勝ち", 1, "   4 投了"),
        ("Time-up\nまで3手で", "まで3手でTime-up", 0, "   3 ２六歩(27)"),
        ("詰み\nまで3手で先手の勝ち", "まで3手で詰み", 0, "   4 詰み"),
        ("投了\nまで3手で先手の勝ち", "まで3手で先手の勝ち", 0, "   4 投了"),
        ("投了\nまで3手で後手の勝ち", "まで3手で先手の勝ち", 1, "   4 投了"),
    ] {
        let text = format!("{moves}{end}\n");
        assert_eq!(last_line(&text, Format::Kif, ShogiTarget::Ki2), (ki2.to_owned(), lost), "{end}");
        let written = one(&text, Format::Kif, ShogiTarget::Ki2).text;
        let again = one(&written, Format::Ki2, ShogiTarget::Kif).text;
        assert!(again.contains(&format!("\n{back}\nまで3手で")), "{end}\n{again}");
    }
    let mate = "後手の持駒：なし\n先手の持駒：金\n手合割：平手\n▲７六歩 △３四歩 ▲２六歩\nまで3手で詰み\n";
    let games = partie_replay::texts::replay_with(mate.as_bytes(), &Options::default(), &Wanted::default());
    let recorded = games.iter().filter_map(|game| Some(game.replayed.as_ref()?.recorded)).collect::<Vec<_>>();
    assert_eq!(recorded, [Some(Outcome::FirstWins)]);
}

#[test]
fn a_file_of_pychess_holds_games_of_several_variants() {
    let game = |variant: &str, moves: &str| {
        format!("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n{variant}\n{moves} 1-0\n\n")
    };
    let shogi = game("[Variant \"Shogi\"]\n", "1. Pc4 Pg6 2. Bxh8=H Sxh8 3. B@e5 Pb6");
    let chess = game("", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#");
    let house = game("[Variant \"Crazyhouse\"]\n", "1. e4 d5 2. exd5 Qxd5 3. P@e4");
    let plies = |text: &str| {
        let games = partie_replay::texts::replay_with(text.as_bytes(), &Options::default(), &Wanted::default());
        let seen = |game: &partie_replay::texts::ReplayedGame| {
            let codes: Vec<&str> = game.findings.iter().map(|finding| finding.code.as_str()).collect();
            (game.replayed.as_ref().map_or(0, |replayed| replayed.plies), codes.concat())
        };
        games.iter().map(seen).collect::<Vec<_>>()
    };
    let (shogi_read, chess_read) = ((6, String::new()), (7, String::new()));
    let seen = |text: &str| {
        plies(text).into_iter().map(|(plies, codes)| (plies, codes.replace("H001", ""))).collect::<Vec<_>>()
    };
    assert_eq!(seen(&format!("{shogi}{chess}{shogi}")), [shogi_read.clone(), chess_read.clone(), shogi_read.clone()]);
    assert_eq!(seen(&format!("{chess}{shogi}{chess}")), [chess_read.clone(), shogi_read.clone(), chess_read]);
    assert_eq!(seen(&format!("{shogi}{house}{shogi}"))[2], shogi_read);
    // The hands in brackets, and White moves first.
    let start = |fen: &str, moves: &str| game(&format!("[Variant \"Shogi\"]\n[FEN \"{fen}\"]\n"), moves);
    let even = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1";
    let odds = "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] b 0 1";
    let hands = "4k4/9/9/9/9/9/9/9/4K4[PPg] w 0 3";
    for (fen, moves) in [(even, "1. Pc4 Pg6"), (odds, "1... Gf8 2. Pc4"), (hands, "3. P@e5 G@e2+")] {
        assert_eq!(seen(&start(fen, moves)), [(2, String::new())], "{fen}");
    }
    let usi = one(&start(hands, "3. P@e5"), Format::Pychess, ShogiTarget::Usi).text;
    assert_eq!(usi, "position sfen 4k4/9/9/9/9/9/9/9/4K4 b 2Pg 5 moves P*5e\n");
}

/// The headers of time of a record of KIF in another format, and after the way back.
fn times(headers: &str, target: ShogiTarget) -> (String, String) {
    let kif = format!("手合割：平手\n先手：甲\n後手：乙\n{headers}手数----指手---------消費時間--\n   1 ７六歩(77)\n");
    let out = one(&kif, Format::Kif, target).text;
    let back = one(&out, Format::Csa, ShogiTarget::Kif).text;
    let of_time = |text: &str, words: [&str; 3]| -> String {
        let lines = text.lines().filter(|line| words.iter().any(|word| line.contains(word)));
        lines.collect::<Vec<_>>().join(" ")
    };
    (of_time(&out, ["TIME", "時間=", "秒読み="]), of_time(&back, ["持ち時間：", "秒読み：", "TIME"]))
}

#[test]
fn time_controls_by_statements_of_csa() {
    let (v22, v30) = (ShogiTarget::Csa(Version::V22), ShogiTarget::Csa(Version::V30));
    for (headers, target, csa, back) in [
        ("持ち時間：各25分\n秒読み：30秒\n", v22, "$TIME_LIMIT:00:25+30", "持ち時間：25分+30秒"),
        ("持ち時間：15分＋60秒\n", v30, "$TIME_LIMIT:00:15+60", "持ち時間：15分+1分"),
        ("持ち時間：6時間\n", v22, "$TIME_LIMIT:06:00", "持ち時間：6時間"),
        ("持ち時間：20分切れ負け\n", v22, "$TIME_LIMIT:00:20+00", "持ち時間：20分切れ負け"),
        ("持ち時間：5分、1手毎に5秒加算\n", v30, "$TIME:300+0+5", "持ち時間：5分、1手ごとに5秒加算"),
        ("持ち時間：90秒+10秒\n", v30, "$TIME:90+10+0", "持ち時間：1分30秒+10秒"),
        (
            "先手持ち時間：20分切れ負け\n後手持ち時間：10分切れ負け\n",
            v30,
            "$TIME+:1200+0+0 $TIME-:600+0+0",
            "先手持ち時間：20分切れ負け 後手持ち時間：10分切れ負け",
        ),
        // Without a statement of the version they remain comments.
        ("持ち時間：90秒+10秒\n", v22, "'KIF 持ち時間=90秒+10秒", "持ち時間：90秒+10秒"),
        ("持ち時間：適宜\n秒読み：30秒\n", v30, "'KIF 持ち時間=適宜 'KIF 秒読み=30秒", "持ち時間：適宜 秒読み：30秒"),
        ("秒読み：30秒\n", v30, "'KIF 秒読み=30秒", "秒読み：30秒"),
        (
            "持ち時間：10分、考慮時間1分10回\n",
            v30,
            "'KIF 持ち時間=10分、考慮時間1分10回",
            "持ち時間：10分、考慮時間1分10回",
        ),
    ] {
        assert_eq!(times(headers, target), (csa.to_owned(), back.to_owned()), "{headers}");
    }
}
