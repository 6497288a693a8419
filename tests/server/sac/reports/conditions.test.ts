import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import { call } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { resolvePath } from '#contract/map/paths.ts';
import { filterExpression } from '#contract/rules/reports/filterExpression.ts';
import { isSource, optionSources } from '#server/config/forms/queries.ts';
import type { User } from '#server/context.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { compileQuery } from '#server/sac/reports/guard/compileQuery.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { randomFrom } from '#tests/contract/expression/randomTrees.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { EVER, PLAIN, randomGroup } from './randomGroups.ts';
import { type Filters, type Query, report } from './relatedReport.ts';

jest.setTimeout(600_000);

let server: TestServer;
let admin: User;
beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 120 });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "select id from people where type = 'ADMIN' order by id limit 1",
  );
  admin = (await personById(server.deps.db, rows[0]?.id ?? 0)) as User;
});
afterAll(() => server?.close());

const asReader = <T>(use: (client: pg.PoolClient) => Promise<T>) =>
  withReader(
    server.deps,
    { person: admin, zone: 'America/Sao_Paulo', customer: null, name: 'prova', timeout: 300_000 },
    use,
  );

async function answered(client: pg.PoolClient, query: Query): Promise<unknown[][]> {
  const made = compileQuery({ tipo: 'DECLARATIVA', ...query }, []);
  if ('problems' in made) throw new Error(JSON.stringify(made.problems));
  return (await client.query({ text: made.sql, rowMode: 'array' })).rows;
}

/** At one and the same moment. */
const bothOf = (first: Query, second: Query): Promise<unknown[][][]> =>
  asReader(async (client) => [await answered(client, first), await answered(client, second)]);

