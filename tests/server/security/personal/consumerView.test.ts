import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  carriers,
  faqArticles,
  faqKinds,
  people,
  products,
  returnInvoices,
  ticketItems,
  ticketMessages,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../../sac/tickets/ticketFixture.ts';

/** Written by the staff for the staff; none of it may reach the consumer who owns the ticket. */
const SECRET = 'segredo-da-empresa';
let fixture: TicketFixture;
let ticket: number;

beforeAll(async () => {
  fixture = await ticketFixture();
  const { db } = fixture.server.deps;
  await db.update(people).set({ email: 'quem@example.com' });
  const [carrier] = await db
    .insert(carriers)
    .values({ legalName: 'Ágil Ltda.', tradeName: 'Ágil', cnpj: '12ABC34501DE35' })
    .returning();
  ticket = await fixture.addTicket({
    customerId: fixture.customerIds.consumer,
    carrierId: carrier?.id ?? null,
    stepKey: 'COLETA',
    status: 'AGUARDANDO_TERCEIRO',
    sectorId: fixture.sectorIds[1] ?? null,
  });
  await db.insert(returnInvoices).values({
    ticketId: ticket,
    key: '1'.repeat(44),
    total: '10',
    mirrorTotal: '12',
    overriddenBy: fixture.people.SUPERVISOR,
    overrideReason: SECRET,
    createdBy: fixture.people.SUPERVISOR,
  });
  const [product] = await db
    .insert(products)
    .values({ code: 'P-1', description: 'Tinta', brand: 'Cor' })
    .returning();
  await db.insert(ticketItems).values({
    ticketId: ticket,
    line: 1,
    productId: product?.id ?? 0,
    description: 'Tinta',
    requested: '1',
    authorized: '1',
    status: 'A',
    checkNote: SECRET,
  });
  await db.insert(ticketMessages).values({
    ticketId: ticket,
    type: 'PRIVADO',
    authorId: fixture.people.SUPERVISOR,
    html: SECRET,
  });
  await cancelledPickup();
});
afterAll(() => fixture?.server.close());

async function cancelledPickup() {
  const send = (path: string, body: object) =>
    fixture.server.call('POST', `/sac/${path}`, { token: fixture.tokens.SUPERVISOR, body });
  const made = await send('tickets/ordem-coleta/transportadora', { tickets: [ticket] });
  const id = made.body.coletas[0].id;
  expect((await send(`coletas/${id}/cancelar`, { motivo: SECRET })).status).toBe(200);
}

const WAYS = ['', '/historico', '/atividades', '/produtos', '/produtos-nf', '/titulos', '/anexos'];
const read = async (who: 'CONSUMIDOR_FINAL' | 'SUPERVISOR') =>
  JSON.stringify(
    await Promise.all(WAYS.map(async (way) => (await fixture.get(`tickets/${ticket}${way}`, who)).body)),
  );

it('ticket data shows staff what staff wrote', async () => {
  expect((await read('SUPERVISOR')).split(SECRET)).toHaveLength(5);
});

it('ticket data shows the consumer none of what staff wrote internally', async () => {
  expect(await read('CONSUMIDOR_FINAL')).not.toContain(SECRET);
});

it('ticket data hides from the consumer who accepted a difference and which sector works', async () => {
  const { body } = await fixture.get(`tickets/${ticket}`, 'CONSUMIDOR_FINAL');
  expect(body.data).toMatchObject({
    setor: null,
    notaDevolucao: { totalEspelho: '12.0000', liberadaPor: null, motivoLiberacao: '' },
  });
  for (const step of body.data.etapas) expect(step.setor).toBe('');
});

it('the sector filter of the list reveals nothing to a consumer', async () => {
  const found = async (sector: number | undefined) =>
    (await fixture.get(`tickets?setor[]=${sector}`, 'CONSUMIDOR_FINAL')).body.paginator.total;
  expect(await found(fixture.sectorIds[1])).toBe(await found(fixture.sectorIds[2]));
});

it('a conflict reveals no more to the consumer than the timeline', async () => {
  const answer = await fixture.server.call('POST', `/sac/tickets/${ticket}/cancelar`, {
    token: fixture.tokens.CONSUMIDOR_FINAL,
    body: { motivo: 'x', versao: 1 },
  });
  expect(answer.status).toBe(409);
  expect(answer.body.atual.mudancas).toHaveLength(2);
  expect(JSON.stringify(answer.body)).not.toContain(SECRET);
});

it('article kinds used by staff only are hidden from a consumer', async () => {
  const { db } = fixture.server.deps;
  const [own, shared] = await db
    .insert(faqKinds)
    .values([{ name: SECRET }, { name: 'Entregas' }])
    .returning();
  await db.insert(faqArticles).values([
    { title: 'A', html: 'a', plainText: 'a', kindId: own?.id ?? 0, forConsumers: false },
    { title: 'B', html: 'b', plainText: 'b', kindId: shared?.id ?? 0, forConsumers: true },
  ]);
  const kinds = async (who: 'CONSUMIDOR_FINAL' | 'OPERADOR') =>
    (await fixture.server.call('GET', '/sac/faq/tipos', { token: fixture.tokens[who] })).body.map(
      ({ desc }: { desc: string }) => desc,
    );
  expect(await kinds('OPERADOR')).toEqual(expect.arrayContaining([SECRET, 'Entregas']));
  expect(await kinds('CONSUMIDOR_FINAL')).not.toContain(SECRET);
  expect(await kinds('CONSUMIDOR_FINAL')).toContain('Entregas');
});

it('costs of a ticket are shown only to people who work with costs', async () => {
  const own = await fixture.addTicket({ representativeId: fixture.representativeId });
  const cost = { tipo: 'FRETE_DEVOLUCAO', valor: '98.76', responsavel: 'EMPRESA' };
  const added = await fixture.server.call('POST', `/sac/tickets/${own}/custos`, {
    token: fixture.tokens.OPERADOR,
    body: cost,
  });
  expect(added.status).toBe(200);
  const reported = async (who: 'OPERADOR' | 'VENDEDOR' | 'REPRESENTANTE') =>
    JSON.stringify([
      await fixture.get(`tickets/${own}/atividades`, who),
      await fixture.server.call('POST', `/sac/tickets/${own}/cancelar`, {
        token: fixture.tokens[who],
        body: { motivo: 'x', versao: 1 },
      }),
    ]).split('98,76').length - 1;
  expect(await reported('OPERADOR')).toBe(2);
  expect([await reported('VENDEDOR'), await reported('REPRESENTANTE')]).toEqual([0, 0]);
});
