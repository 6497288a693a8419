import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { findEvents } from '#server/adapters/tracking/findEvents.ts';
import type { Context } from '#server/context.ts';
import { accountEntries, accounts, auditLog } from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { type CustomersContext, customersContext } from './customers/customersContext.ts';

let server: CustomersContext['server'];
let persons: CustomersContext['persons'];
let ctx: Context;
beforeAll(async () => {
  ({ server, persons, ctx } = await customersContext());
});
afterAll(() => server?.close());

const { 'saldos-iniciais': openings, 'eventos-rastreio': tracking } = mappedTypes;
const save = (mapped: typeof openings, rows: object[]) =>
  server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      ctx,
      mapped,
      rows.map((dados) => ({ dados: { ...dados } })),
    ),
  );
const opening = (valor: string, more: object = {}) => ({
  ...{ pessoa: persons.cpfs.VENDEDOR, data: '2024-10-31', valor },
  ...more,
});
const statement = () =>
  server.deps.db
    .select()
    .from(accountEntries)
    .where(eq(accountEntries.personId, persons.people.VENDEDOR))
    .orderBy(asc(accountEntries.id));

it('an opening balance is one entry of the account, however often it is sent', async () => {
  const [made, consumer, future] = await save(openings, [
    opening('150.5'),
    opening('1', { pessoa: persons.cpfs.CONSUMIDOR_FINAL }),
    opening('1', { pessoa: persons.cpfs.GERENTE, data: '2999-01-01' }),
  ]);
  expect(made?.resultado).toBe('criado');
  expect(consumer?.erros).toEqual({ pessoa: 'Esta pessoa não tem conta corrente.' });
  expect(future?.erros).toEqual({ data: 'O saldo inicial não pode ser de depois de hoje.' });
  expect(await save(openings, [opening('150.5')])).toMatchObject([{ resultado: 'igual' }]);
  const [first, ...none] = await statement();
  expect(none).toEqual([]);
  expect(first).toMatchObject({
    ...{ kind: 'CREDITO', amount: '150.5000', balance: '150.5000', authorId: ctx.user.id },
    description: 'Saldo inicial em 31/10/2024',
  });
  const traces = await server.deps.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entity, 'account_openings'))
    .orderBy(auditLog.id);
  expect(traces).toMatchObject([{ action: 'CRIAR', entityId: String(made?.id) }]);
});

it('a corrected opening balance adds the difference, and stays in the statement', async () => {
  await save(openings, [opening('-20')]);
  await Promise.all([save(openings, [opening('10')]), save(openings, [opening('10')])]);
  const entries = await statement();
  expect(entries.map(({ amount, balance, kind }) => [amount, balance, kind])).toEqual([
    ['150.5000', '150.5000', 'CREDITO'],
    ['-170.5000', '-20.0000', 'DEBITO'],
    ['30.0000', '10.0000', 'CREDITO'],
  ]);
  expect(entries[1]?.description).toBe('Acerto do saldo inicial de 31/10/2024');
  const [account] = await server.deps.db
    .select()
    .from(accounts)
    .where(eq(accounts.personId, persons.people.VENDEDOR));
  expect(account?.balance).toBe('10.0000');
  const base = '/config/cadastros/saldos-iniciais';
  const list = await server.call('GET', base, { token: await server.sessionOf(persons.people.ADMIN) });
  const gone = await server.call('DELETE', `${base}/${list.body.itens[0].id}`, {
    token: await server.sessionOf(persons.people.ADMIN),
  });
  expect([gone.status, gone.body.error]).toEqual([
    422,
    'O saldo inicial está no extrato. Para desfazê-lo, grave 0.',
  ]);
});

it('a file can import tracking events for carriers without a service', async () => {
  const event = (codigo: string, momento: string) => ({
    ...{ codigo, momento, tipo: 'CORREIOS', rastreio: 'BR1', evento: 'SAIU', descricao: 'Saiu para entrega' },
  });
  const [sound, wrong] = await save(tracking, [
    event('E1', '25/11/2024 14:30'),
    event('E2', '31/02/2024 10:00'),
  ]);
  expect(sound?.resultado).toBe('criado');
  expect(wrong?.erros).toEqual({ momento: 'Este dia e hora não existem.' });
  expect(await findEvents(server.deps, { kind: 'CORREIOS', code: 'BR1' })).toEqual([
    { codigo: 'SAIU', data_hora: '2024-11-25T17:30:00.000Z', descricao: 'Saiu para entrega' },
  ]);
});
