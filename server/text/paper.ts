import type { Brand } from '#contract/config/brand.ts';
import { formatDocument } from '#contract/rules/documents.ts';

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

/** A PNG and its size in pixels. */
export interface PaperPicture {
  content: Buffer;
  width: number;
  height: number;
}

/** How the company or a branch heads its paper. */
export interface PaperBrand extends Omit<Brand, 'logo' | 'fundoLogo'> {
  picture: PaperPicture | null;
}

/** The largest logo, in points: 45 × 12 mm. */
const LOGO = { width: 127.5, height: 34 };

/** The head of the paper: logo, name, document and address above a band in the brand's colour. The text continues below. */
export function drawBrand(doc: PDFKit.PDFDocument, brand: PaperBrand, margin = MARGIN): void {
  const top = doc.y;
  let [left, bottom] = [margin, top];
  if (brand.picture) {
    const { content, width, height } = brand.picture;
    const scale = Math.min(LOGO.width / width, LOGO.height / height);
    doc.image(content, margin, top, { width: width * scale });
    left += width * scale + 12;
    bottom += height * scale;
  }
  const width = doc.page.width - margin - left;
  doc.font('Helvetica-Bold').fontSize(11).fillColor(INK.text);
  doc.text(printable(brand.nome), left, top, { width });
  doc.font('Helvetica').fontSize(8).fillColor(INK.quiet);
  for (const line of brandFacts(brand)) doc.text(printable(line), { width, lineGap: 1 });
  doc.y = Math.max(doc.y, bottom) + 5;
  doc
    .moveTo(margin, doc.y)
    .lineTo(doc.page.width - margin, doc.y)
    .lineWidth(2)
    .strokeColor(brand.cor)
    .stroke();
  doc.x = margin;
  doc.y += 10;
}

/** Legal name, document and address, as far as they are known and not said by the name already. */
export function brandFacts({ nome, razSoc, cnpj, endereco }: Omit<Brand, 'logo' | 'fundoLogo'>): string[] {
  const document = cnpj && `CNPJ ${formatDocument(cnpj)}`;
  return [[razSoc !== nome && razSoc, document].filter(Boolean).join(' · '), endereco].filter(Boolean);
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
