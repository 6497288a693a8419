import { afterAll, beforeAll } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  carriers,
  customers,
  pickupTickets,
  representatives,
  ticketEvents,
  tickets,
} from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

type Who = keyof TicketFixture['tokens'];

export let fixture: TicketFixture;
export let carrierId: number;
export let otherCarrierId: number;

/** Sets up two carriers, one of them with an e-mail address, for the tests of one file. */
export function openPickups(): void {
  beforeAll(async () => {
    fixture = await ticketFixture();
    const { db } = fixture.server.deps;
    const rows = await db
      .insert(carriers)
      .values([
        {
          legalName: 'Expresso Ágil Transportes Ltda.',
          tradeName: 'Expresso Ágil',
          cnpj: '12ABC34501DE35',
          phone: '11987654321',
          email: 'coletas@agil.example',
        },
        { legalName: 'Sem Correio Ltda.', tradeName: 'Sem Correio', cnpj: '11444777000161' },
      ])
      .returning({ id: carriers.id });
    [carrierId, otherCarrierId] = rows.map(({ id }) => id) as [number, number];
    await db
      .update(representatives)
      .set({ email: 'roberto@exemplo.com.br' })
      .where(eq(representatives.id, fixture.representativeId));
    await db
      .update(customers)
      .set({
        phone: '1133334444',
        address: {
          logradouro: 'Rua das Flores',
          numero: '12',
          cidade: 'São Paulo',
          uf: 'SP',
          cep: '01001000',
        },
      })
      .where(eq(customers.id, fixture.customerIds.first));
  });
  afterAll(() => fixture?.server.close());
}

/** On the step that requires a pickup. */
export const waiting = (given: Partial<typeof tickets.$inferInsert> = {}) =>
  fixture.addTicket({
    stepKey: 'COLETA',
    status: 'AGUARDANDO_TERCEIRO',
    carrierId,
    representativeId: fixture.representativeId,
    ...given,
  });

export const send = (
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  who: Who = 'OPERADOR',
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  fixture.server.call(method, `/sac/${path}`, { token: fixture.tokens[who], body, headers });

export const generate = (ids: number[], who: Who = 'OPERADOR', more: object = {}, tipo = 'transportadora') =>
  send('POST', `tickets/ordem-coleta/${tipo}`, { tickets: ids, ...more }, who);
export const confirm = (body: object, who: Who = 'OPERADOR') => send('POST', 'coletas/confirmar', body, who);
export const generated = async (ids: number[], who: Who = 'OPERADOR', more: object = {}) =>
  (await generate(ids, who, more)).body.coletas[0].id as number;
export const one = async (id: number, who: Who = 'ADMIN') =>
  (await fixture.get(`coletas/${id}`, who)).body.data;

export const UNKNOWN = 999_999;
export const foreign = { codigo: 'NAO_ENCONTRADO', mensagem: 'Registro não encontrado.' };

export const versionOf = async (id: number) => {
  const [row] = await fixture.server.deps.db.select().from(tickets).where(eq(tickets.id, id));
  return row?.version ?? 0;
};
export const eventsOf = (ticketId: number) =>
  fixture.server.deps.db
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, ticketId), eq(ticketEvents.type, 'COLETA')))
    .orderBy(asc(ticketEvents.id));
export const activeRows = (ticketIds: number[]) =>
  fixture.server.deps.db
    .select()
    .from(pickupTickets)
    .where(and(inArray(pickupTickets.ticketId, ticketIds), eq(pickupTickets.active, true)));
