import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { reasons, ticketEvents, ticketMessages, tickets } from '#server/db/tables/index.ts';
import type { TestAnswer } from '#tests/support/servers/server.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const run = (acao: string, ids: number[], dados: object, who: keyof TicketFixture['tokens'] = 'SUPERVISOR') =>
  fixture.server.call('POST', `/sac/tickets/lote/${acao}`, {
    token: fixture.tokens[who],
    body: { ids, dados },
  });
const added = async (count: number, given = {}) =>
  (await Promise.all(Array.from({ length: count }, () => fixture.addTicket(given)))).sort((a, b) => a - b);
const codes = ({ body }: TestAnswer) => body.data.falhas.map(({ codigo }: { codigo: string }) => codigo);
const rowOf = async (id: number) => (await db().select().from(tickets).where(eq(tickets.id, id)))[0];
const messagesOf = (ids: number[]) =>
  db()
    .select()
    .from(ticketMessages)
    .where(inArray(ticketMessages.ticketId, ids))
    .orderBy(ticketMessages.ticketId, ticketMessages.id);
const doubt = () => ({ typeId: fixture.types.get('ATENDIMENTO') ?? 0 });

describe('bulk action responder', () => {
  it('fills the text in for each ticket, like a reply on its page', async () => {
    const ids = await added(2);
    const { body } = await run('responder', ids, { mensagem: '<b>Olá</b>, ticket {{ticket}}.' });
    expect(body.data.sucesso).toEqual(ids);
    const written = await messagesOf(ids);
    expect(
      written.map(({ html, type }) => [html.replace(/&#60;|&lt;/g, '<').replace(/&#62;|&gt;/g, '>'), type]),
    ).toEqual(ids.map((id) => [`<b>Olá</b>, ticket ${id}.`, 'PUBLICO']));
    for (const { html } of written) expect(html).not.toContain('<b>');
    // Whoever answers publicly takes the ticket.
    expect(await rowOf(ids[0] ?? 0)).toMatchObject({
      status: 'EM_ATENDIMENTO',
      operatorId: fixture.people.SUPERVISOR,
    });
  });

  it('waits for the customer where that is wanted', async () => {
    const ids = await added(1);
    await run('responder', ids, { mensagem: 'Falta a foto.', aguardaCliente: true });
    expect((await rowOf(ids[0] ?? 0))?.status).toBe('AGUARDANDO_CLIENTE');
  });

  it('refuses a variable that does not exist, and one that a ticket has no value for', async () => {
    const ids = await added(1);
    expect((await run('responder', ids, { mensagem: 'Até {{prazo}}' })).body.errors).toEqual({
      mensagem: 'Estas variáveis não existem: {{prazo}}.',
    });
    const answer = await run('responder', ids, { mensagem: 'Sobre a nota {{nota}}' });
    expect(answer.body.data.falhas).toMatchObject([
      {
        codigo: 'VARIAVEL_SEM_VALOR',
        mensagem: 'Falta neste ticket o que o texto usa: Números das notas fiscais.',
      },
    ]);
    expect(await messagesOf(ids)).toEqual([]);
    expect(Object.keys((await run('responder', ids, { mensagem: ' ' })).body.errors)).toEqual(['mensagem']);
  });

  it('tells nothing of a foreign ticket', async () => {
    const [foreign = 0] = await added(1, {
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
    });
    const answer = await run('responder', [foreign], { mensagem: 'Nota {{nota}}' }, 'OPERADOR');
    expect(codes(answer)).toEqual(['NAO_ENCONTRADO']);
    expect(await messagesOf([foreign])).toEqual([]);
  });
});

describe('bulk action finalizar', () => {
  it('ends what may end with one reason, once, and refers the rest', async () => {
    const [reason] = await db()
      .select()
      .from(reasons)
      .where(and(eq(reasons.kind, 'FINALIZACAO'), eq(reasons.description, 'Resolvido com o cliente')));
    const idMotivo = reason?.id ?? 0;
    const ids = await added(2, { ...doubt(), stepKey: 'TRATATIVA', status: 'EM_ATENDIMENTO' });
    const [goods = 0] = await added(1);
    const { body } = await run('finalizar', [...ids, goods], { idMotivo });
    expect(body.data.sucesso).toEqual(ids);
    expect(body.data.falhas.map(({ id }: { id: number }) => id)).toEqual([goods]);
    for (const id of ids) expect((await rowOf(id))?.status).toBe('FINALIZADO');
    expect((await rowOf(goods))?.status).toBe('ABERTO');
    const again = await run('finalizar', ids, { idMotivo });
    expect(again.body.data.sucesso).toEqual([]);
    const ends = await db()
      .select()
      .from(ticketEvents)
      .where(inArray(ticketEvents.ticketId, ids))
      .orderBy(desc(ticketEvents.id));
    expect(ends.filter(({ type }) => type === 'FINALIZACAO')).toHaveLength(2);
    expect(Object.keys((await run('finalizar', ids, {})).body.errors)).toEqual(['idMotivo']);
    expect((await run('finalizar', ids, { idMotivo }, 'CONSUMIDOR_FINAL')).status).toBe(403);
  });
});
