import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ENTITIES } from '#contract/map/index.ts';
import { comparedPeriod, comparisonText } from '#contract/rules/reports/comparedPeriod.ts';
import { figureProblems, totalProblems } from '#contract/rules/reports/figureProblems.ts';
import { COMPARISONS } from '#contract/rules/reports/figures.ts';
import type { DeclarativeQuery, ReportColumn } from '#contract/rules/reports/report.ts';
import { cellText } from '#contract/rules/reports/results.ts';
import { addDays, daysBetween } from '#contract/rules/time/calendarDate.ts';

describe('the period that another one is compared with', () => {
  it.each([
    ['PERIODO_ANTERIOR', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['PERIODO_ANTERIOR', '2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['PERIODO_ANTERIOR', '2026-11-01', '2026-11-29', '2026-10-03', '2026-10-31'],
    ['PERIODO_ANTERIOR', '2026-11-10', '2026-11-10', '2026-11-09', '2026-11-09'],
    ['PERIODO_ANTERIOR', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    ['ANO_ANTERIOR', '2026-11-01', '2026-11-30', '2025-11-01', '2025-11-30'],
    ['ANO_ANTERIOR', '2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
    ['ANO_ANTERIOR', '2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
    ['ANO_ANTERIOR', '2025-02-10', '2025-02-20', '2024-02-10', '2024-02-20'],
  ] as const)('%s: %s to %s is %s to %s', (kind, inicio, fim, before, until) => {
    expect(comparedPeriod(kind, { inicio, fim })).toEqual({ inicio: before, fim: until });
  });

  it('never overlaps the one before it, and is as long unless both are whole months', () => {
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 900 }), (inicio, days) => {
        const now = { inicio, fim: addDays(inicio, days) };
        for (const kind of COMPARISONS) {
          const before = comparedPeriod(kind, now);
          expect(before.inicio <= before.fim && before.inicio < now.inicio).toBe(true);
          if (kind === 'ANO_ANTERIOR') continue;
          expect(before.fim).toBe(addDays(inicio, -1));
          if (!before.inicio.endsWith('-01'))
            expect(daysBetween(before.inicio, before.fim)).toBe(daysBetween(now.inicio, now.fim));
        }
      }),
    );
  });

  it('is said with its days', () => {
    expect(comparisonText('PERIODO_ANTERIOR', { inicio: '2026-11-01', fim: '2026-11-30' })).toBe(
      'Agora: 01/11/2026 a 30/11/2026. Antes: 01/10/2026 a 31/10/2026.',
    );
  });
});

describe('what cannot be made is refused at its control', () => {
  const base: DeclarativeQuery = {
    tipo: 'DECLARATIVA',
    conjunto: 'tickets',
    colunas: [
      { campo: 'motivo', como: 'motivo' },
      { campo: 'cliente.documento', como: 'documento' },
      { como: 'n', agregacao: 'CONTAGEM' },
      { campo: 'dias', como: 'media', agregacao: 'MEDIA' },
      { campo: 'criado_em', como: 'ultimo', agregacao: 'MAXIMO' },
    ],
    filtros: [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }],
  };
  const withColumn = (column: DeclarativeQuery['colunas'][number], more: Partial<DeclarativeQuery> = {}) => ({
    ...base,
    ...more,
    colunas: [...base.colunas, column],
  });
  const { filtros: _, ...unbounded } = base;
  const open: DeclarativeQuery['filtros'] = [{ campo: 'aberto', operador: 'IGUAL', valor: true }];
  const cases: [string, string, DeclarativeQuery][] = [
    ['a comparison without a period', '/consulta/compara', { ...unbounded, compara: 'ANO_ANTERIOR' }],
    [
      'a comparison of what is open',
      '/consulta/compara',
      { ...base, filtros: open, compara: 'PERIODO_ANTERIOR' },
    ],
    [
      'a comparison of nothing calculated',
      '/consulta/compara',
      { ...base, colunas: base.colunas.slice(0, 1), compara: 'PERIODO_ANTERIOR' },
    ],
    [
      'a side without a comparison',
      '/consulta/colunas/5/mostra',
      withColumn({ como: 'x', agregacao: 'CONTAGEM', mostra: 'ANTES' }),
    ],
    [
      'a showing of what is not calculated',
      '/consulta/colunas/5/mostra',
      withColumn({ campo: 'filial', como: 'x', mostra: 'PARTE' }),
    ],
    [
      'a share of a mean',
      '/consulta/colunas/5/mostra',
      withColumn({ campo: 'dias', como: 'x', agregacao: 'MEDIA', mostra: 'PARTE' }),
    ],
    [
      'a running total of what is counted without repetition',
      '/consulta/colunas/5/mostra',
      withColumn({ campo: 'cliente_id', como: 'x', agregacao: 'CONTAGEM_DISTINTA', mostra: 'ACUMULADO' }),
    ],
    [
      'a variation of a moment',
      '/consulta/colunas/5/mostra',
      withColumn(
        { campo: 'criado_em', como: 'x', agregacao: 'MAXIMO', mostra: 'VARIACAO' },
        { compara: 'ANO_ANTERIOR' },
      ),
    ],
    [
      'a comparison that its period does not reach',
      '/consulta/colunas/5/mostra',
      withColumn(
        { como: 'x', agregacao: 'CONTAGEM', mostra: 'ANTES' },
        {
          conjunto: 'clientes',
          compara: 'ANO_ANTERIOR',
          filtros: [{ campo: 'tickets.criado_em', operador: 'ENTRE', parametro: 'periodo' }],
        },
      ),
    ],
    [
      'the month of a text',
      '/consulta/colunas/5/formato',
      withColumn({ campo: 'filial', como: 'x', formato: 'MES' }),
    ],
    [
      'the hour of a day',
      '/consulta/colunas/5/formato',
      withColumn({ campo: 'vence_em', como: 'x', formato: 'HORA' }, { conjunto: 'titulos' }),
    ],
    [
      'the first by what groups',
      '/consulta/primeiros/coluna',
      { ...base, primeiros: { quantos: 3, coluna: 'motivo' } },
    ],
    [
      'the first of each figure',
      '/consulta/primeiros/por',
      { ...base, primeiros: { quantos: 3, coluna: 'n', por: 'media' } },
    ],
    [
      'the first of nothing',
      '/consulta/primeiros/quantos',
      { ...base, colunas: base.colunas.slice(2), primeiros: { quantos: 3, coluna: 'n' } },
    ],
    [
      'others of a mean',
      '/consulta/primeiros/outros',
      { ...base, primeiros: { quantos: 3, coluna: 'n', outros: true } },
    ],
    [
      'others without a name',
      '/consulta/primeiros/outros',
      {
        ...base,
        colunas: [
          { campo: 'criado_em', como: 'mes', formato: 'MES' },
          { como: 'n', agregacao: 'CONTAGEM' },
        ],
        primeiros: { quantos: 3, coluna: 'n', outros: true },
      },
    ],
    ['columns of figures', '/consulta/cruza', { ...base, cruza: 'n' }],
    ['columns of personal data', '/consulta/cruza', { ...base, cruza: 'documento' }],
    [
      'columns without figures',
      '/consulta/cruza',
      { ...base, colunas: base.colunas.slice(0, 2), cruza: 'motivo' },
    ],
    [
      'the first of crossed rows',
      '/consulta/primeiros',
      { ...base, cruza: 'motivo', primeiros: { quantos: 3, coluna: 'n' } },
    ],
    [
      'a share in a crossed table',
      '/consulta/colunas/5/mostra',
      withColumn({ como: 'x', agregacao: 'CONTAGEM', mostra: 'PARTE' }, { cruza: 'motivo' }),
    ],
    [
      'crossed rows in the order of a mean',
      '/consulta/ordem/0/coluna',
      { ...base, cruza: 'motivo', ordem: [{ coluna: 'media', direcao: 'ASC' }] },
    ],
    [
      'rows in the order of their running total',
      '/consulta/ordem/0/coluna',
      withColumn(
        { como: 'x', agregacao: 'CONTAGEM', mostra: 'ACUMULADO' },
        { ordem: [{ coluna: 'x', direcao: 'ASC' }] },
      ),
    ],
  ];

  it.each(cases)('%s, at %s', (_name, pointer, query) => {
    expect(figureProblems(query, ENTITIES).map((each) => each.pointer)).toContain(pointer);
  });

  it('and nothing else is', () => {
    expect(figureProblems({ ...base, compara: 'PERIODO_ANTERIOR' }, ENTITIES)).toEqual([]);
    expect(figureProblems({ ...base, cruza: 'motivo' }, ENTITIES)).toEqual([]);
    expect(
      figureProblems({ ...base, primeiros: { quantos: 3, coluna: 'media', por: 'motivo' } }, ENTITIES),
    ).toEqual([]);
  });

  it('a sum below what has none', () => {
    const column = (campo: string): ReportColumn => ({
      campo,
      titulo: campo,
      tipo: 'DECIMAL',
      total: 'SOMA',
    });
    const at = (name: string) =>
      totalProblems({ consulta: base, colunas: [column(name)] }, ENTITIES).map(({ pointer }) => pointer);
    expect([at('n'), at('media'), at('ultimo')]).toEqual([[], ['/colunas/0/total'], ['/colunas/0/total']]);
  });
});

describe('parts of time as they are shown', () => {
  it.each([
    ['SEMANA', '2026-11-23', '23/11 a 29/11/2026'],
    ['SEMANA', '2026-12-28', '28/12 a 03/01/2027'],
    ['TRIMESTRE', '2026-10-01', '4º tri/2026'],
    ['HORA', 7, '07h'],
    ['DIA_SEMANA', 1, 'segunda'],
    ['DIA_SEMANA', 7, 'domingo'],
  ] as const)('%s of %s: %s', (tipo, value, text) => {
    expect(cellText(value, { tipo })).toBe(text);
  });
});
