import { describe, expect, it } from '@jest/globals';
import { parameterText, sameValue } from '#contract/rules/parameters/parameterKind.ts';
import { presentWorkWeek, workHoursProblem, workWeekOf } from '#contract/rules/time/workWeek.ts';

const span = (inicio: string, fim: string) => ({ inicio, fim });
const day = [span('08:00', '12:00'), span('13:30', '18:00')];
const WEEK = { semana: [[], day, day, day, day, day, [span('08:00', '12:00')]] };
const monday = (...spans: object[]) => ({ semana: [[], spans, [], [], [], [], []] });

describe('the working hours of a week', () => {
  it('are told with days of the same hours together', () => {
    const text = (value: unknown) => parameterText({ tipo: 'EXPEDIENTE' }, value);
    expect(text(WEEK)).toBe('seg a sex, 08:00 às 12:00 e 13:30 às 18:00; sáb, 08:00 às 12:00');
    expect(text({ dias: [5, 1, 2, 3, 4], inicio: '08:00', fim: '18:00' })).toBe('seg a sex, 08:00 às 18:00');
    expect(text({ dias: [1, 3], inicio: '08:00', fim: '18:00' })).toBe(
      'seg, 08:00 às 18:00; qua, 08:00 às 18:00',
    );
  });

  it('of an older version mean what they meant', () => {
    const older = { dias: [1, 6], inicio: '09:00', fim: '24:00' };
    const read = presentWorkWeek(older);
    expect(read).toEqual({
      semana: [[], [span('09:00', '24:00')], [], [], [], [], [span('09:00', '24:00')]],
    });
    expect(workWeekOf(older)?.[6]).toEqual([{ opens: 540, closes: 1440 }]);
    expect(sameValue(presentWorkWeek(read), read)).toBe(true);
  });

  it('are kept in order, however they were entered', () => {
    const entered = monday(span('13:30', '18:00'), span('08:00', '12:00'));
    expect(presentWorkWeek(entered)).toEqual(monday(...day));
    expect(workHoursProblem(entered)).toBeNull();
  });

  it.each([
    [WEEK, null],
    [monday(span('08:00', '12:00'), span('12:00', '18:00')), null],
    [monday(), 'Informe o horário de ao menos um dia.'],
    [monday(span('18:00', '08:00')), 'Segunda: o fim deve ser depois do início (18:00 às 08:00).'],
    [monday(span('08:00', '08:00')), 'Segunda: o fim deve ser depois do início (08:00 às 08:00).'],
    [
      monday(span('11:30', '18:00'), span('08:00', '12:00')),
      'Segunda: 08:00 às 12:00 e 11:30 às 18:00 se sobrepõem.',
    ],
    [monday(span('08:00', '')), 'Segunda: informe o início e o fim como HH:MM.'],
    [monday(span('08:00', '25:00')), 'Segunda: informe o início e o fim como HH:MM.'],
    [
      monday(...Array.from({ length: 7 }, (_, i) => span(`0${i}:00`, `0${i}:30`))),
      'Segunda: use no máximo 6 horários.',
    ],
    [{ semana: [[], []] }, 'Informe os horários dos sete dias, de domingo a sábado.'],
    [{ semana: [1, 2, 3, 4, 5, 6, 7] }, 'Informe os horários dos sete dias, de domingo a sábado.'],
    ['sempre', 'Informe os horários dos sete dias, de domingo a sábado.'],
    [null, 'Informe os horários dos sete dias, de domingo a sábado.'],
    [
      { dias: [1, 1], inicio: '08:00', fim: '18:00' },
      'Os dias vão de 0 (domingo) a 6 (sábado), cada um uma vez.',
    ],
  ])('%j: %s', (value, problem) => {
    expect(workHoursProblem(value)).toBe(problem);
    expect(workWeekOf(value) === null).toBe(problem !== null);
  });
});
