// The server as the extension starts it, by the protocol's own library: what comes is what the editor reads.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import test from 'node:test';

const require = createRequire(import.meta.url);
const protocol = require('vscode-languageserver-protocol/node');
const partie = process.env.PARTIE ?? 'partie';

test('findings, a repair, the board', async () => {
  const server = spawn(partie, ['lsp'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const client = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(server.stdout),
    new protocol.StreamMessageWriter(server.stdin),
  );
  const published = new Promise((resolve) => client.onNotification(protocol.PublishDiagnosticsNotification.type, resolve));
  client.onRequest(protocol.RegistrationRequest.type, () => {});
  client.listen();
  const answer = await client.sendRequest(protocol.InitializeRequest.type, {
    processId: null, rootUri: null, initializationOptions: { svg: true },
    capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } }, workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  assert.equal(answer.serverInfo.name, 'partie');
  assert.equal(answer.capabilities.positionEncoding, 'utf-16');
  await client.sendNotification(protocol.InitializedNotification.type, {});
  const text = readFileSync(new URL('../../../fixtures/club.pgn', import.meta.url), 'utf8');
  const uri = 'untitled:club.pgn';
  await client.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId: 'pgn', version: 1, text } });
  const { diagnostics } = await published;
  const pinned = diagnostics.find((each) => each.code === 'L010');
  assert.deepEqual(pinned.range, { start: { line: 31, character: 19 }, end: { line: 31, character: 22 } });
  const at = { textDocument: { uri }, position: pinned.range.start };
  const actions = await client.sendRequest(protocol.CodeActionRequest.type, { textDocument: { uri }, range: pinned.range, context: { diagnostics: [pinned] } });
  assert.ok(actions.some((action) => action.title.startsWith('likely: 8... Ne5 -> Ne4')));
  const hover = await client.sendRequest(protocol.HoverRequest.type, at);
  assert.match(hover.contents.value, /!\[board\]\(data:image\/svg\+xml;base64,/);
  const board = await client.sendRequest('partie/board', at);
  assert.equal(board.ply, 15);
  assert.equal(board.last, 'O-O');
  assert.match(board.svg, /^<svg/);
  assert.equal(board.line, 0);
  assert.equal(board.view.lines[0].moves.length, 30);
  // What it is asked and does not know is an answer, not an end.
  await assert.rejects(client.sendRequest('textDocument/nothing', {}), /does not know/);
  await client.sendRequest(protocol.ShutdownRequest.type);
  await client.sendNotification(protocol.ExitNotification.type);
  const code = await new Promise((resolve) => server.on('exit', resolve));
  assert.equal(code, 0);
});
