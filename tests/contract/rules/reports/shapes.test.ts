import { describe, expect, it } from '@jest/globals';
import { type ColumnMark, markOf } from '#contract/rules/reports/columnMarks.ts';
import { proposedChart } from '#contract/rules/reports/proposedChart.ts';
import type { ReportColumn, ReportDefinition } from '#contract/rules/reports/report.ts';
import { sampled } from '#contract/rules/reports/sample.ts';

describe('marks of a column', () => {
  const marks: ColumnMark[] = [
    { quando: 'MAIOR', valor: 10.5, cor: 'perigo', rotulo: 'Alto' },
    { quando: 'MAIOR_IGUAL', valor: 5, cor: 'aviso', rotulo: 'Médio' },
  ];
  it.each([
    ['10.50', 'Médio'],
    ['10.500000000000000001', 'Alto'],
    [5, 'Médio'],
    ['-3', undefined],
    [null, undefined],
    ['texto', undefined],
    [true, undefined],
  ] as const)('of %s: %s, the first that holds', (value, word) => {
    expect(markOf(value, marks)?.rotulo).toBe(word);
  });
});

describe('the chart that fits', () => {
  const column = (campo: string, tipo: ReportColumn['tipo'], more: Partial<ReportColumn> = {}) => ({
    ...{ campo, titulo: campo, tipo },
    ...more,
  });
  it.each([
    [
      'a line over time',
      [column('filial', 'TEXTO'), column('mes', 'MES'), column('n', 'INTEIRO')],
      'LINHAS',
      'mes',
      ['n'],
    ],
    [
      'bars of one unit',
      [column('motivo', 'TEXTO'), column('v', 'DINHEIRO'), column('n', 'INTEIRO'), column('w', 'DINHEIRO')],
      'BARRAS',
      'motivo',
      ['v', 'w'],
    ],
    [
      'a pie of shares',
      [column('motivo', 'TEXTO'), column('p', 'PERCENTUAL', { total: 'SOMA' })],
      'PIZZA',
      'motivo',
      ['p'],
    ],
  ] as const)('is %s', (_name, columns, tipo, eixo, series) => {
    expect(proposedChart(columns)).toEqual({ tipo, eixo, series });
  });

  it('needs a category and a figure; the number of a record is neither', () => {
    expect(proposedChart([column('n', 'INTEIRO')])).toBeUndefined();
    expect(
      proposedChart([column('ticket', 'INTEIRO', { abre: 'ticket' }), column('a', 'TEXTO')]),
    ).toBeUndefined();
  });
});

describe('a sample', () => {
  const report = {
    consulta: {
      tipo: 'DECLARATIVA',
      conjunto: 'tickets',
      colunas: [],
      filtros: [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }],
    },
  } as unknown as ReportDefinition;
  const of = (inicio: string, fim: string) =>
    sampled(report, { periodo: { inicio, fim }, filial: '1' }, '2026-11-29');

  it('is the last seven days of the period that have been, and says so', () => {
    expect(of('2026-01-01', '2026-12-31')).toMatchObject({
      values: { periodo: { inicio: '2026-11-23', fim: '2026-11-29' }, filial: '1' },
      note: 'Amostra: só 7 dias, 23/11/2026 a 29/11/2026. O período inteiro vem em seguida.',
    });
    expect(of('2026-01-01', '2026-06-30')?.values).toMatchObject({
      periodo: { inicio: '2026-06-24', fim: '2026-06-30' },
    });
  });

  it('is not needed for a week, nor made where there is no period', () => {
    expect(of('2026-11-23', '2026-11-29')).toBeNull();
    expect(sampled(report, {}, '2026-11-29')).toBeNull();
    expect(sampled({ consulta: { tipo: 'SQL', sql: '' } }, { periodo: {} }, '2026-11-29')).toBeNull();
  });
});
