import { describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import { branchListChannel, listChannel, PICKUPS_CHANGED } from '#contract/realtime.ts';
import { senderBrand } from '#server/config/brand/queries.ts';
import type { Context } from '#server/context.ts';
import {
  auditLog,
  outboxEmails,
  pickups,
  products,
  realtimeEvents,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { releasePickup } from '#server/sac/pickups/commands.ts';
import { announcedBy } from '#tests/support/announced.ts';
import { printedText } from '#tests/support/printedText.ts';
import {
  activeRows,
  carrierId,
  confirm,
  eventsOf,
  fixture,
  generate,
  generated,
  one,
  openPickups,
  otherCarrierId,
  send,
  versionOf,
  waiting,
} from './pickupFixture.ts';

openPickups();

describe('pickup confirmation', () => {
  it('notifies each ticket once and the carrier by e-mail, and is refused a second time', async () => {
    const { db } = fixture.server.deps;
    const ids = [await waiting(), await waiting()];
    const id = await generated(ids);
    expect((await confirm({ tickets: ids })).body).toMatchObject({
      processados: 2,
      sucesso: ids,
      falhas: [],
    });
    expect(await one(id)).toMatchObject({
      status: 'CONFIRMADA',
      versao: 2,
      confirmadaPor: 'Pessoa operador',
      acoes: { confirmar: false, cancelar: true },
    });
    for (const ticketId of ids) {
      expect(await eventsOf(ticketId)).toHaveLength(2);
      expect(await versionOf(ticketId)).toBe(3);
    }
    const mails = await db
      .select()
      .from(outboxEmails)
      .where(eq(outboxEmails.subject, `Ordem de coleta ${id} confirmada`))
      .orderBy(outboxEmails.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.toAddress).toBe('coletas@agil.example');
    expect(mails[0]?.bodyText).toContain(`Ticket ${ids[0]}: Mercado Azul Ltda.\nRua das Flores, 12`);
    expect((await confirm({ coletas: [id] })).body.falhas[0].codigo).toBe('JA_CONFIRMADA');
    expect(await versionOf(ids[0] as number)).toBe(3);
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'pickups'), eq(auditLog.entityId, `${id}`)))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action).sort()).toEqual(['CONFIRMAR', 'CRIAR']);
  });

  it('happens once under concurrent attempts', async () => {
    const ticketId = await waiting({ carrierId: otherCarrierId });
    const id = await generated([ticketId]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm({ coletas: [id] })));
    expect(answers.flatMap(({ body }) => body.sucesso)).toEqual([id]);
    expect(await eventsOf(ticketId)).toHaveLength(2);
  });

  it('requires pickups or tickets, but not both', async () => {
    expect((await confirm({})).status).toBe(422);
    expect((await confirm({ coletas: [1], tickets: [1] })).status).toBe(422);
    const lone = await waiting();
    expect((await confirm({ tickets: [lone] })).body.falhas[0].codigo).toBe('SEM_COLETA');
  });
});

