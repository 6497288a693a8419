import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { call } from '#contract/expression/tree.ts';
import { inTime } from '#server/paging/inTime.ts';
import { createPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

// Work on all that match may take ten seconds.
jest.setTimeout(120_000);

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  const { people } = await createPeople(server.deps.db);
  token = await server.sessionOf(people.ADMIN);
});
afterAll(() => server?.close());

describe('a condition', () => {
  it('that takes too long says which filter to add', async () => {
    const { db } = server.deps;
    const slow = inTime(db, 'x', (tx) => tx.execute(sql`select pg_sleep(5)`), 50);
    await expect(slow).rejects.toMatchObject({
      status: 422,
      code: 'FILTRO_DEMORADO',
      message: expect.stringContaining('período'),
      fields: undefined,
    });
    await expect(inTime(db, undefined, (same) => Promise.resolve(same === db))).resolves.toBe(true);
  });

  it('leaves the transaction that it is asked in as it was', async () => {
    const limits = await server.deps.db.transaction(async (tx) => {
      const limit = async () =>
        (await tx.execute<{ limit: string }>(sql`select current_setting('statement_timeout') as limit`))
          .rows[0]?.limit;
      const before = await limit();
      const inside = await inTime(tx, 'x', limit, 4_000);
      const after = await limit();
      const slow = inTime(tx, 'x', (within) => within.execute(sql`select pg_sleep(5)`), 50);
      await expect(slow).rejects.toMatchObject({ code: 'FILTRO_DEMORADO' });
      return { before, inside, after, afterFailing: await limit() };
    });
    expect(limits).toEqual({ before: '30s', inside: '4s', after: '30s', afterFailing: '30s' });
  });

  it('that takes too long is refused beside the list too, and where work is done to all that match', async () => {
    const { db } = server.deps;
    const get = (url: string, query: Readonly<Record<string, string>>) =>
      server.call('GET', `${url}?${new URLSearchParams(query)}`, { token });
    const post = (url: string, body: object) => server.call('POST', url, { token, body });
    const ticket = { condicao: JSON.stringify(call('igual', { campo: 'status' }, { texto: 'ABERTO' })) };
    const customer = { condicao: JSON.stringify(call('vazio', { campo: 'representante' })) };
    const agenda = { condicao: JSON.stringify(call('vazio', { campo: 'data_finalizacao' })) };
    const order = { condicao: JSON.stringify(call('igual', { campo: 'st' }, { texto: 'ABERTO' })) };
    const file = (filtros: object) => ({ filtros, formato: 'csv' });
    /** What is answered while nothing can be read of these tables, which a statement waits for as for a long one. */
    const whileLocked = (tables: string, ask: () => Promise<{ body: { code?: string } }>[]) =>
      db.transaction(async (tx) => {
        await tx.execute(sql.raw(`lock table ${tables} in access exclusive mode`));
        return (await Promise.all(ask())).map(({ body }) => body.code);
      });
    expect(
      await whileLocked('ticket_messages', () => [
        get('/sac/tickets', { ...ticket, termo: 'caixa danificada' }),
      ]),
    ).toEqual(['FILTRO_DEMORADO']);
    const answers = await whileLocked('tickets, customers, agendas, orders', () => [
      get('/sac/tickets/totais', ticket),
      post('/sac/tickets/exportar', file(ticket)),
      post('/sac/tickets/lote/arquivar', { filtros: ticket }),
      post('/sac/clientes/exportar', file(customer)),
      post('/callcenter/clientes/lote/nao-contatar', { filtros: customer, dados: { naoContatar: true } }),
      post('/callcenter/agendas/exportar', file(agenda)),
      post('/callcenter/agendas-supervisor/excluir', { filtros: agenda, motivo: 'Limpeza' }),
      post('/callcenter/pedidos/exportar', file(order)),
    ]);
    expect(answers).toEqual(Array(8).fill('FILTRO_DEMORADO'));
  });
});
