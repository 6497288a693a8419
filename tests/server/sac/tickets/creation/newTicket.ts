import { expect } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { TicketInput } from '#contract/rules/tickets/ticketInput.ts';
import {
  auditLog,
  customers,
  files,
  ticketAttachments,
  ticketEvents,
  ticketItems,
  ticketMessages,
  tickets,
} from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import type { ReturnsFixture } from '../../returnsFixture.ts';

export type As = keyof ReturnsFixture['tokens'];

/** A valid return of one plain product from the first customer's invoice. */
export const goodReturn = (fixture: ReturnsFixture, change: Partial<TicketInput> = {}): TicketInput => ({
  origem: 'SAC',
  idTipo: 1,
  tipo: 'DEVOLUCAO',
  menu: 'SOLICITACAO',
  motivo1: 1001,
  motivo2: 1002,
  idCli: fixture.customerIds.first,
  idFil: fixture.branchIds[0],
  itens: [goodItem(fixture)],
  ...change,
});

export const goodItem = (
  { product, key }: ReturnsFixture,
  change: Partial<NonNullable<TicketInput['itens']>[number]> = {},
) => ({ produto_id: product.plain, nfe: key.first, qtd_solicitada: '1', motivo_id: 1, ...change });

/** A question that any type of person may ask: a message without an invoice. */
export const goodQuestion = (fixture: ReturnsFixture, change: Partial<TicketInput> = {}): TicketInput => ({
  origem: 'SAC',
  idTipo: 11,
  tipo: 'DUVIDA_PRODUTO',
  idCli: fixture.customerIds.first,
  idFil: fixture.branchIds[0],
  mensagem: 'Serve para uso externo?',
  ...change,
});

export const create = (
  fixture: ReturnsFixture,
  body: object,
  { as = 'OPERADOR', key }: { as?: As; key?: string } = {},
): Promise<TestAnswer> =>
  fixture.server.call('POST', '/sac/tickets', {
    token: fixture.tokens[as],
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  });

/** The response's errors by field; asserts that nothing was written. */
export async function refusedErrors(fixture: ReturnsFixture, body: object, as: As = 'OPERADOR') {
  const { db } = fixture.server.deps;
  const count = async () => [
    await db.$count(tickets),
    await db.$count(ticketItems),
    await db.$count(customers),
  ];
  const before = await count();
  const answer = await create(fixture, body, { as });
  expect(await count()).toEqual(before);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ error: expect.any(String), code: 'DADOS_INVALIDOS' });
  return answer.body.errors;
}

/** Everything stored for a ticket, without the values that differ each time. */
export async function storedTicket({ server }: ReturnsFixture, id: number) {
  const { db } = server.deps;
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id));
  const items = await db
    .select()
    .from(ticketItems)
    .where(eq(ticketItems.ticketId, id))
    .orderBy(ticketItems.line);
  const messages = await db
    .select()
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, id))
    .orderBy(ticketMessages.id);
  const events = await db
    .select()
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, id))
    .orderBy(ticketEvents.id);
  const attachments = await db
    .select({ link: ticketAttachments, file: files })
    .from(ticketAttachments)
    .innerJoin(files, eq(files.id, ticketAttachments.fileId))
    .where(eq(ticketAttachments.ticketId, id))
    .orderBy(ticketAttachments.id);
  const audits = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, String(id)))
    .orderBy(auditLog.id);
  return {
    ticket,
    items,
    messages,
    events,
    attachments,
    audits: audits.filter(({ entity }) => entity === 'tickets'),
  };
}
