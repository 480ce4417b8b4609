#!/usr/bin/env python3
"""Answers for python-chess (the package chess), which reads PGN and UCI. What it does not tell, such as the reason, is left out."""

import io
import json
import logging
import sys

import chess
import chess.pgn

PGN = ("pgn", "pgn-variations", "chess960", "long")
START = "position "


def final(board):
    return f"{board.board_fen()} {'w' if board.turn else 'b'}"


def claims(boards):
    """The first ply at which each draw holds."""
    tests = {
        "threefold": lambda board: board.is_repetition(3),
        "fivefold": lambda board: board.is_fivefold_repetition(),
        "fifty": lambda board: board.halfmove_clock >= 100 and any(board.legal_moves),
        "seventy-five": lambda board: board.is_seventyfive_moves(),
        "dead-position": lambda board: board.is_insufficient_material(),
    }
    found = []
    for kind, test in tests.items():
        ply = next((ply for ply, board in enumerate(boards) if test(board)), None)
        if ply is not None:
            found.append(f"{kind}@{ply}")
    return found


def of_boards(boards):
    return {"verdict": "legal", "claims": claims(boards), "final": final(boards[-1])}


def of_result(board, result):
    outcome = board.outcome()
    if outcome is None:
        return "undecided"
    return "agrees" if outcome.result() == result else "contradicted"


def replay(game):
    board = game.board()
    boards = [board.copy()]
    for move in game.mainline_moves():
        board.push(move)
        boards.append(board.copy())
    return boards


def read_pgn(text):
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None:
        return {"verdict": "unreadable"}
    boards = replay(game)
    if not boards[0].is_valid():
        return {"verdict": "illegal", "ply": 0, "reason": "impossible-position"}
    if game.errors:
        return of_errors(game, len(boards))
    return of_boards(boards) | {"variations": "legal", "result": of_result(boards[-1], game.headers.get("Result", "*"))}


def of_errors(game, ply):
    """Errors name no place; one that belongs to a variation leaves the main line whole."""
    text = str(game.errors[0])
    if isinstance(game.errors[0], chess.AmbiguousMoveError):
        return {"verdict": "illegal", "ply": ply, "reason": "ambiguous"}
    verdict = "unreadable" if isinstance(game.errors[0], chess.InvalidMoveError) else "illegal"
    fen = text.rpartition(" in ")[2]
    last = game.end().board()
    if fen != last.fen():
        return {"verdict": "legal", "variations": "illegal", "final": final(last)}
    return {"verdict": verdict, "ply": ply}


def read_uci(text):
    words = text.split()
    board = chess.Board()
    if text.startswith(START):
        if words[1] == "fen":
            board = chess.Board(" ".join(words[2:8]))
        words = words[words.index("moves") + 1 :] if "moves" in words else []
    if not board.is_valid():
        return {"verdict": "illegal", "ply": 0, "reason": "impossible-position"}
    boards = [board.copy()]
    for ply, word in enumerate(words, 1):
        try:
            board.push_uci(word)
        except chess.InvalidMoveError:
            return {"verdict": "unreadable", "ply": ply}
        except chess.IllegalMoveError:
            return {"verdict": "illegal", "ply": ply}
        boards.append(board.copy())
    return of_boards(boards)


def answer(record):
    try:
        if record["format"] in PGN:
            given = read_pgn(record["text"])
        elif record["format"] == "uci":
            given = read_uci(record["text"])
        else:
            given = {"verdict": "unsupported"}
    except ValueError:
        given = {"verdict": "unreadable", "ply": 0}
    return {"id": record["id"]} | given


def main():
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
