#!/usr/bin/env python3
"""Makes the lines of chess.tsv, shogi.tsv and hex.tsv from files of real games.

usage: make.py chess GAMES.pgn | make.py shogi FOLDER... | make.py hex GAMES.pgn | make.py perft SHOGI.tsv

Reads the moves as `partie validate` prints them (PARTIE names the program) and keeps facts only: date, result or last
word, moves. Sound games only. Of chess each eighth game is kept, and each game with a rare end.

The last column is the last position by other programs: python-chess, python-shogi, and for hexagonal chess a table of
positions (POSITIONS=FILE, columns game_id and final_fen) in the order of the games."""
import csv
import json
import os
import re
import subprocess
import sys

PARTIE = os.environ.get("PARTIE", "partie")
kind, paths = sys.argv[1], sys.argv[2:]


def judged(paths):
    arguments = [PARTIE, "validate", "-q", "--format", "jsonl", "--games", "--moves"]
    return subprocess.Popen(arguments + paths, stdout=subprocess.PIPE, text=True).stdout


def games(paths):
    """Each game with its findings."""
    findings = []
    for line in judged(paths):
        row = json.loads(line)
        if row["type"] == "finding":
            findings.append(row)
        elif row["type"] == "game":
            yield row, [one for one in findings if one.get("game") == row["game"]]
            findings = []


def date(text):
    found = re.search(r"(\d{4})[./](\d\d|\?\?)[./](\d\d|\?\?)", text)
    return ".".join(found.groups()) if found else "????.??.??"


def tags_of(path):
    """The tags of each game of a PGN file."""
    text = open(path, encoding="utf-8", errors="replace").read()
    for game in re.split(r"\n(?=\[Event )", text):
        yield dict(re.findall(r'\[(\w+) "([^"\n]*)"\]', game))


def start_of(path):
    """The position from which a record of shogi begins, as USI names it."""
    arguments = [PARTIE, "convert", "-q", "--to", "usi", path]
    line = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    start = line.removeprefix("position ").removeprefix("sfen ").partition(" moves")[0].strip()
    return STARTS["平手"] if start == "startpos" else start


# Handicaps: their names, and the positions from which they begin.
STARTS = {
    "平手": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "香落ち": "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "角落ち": "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "飛車落ち": "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "二枚落ち": "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "四枚落ち": "1nsgkgsn1/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "六枚落ち": "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
}


def sound(row, findings):
    return row["status"] == "ok" and not any(one["severity"] == "error" for one in findings)


if kind == "chess":
    import chess

    for (row, findings), tags in zip(games(paths), tags_of(paths[0]), strict=True):
        codes = {one["code"] for one in findings}
        draws = {one["kind"] for one in row.get("draws", [])}
        rare = row["end"] == "stalemate" or draws & {"fivefold", "fifty", "seventyfive"} or "D004" in codes
        keep = rare or row["game"] % 8 == 0 or row["end"] == "checkmate" and row["game"] % 3 == 0
        if keep and sound(row, findings) and "SetUp" not in tags and row["plies"] > 0:
            eco = tags.get("ECO", "")
            board = chess.Board()
            for move in row["moves"].split():
                board.push_uci(move)
            last = board.fen(en_passant="legal")
            print(date(tags.get("Date", "")), row["result"]["recorded"], eco, row["moves"], last, sep="\t")
elif kind == "hex":
    positions = [line["final_fen"] for line in csv.DictReader(open(os.environ["POSITIONS"]))]
    for (row, findings), tags in zip(games(paths), tags_of(paths[0]), strict=True):
        if sound(row, findings):
            last = positions[row["game"] - 1]
            print(date(tags.get("Date", "")), row["result"]["recorded"], row["moves"], last, sep="\t")
elif kind == "perft":
    import shogi

    # A position of each twelfth game, and how many lines of one and two plies it has.
    print("sfen", "perft1", "perft2", sep="\t")
    for number, line in enumerate(open(paths[0])):
        _, handicap, _, moves, _ = line.rstrip("\n").split("\t")
        if number % 12:
            continue
        board = shogi.Board(STARTS[handicap])
        for move in moves.split()[: 20 + number % 100]:
            board.push_usi(move)
        sfen, counts = board.sfen(), [0, 0]
        for move in list(board.legal_moves):
            counts[0] += 1
            board.push(move)
            counts[1] += sum(1 for _ in board.legal_moves)
            board.pop()
        print(sfen, *counts, sep="\t")
else:
    import shogi

    for row, findings in games(paths):
        text = open(row["path"], "rb").read()
        for encoding in ["utf-8", "shift_jis", "euc_jp"]:
            try:
                text = text.decode(encoding)
                break
            except UnicodeDecodeError:
                pass
        start = start_of(row["path"])
        handicap = next((name for name, sfen in STARTS.items() if sfen == start), None)
        csa = re.findall(r"^%([A-Z_]+)", text, re.M)
        kif = re.findall(r"^ *\d+ (投了|中断|千日手|詰み|切れ負け|反則勝ち|反則負け|入玉勝ち)", text, re.M)
        words = {"TORYO": "投了", "CHUDAN": "中断", "SENNICHITE": "千日手", "TSUMI": "詰み", "TIME_UP": "切れ負け"}
        end = kif[-1] if kif else words.get(csa[-1], "") if csa else ""
        if handicap and sound(row, findings):
            board = shogi.Board(start)
            for move in row["moves"].split():
                board.push_usi(move)
            print(date(text), handicap, end, row["moves"], board.sfen(), sep="\t")
