import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { stepsFrom } from '#contract/map/paths.ts';
import { comparedPeriod, type Period } from '#contract/rules/reports/comparedPeriod.ts';
import { COMPARISONS, GRAINS } from '#contract/rules/reports/figures.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { DeclarativeQuery } from '#contract/rules/reports/report.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { type FiguresFixture, figuresFixture, withPeriodFilter } from './figuresFixture.ts';
import type { Filters, Query } from './relatedReport.ts';

jest.setTimeout(600_000);

let fixture: FiguresFixture;
let today: string;
beforeAll(async () => {
  fixture = await figuresFixture();
  today = fixture.server.deps.now().toISOString().slice(0, 10);
});
afterAll(() => fixture?.server.close());

const period: Filters = [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }];
const texts = (rows: readonly (readonly unknown[])[]) =>
  rows.map((row) => row.map((cell) => (cell === null ? null : String(cell))));
const last = (days: number): Period => ({ inicio: addDays(today, 1 - days), fim: today });

describe('a comparison', () => {
  /** Every entity that has a period and something to count or to sum, its own and of what it refers to. */
  const compared = Object.entries(ENTITIES).flatMap(([conjunto, entity]) => {
    const [field] = entity.limites?.periodo ?? (entity.periodo ? [entity.periodo] : []);
    if (field === undefined) return [];
    // The hours of a step that goes on count until now, so two queries never agree on them.
    const sums = Object.entries(entity.campos).filter(
      ([, { soma }]) => soma === 'SOMA' && conjunto !== 'etapas',
    );
    const many = stepsFrom(ENTITIES, conjunto).flatMap(({ chave, tipo, alvo }) => {
      const [dated] = ENTITIES[alvo]?.limites?.periodo ?? [];
      const [sum] =
        Object.entries(ENTITIES[alvo]?.campos ?? {}).find(([, { soma }]) => soma === 'SOMA') ?? [];
      return tipo === 'MUITOS' && sum && dated ? [{ chave, sum, dated }] : [];
    });
    const [first] = many;
    const figures: Query['colunas'] = [
      { como: 'linhas', agregacao: 'CONTAGEM' },
      ...sums.slice(0, 2).map(([campo]) => ({ campo, como: `s_${campo}`, agregacao: 'SOMA' as const })),
      ...(first
        ? [{ campo: `${first.chave}.${first.sum}`, como: 'de_muitos', agregacao: 'SOMA' as const }]
        : []),
    ];
    const filtros: Filters = [
      { campo: field, operador: 'ENTRE', parametro: 'periodo' },
      ...(first
        ? [{ campo: `${first.chave}.${first.dated}`, operador: 'ENTRE' as const, parametro: 'periodo' }]
        : []),
    ];
    return [[conjunto, figures, filtros] as const];
  });

  it.each(compared)(
    'of %s gives for each side what the same query gives alone',
    async (conjunto, figures, filtros) => {
      for (const kind of COMPARISONS) {
        const now = last(kind === 'ANO_ANTERIOR' ? 400 : 45);
        const both = withPeriodFilter({
          conjunto,
          compara: kind,
          filtros,
          colunas: [
            ...figures,
            ...figures.map((column) => ({ ...column, como: `${column.como}_a`, mostra: 'ANTES' as const })),
          ],
        });
        const alone = withPeriodFilter({ conjunto, filtros, colunas: figures });
        const [[row], [rowNow], [rowBefore]] = [
          await fixture.rowsOf(both, { periodo: now }),
          await fixture.rowsOf(alone, { periodo: now }),
          await fixture.rowsOf(alone, { periodo: comparedPeriod(kind, now) }),
        ];
        expect([conjunto, kind, texts([row ?? []])]).toEqual([
          conjunto,
          kind,
          texts([[...(rowNow ?? []), ...(rowBefore ?? [])]]),
        ]);
      }
    },
  );

  const byBranch: DeclarativeQuery['colunas'] = [
    { campo: 'filial.filial', como: 'filial' },
    { como: 'agora', agregacao: 'CONTAGEM' },
    { como: 'antes', agregacao: 'CONTAGEM', mostra: 'ANTES' },
    { como: 'variacao', agregacao: 'CONTAGEM', mostra: 'VARIACAO' },
    { campo: 'dias', como: 'media', agregacao: 'MEDIA', mostra: 'VARIACAO' },
  ];

  it('shows a variation in percent, empty where there was nothing before', async () => {
    const query: Query = {
      conjunto: 'tickets',
      compara: 'PERIODO_ANTERIOR',
      colunas: byBranch,
      filtros: period,
    };
    const { rows, notes } = await fixture.resultOf(withPeriodFilter(query), { periodo: last(20) });
    expect(rows.length).toBeGreaterThan(1);
    for (const [, now, before, change] of rows)
      expect(change === null ? null : Number(change)).toBe(
        Number(before) === 0
          ? null
          : Math.round(((Number(now) - Number(before)) * 1_000_000) / Number(before)) / 10_000,
      );
    const empty = await fixture.rowsOf(withPeriodFilter(query), {
      periodo: { inicio: '2019-01-01', fim: today },
    });
    expect(empty.every(([, now, before, change]) => Number(now) > 0 && before === 0 && change === null)).toBe(
      true,
    );
    expect(notes).toEqual([expect.stringMatching(/^Agora: .+ a .+\. Antes: .+ a .+\.$/)]);
  });

  it('asks for both ends of its period', async () => {
    const query: Query = { conjunto: 'tickets', compara: 'ANO_ANTERIOR', colunas: byBranch, filtros: period };
    const optional = withPeriodFilter(query, {
      parametros: formOfParameters([
        { parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: false, opcoes: [] },
      ]),
    });
    await expect(fixture.rowsOf(optional, { periodo: { inicio: today } })).rejects.toMatchObject({
      fields: { periodo: 'Para comparar, preencha o início e o fim do período.' },
    });
  });

  it('keeps to what the person sees', async () => {
    const query: Query = {
      conjunto: 'tickets',
      compara: 'PERIODO_ANTERIOR',
      colunas: byBranch.slice(1, 3),
      filtros: period,
    };
    const [[all], [own]] = [
      await fixture.rowsOf(withPeriodFilter(query), { periodo: last(60) }),
      await fixture.rowsOf(withPeriodFilter(query), { periodo: last(60) }, fixture.person('OPERADOR')),
    ];
    expect(Number(own?.[0])).toBeLessThan(Number(all?.[0]));
    expect(Number(own?.[1])).toBeLessThanOrEqual(Number(all?.[1]));
  });
});

