import { describe, expect, it } from '@jest/globals';
import { type SnoozedWrite, snoozeProblem, wakingOf } from '#contract/rules/tickets/ticketSnooze.ts';

const stands = { status: 'EM_ATENDIMENTO', operatorId: 1, sectorId: 2, stepKey: 'TRATATIVA' } as const;
const write = (given: Partial<SnoozedWrite> = {}): SnoozedWrite => ({
  type: 'MENSAGEM',
  byOutside: false,
  before: stands,
  after: stands,
  ...given,
});

describe('until when a ticket is put off', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each<[boolean, string]>([
    [false, '2026-11-20T12:00:00Z'],
    [true, '2026-11-20T12:01:00Z'],
    [true, '2027-02-18T12:00:00Z'],
    [false, '2027-02-18T12:00:01Z'],
  ])('is %s for %s', (fine, at) => {
    expect(snoozeProblem(new Date(at), now) === null).toBe(fine);
  });
});

describe('what brings a ticket back', () => {
  it.each<[ReturnType<typeof wakingOf>, Partial<SnoozedWrite>]>([
    [null, {}],
    [null, { type: 'CAMPOS' }],
    [null, { type: 'DIVISAO' }],
    ['RESPOSTA', { byOutside: true }],
    ['ANDAMENTO', { after: { ...stands, status: 'FINALIZADO' } }],
    ['ANDAMENTO', { byOutside: true, after: { ...stands, status: 'CANCELADO' } }],
    ['ANDAMENTO', { type: 'AVANCO', after: { ...stands, stepKey: 'TROCA' } }],
    ['ANDAMENTO', { type: 'ATRIBUICAO', after: { ...stands, operatorId: 9 } }],
    ['ANDAMENTO', { type: 'ENCAMINHAMENTO', after: { ...stands, sectorId: 9 } }],
    ['ANDAMENTO', { type: 'JUNCAO' }],
    ['ANDAMENTO', { type: 'DIVISAO_DESFEITA' }],
  ])('is %s for %j', (waking, given) => {
    expect(wakingOf(write(given))).toBe(waking);
  });
});
