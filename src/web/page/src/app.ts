/** The page: three panes about one file. */

import type { Piece, Row, Shown } from './data';
import { byId, download, make } from './dom';
import { EXAMPLE, NAME } from './example';
import { dropped, ofAddress, partOf, sources, type Opened, type Source } from './files';
import { Client } from './judge/client';
import type { Work } from './kept';
import { ConvertPane } from './panes/convert';
import { DecisionsPane, holdsDecisions } from './panes/decisions';
import { GamesPane } from './panes/games';
import { KeepPane } from './panes/keep';
import { LinkPane } from './panes/link';
import { MendPane } from './panes/mend';
import { OverviewPane } from './panes/overview';
import { pageOf } from './panes/page_of_code';
import { Tabs } from './panes/tabs';
import { PartsPane } from './panes/parts';
import { TextPane } from './panes/text';
import { canPick, canSave, picked, saveInto } from './saving';
import './viewer/element';
import type { PartieGame } from './viewer/element';
import { moveAt } from './viewer/walk';

/** A run that takes longer shows how far it is. */
const PATIENCE = 200;
/** Games that are asked about at once, so that a Stop is seen between. */
const SOME = 500;

class App {
  private readonly client: Client;
  private readonly viewer = byId<PartieGame>('viewer');
  private readonly games: GamesPane;
  private readonly text: TextPane;
  private readonly mend: MendPane;
  private readonly convert: ConvertPane;
  private readonly keep: KeepPane;
  private readonly decisions: DecisionsPane;
  private readonly overview: OverviewPane;
  private readonly parts = new PartsPane((file, from) => void this.openPart(file, from));
  private readonly link = new LinkPane((text) => this.say(text));
  private readonly tabs = new Tabs();
  private name = NAME;
  /** The file that is open, if its bytes are those that are judged. */
  private file: File | undefined;
  /** Called when all games were judged. */
  private whenJudged: () => void = () => undefined;
  /** The files that were opened together. */
  private sources: Source[] = [];
  private source = 0;
  private begun = 0;
  private unsaved = false;
  private opened = 0;
  private stopped = false;

  constructor(worker: Worker, module: string | ArrayBuffer) {
    this.client = new Client(worker, module);
    this.client.onPiece = (piece) => this.piece(piece);
    this.client.onFailure = (message) => this.say(`Judging failed (${message}). Reload the page.`);
    this.games = new GamesPane(byId('games'), (index) => void this.choose(index), () => {
      this.tabs.show('board');
      byId('board-pane').scrollTop = 0;
    });
    this.text = new TextPane(byId('text'), (ply) => this.viewer.goToPly(ply), (code) => void this.explain(code));
    this.convert = new ConvertPane(this.client);
    const [games, next] = [this.games, () => this.nextBroken()];
    this.mend = new MendPane({ findings: byId('findings'), repairs: byId('repairs') }, this.client, {
      goTo: (ply, line) => this.goTo(ply, line),
      explain: (code) => void this.explain(code),
      changed: () => void this.changed(),
      skipped: () => void this.skipped(),
      get next() {
        const index = next();
        return index < 0 ? null : () => games.choose(index);
      },
      say: (text) => this.say(text),
    });
    this.keep = new KeepPane(this.client, (work) => void this.goOn(work), (text) => this.say(text));
    this.decisions = new DecisionsPane(this.client, {
      unable: () =>
        this.parts.isPart ? 'Decisions need the whole file: the games of a part are not counted from the beginning of the file.' : null,
      decided: (indexes) => this.decided(indexes),
      progress: (done) => this.progress(done),
      say: (text) => this.say(text),
    });
    this.overview = new OverviewPane(this.client, (code) => void this.explain(code));
    this.viewer.addEventListener('spot', () => this.point());
    this.listen();
  }

  async start(): Promise<void> {
    const version = await this.client.ask('version');
    byId('version').textContent = `partie ${version}`;
    const linked = ofAddress(location.hash);
    if (linked) await this.open(linked);
    const isRestored = await this.keep.start(linked !== null);
    if (!linked && !isRestored) await this.open(example());
  }

