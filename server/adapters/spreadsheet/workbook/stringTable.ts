import { readPart } from './readPart.ts';
import { Swollen } from './zipParts.ts';

const PAGE = 4 * 1024 * 1024;
/** In UTF-8. Two million cells of one word each are a quarter of it. */
const MOST_BYTES = 128 * 1024 * 1024;

/**
 * The texts that the cells of a workbook share, in few pages of bytes: a million of them as texts of JavaScript are three
 * times the memory, and pieces of what was read keep all of that.
 */
export class StringTable {
  readonly #pages: Buffer[] = [];
  /** Of each text the page with its begin there, and its size. */
  #places = new Float64Array(1024);
  #count = 0;
  /** Of the last page, and of all of them. */
  #used = 0;
  #bytes = 0;

  add(text: string): void {
    const size = Buffer.byteLength(text);
    this.#bytes += size;
    if (this.#bytes > MOST_BYTES) throw new Swollen();
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

/** The shared texts, each of its parts joined; how they are spoken (`rPh`) is no part of them. */
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

/** '_x000D_' is how a workbook spells a sign that XML does not take. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;
