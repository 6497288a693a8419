import { Refusal } from '../../errors.ts';
import { MAX_RECORD_BYTES, SHEET_REFUSED } from './sheetShape.ts';

/** What was split is no list. */
export class NotAList extends Refusal {}
/** An element is larger than any record. */
export class TooLargeElement extends Refusal {}

export const notJson = () => new NotAList(422, SHEET_REFUSED, 'O arquivo não é um JSON válido.');

/** Everything that decides where an element of a list ends. */
const SIGNS = /["\\[\]{},]/g;

/** Splits a JSON list into the texts of its elements as it arrives, without understanding more of them than brackets and texts. */
export class ListScanner {
  #depth = 0;
  #inText = false;
  /** The last sign was a backslash at the end of a piece. */
  #escaped = false;
  #element = '';
  #isOpen = false;
  /** A comma promised another element. */
  #isPromised = false;
  isClosed = false;

  *elements(piece: string): Generator<string> {
    let from = 0;
    SIGNS.lastIndex = 0;
    let at = 0;
    if (this.#escaped) {
      at = 1;
      this.#escaped = false;
    }
    for (;;) {
      SIGNS.lastIndex = at;
      const found = SIGNS.exec(piece);
      if (!found) break;
      const { index } = found;
      const [sign] = found;
      at = index + 1;
      if (sign === '\\') {
        if (!this.#inText) throw notJson();
        at += 1;
        this.#escaped = at > piece.length;
      } else if (sign === '"') this.#inText = !this.#inText;
      else if (this.#inText) continue;
      else if (sign === '[' || sign === '{') {
        if (this.#depth++ > 0) continue;
        if (sign !== '[' || this.#isOpen) throw notJson();
        this.#isOpen = true;
        this.#take(piece.slice(from, index));
        if (this.#element.trim() !== '') throw notJson();
        this.#element = '';
        from = at;
      } else if (sign === ',' ? this.#depth === 1 : --this.#depth === 0) {
        this.#take(piece.slice(from, index));
        from = at;
        const text = this.#element.trim();
        this.#element = '';
        if (text !== '') yield text;
        else if (sign === ',' || this.#isPromised) throw notJson();
        this.#isPromised = sign === ',';
        if (sign === ']') this.isClosed = true;
      }
    }
    this.#take(piece.slice(from));
    if (this.isClosed && (this.#depth !== 0 || this.#element.trim() !== '')) throw notJson();
  }

  #take(text: string): void {
    this.#element += text;
    if (this.#element.length > MAX_RECORD_BYTES)
      throw new TooLargeElement(
        422,
        SHEET_REFUSED,
        'Há um objeto grande demais na lista. Envie menos dados em cada um.',
      );
  }
}
