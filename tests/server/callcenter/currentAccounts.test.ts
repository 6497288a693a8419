import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { accountEntries, accounts, auditLog, parameters } from '#server/db/tables/index.ts';
import { type NegotiationsFixture, negotiationsFixture } from './quotes/negotiationsFixture.ts';

let fixture: NegotiationsFixture;
beforeAll(async () => {
  fixture = await negotiationsFixture();
});
afterAll(() => fixture?.server.close());

type Who = keyof NegotiationsFixture['tokens'];
const PATH = '/callcenter/conta-corrente';
const get = (who: Who, path: string) => fixture.server.call('GET', path, { token: fixture.tokens[who] });
const transfer = (who: Who, body: object, key?: string) =>
  fixture.server.call('POST', `${PATH}/transferir-saldo-colaborador`, {
    token: fixture.tokens[who],
    body,
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
const setBalance = async (personId: number, balance: string) => {
  const { db } = fixture.server.deps;
  await db
    .insert(accounts)
    .values({ personId, balance })
    .onConflictDoUpdate({ target: accounts.personId, set: { balance } });
};
const balanceOf = async (personId: number) =>
  (await fixture.server.deps.db.select().from(accounts).where(eq(accounts.personId, personId)))[0]?.balance;

describe('access to current accounts', () => {
  it("is to the person's own account, or to all with permission; others are unknown", async () => {
    const { OPERADOR, VENDEDOR } = fixture.people;
    const own = await get('OPERADOR', PATH);
    expect(own.body.itens.map(({ id }: { id: number }) => id)).toEqual([OPERADOR]);
    expect(own.body.paginator.per_page).toBe(15);
    expect(
      (await get('SUPERVISOR', `${PATH}?q=VEND`)).body.itens.map(({ id }: { id: number }) => id),
    ).toEqual([VENDEDOR]);
    const foreign = await get('OPERADOR', `${PATH}/${VENDEDOR}/extrato`);
    const unknown = await get('OPERADOR', `${PATH}/99999/extrato`);
    expect([foreign.status, foreign.body.error]).toEqual([404, unknown.body.error]);
    expect((await get('OPERADOR', `${PATH}/${VENDEDOR}/extrato/exportar`)).status).toBe(404);
    expect((await get('CONSUMIDOR_FINAL', PATH)).status).toBe(403);
    await setBalance(VENDEDOR, '5');
    const names = (await get('OPERADOR', '/callcenter/operadores/saldo-conta-corrente')).body;
    expect(names.find(({ id }: { id: number }) => id === VENDEDOR).saldo).toBeNull();
  });
});

describe('account statement', () => {
  it('shows the newest entries of a long period, and exports all of them', async () => {
    const personId = fixture.people.OPERADOR;
    const start = Date.parse('2026-03-02T12:00:00Z');
    const entries = Array.from({ length: 1001 }, (_, index) => ({
      personId,
      amount: '1',
      balance: String(index + 1),
      kind: 'TRANSFERENCIA' as const,
      description: 'Campanha',
      at: new Date(start + index * 1000),
    }));
    await fixture.server.deps.db.insert(accountEntries).values(entries);
    const period = 'data_inicio=2026-03-01&data_fim=2026-03-03';
    const { data } = (await get('OPERADOR', `${PATH}/${personId}/extrato?${period}`)).body;
    expect([data.cortado, data.itens.length, data.itens.at(-1).saldo]).toEqual([true, 1000, '1001.0000']);
    const path = `${PATH}/${personId}/extrato/exportar?${period}&formato=csv`;
    expect(String((await get('OPERADOR', path)).body).match(/Campanha/g)).toHaveLength(1001);
    await fixture.server.deps.db.delete(accountEntries);
  });
});

describe('account transfer', () => {
  it('moves the amount once, with two entries and one audit, however often it is sent', async () => {
    const { db } = fixture.server.deps;
    const { OPERADOR, VENDEDOR } = fixture.people;
    await setBalance(VENDEDOR, '100.10');
    await setBalance(OPERADOR, '0');
    const body = { idOrigem: VENDEDOR, idDestino: OPERADOR, valor: '40.05', obs: 'Campanha' };
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await transfer('SUPERVISOR', body, 'uma-vez')).body.data.message).toBe(
        'R$\u00a040,05 transferidos para Pessoa operador.',
      );
    expect([await balanceOf(VENDEDOR), await balanceOf(OPERADOR)]).toEqual(['60.0500', '40.0500']);
    const entries = await db.select().from(accountEntries).orderBy(accountEntries.id);
    expect(entries.map(({ amount, balance }) => [amount, balance])).toEqual([
      ['-40.0500', '60.0500'],
      ['40.0500', '40.0500'],
    ]);
    expect(
      await db.select().from(auditLog).where(eq(auditLog.action, 'TRANSFERIR_SALDO')).orderBy(auditLog.id),
    ).toHaveLength(1);
    const { data } = (await get('OPERADOR', `${PATH}/${OPERADOR}/extrato`)).body;
    expect(data).toMatchObject({
      saldoInicial: '0',
      creditos: '40.0500',
      debitos: '0',
      saldoFinal: '40.0500',
      podeTransferir: false,
    });
    expect(data.itens[0].descricao).toBe('Recebido de Pessoa vendedor: Campanha');
  });

  it('gives the last cent to one of many at once, and cannot deadlock both ways', async () => {
    const { OPERADOR, VENDEDOR } = fixture.people;
    await setBalance(VENDEDOR, '0.01');
    await setBalance(OPERADOR, '10');
    const last = { idOrigem: VENDEDOR, idDestino: fixture.people.GERENTE, valor: '0.01' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => transfer('SUPERVISOR', last)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 422)?.body.code).toBe('SALDO_INSUFICIENTE');
    await setBalance(VENDEDOR, '10');
    const there = { idOrigem: VENDEDOR, idDestino: OPERADOR, valor: '1' };
    const back = { idOrigem: OPERADOR, idDestino: VENDEDOR, valor: '1' };
    const both = await Promise.all([there, back, there, back].map((body) => transfer('GERENTE', body)));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([await balanceOf(VENDEDOR), await balanceOf(OPERADOR)]).toEqual(['10.0000', '10.0000']);
  });

  it('can go below zero only if the parameters allow it', async () => {
    const { db } = fixture.server.deps;
    const { OPERADOR, VENDEDOR } = fixture.people;
    await setBalance(VENDEDOR, '0');
    const body = { idOrigem: VENDEDOR, idDestino: OPERADOR, valor: '1' };
    const set = (key: string) => db.insert(parameters).values({ area: 'CALLCENTER', key, value: false });
    await set('validaSaldoNegativo');
    expect((await transfer('SUPERVISOR', body)).status).toBe(200);
    expect(await balanceOf(VENDEDOR)).toBe('-1.0000');
    await set('usaContaCorrente');
    expect((await transfer('SUPERVISOR', body)).body.code).toBe('CONTA_CORRENTE_DESLIGADA');
    await db.delete(parameters);
  });

  it('rejects invalid amounts, oneself, and people without an account', async () => {
    const { OPERADOR, VENDEDOR, CONSUMIDOR_FINAL } = fixture.people;
    const send = (values: object) =>
      transfer('SUPERVISOR', { idOrigem: OPERADOR, idDestino: VENDEDOR, valor: '1', ...values });
    for (const valor of ['0', '-5', '1,5', '0.001', 'NaN'])
      expect([valor, (await send({ valor })).status]).toEqual([valor, 422]);
    expect((await send({ idDestino: OPERADOR })).status).toBe(422);
    expect((await send({ idDestino: CONSUMIDOR_FINAL })).status).toBe(404);
    expect((await transfer('OPERADOR', { idOrigem: OPERADOR, idDestino: VENDEDOR, valor: '1' })).status).toBe(
      403,
    );
  });
});
