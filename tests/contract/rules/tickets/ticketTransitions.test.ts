import { describe, expect, it } from '@jest/globals';
import { type TicketStatus, ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  isClosed,
  mayArchive,
  mayFollow,
  mayReopen,
  pausesDue,
} from '#contract/rules/tickets/ticketTransitions.ts';

/** docs/domain.md 2, written out again as the oracle. */
const allowed: Record<TicketStatus, TicketStatus[]> = {
  ABERTO: ['EM_ATENDIMENTO', 'CANCELADO'],
  EM_ATENDIMENTO: ['AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO', 'FINALIZADO', 'CANCELADO'],
  AGUARDANDO_CLIENTE: ['EM_ATENDIMENTO', 'FINALIZADO', 'CANCELADO'],
  AGUARDANDO_TERCEIRO: ['EM_ATENDIMENTO', 'FINALIZADO', 'CANCELADO'],
  FINALIZADO: ['EM_ATENDIMENTO'],
  CANCELADO: ['EM_ATENDIMENTO'],
};
const statuses = ticketStatus.map(({ value }) => value);

describe('ticket status', () => {
  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))('%s to %s', (from, to) => {
    expect(mayFollow(from, to)).toBe(allowed[from].includes(to));
  });

  it('is closed for two values, and only those can be archived or reopened', () => {
    expect(statuses.filter(isClosed)).toEqual(['FINALIZADO', 'CANCELADO']);
    expect(statuses.filter((status) => mayArchive(status, false))).toEqual(['FINALIZADO', 'CANCELADO']);
    expect(statuses.filter((status) => mayReopen(status, false))).toEqual(['FINALIZADO', 'CANCELADO']);
    expect(statuses.filter((status) => mayArchive(status, true) || mayReopen(status, true))).toEqual([]);
  });

  it('pauses the due time only while waiting for the customer', () => {
    expect(statuses.filter(pausesDue)).toEqual(['AGUARDANDO_CLIENTE']);
  });
});
