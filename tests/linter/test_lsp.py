"""The language server, by a real client: what it shows is what the command says, at every step."""

import asyncio
import json
import pathlib
import random
import shutil

import pytest
import pytest_lsp
from conftest import FIXTURES, PARTIE, run
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

FORMATS = ["club.pgn", "shogi/league.kifu", "shogi/lesson.ki2u", "shogi/draft.csa", "hex/late.pgn", "kober/opera.txt"]
SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning, "info": lsp.DiagnosticSeverity.Information}


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[str(PARTIE), "lsp"]))
async def client(lsp_client: LanguageClient):
    lsp_client.registered = []

    @lsp_client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
    def register(params):
        lsp_client.registered += params.registrations

    capabilities = client_capabilities("visual-studio-code")
    capabilities.general.position_encodings = [lsp.PositionEncodingKind.Utf16]
    await lsp_client.initialize_session(lsp.InitializeParams(capabilities=capabilities))
    yield
    await lsp_client.shutdown_session()


class Text:
    """A text in the editor and on the disk."""

    def __init__(self, client, path):
        self.client, self.path, self.version, self.uri = client, path, 1, path.as_uri()
        self.text = path.read_bytes().decode()
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(
            lsp.TextDocumentItem(uri=self.uri, language_id="pgn", version=1, text=self.text)))

    def position(self, at):
        before = self.text[:at].replace("\r\n", "\n").replace("\r", "\n")
        line = before.rsplit("\n", 1)[-1]
        return lsp.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)

    def change(self, start, end, new):
        edit = lsp.TextDocumentContentChangePartial(range=lsp.Range(self.position(start), self.position(end)), text=new)
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version), [edit]))

    async def diagnostics(self):
        """Those of this version."""
        for _ in range(3000):
            published = [params for params in self.client.published if params.uri == self.uri and params.version == self.version]
            if published:
                return published[-1].diagnostics
            await asyncio.sleep(0.003)
        raise AssertionError("nothing is said of this version")

    def apply(self, edit):
        """The edits of an action, from behind."""
        changes = (edit.changes or {})[self.uri]
        for change in sorted(changes, key=lambda change: (change.range.start.line, change.range.start.character), reverse=True):
            lines = self.text.splitlines(keepends=True) + [""]
            at = lambda place: len("".join(lines[: place.line])) + len(
                lines[place.line].encode("utf-16-le")[: 2 * place.character].decode("utf-16-le"))
            self.change(at(change.range.start), at(change.range.end), change.new_text)

    def wanted(self):
        """What the command says of the same text."""
        self.path.write_bytes(self.text.encode())
        _, out, _ = run("validate", "-q", "--format", "jsonl", self.path)
        rows = [row for row in map(json.loads, out.splitlines()) if row["type"] == "finding" and "allowed" not in row]
        # Of the encoding the editor has told the server nothing: it has read the file.
        rows = [row for row in rows if row["code"] not in ("S005", "S007", "S008")]
        data = self.text.encode()
        found = []
        for row in rows:
            ends = [self.position(len(data[:at].decode(errors="ignore"))) for at in row["span"]] if row.get("game") else [lsp.Position(0, 0)] * 2
            message = row["message"] + "".join("\n" + line for line in row["help"].split("; ")) if row.get("help") else row["message"]
            found.append((row["code"], SEVERITIES[row["severity"]], *((end.line, end.character) for end in ends), message.replace("; ", "\n")))
        return sorted(found)


def shown(diagnostics):
    return sorted((each.code, each.severity, (each.range.start.line, each.range.start.character),
                   (each.range.end.line, each.range.end.character), each.message.replace("; ", "\n")) for each in diagnostics)


@pytest.fixture
def open_text(client, tmp_path):
    client.published = []
    # Versions are wanted, too, which the client does not keep.
    client.protocol.fm._features.pop(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, None)

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def publish(params):
        client.published.append(params)

    def opened(name, text=None):
        path = tmp_path / pathlib.Path(name).name
        if text is None:
            shutil.copy(FIXTURES / name, path)
        else:
            path.write_text(text)
        return Text(client, path)

    return opened


@pytest.mark.asyncio
@pytest.mark.parametrize("name", FORMATS)
async def test_diagnostics_are_the_commands(client, open_text, name):
    text = open_text(name)
    assert shown(await text.diagnostics()) == text.wanted()
    if name == "club.pgn":
        pinned = next(each for each in await text.diagnostics() if each.code == "L010")
        assert [cause.message for cause in pinned.related_information][:2] == ["c6: pinned", "b5: pins it"]


