import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { UNDO_OFFER_MS } from '#contract/rules/undo.ts';
import { notices, outboxEmails, personBranches } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './ticketFixture.ts';

let fixture: TicketFixture;
let colleague: number;
beforeAll(async () => {
  fixture = await ticketFixture();
  colleague = fixture.people.OPERADOR;
  await db()
    .insert(personBranches)
    .values({ personId: fixture.otherOperator, branchId: fixture.branchIds[0] })
    .onConflictDoNothing();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const send = (path: string, body: object, who: 'SUPERVISOR' | 'ADMIN' = 'SUPERVISOR') =>
  fixture.server.call('POST', `/sac/tickets/${path}`, { token: fixture.tokens[who], body });
const theirs = () => fixture.addTicket({ operatorId: colleague, status: 'EM_ATENDIMENTO' });
const letters = () =>
  db().select().from(outboxEmails).where(isNull(outboxEmails.sentAt)).orderBy(asc(outboxEmails.id));
const bell = (after: number) =>
  db()
    .select()
    .from(notices)
    .where(and(eq(notices.personId, colleague), gt(notices.id, after)))
    .orderBy(asc(notices.id));
const lastNotice = async () => (await bell(0)).at(-1)?.id ?? 0;

describe('letters about what is undone', () => {
  it('wait until the offer has passed, and never leave when it was taken', async () => {
    const [id, before] = [await theirs(), await lastNotice()];
    const taken = await send(`${id}/responsavel`, { operador: fixture.otherOperator, confirmar: true });
    const [letter, ...more] = await letters();
    expect([letter?.subject, more.length]).toEqual([`O ticket ${id} não está mais com você`, 0]);
    expect(
      (letter?.nextAttemptAt.getTime() ?? 0) - (letter?.createdAt.getTime() ?? 0),
    ).toBeGreaterThanOrEqual(UNDO_OFFER_MS);
    await send(`${id}/desfazer`, { versao: taken.body.data.versao });
    expect(await letters()).toEqual([]);
    expect((await bell(before)).map(({ title }) => title)).toEqual([
      `O ticket ${id} não está mais com você`,
      `O ticket ${id} está de novo com você`,
    ]);
  });

  it('of a forwarded ticket are not sent either', async () => {
    const id = await fixture.addTicket({ sectorId: fixture.sectorIds[1] ?? null });
    const forwarded = await send(`${id}/historico`, {
      tipo: 'ENCAMINHAMENTO',
      mensagem: '<p>Com vocês.</p>',
      setor: fixture.sectorIds[0],
    });
    expect(forwarded.status).toBe(200);
    await send(`${id}/desfazer`, { versao: forwarded.body.data.versao });
    expect(await letters()).toEqual([]);
  });

  it('of many tickets name only those that stayed changed', async () => {
    const ids = [await theirs(), await theirs()].sort((one, other) => one - other);
    const [kept = 0, back = 0] = ids;
    const dados = { operador: fixture.otherOperator, confirmar: true };
    const job = await send('lote/atribuir', { ids, dados });
    expect((await letters()).map(({ subject }) => subject)).toEqual(['2 tickets não estão mais com você']);
    await send(`${kept}/prioridade`, { prioridade: 'URGENTE' }, 'ADMIN');
    const undone = await send('lote/desfazer', { ids, dados: { lote: job.body.data.id } });
    expect(undone.body.data).toMatchObject({
      sucesso: [back],
      falhas: [{ id: kept, codigo: 'NADA_A_DESFAZER' }],
    });
    expect((await letters()).map(({ subject }) => subject)).toEqual([
      `O ticket ${kept} não está mais com você`,
    ]);
  });
});
