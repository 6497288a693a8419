import { expect } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { settleLostCharges } from '#server/callcenter/payments/charges.ts';
import { invoices, invoiceTitles, paymentCharges, paymentLinks } from '#server/db/tables/index.ts';
import { CASH } from '../callcenter/orders/orderFixture.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { db, duplicate, NO_IMPORT, paper } from './quoteCalls.ts';
import { slipOf } from './titleDoors.ts';
import type { World } from './world.ts';

/** A card that the test gateway of the demonstration accepts. */
const CARD = { numero: '4111111111111111', nome: 'Ana Lima', validade: '12/40', cvv: '123' };
let visitor = 0;
const pay = ({ server }: World, hash: string) =>
  server.call('POST', `/callcenter/link-pagamento/pedido/${hash}/pagar`, {
    body: CARD,
    ip: `10.2.0.${++visitor}`,
  });
const charge = (world: World, id: number) =>
  world.call('POST', `link-pagamento/${id}/processa-pagamento`, {});
const hashOf = (answer: { body: { data: { url: string } } }) => answer.body.data.url.split('/').at(-1) ?? '';

async function opened(world: World) {
  const id = await world.quote({ paymentMethodId: CASH.online }, '1');
  const charged = await charge(world, id);
  expect([charged.status, charged.body.error]).toEqual([200, undefined]);
  return { id, hash: hashOf(charged) };
}
const paidCharges = (world: World, id: number) =>
  db(world).$count(paymentCharges, and(eq(paymentCharges.orderId, id), eq(paymentCharges.status, 'PAGA')));

const isPaidSlip = async (world: World, path: string) => {
  const { status, body } = await world.call('GET', path);
  expect([status, body.code]).toEqual([422, 'BOLETO_PAGO']);
};
const payTitle = (world: World) =>
  db(world).update(invoiceTitles).set({ paidOn: world.today }).where(eq(invoiceTitles.number, '77/1'));

export const paymentDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'chargedOnce' | 'paidTitle'> = {
  chargedOnce: {
    FORM: async (world) => {
      const { id, hash } = await opened(world);
      expect((await pay(world, hash)).status).toBe(200);
      expect((await pay(world, hash)).body.code).toBe('JA_PAGO');
      expect((await charge(world, id)).body.code).toBe('LINK_PAGO');
      expect(await paidCharges(world, id)).toBe(1);
    },
    IMPORT: NO_IMPORT,
    BULK: notApplicable('Orders are charged one by one; no list has an action that charges.'),
    COPY: async (world) => {
      // A renewed link replaces the one before, and the copy of a paid order has to be paid itself.
      const { id, hash } = await opened(world);
      const renewed = hashOf(await world.call('PUT', `link-pagamento/pedido/${id}`, {}));
      expect((await pay(world, hash)).body.code).toBe('LINK_CANCELADO');
      expect((await pay(world, renewed)).status).toBe(200);
      expect((await world.call('PUT', `link-pagamento/pedido/${id}`, {})).body.code).toBe('LINK_PAGO');
      const copy = await duplicate(world, id);
      expect((await pay(world, hashOf(await charge(world, copy)))).status).toBe(200);
      expect([await paidCharges(world, id), await paidCharges(world, copy)]).toEqual([1, 1]);
    },
    MAIL: async (world) => {
      // Whoever holds an older link is told that the order is paid, not asked to pay.
      const { id, hash } = await opened(world);
      const renewed = hashOf(await world.call('PUT', `link-pagamento/pedido/${id}`, {}));
      await pay(world, renewed);
      const shown = await world.server.call('GET', `/callcenter/link-pagamento/pedido/${hash}`);
      expect(shown.body.data.status).toBe('PAGO');
      expect((await pay(world, hash)).body.code).toBe('JA_PAGO');
    },
    AUTOMATION: async (world) => {
      // A charge without an answer is settled by itself, and blocks the order from being a quote until then.
      const { id } = await opened(world);
      const [link] = await db(world).select().from(paymentLinks).where(eq(paymentLinks.orderId, id));
      await db(world)
        .insert(paymentCharges)
        .values({
          linkId: link?.id ?? 0,
          orderId: id,
          key: `lost ${id}`,
          status: 'PEDIDA',
          requestedAt: world.server.deps.now(),
        });
      const back = () => world.call('GET', `pedidos/${id}/orcamento`);
      expect((await back()).body.code).toBe('PAGAMENTO_SEM_RESPOSTA');
      await settleLostCharges({ ...world.server.deps, now: () => new Date(Date.now() + 120_000) });
      expect((await back()).status).toBe(200);
    },
    DRAFT: async (world) => {
      const { id, hash } = await opened(world);
      const answers = await Promise.all([pay(world, hash), pay(world, hash), pay(world, hash)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await paidCharges(world, id)).toBe(1);
    },
    SYSTEM: notApplicable(
      'The provider calls nobody here: it is asked, and what it answers twice is held by payments.test.',
    ),
  },
  paidTitle: {
    FORM: async (world) => {
      const path = await slipOf(world);
      expect((await world.call('GET', path)).status).toBe(200);
      await payTitle(world);
      await isPaidSlip(world, path);
    },
    IMPORT: async (world) => {
      const path = await slipOf(world);
      const sheet = `nota;numero;vencimento;valor;pagamento\n${await keyOf(world)};77/1;02/01/2027;10,00;27/11/2026\n`;
      expect((await world.imported('titulos', sheet)).contagens).toMatchObject({ mudados: 1, recusados: 0 });
      await isPaidSlip(world, path);
    },
    BULK: async (world) => {
      await slipOf(world);
      const listed = async () =>
        (await world.call('GET', `clientes/${world.customerIds.first}/boletos-paginate`)).body.itens.length;
      expect(await listed()).toBe(1);
      await payTitle(world);
      expect(await listed()).toBe(0);
    },
    COPY: notApplicable('Titles are neither copied nor handed over; an extension names a new due date.'),
    MAIL: async (world) => {
      const path = await slipOf(world);
      expect(await paper(world, path)).toContain('10,00');
      await payTitle(world);
      expect(await paper(world, path)).toBe('');
    },
    AUTOMATION: notApplicable('No automation sends slips or reminds anybody of a title.'),
    DRAFT: notApplicable('Nothing is written here: a slip is drawn from its title whenever it is asked for.'),
    SYSTEM: async (world) => {
      const path = await slipOf(world);
      const paid = { nota: await keyOf(world), numero: '77/1', pagamento: '2026-11-27' };
      expect(await world.written('titulos', paid)).toMatchObject({ resultado: 'mudado' });
      await isPaidSlip(world, path);
    },
  },
};

async function keyOf(world: World): Promise<string> {
  const [row] = await db(world).select({ key: invoices.key }).from(invoices);
  return row?.key ?? '';
}
