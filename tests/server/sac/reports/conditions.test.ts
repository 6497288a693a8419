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
import { withReader } from '#server/sac/reports/run/withReader.ts';
import { personById } from '#server/session/currentUser.ts';
import { randomFrom } from '#tests/contract/expression/randomTrees.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';
import { EVER, PLAIN, randomGroup } from './randomGroups.ts';
import type { Filters, Query } from './relatedReport.ts';

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
