import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { dayRange, localInstant, readMoment } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { situationOf } from '#server/callcenter/agendas/rules.ts';

const zone = fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco');
/** Since Brazil abolished daylight saving time. */
const day = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2020-01-01', days));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));

describe('local date and time of a branch', () => {
  it("maps to the instant at which the branch's clock shows it", () => {
    fc.assert(
      fc.property(day, time, zone, (date, clock, name) => {
        const instant = localInstant(date, clock, name);
        expect([localDate(instant, name), localTime(instant, name)]).toEqual([date, clock]);
      }),
    );
  });

  it('belongs to its own day, also around midnight', () => {
    fc.assert(
      fc.property(day, fc.constantFrom('00:00', '00:01', '23:59'), zone, (date, clock, name) => {
        const { start, end } = dayRange(date, date, name);
        const instant = localInstant(date, clock, name);
        expect(instant >= start && instant < end).toBe(true);
      }),
    );
  });

  it.each([
    ['2018-11-04', '00:30', '2018-11-04T03:30:00.000Z', 'skipped by summer time: after the jump'],
    ['2018-02-17', '23:30', '2018-02-18T01:30:00.000Z', 'shown twice: the first'],
  ])('is, for %s %s, %s (%s)', (date, clock, instant) => {
    expect(localInstant(date, clock, 'America/Sao_Paulo').toISOString()).toBe(instant);
  });

  it.each([
    ['2026-11-21 14:30', '2026-11-21T17:30:00.000Z'],
    ['2026-11-21T14:30:00', '2026-11-21T17:30:00.000Z'],
    ['2026-11-21T14:30:00.000Z', '2026-11-21T14:30:00.000Z'],
    ['2026-11-21T14:30:00-04:00', '2026-11-21T18:30:00.000Z'],
  ])('is parsed from %s', (text, instant) => {
    expect(readMoment(text, 'America/Sao_Paulo')?.toISOString()).toBe(instant);
  });

  it.each(['2026-02-30 10:00', '2026-11-21 24:00', '2026-11-21 10:60', '21/11/2026 10:00', 'amanhã'])(
    'is not parsed from %s',
    (text) => {
      expect(readMoment(text, 'America/Sao_Paulo')).toBeNull();
    },
  );
});

describe('situation of an agenda', () => {
  it('depends only on the instants: no time zone makes it late too early', () => {
    fc.assert(
      fc.property(day, time, zone, fc.integer({ min: -1440, max: 1440 }), (date, clock, name, minutes) => {
        const scheduledAt = localInstant(date, clock, name);
        const now = new Date(scheduledAt.getTime() + minutes * 60_000);
        expect(situationOf({ scheduledAt, finishedAt: null }, now)).toBe(
          minutes > 0 ? 'ATRASADA' : 'PENDENTE',
        );
        expect(situationOf({ scheduledAt, finishedAt: now }, now)).toBe('CUMPRIDA');
      }),
    );
  });
});
