import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readXlsx } from 'hucre/xlsx';
import { call } from '#contract/expression/tree.ts';
import { chartOf } from '#contract/rules/reports/chart.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { cellText, compareCells } from '#contract/rules/reports/results.ts';
import { STANDARD_WORDS, setWords } from '#contract/words/words.ts';
import type { PublishedReport } from '#server/sac/reports/queries.ts';
import { runFigure } from '#server/sac/reports/run/figureRun.ts';
import { type FileFormat, openFile } from '#server/sac/reports/run/runReport.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type FiguresFixture, figuresFixture, withPeriodFilter } from './figuresFixture.ts';
import type { Query } from './relatedReport.ts';

jest.setTimeout(600_000);

let fixture: FiguresFixture;
beforeAll(async () => {
  fixture = await figuresFixture();
});
afterEach(() => setWords(STANDARD_WORDS));
afterAll(() => fixture?.server.close());

const ever = { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } };
const filtros: Query['filtros'] = [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }];
const counted: Query = {
  conjunto: 'pedidos',
  colunas: [
    { campo: 'situacao_nome', como: 'situacao' },
    { como: 'n', agregacao: 'CONTAGEM' },
  ],
  filtros,
};
const WORDS = { situacaoPedido: { FATURADO: 'Nota emitida' }, situacaoTicket: { ABERTO: 'Recebido' } };
const asked = () => ({ ...fixture.server.deps, user: fixture.person('ADMIN') });
const published = (content: ReportDefinition) => ({ key: 'prova', version: 1, content }) as PublishedReport;

describe("the company's words in the rows of a report", () => {
  it('are shown in the place of the standard ones, and figures still lead to their rows', async () => {
    setWords(WORDS);
    const report = withPeriodFilter(counted, {
      grafico: { tipo: 'BARRAS', eixo: 'situacao', series: ['n'], maximo: 30 },
    });
    const shown = await fixture.screenOf(report, ever);
    const [column] = shown.colunas;
    const row = shown.linhas.find(([name]) => name === 'Faturado');
    expect(column && cellText(row?.[0] ?? null, column)).toBe('Nota emitida');
    const labels = chartOf(shown).rows.map(({ label }) => label);
    expect([labels.includes('Nota emitida'), labels.includes('Faturado')]).toEqual([true, false]);
    expect(column && compareCells('Faturado', 'Liberado', column, false)).toBeGreaterThan(0);
    const rows = await runFigure(asked(), published(report), {
      ...{ coluna: 'n', filtros: ever, grupo: { situacao: row?.[0] ?? null } },
    });
    expect(rows.linhas).toHaveLength(Math.min(200, Number(row?.[1])));
    const named = rows.colunas.findIndex(({ titulo }) => titulo === 'Situação');
    const [first = []] = rows.linhas;
    expect(cellText(first[named] ?? null, rows.colunas[named] as never)).toBe('Nota emitida');
  });

  it('are shown along a path, as an extreme and in a total, and nowhere else', async () => {
    setWords(WORDS);
    const report = withPeriodFilter({
      ...counted,
      conjunto: 'tickets',
      colunas: [
        { campo: 'filial', como: 'filial' },
        { campo: 'situacao_nome', como: 'menor', agregacao: 'MINIMO' },
        { campo: 'situacao_nome', como: 'quantas', agregacao: 'CONTAGEM_DISTINTA' },
        { campo: 'situacao', como: 'chave', agregacao: 'MINIMO' },
      ],
    });
    const { columns } = await fixture.resultOf(report, ever);
    expect(columns.map(({ palavras }) => palavras)).toEqual([
      undefined,
      { Aberto: 'Recebido' },
      undefined,
      undefined,
    ]);
    setWords(STANDARD_WORDS);
    expect((await fixture.resultOf(report, ever)).columns.some(({ palavras }) => palavras)).toBe(false);
  });

  it('head the columns of a crossed table', async () => {
    setWords(WORDS);
    const report = withPeriodFilter({
      ...counted,
      colunas: [{ campo: 'filial', como: 'filial' }, ...counted.colunas],
      cruza: 'situacao',
    });
    const { colunas } = await fixture.screenOf(report, ever);
    const titles = colunas.map(({ titulo, valor }) => [titulo, valor]);
    expect(titles).toContainEqual(['Nota emitida', 'Faturado']);
  });

  it.each<FileFormat>(['CSV', 'XLSX', 'PDF'])('are those of a file, as %s', async (format) => {
    setWords({ situacaoPedido: { FATURADO: 'Nota emitida' } });
    const report = withPeriodFilter({ ...counted, onde: isInvoiced });
    const { file, run } = await openFile(asked(), {
      ...{ report: published(report), values: { ...ever }, format, scheduleId: null },
    });
    const content = await buffer(file.content as Readable);
    expect(run.count()).toBe(1);
    const said = await READ[format](content);
    expect([said.includes('Nota emitida'), said.includes('Faturado')]).toEqual([true, false]);
  });

  it('stand in a column of a query in SQL that is one of a view, and in none that its author made', async () => {
    setWords(WORDS);
    const sql = `with contados as (select situacao_nome, count(*) as n from relatorio.pedidos group by 1)
      select c.situacao_nome as situacao, upper(c.situacao_nome) as grande, 'Faturado'::text as fixo, c.n
      from contados c where c.situacao_nome = 'Faturado'`;
    const text = (campo: string) => ({ campo, titulo: campo, tipo: 'TEXTO' as const });
    const base = withPeriodFilter(counted);
    const written: ReportDefinition = {
      ...base,
      consulta: { tipo: 'SQL', sql },
      colunas: [text('situacao'), text('grande'), text('fixo'), { ...text('n'), tipo: 'INTEIRO' }],
      parametros: { ...base.parametros, schema: { type: 'object', properties: {}, required: [] } },
    };
    const { columns, rows } = await fixture.resultOf(written);
    expect(rows[0]?.slice(0, 3)).toEqual(['Faturado', 'FATURADO', 'Faturado']);
    expect(columns.map((column, at) => cellText(rows[0]?.[at] ?? null, column)).slice(0, 3)).toEqual([
      'Nota emitida',
      'FATURADO',
      'Faturado',
    ]);
  });

  it('do not change which rows a condition finds, whatever the parameter calls a status', async () => {
    const report = withPeriodFilter({ ...counted, onde: isInvoiced });
    const before = await fixture.rowsOf(report, ever);
    expect(Number(before[0]?.[1])).toBeGreaterThan(0);
    await fixture.server.deps.pool.query(
      `insert into parameters (area, key, branch_id, value) values ('CALLCENTER', 'statusPedido', 0, '{"FATURADO": "Nota emitida"}')
       on conflict (area, key, branch_id) do update set value = excluded.value`,
    );
    expect(await fixture.rowsOf(report, ever)).toEqual(before);
  });
});

/** The text of each kind of file. */
const READ: Readonly<Record<FileFormat, (content: Buffer) => Promise<string>>> = {
  CSV: async (content) => content.toString('utf8'),
  XLSX: async (content) => JSON.stringify((await readXlsx(content)).sheets[0]?.rows),
  PDF: async (content) => printedText(content),
};

const isInvoiced = call('igual', { campo: 'situacao_nome' }, { texto: 'Faturado' });
