/** The size of the text of tables, in points. */
export const SIZE = 8;

/** Widths by letter, measured once, because asking the font for each cell takes most of the time. */
export class Ruler {
  readonly #doc: PDFKit.PDFDocument;
  readonly #known = { plain: new Map<string, number>(), bold: new Map<string, number>() };

  constructor(doc: PDFKit.PDFDocument) {
    this.#doc = doc;
  }

  width(text: string, bold: boolean): number {
    let width = 0;
    for (const letter of text) width += this.#letter(letter, bold);
    return width;
  }

  fitting(text: string, space: number, bold: boolean): string {
    if (this.width(text, bold) <= space) return text;
    const room = space - this.#letter('…', bold);
    let width = 0;
    let drawable = '';
    for (const letter of text) {
      width += this.#letter(letter, bold);
      if (width > room) break;
      drawable += letter;
    }
    return `${drawable.trimEnd()}…`;
  }

  /** The text in lines of whole words, at most so many; of what is left the last line shows the beginning. */
  lines(text: string, space: number, bold: boolean, most: number): string[] {
    const lines: string[] = [];
    const words = text.split(' ').filter(Boolean);
    while (words.length > 0 && lines.length < most - 1) {
      let line = words.shift() ?? '';
      while (words[0] !== undefined && this.width(`${line} ${words[0]}`, bold) <= space)
        line += ` ${words.shift()}`;
      lines.push(this.fitting(line, space, bold));
    }
    return words.length > 0 ? [...lines, this.fitting(words.join(' '), space, bold)] : lines;
  }

  #letter(letter: string, bold: boolean): number {
    const glyphs = bold ? this.#known.bold : this.#known.plain;
    let width = glyphs.get(letter);
    if (width === undefined) {
      width = this.#doc
        .font(bold ? 'Helvetica-Bold' : 'Helvetica')
        .fontSize(SIZE)
        .widthOfString(letter);
      glyphs.set(letter, width);
    }
    return width;
  }
}

/**
 * Reduces a text to what the built-in fonts can write: Latin letters and a few signs. Line breaks, which would leave the row,
 * become spaces.
 */
export const winAnsi = (text: string): string =>
  text
    .replace(/[\t\r\n]+/g, ' ')
    .normalize('NFC')
    .replace(/[^\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu, '?');