  /** Opens a file, and waits until all of its games were judged. */
  private async judged(opened: Opened): Promise<void> {
    const opening = this.open(opened);
    const ended = new Promise<void>((resolve) => (this.whenJudged = resolve));
    await opening;
    await ended;
  }

  private async open({ name, bytes, file, part }: Opened): Promise<void> {
    this.whenJudged = () => undefined;
    this.name = name;
    this.file = file;
    this.parts.begin(part);
    this.keep.begin(name, part ? null : bytes);
    byId('save-into').hidden = true;
    this.unsaved = false;
    this.stopped = false;
    this.begun = performance.now();
    this.games.clear();
    this.tabs.show('board');
    this.say(`${name}: judging…`);
    try {
      await this.client.open(bytes, { name }, this.parts.goesOn);
      const isOfFile = await this.client.ask('isOfFile');
      if (part && !isOfFile) {
        this.client.stop();
        this.games.clear();
        this.parts.begin(undefined);
        throw new Error(`${name} is in UTF-16, and too large to be judged at once: save it in UTF-8, or use the command partie.`);
      }
      byId('save-into').hidden = !canSave(file) || !isOfFile;
    } catch (wrong) {
      this.say((wrong as Error).message);
    }
  }

  private async openFiles(files: Iterable<File>): Promise<void> {
    try {
      const games: File[] = [];
      const rows: File[] = [];
      for (const file of files) ((await holdsDecisions(file)) ? rows : games).push(file);
      if (games.length > 0) {
        if (!this.mayLeave()) return;
        const found = await sources(games);
        this.list(found);
        await this.openSource(0, rows.length > 0);
      } else if (rows.length === 0) this.say('There is no file in it.');
      for (const file of rows) await this.decisions.read(file);
    } catch (wrong) {
      this.say((wrong as Error).message);
    }
  }

  private async openPart(file: File, from: number): Promise<void> {
    if (!this.mayLeave()) return;
    try {
      await this.open(partOf(file, from));
    } catch (wrong) {
      this.say((wrong as Error).message);
    }
  }

  /** Opens one of the files, and waits until it was judged where that is asked for. */
  private async openSource(index: number, wait = false): Promise<void> {
    const source = this.sources[index];
    if (!source) return;
    try {
      const opened = await source.read();
      this.source = index;
      await (wait ? this.judged(opened) : this.open(opened));
    } catch (wrong) {
      byId<HTMLSelectElement>('files').value = String(this.source);
      this.say((wrong as Error).message);
    }
  }

  /** Files that are opened together are chosen from a list. */
  private list(found: Source[]): void {
    this.sources = found;
    const files = byId<HTMLSelectElement>('files');
    files.hidden = found.length < 2;
    files.replaceChildren(...found.map(({ name }, index) => new Option(name, String(index))));
  }

  private mayLeave(): boolean {
    return !this.unsaved || confirm('What was put right is not downloaded. Open another file?');
  }

  private openAlone(opened: Opened): void {
    if (!this.mayLeave()) return;
    this.list([]);
    void this.open(opened);
  }

  private piece({ rows, read: done, of, failure, rest, ended }: Piece): void {
    const isFirst = this.games.all.length === 0;
    this.games.add(rows);
    const bar = byId('progress');
    bar.hidden = ended || performance.now() - this.begun < PATIENCE;
    bar.querySelector('progress')!.value = done / Math.max(of, 1);
    if (isFirst && rows.length > 0) this.games.choose(Math.max(0, rows.findIndex((row) => row.broken)));
    if (ended || !bar.hidden) this.sum(ended);
    if (ended && this.games.all.length === 0) void this.noGames();
    if (failure) this.say(`${this.name} can no longer be read: ${failure}. Open it again.`);
    if (!ended) return;
    this.parts.end(rest);
    this.whenJudged();
  }

