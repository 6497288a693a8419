import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chartOf, isAdditive } from '#contract/rules/reports/chart.ts';
import type { ReportColumn, ReportDefinition } from '#contract/rules/reports/report.ts';
import { cellText, isFigure, type ReportCell } from '#contract/rules/reports/results.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';

const FOLDER = 'schemas/reports';
const shipped = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.json'))
  .map(
    (name) => JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8')) as ReportDefinition & { titulo: string },
  )
  .filter(({ grafico }) => grafico);

const cell = (column: ReportColumn): fc.Arbitrary<ReportCell> => {
  if (isFigure(column)) return fc.option(fc.integer({ min: -999, max: 9_999 }).map(String), { freq: 8 });
  if (column.tipo === 'DATA') return fc.constantFrom('2026-01-01', '2026-02-01', '2026-03-01');
  return fc.option(fc.constantFrom('Abertura', 'Análise', 'Coleta', 'Financeiro'), { freq: 8 });
};
const rowsOf = (columns: readonly ReportColumn[]) =>
  fc.array(fc.tuple(...columns.map(cell)) as fc.Arbitrary<ReportCell[]>, { maxLength: 40 });

describe('chart of a shipped report', () => {
  it('is judged for each report that has one', () => {
    expect(shipped.length).toBeGreaterThanOrEqual(12);
  });

  it.each(shipped.map((report) => [report.titulo, report] as const))(
    '%s shows its rows',
    (_title, report) => {
      const columns = report.colunas as ReportColumn[];
      const axis = columns.findIndex(({ campo }) => campo === report.grafico?.eixo);
      const series = (report.grafico?.series ?? []).map((name) =>
        columns.findIndex(({ campo }) => campo === name),
      );
      const adds = series.every((at) => isAdditive(columns[at]));
      fc.assert(
        fc.property(rowsOf(columns), (linhas) => {
          const { rows, left } = chartOf({
            grafico: report.grafico ?? null,
            colunas: columns as ReportResult['colunas'],
            linhas,
          });
          const figure = (row: ReportCell[], at: number) => Number(row[at] ?? 0);
          for (const [place, at] of series.entries()) {
            const drawn = rows.map(({ values }) => values[place] ?? 0);
            if (adds)
              // Nothing is lost and nothing counted twice.
              expect(drawn.reduce((sum, one) => sum + one, 0)).toBe(
                linhas.reduce((sum, row) => sum + figure(row, at), 0),
              );
            // A figure that cannot be added is one of the rows' own.
            else expect(drawn).toEqual(linhas.slice(0, drawn.length).map((row) => figure(row, at)));
          }
          expect(rows.length + left).toBeGreaterThanOrEqual(
            adds ? Math.min(linhas.length, 1) : linhas.length,
          );
          if (!adds) expect(rows.some(({ label }) => label.startsWith('Outros ('))).toBe(false);
          if (adds) expect(new Set(rows.map(({ label }) => label)).size).toBe(rows.length);
          for (const { label } of rows.filter((one) => !one.label.startsWith('Outros (')))
            expect(
              linhas.some((row) =>
                label.startsWith(cellText(row[axis] ?? null, columns[axis] as ReportColumn) || '(sem nome)'),
              ),
            ).toBe(true);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('chart', () => {
  const columns = [
    { campo: 'tipo', tipo: 'TEXTO', titulo: 'Tipo' },
    { campo: 'etapa', tipo: 'TEXTO', titulo: 'Etapa' },
    { campo: 'media', tipo: 'DECIMAL', titulo: 'Média', casas: 1 },
    { campo: 'passagens', tipo: 'INTEIRO', titulo: 'Passagens', total: 'SOMA' },
  ] as ReportColumn[];
  const linhas = [
    ['Devolução', 'Abertura', '2.5', '10'],
    ['Reclamação', 'Abertura', '7.5', '30'],
    ['Devolução', 'Coleta', '40', '5'],
  ];
  const chart = (series: string, maximo = 12) =>
    chartOf({
      grafico: { tipo: 'BARRAS', eixo: 'etapa', series: [series], maximo },
      colunas: columns as ReportResult['colunas'],
      linhas,
    });

  it('names means apart instead of adding them, and says how many do not fit', () => {
    expect(chart('media')).toMatchObject({
      left: 0,
      rows: [
        { label: 'Abertura · Devolução', values: [2.5] },
        { label: 'Abertura · Reclamação', values: [7.5] },
        { label: 'Coleta · Devolução', values: [40] },
      ],
    });
    expect(chart('media', 1)).toMatchObject({ left: 2, rows: [{ values: [2.5] }] });
  });

  it('adds up counts by category, those that do not fit as others', () => {
    expect(chart('passagens').rows.map(({ label, values }) => [label, values[0]])).toEqual([
      ['Abertura', 40],
      ['Coleta', 5],
    ]);
    expect(chart('passagens', 1)).toMatchObject({
      left: 0,
      rows: [{ values: [40] }, { label: 'Outros (1)', values: [5] }],
    });
  });
});
