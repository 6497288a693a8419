import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { shownCell } from '#contract/rules/reports/results.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import type { User } from '#server/context.ts';
import type { PublishedReport } from '#server/sac/reports/queries.ts';
import { type FileFormat, openFile } from '#server/sac/reports/run/runReport.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type FiguresFixture, figuresFixture, withPeriodFilter } from './figuresFixture.ts';
import type { Query } from './relatedReport.ts';

jest.setTimeout(600_000);

let fixture: FiguresFixture;
beforeAll(async () => {
  fixture = await figuresFixture();
  await fixture.plain(`update branches set trade_name = '=1+1' where id = (select min(id) from branches)`);
  await fixture.plain(
    `update customers set trade_name = '@soma' where id = (select customer_id from tickets group by 1 order by count(*) desc, 1 limit 1)`,
  );
});
afterAll(() => fixture?.server.close());

const ever = { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } };
const filtros: Query['filtros'] = [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }];

async function fileOf(content: ReportDefinition, values: object, format: FileFormat, user?: User) {
  const ctx = { ...fixture.server.deps, user: user ?? fixture.person('ADMIN') };
  const report = { key: 'prova', version: 1, content } as PublishedReport;
  const { file } = await openFile(ctx, { format, scheduleId: null, values: { ...values }, report });
  const parts: Buffer[] = [];
  for await (const part of file.content as AsyncIterable<Buffer>) parts.push(Buffer.from(part));
  return { name: file.name, content: Buffer.concat(parts) };
}
const csvOf = async (content: ReportDefinition, values: object): Promise<string[][]> =>
  parse((await fileOf(content, values, 'CSV')).content, { bom: true, delimiter: ';' });
async function sheetOf(content: ReportDefinition, values: object) {
  const file = await fileOf(content, values, 'XLSX');
  return (await readXlsx(file.content)).sheets[0]?.rows ?? [];
}
const numberIn = (cell: unknown) => ((cell ?? '') === '' ? null : Number(cell));
/** A dash has another byte in the fonts of a PDF. */
const printed = (text: string) => text.replace('—', '\x97');
/** A spreadsheet counts days. */
const dayIn = (cell: unknown) =>
  (cell instanceof Date ? cell : new Date((Number(cell) - 25_569) * 86_400_000)).toISOString().slice(0, 10);

/** Each text of the pages, in the order in which they were written. */
const printedOf = async (content: ReportDefinition, values: object) =>
  printedText((await fileOf(content, values, 'PDF')).content).split('\n');

const byCustomer: Query = {
  conjunto: 'tickets',
  colunas: [
    { campo: 'filial', como: 'filial' },
    { campo: 'criado_em', como: 'mes', formato: 'MES' },
    { campo: 'cliente', como: 'cliente' },
    { como: 'quantos', agregacao: 'CONTAGEM' },
    { campo: 'valor', como: 'valor', agregacao: 'SOMA' },
    { campo: 'quantidade', como: 'media', agregacao: 'MEDIA' },
  ],
  filtros,
  cruza: 'cliente',
};