describe('pickup scheduling', () => {
  it('adds a new day to the timelines but not a note, and rejects an old version', async () => {
    const { server } = fixture;
    const day = new Date(server.deps.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const ticketId = await waiting();
    const id = await generated([ticketId]);
    const put = (body: object) => send('PUT', `coletas/${id}`, body);
    expect((await put({ versao: 1, agendadaPara: day })).body.data).toMatchObject({ versao: 2 });
    expect((await fixture.get(`tickets/${ticketId}`)).body.data.coleta).toMatchObject({
      id,
      agendadaPara: day,
    });
    const old = await put({ versao: 1, obs: 'atrasado' });
    expect([old.status, old.body.code]).toEqual([409, 'CONFLITO']);
    expect(old.body.atual).toMatchObject({
      versao: 2,
      por: expect.any(String),
      estado: { agendadaPara: day },
    });
    expect((await put({ versao: 2, obs: 'Portão dos fundos' })).status).toBe(200);
    expect(await one(id)).toMatchObject({ agendadaPara: day, obs: 'Portão dos fundos', versao: 3 });
    expect(await eventsOf(ticketId)).toHaveLength(2);
    expect((await put({ agendadaPara: '2020-01-01' })).status).toBe(422);
  });
});

describe('pickup cancellation', () => {
  it('releases the tickets, with the reason in their timeline', async () => {
    const ids = [await waiting(), await waiting()];
    const id = await generated(ids);
    await confirm({ coletas: [id] });
    expect((await send('POST', `coletas/${id}/cancelar`, { motivo: '  ' })).status).toBe(422);
    const answer = await send('POST', `coletas/${id}/cancelar`, { motivo: 'Caminhão quebrou', versao: 2 });
    expect(answer.body.data).toMatchObject({ status: 'CANCELADA', versao: 3 });
    expect(await activeRows(ids)).toEqual([]);
    const last = (await eventsOf(ids[0] as number)).at(-1);
    expect(last).toMatchObject({ note: `Coleta ${id} cancelada.`, data: { motivo: 'Caminhão quebrou' } });
    expect(await one(id)).toMatchObject({
      motivoCancelamento: 'Caminhão quebrou',
      totalTickets: 2,
      acoes: { confirmar: false, cancelar: false, agendar: false },
    });
    expect((await fixture.get(`tickets/${ids[0]}`)).body.data.coleta).toBeNull();
    expect((await generate(ids)).body.sucesso).toEqual(ids);
    expect((await send('POST', `coletas/${id}/cancelar`, { motivo: 'De novo' })).body.code).toBe(
      'COLETA_CANCELADA',
    );
  });

  it('is refused once the goods of a ticket have arrived', async () => {
    const { db } = fixture.server.deps;
    const ticketId = await waiting();
    const id = await generated([ticketId]);
    await db.update(tickets).set({ stepKey: 'CONFERENCIA_DEVOLUCAO' }).where(eq(tickets.id, ticketId));
    const answer = await send('POST', `coletas/${id}/cancelar`, { motivo: 'Tarde' });
    expect([answer.status, answer.body.code]).toEqual([422, 'COLETA_CUMPRIDA']);
    expect((await one(id)).acoes).toMatchObject({ cancelar: false, agendar: false });
  });

  it('takes a single ticket out, and ends the pickup with its last one', async () => {
    const { server, people } = fixture;
    const ids = [await waiting(), await waiting()];
    const id = await generated(ids);
    const ctx = { user: { id: people.OPERADOR }, ip: '', requestId: 'r', now: server.deps.now } as Context;
    const release = (ticketId: number) =>
      server.deps.db.transaction((tx) => releasePickup(tx, ctx, ticketId));
    expect(await release(ids[0] as number)).toBe(id);
    expect(await release(ids[0] as number)).toBeNull();
    expect(await one(id)).toMatchObject({ status: 'GERADA', totalTickets: 1, versao: 2 });
    await release(ids[1] as number);
    expect(await one(id)).toMatchObject({ status: 'CANCELADA', motivoCancelamento: null });
  });
});

describe('live updates of pickup lists', () => {
  it('go to the branches of the tickets, once per write, and never for a refused one', async () => {
    const { db, now } = fixture.server.deps;
    const heard = async () => {
      const rows = await db
        .select()
        .from(realtimeEvents)
        .where(eq(realtimeEvents.event, PICKUPS_CHANGED))
        .orderBy(asc(realtimeEvents.id));
      return rows.map(({ channels }) => channels);
    };
    const before = (await heard()).length;
    const ticketId = await waiting();
    const id = await generated([ticketId]);
    await send('PUT', `coletas/${id}`, { obs: 'Doca 2' });
    await send('PUT', `coletas/${id}`, { obs: 'Doca 3', versao: 1 });
    await confirm({ coletas: [id] });
    await confirm({ coletas: [id] });
    await send('POST', `coletas/${id}/cancelar`, { motivo: 'Caminhão quebrou' });
    const again = await generated([ticketId]);
    const ctx = { user: { id: fixture.people.OPERADOR }, ip: '', requestId: 'r', now } as Context;
    await db.transaction((tx) => releasePickup(tx, ctx, ticketId));
    expect(again).not.toBe(id);
    const expected = [listChannel('coletas'), branchListChannel('coletas', fixture.branchIds[0])];
    // Generated, changed, confirmed, cancelled; generated again, emptied.
    expect((await heard()).slice(before)).toEqual(Array.from({ length: 6 }, () => expected));
  });
});

describe('announcements of pickups', () => {
  it('tell of each ticket first, and of the pickup once its tickets are written', async () => {
    const { db, now } = fixture.server.deps;
    const ids = [await waiting(), await waiting()];
    let id = 0;
    const ofTicket = [
      'ticket.mudou > presence-ticket-# private-tickets private-tickets-filial-#',
      'ticket.mudou > private-ticket-#-publico',
    ];
    const ofPickup = 'coletas.mudaram > private-coletas private-coletas-filial-#';
    const told = (action: string, ofTickets: string) => ({
      audit: [`tickets ${ofTickets}`, `tickets ${ofTickets}`, `pickups ${action}`],
      feed: ['tickets passo', 'tickets passo'],
      live: [...ofTicket, ...ofTicket, ofPickup],
    });
    const alone = (action: string) => ({ audit: [`pickups ${action}`], feed: [], live: [ofPickup] });
    const hear = (work: () => Promise<unknown>) => announcedBy(db, work);
    expect(
      await hear(async () => {
        id = await generated(ids);
      }),
    ).toEqual(told('CRIAR', 'GERAR_COLETA'));
    expect(await hear(() => send('PUT', `coletas/${id}`, { obs: 'Doca 2' }))).toEqual(alone('AGENDAR'));
    expect(await hear(() => confirm({ coletas: [id] }))).toEqual(told('CONFIRMAR', 'CONFIRMAR_COLETA'));
    const ctx = { user: { id: fixture.people.OPERADOR }, ip: '', requestId: 'r', now } as Context;
    expect(await hear(() => db.transaction((tx) => releasePickup(tx, ctx, ids[1] as number)))).toEqual(
      alone('DEVOLVER_TICKET'),
    );
    expect(await hear(() => send('POST', `coletas/${id}/cancelar`, { motivo: 'Chuva' }))).toEqual({
      audit: ['tickets CANCELAR_COLETA', 'pickups CANCELAR'],
      feed: ['tickets passo'],
      live: [...ofTicket, ofPickup],
    });
  });

  it('keep in the audit log what a pickup began with, and what each change changed', async () => {
    const { db } = fixture.server.deps;
    const ids = [await waiting()];
    const id = await generated(ids, 'OPERADOR', { obs: ' Doca 1 ' });
    await send('PUT', `coletas/${id}`, { obs: 'Doca 2' });
    await send('POST', `coletas/${id}/cancelar`, { motivo: 'Chuva' });
    const entries = await db
      .select({ before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'pickups'), eq(auditLog.entityId, `${id}`)))
      .orderBy(auditLog.id);
    expect(entries).toMatchObject([
      { after: { responsavel: 'Expresso Ágil', tickets: ids, agendadaPara: null } },
      { before: { obs: 'Doca 1' }, after: { obs: 'Doca 2' } },
      { before: { status: 'GERADA' }, after: { status: 'CANCELADA', motivo: 'Chuva' } },
    ]);
    expect(entries[1]).toEqual({ before: { obs: 'Doca 1' }, after: { obs: 'Doca 2' } });
  });
});

