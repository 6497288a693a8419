import { Link } from 'react-router-dom';
import { cellText, type ReportCell } from '../../../contract/rules/reports/cellText.ts';
import type { ReportColumn } from '../../../contract/rules/reports/report.ts';

interface ResultCellProps {
  value: ReportCell;
  column: ReportColumn;
}

/** A figure, a word, a day; an id that names a record leads to it. */
export function ResultCell({ value, column }: ResultCellProps) {
  const path = pathOf(value, column);
  // A number of a record is a name, not a quantity: no thousands in it.
  if (path) return <Link to={path}>{String(value)}</Link>;
  return cellText(value, column);
}

function pathOf(value: ReportCell, { abre }: ReportColumn): string | null {
  if (!abre || value === null || !/^\d{1,10}$/.test(String(value))) return null;
  return abre === 'ticket' ? `/tickets/${value}` : `/clientes/${value}`;
}
