import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, ne } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { addDays, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import {
  agendas,
  automations,
  customerCreditLimits,
  customerLog,
  customerSellers,
  customers,
  files,
  invoices,
  notices,
  orderItems,
  orders,
  outboxEmails,
  packagings,
  parameters,
  paymentPlans,
  productStock,
  products,
} from '#server/db/tables/index.ts';
import { runImport } from '#server/records/import/runImport.ts';
import type { TestAnswer } from '../../support/servers/server.ts';
import { type OrderFixture, orderFixture } from '../callcenter/orders/orderFixture.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One company for all cases, with the standard types of tickets: a product at 10 of which there are 10, and a customer without conditions. */
export interface World extends OrderFixture {
  /** A call below /callcenter, as the seller unless another person is named. */
  call: (method: Method, path: string, body?: object, who?: PersonType) => Promise<TestAnswer>;
  /** The product and the customer as they were at first, without quotes, orders and agendas. */
  reset: () => Promise<void>;
  /** A quote with a contact for the day before that is renewed until a day: what was said, and whether the contact moved. */
  renewedOn: (day: string) => Promise<{ message: string; moved: boolean }>;
  /** The first Wednesday at least a week away. */
  wednesday: string;
  /** What another system writes with its key: what became of the row. */
  written: (type: string, row: object) => Promise<{ resultado: string; erros?: Record<string, string> }>;
  /** A look at the records with a key that serves the first branch only. */
  readByKey: (path: string) => Promise<TestAnswer>;
  /** A sheet of records that an administrator imports: its counts, and why rows were refused. */
  imported: (type: string, csv: string) => Promise<{ contagens: object; problemas: string[] }>;
}

const KEY_TYPES = ['clientes', 'produtos', 'estoque', 'limites-credito', 'cupons', 'titulos'];

export async function openWorld(): Promise<World> {
  const fixture = await orderFixture({ standard: true });
  const { db } = fixture.server.deps;
  const kept = new Map<string, Buffer>();
  fixture.server.deps.files = {
    put: async (open, { id }) => void kept.set(id, await buffer(open())),
    get: async (id) => Readable.from([kept.get(id) ?? Buffer.alloc(0)]),
    remove: async (id) => void kept.delete(id),
  };
  const week = addDays(fixture.today, 7);
  const admin = fixture.tokens.ADMIN;
  const keyFor = async (filiais: number[]): Promise<string> => {
    const made = await fixture.server.call('POST', '/config/chaves', {
      token: admin,
      body: {
        nome: `ERP ${filiais.length}`,
        escopos: KEY_TYPES.map((tipo) => ({ tipo, verbos: ['LER', 'GRAVAR'] })),
        filiais,
        enderecos: [],
        validade: null,
      },
    });
    if (made.status !== 200) throw new Error(`key: ${JSON.stringify(made.body)}`);
    return made.body.data.chave;
  };
  const [key, keyOfBranch] = [await keyFor([]), await keyFor([fixture.branchIds[0]])];
  return {
    ...fixture,
    async written(type, row) {
      const body = { registros: [row] };
      const answer = await fixture.server.call('PUT', `/dados/v1/${type}`, { token: key, body });
      if (!answer.body.linhas) throw new Error(`written: ${JSON.stringify(answer.body)}`);
      return answer.body.linhas[0];
    },
    readByKey: (path) => fixture.server.call('GET', `/dados/v1/${path}`, { token: keyOfBranch }),
    async imported(type, csv) {
      const storedAs = randomUUID().replaceAll('-', '');
      kept.set(storedAs, Buffer.from(csv));
      const [file] = await db
        .insert(files)
        .values({
          name: 'planilha.csv',
          mime: 'text/csv',
          size: csv.length,
          sha256: '',
          storedAs,
          ownerId: fixture.people.ADMIN,
        })
        .returning({ id: files.id });
      const base = `/config/cadastros/${type}/importacoes`;
      const step = (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) =>
        fixture.server.call(method, url, { token: admin, ...(body && { body }) });
      const log = { warn() {}, error() {}, info() {} } as never;
      const begun = await step('POST', base, { arquivo: { id: file?.id } });
      const { id, versao } = begun.body.data;
      await step('PUT', `${base}/${id}`, { versao });
      await runImport({ ...fixture.server.deps, log }, id);
      const tried = (await step('GET', `${base}/${id}`)).body.data;
      await step('POST', `${base}/${id}/gravar`, { versao: tried.versao });
      await runImport({ ...fixture.server.deps, log }, id);
      const { contagens, problemas } = (await step('GET', `${base}/${id}`)).body.data;
      return { contagens, problemas: problemas.map((each: object) => JSON.stringify(each)) };
    },
    wednesday: addDays(week, (3 - weekdayOf(week) + 7) % 7),
    call: (method, path, body, who = 'VENDEDOR') =>
      fixture.server.call(method, `/callcenter/${path}`, {
        token: fixture.tokens[who],
        ...(body && { body }),
      }),
    async renewedOn(day) {
      await db
        .insert(parameters)
        .values({ area: 'CALLCENTER', key: 'reagendaOrcamento', value: true, branchId: 0 })
        .onConflictDoNothing();
      const id = await fixture.quote({ status: 'VENCIDO', validUntil: fixture.today });
      const before = new Date(`${addDays(day, -1)}T13:00:00Z`);
      const [agenda] = await db
        .insert(agendas)
        .values({
          customerId: fixture.customerIds.first,
          branchId: fixture.branchIds[0],
          personId: fixture.people.VENDEDOR,
          orderId: id,
          subject: 'Retorno',
          scheduledAt: before,
        })
        .returning();
      const { body } = await fixture.server.call('PUT', `/callcenter/orcamentos/${id}/renovar`, {
        token: fixture.tokens.VENDEDOR,
        body: { dtVal: day },
      });
      const [after] = await db
        .select()
        .from(agendas)
        .where(eq(agendas.id, agenda?.id ?? 0));
      await db.delete(agendas).where(eq(agendas.id, agenda?.id ?? 0));
      return { message: body.data.message, moved: after?.scheduledAt.getTime() !== before.getTime() };
    },
    async reset() {
      await db.delete(customerLog);
      await db.delete(agendas);
      await db.delete(automations);
      await db.delete(outboxEmails);
      await db.delete(customerCreditLimits);
      await db.delete(customerSellers);
      await db.delete(invoices);
      await db.delete(notices);
      await db.update(orderItems).set({ packagingId: null });
      await db.delete(packagings);
      await db.update(orders).set({ status: 'PERDIDO', stage: 'ORCAMENTO' });
      await db
        .update(products)
        .set({ price: '10', inactive: false, taxPercents: {}, unit: 'UN' })
        .where(eq(products.id, fixture.productId));
      await db
        .update(productStock)
        .set({ quantity: '10', reserved: '0', maxPerOrder: '-1' })
        .where(eq(productStock.productId, fixture.productId));
      await db.update(paymentPlans).set({ percent: '0', minimum: '0' }).where(ne(paymentPlans.id, 0));
      await db.update(customers).set({
        flex: '0',
        doNotContact: false,
        servedOn: [0, 1, 2, 3, 4, 5, 6],
        simulation: false,
        blocked: false,
      });
    },
  };
}