describe('pickup list', () => {
  it('filters by status, type, responsible, days and words, newest first', async () => {
    const { db } = fixture.server.deps;
    const id = await generated([await waiting()]);
    const ids = async (query: string) =>
      (await fixture.get(`coletas?take=100&${query}`)).body.itens.map((row: { id: number }) => row.id);
    const all = await ids('');
    expect(all).toEqual([...all].sort((a: number, b: number) => b - a));
    expect(await ids('direction=ASC&orderBy=id')).toEqual([...all].reverse());
    expect(await ids('status[]=GERADA')).toContain(id);
    expect(await ids('status[]=CONFIRMADA&status[]=CANCELADA')).not.toContain(id);
    expect(await ids('tipo=REPRESENTANTE')).not.toContain(id);
    expect(await ids('aberta=true')).toContain(id);
    expect(await ids('aberta=false')).not.toContain(id);
    expect(await ids('aberta=false&status[]=CANCELADA')).toEqual(await ids('status[]=CANCELADA'));
    expect(await ids(`transportadora[]=${carrierId}`)).toContain(id);
    expect(await ids(`transportadora[]=${otherCarrierId}`)).not.toContain(id);
    expect(await ids('termo=agil')).toContain(id);
    expect(await ids('termo=12.ABC.345/01DE-35')).toContain(id);
    expect(await ids('termo=roberto')).not.toContain(id);
    expect(await ids(`termo=${id}`)).toContain(id);
    expect(await ids('dtIni=2199-01-01')).toEqual([]);
    expect((await fixture.get('coletas?dtIni=2026-02-01&dtFim=2026-01-01')).status).toBe(422);
    const page = (await fixture.get('coletas?take=2&page=2')).body;
    expect(page.itens.map((row: { id: number }) => row.id)).toEqual(all.slice(2, 4));
    expect(page.paginator).toMatchObject({ current_page: 2, per_page: 2, total: await db.$count(pickups) });
  });
});

