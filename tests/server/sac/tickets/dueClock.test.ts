import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addWorkingMinutes } from '#contract/rules/time/businessTime.ts';
import { isNationalHoliday, standardCalendar, workCalendar } from '#server/config/parameters/queries.ts';
import { readServiceParameters } from '#server/config/parameters/rules.ts';
import { enteredDue, NO_CLOCK, pausedDue, resumedDue } from '#server/sac/tickets/change/changeTicket.ts';
import { isDueSoon, soonAt } from '#server/sac/tickets/list/dueSoon.ts';

const SP = standardCalendar('America/Sao_Paulo');
const at = (text: string) => new Date(text);
const step = { prazo_horas_uteis: 4, status_ao_entrar: 'EM_ATENDIMENTO' } as const;

describe('work calendar of a branch', () => {
  it('has the national holidays, but not the optional ones', () => {
    expect(['2026-11-20', '2026-04-03', '2026-12-25', '2027-01-01'].every(isNationalHoliday)).toBe(true);
    expect(['2026-02-17', '2026-06-04', '2026-11-19', '2150-12-25'].some(isNationalHoliday)).toBe(false);
  });

  it('adds the holidays and the hours of the branch', () => {
    const values = {
      expediente: { dias: [1, 2, 3], inicio: '09:00', fim: '12:30' },
      feriados: ['2026-11-17'],
    };
    const calendar = workCalendar(readServiceParameters(values), 'America/Manaus');
    const spans = [{ opens: 540, closes: 750 }];
    expect(calendar.week).toEqual([[], spans, spans, spans, [], [], []]);
    expect(['2026-11-17', '2026-11-20', '2026-11-18'].map(calendar.isHoliday)).toEqual([true, true, false]);
  });

  it.each([
    [{ dias: [], inicio: '08:00', fim: '18:00' }],
    [{ dias: [1], inicio: '18:00', fim: '08:00' }],
    [{ dias: [9], inicio: '08:00', fim: '18:00' }],
    [{ dias: [1], inicio: '8h', fim: '25:00' }],
    ['sempre'],
    [null],
  ])('uses the standard hours for %j', (expediente) => {
    expect(readServiceParameters({ expediente, feriados: 'Natal' })).toMatchObject({
      expediente: { week: [[], ...Array.from({ length: 5 }, () => [{ opens: 480, closes: 1080 }]), []] },
      feriados: [],
    });
  });
});

describe('due clock', () => {
  it('starts when a step is entered and skips a holiday', () => {
    // Thursday 16:00 in São Paulo; Friday 20 November is a holiday.
    expect(enteredDue(step, SP, at('2026-11-19T19:00:00Z'))).toEqual({
      dueAt: at('2026-11-23T13:00:00Z'),
      dueMinutes: (step.prazo_horas_uteis ?? 0) * 60,
      dueMinutesLeft: null,
    });
  });

  it('is absent without a limit, and paused while waiting for the customer', () => {
    expect(enteredDue({ ...step, prazo_horas_uteis: null }, SP, new Date())).toEqual(NO_CLOCK);
    const waiting = { prazo_horas_uteis: 2, status_ao_entrar: 'AGUARDANDO_CLIENTE' } as const;
    expect(enteredDue(waiting, SP, new Date())).toEqual({
      dueAt: null,
      dueMinutes: 120,
      dueMinutesLeft: 120,
    });
  });

  it('keeps the remaining time over a weekend, and none if it is late', () => {
    const running = { dueAt: at('2026-11-13T20:30:00Z'), dueMinutes: 240, dueMinutesLeft: null };
    const paused = pausedDue(running, SP, at('2026-11-13T20:00:30Z'));
    expect(paused).toEqual({ dueAt: null, dueMinutes: 240, dueMinutesLeft: 30 });
    expect(resumedDue(paused, SP, at('2026-11-16T14:00:00Z')).dueAt).toEqual(at('2026-11-16T14:30:00Z'));
    expect(pausedDue(running, SP, at('2026-11-16T12:00:00Z')).dueMinutesLeft).toBe(0);
  });

  it('does not change when it is paused or resumed twice, or absent', () => {
    const paused = { dueAt: null, dueMinutes: 240, dueMinutesLeft: 30 };
    expect(pausedDue(paused, SP, new Date())).toEqual(paused);
    const running = { dueAt: at('2026-11-13T20:30:00Z'), dueMinutes: 240, dueMinutesLeft: null };
    expect(resumedDue(running, SP, new Date())).toEqual(running);
    expect([pausedDue(NO_CLOCK, SP, new Date()), resumedDue(NO_CLOCK, SP, new Date())]).toEqual([
      NO_CLOCK,
      NO_CLOCK,
    ]);
  });

  it('is due in the same minute when paused and resumed in the same minute', () => {
    const start = Date.UTC(2026, 10, 3, 11);
    fc.assert(
      fc.property(fc.nat(60 * 24 * 20), fc.integer({ min: 1, max: 2400 }), (minute, left) => {
        const now = new Date(start + minute * 60_000);
        const running = { dueAt: addWorkingMinutes(now, left, SP), dueMinutes: 2400, dueMinutesLeft: null };
        expect(resumedDue(pausedDue(running, SP, now), SP, now)).toEqual(running);
      }),
      { numRuns: 100 },
    );
  });
});

describe('warning before a due time', () => {
  const clock = (hours: number, now: Date) =>
    enteredDue({ prazo_horas_uteis: hours, status_ao_entrar: 'EM_ATENDIMENTO' }, SP, now);

  it('never begins with the step, and not before half of a short one, whatever its hours', () => {
    const start = Date.UTC(2026, 10, 3, 11);
    fc.assert(
      fc.property(
        fc.nat(60 * 24 * 20),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 200 }),
        fc.nat(100),
        (minute, limit, warning, percent) => {
          const entered = new Date(start + minute * 60_000);
          const due = clock(limit, entered);
          const left = Math.round((limit * 60 * (100 - percent)) / 100);
          const now = addWorkingMinutes(entered, limit * 60 - left, SP);
          expect(isDueSoon(due, entered, soonAt(entered, warning, SP))).toBe(false);
          const warned = isDueSoon(due, now, soonAt(now, warning, SP));
          if (left > Math.min(warning * 60, limit * 30)) expect(warned).toBe(false);
          if (left > 0 && left < Math.min(warning * 60, limit * 30)) expect(warned).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});
