import { describe, expect, it } from '@jest/globals';
import { and, eq, like } from 'drizzle-orm';
import { auditLog, customerLog, customerMix, products } from '#server/db/tables/index.ts';
import { call, db, id, loose, openQuotes, persons, product, save, setParameter } from './quoteFixture.ts';

openQuotes();

describe('products of a quote', () => {
  it('are found by words and code, with the quantity already in the quote', async () => {
    await save({ itens: [{ idProd: product, idEmb: loose, qtde: '2' }] });
    for (const q of ['base fosca', '1001', '7891234567895', 'TÍNTA']) {
      const { body } = await call('GET', `orcamentos/${id}/produtos?q=${encodeURIComponent(q)}`);
      expect([q, body.itens[0]?.precos[0].qtdAdicionada]).toEqual([q, '2']);
    }
    expect((await call('GET', `orcamentos/${id}/produtos?q=nada`)).body.itens).toEqual([]);
    expect((await call('GET', `estoque/${product}/${persons.branchIds[0]}`)).body).toMatchObject([
      { qtEst: '96', situacao: '1' },
    ]);
  });

  it('that were only quoted are recorded, where the branch wants it', async () => {
    const ask = (qtde: string) =>
      call('POST', `produtos-cotados/${id}`, { produtos: [{ idProd: product, qtde }] });
    expect([(await ask('3')).status, (await ask('7')).status]).toEqual([200, 200]);
    const { body } = await call('GET', `orcamentos/${id}/produtos?q=1001`);
    expect(body.itens[0].precos[0].qtdCotada).toBe('7.000');
    await setParameter('registraItensCotados', false);
    expect((await ask('3')).body.code).toBe('SEM_ITENS_COTADOS');
    await setParameter('registraItensCotados', true);
  });

  it('are sorted as the parameter says, with discontinued ones separate', async () => {
    await db()
      .insert(products)
      .values([
        { code: '2', description: 'Azulejo', brand: 'Z', price: '99' },
        { code: '3', description: 'Zarcão', brand: 'A', price: '1' },
        { code: '4', description: 'Antigo', brand: 'B', price: '1', inactive: true },
      ]);
    const first = async () =>
      (await call('GET', `orcamentos/${id}/produtos`)).body.itens.map(
        (p: { descricao: string }) => p.descricao,
      );
    expect(await first()).toEqual(['Azulejo', 'Tinta base fosca', 'Zarcão']);
    await setParameter('campoOrdenacaoProdutos', 'preco');
    expect((await first())[0]).toBe('Zarcão');
    await setParameter('campoOrdenacaoProdutos', 'descricaocompleta');
    expect((await call('GET', 'produtos-inativos')).body.itens).toMatchObject([
      { descricao: 'Antigo', inativo: true },
    ]);
  });
});

describe('mix of a customer', () => {
  it('begins with what a seller added, once, with a log entry, until it is removed', async () => {
    const { first } = persons.customerIds;
    const at = `mixes/${first}/${persons.branchIds[0]}`;
    const choose = (noMix: boolean) => call('PUT', `${at}/produtos/${product}`, { noMix });
    const reported = () =>
      db()
        .select({ text: customerLog.text })
        .from(customerLog)
        .where(and(eq(customerLog.customerId, first), like(customerLog.text, '%mix')))
        .orderBy(customerLog.id);
    expect([(await choose(true)).status, (await choose(true)).status]).toEqual([200, 200]);
    expect((await call('GET', at)).body).toMatchObject([{ id: product, escolhido: true }]);
    expect(await reported()).toEqual([{ text: 'Tinta base fosca no mix' }]);
    await choose(false);
    expect((await call('GET', at)).body.filter(({ escolhido }: { escolhido: boolean }) => escolhido)).toEqual(
      [],
    );
    expect(await reported()).toHaveLength(2);
    const logged = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'customer_mix'))
      .orderBy(auditLog.id);
    expect(logged.map(({ after }) => after)).toEqual([
      { produto: product, noMix: true },
      { produto: product, noMix: false },
    ]);
  });

  it('when full still confirms what it contains, and accepts nothing more', async () => {
    const { first } = persons.customerIds;
    const made = await db()
      .insert(products)
      .values(
        Array.from({ length: 101 }, (_, index) => ({
          code: `MIX${index}`,
          description: `Mix ${index}`,
          brand: 'Casa',
          unit: 'UN',
        })),
      )
      .returning();
    const chosen = made.slice(0, 100).map(({ id }) => ({
      ...{ customerId: first, productId: id, personId: persons.people.ADMIN, at: new Date() },
    }));
    await db().insert(customerMix).values(chosen);
    const put = (id: number | undefined) =>
      call('PUT', `mixes/${first}/${persons.branchIds[0]}/produtos/${id}`, { noMix: true });
    expect((await put(made[0]?.id)).status).toBe(200);
    const { status, body } = await put(made[100]?.id);
    expect([status, body.code]).toEqual([422, 'MIX_CHEIO']);
    await db().delete(customerMix).where(eq(customerMix.customerId, first));
  });
});
