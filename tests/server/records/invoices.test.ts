import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import type { Context, User } from '#server/context.ts';
import {
  customerBranches,
  customers,
  invoiceItems,
  invoices,
  invoiceTitles,
  nfeDocuments,
  ticketEvents,
  ticketItems,
  ticketMenus,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import type { MappedType } from '#server/records/mapping.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { personById } from '#server/session/currentUser.ts';
import { untilBlocked } from '../../support/database/untilBlocked.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let ctx: Context;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  const user = (await personById(server.deps.db, persons.people.ADMIN)) as User;
  ctx = { ...server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
  await save(mappedTypes.produtos, [
    { codigo: 'P1', descricao: 'Produto um', marca: 'Casa', unidade: 'CX' },
    { codigo: 'P2', descricao: 'Produto dois', marca: 'Casa', unidade: 'UN' },
  ]);
});
afterAll(() => server?.close());

const save = (mapped: MappedType, dados: object[], own = ctx) =>
  server.deps.db.transaction((tx) =>
    saveRecords(
      tx,
      own,
      mapped,
      dados.map((one) => ({ dados: { ...one } })),
    ),
  );
const { notas, titulos } = mappedTypes;
const BRANCH = '11222333000181';
const CUSTOMER = '12ABC34501DE35';
const keyOf = (number: number, cnpj = BRANCH) =>
  buildAccessKey({
    ...{ stateCode: '35', yearMonth: '2610', cnpj, model: '55', series: '1' },
    ...{ number: String(number), emissionType: '1', code: '87654321' },
  });
const line = (linha: number, more: object = {}) => ({
  linha,
  produto: 'P1',
  quantidade: '10',
  valorUnitario: '2.5',
  ...more,
});
const note = (number: number, more: object = {}) => ({
  chave: keyOf(number),
  cliente: CUSTOMER,
  emissao: '2026-10-05',
  total: '25',
  itens: [line(1)],
  ...more,
});
const customer = async () => {
  const [row] = await server.deps.db.select().from(customers).where(eq(customers.document, CUSTOMER));
  return row;
};
const linesOf = (id: number | undefined) =>
  server.deps.db
    .select()
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, id ?? 0))
    .orderBy(invoiceItems.line);