  private sum(ended: boolean): void {
    const rows = this.games.all;
    const broken = rows.filter((row) => row.broken).length;
    const games = rows.length === 1 ? '1 game' : `${rows.length} games`;
    this.say(`${this.name}: ${games}${ended ? '' : ' so far'}, ${broken === 0 ? 'none' : broken} broken${this.stopped ? ' (stopped)' : ''}`);
  }

  private async noGames(): Promise<void> {
    const lines = (await this.client.ask('fileFindings')).trim().split('\n');
    const messages = lines.filter(Boolean).map((line) => JSON.parse(line).message as string);
    this.say(messages.join(' ') || 'There is no game in it.');
    this.viewer.game = null;
    byId('title').textContent = byId('form').textContent = '';
    this.mend.clear();
  }

  private async choose(index: number, spot?: number): Promise<void> {
    const turn = ++this.opened;
    const game = (await this.client.ask('shown', index)) as Shown | null;
    if (!game || turn !== this.opened) return;
    const [white, black] = game.row.players.map((name) => name ?? '?');
    byId('form').textContent = `format ${game.format}, encoding ${game.encoding}, rule book ${game.rules}`;
    byId('title').textContent = `${game.row.number}. ${white} – ${black} ${game.row.result ?? ''}`;
    this.text.show(game);
    this.viewer.game = game;
    byId('board-pane').scrollTop = 0;
    const fault = game.lines[0]?.moves.findIndex((move) => !move.position) ?? -1;
    if (spot !== undefined || fault >= 0) this.viewer.goTo({ line: 0, index: spot ?? fault });
    await this.mend.show(index, game);
  }

  private async changed(): Promise<void> {
    this.unsaved = true;
    const index = this.games.selected;
    const at = this.viewer.at;
    const row = (await this.client.ask('row', index)) as Row | null;
    if (row) this.games.update(index, row);
    this.sum(true);
    await this.choose(index, row?.broken ? undefined : at.index);
    await this.keep.changed([index], index);
  }

  /** The place of the next broken game, also one before the one that is shown; -1 if there is none. */
  private nextBroken(): number {
    const isNext = (row: Row, at: number) => row.broken && at !== this.games.selected;
    const behind = this.games.all.findIndex((row, at) => at > this.games.selected && isNext(row, at));
    return behind >= 0 ? behind : this.games.all.findIndex(isNext);
  }

  /** The game is left as it is: the next broken one is shown, if there is any. */
  private async skipped(): Promise<void> {
    const index = this.games.selected;
    const next = this.nextBroken();
    if (next >= 0) this.games.choose(next);
    else await this.choose(index);
    this.say(next >= 0 ? `Game ${index + 1} is left as it is; the next broken one is ${next + 1}.` : `Game ${index + 1} is left as it is; it was the last broken one.`);
    await this.keep.changed([index], this.games.selected);
  }

  /** Something was decided of those games. */
  private async decided(indexes: number[]): Promise<void> {
    await this.showChanged(indexes);
    if (indexes.length > 0) await this.keep.changed(indexes, this.games.selected);
  }

  private async showChanged(indexes: number[]): Promise<void> {
    for (const index of indexes) this.games.update(index, (await this.client.ask('row', index)) as Row);
    this.unsaved ||= indexes.length > 0;
    await this.choose(this.games.selected);
  }

  /** Goes on where a tab was closed. */
  private async goOn(work: Work): Promise<void> {
    await this.judged({ name: work.name, bytes: work.bytes });
    const failed: string[] = [];
    for (const steps of work.steps.values()) await this.client.ask('redo', steps).catch((wrong: Error) => failed.push(wrong.message));
    await this.showChanged([...work.steps.keys()].filter((index) => index < this.games.all.length));
    this.keep.goOn(work);
    if (work.index < this.games.all.length) this.games.choose(work.index);
    this.sum(true);
    if (failed.length > 0) this.say(failed.join('; '));
  }

  /** Shows how far a run over many games is; whether it goes on. */
  private progress(done: number): boolean {
    if (done === 0) [this.stopped, this.begun] = [false, performance.now()];
    const bar = byId('progress');
    bar.hidden = done === 1 || performance.now() - this.begun < PATIENCE;
    bar.querySelector('progress')!.value = done;
    return !this.stopped;
  }

