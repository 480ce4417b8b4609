/**
 * Signs of Numeric Annotation Glyphs, and the words of the PGN standard (section 10) for those that have a sign. White's and Black's
 * NAGs of one kind have one sign, as the move says whose it is.
 */

const NAGS: [numbers: number[], sign: string, words: string][] = [
  [[1], '!', 'good move'],
  [[2], '?', 'poor move'],
  [[3], '!!', 'very good move'],
  [[4], '??', 'very poor move'],
  [[5], '!?', 'speculative move'],
  [[6], '?!', 'questionable move'],
  [[7, 8], '□', 'forced move'],
  [[9], '??', 'worst move'],
  [[10, 11, 12], '=', 'drawish position'],
  [[13], '∞', 'unclear position'],
  [[14], '⩲', 'White has a slight advantage'],
  [[15], '⩱', 'Black has a slight advantage'],
  [[16], '±', 'White has a moderate advantage'],
  [[17], '∓', 'Black has a moderate advantage'],
  [[18], '+−', 'White has a decisive advantage'],
  [[19], '−+', 'Black has a decisive advantage'],
  [[20], '+−−', 'White has a crushing advantage'],
  [[21], '−−+', 'Black has a crushing advantage'],
  [[22, 23], '⨀', 'zugzwang'],
  [[24, 25, 26, 27, 28, 29], '○', 'space advantage'],
  [[30, 31, 32, 33, 34, 35], '⟳', 'time (development) advantage'],
  [[36, 37, 38, 39], '↑', 'the initiative'],
  [[40, 41], '→', 'the attack'],
  [[42, 43], '=/∞', 'insufficient compensation for material deficit'],
  [[44, 45], '=/∞', 'sufficient compensation for material deficit'],
  [[46, 47], '=/∞', 'more than adequate compensation for material deficit'],
  [[130, 131, 132, 133, 134, 135], '⇆', 'counterplay'],
  [[136, 137, 138, 139], '⊕', 'time control pressure'],
  [[140], '∆', 'with the idea'],
  [[141], '∇', 'aimed against'],
  [[142], '⌓', 'better is'],
  [[143], '≤', 'worse is'],
  [[144], '==', 'equivalent is'],
  [[145], 'RR', 'editorial comment'],
  [[146], 'N', 'novelty'],
];

const BY_MARK = new Map<string, { sign: string; words: string }>();
for (const [numbers, sign, words] of NAGS) for (const nag of numbers) BY_MARK.set(`$${nag}`, { sign, words });

/** Marks as they are read behind a move, and their words. A mark without a sign is shown as it is. */
export function glyphs(marks: string[]): { text: string; words: string } {
  let text = '';
  const words: string[] = [];
  for (const mark of marks) {
    const known = BY_MARK.get(mark);
    const sign = known?.sign ?? mark;
    // An opinion of a move is written at it; other signs are words of their own.
    text += /^[!?]/.test(sign) && !/[^!?]$/.test(text) ? sign : ` ${sign}`;
    if (known) words.push(known.words);
  }
  return { text, words: words.join(', ') };
}
