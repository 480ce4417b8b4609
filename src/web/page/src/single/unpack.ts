/** What stands packed in the page that is one file: zstd, thirteen bits in two letters. */

import { decompress } from 'fzstd';

/** Printable, and nothing that a script element ends with. */
const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((letter) => !'<&\\'.includes(letter));

export function unpack(id: string): ArrayBuffer {
  const element = document.getElementById(id);
  const text = element?.textContent ?? '';
  const bytes = new Uint8Array(Number(element?.dataset.bytes));
  const values = new Uint8Array(128);
  LETTERS.forEach((letter, value) => (values[letter.charCodeAt(0)] = value));
  let [bits, held, to] = [0, 0, 0];
  for (let at = 0; at + 1 < text.length; at += 2) {
    bits |= (values[text.charCodeAt(at)]! * LETTERS.length + values[text.charCodeAt(at + 1)]!) << held;
    for (held += 13; held >= 8; held -= 8) {
      bytes[to++] = bits;
      bits >>>= 8;
    }
  }
  return decompress(bytes).slice().buffer;
}

/** The address of a script that stands packed in the page. */
export const scriptOf = (id: string) => URL.createObjectURL(new Blob([unpack(id)], { type: 'text/javascript' }));
