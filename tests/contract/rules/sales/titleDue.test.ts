import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { daysToPay, isBankHoliday, lateUntil, payableUntil } from '#contract/rules/sales/titleDue.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const day = fc.integer({ min: 0, max: 365 * 60 }).map((days) => addDays('2000-01-01', days));

describe('due date of a title', () => {
  it.each([
    ['carnival’s Monday', '2026-02-16'],
    ['carnival’s Tuesday', '2026-02-17'],
    ['Good Friday', '2026-04-03'],
    ['Corpus Christi', '2026-06-04'],
    ['carnival in March', '2025-03-03'],
    ['the earliest Easter, of 2008', '2008-03-21'],
    ['the latest Easter, of 2038', '2038-04-23'],
    ['Consciência Negra', '2024-11-20'],
  ])('knows %s', (_, date) => {
    expect(isBankHoliday(date)).toBe(true);
  });
  it.each(['2023-11-20', '2026-02-18', '2026-06-05', '2026-12-31', '2026-04-05'])(
    'banks work on %s',
    (date) => {
      expect(isBankHoliday(date)).toBe(false);
    },
  );

  it.each([
    ['on a Saturday', '2026-11-28', '2026-11-30'],
    ['on a Sunday', '2026-11-29', '2026-11-30'],
    ['on a holiday before a weekend', '2026-12-25', '2026-12-28'],
    ['on carnival’s Saturday', '2026-02-14', '2026-02-18'],
    ['on a working day', '2026-11-27', '2026-11-27'],
  ])('%s may be paid until the next day on which banks work', (_, due, until) => {
    expect([payableUntil(due), daysToPay(due, until), daysToPay(due, addDays(until, 1)) < 0]).toEqual([
      until,
      0,
      true,
    ]);
  });

  it('is late by the bound on due dates exactly when it is by its own last day', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -15, max: 15 }), (due, days) => {
        const today = addDays(due, days);
        expect(due <= lateUntil(today)).toBe(payableUntil(due) < today);
        expect(daysToPay(due, today) < 0).toBe(payableUntil(due) < today);
      }),
      { numRuns: 2000 },
    );
  });
});