@pytest.mark.asyncio
@pytest.mark.parametrize("name", FORMATS[:5])
async def test_random_edits(client, open_text, name):
    """A thousand edits, over the five formats; after each the diagnostics are those of the whole text."""
    rng = random.Random(name)
    text = open_text(name)
    pieces = ["e4", " ", "\n", "Ke3 ", "{", "}", "(", ")", "1-0", "[White \"ü😀\"]\n", "3. ", "７六歩(77)", "+7776FU\n", "*", "𝄞", "0-0 ", "\t", "%"]
    await text.diagnostics()
    for _ in range(200):
        # No edit parts a CR from its LF, or the halves of a character.
        start = rng.randrange(len(text.text) + 1)
        end = min(len(text.text), start + rng.choice([0, 0, 1, 1, 2, 5, 40]))
        if "\r" in text.text[max(start - 1, 0): end + 1]:
            continue
        text.change(start, end, rng.choice(pieces) if rng.random() < 0.7 else "")
        assert shown(await text.diagnostics()) == text.wanted(), repr(text.text)


async def actions(client, text, at, only=None):
    place = text.position(at)
    found = await client.text_document_code_action_async(lsp.CodeActionParams(
        lsp.TextDocumentIdentifier(text.uri), lsp.Range(place, place),
        lsp.CodeActionContext(diagnostics=await text.diagnostics(), only=only)))
    return {action.title: action for action in found or []}


@pytest.mark.asyncio
async def test_a_repair_is_one_action_away(client, open_text):
    text = open_text("club.pgn")
    found = await actions(client, text, text.text.index("Ne5") + 1)
    title = next(title for title in found if title.startswith("likely: 8... Ne5 -> Ne4"))
    assert found[title].is_preferred and [each.code for each in found[title].diagnostics] == ["L010"]
    text.apply(found[title].edit)
    assert "L010" not in [each.code for each in await text.diagnostics()]
    assert shown(await text.diagnostics()) == text.wanted()


@pytest.mark.asyncio
async def test_all_that_is_certain(client, open_text):
    text = open_text("a.pgn", '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 Nf6 5. d3 0-0 *\n')
    found = await actions(client, text, text.text.index("0-0"))
    assert any(title.startswith("certain: 4. 0-0 -> O-O") for title in found)
    of_game = next(action for title, action in found.items() if "in this game" in title)
    whole = next(action for title, action in found.items() if "in this file" in title)
    assert whole.edit is None
    resolved = await client.code_action_resolve_async(whole)
    assert resolved.edit.changes == of_game.edit.changes
    text.apply(resolved.edit)
    assert text.text.count("O-O") == 2 and "0-0" not in text.text


@pytest.mark.asyncio
async def test_an_allowance_asks_for_its_reason(client, open_text):
    text = open_text("club.pgn")
    at = text.text.index("Ne5")
    found = await actions(client, text, at)
    title = next(title for title in found if title.startswith("Allow L010 @ 8b"))
    text.apply(found[title].edit)
    codes = [each.code for each in await text.diagnostics()]
    assert "L010" in codes and "A002" in codes
    line = "% partie: allow L010 @ 8b "
    at = text.text.index(line) + len(line)
    text.change(at, at, "the score sheet has it so")
    codes = [each.code for each in await text.diagnostics()]
    assert "L010" not in codes and "A002" not in codes
    assert shown(await text.diagnostics()) == text.wanted()


@pytest.mark.asyncio
async def test_a_game_in_another_notation(client, open_text):
    text = open_text("shogi/draft.csa")
    found = await actions(client, text, text.text.index("+"), [lsp.CodeActionKind.RefactorRewrite])
    title = next(title for title in found if title.startswith("Convert this game to kif"))
    text.apply(found[title].edit)
    assert "手数----指手" in text.text


@pytest.mark.asyncio
async def test_hover_completion_symbols_folding(client, open_text):
    text = open_text("club.pgn")
    document = lsp.TextDocumentIdentifier(text.uri)
    hover = await client.text_document_hover_async(lsp.HoverParams(document, text.position(text.text.index("Ne5"))))
    assert "```text" in hover.contents.value and "# L010 pinned" in hover.contents.value and "8  r" in hover.contents.value
    nowhere = await client.text_document_hover_async(lsp.HoverParams(document, lsp.Position(0, 2)))
    assert nowhere is None or "r n b" not in nowhere.contents.value
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    assert len(symbols) == 9 and symbols[0].name == "1: Aldous, Miriam – Brandt, Otto"
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
    assert len(folds) == 9
    at = text.text.index("Ne5")
    text.change(at, at + 3, "N")
    found = await client.text_document_completion_async(lsp.CompletionParams(document, text.position(at + 1)))
    labels = {item.label: item for item in found}
    assert "Nxe4" in labels or "Ne4" in labels
    assert "Ne5" not in labels and labels["1-0"].detail == "result"
    tag = text.text.index('[White "')
    text.change(tag, tag, "[Whi\n")
    found = await client.text_document_completion_async(lsp.CompletionParams(document, text.position(tag + 4)))
    assert "WhiteElo" in [item.label for item in found]
    board = await client.protocol.send_request_async("partie/board", lsp.TextDocumentPositionParams(document, text.position(text.text.index("*") if "*" in text.text else 300)))
    assert board is None or "<svg" in board.svg


