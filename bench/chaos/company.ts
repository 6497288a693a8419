import { inArray } from 'drizzle-orm';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { type Connection, connect } from '#server/db/client.ts';
import {
  carriers,
  flows,
  invoiceItems,
  invoices,
  orderItems,
  orders,
  productStock,
  products,
  sessions,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';

/** The people who write, and the data they write about. */
export interface Company extends TestPeople {
  connection: Connection;
  admin: string;
  seller: string;
  productId: number;
  carrierId: number;
  question: number;
  devolution: number;
  /** Creates that many unused invoices of one unit, quotes of one unit, and tickets waiting for a pickup. */
  stock: (count: number) => Promise<Supplies>;
}

export interface Supplies {
  keys: string[];
  quotes: number[];
  waiting: number[];
}

const ZONE = 'America/Sao_Paulo';
const CASH = { paymentMethodId: 3, paymentPlanId: 1 };

export async function foundCompany(url: string): Promise<Company> {
  const connection = connect(url, { max: 4 });
  const { db } = connection;
  const people = await createPeople(db);
  const [product] = await db
    .insert(products)
    .values({ code: 'PROVA', description: 'Café torrado', brand: 'Serra', price: '10' })
    .returning({ id: products.id });
  const [carrier] = await db
    .insert(carriers)
    .values({ tradeName: 'Expresso', cnpj: '12ABC34501DE35', legalName: 'Expresso Ágil Ltda.' })
    .returning({ id: carriers.id });
  const productId = product?.id ?? 0;
  const branchId = people.branchIds[0];
  await db.insert(productStock).values({ productId, branchId, quantity: '1000000' });
  const types = new Map((await db.select().from(ticketTypes)).map((type) => [type.key, type]));
  const sessionOf = async (personId: number) => {
    const token = newToken();
    await db.insert(sessions).values({
      tokenHash: hashToken(token),
      personId,
      provedAt: new Date(),
      expiresAt: new Date(Date.now() + 6 * 60 * 60 * 1000),
    });
    return token;
  };
  const devolution = types.get('DEVOLUCAO');
  const [flow] = await db
    .select()
    .from(flows)
    .where(inArray(flows.key, [devolution?.flowKey ?? '']));
  let number = 0;
  const today = localDate(new Date(), ZONE);
  const customerId = people.customerIds.first;
  return {
    ...people,
    connection,
    admin: await sessionOf(people.people.ADMIN),
    seller: await sessionOf(people.people.VENDEDOR),
    productId,
    carrierId: carrier?.id ?? 0,
    question: types.get('DUVIDA_PRODUTO')?.id ?? 0,
    devolution: devolution?.id ?? 0,
    async stock(count) {
      const places = Array.from({ length: count }, () => ++number);
      const notes = await db
        .insert(invoices)
        .values(
          places.map((place) => ({
            key: buildAccessKey({
              stateCode: '35',
              yearMonth: '2611',
              cnpj: '11222333000181',
              model: '55',
              series: '1',
              number: String(place),
              emissionType: '1',
              code: String(place),
            }),
            number: place,
            customerId,
            branchId,
            issuedOn: addDays(today, -5),
            itemCount: 1,
            total: '10.00',
          })),
        )
        .returning({ id: invoices.id, key: invoices.key });
      await db.insert(invoiceItems).values(
        notes.map(({ id: invoiceId }) => ({
          invoiceId,
          line: 1,
          productId,
          description: 'Café torrado',
          unit: 'UN',
          purchased: '1',
          unitPrice: '10.00',
          unitPriceNoTax: '9.00',
        })),
      );
      const quotes = await db
        .insert(orders)
        .values(
          places.map(() => ({
            status: 'ATIVO' as const,
            customerId,
            branchId,
            representativeId: people.representativeId,
            sellerId: people.people.VENDEDOR,
            ...CASH,
            validUntil: addDays(today, 5),
            itemCount: 1,
            subtotal: '10',
            total: '10',
          })),
        )
        .returning({ id: orders.id });
      await db.insert(orderItems).values(
        quotes.map(({ id: orderId }) => ({
          orderId,
          line: 1,
          branchId,
          productId,
          quantity: '1',
          listPrice: '10',
          price: '10',
          total: '10',
        })),
      );
      const waiting = await db
        .insert(tickets)
        .values(
          places.map(() => ({
            typeId: devolution?.id ?? 0,
            customerId,
            branchId,
            creatorId: people.people.OPERADOR,
            origin: 'SAC' as const,
            subject: 'Devolução de mercadoria',
            flowKey: flow?.key ?? '',
            flowVersion: flow?.version ?? 0,
            stepKey: 'COLETA',
            status: 'AGUARDANDO_TERCEIRO' as const,
            carrierId: carrier?.id ?? 0,
          })),
        )
        .returning({ id: tickets.id });
      return {
        keys: notes.map(({ key }) => key),
        quotes: quotes.map(({ id }) => id),
        waiting: waiting.map(({ id }) => id),
      };
    },
  };
}