describe('a grain', () => {
  const SQL: Record<(typeof GRAINS)[number], (local: string) => string> = {
    HORA: (at) => `extract(hour from ${at})::int`,
    DIA: (at) => `${at}::date::text`,
    DIA_SEMANA: (at) => `extract(isodow from ${at})::int`,
    SEMANA: (at) => `date_trunc('week', ${at})::date::text`,
    MES: (at) => `date_trunc('month', ${at})::date::text`,
    TRIMESTRE: (at) => `date_trunc('quarter', ${at})::date::text`,
    ANO: (at) => `date_trunc('year', ${at})::date::text`,
  };

  it.each(GRAINS)('%s is that of the branch of each record', async (grain) => {
    // At nine in the evening in Manaus and at eight in Rio Branco it is ten in São Paulo.
    await fixture.plain(
      "update tickets set created_at = date_trunc('day', created_at) + interval '1 hour 30 minutes' where id % 2 = 0",
    );
    const [own, ofTicket] = [
      await fixture.rowsOf(
        withPeriodFilter({
          conjunto: 'tickets',
          colunas: [
            { campo: 'criado_em', como: 'quando', formato: grain },
            { como: 'n', agregacao: 'CONTAGEM' },
          ],
          filtros: period,
          ordem: [{ coluna: 'quando', direcao: 'ASC' }],
        }),
        { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } },
      ),
      await fixture.rowsOf(
        withPeriodFilter({
          conjunto: 'itens',
          colunas: [
            { campo: 'ticket.criado_em', como: 'quando', formato: grain },
            { campo: 'ticket_id', como: 'n', agregacao: 'CONTAGEM_DISTINTA' },
          ],
          filtros: [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }],
          ordem: [{ coluna: 'quando', direcao: 'ASC' }],
        }),
        { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } },
      ),
    ];
    const local = '(t.created_at at time zone b.time_zone)';
    const from = 'from tickets t join branches b on b.id = t.branch_id';
    expect(texts(own)).toEqual(
      texts(await fixture.plain(`select ${SQL[grain](local)}, count(*) ${from} group by 1 order by 1`)),
    );
    expect(texts(ofTicket)).toEqual(
      texts(
        await fixture.plain(
          `select ${SQL[grain](local)}, count(*) ${from} where exists (select from ticket_items i where i.ticket_id = t.id) group by 1 order by 1`,
        ),
      ),
    );
  });
});

