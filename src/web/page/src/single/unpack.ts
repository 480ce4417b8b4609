/** What stands packed in the page that is one file: gzip, thirteen bits in two letters. */

/** Printable, and nothing that a script element ends with. */
const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((letter) => !'<&\\'.includes(letter));

export async function unpack(id: string): Promise<ArrayBuffer> {
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
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** The address of a script that stands packed in the page. */
export async function scriptOf(id: string): Promise<string> {
  return URL.createObjectURL(new Blob([await unpack(id)], { type: 'text/javascript' }));
}