describe('invoice', () => {
  it('takes its facts from its key, and the texts of its lines from the products', async () => {
    const [made] = await save(notas, [
      note(1, { itens: [line(1, { impostos: [{ imposto: 'icms', perc: '18', valor: '4.5', cst: '00' }] })] }),
    ]);
    expect(made).toMatchObject({ resultado: 'criado' });
    const [row] = await server.deps.db
      .select()
      .from(invoices)
      .where(eq(invoices.id, made?.id ?? 0));
    expect(row).toMatchObject({
      number: 1,
      series: 1,
      model: '55',
      branchId: persons.branchIds[0],
      itemCount: 1,
    });
    const [item] = await linesOf(made?.id);
    expect(item).toMatchObject({ description: 'Produto um', unit: 'CX', purchased: '10.000' });
    expect(item?.unitPriceNoTax).toBe(item?.unitPrice);
    expect(item?.taxes).toEqual({ icms: { perc: '18', valor: '4.5', cst: '00' } });
    expect((await customer())?.lastPurchaseOn).toBe('2026-10-05');
  });

  it('keeps the texts of its lines when the product is renamed', async () => {
    await save(mappedTypes.produtos, [{ codigo: 'P1', descricao: 'Outro nome', unidade: 'FD' }]);
    const [again] = await save(notas, [note(1, { itens: [line(1)] })]);
    expect(again?.mudancas).toBeDefined();
    const [item] = await linesOf(again?.id);
    expect(item).toMatchObject({ description: 'Produto um', unit: 'CX', taxes: {} });
    expect((await save(notas, [note(1)]))[0]?.resultado).toBe('igual');
  });

  it('without its key is found by branch, series and number', async () => {
    const [found, unknown] = await save(notas, [
      { numero: 1, serie: 1, filial: '11.222.333/0001-81', observacao: 'Sem chave' },
      { numero: 999, serie: 1, filial: BRANCH, observacao: 'Ninguém' },
    ]);
    expect(found?.resultado).toBe('mudado');
    expect(unknown?.erros).toMatchObject({ chave: 'Campo obrigatório' });
  });

  it('is rejected with a wrong check digit, another number, or another emitter', async () => {
    const key = keyOf(2);
    const last = (Number(key[43]) + 1) % 10;
    const [digit, number, emitter] = await save(notas, [
      note(2, { chave: `${key.slice(0, 43)}${last}`, filial: BRANCH, numero: 2, serie: 1, modelo: '55' }),
      note(3, { numero: 4 }),
      note(5, { chave: keyOf(5, '11444777000161'), filial: BRANCH }),
    ]);
    expect(digit?.erros).toEqual({ chave: expect.stringMatching(/dígito verificador/) });
    expect(number?.erros).toEqual({ numero: 'O número não é o da chave de acesso.' });
    expect(emitter?.erros).toEqual({ filial: 'A chave de acesso é de outro emitente.' });
  });

  it('that is malformed is rejected at its field, and blocks no other of its call', async () => {
    const results = await save(notas, [
      note(50),
      ...[[null], [5], [{}], 5, {}].map((itens, index) => note(51 + index, { itens })),
      { numero: 99_999_999_999, serie: 1, filial: BRANCH },
      { numero: 1, serie: 'A', filial: BRANCH },
      { numero: 1, serie: {}, filial: { fonte: {} } },
      note(60),
    ]);
    expect(results.map(({ erros }) => Object.keys(erros ?? {})[0])).toEqual([
      ...[undefined, 'itens/0', 'itens/0', 'itens/0', 'itens', 'itens'],
      ...['numero', 'serie', 'serie', undefined],
    ]);
  });

  it('assigns the customer to the branch that sold', async () => {
    await save(notas, [note(7, { cliente: '11444777000161' })]);
    const served = await server.deps.db
      .select()
      .from(customerBranches)
      .where(eq(customerBranches.customerId, persons.customerIds.second));
    expect(served.map(({ branchId }) => branchId).sort()).toEqual([...persons.branchIds].sort());
  });

  it('of others is neither seen nor written by a representative', async () => {
    const user = (await personById(server.deps.db, persons.people.REPRESENTANTE)) as User;
    const own = { ...ctx, user: { ...user, grants: ctx.user.grants } };
    const [foreign, made] = await save(notas, [note(7, { observacao: 'x' }), note(8)], own);
    expect(foreign?.resultado).toBe('recusado');
    expect(made?.resultado).toBe('criado');
  });
});

describe('invoice line held by tickets', () => {
  it('cannot drop below what is held and returned, change its product, or be removed', async () => {
    const { db } = server.deps;
    const [made] = await save(notas, [note(20, { itens: [line(1), line(2, { produto: 'P2' })] })]);
    const [item] = await linesOf(made?.id);
    await db
      .update(invoiceItems)
      .set({ returned: '2' })
      .where(eq(invoiceItems.id, item?.id ?? 0));
    const [menu] = await db
      .insert(ticketMenus)
      .values({ key: 'X', description: 'X', icon: 'Undo' })
      .returning();
    const [type] = await db
      .insert(ticketTypes)
      .values({ key: 'X', menuId: menu?.id ?? 0, description: 'X', flags: {} as never, flowKey: 'DEVOLUCAO' })
      .returning();
    const [ticket] = await db
      .insert(tickets)
      .values({
        typeId: type?.id ?? 0,
        customerId: persons.customerIds.first,
        branchId: persons.branchIds[0],
        creatorId: persons.people.OPERADOR,
        origin: 'SAC',
        flowKey: 'DEVOLUCAO',
        flowVersion: 1,
        stepKey: 'ABERTURA',
      })
      .returning();
    await db.insert(ticketItems).values({
      ticketId: ticket?.id ?? 0,
      line: 1,
      invoiceItemId: item?.id ?? 0,
      productId: item?.productId ?? 0,
      description: 'Produto um',
      requested: '3',
      held: '3',
    });
    const changed = async (first: object | null) => {
      const itens = [...(first ? [line(1, first)] : []), line(2, { produto: 'P2' })];
      const [result] = await save(notas, [note(20, { itens })]);
      return result?.erros ?? result?.resultado;
    };
    expect(await changed({ quantidade: '4.9999' })).toEqual({
      'itens/0/quantidade': 'Já há 5 FD desta linha em tickets.',
    });
    expect(await changed({ produto: 'P2' })).toMatchObject({
      'itens/0/produto': 'Há tickets desta linha: o produto não muda.',
    });
    expect(await changed({ unidade: 'UN' })).toEqual({
      'itens/0/unidade': 'Há tickets desta linha: a unidade não muda.',
    });
    expect(await changed(null)).toMatchObject({ itens: expect.any(String) });
    expect(await changed({ quantidade: '5' })).toBe('mudado');
    const [now] = await linesOf(made?.id);
    expect(now).toMatchObject({ id: item?.id, purchased: '5.000', returned: '2.000' });
  });

  it('waits for a step of its ticket before it is locked itself, so that neither stops the other', async () => {
    const { db } = server.deps;
    const [item] = await db
      .select({ id: invoiceItems.id, ticketId: ticketItems.ticketId })
      .from(ticketItems)
      .innerJoin(invoiceItems, eq(invoiceItems.id, ticketItems.invoiceItemId));
    if (!item) throw new Error('no line in a ticket');
    const dearer = [line(1, { quantidade: '5', valorUnitario: '3' }), line(2, { produto: 'P2' })];
    let saved: ReturnType<typeof save> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(tickets).where(eq(tickets.id, item.ticketId)).for('update');
      saved = save(notas, [note(20, { itens: dearer })]);
      await untilBlocked(server.deps.db);
      await tx
        .select()
        .from(invoiceItems)
        .where(eq(invoiceItems.id, item.id))
        .for('update', { noWait: true });
    });
    expect((await saved)?.[0]?.resultado).toBe('mudado');
    const [ticket] = await db.select().from(tickets).where(eq(tickets.id, item.ticketId));
    expect(Number(ticket?.worth)).toBe(9);
  });
});

