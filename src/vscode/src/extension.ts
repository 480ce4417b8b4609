// Starts the server, and shows the board beside the text. Nothing is decided here.

import * as vscode from 'vscode';
import { LanguageClient, State, type LanguageClientOptions, type ServerOptions } from 'vscode-languageclient/node';
import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { boardMessage, page, type BoardAt } from './board';

const LANGUAGES = ['pgn', 'hex-pgn', 'kif', 'ki2', 'csa', 'chess-score'];

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;
/** The game that the board has. */
let shown = '';

/** The program: a setting of the machine, whatever a workspace says. */
function program(): string {
  const setting = vscode.workspace.getConfiguration('partie').inspect<string>('path');
  return setting?.globalValue ?? setting?.defaultValue ?? 'partie';
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const command = program();
  if (/[\\/]/.test(command) && !isAbsolute(command)) {
    void vscode.window.showErrorMessage('partie.path is a whole path, or a name that is looked for in PATH.');
    return;
  }
  // Not in the workspace: there Windows would look for the program first.
  const server: ServerOptions = { command, args: ['lsp'], options: { cwd: context.extensionPath } };
  const options: LanguageClientOptions = {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: 'file', language },
      { scheme: 'untitled', language },
    ]),
    initializationOptions: { svg: true },
    // No text of a record is a link to a command, and none is HTML.
    markdown: { isTrusted: false, supportHtml: false },
  };
  client = new LanguageClient('partie', 'partie', server, options);
  client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) void board();
  });
  try {
    await client.start();
  } catch {
    const choice = await vscode.window.showErrorMessage(
      `partie cannot be started as ${JSON.stringify(program())}. Install it, or say in the settings of this machine where it is.`,
      'Open settings',
    );
    if (choice) await vscode.commands.executeCommand('workbench.action.openSettings', 'partie.path');
  }
}

/** Shows the board at the cursor of the editor at hand. */
async function board(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!panel || !client || client.state !== State.Running) return;
  if (!editor || !LANGUAGES.includes(editor.document.languageId)) return;
  const params = {
    textDocument: { uri: client.code2ProtocolConverter.asUri(editor.document.uri) },
    position: client.code2ProtocolConverter.asPosition(editor.selection.active),
  };
  try {
    const found = await client.sendRequest<BoardAt | null>('partie/board', params);
    if (!panel || !found) return;
    const [message, view] = boardMessage(found, shown);
    shown = view;
    await panel.webview.postMessage(message);
  } catch {
    // The text has changed; the next answer shows it.
  }
}

function show(context: vscode.ExtensionContext): void {
  if (!panel) {
    const folder = vscode.Uri.joinPath(context.extensionUri, 'dist');
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    panel = vscode.window.createWebviewPanel('partie.board', 'Board', place, {
      enableScripts: true,
      localResourceRoots: [folder],
      retainContextWhenHidden: true,
    });
    panel.onDidDispose(() => (panel = undefined));
    shown = '';
    const viewer = panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, 'viewer.js'));
    panel.webview.html = page(viewer.toString(), panel.webview.cspSource, randomBytes(16).toString('hex'));
  } else {
    panel.reveal(undefined, true);
  }
  void board();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  let soon: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => void board(), 30);
  };
  context.subscriptions.push(
    vscode.commands.registerCommand('partie.showBoard', () => show(context)),
    vscode.commands.registerCommand('partie.restart', async () => {
      try {
        await client?.stop();
      } catch {
        // One that did not start need not stop.
      }
      await start(context);
    }),
    vscode.window.onDidChangeTextEditorSelection(later),
    vscode.window.onDidChangeActiveTextEditor(later),
    vscode.workspace.onDidChangeTextDocument(later),
  );
  await start(context);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
