import { describe, expect, it } from '@jest/globals';
import { dueAt } from '../../../server/sac/tickets/create/dueAt.ts';

const SP = 'America/Sao_Paulo';

describe('when a step is due', () => {
  it.each([
    // 2026-11-20 is a Friday; São Paulo is three hours behind UTC, Manaus four, Rio Branco five.
    ['inside a working day', '2026-11-20T12:00:00Z', 4, SP, '2026-11-20T16:00:00.000Z'],
    ['before it opens', '2026-11-20T05:00:00Z', 1, SP, '2026-11-20T12:00:00.000Z'],
    ['over the end of the day', '2026-11-19T20:00:00Z', 2, SP, '2026-11-20T12:00:00.000Z'],
    ['to the last minute of a day', '2026-11-20T19:00:00Z', 2, SP, '2026-11-20T21:00:00.000Z'],
    ['over the weekend', '2026-11-20T20:00:00Z', 2, SP, '2026-11-23T12:00:00.000Z'],
    ['from a Sunday', '2026-11-22T15:00:00Z', 1, SP, '2026-11-23T12:00:00.000Z'],
    ['over several days', '2026-11-20T12:00:00Z', 40, SP, '2026-11-26T12:00:00.000Z'],
    ['on the clock of Manaus', '2026-11-20T11:00:00Z', 1, 'America/Manaus', '2026-11-20T13:00:00.000Z'],
    ['around midnight UTC', '2026-11-21T00:30:00Z', 1, 'America/Rio_Branco', '2026-11-23T14:00:00.000Z'],
    ['with no hours at all', '2026-11-20T12:00:00Z', 0, SP, '2026-11-20T12:00:00.000Z'],
  ])('%s', (_what, from, hours, zone, expected) => {
    expect(dueAt(new Date(from), hours, zone)?.toISOString()).toBe(expected);
  });

  it('is never, without a limit', () => {
    expect(dueAt(new Date(), null, SP)).toBeNull();
  });
});
