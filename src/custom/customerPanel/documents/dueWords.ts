import { formatCount } from '../../../../contract/rules/format.ts';

/** Of the days until a title is due, on the calendar of its branch; negative when it is late. */
export function dueText(days: number): string {
  if (days === 0) return 'Hoje';
  const count = formatCount(Math.abs(days), 'dia', 'dias');
  return days < 0 ? `Vencido há ${count}` : `Vencimento para ${count}`;
}