describe('printed pickup order', () => {
  it('is a PDF with the ticket, its place and the authorised quantities', async () => {
    const { db } = fixture.server.deps;
    const ticketId = await waiting({ subject: 'Devolução' });
    const [product] = await db
      .insert(products)
      .values({ code: 'OLEO-1', description: 'ÓLEO DE SOJA', brand: 'Colheita' })
      .returning();
    await db
      .insert(ticketItems)
      .values([
        line(ticketId, 1, product?.id ?? 0, { authorized: '7', status: 'A' }),
        line(ticketId, 2, product?.id ?? 0, { status: 'N', description: 'NEGADO' }),
      ]);
    const id = await generated([ticketId], 'OPERADOR', { obs: 'Levar 📦 carrinho' });
    expect((await one(id)).tickets[0]).toMatchObject({ volumes: '7', etapa: 'Coleta' });
    const answer = await fixture.server.app.inject({
      method: 'GET',
      url: `/sac/tickets/oc/transportadora/${id}`,
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.OPERADOR}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`ordem-de-coleta-${id}.pdf`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const words = printedText(answer.rawPayload);
    expect(words).toContain(`Ordem de coleta ${id}`);
    const { nome } = await senderBrand(fixture.server.deps, fixture.branchIds[0]);
    expect(words).toContain(nome);
    expect(words).toContain(`Ticket ${ticketId}`);
    expect(words).toContain('Rua das Flores, 12');
    expect(words).toContain('12.ABC.345/01DE-35');
    expect(words).toContain('ÓLEO DE SOJA');
    expect(words).toContain('Levar ? carrinho');
    expect(words).not.toContain('NEGADO');
    expect((await fixture.get(`tickets/oc/representante/${id}`)).status).toBe(404);
  });
});

const line = (
  ticketId: number,
  number: number,
  productId: number,
  more: Partial<typeof ticketItems.$inferInsert>,
): typeof ticketItems.$inferInsert => ({
  ticketId,
  line: number,
  productId,
  description: 'ÓLEO DE SOJA',
  requested: '10',
  ...more,
});
