import type { BarWidths } from '../../../../contract/rules/barcodes.ts';

/** A labelled field of a printed form. */
interface Box {
  label: string;
  text: string;
  width: number;
  right?: boolean;
  strong?: boolean;
}

export const INK = '#000000';
const GREY = '#444444';
export const MARGIN = 28;

interface RowPlace {
  x: number;
  y: number;
  height: number;
}

/**
 * Draws boxes side by side, each with its label above its text, which is cut if it does not fit. Returns where the row ends.
 */
export function boxRow(doc: PDFKit.PDFDocument, boxes: readonly Box[], { x, y, height }: RowPlace): number {
  let at = x;
  for (const { label, text, width, right, strong } of boxes) {
    doc.rect(at, y, width, height).lineWidth(0.5).strokeColor(INK).stroke();
    doc.font('Helvetica').fontSize(5.5).fillColor(GREY);
    doc.text(label.toUpperCase(), at + 3, y + 2, {
      width: width - 6,
      height: 7,
      ellipsis: true,
      lineBreak: false,
    });
    doc
      .font(strong ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(8)
      .fillColor(INK);
    doc.text(text, at + 3, y + 10, {
      width: width - 6,
      height: height - 11,
      align: right ? 'right' : 'left',
      ellipsis: true,
    });
    at += width;
  }
  return y + height;
}

export function sectionTitle(doc: PDFKit.PDFDocument, title: string, y: number): number {
  doc.font('Helvetica-Bold').fontSize(6.5).fillColor(INK);
  doc.text(title.toUpperCase(), MARGIN, y + 4, { lineBreak: false });
  return y + 13;
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws alternating bars and spaces, stretched to the width. */
export function drawBars(doc: PDFKit.PDFDocument, bars: BarWidths, { x, y, width, height }: Place): void {
  const module = width / bars.reduce((sum, each) => sum + each, 0);
  let at = x;
  for (const [index, modules] of bars.entries()) {
    if (index % 2 === 0) doc.rect(at, y, modules * module, height);
    at += modules * module;
  }
  doc.fill('#000000');
}
