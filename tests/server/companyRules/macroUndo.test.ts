import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { cannedReplies, ticketMessages, tickets } from '#server/db/tables/index.ts';
import { type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
beforeAll(async () => {
  fixture = await ruleFixture();
});
afterAll(() => fixture?.server.close());

const high = { acao: 'PRIORIZAR', prioridade: 'ALTA' };

async function publish(id: string, entao: object[]) {
  const macro = { formato: 1, id, titulo: `Macro ${id}`, entidade: 'tickets', quando: { tipo: 'PESSOA' } };
  expect((await fixture.publish({ ...macro, entao })).status).toBe(200);
}
const use = (id: number, key: string) =>
  fixture.call('POST', `/sac/tickets/${id}/macros/${key}`, { confirmar: true }, 'OPERADOR');
const undo = (id: number, versao: number) =>
  fixture.call('POST', `/sac/tickets/${id}/desfazer`, { versao }, 'OPERADOR');
const inBulk = (action: string, ids: number[], dados: object) =>
  fixture.call('POST', `/sac/tickets/lote/${action}`, { ids, dados }, 'OPERADOR');
const ticketOf = async (id: number) => (await fixture.db.select().from(tickets).where(eq(tickets.id, id)))[0];

describe('what a macro changed of a ticket', () => {
  it('is taken back as a whole, and what it wrote stays', async () => {
    await publish('volta', [
      high,
      { acao: 'ATRIBUIR', como: 'QUEM_USA', tirar: true },
      { acao: 'ANOTAR', mensagem: 'Ligado ao cliente.' },
      { acao: 'PRIORIZAR', prioridade: 'URGENTE' },
    ]);
    const id = await fixture.addTicket({ operatorId: fixture.people.SUPERVISOR });
    const done = await use(id, 'volta');
    expect(done.body.data).toMatchObject({ desfaz: true });
    expect(await ticketOf(id)).toMatchObject({ operatorId: fixture.people.OPERADOR, priority: 'URGENTE' });
    expect((await undo(id, done.body.data.versao)).status).toBe(200);
    expect(await ticketOf(id)).toMatchObject({ operatorId: fixture.people.SUPERVISOR, priority: 'NORMAL' });
    const notes = and(eq(ticketMessages.ticketId, id), eq(ticketMessages.type, 'PRIVADO'));
    expect(await fixture.db.$count(ticketMessages, notes)).toBe(1);
  });

  it('is not taken back once it did what cannot be', async () => {
    const [reply] = await fixture.db
      .insert(cannedReplies)
      .values({ title: 'Recebido', html: '<p>Recebemos.</p>' })
      .returning();
    await publish('responde', [high, { acao: 'RESPONDER', resposta: reply?.id }]);
    const id = await fixture.addTicket();
    const done = await use(id, 'responde');
    expect([done.status, done.body.data?.desfaz]).toEqual([200, false]);
    expect((await undo(id, done.body.data.versao)).body.code).toBe('NADA_A_DESFAZER');
    expect(await ticketOf(id)).toMatchObject({ priority: 'ALTA' });
  });

  it('is not taken back in part where a value of a field would stay', async () => {
    await publish('campo', [high, { acao: 'CAMPO', campo: 'canalPreferido', valor: 'TELEFONE' }]);
    const id = await fixture.addTicket();
    const done = await use(id, 'campo');
    expect([done.status, done.body.data?.desfaz]).toEqual([200, false]);
    expect((await undo(id, done.body.data.versao)).body.code).toBe('NADA_A_DESFAZER');
    expect(await ticketOf(id)).toMatchObject({
      priority: 'ALTA',
      extraFields: { canalPreferido: 'TELEFONE' },
    });
  });

  it.each([
    ['a note alone', { acao: 'ANOTAR', mensagem: 'Ligado ao cliente.' }],
    ['what is so already', high],
  ])('does not stand for what the person did before, if it is %s', async (_, action) => {
    await publish('sem-mudanca', [action]);
    const id = await fixture.addTicket();
    expect((await fixture.prioritize(id, 'ALTA')).status).toBe(200);
    const done = await use(id, 'sem-mudanca');
    expect([done.status, done.body.data?.desfaz]).toEqual([200, false]);
  });

  it('is taken back of many tickets at once, and is offered where any of them has a way back', async () => {
    await publish('em-lote', [high, { acao: 'ANOTAR', mensagem: 'Triado.' }]);
    const [c, a, b] = [await fixture.addTicket(), await fixture.addTicket(), await fixture.addTicket()];
    expect((await fixture.prioritize(c, 'ALTA')).status).toBe(200);
    const done = await inBulk('macro', [c, a, b], { macro: 'em-lote' });
    expect(done.body.data).toMatchObject({ sucesso: [c, a, b], desfaz: true });
    expect((await fixture.prioritize(b, 'URGENTE')).status).toBe(200);
    const undone = await inBulk('desfazer', [a, b, c], { lote: done.body.data.id });
    // Of the others one had that priority before, and one was changed since.
    expect(undone.body.data).toMatchObject({ sucesso: [a], falhas: [{ id: c }, { id: b }] });
    expect([await ticketOf(a), await ticketOf(b), await ticketOf(c)]).toMatchObject([
      { priority: 'NORMAL' },
      { priority: 'URGENTE' },
      { priority: 'ALTA' },
    ]);
    const none = await inBulk('macro', [c], { macro: 'em-lote' });
    expect(none.body.data).toMatchObject({ sucesso: [c], desfaz: false });
  });

  it('of one job is not taken back as another one', async () => {
    await publish('outro-lote', [high]);
    const id = await fixture.addTicket();
    const first = await inBulk('macro', [id], { macro: 'outro-lote' });
    const undone = await inBulk('desfazer', [id], { lote: first.body.data.id });
    expect(undone.body.data.sucesso).toEqual([id]);
    await inBulk('macro', [id], { macro: 'outro-lote' });
    const again = await inBulk('desfazer', [id], { lote: first.body.data.id });
    expect(again.body.data).toMatchObject({ sucesso: [], falhas: [{ codigo: 'NADA_A_DESFAZER' }] });
  });

  it('is told apart from what the person does to the ticket afterwards', async () => {
    await publish('urgencia', [high]);
    const id = await fixture.addTicket();
    await use(id, 'urgencia');
    const own = await fixture.prioritize(id, 'BAIXA');
    expect((await undo(id, own.body.data.versao)).status).toBe(200);
    expect(await ticketOf(id)).toMatchObject({ priority: 'ALTA' });
  });
});
