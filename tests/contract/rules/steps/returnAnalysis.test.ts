import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import {
  type AnalysisLine,
  analysedLine,
  analysisCounters,
  analysisFacts,
  analysisProblems,
  approvedAsRequested,
  unassignedQuantity,
} from '#contract/rules/steps/returnedGoods.ts';
import type { AnalysisLineInput } from '#contract/rules/steps/stepInput.ts';

const ten: AnalysisLine = { id: 1, label: '10023 - ARROZ', requested: '10', divides: true, barred: '' };
const two: AnalysisLine = { id: 2, label: '10024 - FEIJÃO', requested: '2.500', divides: true, barred: '' };

const problems = (linhas: AnalysisLineInput[], lines: AnalysisLine[] = [ten]) =>
  analysisProblems({ linhas }, { lines });

const thousandths = fc.integer({ min: 0, max: 900_000 }).map((units) => String(units / 1000));

describe('analysis of a return', () => {
  it('approves lines as requested', () => {
    const linhas = [ten, two].map(approvedAsRequested);
    expect(problems(linhas, [ten, two])).toEqual([]);
    expect(linhas.map(analysedLine).map(({ status, autorizada }) => [status, autorizada])).toEqual([
      ['A', '10'],
      ['A', '2.5'],
    ]);
  });

  it('reports every line that was not analysed', () => {
    expect(problems([{ id: 1, autorizada: '' }], [ten, two])).toEqual([
      { field: 'analise.linhas.0.autorizada', message: '10023 - ARROZ: Autorizado: informe a quantidade.' },
      { field: 'analise.linhas.1', message: 'Falta analisar: 10024 - FEIJÃO.' },
    ]);
  });

  it.each<[string, Omit<AnalysisLineInput, 'id'>, string, string]>([
    ['too little', { autorizada: '8' }, 'autorizada', 'faltam 2 de 10.'],
    ['too much', { autorizada: '8', falta: 3, motivoAnalise: 'x' }, 'autorizada', 'passou 1 de 10.'],
    ['a comma', { autorizada: '1,5' }, 'autorizada', 'Autorizado: a quantidade precisa ser um número.'],
    ['a minus sign', { autorizada: '-1' }, 'autorizada', 'Autorizado: a quantidade não pode ser negativa.'],
    ['an exponent', { autorizada: '1e1' }, 'autorizada', 'Autorizado: a quantidade precisa ser um número.'],
    [
      'more than four decimals',
      { autorizada: '10', avaria: '0.00001' },
      'avaria',
      'Avaria: a quantidade pode ter no máximo 4 casas decimais.',
    ],
    [
      'a missing reason',
      { autorizada: '9', quebra_direta: '1', motivoAnalise: '  ' },
      'motivoAnalise',
      'informe o motivo do que não foi autorizado.',
    ],
  ])('rejects %s', (_case, given, field, message) => {
    expect(problems([{ id: 1, ...given }])).toEqual([
      { field: `analise.linhas.0.${field}`, message: `10023 - ARROZ: ${message}` },
    ]);
  });

  it('rejects foreign and duplicate lines', () => {
    const fields = problems([approvedAsRequested(ten), approvedAsRequested(ten), { id: 9, autorizada: '1' }]);
    expect(fields.map(({ field }) => field)).toEqual(['analise.linhas.1.id', 'analise.linhas.2.id']);
  });

  it('accepts any split that adds up, and no other', () => {
    fc.assert(
      fc.property(fc.array(thousandths, { minLength: 6, maxLength: 6 }), fc.integer(), (parts, shift) => {
        const [autorizada = '0', ...rest] = parts;
        const counters = Object.fromEntries(analysisCounters.map(({ key }, at) => [key, rest[at]]));
        const given: AnalysisLineInput = { id: 1, autorizada, ...counters, motivoAnalise: 'Conferido' };
        const requested = sumDecimals(parts);
        const exact = [{ ...ten, requested }];
        expect(problems([given], exact)).toEqual([]);
        expect(unassignedQuantity(given, requested)).toBe('0');
        expect(analysedLine(given).status).toBe(compareDecimals(autorizada, '0') > 0 ? 'A' : 'N');
        const other = sumDecimals([requested, String(Math.abs(shift) + 1)]);
        expect(problems([given], [{ ...ten, requested: other }])).not.toEqual([]);
      }),
    );
  });

  it('keeps a reason only where the quantity was reduced', () => {
    expect(analysedLine({ id: 1, autorizada: '10', motivoAnalise: 'sobra' }).motivoAnalise).toBe('');
    expect(analysedLine({ id: 1, autorizada: '9', falta: 1, motivoAnalise: ' sobra ' }).motivoAnalise).toBe(
      'sobra',
    );
  });

  it('gives the flow its facts', () => {
    expect(
      analysisFacts({ linhas: [approvedAsRequested(ten), { id: 2, autorizada: 0, falta: '2.5' }] }),
    ).toEqual({
      linhas_em_analise: 0,
      linhas_aprovadas: 1,
      todas_linhas_negadas: false,
      divergencia: false,
    });
    expect(analysisFacts({ linhas: [{ id: 2, autorizada: '0' }] }).todas_linhas_negadas).toBe(true);
  });
});

describe('analysis of goods that are counted', () => {
  const bundle: AnalysisLine = { id: 3, label: '10025 - FARDO', requested: '10', divides: false, barred: '' };
  const fault = (autorizada: string, falta: string, line = bundle) =>
    analysisProblems(
      { linhas: [{ id: 3, autorizada, falta, motivoAnalise: 'Veio menos' }] },
      { lines: [line] },
    );

  it('accepts only whole numbers, in each counter', () => {
    expect(fault('9.5', '0.5').map(({ field }) => field)).toEqual([
      'analise.linhas.0.autorizada',
      'analise.linhas.0.falta',
    ]);
    expect(fault('9', '1')).toEqual([]);
  });

  it('accepts fractions of what was fractional already, or is weighed', () => {
    expect(fault('2', '0.5', { ...bundle, requested: '2.5' })).toEqual([]);
    expect(fault('9.5', '0.5', { ...bundle, divides: true, barred: '' })).toEqual([]);
  });
});
