import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantsOf } from '#contract/permissions.ts';
import { customerBranches, customerCarriers, customers, roles } from '#server/db/tables/index.ts';
import { type ReturnsFixture, returnsFixture } from './returnsFixture.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
  const { db } = fixture.server.deps;
  const rows = await db
    .insert(customers)
    .values([
      {
        document: '11222333000181',
        legalName: 'Açougue São João 100% Ltda.',
        tradeName: 'Bom Corte',
        blocked: true,
        blockReason: 'Cheque devolvido',
        openTitles: true,
        address: { cidade: 'Santos', uf: 'SP' },
      },
      { document: '45997418000153', legalName: 'Zebra Têxtil S.A.', tradeName: 'Ábaco', prospect: true },
    ])
    .returning();
  await db
    .insert(customerBranches)
    .values(rows.map(({ id }) => ({ customerId: id, branchId: fixture.branchIds[0] })));
});
afterAll(() => fixture?.close());

const search = async (query: Record<string, string | number>, as: keyof ReturnsFixture['tokens'] = 'ADMIN') =>
  fixture.server.call('GET', `/sac/clientes?${new URLSearchParams(query as Record<string, string>)}`, {
    token: fixture.tokens[as],
  });
const names = async (query: Record<string, string | number>, as?: keyof ReturnsFixture['tokens']) =>
  (await search(query, as)).body.itens.map(({ fant }: { fant: string }) => fant);
const get = (id: number | string, as: keyof ReturnsFixture['tokens'], rest = '') =>
  fixture.server.call('GET', `/sac/clientes/${id}${rest}`, { token: fixture.tokens[as] });

describe('customer search', () => {
  it.each([
    ['a name without accents', 'acougue sao', ['Bom Corte']],
    ['words of both names in any order', 'corte JOAO', ['Bom Corte']],
    ['a trade name with its accent', 'ábaco', ['Ábaco']],
    ['a document with its mask', '11.222.333/0001-81', ['Bom Corte']],
    ['a document without a mask', '11222333000181', ['Bom Corte']],
    ['the beginning of a document', '11.222', ['Bom Corte']],
    ['an alphanumeric CNPJ in small letters', '12.abc.345/01de-35', ['Mercado Azul']],
    ['a literal per cent sign', '100%', ['Bom Corte']],
    ['a literal underscore', '_', []],
    ['an unknown name', 'inexistente', []],
    ['a control character', 'acougue\u0000', ['Bom Corte']],
  ])('finds by %s', async (_what, q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  it('lists the customer with exactly that code first', async () => {
    const id = fixture.customerIds.second;
    expect((await search({ q: String(id) })).body.itens[0]).toMatchObject({ id, fant: 'Mercado Verde' });
  });

  it('returns everything that the wizard shows of a customer', async () => {
    const [found] = (await search({ q: 'Bom Corte' })).body.itens;
    expect(found).toMatchObject({
      id: expect.any(Number),
      fant: 'Bom Corte',
      razSoc: 'Açougue São João 100% Ltda.',
      nome: 'Açougue São João 100% Ltda.',
      documento: '11222333000181',
      email: '',
      telefone: '',
      cidade: 'Santos',
      uf: 'SP',
      motivoBloqueio: 'Cheque devolvido',
      legendas: [
        { codigo: 'BD', texto: 'Cheque devolvido' },
        { codigo: 'SV', texto: 'Cliente sem vendas' },
        { codigo: '$', texto: 'Títulos em aberto' },
      ],
      filiaisSac: [{ idFil: fixture.branchIds[0], razSoc: 'Matriz Ltda.' }],
    });
  });

  it('sorts in Portuguese order, both ways, and paginates', async () => {
    const all = await names({ orderBy: 'fant' });
    expect(all).toEqual(['Ábaco', 'Bom Corte', 'Clara Consumidora', 'Mercado Azul', 'Mercado Verde']);
    expect(await names({ orderBy: 'fant', direction: 'DESC' })).toEqual([...all].reverse());
    const second = await search({ orderBy: 'fant', take: 2, page: 2 });
    expect(second.body.itens.map(({ fant }: { fant: string }) => fant)).toEqual(all.slice(2, 4));
    expect(second.body.paginator).toMatchObject({ current_page: 2, per_page: 2, total: 5, last_page: 3 });
  });

  it.each([
    [{ orderBy: 'senha' }, 'orderBy'],
    [{ page: -1 }, 'page'],
    [{ take: 101 }, 'take'],
    [{ tudo: 1 }, 'tudo'],
    [{ q: 'x'.repeat(101) }, 'q'],
  ])('rejects %j with an error at its field', async (query, field) => {
    const { status, body } = await search(query as Record<string, string>);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('returns to each person only the customers in their scope', async () => {
    expect(await names({ q: 'Mercado' }, 'OPERADOR')).toEqual(['Mercado Azul']);
    expect(await names({ q: 'Mercado' }, 'REPRESENTANTE')).toEqual(['Mercado Azul']);
    expect(await names({ q: 'Mercado' }, 'SUPERVISOR')).toEqual(['Mercado Azul', 'Mercado Verde']);
  });

  it('returns 403 to end consumers, even if a role grants it', async () => {
    expect((await search({}, 'CONSUMIDOR_FINAL')).status).toBe(403);
    await fixture.server.deps.db
      .update(roles)
      .set({ grants: grantsOf(['SAC_TICKETS', 'SAC_CLIENTE', 'SAC_CLIENTE_PESQUISAR']) });
    expect((await search({}, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await search({}, 'OPERADOR')).status).toBe(200);
  });
});

describe('single customer', () => {
  it('is returned within scope; out of scope it answers like an unknown one', async () => {
    const { first, second, consumer } = fixture.customerIds;
    expect((await get(first, 'OPERADOR')).body.data).toMatchObject({
      fant: 'Mercado Azul',
      prospect: false,
      dtUltComp: null,
      representante: { nome: 'Roberto Tavares' },
    });
    expect((await get(consumer, 'CONSUMIDOR_FINAL')).body.data.nome).toBe('Clara Consumidora');
    // The company's assessment of a customer is not shown to the customer.
    expect((await get(consumer, 'ADMIN')).body.data.legendas).not.toEqual([]);
    expect((await get(consumer, 'CONSUMIDOR_FINAL')).body.data).toMatchObject({
      legendas: [],
      motivoBloqueio: null,
    });
    const unknown = await get(999_999, 'OPERADOR');
    expect(unknown.status).toBe(404);
    for (const [id, as] of [
      [second, 'OPERADOR'],
      [second, 'REPRESENTANTE'],
      [first, 'CONSUMIDOR_FINAL'],
    ] as const) {
      for (const rest of ['', '/transportadoras']) {
        const foreign = await get(id, as, rest);
        expect(foreign.status).toBe(404);
        expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
      }
    }
    expect((await get('1e3', 'ADMIN')).status).toBe(404);
  });

  it('has its own carriers, or every active one when it names none', async () => {
    const { first, consumer } = fixture.customerIds;
    const every = [{ id: fixture.carrier.active, razSoc: 'Transportes Rápidos Ltda.' }];
    expect((await get(first, 'ADMIN', '/transportadoras')).body).toEqual(every);
    const { db } = fixture.server.deps;
    await db.insert(customerCarriers).values({ customerId: consumer, carrierId: fixture.carrier.inactive });
    // Its only carrier is inactive, so any active one may come.
    expect((await get(consumer, 'ADMIN', '/transportadoras')).body).toEqual(every);
  });
});
