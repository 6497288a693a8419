import { describe, expect, it } from '@jest/globals';
import { shownColumns } from '#contract/rules/reports/report.ts';
import { cellText, compareCells, totalText } from '#contract/rules/reports/results.ts';

describe('cell of a report', () => {
  it('is formatted as in Brazil', () => {
    const texts = [
      cellText('1234.5', { tipo: 'DINHEIRO' }),
      cellText('-1234.5', { tipo: 'DECIMAL', casas: 3 }),
      cellText(12345, { tipo: 'INTEIRO' }),
      cellText('12.345', { tipo: 'PERCENTUAL' }),
      cellText('2026-11-21', { tipo: 'DATA' }),
      cellText('2026-10-01', { tipo: 'MES' }),
      cellText('2026-01-01', { tipo: 'ANO' }),
      cellText('2026-11-21T12:00:00Z', { tipo: 'DATAHORA' }),
      cellText(true, { tipo: 'LOGICO' }),
      cellText(null, { tipo: 'DINHEIRO' }),
      cellText('=1+1', { tipo: 'TEXTO' }),
    ];
    expect(texts).toEqual([
      'R$\u00a01.234,50',
      '-1.234,500',
      '12.345',
      '12,3%',
      '21/11/2026',
      'out/2026',
      '2026',
      '21/11/2026 09:00',
      'Sim',
      '',
      '=1+1',
    ]);
    const counted = { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO', total: 'CONTAGEM' } as const;
    expect(totalText('1200', counted)).toBe('1.200');
  });

  it('names the month or year that the query groups by, also in a column declared as a date', () => {
    const columns = shownColumns({
      consulta: {
        tipo: 'DECLARATIVA',
        conjunto: 'tickets',
        colunas: [
          { campo: 'criado_em', como: 'mes', formato: 'MES' },
          { campo: 'criado_em', como: 'ano', formato: 'ANO' },
          { campo: 'criado_em', como: 'dia', formato: 'DIA' },
        ],
      },
      colunas: ['mes', 'ano', 'dia'].map((campo) => ({ campo, titulo: campo, tipo: 'DATA' })),
    });
    const texts = columns.map((column) => cellText('2026-10-01', column));
    expect(texts).toEqual(['out/2026', '2026', '01/10/2026']);
  });

  it('is sorted by its value, with empty cells last in both directions', () => {
    const order = (values: (string | null)[], tipo: 'DINHEIRO' | 'TEXTO', descending = false) =>
      [...values].sort((a, b) => compareCells(a, b, { tipo }, descending));
    expect(order(['10', '9.5', null, '-3'], 'DINHEIRO')).toEqual(['-3', '9.5', '10', null]);
    expect(order(['10', null, '9.5'], 'DINHEIRO', true)).toEqual(['10', '9.5', null]);
    expect(order(['Óleo', 'abacate', 'Zebra'], 'TEXTO')).toEqual(['abacate', 'Óleo', 'Zebra']);
  });
});
