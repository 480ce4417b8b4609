/** The viewer's own few words, by language. Messages come as the data has them. */

import type { Kind, Shown } from '../data';

export interface Words {
  toStart: string;
  back: string;
  forward: string;
  toEnd: string;
  turn: string;
  game: string;
  moves: string;
  position: string;
  start: string;
  clock: string;
  evaluation: string;
  longer: string;
  unplayed: (token: string) => string;
  unjudged: (token: string) => string;
  unread: (why: string) => string;
  /** The first player and the second one. */
  sides: Record<Kind | 'handicap', [string, string]>;
  figures: Record<'western' | 'shogi', Record<string, string>>;
  standing: (figure: string, cell: string) => string;
  inHand: (figure: string, count: number) => string;
  all: (side: string, figures: string[]) => string;
  toMove: (side: string) => string;
}

const ENGLISH: Words = {
  toStart: 'To the start',
  back: 'Back',
  forward: 'Forward',
  toEnd: 'To the end',
  turn: 'Turn the board',
  game: 'Game',
  moves: 'Moves',
  position: 'Position',
  start: 'Start',
  clock: 'clock',
  evaluation: 'evaluation',
  longer: 'Only the beginning of the game is shown.',
  unplayed: (token) => `${token}, cannot be played`,
  unjudged: (token) => `${token}: not judged, because an earlier move cannot be played`,
  unread: (why) => `The game cannot be read: ${why}`,
  sides: { chess: ['White', 'Black'], hex: ['White', 'Black'], shogi: ['Sente', 'Gote'], handicap: ['Shitate', 'Uwate'] },
  figures: {
    western: { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' },
    shogi: {
      P: 'pawn', L: 'lance', N: 'knight', S: 'silver', G: 'gold', B: 'bishop', R: 'rook', K: 'king',
      '+P': 'promoted pawn', '+L': 'promoted lance', '+N': 'promoted knight', '+S': 'promoted silver', '+B': 'horse', '+R': 'dragon',
    },
  },
  standing: (figure, cell) => `${figure} ${cell}`,
  inHand: (figure, count) => `${count} ${figure} in hand`,
  all: (side, figures) => `${side}: ${figures.join(', ') || 'nothing'}.`,
  toMove: (side) => `${side} to move.`,
};

const JAPANESE: Words = {
  toStart: '最初へ',
  back: '前の手',
  forward: '次の手',
  toEnd: '最後へ',
  turn: '盤を反転',
  game: '対局',
  moves: '指し手',
  position: '局面',
  start: '開始局面',
  clock: '持ち時間',
  evaluation: '評価値',
  longer: '対局はここに表示した部分より長く続きます',
  unplayed: (token) => `${token}、指せない手`,
  unjudged: (token) => `${token}：前に指せない手があるため調べていません`,
  unread: (why) => `対局を読み込めません：${why}`,
  sides: { chess: ['白', '黒'], hex: ['白', '黒'], shogi: ['先手', '後手'], handicap: ['下手', '上手'] },
  figures: {
    western: { P: 'ポーン', N: 'ナイト', B: 'ビショップ', R: 'ルーク', Q: 'クイーン', K: 'キング' },
    shogi: {
      P: '歩', L: '香', N: '桂', S: '銀', G: '金', B: '角', R: '飛', K: '玉',
      '+P': 'と', '+L': '成香', '+N': '成桂', '+S': '成銀', '+B': '馬', '+R': '龍',
    },
  },
  standing: (figure, cell) => `${cell}${figure}`,
  inHand: (figure, count) => `持駒 ${figure}${count}`,
  all: (side, figures) => `${side}：${figures.join('、') || 'なし'}。`,
  toMove: (side) => `${side}の手番。`,
};

/** The words of a language as HTML names it: Japanese, or else English. */
export const wordsOf = (language: string): Words => (/^ja\b/i.test(language) ? JAPANESE : ENGLISH);

/** What the players are called; the one who gives a handicap moves first. */
export function sidesOf(game: Shown, words: Words): [string, string] {
  const { kind } = game.row;
  return words.sides[kind === 'shogi' && game.start?.split(' ')[1] === 'w' ? 'handicap' : kind];
}
