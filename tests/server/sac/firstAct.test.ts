import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { HomePage } from '#contract/sac/reports/homePages.ts';
import { auditLog, installation, orders, products, roles, ticketItems } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

// What the demonstration suggests to begin with.

let fixture: TicketFixture;
const made = { analysis: 0, free: 0, waits: 0, quote: 0 };
const db = () => fixture.server.deps.db;

beforeAll(async () => {
  fixture = await ticketFixture();
  const { people, customerIds, branchIds, addTicket, representativeId } = fixture;
  const [near, far] = branchIds;
  const [product] = await db()
    .insert(products)
    .values({ code: 'P-1', description: 'Tinta', brand: 'Cor' })
    .returning({ id: products.id });
  const returned = async (lines: number, branchId: number) => {
    const ticketId = await addTicket({
      ...{ flowKey: 'DEVOLUCAO', stepKey: 'ANALISE_DEVOLUCAO', status: 'EM_ATENDIMENTO', branchId },
      operatorId: people.OPERADOR,
    });
    for (let line = 1; line <= lines; line++)
      await db()
        .insert(ticketItems)
        .values({
          ...{ ticketId, line, invoiceItemId: null, productId: product?.id ?? 0 },
          ...{ description: 'Tinta', requested: '1', reasonId: 1 },
        });
    return ticketId;
  };
  await returned(3, far);
  await returned(1, near);
  await returned(2, near);
  made.analysis = await returned(3, near);
  made.free = await addTicket({ branchId: near, operatorId: null });
  made.waits = await addTicket({
    ...{ customerId: customerIds.consumer, branchId: near, status: 'AGUARDANDO_CLIENTE' },
    operatorId: people.OPERADOR,
  });
  const quote = {
    customerId: customerIds.first,
    branchId: near,
    representativeId,
    stage: 'ORCAMENTO' as const,
  };
  const [own] = await db()
    .insert(orders)
    .values([
      { ...quote, sellerId: people.VENDEDOR, status: 'ATIVO' },
      { ...quote, sellerId: people.OPERADOR, status: 'ATIVO' },
      { ...quote, sellerId: people.VENDEDOR, status: 'PERDIDO' },
    ])
    .returning({ id: orders.id });
  made.quote = own?.id ?? 0;
});
afterAll(() => fixture?.server.close());

const suggested = async (who: PersonType): Promise<HomePage['sugestao']> =>
  (await fixture.server.call('GET', '/config/painel-inicial', { token: fixture.tokens[who] })).body.data
    .sugestao;
const demonstration = (demo: boolean) =>
  db()
    .insert(installation)
    .values({ id: 1, demo })
    .onConflictDoUpdate({ target: installation.id, set: { demo } });

it('is nothing in a company’s own data', async () => {
  await demonstration(false);
  for (const who of ['OPERADOR', 'VENDEDOR', 'ADMIN'] as const)
    expect([who, await suggested(who)]).toEqual([who, undefined]);
});

it('leads each kind of person to a record that they see', async () => {
  await demonstration(true);
  expect(await suggested('OPERADOR')).toMatchObject({
    titulo: 'Abra esta devolução e aprove 2 de 3 itens',
    caminho: `/tickets/${made.analysis}`,
  });
  expect((await suggested('SUPERVISOR'))?.caminho).toBe(`/tickets/${made.free}`);
  expect((await suggested('VENDEDOR'))?.caminho).toBe(`/orcamentos/${made.quote}`);
  expect((await suggested('CONSUMIDOR_FINAL'))?.caminho).toBe(`/tickets/${made.waits}`);
  expect((await suggested('ADMIN'))?.caminho).toBe('/configuracao/flows/DEVOLUCAO');
  for (const who of ['OPERADOR', 'SUPERVISOR', 'VENDEDOR', 'CONSUMIDOR_FINAL'] as const) {
    const [, noun = '', id = ''] = (await suggested(who))?.caminho.split('/') ?? [];
    const path = noun === 'tickets' ? `/sac/tickets/${id}` : `/callcenter/orcamentos/${id}`;
    const { status } = await fixture.server.call('GET', path, { token: fixture.tokens[who] });
    expect([who, path, status]).toEqual([who, path, 200]);
  }
});

it('suggests to forward a ticket only to those who may', async () => {
  const [role] = await db().select().from(roles).where(eq(roles.key, 'SUPERVISOR'));
  const grants = role?.grants ?? [];
  const allowing = (...not: string[]) =>
    grants.map((module) => ({
      ...module,
      moduloAcoes: module.moduloAcoes.map((each) =>
        not.includes(each.nome) ? { ...each, autorizado: false } : each,
      ),
    }));
  const as = async (given: typeof grants) => {
    await db().update(roles).set({ grants: given }).where(eq(roles.key, 'SUPERVISOR'));
    return suggested('SUPERVISOR');
  };
  expect(await as(allowing('TICKETS_RESPONDER_INTERNO'))).toBeUndefined();
  // It is done on the ticket's own page, not for many at once.
  expect(await as(allowing('TICKETS_LOTE'))).toMatchObject({ caminho: `/tickets/${made.free}` });
  await as(grants);
});

it('leaves whoever has done such a thing, and them alone', async () => {
  const entry = { entity: 'tickets', entityId: `${made.free}`, action: 'AVANCAR' };
  await db()
    .insert(auditLog)
    .values([
      { ...entry, personId: fixture.people.SUPERVISOR },
      { ...entry, personId: fixture.people.OPERADOR },
    ]);
  expect(await suggested('OPERADOR')).toBeUndefined();
  expect((await suggested('SUPERVISOR'))?.caminho).toBe(`/tickets/${made.free}`);
});
