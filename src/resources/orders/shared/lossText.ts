import type { QuoteLoss } from '#contract/callcenter/orders/orderRow.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';

/** Who gave a quote up and when, and until when a mistake can still be undone. */
export function lossText({ por, em, reabreAte }: QuoteLoss, zone: TimeZone, now = new Date()): string {
  const given = `Dado como perdido em ${formatDateTime(em, zone)}${por ? ` por ${por}` : ''}.`;
  const until = formatDateTime(reabreAte, zone);
  return isUndoable({ reabreAte }, now)
    ? `${given} Se foi engano, pode ser reaberto até ${until}.`
    : `${given} O prazo para reabrir terminou em ${until}; para retomar a venda, duplique o orçamento.`;
}

export const isUndoable = ({ reabreAte }: Pick<QuoteLoss, 'reabreAte'>, now = new Date()): boolean =>
  now.getTime() < Date.parse(reabreAte);
