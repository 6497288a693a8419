import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { sameQuestions } from '#contract/rules/reports/parameterValues.ts';
import {
  dayText,
  resolveDay,
  resolveDayParameters,
  resolveDays,
  toRelativeDays,
} from '#contract/rules/reports/relativeDays.ts';
import type { ScheduleRhythm } from '#contract/rules/reports/report.ts';
import { isTimeZone, nextRun, rhythmText } from '#contract/rules/reports/rhythm.ts';
import { addDays, isCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';

const TODAY = '2026-11-21';
const period = { type: 'object', properties: { inicio: { format: 'date' }, fim: { format: 'date' } } };
const schema = { properties: { periodo: period, dia: { type: 'string', format: 'date' }, texto: {} } };

describe('relative days', () => {
  it('are resolved from today', () => {
    expect(['@hoje', '@hoje-30d', '@inicio_mes', '@fim_mes', '@fim_mes_anterior'].map(named)).toEqual([
      '2026-11-21',
      '2026-10-22',
      '2026-11-01',
      '2026-11-30',
      '2026-10-31',
    ]);
    expect(['@inicio_ano+1d', '@nunca', 'Padaria', '2026-02-03'].map(named)).toEqual([
      '2026-01-02',
      '@nunca',
      'Padaria',
      '2026-02-03',
    ]);
  });

  it('are stored for chosen days, and described in words', () => {
    const kept = toRelativeDays(
      {
        periodo: { inicio: '2026-11-01', fim: TODAY },
        dia: '2026-11-14',
        texto: TODAY,
        filial: ['1'],
      },
      schema,
      TODAY,
    );
    expect(kept).toEqual({
      periodo: { inicio: '@inicio_mes', fim: '@hoje' },
      dia: '@hoje-7d',
      texto: TODAY,
      filial: ['1'],
    });
    expect(resolveDays(kept, '2026-12-10')).toMatchObject({
      periodo: { inicio: '2026-12-01', fim: '2026-12-10' },
      dia: '2026-12-03',
    });
    expect(['@hoje', '@hoje-1d', '@inicio_mes+2d', '2026-11-21'].map(dayText)).toEqual([
      'hoje',
      '1 dia antes de hoje',
      '2 dias depois de início do mês',
      '21/11/2026',
    ]);
  });

  it('resolve to the chosen day on the day of the choice, whichever day it is', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(day, day, day, (today, inicio, fim) => {
        const values = { periodo: { inicio, fim }, dia: fim };
        expect(resolveDays(toRelativeDays(values, schema, today), today)).toEqual(values);
        expect(resolveDayParameters(toRelativeDays(values, schema, today), schema, today)).toEqual(values);
      }),
    );
  });
});

describe('the rhythm of a schedule', () => {
  const after = new Date('2026-11-21T12:00:00Z');
  const next = (rhythm: ScheduleRhythm, from = after) => nextRun(rhythm, from).toISOString();
  const fuso = 'America/Sao_Paulo';

  it('follows the clock of its time zone', () => {
    expect(next({ tipo: 'DIARIO', hora: '07:00', fuso })).toBe('2026-11-22T10:00:00.000Z');
    expect(next({ tipo: 'DIARIO', hora: '09:30', fuso })).toBe('2026-11-21T12:30:00.000Z');
    expect(next({ tipo: 'DIARIO', hora: '09:00', fuso: 'America/Manaus' })).toBe('2026-11-21T13:00:00.000Z');
    expect(next({ tipo: 'SEMANAL', dias: [1, 3], hora: '07:00', fuso })).toBe('2026-11-23T10:00:00.000Z');
    expect(next({ tipo: 'MENSAL', dia: 5, hora: '07:00', fuso })).toBe('2026-12-05T10:00:00.000Z');
  });

  it('never repeats the current moment, and always falls on one of its days', () => {
    const rhythm = fc.oneof(
      fc.record({ tipo: fc.constant('DIARIO' as const) }),
      fc.record({
        tipo: fc.constant('SEMANAL' as const),
        dias: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
      }),
      fc.record({ tipo: fc.constant('MENSAL' as const), dia: fc.integer({ min: 1, max: 28 }) }),
    );
    const hora = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map((parts) => parts.map((part) => `${part}`.padStart(2, '0')).join(':'));
    const zone = fc.constantFrom('America/Sao_Paulo', 'America/Manaus', 'America/New_York', 'UTC');
    const from = fc.date({ min: new Date('2015-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(rhythm, hora, zone, from, (given, hour, fuso, moment) => {
        const full = { ...given, hora: hour, fuso } as ScheduleRhythm;
        const found = nextRun(full, moment);
        expect(found.getTime()).toBeGreaterThan(moment.getTime());
        expect(localTime(found, fuso) >= hour || localTime(found, fuso) === '00:00').toBe(true);
        const day = localDate(found, fuso);
        expect(isCalendarDate(day)).toBe(true);
        if (full.tipo === 'MENSAL' && localTime(found, fuso) === hour)
          expect(Number(day.slice(8))).toBe(full.dia);
      }),
      { numRuns: 300 },
    );
  });

  it('is described as people say it', () => {
    expect(rhythmText({ tipo: 'DIARIO', hora: '07:00', fuso })).toBe('Todo dia às 07:00');
    expect(rhythmText({ tipo: 'SEMANAL', dias: [3, 1], hora: '07:00', fuso })).toBe(
      'Toda segunda e quarta às 07:00',
    );
    expect(rhythmText({ tipo: 'SEMANAL', dias: [6], hora: '07:00', fuso })).toBe('Todo sábado às 07:00');
    expect(rhythmText({ tipo: 'MENSAL', dia: 5, hora: '07:00', fuso })).toBe('Todo dia 5 do mês às 07:00');
    expect([isTimeZone(fuso), isTimeZone('Lua/Cratera')]).toEqual([true, false]);
  });
});

describe("two versions of a form's questions", () => {
  const base = {
    type: 'object',
    properties: { title: { type: 'string', title: 'Título', default: 'a' } },
    required: ['title', 'b'],
  };

  it('are the same while only their texts differ', () => {
    expect(
      sameQuestions(base, {
        required: ['b', 'title'],
        properties: { title: { title: 'Nome', type: 'string', description: 'x' } },
        type: 'object',
      }),
    ).toBe(true);
  });

  it('differ by a name, a type, an option or a required field', () => {
    const others = [
      { ...base, properties: { nome: { type: 'string' } } },
      { ...base, properties: { title: { type: 'number' } } },
      { ...base, properties: { title: { type: 'string', enum: ['A'] } } },
      { ...base, required: ['title'] },
    ];
    expect(others.map((other) => sameQuestions(base, other))).toEqual([false, false, false, false]);
  });
});

const named = (token: string) => resolveDay(token, TODAY);
