import { formatCount } from '../../../contract/rules/format.ts';

const whole = new Intl.NumberFormat('pt-BR');
const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** '42.662' */
export const countOf = (total: number): string => whole.format(total);

/** '1 ticket', '42.662 tickets' */
export const ticketsText = (total: number): string => formatCount(total, 'ticket', 'tickets');

/** Hours below two days, days above. */
export function durationText(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${oneDecimal.format(hours)} h`;
  return `${oneDecimal.format(hours / 24)} dias`;
}
