import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import { readSheet } from '#server/adapters/spreadsheet/readSheet.ts';
import type { PublishedReport } from '#server/sac/reports/queries.ts';
import { openFile } from '#server/sac/reports/run/runReport.ts';
import { type FiguresFixture, figuresFixture, withPeriodFilter } from './figuresFixture.ts';
import type { Query } from './relatedReport.ts';

jest.setTimeout(600_000);

let fixture: FiguresFixture;
beforeAll(async () => {
  fixture = await figuresFixture();
});
afterAll(() => fixture?.server.close());

const ever = { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } };
const filtros: Query['filtros'] = [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }];
const base: Query = {
  conjunto: 'tickets',
  colunas: [
    { campo: 'filial', como: 'filial' },
    { campo: 'cliente.uf', como: 'uf' },
    { como: 'n', agregacao: 'CONTAGEM' },
    { campo: 'itens.valor', como: 'valor', agregacao: 'SOMA' },
    { campo: 'quantidade', como: 'media', agregacao: 'MEDIA' },
  ],
  filtros: [...filtros, { campo: 'itens.criado_em', operador: 'MAIOR_IGUAL', valor: '2000-01-01' }],
  cruza: 'uf',
};
/** The rows of the report's file, its titles first. */
async function sheetOf(content: ReportDefinition, values: object, format: 'CSV' | 'XLSX') {
  const ctx = { ...fixture.server.deps, user: fixture.person('ADMIN') };
  const order = { format, scheduleId: null, values: { ...values } };
  const { file } = await openFile(ctx, {
    ...order,
    report: { key: 'prova', version: 1, content } as PublishedReport,
  });
  const parts: Buffer[] = [];
  for await (const part of file.content as AsyncIterable<Buffer>) parts.push(Buffer.from(part));
  return readSheet(Buffer.concat(parts), file.name, 100);
}
const cents = (value: ReportCell | undefined) => Math.round(Number(value ?? 0) * 100);