  private async takeAll(grade: 'certain' | 'likely'): Promise<void> {
    let edits = 0;
    const changed: number[] = [];
    const rows = [...this.games.all];
    for (const [index, row] of rows.entries()) {
      if (!this.progress(index / rows.length)) break;
      if (row.errors + row.warnings + row.infos === 0) continue;
      const taken = await this.client.ask('takeAll', index, grade);
      if (taken === 0) continue;
      edits += taken;
      changed.push(index);
      this.games.update(index, (await this.client.ask('row', index)) as Row);
    }
    this.progress(1);
    await this.decided(changed);
    this.say(edits === 0 ? `There are no ${grade} repairs.` : `${edits} ${edits === 1 ? 'edit' : 'edits'} made. Download has the file.`);
  }

  /** The file with what was put right; of one that is judged by parts, all of it. */
  private async whole(): Promise<Blob> {
    return this.parts.whole(await this.client.ask('text'));
  }

  private async save(): Promise<void> {
    download(await this.whole(), this.name);
    this.unsaved = false;
  }

  private async saveInto(): Promise<void> {
    if (!this.file) return;
    try {
      const saved = await saveInto(this.file, await this.whole());
      if (!saved) return;
      this.file = saved;
      this.unsaved = false;
      this.say(`${this.name} is saved.`);
    } catch (wrong) {
      this.say(`${this.name} cannot be saved: ${(wrong as Error).message}. Download it instead.`);
    }
  }

  /** The system's sheet takes texts, whatever their names end in. */
  private async send(): Promise<void> {
    const file = new File([await this.whole()], /\.(?:txt|csv)$/i.test(this.name) ? this.name : `${this.name}.txt`, { type: 'text/plain' });
    try {
      await navigator.share({ files: [file] });
      this.unsaved = false;
    } catch (wrong) {
      if ((wrong as Error).name !== 'AbortError') this.say((wrong as Error).message);
    }
  }

  private async find(words: string): Promise<void> {
    if (words.trim() === '') {
      this.games.setFilter({ chosen: null });
      return this.sum(true);
    }
    // An expression has an operator; anything else is sought in the text of the games.
    const how = /[<>=~]|\b(?:like|in|is|between)\b/i.test(words) ? 'matching' : 'saying';
    const turn = words;
    const chosen = new Set<number>();
    try {
      for (let from = 0; from < this.games.all.length; from += SOME) {
        for (const index of await this.client.ask(how, words, from, from + SOME)) chosen.add(index);
        if (byId<HTMLInputElement>('word').value !== turn) return;
      }
      this.games.setFilter({ chosen });
      this.say(`${this.games.count} of ${this.games.all.length} games match.`);
    } catch (wrong) {
      // The list stays as it is while somebody writes.
      this.say((wrong as Error).message.split('\n')[0]!);
    }
  }

  private async explain(code: string): Promise<void> {
    byId('page-text').replaceChildren(...pageOf((await this.client.ask('explain', code)) ?? `${code} has no page.`));
    byId<HTMLDialogElement>('page-of-code').showModal();
  }

  private goTo(ply: number, line: number): void {
    const index = this.viewer.game?.lines[line]?.moves.findIndex((move) => move.ply === ply) ?? -1;
    this.viewer.goTo({ line, index });
    this.tabs.show('board');
    this.viewer.scrollIntoView({ block: 'nearest' });
  }

  private point(): void {
    const game = this.viewer.game;
    const move = game && moveAt(game, this.viewer.at);
    this.text.point(move?.from ?? 0, move?.to ?? 0);
  }

  private say(text: string): void {
    byId('state').replaceChildren(make('span', '', text));
  }

