/** Creates an empty PDF document. The library is loaded with the first one, so that startup does not wait for its fonts. */
export async function newPdfDocument(options: PDFKit.PDFDocumentOptions): Promise<PDFKit.PDFDocument> {
  const { default: PDFDocument } = await import('pdfkit');
  return new PDFDocument(options);
}

/** The measures and colors shared by all parts of a printed order, in points on A4. */
export const MARGIN = 42;
const A4_WIDTH = 595.28;
export const WIDTH = A4_WIDTH - 2 * MARGIN;
export const INK = { text: '#1a1f24', quiet: '#5b6570', line: '#c9cfd6', tint: '#f3f5f7' } as const;

/** Letters outside Latin-1 that the built-in fonts contain. */
const MORE_LETTERS = new Set('–—‘’“”•…€™');

/** A text that the built-in fonts can print: a letter they lack loses its accent or becomes a question mark. */
export const printable = (given: string): string =>
  [...given.normalize('NFC').replace(/[\t\u00a0]/g, ' ')]
    .map((letter) => (hasGlyph(letter) ? letter : plainLetter(letter)))
    .join('');

const hasGlyph = (letter: string) => /^[\n\x20-\x7e\xa1-\xff]$/.test(letter) || MORE_LETTERS.has(letter);

function plainLetter(letter: string): string {
  const [base = ''] = letter.normalize('NFKD');
  return hasGlyph(base) ? base : '?';
}

interface TextStyle {
  size: number;
  bold?: boolean;
  color?: string;
}

/** Writes a paragraph over the full width at the current position. */
export function text(
  doc: PDFKit.PDFDocument,
  given: string,
  { size, bold, color = INK.text }: TextStyle,
): void {
  doc
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(color)
    .text(printable(given), MARGIN, doc.y, { width: WIDTH, lineGap: 1.5 });
}

export function rule(doc: PDFKit.PDFDocument): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + WIDTH, doc.y)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
  doc.y += 8;
}

/** Starts a new page unless at least `height` points are left on this one. */
export function keepTogether(doc: PDFKit.PDFDocument, height: number): void {
  if (doc.y + height > doc.page.height - doc.page.margins.bottom) doc.addPage();
}

/** Writes the document's name and 'Página 1 de 3' at the foot of each page. */
export function drawFooters(doc: PDFKit.PDFDocument, left: string): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index++) {
    doc.switchToPage(start + index);
    // Below the margin, where text would otherwise start a new page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - 28;
    doc.font('Helvetica').fontSize(8).fillColor(INK.quiet);
    doc.text(printable(left), MARGIN, y, { width: WIDTH, lineBreak: false });
    doc.text(`Página ${index + 1} de ${count}`, MARGIN, y, {
      width: WIDTH,
      align: 'right',
      lineBreak: false,
    });
    doc.page.margins.bottom = MARGIN;
  }
}
