import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addWorkingMinutes,
  takeWorkingMinutes,
  type WorkCalendar,
  workingMinutesBetween,
} from '#contract/rules/time/businessTime.ts';
import { weekdayOf } from '#contract/rules/time/calendarDate.ts';
import type { WorkWeek } from '#contract/rules/time/workWeek.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

const SP = 'America/Sao_Paulo';
const ZONES = [SP, 'America/Manaus', 'America/Rio_Branco'];
const weekOf = (days: readonly number[], ...spans: [number, number][]): WorkWeek =>
  Array.from({ length: 7 }, (_, day) =>
    days.includes(day) ? spans.map(([opens, closes]) => ({ opens, closes })) : [],
  );
const calendar = (zone: string, more: Partial<WorkCalendar> = {}): WorkCalendar => ({
  zone,
  week: weekOf([1, 2, 3, 4, 5], [8 * 60, 18 * 60]),
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
    const saturdays = calendar(SP, { week: weekOf([6], [9 * 60, 12 * 60]) });
    expect(addWorkingMinutes(new Date('2026-11-13T12:00:00Z'), 240, saturdays).toISOString()).toBe(
      '2026-11-21T13:00:00.000Z',
    );
    const always = calendar(SP, { week: weekOf([0, 1, 2, 3, 4, 5, 6], [0, 24 * 60]) });
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

/** Any week with at least one span: up to three a day, apart from each other or touching. */
const anyWeek: fc.Arbitrary<WorkWeek> = fc
  .array(fc.uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 }), { minLength: 7, maxLength: 7 })
  .map((week) =>
    week.map((edges) => {
      const sorted = edges.toSorted((a, b) => a - b);
      return Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
        opens: sorted[2 * i] ?? 0,
        closes: sorted[2 * i + 1] ?? 0,
      }));
    }),
  )
  .filter((week) => week.some((spans) => spans.length > 0));

describe('hours that differ between weekdays, with breaks', () => {
  const halfSaturday = weekOf([1, 2, 3, 4, 5], [8 * 60, 12 * 60], [13.5 * 60, 18 * 60]).with(6, [
    { opens: 8 * 60, closes: 12 * 60 },
  ]);
  const days = calendar(SP, { week: halfSaturday });

  it.each([
    // São Paulo is three hours behind UTC; 2026-11-13 is a Friday.
    ['up to the break', '2026-11-13T13:00:00Z', 2, '2026-11-13T15:00:00.000Z'],
    ['across the break', '2026-11-13T14:00:00Z', 2, '2026-11-13T17:30:00.000Z'],
    ['from within the break', '2026-11-13T15:45:00Z', 1, '2026-11-13T17:30:00.000Z'],
    ['into Saturday', '2026-11-13T20:00:00Z', 2, '2026-11-14T12:00:00.000Z'],
    ['beyond Saturday noon', '2026-11-14T14:00:00Z', 2, '2026-11-16T12:00:00.000Z'],
  ])('run %s', (_what, from, hours, expected) => {
    const due = addWorkingMinutes(new Date(from), hours * 60, days);
    expect(due.toISOString()).toBe(expected);
    expect(workingMinutesBetween(new Date(from), due, days)).toBe(hours * 60);
    const back = takeWorkingMinutes(due, hours * 60, days);
    expect(workingMinutesBetween(back, due, days)).toBe(hours * 60);
  });

  /** Whether the minute that begins at the instant is a working one, by the clock on the wall alone. */
  const works = (at: number, week: WorkWeek) => {
    const [day, time] = [localDate(at, SP), localTime(at, SP)];
    const minute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
    return (
      !days.isHoliday(day) &&
      (week[weekdayOf(day)] ?? []).some(({ opens, closes }) => minute >= opens && minute < closes)
    );
  };

  it('are counted as minute by minute on the wall', () => {
    const start = fc.integer({ min: 0, max: 40 * 1440 });
    fc.assert(
      fc.property(anyWeek, start, fc.integer({ min: 1, max: 900 }), (week, offset, added) => {
        const from = Date.parse('2026-10-20T00:00:00Z') + offset * 60_000;
        const due = addWorkingMinutes(new Date(from), added, calendar(SP, { week }));
        let [left, at] = [added, from];
        // A week with a single short span would make the count long.
        for (let most = 20_000; left > 0 && most > 0; most--, at += 60_000) if (works(at, week)) left--;
        if (left > 0) return;
        expect(due.toISOString()).toBe(new Date(at).toISOString());
      }),
      { numRuns: 40 },
    );
  });

  it('give back what was added, never earlier for a later start, and end within a span', () => {
    fc.assert(
      fc.property(
        anyWeek,
        instant,
        instant,
        fc.integer({ min: 1, max: 2_000 }),
        zone,
        (week, a, b, added, tz) => {
          const given = calendar(tz, { week });
          const [first, second] = a < b ? [a, b] : [b, a];
          const due = addWorkingMinutes(first, added, given);
          expect(workingMinutesBetween(first, due, given)).toBeCloseTo(added, 6);
          expect(workingMinutesBetween(takeWorkingMinutes(first, added, given), first, given)).toBeCloseTo(
            added,
            6,
          );
          expect(due <= addWorkingMinutes(second, added, given)).toBe(true);
          // The last instant before it is a working one: it is never beyond a span, in a break or on a holiday.
          const before = due.getTime() - 1;
          const midnight = Date.parse(`${localDate(before, tz)}T00:00:00Z`);
          const minute =
            (Date.parse(`${localDate(before, tz)}T${localTime(before, tz)}:00Z`) - midnight) / 60_000;
          const spans = week[weekdayOf(localDate(before, tz))] ?? [];
          expect(given.isHoliday(localDate(before, tz))).toBe(false);
          expect(spans.some(({ opens, closes }) => minute >= opens && minute < closes)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
