/** The text of a game with what was found underlined. */

import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, lineNumbers, type DecorationSet } from '@codemirror/view';
import type { Finding, Shown } from '../data';
import { make } from '../dom';

const setMove = StateEffect.define<[number, number] | null>();

/** The move at which the board stands. */
const moveField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, change) {
    for (const effect of change.effects) {
      if (!effect.is(setMove)) continue;
      const [from, to] = effect.value ?? [0, 0];
      return from < to ? Decoration.set([Decoration.mark({ class: 'at-move' }).range(from, to)]) : Decoration.none;
    }
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--paper)', fontSize: '14px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "Noto Sans Mono CJK JP", monospace', lineHeight: '1.6' },
  '.cm-gutters': { backgroundColor: 'var(--shade)', color: 'var(--quiet)', border: 'none' },
  '.at-move': { backgroundColor: 'var(--here)', borderRadius: '3px' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--text)', border: '1px solid var(--line)', maxWidth: 'min(34em, 90vw)' },
  '.cm-lintRange': { backgroundImage: 'none !important', textDecoration: 'underline wavy 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--error)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--info)' },
  '.cm-selectionBackground': { backgroundColor: 'var(--here) !important' },
});

export class TextPane {
  private readonly view: EditorView;
  private game: Shown | null = null;
  private shift = (unit: number) => unit;

  constructor(host: HTMLElement, private readonly goTo: (ply: number) => void, private readonly explain: (code: string) => void) {
    // In a shadow root CodeMirror adopts its sheets, which a strict policy allows.
    const root = host.attachShadow({ mode: 'open' });
    const parent = make('div');
    parent.style.height = '100%';
    root.append(parent);
    this.view = new EditorView({ parent, root, state: this.state('', 1) });
  }

  show(game: Shown): void {
    this.game = game;
    this.shift = withoutReturns(game.text);
    this.view.setState(this.state(game.text, game.row.line));
    const length = this.view.state.doc.length;
    const diagnostics = game.findings.map((finding) => this.diagnostic(finding, length));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Shows where a move stands. */
  point(from: number, to: number): void {
    const range: [number, number] = [this.shift(from), this.shift(to)];
    if (range[1] > this.view.state.doc.length) return;
    this.view.dispatch({ effects: [setMove.of(range), EditorView.scrollIntoView(range[0], { y: 'nearest', yMargin: 40 })] });
  }

  private state(doc: string, firstLine: number): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Text of the game', tabindex: '0' }),
        EditorView.lineWrapping,
        lineNumbers({ formatNumber: (line) => String(line + firstLine - 1) }),
        lintGutter(),
        moveField,
        theme,
        EditorView.domEventHandlers({ click: (event, view) => this.click(view, event) }),
      ],
    });
  }

  private click(view: EditorView, event: MouseEvent): boolean {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const moves = this.game?.lines[0]?.moves ?? [];
    const move = at === null ? undefined : moves.find(({ from, to }) => this.shift(from) <= at && at <= this.shift(to));
    if (move) this.goTo(move.ply);
    return false;
  }

  private diagnostic({ from, to, json }: Finding, length: number): Diagnostic {
    const start = Math.min(this.shift(from), length);
    return {
      from: start,
      to: Math.min(Math.max(this.shift(to), start), length),
      severity: json.severity,
      message: json.message,
      renderMessage: () => this.tooltip(json),
    };
  }

  private tooltip({ code, message, help, causes }: Finding['json']): Node {
    const box = make('div', '', make('div', '', message));
    for (const cause of causes ?? []) box.append(make('div', '', `${cause.square ?? ''} ${cause.message}`.trim()));
    if (help) box.append(make('div', '', help));
    const link = make('button', '', `${code}: what it means`);
    link.addEventListener('click', () => this.explain(code));
    box.append(link);
    return box;
  }
}

/** Where a unit of a text stands once its line ends are one character each, as in an editor. */
function withoutReturns(text: string): (unit: number) => number {
  const returns: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) returns.push(at);
  return (unit) => {
    let [low, high] = [0, returns.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (returns[middle]! < unit) low = middle + 1;
      else high = middle;
    }
    return unit - low;
  };
}
