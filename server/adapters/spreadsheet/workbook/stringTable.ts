import { readPart, UnpackedTooLarge } from './zipParts.ts';

const PAGE = 4 * 1024 * 1024;
/** In UTF-8. Two million cells of one word each take a quarter of it. */
const MAX_BYTES = 128 * 1024 * 1024;

/**
 * The shared strings of a workbook, in a few pages of bytes: a million of them as JavaScript strings take three times the
 * memory, and slices of what was read would keep all of that alive.
 */
export class StringTable {
  readonly #pages: Buffer[] = [];
  /** For each text, its page with the offset there, and its size. */
  #places = new Float64Array(1024);
  #count = 0;
  /** Bytes used in the last page, and in all of them. */
  #used = 0;
  #bytes = 0;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#bytes += size;
    if (this.#bytes > MAX_BYTES) throw new UnpackedTooLarge();
    if (this.#pages.length === 0 || this.#used + size > PAGE) {
      this.#pages.push(Buffer.allocUnsafeSlow(Math.max(PAGE, size)));
      this.#used = 0;
    }
    const page = this.#pages.length - 1;
    this.#pages[page]?.write(text, this.#used);
    if ((this.#count + 1) * 2 > this.#places.length) {
      const wider = new Float64Array(this.#places.length * 2);
      wider.set(this.#places);
      this.#places = wider;
    }
    this.#places[this.#count * 2] = page * 2 ** 32 + this.#used;
    this.#places[this.#count * 2 + 1] = size;
    this.#count += 1;
    this.#used += size;
  }

  get(index: number): string | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const place = this.#places[index * 2] ?? 0;
    const begin = place % 2 ** 32;
    return this.#pages[Math.floor(place / 2 ** 32)]?.toString(
      'utf8',
      begin,
      begin + (this.#places[index * 2 + 1] ?? 0),
    );
  }
}

/** Reads the shared strings, joining the parts of each; phonetic hints (`rPh`) are left out. */
export async function readStrings(content: AsyncIterable<Buffer>): Promise<StringTable> {
  const table = new StringTable();
  let text = '';
  let heard = false;
  let spoken = false;
  const reading = readPart(content, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') spoken = true;
      else if (name === 't') heard = !spoken;
    },
    text(piece) {
      if (heard) text += piece;
    },
    close(name) {
      if (name === 'si') table.add(withoutEscapes(text));
      else if (name === 'rPh') spoken = false;
      else if (name === 't') heard = false;
    },
  });
  for await (const _ of reading);
  return table;
}

/** '_x000D_' is how a workbook escapes a character that XML does not allow. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
