import type { ReportResult } from '../../sac/reports/reports.ts';
import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  subtractDecimals,
} from '../decimal.ts';
import { formatPercent } from '../format.ts';
import type { ReportColumn } from '../reports/report.ts';
import { cellText, type ReportCell, totalText } from '../reports/results.ts';
import type { DashboardBlock } from './dashboard.ts';

export interface BlockFigure {
  text: string;
  /** What it counts: the title of its column. */
  column: string;
  /** The figure that it is compared with, and by how much it is above or below. */
  before?: { text: string; column: string; change: string; direction: -1 | 0 | 1 } | undefined;
}

/** The figure of a NUMERO: the report's own total of the column, or the value of its only row. `null` if there is none. */
export function blockFigure(
  result: Pick<ReportResult, 'colunas' | 'linhas' | 'totais'>,
  { coluna, comparacao }: Pick<DashboardBlock, 'coluna' | 'comparacao'>,
): BlockFigure | null {
  const now = figureIn(result, coluna);
  if (!now) return null;
  const then = figureIn(result, comparacao);
  return {
    text: now.text,
    column: now.column.titulo,
    before: then && { text: then.text, column: then.column.titulo, ...changeOf(now.value, then.value) },
  };
}

/** What stands below the figure of a block: what it is compared with, or what it counts if the title does not say it. */
export const figureNote = ({ column, before }: BlockFigure, title: string): string =>
  before
    ? [before.change && `${before.change} em relação a`, before.text, `(${before.column.toLowerCase()})`]
        .filter(Boolean)
        .join(' ')
    : column === title
      ? ''
      : column;

interface Figure {
  column: ReportColumn;
  value: ReportCell;
  text: string;
}

function figureIn(
  { colunas, linhas, totais }: Pick<ReportResult, 'colunas' | 'linhas' | 'totais'>,
  name: string | undefined,
): Figure | undefined {
  const at = colunas.findIndex(({ campo }) => campo === name);
  const column = colunas[at] as ReportColumn | undefined;
  if (!column) return undefined;
  const total = totais[column.campo] ?? null;
  if (total !== null) return { column, value: total, text: totalText(total, column) };
  const value = linhas.length === 1 ? (linhas[0]?.[at] ?? null) : null;
  return value === null ? undefined : { column, value, text: cellText(value, column) };
}

/** '+12,5%'; nothing is any number of times as much as zero. */
function changeOf(now: ReportCell, then: ReportCell): { change: string; direction: -1 | 0 | 1 } {
  const [a, b] = [parseDecimal(String(now)), parseDecimal(String(then))];
  if (a === null || b === null) return { change: '', direction: 0 };
  const direction = compareDecimals(a, b) as -1 | 0 | 1;
  if (compareDecimals(b, '0') <= 0) return { change: '', direction };
  const percent = divideDecimals(multiplyDecimals(subtractDecimals(a, b), '100'), b, 1);
  return { change: `${direction > 0 ? '+' : ''}${formatPercent(percent, 1)}`, direction };
}
