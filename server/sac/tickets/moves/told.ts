import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { type TicketStatus, ticketStatus } from '../../../../contract/catalogs/ticketStatus.ts';
import { statusAfterMove } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import { invalid, refused } from '../../../errors.ts';
import { plainText } from '../../../plainText.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

/** DOMAIN.md section 2: what no status may become, no move makes of it. */
export function requireStatus(from: TicketStatus, entering: TicketStatus): TicketStatus {
  const status = statusAfterMove(from, entering);
  if (status) return status;
  const label = (value: TicketStatus) => rowOf(ticketStatus, value).label;
  throw refused(
    'STATUS_NAO_PERMITE',
    `De "${label(from)}" o ticket não pode passar a "${label(entering)}". Coloque-o em atendimento antes.`,
  );
}

/** Blanks are no reason. */
export function requiredReason(given: string): string {
  const motivo = plainText(given).trim();
  if (!motivo) throw invalid({ motivo: 'Informe o motivo.' });
  return motivo;
}

/** Where a ticket stood, for the audit. */
export const standing = ({ stepKey, status }: TicketRecord) => ({ etapa: stepKey, status });

/** Joined as sentences, each with its point. */
export const sentences = (...parts: string[]): string =>
  parts
    .filter(Boolean)
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ');
