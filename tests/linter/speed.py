"""How long a reader waits for what is wrong: from a key to the diagnostics of the whole text.

    PARTIE=target/release/partie python tests/linter/speed.py GAMES.pgn

takes about 1 MB of the games of a file, breaks twenty of them, types a hundred keys in the middle, and says the median and the 95th
percentile in milliseconds, with those of a sound text beside them.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import threading
import time


class Client:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp", "--isolated"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.came = threading.Condition()
        self.versions = {}
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            message = json.loads(out.read(length))
            if message.get("method") == "textDocument/publishDiagnostics":
                with self.came:
                    self.versions[message["params"]["version"]] = (time.perf_counter(), len(message["params"]["diagnostics"]))
                    self.came.notify_all()

    def send(self, method, params, id=None):
        body = {"jsonrpc": "2.0", "method": method, "params": params} | ({} if id is None else {"id": id})
        text = json.dumps(body).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def wait(self, version):
        with self.came:
            assert self.came.wait_for(lambda: version in self.versions, 60)
            return self.versions[version]


def typed(program, text):
    client = Client(program)
    client.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, 1)
    client.send("initialized", {})
    uri = "untitled:speed.pgn"
    client.send("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "pgn", "version": 0, "text": text}})
    _, found = client.wait(0)
    line = text[: len(text) // 2].count("\n")
    waited = []
    for version in range(1, 101):
        at = {"line": line, "character": 0}
        began = time.perf_counter()
        client.send("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version},
            "contentChanges": [{"range": {"start": at, "end": at}, "text": "x" if version % 2 else ""}] if version % 2 else
            [{"range": {"start": at, "end": {"line": line, "character": 1}}, "text": ""}]})
        came, _ = client.wait(version)
        waited.append(1000 * (came - began))
    client.process.kill()
    waited.sort()
    return found, waited[50], waited[95]


def main():
    program = os.environ.get("PARTIE", "target/release/partie")
    games = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace")[:1_000_000].rsplit("\n\n[Event ", 1)[0].split("\n\n[Event ")
    rng = random.Random(1)
    broken = list(games)
    for index in rng.sample(range(len(games)), 20):
        head, _, moves = broken[index].partition("\n\n")
        words = moves.split(" ")
        words[len(words) // 2] = "Ka9" if words[len(words) // 2].endswith(".") else "Qh9"
        broken[index] = f"{head}\n\n{' '.join(words)}"
    for name, texts in [("sound", games), ("20 broken", broken)]:
        text = "\n\n[Event ".join(texts) + "\n"
        found, median, last = typed(program, text)
        print(f"{name}: {len(text) / 1e6:.2f} MB, {len(texts)} games, {found} diagnostics: median {median:.0f} ms, p95 {last:.0f} ms")


main()
