import { beforeEach, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  auditLog,
  carriers,
  customerCarriers,
  customerLog,
  deliveryAddresses,
  freightTypes,
  orders,
  parameters,
  paymentMethods,
  paymentPlans,
  roles,
} from '#server/db/tables/index.ts';
import { call, db, openQuotes, persons, setParameter } from './quoteFixture.ts';

openQuotes();

type Terms = Pick<
  typeof orders.$inferSelect,
  | 'paymentMethodId'
  | 'paymentPlanId'
  | 'freightTypeId'
  | 'carrierId'
  | 'redispatchCarrierId'
  | 'deliveryAddressId'
>;
let terms: Terms;

const idOf = async (rows: Promise<{ id: number }[]>) => (await rows)[0]?.id ?? 0;
const sold = (part: Partial<typeof orders.$inferInsert> = {}) =>
  db()
    .insert(orders)
    .values({
      ...{ customerId: persons.customerIds.first, branchId: persons.branchIds[0], stage: 'PEDIDO' },
      ...{ sellerId: persons.people.VENDEDOR, status: 'FATURADO', ...terms, ...part },
    })
    .returning();
const open = async (part: object = { proporCondicoes: true }) => {
  const { status, body } = await call('POST', 'orcamentos', { idCli: persons.customerIds.first, ...part });
  expect([status, body.error]).toEqual([200, undefined]);
  const [row] = await db().select().from(orders).where(eq(orders.id, body.data.id));
  return { proposta: body.data.proposta, row };
};

beforeEach(async () => {
  await db().delete(orders).where(eq(orders.stage, 'PEDIDO'));
  await db().delete(parameters).where(eq(parameters.key, 'selecionaTransportadora'));
  await db().delete(customerCarriers);
  terms = {
    paymentMethodId: await idOf(db().insert(paymentMethods).values({ name: 'Boleto' }).returning()),
    paymentPlanId: await idOf(db().insert(paymentPlans).values({ name: '28 dias' }).returning()),
    freightTypeId: await idOf(
      db().insert(freightTypes).values({ key: crypto.randomUUID(), name: 'CIF' }).returning(),
    ),
    carrierId: await idOf(
      db()
        .insert(carriers)
        .values({ legalName: 'Rápida Ltda.', tradeName: 'Rápida', cnpj: crypto.randomUUID() })
        .returning(),
    ),
    redispatchCarrierId: null,
    deliveryAddressId: await idOf(
      db()
        .insert(deliveryAddresses)
        .values({
          ...{ customerId: persons.customerIds.first, cep: '11010000', street: 'Rua A', number: '1' },
          ...{ district: 'Centro', city: 'Santos', state: 'SP' },
        })
        .returning(),
    ),
  };
});

const named = (proposta: { campos: { campo: string }[] }) => proposta.campos.map(({ campo }) => campo);

it('begins with the terms of the newest order, and says so', async () => {
  await sold({ createdAt: new Date('2026-01-01T12:00:00Z'), paymentPlanId: null });
  const [last] = await sold({ createdAt: new Date('2026-02-01T12:00:00Z'), freight: '30' });
  await sold({ createdAt: new Date('2026-03-01T12:00:00Z'), status: 'CANCELADO', carrierId: null });
  const { proposta, row } = await open();
  expect(proposta).toMatchObject({ pedido: { id: last?.id }, escolherDeNovo: [] });
  expect(named(proposta)).toEqual([
    ...['idEnderecoEntrega', 'idCobranca', 'idPlano', 'idTipoFrete', 'idTransportadora'],
  ]);
  // What the freight costs depends on what is sold now.
  expect(row).toMatchObject({ ...terms, freight: '0.0000', stage: 'ORCAMENTO' });
  const log = await db()
    .select()
    .from(customerLog)
    .where(and(eq(customerLog.type, 'ORCAMENTO'), eq(customerLog.itemId, row?.id ?? 0)))
    .orderBy(customerLog.id);
  expect(log.map(({ text }) => text)).toEqual([`Orçamento aberto com as condições do pedido ${last?.id}`]);
  const entries = await db()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'orders'), eq(auditLog.entityId, String(row?.id))))
    .orderBy(auditLog.id);
  expect(entries).toMatchObject([{ action: 'CRIAR', after: { idPlano: terms.paymentPlanId } }]);
});

it('proposes nothing to who did not ask for it, as other systems do not', async () => {
  await sold();
  const { proposta, row } = await open({});
  expect([proposta, row?.paymentMethodId, row?.deliveryAddressId]).toEqual([null, null, null]);
});

it('leaves out what is no longer valid, and names it', async () => {
  await sold();
  await db()
    .update(paymentPlans)
    .set({ active: false })
    .where(eq(paymentPlans.id, terms.paymentPlanId ?? 0));
  await db().update(deliveryAddresses).set({ active: false });
  // A carrier that the customer is not served by any more.
  const [other] = await db()
    .insert(carriers)
    .values({ legalName: 'Outra', tradeName: 'Outra', cnpj: crypto.randomUUID() })
    .returning();
  await db()
    .insert(customerCarriers)
    .values({ customerId: persons.customerIds.first, carrierId: other?.id ?? 0 });
  const { proposta, row } = await open();
  expect(proposta.escolherDeNovo).toEqual(['endereço de entrega', 'plano de pagamento', 'transportadora']);
  expect(named(proposta)).toEqual(['idCobranca', 'idTipoFrete']);
  expect(row).toMatchObject({ paymentPlanId: null, deliveryAddressId: null, carrierId: null });
});

it('proposes what the branch leaves to its sellers, as what is typed', async () => {
  await sold();
  await setParameter('selecionaTransportadora', false);
  const { proposta, row } = await open();
  expect([named(proposta).includes('idTransportadora'), row?.carrierId, proposta.escolherDeNovo]).toEqual([
    false,
    null,
    [],
  ]);
});

it('proposes pickup without a carrier', async () => {
  await sold({ pickup: true, deliveryAddressId: null });
  const { proposta, row } = await open();
  expect(named(proposta)).toEqual(['idCobranca', 'idPlano', 'idTipoFrete', 'retira']);
  expect(row).toMatchObject({ pickup: true, carrierId: null });
});

it('proposes no terms of orders that the person may not read, or of another customer or branch', async () => {
  await sold({ branchId: persons.branchIds[1] });
  await sold({ customerId: persons.customerIds.consumer });
  expect((await open()).proposta).toBeNull();
  await sold();
  expect((await open()).proposta).not.toBeNull();
  const ofSeller = eq(roles.key, 'VENDEDOR');
  const [{ grants } = { grants: [] }] = await db().select().from(roles).where(ofSeller);
  const blind = new Set(['PEDIDO', 'PEDIDO_OPERADOR', 'CLIENTE_PEDIDOS']);
  const cut = grants.map((module) => ({
    ...module,
    autorizado: module.autorizado && !blind.has(module.nome),
    moduloAcoes: module.moduloAcoes.map((action) => ({
      ...action,
      autorizado: action.autorizado && !blind.has(action.nome),
    })),
  }));
  await db().update(roles).set({ grants: cut }).where(ofSeller);
  const { proposta } = await open();
  await db().update(roles).set({ grants }).where(ofSeller);
  expect(proposta).toBeNull();
});
