import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { customerBranches, customers } from '#server/db/tables/index.ts';
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

const get = (id: number | string, as: keyof ReturnsFixture['tokens'], rest = '') =>
  fixture.server.call('GET', `/sac/clientes/${id}${rest}`, { token: fixture.tokens[as] });

describe('customer list', () => {
  const list = async (query: string, as: keyof ReturnsFixture['tokens'] = 'ADMIN') =>
    (await fixture.server.call('GET', `/sac/clientes?${query}`, { token: fixture.tokens[as] })).body;
  it.each(['id', 'razSoc', 'fant', 'dtUltComp', 'dtCriacao'])(
    'pages by %s without repeating a row',
    async (sort) => {
      for (const direction of ['ASC', 'DESC']) {
        const order = `orderBy=${sort}&direction=${direction}&take=2`;
        const whole = await list(`orderBy=${sort}&direction=${direction}&take=100`);
        const ids = whole.itens.map(({ id }: { id: number }) => id);
        const seen: number[] = [];
        let page = await list(order);
        for (;;) {
          seen.push(...page.itens.map(({ id }: { id: number }) => id));
          if (!page.paginator.proximo) break;
          page = await list(`${order}&cursor=${page.paginator.proximo}`);
        }
        expect(seen).toEqual(ids);
        const back = await list(`${order}&cursor=${page.paginator.anterior}`);
        expect(back.itens.map(({ id }: { id: number }) => id)).toEqual(
          ids.slice(seen.length - page.itens.length - 2, seen.length - page.itens.length),
        );
      }
    },
  );
  it('filters by state, region, representative, prospect and block', async () => {
    expect((await list('uf=SP&q=corte')).itens).toMatchObject([
      { fant: 'Bom Corte', bloqueado: true, uf: 'SP' },
    ]);
    expect((await list('uf=RJ&q=corte')).itens).toEqual([]);
    expect((await list('prospect=true')).itens).toMatchObject([{ fant: 'Ábaco', prospect: true }]);
    expect((await list('bloqueado=true')).itens).toHaveLength(1);
    const own = await list(`representante=${fixture.representativeId}`);
    expect(own.itens.map(({ id }: { id: number }) => id)).toEqual([fixture.customerIds.first]);
  });
  it('rejects a cursor of another search', async () => {
    const page = await list('orderBy=fant&take=1');
    expect((await list(`orderBy=id&take=1&cursor=${page.paginator.proximo}`)).code).toBe('DADOS_INVALIDOS');
  });
  it('exports customers in scope to a file, with the extra fields', async () => {
    const { db } = fixture.server.deps;
    await db.update(customers).set({ extraFields: { rota: 'SUL', limiteVisitas: 3 } });
    const body = { formato: 'csv', filtros: { campos: ['rota:SUL'] } };
    const file = (as: keyof ReturnsFixture['tokens']) =>
      fixture.server.call('POST', '/sac/clientes/exportar', { token: fixture.tokens[as], body });
    expect((await file('REPRESENTANTE')).status).toBe(403);
    const lines = (answer: { body: string }) => answer.body.trim().split('\r\n');
    const all = lines(await file('ADMIN'));
    expect(all[0]).toMatch(/;Rota;.*;Visitas por mês;CNAEs secundários;Segmento;Contribuinte de ICMS$/);
    expect(all[1]).toMatch(/;Sul;.*;3;;;$/);
    expect(all.join()).toContain('Mercado Verde');
    expect(lines(await file('OPERADOR')).join()).not.toContain('Mercado Verde');
  });
  it('shows the registration of customers in scope only', async () => {
    const { body } = await get(fixture.customerIds.first, 'OPERADOR', '/cadastro');
    expect(body.data).toMatchObject({ id: fixture.customerIds.first, contatos: [], enderecoEntrega: null });
    expect((await get(fixture.customerIds.second, 'OPERADOR', '/cadastro')).status).toBe(404);
    expect((await get(999999, 'OPERADOR', '/cadastro')).status).toBe(404);
    expect((await get(fixture.customerIds.consumer, 'CONSUMIDOR_FINAL', '/cadastro')).status).toBe(403);
  });
});