describe('a file of a crossed table', () => {
  const report = () => withPeriodFilter(byCustomer);

  it('has as CSV a column for 24 values and the others, each cell as it is, and sums of what may be summed', async () => {
    const { columns, rows, totals, notes } = await fixture.resultOf(report(), ever);
    const [titles = [], ...lines] = await csvOf(report(), ever);
    expect(columns.filter(({ campo }) => /^quantos__\d+$/.test(campo))).toHaveLength(24);
    expect(titles.slice(-4)).toEqual([
      'Outros · quantos',
      'Outros · valor',
      'Total · quantos',
      'Total · valor',
    ]);
    expect(titles).toContain(`'@soma · quantos`);
    expect(new Set(titles).size).toBe(columns.length);
    // A figure with a decimal comma, a month as it is shown, nothing for a mean of nothing, and no formula in a text.
    const written = (cell: unknown, at: number) => {
      if (cell === null) return '';
      if (columns[at]?.campo === 'mes') return shownCell(String(cell), { tipo: 'MES' });
      return at === 0 ? String(cell).replace(/^=/, "'=") : String(cell).replace('.', ',');
    };
    expect(lines.slice(0, rows.length)).toEqual(rows.map((row) => row.map(written)));
    expect(rows.some((row) => row.includes(null))).toBe(true);
    expect(lines.flat()).toContain("'=1+1");
    const summed = columns.map(({ campo }) => totals[campo]?.replace('.', ',') ?? '');
    expect(lines[rows.length]).toEqual(['Totais', ...summed.slice(1)]);
    expect(summed.filter((_, at) => columns[at]?.campo.startsWith('media'))).toEqual(Array(24).fill(''));
    expect(lines[rows.length + 1]?.[0]).toBe(notes[0]);
  });

  it('has as XLSX the same in cells of their kind', async () => {
    const { columns, rows, totals } = await fixture.resultOf(report(), ever);
    const [titles = [], ...lines] = await sheetOf(report(), ever);
    expect(titles.map((title) => String(title).replace(/^'/, ''))).toEqual(
      columns.map(({ titulo }) => titulo),
    );
    const figures = columns.flatMap(({ campo }, at) => (campo.includes('__') ? [at] : []));
    const numbers = (row: readonly unknown[]) => figures.map((at) => numberIn(row[at]));
    expect(lines.slice(0, rows.length).map(numbers)).toEqual(rows.map(numbers));
    expect(typeof lines[0]?.[figures[0] ?? 0]).toBe('number');
    expect(lines.slice(0, rows.length).map(([, month]) => dayIn(month))).toEqual(
      rows.map(([, month]) => month),
    );
    const whole = columns.findIndex(({ campo }) => campo === 'valor__total');
    expect([lines[rows.length]?.[0], Number(lines[rows.length]?.[whole])]).toEqual([
      'Totais',
      Number(totals.valor__total),
    ]);
  });

  it('has as PDF every figure whole, below headings of two levels, in parts that each name their rows', async () => {
    const { columns, rows, totals } = await fixture.resultOf(report(), ever);
    const texts = await printedOf(report(), ever);
    const count = (text: string) => texts.filter((each) => each === text).length;
    const parts = Number(
      texts
        .find((text) => /^Parte 1 de \d+$/.test(text))
        ?.split(' ')
        .at(-1),
    );
    expect(parts).toBeGreaterThan(2);
    expect(texts).toContain('@soma');
    expect(texts).toContain('Outros');
    expect(texts.some((text) => text.includes(' · quantos'))).toBe(false);
    expect(count('Totais')).toBe(parts);
    const months = new Map<string, number>();
    const figures = new Map<string, number>();
    for (const row of rows)
      for (const [at, column] of columns.entries()) {
        const shown = shownCell(row[at] ?? null, column);
        const into = column.campo === 'mes' ? months : figures;
        if (at > 0 && shown !== '—') into.set(shown, (into.get(shown) ?? 0) + 1);
      }
    for (const [month, times] of months) expect([month, count(month)]).toEqual([month, times * parts]);
    for (const [figure, times] of figures) expect([figure, count(figure) >= times]).toEqual([figure, true]);
    for (const { campo } of columns.filter((column) => column.campo.startsWith('valor__')))
      expect(texts).toContain(shownCell(totals[campo] ?? null, { tipo: 'DINHEIRO' }));
  });

  it('has no personal data in its headings, and masks it in its rows for whoever may not see it', async () => {
    const personal: Query = {
      ...byCustomer,
      colunas: [
        { campo: 'cliente.documento', como: 'documento' },
        { campo: 'filial', como: 'filial' },
        { como: 'quantos', agregacao: 'CONTAGEM' },
      ],
      cruza: 'filial',
    };
    const masked = { ...fixture.person('GERENTE'), grants: withoutPersonal(fixture.person('GERENTE')) };
    const { content } = await fileOf(withPeriodFilter(personal), ever, 'CSV', masked);
    const whole = await fileOf(withPeriodFilter(personal), ever, 'CSV');
    const documents = (await fixture.plain('select document from customers where length(document) = 11')) as [
      string,
    ][];
    const found = (file: Buffer) => documents.filter(([one]) => file.toString('utf8').includes(one)).length;
    expect(found(whole.content)).toBeGreaterThan(5);
    expect(found(content)).toBe(0);
    await expect(
      fileOf(withPeriodFilter({ ...personal, cruza: 'documento' }), ever, 'CSV'),
    ).rejects.toMatchObject({ code: 'RELATORIO_RECUSADO' });
  });
});

const withoutPersonal = ({ grants }: User) =>
  grants.map((grant) => (grant.nome === 'DADOS_PESSOAIS' ? { ...grant, autorizado: false } : grant));

describe('a file of a comparison', () => {
  const query: Query = {
    conjunto: 'tickets',
    compara: 'PERIODO_ANTERIOR',
    colunas: [
      { campo: 'motivo', como: 'motivo' },
      { campo: 'valor', como: 'agora', agregacao: 'SOMA' },
      { campo: 'valor', como: 'antes', agregacao: 'SOMA', mostra: 'ANTES' },
      { campo: 'valor', como: 'variacao', agregacao: 'SOMA', mostra: 'VARIACAO' },
    ],
    filtros,
  };
  const period = () => {
    const fim = fixture.server.deps.now().toISOString().slice(0, 10);
    return { periodo: { inicio: addDays(fim, -6), fim } };
  };

  it('has both periods, the change in percent, nothing where there was nothing, and says which days', async () => {
    const { rows, notes } = await fixture.resultOf(withPeriodFilter(query), period());
    expect([rows.some((row) => row[3] === null), rows.some((row) => row[3] !== null)]).toEqual([true, true]);
    const lines = await csvOf(withPeriodFilter(query), period());
    expect(lines[0]).toEqual(['motivo', 'agora', 'antes', 'variacao']);
    expect(lines.slice(1, rows.length + 1)).toEqual(
      rows.map((row) => row.map((cell) => String(cell ?? '').replace('.', ','))),
    );
    expect(lines.at(-1)?.[0]).toBe(notes[0]);
    const sheet = await sheetOf(withPeriodFilter(query), period());
    expect(sheet.slice(1, rows.length + 1).map((line) => [1, 2, 3].map((at) => numberIn(line[at])))).toEqual(
      rows.map((row) => [1, 2, 3].map((at) => numberIn(row[at]))),
    );
    const texts = await printedOf(withPeriodFilter(query), period());
    expect(texts.join(' ')).toContain(notes[0]);
    const kinds = ['TEXTO', 'DINHEIRO', 'DINHEIRO', 'PERCENTUAL'] as const;
    for (const row of rows)
      for (const [at, tipo] of kinds.entries())
        if (at > 0) expect(texts).toContain(printed(shownCell(row[at] ?? null, { tipo })));
  });
});
