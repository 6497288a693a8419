import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addWorkingMinutes,
  takeWorkingMinutes,
  type WorkCalendar,
  workingMinutesBetween,
} from '#contract/rules/time/businessTime.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

const SP = 'America/Sao_Paulo';
const ZONES = [SP, 'America/Manaus', 'America/Rio_Branco'];
const calendar = (zone: string, more: Partial<WorkCalendar> = {}): WorkCalendar => ({
  zone,
  days: [1, 2, 3, 4, 5],
  opens: 8 * 60,
  closes: 18 * 60,
  isHoliday: (day) => day === '2026-11-02' || day === '2026-12-25',
  ...more,
});

describe('working time', () => {
  it('is taken back as it was added', () => {
    const minutes = fc.integer({ min: 1, max: 6_000 });
    const moment = fc.date({
      min: new Date('2026-10-01T00:00:00Z'),
      max: new Date('2027-02-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, minutes, fc.constantFrom(...ZONES), (to, taken, zone) => {
        const before = takeWorkingMinutes(to, taken, calendar(zone));
        expect(workingMinutesBetween(before, to, calendar(zone))).toBeCloseTo(taken, 5);
      }),
    );
  });

  it.each([
    // 2026-11-13 is a Friday; São Paulo is three hours behind UTC, Manaus four, Rio Branco five.
    ['inside a working day', '2026-11-13T12:00:00Z', 4, SP, '2026-11-13T16:00:00.000Z'],
    ['before it opens', '2026-11-13T05:00:00Z', 1, SP, '2026-11-13T12:00:00.000Z'],
    ['across the end of a day', '2026-11-12T20:00:00Z', 2, SP, '2026-11-13T12:00:00.000Z'],
    ['to the last minute of a day', '2026-11-13T19:00:00Z', 2, SP, '2026-11-13T21:00:00.000Z'],
    ['across a weekend', '2026-11-13T20:00:00Z', 2, SP, '2026-11-16T12:00:00.000Z'],
    ['across a weekend and a holiday', '2026-10-30T20:00:00Z', 2, SP, '2026-11-03T12:00:00.000Z'],
    ['from a holiday', '2026-12-25T15:00:00Z', 1, SP, '2026-12-28T12:00:00.000Z'],
    ['across several days', '2026-11-13T12:00:00Z', 40, SP, '2026-11-19T12:00:00.000Z'],
    ['in the time zone of Manaus', '2026-11-13T11:00:00Z', 1, 'America/Manaus', '2026-11-13T13:00:00.000Z'],
    ['around midnight UTC', '2026-11-14T00:30:00Z', 1, 'America/Rio_Branco', '2026-11-16T14:00:00.000Z'],
    ['with no hours to add', '2026-11-13T12:00:00Z', 0, SP, '2026-11-13T12:00:00.000Z'],
  ])('%s', (_what, from, hours, zone, expected) => {
    const due = addWorkingMinutes(new Date(from), hours * 60, calendar(zone));
    expect(due.toISOString()).toBe(expected);
    expect(workingMinutesBetween(new Date(from), due, calendar(zone))).toBe(hours * 60);
  });

  it('supports a branch open on Saturdays and one open day and night', () => {
    const saturdays = calendar(SP, { days: [6], opens: 9 * 60, closes: 12 * 60 });
    expect(addWorkingMinutes(new Date('2026-11-13T12:00:00Z'), 240, saturdays).toISOString()).toBe(
      '2026-11-21T13:00:00.000Z',
    );
    const always = calendar(SP, { days: [0, 1, 2, 3, 4, 5, 6], opens: 0, closes: 24 * 60 });
    expect(addWorkingMinutes(new Date('2026-11-13T02:59:00Z'), 2, always).toISOString()).toBe(
      '2026-11-13T03:01:00.000Z',
    );
  });

  it('is zero from a later to an earlier instant', () => {
    expect(
      workingMinutesBetween(new Date('2026-11-13T15:00:00Z'), new Date('2026-11-13T12:00:00Z'), calendar(SP)),
    ).toBe(0);
  });
});

/** Instants within half an hour of local midnight, and arbitrary ones, on days without daylight saving time. */
const instant = fc
  .tuple(
    fc.integer({ min: 0, max: 400 }),
    fc.oneof(
      fc.integer({ min: 2.5 * 3600, max: 5.5 * 3600 }), // UTC seconds around midnight in the three zones
      fc.integer({ min: 0, max: 86_399 }),
    ),
  )
  .map(([day, second]) => new Date(Date.UTC(2026, 0, 1 + day) + second * 1000));
const zone = fc.constantFrom(...ZONES);
const minutes = fc.integer({ min: 0, max: 60 * 80 });

describe('working time for any instant, in three zones', () => {
  it('between start and due equals what was added, and the due time is a working moment', () => {
    fc.assert(
      fc.property(instant, minutes, zone, (from, added, tz) => {
        const days = calendar(tz);
        const due = addWorkingMinutes(from, added, days);
        expect(workingMinutesBetween(from, due, days)).toBeCloseTo(added, 6);
        if (added === 0) return;
        const [day, time] = [localDate(due, tz), localTime(due, tz)];
        expect(days.isHoliday(day)).toBe(false);
        expect([0, 6]).not.toContain(new Date(`${day}T00:00:00Z`).getUTCDay());
        expect(time >= '08:00' && time <= '18:00').toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('added in two parts equals their sum added at once', () => {
    fc.assert(
      fc.property(instant, minutes, minutes, zone, (from, one, other, tz) => {
        const days = calendar(tz);
        const inParts = addWorkingMinutes(addWorkingMinutes(from, one, days), other, days);
        // A part that ends at closing time continues at the next opening; both are the same working moment.
        expect(workingMinutesBetween(from, inParts, days)).toBeCloseTo(one + other, 6);
        if (one > 0 && other > 0) expect(inParts).toEqual(addWorkingMinutes(from, one + other, days));
      }),
      { numRuns: 300 },
    );
  });

  it('is never due earlier for a later start, and equals the sum of its parts', () => {
    fc.assert(
      fc.property(instant, instant, instant, minutes, zone, (a, b, c, added, tz) => {
        const days = calendar(tz);
        const [first, second, third] = [a, b, c].sort((x, y) => x.getTime() - y.getTime()) as [
          Date,
          Date,
          Date,
        ];
        expect(addWorkingMinutes(first, added, days) <= addWorkingMinutes(second, added, days)).toBe(true);
        expect(
          workingMinutesBetween(first, second, days) + workingMinutesBetween(second, third, days),
        ).toBeCloseTo(workingMinutesBetween(first, third, days), 6);
      }),
      { numRuns: 25 },
    );
  });

  it('gives the same local times in every zone', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 1439 }),
        minutes,
        (day, minute, added) => {
          const walls = ZONES.map((tz, index) => {
            const from = new Date(Date.UTC(2026, 0, 1 + day, 3 + index) + minute * 60_000);
            const due = addWorkingMinutes(from, added, calendar(tz));
            return `${localDate(due, tz)} ${localTime(due, tz)}`;
          });
          expect(new Set(walls).size).toBe(1);
        },
      ),
      { numRuns: 100 },
    );
  });
});
