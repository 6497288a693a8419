import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { call } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { recordPath } from '#contract/rules/dashboards/blockList.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { ReportCell } from '#contract/rules/reports/results.ts';
import type { User } from '#server/context.ts';
import type { PublishedReport } from '#server/sac/reports/queries.ts';
import { type FigureOrder, runFigure } from '#server/sac/reports/run/figureRun.ts';
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
const rowsOf = (
  content: ReportDefinition,
  order: Partial<FigureOrder>,
  user: User = fixture.person('ADMIN'),
) =>
  runFigure({ ...fixture.server.deps, user }, { key: 'prova', version: 1, content } as PublishedReport, {
    coluna: 'n',
    filtros: ever,
    grupo: {},
    ...order,
  });

describe('the rows of a figure', () => {
  const query: Query = {
    conjunto: 'tickets',
    colunas: [
      { campo: 'filial', como: 'filial' },
      { campo: 'motivo', como: 'motivo' },
      { campo: 'criado_em', como: 'mes', formato: 'MES' },
      { campo: 'criado_em', como: 'dia', formato: 'DIA_SEMANA' },
      { como: 'n', agregacao: 'CONTAGEM' },
    ],
    filtros,
  };

  it('are as many as it counts, each with the way to its record', async () => {
    const report = withPeriodFilter(query);
    const { detalhe, linhas, colunas } = await fixture.screenOf(report, ever);
    expect(detalhe).toEqual({
      grupo: ['filial', 'motivo', 'mes', 'dia'],
      figuras: ['n'],
      outros: null,
      cruza: null,
    });
    for (const row of linhas.slice(0, 12)) {
      const grupo = Object.fromEntries(colunas.slice(0, 4).map(({ campo }, at) => [campo, row[at] ?? null]));
      const found = await rowsOf(report, { grupo });
      expect([row, found.linhas.length]).toEqual([row, row[4]]);
      expect(found.colunas[0]).toMatchObject({ abre: 'tickets' });
    }
  });

  it('are those of its day when it is opened past midnight', async () => {
    const today = call('hoje');
    const recent = withPeriodFilter({
      ...query,
      colunas: [{ como: 'n', agregacao: 'CONTAGEM' }],
      onde: call('maior_igual', { campo: 'criado_em' }, call('menos', today, { numero: '30' })),
    });
    const days = { periodo: { inicio: '@hoje-400d', fim: '@hoje' } };
    const now = fixture.server.deps.now();
    const shown = await fixture.screenOf(recent, days);
    const tomorrow = new Date(now.getTime() + 86_400_000);
    const deps = { ...fixture.server.deps, now: () => tomorrow, user: fixture.person('ADMIN') };
    const order = { coluna: 'n', filtros: days, grupo: {} };
    const published = { key: 'prova', version: 1, content: recent } as PublishedReport;
    const later = await runFigure(deps, published, { ...order, em: shown.gerado });
    expect([later.linhas.length, later.filtros]).toEqual([
      Math.min(Number(shown.linhas[0]?.[0]), 200),
      shown.filtros,
    ]);
    // Asked for today, the period ends today.
    expect((await runFigure(deps, published, order)).filtros).not.toBe(shown.filtros);
    // What is older than a week, or no moment, leads to no rows of other days.
    for (const em of [new Date(now.getTime() - 9 * 86_400_000).toISOString(), 'ontem'])
      await expect(runFigure(deps, published, { ...order, em })).rejects.toMatchObject({ status: 422 });
  });

  it('lead to the page of every record that has one', async () => {
    const { server } = fixture;
    for (const conjunto of [
      'pedidos',
      'agendas',
      'notas',
      'titulos',
      'mensagens',
      'coletas',
      'itens_pedido',
    ]) {
      const { periodo = '' } = ENTITIES[conjunto] ?? {};
      const report = withPeriodFilter({
        conjunto,
        colunas: [{ como: 'n', agregacao: 'CONTAGEM' }],
        filtros: [{ campo: periodo, operador: 'ENTRE', parametro: 'periodo' }],
      });
      const { colunas } = await runFigure(
        { ...server.deps, user: fixture.person('ADMIN') },
        { key: 'prova', version: 1, content: report } as PublishedReport,
        { coluna: 'n', filtros: ever, grupo: {} },
      );
      const pages = colunas.flatMap((column) => recordPath(7, column) ?? []);
      expect([conjunto, pages.length > 0]).toEqual([conjunto, true]);
    }
  });

  it('are those that a calculation sums, and none where a calculation names the groups', async () => {
    const days: Query['colunas'][number] = {
      expr: { faz: 'dias', de: [{ campo: 'criado_em' }, { campo: 'prazo' }] },
      como: 'dias',
    };
    const [branch, count] = [query.colunas[0], query.colunas.at(-1)];
    if (!branch || !count) throw new Error('no columns');
    const share: Query['colunas'][number] = {
      expr: { faz: 'dividido', de: [{ campo: 'coluna:soma' }, { campo: 'coluna:n' }] },
      como: 'media',
    };
    const summed = withPeriodFilter({
      ...query,
      colunas: [branch, count, { ...days, como: 'soma', agregacao: 'SOMA' }, share],
    });
    const { detalhe, linhas } = await fixture.screenOf(summed, ever);
    expect(detalhe).toMatchObject({ grupo: ['filial'], figuras: ['n', 'soma'] });
    const [first] = linhas;
    const found = await rowsOf(summed, { grupo: { filial: first?.[0] ?? null }, coluna: 'soma' });
    expect(found.linhas).toHaveLength(Number(first?.[1]));
    const grouped = withPeriodFilter({ ...query, colunas: [days, count] });
    expect((await fixture.screenOf(grouped, ever)).detalhe).toBeNull();
    await expect(rowsOf(grouped, { grupo: { dias: 1 } })).rejects.toMatchObject({ status: 404 });
  });

  it('are those that were counted, not those whose field is empty', async () => {
    const report = withPeriodFilter({
      ...query,
      colunas: [
        { campo: 'filial', como: 'filial' },
        { como: 'todos', agregacao: 'CONTAGEM' },
        { campo: 'finalizado_em', como: 'n', agregacao: 'CONTAGEM' },
        { campo: 'finalizado_em', como: 'diferentes', agregacao: 'CONTAGEM_DISTINTA' },
        { campo: 'finalizado_em', como: 'ultimo', agregacao: 'MAXIMO' },
        { campo: 'nota_satisfacao', como: 'notas', agregacao: 'CONTAGEM' },
        { campo: 'nota_satisfacao', como: 'media', agregacao: 'MEDIA' },
      ],
    });
    const row = (await fixture.rowsOf(report, ever)).find(([, all, ended]) => Number(ended) < Number(all));
    const [filial = null, all, ended, , , marks] = row ?? [];
    const rowsBehind = async (coluna: string) =>
      (await rowsOf(report, { grupo: { filial }, coluna })).linhas.length;
    expect(ended).toBeGreaterThan(0);
    for (const coluna of ['n', 'diferentes']) expect(await rowsBehind(coluna)).toBe(ended);
    for (const coluna of ['notas', 'media']) expect(await rowsBehind(coluna)).toBe(marks);
    for (const coluna of ['todos', 'ultimo']) expect(await rowsBehind(coluna)).toBe(all);
    const related = withPeriodFilter({
      conjunto: 'clientes',
      colunas: [
        { campo: 'cliente_id', como: 'cliente' },
        { campo: 'tickets.finalizado_em', como: 'n', agregacao: 'CONTAGEM' },
        { campo: 'tickets.ticket_id', como: 'todos', agregacao: 'CONTAGEM' },
      ],
      filtros: [{ campo: 'tickets.criado_em', operador: 'ENTRE', parametro: 'periodo' }],
    });
    const found = (await fixture.rowsOf(related, ever)).find((each) => Number(each[1]) < Number(each[2]));
    const { linhas } = await rowsOf(related, { grupo: { cliente: found?.[0] ?? null } });
    expect(linhas.length).toBe(found?.[1]);
  });

  it('are those of its side of a comparison, and of both values of a crossed cell', async () => {
    const compared = withPeriodFilter({
      ...query,
      compara: 'PERIODO_ANTERIOR',
      colunas: [
        { campo: 'filial', como: 'filial' },
        { campo: 'situacao_nome', como: 'situacao' },
        { como: 'n', agregacao: 'CONTAGEM' },
        { como: 'antes', agregacao: 'CONTAGEM', mostra: 'ANTES' },
      ],
    });
    const today = fixture.server.deps.now().toISOString().slice(0, 10);
    const values = { periodo: { inicio: `${today.slice(0, 8)}01`, fim: today } };
    for (const row of (await fixture.rowsOf(compared, values)).slice(0, 6)) {
      const grupo = { filial: row[0] ?? null, situacao: row[1] ?? null };
      const [now, before] = [
        await rowsOf(compared, { grupo, filtros: values }),
        await rowsOf(compared, { grupo, filtros: values, coluna: 'antes' }),
      ];
      expect([now.linhas.length, before.linhas.length]).toEqual([row[2], row[3]]);
    }
    const crossed = withPeriodFilter({
      ...query,
      colunas: [
        query.colunas[0],
        { campo: 'situacao_nome', como: 'situacao' },
        query.colunas[4],
      ] as Query['colunas'],
      cruza: 'situacao',
    });
    const { linhas, colunas, detalhe } = await fixture.screenOf(crossed, ever);
    expect(detalhe?.figuras).toEqual(colunas.slice(1).map(({ campo }) => campo));
    const [row] = linhas;
    for (const [at, column] of colunas.entries()) {
      if (column.de === undefined) continue;
      const { valor } = column as { valor?: ReportCell };
      const grupo = { filial: row?.[0] ?? null, ...(valor !== undefined && { situacao: valor }) };
      expect((await rowsOf(crossed, { grupo, coluna: column.de })).linhas.length).toBe(row?.[at]);
    }
  });

  it('are the related rows where it adds these up, with the way back', async () => {
    const report = withPeriodFilter({
      conjunto: 'clientes',
      colunas: [
        { campo: 'cliente_id', como: 'cliente' },
        { campo: 'tickets.ticket_id', como: 'n', agregacao: 'CONTAGEM' },
      ],
      filtros: [{ campo: 'tickets.criado_em', operador: 'ENTRE', parametro: 'periodo' }],
      ordem: [{ coluna: 'n', direcao: 'DESC' }],
    });
    const [[cliente = null, count] = []] = await fixture.rowsOf(report, ever);
    const found = await rowsOf(report, { grupo: { cliente } });
    expect([found.linhas.length, found.colunas[0]]).toEqual([
      count,
      expect.objectContaining({ abre: 'tickets' }),
    ]);
  });

  it('are only those that the person may see, and need the permission of their pages', async () => {
    const report = withPeriodFilter(query);
    const operator = fixture.person('OPERADOR');
    const rows = await fixture.rowsOf(report, ever);
    const own = await fixture.rowsOf(report, ever, operator);
    const foreign = rows.find(([branch]) => !own.some(([name]) => name === branch));
    const groupOf = (row: readonly ReportCell[] = []) =>
      Object.fromEntries(['filial', 'motivo', 'mes', 'dia'].map((name, at) => [name, row[at] ?? null]));
    expect((await rowsOf(report, { grupo: groupOf(foreign) })).linhas.length).toBeGreaterThan(0);
    expect((await rowsOf(report, { grupo: groupOf(foreign) }, operator)).linhas).toEqual([]);
    const without = { ...operator, grants: operator.grants.filter(({ nome }) => nome !== 'SAC_TICKETS') };
    await expect(rowsOf(report, { grupo: groupOf(own[0]) }, without)).rejects.toMatchObject({
      code: 'RELATORIO_SEM_ACESSO',
    });
  });

  it('cannot be asked for by values that are hidden from the person, or that no column holds', async () => {
    const report = withPeriodFilter({
      conjunto: 'tickets',
      colunas: [
        { campo: 'cliente.documento', como: 'documento' },
        { como: 'n', agregacao: 'CONTAGEM' },
      ],
      filtros,
    });
    const operator = fixture.person('OPERADOR');
    const hidden = { ...operator, grants: operator.grants.filter(({ nome }) => nome !== 'DADOS_PESSOAIS') };
    expect((await fixture.screenOf(report, ever, hidden)).detalhe).toBeNull();
    await expect(rowsOf(report, { grupo: { documento: '1' } }, hidden)).rejects.toMatchObject({
      code: 'RELATORIO_PESSOAL',
    });
    const months = withPeriodFilter(query);
    const impossible: Record<string, ReportCell>[] = [
      { mes: "x' or true --" },
      { mes: '2026-02-31' },
      { dia: '1; select 1' },
      { dia: true },
    ];
    for (const grupo of impossible)
      await expect(rowsOf(months, { grupo })).rejects.toMatchObject({ status: 422 });
    await expect(rowsOf(months, { coluna: 'filial' })).rejects.toMatchObject({ status: 404 });
    const quoted = await rowsOf(months, { grupo: { filial: "x' or 'x' = 'x" } });
    expect(quoted.linhas).toEqual([]);
  });
});
