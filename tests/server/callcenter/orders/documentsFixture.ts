import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  carriers,
  invoiceItems,
  invoices,
  invoiceTitles,
  orders,
  parameters,
  products,
  trackingEvents,
} from '#server/db/tables/index.ts';
import type { Settings } from '#server/settings/settings.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

export interface DocumentsFixture {
  server: TestServer;
  people: TestPeople;
  /** Belonging to the customer of the first branch and of the second branch. */
  mine: { invoice: number; title: number; order: number };
  foreign: { invoice: number; title: number; order: number };
  carrierIds: [number, number];
  seller: string;
  close: () => Promise<void>;
}

/** Two customers of two branches, each with a quote, an invoice with many lines, a slip and a consignment. */
export async function documentsFixture(settings: Partial<Settings> = {}): Promise<DocumentsFixture> {
  const server = await testServer(settings);
  const { db } = server.database;
  const people = await createPeople(db);
  await db
    .insert(parameters)
    .values(
      Object.entries({ boletoAgencia: '1234', boletoConta: '7654321', boletoCarteira: '09' }).map(
        ([key, value]) => ({ area: 'CALLCENTER' as const, key, value }),
      ),
    );
  const made = await db
    .insert(carriers)
    .values(['Lento', 'Ligeiro'].map((name) => ({ legalName: name, tradeName: name, cnpj: '' })))
    .returning({ id: carriers.id });
  const [product] = await db
    .insert(products)
    .values({ code: 'P-1', description: 'Óleo', brand: 'Colheita' })
    .returning({ id: products.id });
  const fixture = { server, people, productId: product?.id ?? 0 };
  const [first, second] = people.branchIds;
  const mine = await saleOf(fixture, people.customerIds.first, first, 1);
  const foreign = await saleOf(fixture, people.customerIds.second, second, 2);
  return {
    server,
    people,
    mine,
    foreign,
    carrierIds: [made[0]?.id ?? 0, made[1]?.id ?? 0],
    seller: await server.sessionOf(people.people.VENDEDOR),
    close: () => server.close(),
  };
}

interface Maker {
  server: TestServer;
  people: TestPeople;
  productId: number;
}

async function saleOf(
  { server, people, productId }: Maker,
  customerId: number,
  branchId: number,
  number: number,
): Promise<DocumentsFixture['mine']> {
  const { db } = server.database;
  const today = localDate(server.deps.now(), DEFAULT_TIME_ZONE);
  const [order] = await db
    .insert(orders)
    .values({ customerId, branchId, sellerId: people.people.VENDEDOR, status: 'ATIVO', freightPaid: '5' })
    .returning({ id: orders.id });
  const key = buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    cnpj: '12ABC34501DE35',
    model: '55',
    series: '1',
    number: String(number),
    emissionType: '1',
    code: '7',
  });
  const [invoice] = await db
    .insert(invoices)
    .values({
      key,
      number,
      customerId,
      branchId,
      issuedOn: today,
      itemCount: 80,
      total: '1000.02',
      note: 'Cuidado: <frágil> & "caro"',
      tracking: { tipo: 'TRANSPORTADORA', codigo: `HZ${number}` },
    })
    .returning({ id: invoices.id });
  await db.insert(invoiceItems).values(
    Array.from({ length: 80 }, (_, index) => ({
      invoiceId: invoice?.id ?? 0,
      line: index + 1,
      productId,
      description: `ÓLEO <${index + 1}> & CIA`,
      unit: 'CX',
      purchased: '1',
      unitPrice: '12.5',
      unitPriceNoTax: '12.5',
      taxes: { icms: { perc: '18', valor: '2.25' } },
    })),
  );
  const [title] = await db
    .insert(invoiceTitles)
    .values({
      invoiceId: invoice?.id ?? 0,
      number: `${number}/1`,
      dueOn: '2026-12-25',
      amount: '1000.02',
      bankCode: '237',
      bankNumber: '0001234',
    })
    .returning({ id: invoiceTitles.id });
  await db.insert(trackingEvents).values({
    kind: 'TRANSPORTADORA',
    trackingCode: `HZ${number}`,
    code: 'COL',
    description: 'Coletada',
    at: server.deps.now(),
  });
  return { invoice: invoice?.id ?? 0, title: title?.id ?? 0, order: order?.id ?? 0 };
}