describe('a condition of groups', () => {
  it('lets through the rows that the same condition in plain SQL does', async () => {
    const random = randomFrom(35);
    await asReader(async (client) => {
      const sizes = new Set<number>();
      for (let turn = 0; turn < 60; turn += 1) {
        const { node, sql } = randomGroup(random, 0);
        const found = await answered(client, {
          conjunto: 'tickets',
          colunas: [{ campo: 'ticket_id', como: 'ticket' }],
          onde: call('todas', EVER, node),
          ordem: [{ coluna: 'ticket', direcao: 'ASC' }],
        });
        const { rows } = await client.query({ text: `${PLAIN} where ${sql} order by 1`, rowMode: 'array' });
        expect([sql, found]).toEqual([sql, rows]);
        sizes.add(rows.length);
      }
      // Not all or none of the rows again and again.
      expect(sizes.size).toBeGreaterThan(15);
    });
  });

  it('chooses which of the many are counted, as a filter does', async () => {
    const counted: Query = {
      conjunto: 'clientes',
      colunas: [
        { campo: 'cliente_id', como: 'cliente' },
        { campo: 'tickets.ticket_id', como: 'tickets', agregacao: 'CONTAGEM' },
      ],
      ordem: [{ coluna: 'cliente', direcao: 'ASC' }],
    };
    const [old, now] = await bothOf(
      {
        ...counted,
        filtros: [
          { campo: 'tickets.criado_em', operador: 'MAIOR_IGUAL', valor: '2000-01-01' },
          { campo: 'tickets.cliente.uf', operador: 'EM', valor: ['SP', 'RJ'] },
        ],
      },
      {
        ...counted,
        onde: call(
          'todas',
          call('maior_igual', { campo: 'tickets.criado_em' }, { data: '2000-01-01' }),
          call('em', { campo: 'tickets.cliente.uf' }, { lista: [{ texto: 'SP' }, { texto: 'RJ' }] }),
        ),
      },
    );
    expect(now).toEqual(old);
    expect(new Set(old?.map(([, count]) => count)).size).toBeGreaterThan(1);
  });

  it('reads a fixed filter of old as a condition with the same rows, or leaves it', async () => {
    const filters: Filters = [
      { campo: 'motivo', operador: 'IGUAL', valor: 'Avaria' },
      { campo: 'motivo', operador: 'VAZIO' },
      { campo: 'motivo', operador: 'PREENCHIDO' },
      { campo: 'assunto', operador: 'CONTEM', valor: 'devolucao' },
      { campo: 'cliente.uf', operador: 'EM', valor: ['SP', 'MG'] },
      { campo: 'cliente.uf', operador: 'DIFERENTE', valor: ['SP', 'MG'] },
      { campo: 'cliente.uf', operador: 'DIFERENTE', valor: 'SP' },
      { campo: 'valor', operador: 'MAIOR', valor: '500' },
      { campo: 'valor', operador: 'MENOR_IGUAL', valor: 500.5 },
      { campo: 'aberto', operador: 'DIFERENTE', valor: true },
      { campo: 'criado_em', operador: 'MAIOR_IGUAL', valor: '2026-10-01' },
      { campo: 'criado_em', operador: 'MENOR', valor: '2026-10-01' },
      { campo: 'cliente.ultima_compra', operador: 'MENOR_IGUAL', valor: '2026-10-01' },
    ];
    const of = (more: Pick<Query, 'filtros' | 'onde'>): Query => ({
      conjunto: 'tickets',
      colunas: [{ como: 'x', agregacao: 'CONTAGEM' }],
      ...more,
    });
    for (const filter of filters) {
      const tipo = resolvePath(ENTITIES, 'tickets', filter.campo)?.campo.tipo ?? 'TEXTO';
      const node = filterExpression(filter, tipo);
      if (!node) throw new Error(JSON.stringify(filter));
      const [old, now] = await bothOf(of({ filtros: [filter] }), of({ onde: node }));
      expect([filter, now]).toEqual([filter, old]);
    }
    const left: Filters = [
      { campo: 'criado_em', operador: 'MAIOR', valor: '2026-10-01' },
      { campo: 'criado_em', operador: 'MAIOR_IGUAL', valor: '2026-10-01T10:00' },
      { campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' },
      { campo: 'valor', operador: 'IGUAL', valor: 'dez' },
      { campo: 'assunto', operador: 'MAIOR', valor: 'A' },
      { campo: 'valor', operador: 'CONTEM', valor: '5' },
    ];
    for (const filter of left)
      expect(
        filterExpression(filter, resolvePath(ENTITIES, 'tickets', filter.campo)?.campo.tipo ?? 'TEXTO'),
      ).toBeNull();
  });
});

describe('a calculated column', () => {
  const field = (campo: string) => ({ campo });

  it('is of each row, or of what other columns make of the group; division by zero is empty', async () => {
    const query: Query = {
      conjunto: 'itens',
      colunas: [
        { campo: 'ticket.cliente.uf', como: 'uf' },
        { campo: 'valor_autorizado', como: 'autorizado', agregacao: 'SOMA' },
        { campo: 'valor', como: 'valor', agregacao: 'SOMA' },
        { expr: call('dividido', field('coluna:autorizado'), field('coluna:valor')), como: 'parte' },
        {
          expr: call('menos', call('vezes', field('preco'), field('quantidade')), field('custo')),
          como: 'resto',
          agregacao: 'SOMA',
        },
        {
          expr: call('se', call('maior', field('valor'), { numero: '200' }), field('valor'), { numero: '0' }),
          como: 'altos',
          agregacao: 'SOMA',
        },
      ],
      onde: call('maior_igual', field('criado_em'), { data: '2000-01-01' }),
      ordem: [{ coluna: 'uf', direcao: 'ASC' }],
    };
    const plain = `select c.uf, coalesce(sum(i.valor_autorizado), 0), coalesce(sum(i.valor), 0),
        round(sum(i.valor_autorizado) / nullif(sum(i.valor), 0), 12),
        coalesce(sum(round(i.preco * i.quantidade, 12) - i.custo), 0),
        coalesce(sum(case when i.valor > 200 then i.valor else 0 end), 0)
      from relatorio.itens i left join relatorio.tickets t using (ticket_id)
        left join relatorio.clientes c on c.cliente_id = t.cliente_id
      group by 1 order by 1 nulls last`;
    const numbers = (rows: unknown[][]) =>
      rows.map(([uf, ...rest]) => [uf, ...rest.map((each) => (each === null ? null : Number(each)))]);
    await asReader(async (client) => {
      const found = await answered(client, query);
      const { rows } = await client.query({ text: plain, rowMode: 'array' });
      expect(found.length).toBeGreaterThan(3);
      expect(numbers(found)).toEqual(numbers(rows));
      const none = await answered(client, {
        ...query,
        onde: call('igual', field('ticket_id'), { numero: '999999999' }),
        colunas: query.colunas.slice(1),
        ordem: [],
      });
      expect(none[0]?.[2]).toBeNull();
    });
  });

  it('stands in a list too, groups by what it results in, and passes the guard', async () => {
    const days = call('dias', field('criado_em'), field('prazo'));
    const list: Query = {
      conjunto: 'tickets',
      colunas: [
        { campo: 'ticket_id', como: 'ticket' },
        { expr: days, como: 'dias' },
        { expr: call('junta', field('cliente.uf'), { texto: ': ' }, field('assunto')), como: 'texto' },
      ],
      onde: EVER,
      ordem: [{ coluna: 'dias', direcao: 'DESC' }],
    };
    const counted: Query = {
      conjunto: 'tickets',
      colunas: [
        { expr: days, como: 'dias' },
        { como: 'quantos', agregacao: 'CONTAGEM' },
      ],
      onde: EVER,
      ordem: [{ coluna: 'dias', direcao: 'ASC' }],
    };
    const [rows, groups] = await bothOf(list, counted);
    const byDays = new Map<unknown, number>();
    for (const [, each] of rows ?? []) byDays.set(each, (byDays.get(each) ?? 0) + 1);
    expect(new Map(groups?.map(([each, count]) => [each, Number(count)]))).toEqual(byDays);
    for (const query of [list, counted])
      for (const rows of [51, undefined])
        expect(await checkedStatement(report(query), ENTITIES, rows)).toHaveProperty('bound');
  });
});

describe('the values that a field offers', () => {
  const listed = Object.entries(ENTITIES).flatMap(([entity, { campos }]) =>
    Object.entries(campos).flatMap(([field, { opcoes, origem }]) =>
      opcoes || origem ? [{ entity, field, opcoes, origem }] : [],
    ),
  );

  it('are all that it has, as it has them', async () => {
    const missing: unknown[] = [];
    let compared = 0;
    for (const { entity, field, opcoes, origem } of listed) {
      const text = `select distinct ${field}::text from relatorio.${entity} where ${field}::text <> '' limit 6`;
      const { rows } = await asReader((client) => client.query({ text, rowMode: 'array' }));
      for (const [value = ''] of rows as [string][]) {
        compared += 1;
        const offered = opcoes
          ? opcoes.map(({ valor }) => valor)
          : await offeredBy(origem?.fonte ?? '', origem?.guarda === 'VALOR', value);
        if (!offered.includes(value)) missing.push([`${entity}.${field}`, value, offered.slice(0, 5)]);
      }
    }
    expect(missing).toEqual([]);
    expect(compared).toBeGreaterThan(150);
  });

  async function offeredBy(source: string, byCode: boolean, value: string): Promise<string[]> {
    if (!isSource(source)) return [];
    const query = { q: byCode ? '' : value, valores: {}, offered: false, most: 51 };
    const found = await optionSources[source](
      { db: server.deps.db, user: admin },
      { ...query, escolhidos: byCode ? [value] : null },
    );
    return found.map(({ valor, rotulo }) =>
      byCode ? valor : rotulo.startsWith(`${valor} - `) ? rotulo.slice(valor.length + 3) : rotulo,
    );
  }
});