describe('a crossed table', () => {
  it('holds in each cell what the group of both has, and sums at its edges that are those of the query', async () => {
    const { cruza: _, ...flat } = base;
    const groups = await fixture.rowsOf(withPeriodFilter(flat), ever);
    const { columns, rows, totals } = await fixture.resultOf(withPeriodFilter(base), ever);
    const states = [...new Set(groups.map(([, uf]) => uf))];
    expect(states.length).toBeGreaterThan(2);
    for (const [branch, ...cells] of rows)
      for (const [index, { de, valor }] of columns
        .slice(1)
        .map((each) => each as { de?: string; valor?: ReportCell })
        .entries()) {
        const at = ['filial', 'uf', 'n', 'valor', 'media'].indexOf(de ?? '');
        const own = groups.filter(
          (group) => group[0] === branch && (valor === undefined || group[1] === valor),
        );
        const wanted = own.reduce((sum, group) => sum + cents(group[at]), 0);
        expect([branch, de, valor, cents(cells[index])]).toEqual([branch, de, valor, wanted]);
      }
    // A mean has no sum at the edges.
    expect(
      columns
        .filter((column) => 'de' in column && column.de === 'media')
        .every((column) => 'valor' in column),
    ).toBe(true);
    const [[whole]] = [
      await fixture.rowsOf(
        withPeriodFilter({ conjunto: 'tickets', colunas: flat.colunas.slice(2, 4), filtros: base.filtros }),
        ever,
      ),
    ];
    expect([totals.n__total, cents(totals.valor__total)]).toEqual([String(whole?.[0]), cents(whole?.[1])]);
    expect(Object.keys(totals).some((campo) => campo.startsWith('media'))).toBe(false);
  });

  it('never counts a line of a ticket twice', async () => {
    const { totals } = await fixture.resultOf(withPeriodFilter(base), ever);
    const alone = await fixture.rowsOf(
      withPeriodFilter({
        conjunto: 'itens',
        colunas: [{ campo: 'valor', como: 'valor', agregacao: 'SOMA' }],
        filtros,
      }),
      ever,
    );
    expect(cents(totals.valor__total)).toBe(cents(alone[0]?.[0]));
  });

  it('keeps 24 values, adds up the others, and says so', async () => {
    const query: Query = {
      conjunto: 'tickets',
      colunas: [
        { campo: 'filial', como: 'filial' },
        { campo: 'cliente_id', como: 'cliente' },
        { como: 'n', agregacao: 'CONTAGEM' },
      ],
      filtros,
      cruza: 'cliente',
    };
    const { columns, rows, totals, notes } = await fixture.resultOf(withPeriodFilter(query), ever);
    const [[customers, tickets]] = (await fixture.plain(
      'select count(distinct customer_id), count(*) from tickets',
    )) as [[string, string]];
    expect(Number(customers)).toBeGreaterThan(24);
    expect(columns.map(({ titulo }) => titulo).slice(-2)).toEqual(['Outros', 'Total']);
    expect(columns).toHaveLength(1 + 24 + 2);
    expect(notes).toEqual([
      `cliente tem ${customers} valores: 24 têm coluna, e ${Number(customers) - 24} valores estão em "Outros".`,
    ]);
    for (const row of rows) {
      const figures = row.slice(1).map(Number);
      expect(figures.slice(0, -1).reduce((sum, figure) => sum + figure, 0)).toBe(figures.at(-1));
    }
    expect(totals.n__total).toBe(String(tickets));
    // What has no sum is left out, and that is said too.
    const means = await fixture.resultOf(
      withPeriodFilter({
        ...query,
        colunas: [...query.colunas.slice(0, 2), { campo: 'dias', como: 'n', agregacao: 'MEDIA' }],
      }),
      ever,
    );
    expect(means.columns).toHaveLength(25);
    expect(means.notes[0]).toMatch(/não aparecem\. Filtre para vê-los\.$/);
  });

  it('shows at most five thousand cells, on the screen and in files', async () => {
    const query: Query = {
      conjunto: 'itens',
      colunas: [
        { campo: 'ticket_id', como: 'ticket' },
        { campo: 'produto', como: 'produto' },
        { como: 'a', agregacao: 'CONTAGEM' },
        ...Array.from({ length: 4 }, (_, index) => ({
          como: `b${index}`,
          agregacao: 'CONTAGEM' as const,
        })),
      ],
      filtros,
      cruza: 'produto',
    };
    const run = await fixture.screenOf(withPeriodFilter(query), ever);
    const figures = run.colunas.filter(({ de }) => de).length;
    expect(run.linhas.length * figures).toBeLessThanOrEqual(5_000);
    expect(run.cortado).toBe(true);
    expect(run.totais.a__total).toBe(
      String(((await fixture.plain('select count(*) from ticket_items')) as [[string]])[0][0]),
    );
  });

  it('reads both periods of a comparison, each cell its own', async () => {
    const query: Query = {
      conjunto: 'tickets',
      colunas: [
        { campo: 'filial', como: 'filial' },
        { campo: 'situacao_nome', como: 'situacao' },
        { como: 'n', agregacao: 'CONTAGEM' },
        { como: 'antes', agregacao: 'CONTAGEM', mostra: 'ANTES' },
        { como: 'variacao', agregacao: 'CONTAGEM', mostra: 'VARIACAO' },
      ],
      filtros,
      compara: 'PERIODO_ANTERIOR',
      cruza: 'situacao',
    };
    const today = fixture.server.deps.now().toISOString().slice(0, 10);
    const periodo = { inicio: `${today.slice(0, 8)}01`, fim: today };
    const { cruza: _, ...flat } = query;
    const groups = await fixture.rowsOf(withPeriodFilter(flat), { periodo });
    const { columns, rows, totals, notes } = await fixture.resultOf(withPeriodFilter(query), { periodo });
    const sum = (at: number) => groups.reduce((total, group) => total + Number(group[at]), 0);
    expect([totals.n__total, totals.antes__total]).toEqual([String(sum(2)), String(sum(3))]);
    expect(notes[0]).toMatch(/^Agora: /);
    const counted = columns.flatMap((column, at) => ('de' in column && column.de === 'n' ? [at] : []));
    const whole = columns.findIndex(({ campo }) => campo === 'n__total');
    for (const format of ['CSV', 'XLSX'] as const) {
      const [titles = [], ...lines] = await sheetOf(withPeriodFilter(query), { periodo }, format);
      expect(titles).toEqual(columns.map(({ titulo }) => titulo));
      expect(lines.slice(0, rows.length).map((line) => counted.map((at) => Number(line[at])))).toEqual(
        rows.map((row) => counted.map((at) => Number(row[at]))),
      );
      expect([lines.at(-2)?.[0], lines.at(-2)?.[whole]]).toEqual(['Totais', totals.n__total]);
      expect(lines.at(-1)?.[0]).toBe(notes[0]);
    }
  });
});
