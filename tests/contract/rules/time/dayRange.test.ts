import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { dayRange, startOfDay } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

const zones = ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'] as const;
const zone = fc.constantFrom(...zones);
/** Days from 2004 on, including daylight saving time. */
const day = fc.integer({ min: 0, max: 9000 }).map((days) => addDays('2004-01-01', days));

describe('day range', () => {
  it.each([
    ['America/Sao_Paulo', '2026-11-21T03:00:00.000Z'],
    ['America/Manaus', '2026-11-21T04:00:00.000Z'],
    ['America/Rio_Branco', '2026-11-21T05:00:00.000Z'],
    ['UTC', '2026-11-21T00:00:00.000Z'],
  ])('starts at midnight in %s', (name, start) => {
    expect(dayRange('2026-11-21', '2026-11-21', name).start.toISOString()).toBe(start);
  });

  it("starts at one o'clock where summer time skipped midnight", () => {
    const start = startOfDay('2018-11-04', 'America/Sao_Paulo');
    expect([start.toISOString(), localTime(start, 'America/Sao_Paulo')]).toEqual([
      '2018-11-04T03:00:00.000Z',
      '01:00',
    ]);
  });

  it('contains exactly the instants of its local days', () => {
    fc.assert(
      fc.property(zone, day, fc.nat(40), fc.integer({ min: -3, max: 3 }), (name, from, length, minutes) => {
        const to = addDays(from, length);
        const { start, end } = dayRange(from, to, name);
        for (const edge of [start, end]) {
          const instant = new Date(edge.getTime() + minutes * 60_000);
          const inside = instant >= start && instant < end;
          const local = localDate(instant, name);
          expect(inside).toBe(local >= from && local <= to);
        }
      }),
    );
  });

  it('leaves no gap or overlap between days', () => {
    fc.assert(
      fc.property(zone, day, (name, date) => {
        const next = addDays(date, 1);
        expect(dayRange(date, date, name).end).toEqual(dayRange(next, next, name).start);
      }),
    );
  });
});
