import { beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, orders, products, productWaits } from '#server/db/tables/index.ts';
import { CASH } from '../orders/orderFixture.ts';
import { call, db, id, loose, openQuotes, persons, product, save, server } from './quoteFixture.ts';

openQuotes();
beforeEach(() => db().delete(productWaits));

const wait = (part: object = {}, token?: string) =>
  call('POST', 'esperas-produto', { idPedido: id, idProd: product, ...part }, token);
const listed = async (encerradas = false) =>
  (await call('GET', `esperas-produto?encerradas=${encerradas}`)).body.itens;
const close = (idEspera: number, motivo: string, versao = 1) =>
  call('POST', `esperas-produto/${idEspera}/encerrar`, { motivo, versao });

describe('a customer who waits for a product', () => {
  it('is noted by nobody outside, and for no unknown quote or product', async () => {
    const consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
    expect((await wait({}, consumer)).status).toBe(403);
    expect((await wait({ idPedido: 999_999 })).status).toBe(404);
    expect((await wait({ idProd: 999_999 })).status).toBe(404);
    expect(await db().$count(productWaits)).toBe(0);
  });
  it('is noted for no branch that the person does not see, and no product that is not sold', async () => {
    for (const idFil of [999_999, persons.branchIds[1]]) {
      const { status, body } = await wait({ idFil });
      expect([status, body.errors]).toEqual([422, { idFil: 'Filial não encontrada.' }]);
    }
    const setInactive = (inactive: boolean) =>
      db().update(products).set({ inactive }).where(eq(products.id, product));
    await setInactive(true);
    expect((await wait()).body.errors).toEqual({ idProd: 'Este produto não é mais vendido.' });
    await setInactive(false);
    expect((await wait({ idFil: persons.branchIds[0] })).status).toBe(200);
  });
  it('is noted once, also when pressed twice at once, and listed with who promised', async () => {
    const answers = await Promise.all([wait(), wait(), wait()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await listed()).toMatchObject([
      {
        produto: { id: product },
        cliente: { id: persons.customerIds.first },
        idPedido: id,
        encerradaEm: null,
      },
    ]);
  });
  it('waits no more once told, by the version that was seen, and may wait again', async () => {
    const idEspera = (await wait()).body.data.id;
    expect((await close(idEspera, 'VENDIDO')).status).toBe(422);
    expect((await close(idEspera, 'AVISADO', 7)).status).toBe(409);
    expect((await close(idEspera, 'AVISADO')).status).toBe(200);
    expect((await close(idEspera, 'DESISTIU', 2)).body.code).toBe('JA_ENCERRADA');
    expect([await listed(), await listed(true)]).toMatchObject([[], [{ motivo: 'AVISADO' }]]);
    const entries = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'product_waits'), eq(auditLog.entityId, String(idEspera))))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['CRIAR', 'ENCERRAR']);
    expect((await wait()).status).toBe(200);
  });
  it('waits no more for what is in an order of theirs', async () => {
    await wait();
    await save({
      idCobranca: CASH.method,
      idPlano: CASH.plan,
      itens: [{ idProd: product, idEmb: loose, qtde: '2' }],
    });
    expect((await call('POST', `orcamentos/${id}/pedido`, {})).status).toBe(200);
    expect((await db().select().from(orders).where(eq(orders.id, id)))[0]?.stage).toBe('PEDIDO');
    expect([await listed(), await listed(true)]).toMatchObject([[], [{ motivo: 'VENDIDO' }]]);
  });
});