  private listen(): void {
    const file = byId<HTMLInputElement>('file');
    const click = (id: string, act: () => void) => byId(id).addEventListener('click', act);
    const menu = byId('menu');
    const toggle = (open: boolean) => {
      menu.hidden = !open;
      byId('more').setAttribute('aria-expanded', String(open));
    };
    click('open', () => {
      if (!canPick) return file.click();
      picked().then((found) => {
        if (found.length > 0) void this.openFiles(found);
      }, (wrong: Error) => this.say(wrong.message));
    });
    for (const input of [file, byId<HTMLInputElement>('folder')]) {
      input.addEventListener('change', () => void this.openFiles([...(input.files ?? [])]).then(() => (input.value = '')));
    }
    click('open-folder', () => byId('folder').click());
    const files = byId<HTMLSelectElement>('files');
    files.addEventListener('change', () => {
      if (this.mayLeave()) void this.openSource(Number(files.value));
      else files.value = String(this.source);
    });
    click('paste', () => byId<HTMLDialogElement>('paste-dialog').showModal());
    click('paste-go', () => {
      byId<HTMLDialogElement>('paste-dialog').close();
      this.openAlone({ name: 'pasted', bytes: new Blob([byId<HTMLTextAreaElement>('pasted').value]) });
    });
    click('save', () => void this.save());
    click('to', () => {
      const game = this.viewer.game;
      if (game) void this.convert.open(this.games.selected, game.row.kind, this.name.replace(/\.\w+$/, ''));
    });
    click('more', () => toggle(menu.hidden !== false));
    menu.addEventListener('click', () => toggle(false));
    click('certain', () => void this.takeAll('certain'));
    click('likely', () => void this.takeAll('likely'));
    click('link', () => this.viewer.game && this.link.open(this.viewer.game));
    const probe = new File(['*'], 'game.txt', { type: 'text/plain' });
    byId('send').hidden = !navigator.canShare?.({ files: [probe] });
    click('send', () => void this.send());
    click('save-into', () => void this.saveInto());
    click('save-decisions', () => void this.decisions.save(this.name));
    click('survey', () => void this.overview.open(this.name));
    click('save-log', () => void this.client.ask('log').then((log) => download(log, `${this.name}.log`)));
    click('example', () => this.openAlone(example()));
    click('stop', () => {
      this.stopped = true;
      this.client.stop();
      byId('progress').hidden = true;
      this.sum(true);
    });
    for (const close of document.querySelectorAll<HTMLButtonElement>('dialog .close')) close.addEventListener('click', () => close.closest('dialog')?.close());
    byId('word').addEventListener('input', () => void this.find(byId<HTMLInputElement>('word').value));
    byId('broken').addEventListener('change', () => this.games.setFilter({ onlyBroken: byId<HTMLInputElement>('broken').checked }));
    const drop = byId('drop');
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.hidden = false;
    });
    document.addEventListener('dragleave', (event) => (drop.hidden = event.relatedTarget === null));
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      drop.hidden = true;
      if (event.dataTransfer) void dropped(event.dataTransfer).then((found) => this.openFiles(found));
    });
    document.addEventListener('paste', (event) => this.pasted(event));
    document.addEventListener('keydown', (event) => this.key(event));
    addEventListener('beforeunload', (event) => this.unsaved && !this.keep.isKept && event.preventDefault());
  }

  private pasted(event: ClipboardEvent): void {
    if (isTyping(event)) return;
    if (event.clipboardData?.files.length) return void this.openFiles([...event.clipboardData.files]);
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() !== '') this.openAlone({ name: 'pasted', bytes: new Blob([text]) });
  }

  private key(event: KeyboardEvent): void {
    if (event.defaultPrevented || isTyping(event) || document.querySelector('dialog[open]')) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j' || event.key === 'k') this.games.step(event.key === 'j' ? 1 : -1);
    else if (this.viewer.key(event)) event.preventDefault();
  }
}

function example(): Opened {
  return { name: NAME, bytes: new Blob([EXAMPLE]) };
}

function isTyping(event: Event): boolean {
  const target = event.composedPath()[0];
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

export async function begin(worker: Worker, module: string | ArrayBuffer): Promise<void> {
  await new App(worker, module).start();
}
