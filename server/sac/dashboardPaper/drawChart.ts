import { shortNumber } from '#contract/rules/format.ts';
import { cellText } from '#contract/rules/reports/results.ts';
import { type Ruler, SIZE, winAnsi } from '../../text/letters.ts';
import type { Box } from './dashboardPdf.ts';
import type { PaperContent } from './paperBlocks.ts';

type ChartContent = Extract<PaperContent, { kind: 'chart' }>;

const COLORS = ['#2f5aa8', '#2e7d5b', '#b26a00', '#0f7c91', '#b3261e', '#7a4a8f'];
const INK = { text: '#1b1b1b', quiet: '#555e68', line: '#d5dae0' } as const;
const BAR = 10;
const BAR_GAP = 5;
const LEGEND = 14;
const LINES = 150;
/** Below the lines, for the names of their points. */
const NAMES = 14;

const colorOf = (at: number) => COLORS[at % COLORS.length] ?? INK.text;

export function chartHeight({ lines, rows, series }: ChartContent): number {
  const legend = series.length > 1 ? LEGEND : 0;
  return legend + (lines ? LINES + NAMES : rows.length * (series.length * BAR + BAR_GAP));
}

/** Bars with their names at the left and their figures at the right, or lines over a scale. */
export function drawChart(doc: PDFKit.PDFDocument, ruler: Ruler, chart: ChartContent, box: Box): void {
  const y = box.y + (chart.series.length > 1 ? LEGEND : 0);
  if (chart.series.length > 1) drawLegend(doc, ruler, chart, box);
  if (chart.lines) drawLines(doc, ruler, chart, { ...box, y });
  else drawBars(doc, ruler, chart, { ...box, y });
}

function drawLegend(doc: PDFKit.PDFDocument, ruler: Ruler, { series }: ChartContent, { x, y, width }: Box) {
  const room = width / series.length;
  series.forEach(({ titulo }, at) => {
    doc.rect(x + at * room, y + 1, 7, 7).fill(colorOf(at));
    doc.font('Helvetica').fontSize(SIZE).fillColor(INK.quiet);
    doc.text(ruler.fitting(winAnsi(titulo), room - 14, false), x + at * room + 10, y + 1, {
      lineBreak: false,
    });
  });
}

function drawBars(doc: PDFKit.PDFDocument, ruler: Ruler, { rows, series }: ChartContent, box: Box) {
  const figures = rows.map(({ texts }) =>
    series.map((column, at) => winAnsi(cellText(texts[at] ?? null, column)) || '—'),
  );
  const widest = (texts: readonly string[]) =>
    texts.reduce((most, text) => Math.max(most, ruler.width(text, false)), 0);
  const names = Math.min(box.width * 0.4, widest(rows.map(({ label }) => winAnsi(label))) + 6);
  const beside = widest(figures.flat()) + 6;
  const room = Math.max(10, box.width - names - beside);
  const { least, span } = scaleOf(rows.flatMap(({ values }) => values));
  const zero = box.x + names + (-least / span) * room;
  let y = box.y;
  rows.forEach(({ label, values }, row) => {
    const middle = y + (series.length * BAR - SIZE) / 2 + 1;
    doc.font('Helvetica').fontSize(SIZE).fillColor(INK.text);
    doc.text(ruler.fitting(winAnsi(label), names - 6, false), box.x, middle, { lineBreak: false });
    series.forEach((_, at) => {
      const value = values[at] ?? 0;
      const length = (Math.abs(value) / span) * room;
      doc.rect(value < 0 ? zero - length : zero, y + 1, Math.max(0.5, length), BAR - 2).fill(colorOf(at));
      doc.font('Helvetica').fontSize(SIZE).fillColor(INK.text);
      const end = value < 0 ? zero : zero + length;
      doc.text(figures[row]?.[at] ?? '', end + 4, y + 1.5, { lineBreak: false });
      y += BAR;
    });
    y += BAR_GAP;
  });
}

const STEPS = 4;

function drawLines(doc: PDFKit.PDFDocument, ruler: Ruler, { rows, series }: ChartContent, box: Box) {
  const { least, span } = scaleOf(rows.flatMap(({ values }) => values));
  const steps = Array.from({ length: STEPS + 1 }, (_, at) => least + (span * at) / STEPS);
  const left = steps.reduce(
    (most, step) => Math.max(most, ruler.width(winAnsi(shortNumber(step)), false)),
    0,
  );
  const from = box.x + left + 6;
  const room = box.width - left - 12;
  const height = LINES - SIZE;
  const heightOf = (value: number) => box.y + SIZE / 2 + height * (1 - (value - least) / span);
  for (const step of steps) {
    const y = heightOf(step);
    doc
      .moveTo(from, y)
      .lineTo(from + room, y)
      .lineWidth(0.5)
      .strokeColor(INK.line)
      .stroke();
    const text = winAnsi(shortNumber(step));
    doc.font('Helvetica').fontSize(SIZE).fillColor(INK.quiet);
    doc.text(text, from - 4 - ruler.width(text, false), y - SIZE / 2, { lineBreak: false });
  }
  const between = room / Math.max(1, rows.length - 1);
  series.forEach((_, at) => {
    rows.forEach(({ values }, row) => {
      const [x, y] = [from + row * between, heightOf(values[at] ?? 0)];
      if (row === 0) doc.moveTo(x, y);
      else doc.lineTo(x, y);
    });
    doc.lineWidth(1.4).strokeColor(colorOf(at)).stroke();
  });
  const each = Math.max(1, Math.ceil((rows.length * 60) / room));
  doc.font('Helvetica').fontSize(SIZE).fillColor(INK.quiet);
  rows.forEach(({ label }, row) => {
    if (row % each !== 0) return;
    // The first is not centered, so it has less room before the second.
    const space = row === 0 ? (each * between) / 2 + from - box.x : each * between;
    const text = ruler.fitting(winAnsi(label), space - 6, false);
    const half = ruler.width(text, false) / 2;
    const x = Math.min(Math.max(from + row * between - half, box.x), box.x + box.width - 2 * half);
    doc.text(text, x, box.y + LINES + 3, { lineBreak: false });
  });
}

/** From nothing, or the least below it, to the most. */
function scaleOf(values: readonly number[]): { least: number; span: number } {
  const least = values.reduce((low, value) => Math.min(low, value), 0);
  const most = values.reduce((high, value) => Math.max(high, value), 0);
  return { least, span: most - least || 1 };
}
