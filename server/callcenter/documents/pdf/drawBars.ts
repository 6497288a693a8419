import type { BarWidths } from '../../../../contract/rules/barcodes.ts';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Bars and spaces in turn, stretched to the width. */
export function drawBars(doc: PDFKit.PDFDocument, bars: BarWidths, { x, y, width, height }: Place): void {
  const module = width / bars.reduce((sum, each) => sum + each, 0);
  let at = x;
  for (const [index, modules] of bars.entries()) {
    if (index % 2 === 0) doc.rect(at, y, modules * module, height);
    at += modules * module;
  }
  doc.fill('#000000');
}
