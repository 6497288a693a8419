import { expect, it } from '@jest/globals';
import { type PromiseFacts, ticketPromise } from '#contract/rules/tickets/ticketPromise.ts';

const facts = (change: Partial<PromiseFacts> = {}): PromiseFacts => ({
  status: 'EM_ATENDIMENTO',
  due: '2026-12-12T19:00:00.000Z',
  pickup: null,
  now: '2026-12-01T12:00:00.000Z',
  zone: 'America/Sao_Paulo',
  ...change,
});

it.each<[string, Partial<PromiseFacts>, string]>([
  ['the end of the step', {}, 'Resposta até 12/12 às 16:00.'],
  ['that end in its own zone', { zone: 'America/Manaus' }, 'Resposta até 12/12 às 15:00.'],
  ['another year', { due: '2027-01-02T12:00:00.000Z' }, 'Resposta até 02/01/2027 às 09:00.'],
  [
    'the day of a pickup before it',
    { pickup: { status: 'GERADA', scheduledFor: '2026-12-05' } },
    'Coleta prevista até 05/12.',
  ],
  [
    'a pickup of today',
    { due: null, pickup: { status: 'GERADA', scheduledFor: '2026-12-01' } },
    'Coleta prevista até 01/12.',
  ],
  ['no time limit', { due: null }, ''],
  ['a step that is late', { now: '2026-12-12T19:00:00.000Z' }, ''],
  ['a closed ticket', { status: 'FINALIZADO' }, ''],
  ['a pickup without a day', { due: null, pickup: { status: 'GERADA', scheduledFor: null } }, ''],
  ['a pickup that is late', { due: null, pickup: { status: 'GERADA', scheduledFor: '2026-11-30' } }, ''],
  ['a pickup that was made', { due: null, pickup: { status: 'CONFIRMADA', scheduledFor: '2026-12-05' } }, ''],
])('promises of %s only what is stored', (_what, change, expected) => {
  expect(ticketPromise(facts(change))).toBe(expected);
});