@pytest.mark.asyncio
async def test_formatting_loses_nothing(client, open_text):
    text = open_text("a.pgn", '[White "A"]\n[Result "*"]\n\n1.e4 e5 2.Nf3 {x} Nc6 *\n\n[White "B"]\n[Result "*"]\n\n1.e4 Ke5 *\n')
    await text.diagnostics()
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(
        lsp.TextDocumentIdentifier(text.uri), lsp.FormattingOptions(tab_size=4, insert_spaces=True)))
    text.apply(lsp.WorkspaceEdit(changes={text.uri: edits}))
    assert "1. e4 e5 2. Nf3 {x} 2... Nc6 *" in text.text and '[Event "?"]' in text.text
    # What is broken stays as it is.
    assert "1.e4 Ke5 *" in text.text
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(
        lsp.TextDocumentIdentifier(text.uri), lsp.FormattingOptions(tab_size=4, insert_spaces=True)))
    assert not edits


@pytest.mark.asyncio
async def test_a_configuration_is_watched(client, open_text, tmp_path):
    text = open_text("club.pgn")
    assert "N003" in [each.code for each in await text.diagnostics()]
    assert [each.method for each in client.registered] == ["workspace/didChangeWatchedFiles"]
    (tmp_path / "partie.toml").write_text('ignore = "N"\n')
    client.published.clear()
    changed = lsp.FileEvent((tmp_path / "partie.toml").as_uri(), lsp.FileChangeType.Created)
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    assert "N003" not in [each.code for each in await text.diagnostics()]
    # What is wrong with it is said, and judging goes on.
    (tmp_path / "partie.toml").write_text("ignroe = 1\n")
    client.published.clear()
    client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([changed]))
    assert "N003" in [each.code for each in await text.diagnostics()]
    assert any("ignroe" in message.message for message in client.messages)


@pytest.mark.asyncio
async def test_hostile_texts(client, open_text):
    """A record is text, whatever it says."""
    text = open_text("a.pgn", '[Event "```\\n[x](command:evil)"]\n[Result "*"]\n\n1. e4 {```} [x](command:evil) Ke5 *\n')
    await text.diagnostics()
    document = lsp.TextDocumentIdentifier(text.uri)
    for at in range(0, len(text.text), 3):
        hover = await client.text_document_hover_async(lsp.HoverParams(document, text.position(at)))
        if hover:
            outside = hover.contents.value.split("```")[::2]
            assert not any("command:" in part for part in outside), hover.contents.value
    for _ in range(3):
        text.change(0, 0, "\x00\ufeff\u202e" * 100)
        await text.diagnostics()
    text.change(0, len(text.text), "")
    assert [each.code for each in await text.diagnostics()] in (["X005"], [])


@pytest.mark.asyncio
async def test_fast_typing_is_answered(client, open_text):
    """What is asked of an older version ends; the newest is answered, and all at once."""
    text = open_text("club.pgn")
    document = lsp.TextDocumentIdentifier(text.uri)
    asked = []
    for _ in range(30):
        text.change(0, 0, "x")
        asked.append(asyncio.ensure_future(client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))))
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(found[-1], list) and all(isinstance(each, (list, Exception)) for each in found)
    # Many changes in one message, from behind and from before.
    for order in (1, -1):
        at = [index for index, sign in enumerate(text.text) if sign == "x"][::order]
        changes = []
        for index in at:
            place = text.position(index)
            changes.append(lsp.TextDocumentContentChangePartial(range=lsp.Range(place, lsp.Position(place.line, place.character + 1)), text="yy"))
            text.text = text.text[:index] + "yy" + text.text[index + 1:] if order == -1 else text.text
        if order == 1:
            continue
        text.version += 1
        client.text_document_did_change(lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(uri=text.uri, version=text.version), changes))
        assert shown(await text.diagnostics()) == text.wanted()


@pytest.mark.asyncio
async def test_formatting_lets_nothing_out_of_a_comment(client, open_text):
    inner = 'partie: allow L003 x\n\n[Event "injected"]\n\n1. d4 1-0\n\n'
    text = open_text("a.pgn", f'[Event "x"]\n[Result "*"]\n\n1. e4 {{{inner}}} e5 {{partie: allow L003 y}} *\n')
    await text.diagnostics()
    edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(
        lsp.TextDocumentIdentifier(text.uri), lsp.FormattingOptions(tab_size=4, insert_spaces=True)))
    text.apply(lsp.WorkspaceEdit(changes={text.uri: edits}))
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(text.uri)))
    assert len(symbols) == 1 and "%" not in text.text


@pytest.mark.asyncio
async def test_fix_is_configured(client, open_text, tmp_path):
    (tmp_path / "partie.toml").write_text('fix.ignore = ["N"]\n')
    text = open_text("a.pgn", '[Event "x"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n')
    found = await actions(client, text, text.text.index("0-0"))
    assert not any("O-O" in title and title.startswith("certain") for title in found)
