import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { expireOrders } from '#server/callcenter/orders/expire.ts';
import { coupons, customerCreditLimits, orderItems, orders, paymentLinks } from '#server/db/tables/index.ts';
import type { TestAnswer } from '../../support/servers/server.ts';
import { CASH } from '../callcenter/orders/orderFixture.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import {
  ADDED,
  cart,
  db,
  duplicate,
  entered,
  lastOrder,
  lineOf,
  linesOf,
  NO_IMPORT,
  opened,
  ordered,
  pasted,
  priceIs,
  repeated,
  rowOf,
  save,
  saveAt,
  told,
  yesterday,
} from './quoteCalls.ts';
import type { World } from './world.ts';

async function negotiated(world: World, who: PersonType = 'VENDEDOR') {
  const id = await world.quote();
  const { id: idItem } = await lineOf(world, id);
  const asked = await world.call(
    'POST',
    'precos-negociados',
    { idPedido: id, itens: [{ idItem, preco: '7' }] },
    who,
  );
  return { id, negotiation: asked.body.data.id as number };
}

/** A quote whose line of two may be sold at 7. */
async function authorized(world: World): Promise<number> {
  const { id, negotiation } = await negotiated(world);
  await world.call('PUT', 'precos-negociados', { itens: [{ id: negotiation }] }, 'SUPERVISOR');
  expect(await linesOf(world, id)).toEqual([['2', '7']]);
  return id;
}

/** Whether what was added since is at the price of the day, or keeps the quote from being ordered. */
async function beyondAuthorized(world: World, id: number): Promise<boolean> {
  const lines = await linesOf(world, id);
  const sold = lines.reduce((sum, [qtde, preco]) => sum + (preco === '7' ? Number(qtde) : 0), 0);
  return sold <= 2 || reasonsOf(await ordered(world, id)).includes('NEGOCIACAO_EXIGIDA');
}

async function couponOf(world: World, given: Partial<typeof coupons.$inferInsert>): Promise<string> {
  const code = `C${(await db(world).$count(coupons)) + 1}`;
  await db(world)
    .insert(coupons)
    .values({ code, percent: '10', startsOn: '2020-01-01', endsOn: '2999-01-01', ...given });
  return code;
}
/** A quote in which one was offered at the price of 10. */
async function offered(world: World): Promise<number> {
  const { id } = (await opened(world)).body.data;
  expect(told(await entered(world, id, { texto: '1*P1' }))).toEqual([ADDED]);
  expect(await linesOf(world, id)).toEqual([['1', '10']]);
  return id;
}

/** The customer of a delivered order of this price. */
async function soldAt(world: World, price: string): Promise<number> {
  const id = await lastOrder(world);
  await db(world).update(orderItems).set({ price, listPrice: price }).where(eq(orderItems.orderId, id));
  return world.customerIds.first;
}

const useCoupon = (world: World, id: number, codigo: string) =>
  world.call('POST', `orcamentos/${id}/cupons`, { codigo });

/** Terms that use the credit of the customer. */
const ON_CREDIT = { paymentMethodId: 1, paymentPlanId: 2 };
const creditOf = (world: World, total: string) =>
  db(world)
    .insert(customerCreditLimits)
    .values({ customerId: world.customerIds.first, ...ON_CREDIT, total, used: '0' });

/** What a quantity is refused with of which there is not enough. */
const LACKS = ['RECUSADA', expect.stringMatching(/em estoque|INDISPONÍVEL/)];

const reasonsOf = (answer: TestAnswer | undefined): string[] =>
  (answer?.body.motivos ?? []).map(({ codigo }: { codigo: string }) => codigo);

