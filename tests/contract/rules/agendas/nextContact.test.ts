import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NEXT_CONTACTS, nextContact } from '#contract/rules/agendas/nextContact.ts';
import type { WorkCalendar } from '#contract/rules/time/businessTime.ts';
import { formatComingMoment, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localInstant } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

const ZONE = 'America/Manaus';
const WEEK = [1, 2, 3, 4, 5];
const spansOf = (...spans: [number, number][]) =>
  spans.map(([opens, closes]) => ({ opens: opens * 60, closes: closes * 60 }));
const weekOf = (days: readonly number[], ...spans: [number, number][]) =>
  Array.from({ length: 7 }, (_, day) => (days.includes(day) ? spansOf(...spans) : []));
const calendar = (part: Partial<WorkCalendar> = {}): WorkCalendar => ({
  ...{ zone: ZONE, week: weekOf(WEEK, [8, 18]), isHoliday: () => false },
  ...part,
});
/** On a Monday; Friday is 2026-11-27. */
const at = (time: string, day = '2026-11-23') => localInstant(day, time, ZONE);
const clock = (moment: Date | null) => moment && `${localDate(moment, ZONE)} ${localTime(moment, ZONE)}`;
const times = (now: Date, part: object = {}) => ({ now, calendar: calendar(), servedOn: WEEK, ...part });

describe('the next contact', () => {
  it.each([
    ['09:31', '2026-11-23 11:35', 'in two hours, at a round minute'],
    ['15:59', '2026-11-23 18:00', null],
    ['16:00', '2026-11-24 08:00', 'when the next day begins, once the branch is closed by then'],
    ['05:10', '2026-11-23 08:00', 'not before the branch opens'],
  ])('of somebody who did not answer at %s is at %s', (now, expected, why) => {
    const found = clock(nextContact('EM_2_HORAS', times(at(now))));
    // The minute at which the branch closes is not one at which it works.
    expect(found).toBe(why === null ? '2026-11-24 08:00' : expected);
  });

  it('is on a day on which the customer is served', () => {
    const served = { servedOn: [3] };
    expect(clock(nextContact('EM_2_HORAS', times(at('09:00'), served)))).toBe('2026-11-25 08:00');
    expect(clock(nextContact('AMANHA', times(at('09:00'), served)))).toBe('2026-11-25 09:00');
    expect(clock(nextContact('EM_7_DIAS', times(at('09:00'), served)))).toBe('2026-12-02 09:00');
  });

  it('skips weekends and holidays', () => {
    const friday = at('17:00', '2026-11-27');
    expect(clock(nextContact('EM_2_HORAS', times(friday)))).toBe('2026-11-30 08:00');
    const holiday = calendar({ isHoliday: (day) => day === '2026-11-30' });
    expect(clock(nextContact('AMANHA', times(friday, { calendar: holiday })))).toBe('2026-12-01 17:00');
  });

  it('is at the same time of day, or at the nearest at which the branch works', () => {
    expect(clock(nextContact('AMANHA', times(at('21:00'))))).toBe('2026-11-24 17:30');
    expect(clock(nextContact('AMANHA', times(at('06:00'))))).toBe('2026-11-24 08:00');
    expect(clock(nextContact('EM_7_DIAS', times(at('14:03'))))).toBe('2026-11-30 14:05');
  });

  it('waits for the end of a break, and knows a shorter Saturday', () => {
    const week = weekOf(WEEK, [8, 12], [13.5, 18]).with(6, spansOf([8, 12]));
    const withLunch = { calendar: calendar({ week }), servedOn: [] };
    expect(clock(nextContact('EM_2_HORAS', times(at('10:30'), withLunch)))).toBe('2026-11-23 13:30');
    expect(clock(nextContact('EM_2_HORAS', times(at('09:50'), withLunch)))).toBe('2026-11-23 11:50');
    expect(clock(nextContact('AMANHA', times(at('12:20'), withLunch)))).toBe('2026-11-24 13:30');
    expect(clock(nextContact('AMANHA', times(at('11:50'), withLunch)))).toBe('2026-11-24 11:50');
    const friday = (time: string) => times(at(time, '2026-11-27'), withLunch);
    expect(clock(nextContact('EM_2_HORAS', friday('17:00')))).toBe('2026-11-28 08:00');
    expect(clock(nextContact('AMANHA', friday('16:00')))).toBe('2026-11-28 11:30');
  });

  it('is none where the days of the customer and those of the branch never meet', () => {
    for (const { value } of NEXT_CONTACTS)
      expect(nextContact(value, times(at('09:00'), { servedOn: [0] }))).toBeNull();
    expect(nextContact('AMANHA', times(at('09:00'), { servedOn: [] }))).not.toBeNull();
  });

  it('is always ahead, while the branch works, on a served day', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
        days,
        days,
        fc.constantFrom(...NEXT_CONTACTS.map(({ value }) => value)),
        (now, worked, servedOn, kind) => {
          const found = nextContact(kind, {
            now,
            servedOn,
            calendar: calendar({ week: weekOf(worked, [8, 12], [13.5, 18]) }),
          });
          if (!found) return expect(worked.some((day) => servedOn.includes(day))).toBe(false);
          const weekday = weekdayOf(localDate(found, ZONE));
          expect([worked.includes(weekday), servedOn.includes(weekday)]).toEqual([true, true]);
          const time = localTime(found, ZONE);
          expect((time >= '08:00' && time < '12:00') || (time >= '13:30' && time < '18:00')).toBe(true);
          expect(found.getTime()).toBeGreaterThan(now.getTime());
        },
      ),
    );
  });
});

it('says a moment to come by its day', () => {
  const now = at('09:00');
  const said = (day: string) => formatComingMoment(at('16:40', day), now, ZONE);
  expect(['2026-11-23', '2026-11-24', '2026-11-27', '2026-11-29', '2026-11-30'].map(said)).toEqual([
    ...['hoje às 16:40', 'amanhã às 16:40', 'sexta às 16:40', 'domingo às 16:40', '30/11 às 16:40'],
  ]);
});