describe('the first groups', () => {
  const all: Query = {
    conjunto: 'tickets',
    colunas: [
      { campo: 'filial', como: 'filial' },
      { campo: 'motivo', como: 'motivo' },
      { como: 'n', agregacao: 'CONTAGEM' },
      { campo: 'valor', como: 'valor', agregacao: 'SOMA' },
    ],
    filtros: period,
    ordem: [{ coluna: 'n', direcao: 'DESC' }],
  };
  const ever = { periodo: { inicio: '2000-01-01', fim: '2100-01-01' } };
  const sum = (rows: readonly (readonly unknown[])[], at: number) =>
    Math.round(rows.reduce((total, row) => total + Number(row[at]), 0) * 100);

  it('are those with the highest figures, of all or for each value', async () => {
    const every = await fixture.rowsOf(withPeriodFilter(all), ever);
    const top = await fixture.rowsOf(
      withPeriodFilter({ ...all, primeiros: { quantos: 3, coluna: 'valor' } }),
      ever,
    );
    const values = every.map(([, , , value]) => Number(value)).sort((a, b) => b - a);
    expect(top.map(([, , , value]) => Number(value)).sort((a, b) => b - a)).toEqual(values.slice(0, 3));
    const each = await fixture.rowsOf(
      withPeriodFilter({ ...all, primeiros: { quantos: 2, coluna: 'n', por: 'filial' } }),
      ever,
    );
    for (const branch of new Set(every.map(([name]) => name))) {
      const counts = every.filter(([name]) => name === branch).map(([, , n]) => Number(n));
      expect(each.filter(([name]) => name === branch).map(([, , n]) => Number(n))).toEqual(
        counts.sort((a, b) => b - a).slice(0, 2),
      );
    }
  });

  it('leave the others in one row that makes the sums complete', async () => {
    const every = await fixture.rowsOf(withPeriodFilter(all), ever);
    for (const primeiros of [
      { quantos: 3, coluna: 'n', outros: true },
      { quantos: 1, coluna: 'n', por: 'filial', outros: true },
    ]) {
      const top = await fixture.rowsOf(withPeriodFilter({ ...all, primeiros }), ever);
      expect([sum(top, 2), sum(top, 3)]).toEqual([sum(every, 2), sum(every, 3)]);
      expect(top.length).toBeLessThan(every.length);
    }
    const top = await fixture.rowsOf(
      withPeriodFilter({ ...all, primeiros: { quantos: 3, coluna: 'n', outros: true } }),
      ever,
    );
    expect([top.length, top.at(-1)?.slice(0, 2)]).toEqual([4, ['Outros', null]]);
  });

  it('show running totals and shares, whose last and sum are the whole', async () => {
    const colunas: Query['colunas'] = [
      ...all.colunas,
      { como: 'acumulado', agregacao: 'CONTAGEM', mostra: 'ACUMULADO' },
      { como: 'parte', agregacao: 'CONTAGEM', mostra: 'PARTE' },
    ];
    const rows = await fixture.rowsOf(withPeriodFilter({ ...all, colunas }), ever);
    let running = 0;
    const total = sum(rows, 2) / 100;
    for (const [, , n, , accumulated, share] of rows) {
      running += Number(n);
      expect(Number(accumulated)).toBe(running);
      expect(Number(share)).toBeCloseTo((Number(n) * 100) / total, 3);
    }
    // A share is one of all groups, also of those that are not shown.
    const top = await fixture.rowsOf(
      withPeriodFilter({ ...all, colunas, primeiros: { quantos: 2, coluna: 'n' } }),
      ever,
    );
    expect(Number(top[0]?.[5])).toBeCloseTo((Number(top[0]?.[2]) * 100) / total, 3);
  });
});
