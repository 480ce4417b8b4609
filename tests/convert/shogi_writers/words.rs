//! Small records whose every byte is looked at.

use partie::internal::convert::ShogiTarget;
use partie::internal::notation::csa::Version;
use partie::internal::record::Format;

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
    assert_eq!(out.converted.unwrap().lost.times, 6);
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
    assert_eq!((lost.variations, lost.comments, lost.bookmarks, lost.total()), (3, 1, 1, 5));
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
    assert_eq!(usi.converted.unwrap().lost.moves, 2);
}

#[test]
fn a_game_that_ends_by_a_foul_keeps_its_result() {
    let text =
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ５五角(77)\n   4 反則勝ち\nまで3手で後手の反則勝ち\n";
    let out = one(text, Format::Kif, ShogiTarget::Csa(Version::V22));
    assert!(out.text.ends_with("-3334FU\n'*not converted: ５五角(77)\n%ILLEGAL_MOVE\n"), "{}", out.text);
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
        assert!(back.starts_with("position sfen 8k/9/8P/9/9/9/9/9/9 b RSr2b4g3s4n4l17p "), "{back}");
    }
}
