#!/usr/bin/env python3
"""Answers for partie: what `partie validate --format jsonl` finds, in the words of the vocabulary. PARTIE names the program."""

import json
import os
import subprocess
import sys

PARTIE = os.environ.get("PARTIE", "partie")
FORMATS = {"pgn-variations": "pgn", "chess960": "pgn", "hex-long": "hex", "hex-short": "hex"}
FREE = ("long",)  # found by content: its tags are those of PGN
REASONS = {
    "L001": "wrong-side",
    "L002": "no-such-piece",
    "L003": "cannot-move-so",
    "L004": "blocked",
    "L005": "own-piece",
    "L010": "pinned",
    "L011": "check-not-parried",
    "L012": "king-into-check",
    "L020": "no-castling",
    "L021": "castling-right-lost",
    "L022": "castling-through-check",
    "L023": "castling-blocked",
    "L024": "castling-out-of-check",
    "L025": "en-passant-expired",
    "L026": "no-en-passant",
    "L027": "en-passant-exposes-king",
    "L030": "double-step",
    "L031": "promotion-missing",
    "L032": "promotion-piece",
    "L033": "promotion-rank",
    "L034": "captures-nothing",
    "L035": "captures-straight",
    "L036": "ambiguous",
    "L040": "game-over",
    "L060": "nifu",
    "L061": "uchifuzume",
    "L062": "dead-end-drop",
    "L063": "must-promote",
    "L064": "not-in-hand",
    "L065": "square-occupied",
    "L066": "cannot-promote",
    "L067": "not-in-zone",
    "L068": "no-such-piece",
    "L069": "no-previous-move",
    "N024": "null-move",
    "N070": "no-such-square",
    "N072": "no-such-square",
    "H010": "impossible-position",
    "H011": "impossible-position",
    "H012": "impossible-position",
    "H014": "impossible-position",
    "H015": "impossible-position",
    "H032": "impossible-position",
}
INSIDE = {  # the reason within a finding: of a move without a legal reading, and of a foul that ends a record
    "none-goes": "cannot-move-so",
    "no-such-move": "cannot-move-so",
    "does-not-go": "cannot-move-so",
    "not-as-words": "cannot-move-so",
    "path-blocked": "blocked",
    "no-piece": "no-such-piece",
    "does-not-have": "no-such-piece",
    "holds": "no-such-piece",
    "empty-origin": "no-such-piece",
    "not-own": "wrong-side",
    "stays-in-check": "check-not-parried",
    "attacked": "king-into-check",
    "attacked-through": "king-into-check",
    "right-lost-by-king": "castling-right-lost",
    "right-lost-by-rook": "castling-right-lost",
    "right-not-at-start": "castling-right-lost",
    "no-double-step": "no-en-passant",
    "came-otherwise": "no-en-passant",
    "drop-pawn-mate": "uchifuzume",
    "drop-pawn-mate-because": "uchifuzume",
    "dead-drop": "dead-end-drop",
}
NOTES = {
    "N001": "castling-zeros",
    "N002": "foreign-letters",
    "N003": "long-form",
    "N004": "promotion-mark",
    "N010": "capture-mark",
    "N011": "check-mark-wrong",
    "N012": "needless-disambiguation",
    "N014": "en-passant-suffix-wrong",
    "N015": "check-mark-missing",
    "N020": "move-number",
    "N040": "superfluous-word",
    "N050": "misprinted-number",
    "N071": "l-for-one",
    "R010": "results-differ",
    "R013": "results-differ",
}
ABOUT_THE_END = ("R", "D", "N031", "N041", "C")
CLAIMS = {
    "threefold": "threefold",
    "fivefold": "fivefold",
    "fifty": "fifty",
    "seventyfive": "seventy-five",
    "dead": "dead-position",
    "sennichite": "sennichite",
    "perpetual": "perpetual-check",
}
RESULTS = {"consistent": "agrees", "inconsistent": "contradicted", "presumed": "undecided"}


def run(record):
    form = FORMATS.get(record["format"], record["format"])
    options = [] if form in FREE else ["--from", form]
    command = [PARTIE, "validate", "--isolated", "--quiet", "--format", "jsonl", "--games", "--rules", record["rules"], *options, "-"]
    done = subprocess.run(command, input=record["text"].encode(), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    findings = [line for line in lines if line["type"] == "finding"]
    return findings, [line for line in lines if line["type"] == "game"]


def assumed(finding):
    """Whether several moves fit, and the finding says that nothing tells which was played."""
    decided = finding.get("args", {}).get("decided", {})
    return finding.get("shape") == "reading-assumed" or decided.get("shape") in ("nothing-decides", "some-let-play")


def stops(finding):
    """Whether the finding says that the line cannot be played on as it is written."""
    if finding["code"] == "R043" or assumed(finding):
        return True
    return finding["severity"] == "error" and not finding["code"].startswith(ABOUT_THE_END)


def reason(finding):
    inner = finding.get("args", {}).get("reason", {}).get("shape")
    if assumed(finding):
        return "ambiguous"
    if finding["code"] in ("L080", "R043"):
        castles = finding["args"].get("words", {}).get("shape", "").startswith("king-castles")
        return "castling-through-check" if castles and inner == "attacked" else INSIDE.get(inner, inner)
    if inner == "nothing-to-castle":
        return "castling-right-lost"
    return REASONS.get(finding["code"], "unreadable")


def note(finding):
    if finding.get("args", {}).get("language") == "figurine":
        return "figurines"
    if finding["code"] == "N012" and finding.get("token", "").startswith("P"):
        return "pawn-letter"
    return NOTES.get(finding["code"])


def answer(record):
    findings, games = run(record)
    if len(games) != 1:
        return {"id": record["id"], "verdict": "unreadable"}
    game = games[0]
    if game["status"] == "unsupported":
        return {"id": record["id"], "verdict": "unsupported"}
    given = {"id": record["id"], "variations": "legal"}
    if any(stops(finding) for finding in findings if "variation" in finding):
        given["variations"] = "illegal"
    main = [finding for finding in findings if "variation" not in finding]
    broken = [finding for finding in main if stops(finding)]
    if broken:
        first = min(broken, key=lambda finding: finding.get("ply", 0))
        given["reason"] = reason(first)
        if "ply" in first:
            given["ply"] = first["ply"]
        given["verdict"] = "unreadable" if given["reason"] == "unreadable" else "illegal"
    else:
        given["verdict"] = "legal"
    given["notes"] = sorted({note(finding) for finding in main} - {None})
    claims = {}
    for draw in game.get("draws", []):
        if draw.get("how") != "intended" and draw["kind"] in CLAIMS:
            claims.setdefault(CLAIMS[draw["kind"]], draw["ply"])
    given["claims"] = [f"{kind}@{ply}" for kind, ply in claims.items()]
    if "result" in game:
        given["result"] = RESULTS[game["result"]["verdict"]]
    if "final" in game:
        given["final"] = " ".join(game["final"].split()[:2])
    return given


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line)), ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