export const quoteDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'belowFloor' | 'authorization' | 'couponConditions' | 'stock' | 'credit'
> = {
  belowFloor: {
    FORM: async (world) => {
      const refused = await saveAt(world, await world.quote(), '7');
      expect([refused.status, refused.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    },
    IMPORT: async (world) => {
      const id = await offered(world);
      await priceIs(world, '15');
      // A price in the list is the customer's wish, and no quantity.
      expect(told(await pasted(world, id, '3 un P1\n2 un P1 por R$ 7,00'))).toEqual([
        ADDED,
        ['ESCOLHER', ''],
      ]);
      expect(await linesOf(world, id)).toEqual([['4', '15']]);
    },
    BULK: async (world) => {
      const id = await offered(world);
      await priceIs(world, '15');
      const chosen = { texto: 'P1', idProd: world.productId, qtde: '3' };
      expect((await entered(world, id, { ...chosen, preco: '7' })).status).toBe(422);
      expect(told(await entered(world, id, chosen))).toEqual([ADDED]);
      expect(await linesOf(world, id)).toEqual([['4', '15']]);
      const empty = (await opened(world)).body.data.id;
      const answer = await world.call('PUT', `mixes/orcamento/${empty}`, { produtos: [world.productId] });
      expect(answer.body.data.itens[0]).toMatchObject({ preco: '15', precoRegra: '15' });
    },
    COPY: async (world) => {
      const id = await world.quote();
      await priceIs(world, '15');
      const copy = await duplicate(world, id);
      expect(await cart(world, copy)).toMatchObject({ vlSubTot: '30.0000' });
      await db(world).update(orders).set({ status: 'VENCIDO' }).where(eq(orders.id, id));
      await world.call('PUT', `orcamentos/${id}/renovar`, {});
      expect(await cart(world, id)).toMatchObject({ vlSubTot: '30.0000' });
      const { body } = await repeated(world, await soldAt(world, '7'));
      expect(await linesOf(world, body.data.id)).toEqual([['2', '15']]);
    },
    MAIL: notApplicable('A mail or PDF shows the stored offer and sets no price.'),
    AUTOMATION: notApplicable(
      'No automation prices a line; validity and taxes run by themselves, prices do not.',
    ),
    DRAFT: async (world) => {
      const id = await world.quote();
      const { versao } = await cart(world, id);
      const { id: item } = await lineOf(world, id);
      await save(world, id, { versao, itens: [{ id: item, qtde: '3' }] });
      const late = await save(world, id, { versao, itens: [{ id: item, preco: '7' }] });
      expect(late.status).toBe(409);
      // A page that was opened before the table rose still shows the price of then.
      await priceIs(world, '15');
      const old = await save(world, id, { itens: [{ id: item, preco: '9.99' }] });
      expect([old.status, old.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
      expect((await lineOf(world, id)).preco).toBe('10');
    },
    SYSTEM: async (world) => {
      // The ERP raises a price; what is typed from then on is judged by it.
      const id = await world.quote();
      expect(await world.written('produtos', { codigo: 'P1', preco: '15' })).toMatchObject({
        resultado: 'mudado',
      });
      const { id: item } = await lineOf(world, id);
      const more = await save(world, id, { itens: [{ id: item, qtde: '3', preco: '10' }] });
      expect([more.status, more.body.code]).toEqual([422, 'NEGOCIACAO_EXIGIDA']);
    },
  },
  authorization: {
    FORM: async (world) => {
      const { negotiation } = await negotiated(world);
      const refused = await world.call('PUT', 'precos-negociados', { itens: [{ id: negotiation }] });
      expect(refused.status).toBe(403);
    },
    IMPORT: async (world) => {
      const id = await authorized(world);
      expect(told(await pasted(world, id, '7 un P1'))).toEqual([ADDED]);
      expect(await beyondAuthorized(world, id)).toBe(true);
    },
    BULK: async (world) => {
      const more = await authorized(world);
      expect(told(await entered(world, more, { texto: '7*P1' }))).toEqual([ADDED]);
      expect(await beyondAuthorized(world, more)).toBe(true);
      const { id, negotiation } = await negotiated(world);
      const both = { itens: [{ id: negotiation }, { id: 999_999 }] };
      expect((await world.call('PUT', 'precos-negociados', both, 'VENDEDOR')).status).toBe(403);
      expect((await ordered(world, id)).body.code).toBe('NEGOCIACAO_PENDENTE');
      // Who may authorise prices does not authorise their own.
      const own = (await negotiated(world, 'SUPERVISOR')).negotiation;
      const decided = await world.call(
        'PUT',
        'precos-negociados',
        { itens: [{ id: own }, { id: negotiation }] },
        'SUPERVISOR',
      );
      expect(decided.body).toMatchObject({
        sucesso: [negotiation],
        falhas: [{ id: own, codigo: 'PROPRIA_SOLICITACAO' }],
      });
    },
    COPY: async (world) => {
      const { id, negotiation } = await negotiated(world);
      await world.call('PUT', 'precos-negociados', { itens: [{ id: negotiation }] }, 'SUPERVISOR');
      expect((await lineOf(world, id)).preco).toBe('7');
      const { id: item } = await lineOf(world, id);
      expect((await lineOf(world, await duplicate(world, id))).preco).toBe('10');
      const more = await save(world, id, { itens: [{ id: item, qtde: '9' }] });
      expect(more.status).toBe(200);
      expect(reasonsOf(await ordered(world, id))).toEqual(['NEGOCIACAO_EXIGIDA']);
      const { body } = await repeated(world, await soldAt(world, '7'));
      expect(await linesOf(world, body.data.id)).toEqual([['2', '10']]);
    },
    MAIL: notApplicable('Prices are authorised on the screen only; no link of a mail decides one.'),
    AUTOMATION: notApplicable('No automation authorises prices; each decision names a person.'),
    DRAFT: async (world) => {
      const { negotiation } = await negotiated(world);
      const decide = () =>
        world.call('PUT', 'precos-negociados', { itens: [{ id: negotiation }] }, 'SUPERVISOR');
      expect((await decide()).body).toMatchObject({ sucesso: [negotiation], falhas: [] });
      expect((await decide()).body).toMatchObject({
        sucesso: [],
        falhas: [{ id: negotiation, codigo: 'JA_DECIDIDO' }],
      });
    },
    SYSTEM: notApplicable('No key has a scope for negotiated prices: people ask and people decide.'),
  },
  couponConditions: {
    FORM: async (world) => {
      const code = await couponOf(world, { minimum: '1000' });
      expect((await useCoupon(world, await world.quote(), code)).status).toBe(422);
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('A coupon is entered in one quote at a time.'),
    COPY: async (world) => {
      const code = await couponOf(world, { minimum: '15' });
      const id = await world.quote();
      expect((await useCoupon(world, id, code)).status).toBe(200);
      await priceIs(world, '5');
      await db(world).update(orders).set({ status: 'VENCIDO' }).where(eq(orders.id, id));
      await world.call('PUT', `orcamentos/${id}/renovar`, {});
      expect(await rowOf(world, id)).toMatchObject({ couponId: null, couponDiscount: '0.0000' });
    },
    MAIL: notApplicable('A mail or PDF shows the discount that the quote holds and grants none.'),
    AUTOMATION: async (world) => {
      const code = await couponOf(world, { maxUses: 1 });
      const id = await world.quote();
      expect((await useCoupon(world, id, code)).status).toBe(200);
      await db(world)
        .update(orders)
        .set({ validUntil: yesterday(world) })
        .where(eq(orders.id, id));
      await expireOrders(world.server.deps);
      const [row] = await db(world).select().from(coupons).where(eq(coupons.code, code));
      expect(row?.uses).toBe(0);
    },
    DRAFT: async (world) => {
      const code = await couponOf(world, { maxUses: 1 });
      const [one, other] = [await world.quote(), await world.quote()];
      const answers = await Promise.all([useCoupon(world, one, code), useCoupon(world, other, code)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    },
    SYSTEM: async (world) => {
      const code = await couponOf(world, { minimum: '15' });
      const id = await world.quote();
      expect((await useCoupon(world, id, code)).status).toBe(200);
      expect(await world.written('cupons', { codigo: code, minimo: '1000' })).toMatchObject({
        resultado: 'mudado',
      });
      expect((await ordered(world, id)).status).toBe(422);
    },
  },
  stock: {
    FORM: async (world) => {
      expect((await ordered(world, await world.quote({}, '11'))).body.code).toBe('SEM_ESTOQUE');
    },
    IMPORT: async (world) => {
      const id = await world.quote({}, '1');
      expect(told(await pasted(world, id, '6 un P1\n6 un P1'))).toEqual([ADDED, LACKS]);
      expect((await ordered(world, id)).status).toBe(200);
      expect(await world.reserved()).toBe('7.000');
    },
    BULK: async (world) => {
      const one = await world.quote({}, '1');
      expect(told(await entered(world, one, { texto: '6*P1' }, { texto: '6*P1' }))).toEqual([ADDED, LACKS]);
      const ids = [await world.quote({}, '6'), await world.quote({}, '6')];
      const answers = await Promise.all(ids.map((id) => ordered(world, id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    },
    COPY: async (world) => {
      const id = await world.quote({}, '6');
      expect((await ordered(world, id)).status).toBe(200);
      expect((await ordered(world, await duplicate(world, id))).body.code).toBe('SEM_ESTOQUE');
      const { body } = await repeated(world);
      expect([body.data.faltam.length, await linesOf(world, body.data.id)]).toEqual([1, []]);
    },
    MAIL: notApplicable('A mail or PDF of a quote reserves nothing and promises no stock.'),
    AUTOMATION: async (world) => {
      // An order whose link lapses may still be paid by another one, so what it promised stays promised.
      const id = await world.quote({ paymentMethodId: CASH.online }, '6');
      expect((await world.call('POST', `link-pagamento/${id}/processa-pagamento`, {})).status).toBe(200);
      await db(world)
        .update(paymentLinks)
        .set({ expiresAt: new Date(0) });
      await expireOrders(world.server.deps);
      expect([(await rowOf(world, id))?.status, await world.reserved()]).toEqual([
        'PAGAMENTO_EXPIRADO',
        '6.000',
      ]);
      expect((await ordered(world, await world.quote({}, '6'))).body.code).toBe('SEM_ESTOQUE');
    },
    DRAFT: async (world) => {
      const id = await world.quote({}, '6');
      const answers = await Promise.all([ordered(world, id), ordered(world, id)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await world.reserved()).toBe('6.000');
    },
    SYSTEM: async (world) => {
      // A count of the ERP that is lower than what was promised leaves nothing to promise.
      expect((await ordered(world, await world.quote({}, '6'))).status).toBe(200);
      const filial = '11222333000181';
      const counted = await world.written('estoque', { produto: 'P1', filial, quantidade: '7' });
      expect(counted).toMatchObject({ resultado: 'mudado' });
      expect((await ordered(world, await world.quote({}, '2'))).body.code).toBe('SEM_ESTOQUE');
      expect((await ordered(world, await world.quote({}, '1'))).status).toBe(200);
    },
  },
  credit: {
    FORM: async (world) => {
      await creditOf(world, '5');
      expect(reasonsOf(await ordered(world, await world.quote(ON_CREDIT)))).toContain('LIMITE_EXCEDIDO');
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('Quotes are ordered one by one.'),
    COPY: async (world) => {
      const id = await world.quote();
      expect((await ordered(world, id)).status).toBe(200);
      await creditOf(world, '5');
      const copy = await duplicate(world, id);
      await save(world, copy, { idCobranca: ON_CREDIT.paymentMethodId, idPlano: ON_CREDIT.paymentPlanId });
      expect(reasonsOf(await ordered(world, copy))).toContain('LIMITE_EXCEDIDO');
    },
    MAIL: notApplicable('A mail or PDF of a quote gives no credit.'),
    AUTOMATION: notApplicable('No automation places an order.'),
    DRAFT: async (world) => {
      await creditOf(world, '30');
      const ids = [await world.quote(ON_CREDIT), await world.quote(ON_CREDIT)];
      const answers = await Promise.all(ids.map((id) => ordered(world, id)));
      const [refused, ...others] = answers.filter(({ status }) => status !== 200);
      expect([others, reasonsOf(refused)]).toEqual([[], ['LIMITE_EXCEDIDO']]);
    },
    SYSTEM: async (world) => {
      await creditOf(world, '100');
      const limit = { codigo: 'L1', cliente: '12ABC34501DE35', total: '5', utilizado: '0' };
      await db(world).delete(customerCreditLimits);
      expect(await world.written('limites-credito', limit)).toMatchObject({ resultado: 'criado' });
      expect(reasonsOf(await ordered(world, await world.quote(ON_CREDIT)))).toContain('LIMITE_EXCEDIDO');
    },
  },
};
