import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { dueProblem, minutesUntil } from '#contract/rules/tickets/ticketDue.ts';
import { addWorkingMinutes } from '#contract/rules/time/businessTime.ts';
import { standardCalendar } from '#server/config/parameters/queries.ts';

/** Monday to Friday, 08:00 to 18:00. */
const SP = standardCalendar('America/Sao_Paulo');
const at = (text: string) => new Date(`${text}-03:00`);
/** A Thursday; the next day is a holiday. */
const now = at('2026-11-19T16:00:00');

describe('the moment at which a ticket may be due', () => {
  it.each<[boolean, string]>([
    [false, '2026-11-19T16:00:00'],
    [true, '2026-11-19T16:01:00'],
    [true, '2026-11-19T18:00:00'],
    [false, '2026-11-19T18:01:00'],
    [false, '2026-11-20T10:00:00'],
    [false, '2026-11-21T10:00:00'],
    [false, '2026-11-23T08:00:00'],
    [true, '2026-11-23T08:01:00'],
    [true, '2027-11-19T16:00:00'],
    [false, '2027-11-22T10:00:00'],
  ])('is %s for %s', (fine, moment) => {
    expect(dueProblem(at(moment), now, SP) === null).toBe(fine);
  });
});

describe('the time that its step then has in all', () => {
  const stepEnteredAt = at('2026-11-16T08:00:00');
  it('is more or less by what was given or taken', () => {
    const clock = { dueAt: at('2026-11-17T12:00:00'), dueMinutes: 480, stepEnteredAt };
    expect(minutesUntil(clock, at('2026-11-17T14:00:00'), SP)).toBe(600);
    expect(minutesUntil(clock, at('2026-11-17T11:00:00'), SP)).toBe(420);
    expect(minutesUntil(clock, at('2026-11-16T08:01:00'), SP)).toBe(60);
  });

  it('is counted from its beginning where it had no limit', () => {
    const clock = { dueAt: null, dueMinutes: null, stepEnteredAt };
    expect(minutesUntil(clock, at('2026-11-16T13:00:00'), SP)).toBe(300);
  });

  it('comes back as it was when the moment does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 4000 }), fc.integer({ min: 60, max: 4000 }), (first, second) => {
        const [one, other] = [first, second].map((minutes) => addWorkingMinutes(stepEnteredAt, minutes, SP));
        const before = { dueAt: one ?? now, dueMinutes: first, stepEnteredAt };
        const moved = { ...before, dueAt: other ?? now, dueMinutes: minutesUntil(before, other ?? now, SP) };
        expect([moved.dueMinutes, minutesUntil(moved, one ?? now, SP)]).toEqual([second, first]);
      }),
    );
  });
});
