import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filtersInWords } from '#contract/rules/reports/parameterValues.ts';
import type { ReportColumn, ReportParameter } from '#contract/rules/reports/report.ts';
import { Totals } from '#contract/rules/reports/results.ts';

const parameter = (parametro: string, tipo: ReportParameter['tipo'], label: string): ReportParameter => ({
  parametro,
  label,
  tipo,
  obrigatorio: false,
  opcoes: [],
});

describe('filters in words', () => {
  const parameters = [
    parameter('periodo', 'DATERANGE', 'Período'),
    { ...parameter('filial', 'MULTISELECT', 'Filial'), origem: 'filiais' },
    { ...parameter('situacao', 'SELECT', 'Situação'), opcoes: [{ valor: 'A', rotulo: 'Aberto' }] },
    parameter('dias', 'NUMBER', 'Dias'),
    parameter('arquivados', 'CHECKBOX', 'Arquivados'),
    parameter('texto', 'TEXT', 'Texto'),
  ];

  it('name the chosen options, and omit empty filters', () => {
    const values = {
      periodo: { inicio: '2026-10-01', fim: '2026-10-31' },
      filial: ['1', '2'],
      situacao: 'A',
      dias: 1234.5,
      arquivados: true,
      texto: '  ',
    };
    const labels: Record<string, string> = { 1: 'Matriz', 2: 'Norte' };
    expect(filtersInWords(parameters, values, (_, value) => labels[value])).toBe(
      'Período: 01/10/2026 a 31/10/2026 · Filial: Matriz, Norte · Situação: Aberto · Dias: 1.234,5 · Arquivados: sim',
    );
    expect(filtersInWords(parameters, {})).toBe('');
    expect(filtersInWords(parameters, { periodo: { inicio: '2026-10-01' }, filial: [] })).toBe(
      'Período: desde 01/10/2026',
    );
  });
});

describe('totals of a report', () => {
  const column = (total: ReportColumn['total'], tipo: ReportColumn['tipo'] = 'DINHEIRO'): ReportColumn => ({
    campo: String(total),
    titulo: 'x',
    tipo,
    ...(total && { total }),
  });

  it('are exact where floats are not', () => {
    const totals = new Totals([column('SOMA')]);
    for (let row = 0; row < 1000; row++) totals.add(['0.1']);
    expect(totals.result()).toEqual({ SOMA: '100' });
  });

  it('skip empty cells, and give no average of nothing', () => {
    const totals = new Totals([column('SOMA'), column('MEDIA'), column('CONTAGEM', 'TEXTO')]);
    expect(totals.result()).toEqual({ SOMA: '0', MEDIA: null, CONTAGEM: '0' });
    totals.add(['10', '10', 'a']);
    totals.add([null, null, '']);
    totals.add(['-0.5', '5', 'b']);
    expect(totals.result()).toEqual({ SOMA: '9.5', MEDIA: '7.5', CONTAGEM: '2' });
  });

  it('find the least and greatest of numbers by size and of days by date', () => {
    const totals = new Totals([column('MINIMO'), column('MAXIMO', 'DATA')]);
    totals.add(['10', '2026-01-31']);
    totals.add(['9', '2025-12-31']);
    expect(totals.result()).toEqual({ MINIMO: '9', MAXIMO: '2026-01-31' });
  });

  it('of cents equal the sum of the cents, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 })), (cents) => {
        const totals = new Totals([column('SOMA')]);
        for (const cent of cents)
          totals.add([
            `${cent < 0 ? '-' : ''}${Math.trunc(Math.abs(cent) / 100)}.${String(Math.abs(cent) % 100).padStart(2, '0')}`,
          ]);
        const sum = cents.reduce((a, b) => a + b, 0);
        expect(Number(totals.result().SOMA)).toBeCloseTo(sum / 100, 6);
      }),
    );
  });
});