describe('titles of an invoice', () => {
  it('mark the customer as owing until they are paid', async () => {
    await save(notas, [note(30)]);
    const title = { nota: keyOf(30), numero: '30/1', vencimento: '2026-12-05', valor: '25' };
    expect((await save(titulos, [title]))[0]?.resultado).toBe('criado');
    expect((await customer())?.openTitles).toBe(true);
    await save(titulos, [{ ...title, pagamento: '2026-11-20' }]);
    expect((await customer())?.openTitles).toBe(false);
    expect((await save(titulos, [title]))[0]?.resultado).toBe('igual');
  });

  it('no longer count when the invoice is cancelled, which cannot be undone', async () => {
    await save(notas, [note(31, { emissao: '2026-11-15' })]);
    const title = { nota: keyOf(31), numero: '31/1', vencimento: '2026-12-05', valor: '25' };
    await save(titulos, [title]);
    expect(await customer()).toMatchObject({ lastPurchaseOn: '2026-11-15', openTitles: true });
    await save(notas, [{ chave: keyOf(31), situacao: 'CANCELADA' }]);
    expect(await customer()).toMatchObject({ lastPurchaseOn: '2026-10-05', openTitles: false });
    const [back] = await save(notas, [{ chave: keyOf(31), situacao: 'AUTORIZADA' }]);
    expect(back?.erros).toEqual({ situacao: 'Uma nota cancelada não volta a valer.' });
    const [owed] = await save(titulos, [title]);
    expect(owed?.erros).toEqual({ nota: 'Esta nota foi cancelada: nada se deve dela.' });
    expect(await server.deps.db.$count(invoiceTitles, eq(invoiceTitles.number, '31/1'))).toBe(0);
  });
});

