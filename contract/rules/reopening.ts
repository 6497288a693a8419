import { personType } from '../catalogs/personType.ts';
import type { TicketStatus } from '../catalogs/ticketStatus.ts';
import type { PersonType } from '../permissions.ts';
import { mayReopen } from './ticketTransitions.ts';

export interface ReopenRules {
  /** Days after the end; parameters diasReaberturaConsumidor and diasReaberturaEquipe. */
  consumerDays: number;
  staffDays: number;
}

interface Ended {
  status: TicketStatus;
  archived: boolean;
  /** When it was finished or cancelled. */
  endedAt: Date | null;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Whether a person of this type may reopen now (DOMAIN sections 2 and 7): consumers and staff within their window,
 * whoever sees every branch at any time; a cancelled ticket only the latter.
 */
export function withinReopenWindow(
  type: PersonType,
  { status, archived, endedAt }: Ended,
  now: Date,
  rules: ReopenRules,
): boolean {
  if (!mayReopen(status, archived)) return false;
  const scope = personType.find(({ value }) => value === type)?.scope;
  if (scope === 'TODAS_FILIAIS') return true;
  if (status === 'CANCELADO' || !endedAt) return false;
  const days = scope === 'PROPRIO' ? rules.consumerDays : rules.staffDays;
  return now.getTime() <= endedAt.getTime() + days * DAY;
}
