import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { folderStore } from '#server/adapters/files/openFileStore.ts';
import {
  carriers,
  invoiceItems,
  invoices,
  invoiceTitles,
  parameters,
  products,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestAnswer, type TestServer, testServer } from '../../support/servers/server.ts';

/** A server with the standard types, a handful of people, and invoices from which they may or may not return. */
export interface ReturnsFixture extends TestPeople {
  server: TestServer;
  dataDir: string;
  /** A session of each person, by type. */
  tokens: Record<keyof TestPeople['people'], string>;
  product: { plain: number; photo: number; gone: number };
  /** Access keys of the customers `first`, `second` and `consumer`; `old` is the first one's, outside the return window. */
  key: { first: string; old: string; second: string; consumer: string };
  carrier: { active: number; inactive: number };
  close: () => Promise<void>;
}

export const WINDOW_DAYS = 180;

export async function returnsFixture(): Promise<ReturnsFixture> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'balcao-returns-'));
  const server = await testServer({ dataDir }, { standard: true });
  server.deps.files = folderStore(dataDir);
  const { db } = server.deps;
  const people = await createPeople(db);
  await db
    .insert(parameters)
    .values({ area: 'SAC', key: 'diasLimiteDevolucao', value: WINDOW_DAYS })
    .onConflictDoNothing();
  const product = await threeProducts(server);
  const [active = 0, inactive = 0] = await twoCarriers(server);
  const [here, there] = people.branchIds;
  const { first, second, consumer } = people.customerIds;
  const lines = [
    { productId: product.plain, purchased: '10' },
    { productId: product.photo, purchased: '5' },
    { productId: product.gone, purchased: '2' },
  ];
  const invoice = (number: number, customerId: number, branchId: number, daysAgo: number) =>
    addInvoice(server, { number, customerId, branchId, daysAgo, lines });
  const key = {
    first: await invoice(1001, first, here, 10),
    old: await invoice(1002, first, here, WINDOW_DAYS + 1),
    second: await invoice(1003, second, there, 10),
    consumer: await invoice(1004, consumer, here, 10),
  };
  const tokens = Object.fromEntries(
    await Promise.all(
      Object.entries(people.people).map(async ([type, id]) => [type, await server.sessionOf(id)]),
    ),
  ) as ReturnsFixture['tokens'];
  return {
    ...people,
    server,
    dataDir,
    tokens,
    product,
    key,
    carrier: { active, inactive },
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface NewInvoice {
  number: number;
  customerId: number;
  branchId: number;
  daysAgo: number;
  lines: (Pick<typeof invoiceItems.$inferInsert, 'productId' | 'purchased'> &
    Partial<typeof invoiceItems.$inferInsert>)[];
}

/** Returns the access key. */
export async function addInvoice(server: TestServer, given: NewInvoice): Promise<string> {
  const { db, now } = server.deps;
  const key = buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    cnpj: '11222333000181',
    model: '55',
    series: '1',
    number: String(given.number),
    emissionType: '1',
    code: String(given.number),
  });
  const [row] = await db
    .insert(invoices)
    .values({
      key,
      number: given.number,
      customerId: given.customerId,
      branchId: given.branchId,
      issuedOn: addDays(localDate(now(), 'America/Sao_Paulo'), -given.daysAgo),
      itemCount: given.lines.length,
      total: '100.00',
    })
    .returning();
  const invoiceId = row?.id ?? 0;
  await db.insert(invoiceItems).values(
    given.lines.map((line, index) => ({
      unit: 'UN',
      ...line,
      invoiceId,
      line: index + 1,
      description: `Linha ${index + 1}`,
      unitPrice: '10.00',
      unitPriceNoTax: '9.00',
    })),
  );
  await db.insert(invoiceTitles).values([
    { invoiceId, number: `${given.number}/1`, dueOn: '2026-12-01', amount: '50.00', paidOn: '2026-11-01' },
    { invoiceId, number: `${given.number}/2`, dueOn: '2027-01-01', amount: '50.00' },
  ]);
  return key;
}

/** An invoice of the first customer with one line, for a test that returns from it. */
export async function invoiceOf(fixture: ReturnsFixture, number: number, purchased: string, returned = '0') {
  return addInvoice(fixture.server, {
    number,
    customerId: fixture.customerIds.first,
    branchId: fixture.branchIds[0],
    daysAgo: 5,
    lines: [{ productId: fixture.product.plain, purchased, returned }],
  });
}

async function threeProducts({ deps }: TestServer): Promise<ReturnsFixture['product']> {
  const rows = await deps.db
    .insert(products)
    .values([
      { code: 'P-1', description: 'Parafuso sextavado', brand: 'Aço', price: '10.00' },
      { code: 'P-2', description: 'Tinta acrílica', brand: 'Cor', photoRequired: true },
      { code: 'P-3', description: 'Lâmpada antiga', brand: 'Luz', unavailable: true },
    ])
    .returning({ id: products.id });
  const [plain = 0, photo = 0, gone = 0] = rows.map(({ id }) => id);
  return { plain, photo, gone };
}

async function twoCarriers({ deps }: TestServer): Promise<number[]> {
  const rows = await deps.db
    .insert(carriers)
    .values([
      { tradeName: 'T', cnpj: '11444777000161', legalName: 'Transportes Rápidos Ltda.' },
      { tradeName: 'T', cnpj: '11222333000181', legalName: 'Fora de Linha Ltda.', active: false },
    ])
    .returning({ id: carriers.id });
  return rows.map(({ id }) => id);
}

export const setParameter = ({ server }: ReturnsFixture, key: string, value: unknown) =>
  server.deps.db.update(parameters).set({ value }).where(eq(parameters.key, key));

/** A real picture; the number makes each one different. */
export const picture = (number = 1, size = 20): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: { r: number % 256, g: 80, b: 80 } } })
    .jpeg()
    .toBuffer();

/** Submits fields and files like a browser form. A file is given with its name. */
export async function sendForm(
  { server }: Pick<ReturnsFixture, 'server'>,
  url: string,
  token: string,
  fields: [name: string, value: string | [content: Buffer | string, fileName: string]][],
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(Buffer.from(value[0]))]), value[1]);
  }
  const encoded = new Response(form);
  return server.call('POST', url, {
    token,
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': String(encoded.headers.get('content-type')), ...headers },
  });
}

/** Uploads a picture before it is used, as the wizard does, and returns its record. */
export async function uploaded(fixture: ReturnsFixture, token: string, number = 1) {
  const answer = await sendForm(fixture, '/config/arquivos', token, [
    ['arquivo', [await picture(number), `foto ${number}.jpg`]],
  ]);
  if (answer.status !== 200) throw new Error(`upload: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