describe('debt and last purchase of a customer', () => {
  const [X, Y] = [CUSTOMER, '11444777000161'];
  const figures = async (document: string) => {
    const [row] = await server.deps.db.select().from(customers).where(eq(customers.document, document));
    return [row?.lastPurchaseOn, row?.openTitles];
  };
  const title = (number: number, part = 1, more: object = {}) => ({
    nota: keyOf(number),
    numero: `${number}/${part}`,
    ...{ vencimento: '2026-12-05', valor: '25', ...more },
  });
  const remove = async (chave: string, id: number | undefined) =>
    server.call('DELETE', `/config/cadastros/${chave}/${id}`, {
      token: await server.sessionOf(persons.people.ADMIN),
    });

  it('move with the invoice to another customer, and follow its day and kind', async () => {
    await save(notas, [note(70, { emissao: '2027-01-10' })]);
    await save(titulos, [title(70)]);
    expect(await figures(X)).toEqual(['2027-01-10', true]);
    await save(notas, [{ chave: keyOf(70), cliente: Y }]);
    expect([(await figures(X))[1], await figures(Y)]).toEqual([false, ['2027-01-10', true]]);
    await save(notas, [{ chave: keyOf(70), emissao: '2027-01-08' }]);
    expect(await figures(Y)).toEqual(['2027-01-08', true]);
    await save(notas, [{ chave: keyOf(70), tipo: 'BONIFICACAO' }]);
    expect((await figures(Y))[0]).toBe('2026-10-05');
  });

  it('are computed again when a title or an invoice is deleted', async () => {
    const [made] = await save(notas, [note(71, { cliente: Y, emissao: '2027-02-10' })]);
    await save(titulos, [title(70, 1, { pagamento: '2027-01-20' })]);
    const [owed] = await save(titulos, [title(71)]);
    expect(await figures(Y)).toEqual(['2027-02-10', true]);
    expect((await remove('titulos', owed?.id)).status).toBe(200);
    expect(await figures(Y)).toEqual(['2027-02-10', false]);
    expect((await remove('notas', made?.id)).body.data.resultado).toBe('excluido');
    expect((await figures(Y))[0]).toBe('2026-10-05');
  });

  it('leave no debt when two pay the last two titles at once', async () => {
    const { db } = server.deps;
    await save(notas, [note(72)]);
    await save(titulos, [title(72, 1), title(72, 2)]);
    const pay = (part: number, meanwhile?: () => Promise<unknown>) =>
      db.transaction(async (tx) => {
        await saveRecords(tx, ctx, titulos, [{ dados: title(72, part, { pagamento: '2026-11-20' }) }]);
        await meanwhile?.();
      });
    let second: Promise<void> = Promise.resolve();
    await pay(1, async () => {
      second = pay(2);
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await second;
    expect((await figures(X))[1]).toBe(false);
  });

  it('show no debt for a cancelled invoice whose payment is undone', async () => {
    await save(notas, [note(73)]);
    await save(titulos, [title(73, 1, { pagamento: '2026-11-20' })]);
    await save(notas, [{ chave: keyOf(73), situacao: 'CANCELADA' }]);
    const [back] = await save(titulos, [{ nota: keyOf(73), numero: '73/1', pagamento: null }]);
    expect(back?.erros).toEqual({ pagamento: 'Esta nota foi cancelada: nada se deve dela.' });
  });
});

it('cancelling an invoice in the register adds an event to its tickets', async () => {
  const { db } = server.deps;
  // The invoice of the ticket that holds one of its lines.
  await save(notas, [{ chave: keyOf(20), situacao: 'CANCELADA' }]);
  const reported = await db
    .select()
    .from(ticketEvents)
    .where(eq(ticketEvents.type, 'NOTA_CANCELADA'))
    .orderBy(ticketEvents.id);
  expect(reported.map((event) => event.note)).toEqual([
    expect.stringMatching(/^A nota fiscal 20 foi cancelada no cadastro em \d\d\/\d\d\/\d{4}\. Confira/),
  ]);
});

it('an invoice keeps what its signed file says', async () => {
  const [made] = await save(notas, [note(40)]);
  await server.deps.db.insert(nfeDocuments).values({
    key: keyOf(40),
    kind: 'VENDA',
    state: 'INVOICE',
    emitter: BRANCH,
    invoiceId: made?.id ?? 0,
    digest: 'x',
    content: Buffer.from('x'),
  });
  const [lines] = await save(notas, [note(40, { itens: [line(1, { quantidade: '99' })] })]);
  expect(lines?.erros).toEqual({ itens: 'Esta nota veio do XML assinado: isto não se muda por aqui.' });
  const [cancelled] = await save(notas, [{ chave: keyOf(40), situacao: 'CANCELADA' }]);
  expect(cancelled?.erros).toEqual({
    situacao: 'Esta nota veio do XML assinado: isto não se muda por aqui.',
  });
  expect((await save(notas, [{ chave: keyOf(40), observacao: 'Visto' }]))[0]?.resultado).toBe('mudado');
});
