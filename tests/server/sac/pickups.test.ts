import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Context } from '../../../server/context.ts';
import {
  auditLog,
  carriers,
  customers,
  outboxEmails,
  pickups,
  pickupTickets,
  products,
  representatives,
  ticketEvents,
  ticketItems,
  tickets,
} from '../../../server/db/tables/index.ts';
import { releasePickup } from '../../../server/sac/pickups/queries.ts';
import type { TestAnswer } from '../../support/server.ts';
import { type TicketWorld, ticketWorld } from './tickets/ticketWorld.ts';

jest.setTimeout(60_000);

type Who = keyof TicketWorld['tokens'];

let world: TicketWorld;
let carrierId: number;
let otherCarrierId: number;

beforeAll(async () => {
  world = await ticketWorld();
  const { db } = world.server.deps;
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
    .where(eq(representatives.id, world.representativeId));
  await db
    .update(customers)
    .set({
      phone: '1133334444',
      address: { logradouro: 'Rua das Flores', numero: '12', cidade: 'São Paulo', uf: 'SP', cep: '01001000' },
    })
    .where(eq(customers.id, world.customerIds.first));
});
afterAll(() => world?.server.close());

/** On the step that demands a pickup. */
const waiting = (given: Partial<typeof tickets.$inferInsert> = {}) =>
  world.addTicket({
    stepKey: 'COLETA',
    status: 'AGUARDANDO_TERCEIRO',
    carrierId,
    representativeId: world.representativeId,
    ...given,
  });

const send = (
  method: 'POST' | 'PUT',
  path: string,
  body: object,
  who: Who = 'OPERADOR',
  headers: Record<string, string> = {},
): Promise<TestAnswer> =>
  world.server.call(method, `/sac/${path}`, { token: world.tokens[who], body, headers });

const generate = (ids: number[], who: Who = 'OPERADOR', more: object = {}, tipo = 'transportadora') =>
  send('POST', `tickets/ordem-coleta/${tipo}`, { tickets: ids, ...more }, who);
const confirm = (body: object, who: Who = 'OPERADOR') => send('POST', 'coletas/confirmar', body, who);
const generated = async (ids: number[], who: Who = 'OPERADOR', more: object = {}) =>
  (await generate(ids, who, more)).body.coletas[0].id as number;
const one = async (id: number, who: Who = 'ADMIN') => (await world.get(`coletas/${id}`, who)).body.data;

const UNKNOWN = 999_999;
const foreign = { codigo: 'NAO_ENCONTRADO', mensagem: 'Registro não encontrado.' };

const versionOf = async (id: number) => {
  const [row] = await world.server.deps.db.select().from(tickets).where(eq(tickets.id, id));
  return row?.version ?? 0;
};
const eventsOf = (ticketId: number) =>
  world.server.deps.db
    .select()
    .from(ticketEvents)
    .where(and(eq(ticketEvents.ticketId, ticketId), eq(ticketEvents.type, 'COLETA')))
    .orderBy(asc(ticketEvents.id));
const activeRows = (ticketIds: number[]) =>
  world.server.deps.db
    .select()
    .from(pickupTickets)
    .where(and(inArray(pickupTickets.ticketId, ticketIds), eq(pickupTickets.active, true)));

describe('the wrong person', () => {
  it('finds neither a pickup of another branch nor its order, as if it were unknown', async () => {
    const id = await generated([await waiting()]);
    for (const path of [`coletas/${id}`, `tickets/oc/transportadora/${id}`]) {
      const [theirs, unknown] = await Promise.all([
        world.get(path, 'OTHER_OPERATOR'),
        world.get(path.replace(/\d+$/, `${UNKNOWN}`), 'OTHER_OPERATOR'),
      ]);
      expect([theirs.status, theirs.body.error, theirs.body.code]).toEqual([
        404,
        unknown.body.error,
        unknown.body.code,
      ]);
    }
    for (const [method, path, body] of [
      ['PUT', `coletas/${id}`, { obs: 'meu' }],
      ['POST', `coletas/${id}/cancelar`, { motivo: 'meu' }],
    ] as const)
      expect((await send(method, path, body, 'OTHER_OPERATOR')).status).toBe(404);
    const list = await world.get('coletas?take=100', 'OTHER_OPERATOR');
    expect(list.body.itens.map((row: { id: number }) => row.id)).not.toContain(id);
    expect((await one(id)).status).toBe('GERADA');
  });

  it('is refused as a consumer, a representative and a seller, who have no such module', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const) {
      expect((await world.get('coletas', who)).status).toBe(403);
      expect((await world.get('tickets/ordem-coleta', who)).status).toBe(403);
      expect((await generate([1], who)).status).toBe(403);
      expect((await confirm({ coletas: [1] }, who)).status).toBe(403);
    }
  });

  it('gets foreign ids back as unknown ones, and the own ones done', async () => {
    const own = await waiting();
    const theirs = await waiting({ branchId: world.branchIds[1], customerId: world.customerIds.second });
    const { body } = await generate([theirs, own, UNKNOWN]);
    expect(body).toMatchObject({
      processados: 3,
      sucesso: [own],
      falhas: [
        { id: theirs, ...foreign },
        { id: UNKNOWN, ...foreign },
      ],
    });
    expect(await activeRows([theirs])).toEqual([]);
    const their = await generated([theirs], 'ADMIN');
    const confirmed = await confirm({ coletas: [their, body.coletas[0].id, UNKNOWN] });
    expect(confirmed.body).toMatchObject({
      sucesso: [body.coletas[0].id],
      falhas: [
        { id: their, ...foreign },
        { id: UNKNOWN, ...foreign },
      ],
    });
    expect((await confirm({ tickets: [theirs, UNKNOWN] })).body.falhas).toEqual([
      { id: theirs, ...foreign },
      { id: UNKNOWN, ...foreign },
    ]);
  });

  it('sees of a shared pickup but the own tickets, and cannot write what belongs to others too', async () => {
    const own = await waiting();
    const theirs = await waiting({ branchId: world.branchIds[1], customerId: world.customerIds.second });
    const id = await generated([own, theirs], 'ADMIN');
    const seen = await one(id, 'OPERADOR');
    expect(seen.tickets.map((row: { id: number }) => row.id)).toEqual([own]);
    expect(seen).toMatchObject({ totalTickets: 1, clientes: ['Mercado Azul'] });
    expect((await confirm({ coletas: [id] })).body.falhas[0].codigo).toBe('FORA_DO_ALCANCE');
    const cancelled = await send('POST', `coletas/${id}/cancelar`, { motivo: 'x' });
    expect([cancelled.status, cancelled.body.code]).toEqual([422, 'FORA_DO_ALCANCE']);
    expect(await versionOf(own)).toBe(2);
    expect((await world.get(`coletas?termo=${theirs}`, 'OPERADOR')).body.itens).toEqual([]);
    expect((await world.get(`coletas?termo=${own}`, 'OPERADOR')).body.itens).toHaveLength(1);
  });
});

describe('generation', () => {
  it('makes one pickup for each carrier, with one entry in each timeline', async () => {
    const ids = [await waiting(), await waiting({ carrierId: otherCarrierId }), await waiting()];
    const { status, body } = await generate(ids, 'OPERADOR', { obs: ' Tocar a campainha ' });
    expect([status, body.sucesso, body.falhas]).toEqual([200, ids, []]);
    expect(body.coletas.map((each: { tickets: number[] }) => each.tickets)).toEqual([
      [ids[0], ids[2]],
      [ids[1]],
    ]);
    expect(body.coletas[0].responsavel).toBe('Expresso Ágil');
    const pickup = await one(body.coletas[0].id);
    expect(pickup).toMatchObject({ status: 'GERADA', versao: 1, obs: 'Tocar a campainha', totalTickets: 2 });
    expect(pickup.acoes).toEqual({ confirmar: true, cancelar: true, agendar: true });
    for (const id of ids) {
      expect(await versionOf(id)).toBe(2);
      expect(await eventsOf(id)).toHaveLength(1);
    }
    const ticket = await world.get(`tickets/${ids[0]}`);
    expect(ticket.body.data.coleta).toEqual({ id: body.coletas[0].id, status: 'GERADA' });
  });

  it('takes a representative, or whoever is named, and says which tickets have nobody', async () => {
    const alone = await waiting({ carrierId: null, representativeId: null });
    expect((await generate([alone])).body.falhas[0].codigo).toBe('SEM_RESPONSAVEL');
    expect((await generate([alone], 'OPERADOR', {}, 'representante')).body.falhas[0].codigo).toBe(
      'SEM_RESPONSAVEL',
    );
    const unknown = await generate([alone], 'OPERADOR', { responsavel: UNKNOWN });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { responsavel: 'Escolha um responsável da lista.' },
    ]);
    const named = await generate([alone], 'OPERADOR', { responsavel: otherCarrierId });
    expect(named.body.coletas[0].responsavel).toBe('Sem Correio');
    const own = await generate([await waiting()], 'OPERADOR', {}, 'representante');
    expect((await one(own.body.coletas[0].id)).responsavel).toMatchObject({
      tipo: 'REPRESENTANTE',
      nome: 'Roberto Tavares',
      cnpj: null,
    });
  });

  it('refuses what waits for no pickup, row by row', async () => {
    const elsewhere = await waiting({ stepKey: 'FINANCEIRO', status: 'EM_ATENDIMENTO' });
    const cancelled = await waiting({ status: 'CANCELADO' });
    const archived = await waiting({ status: 'CANCELADO', archived: true });
    const taken = await waiting();
    await generate([taken]);
    const { body } = await generate([elsewhere, cancelled, archived, taken, taken]);
    expect(body.processados).toBe(4);
    expect(body.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'FORA_DA_COLETA',
      'TICKET_ENCERRADO',
      'ARQUIVADO',
      'JA_EM_COLETA',
    ]);
    expect(body.coletas).toEqual([]);
  });

  it('takes neither a day that has passed nor one in another year', async () => {
    const id = await waiting();
    for (const agendadaPara of ['2020-01-01', '2199-01-01'])
      expect((await generate([id], 'OPERADOR', { agendadaPara })).body.errors).toHaveProperty('agendadaPara');
  });

  it('of twenty at once, one takes the tickets', async () => {
    const ids = [await waiting(), await waiting()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => generate(index % 2 ? ids : [...ids].reverse())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.flatMap(({ body }) => body.sucesso)).toHaveLength(2);
    expect(await activeRows(ids)).toHaveLength(2);
    for (const id of ids) {
      expect(await eventsOf(id)).toHaveLength(1);
      expect(await versionOf(id)).toBe(2);
    }
  });

  it('repeats with the same key without a second pickup', async () => {
    const id = await waiting();
    const twice = () =>
      send('POST', 'tickets/ordem-coleta/transportadora', { tickets: [id] }, 'OPERADOR', {
        'Idempotency-Key': 'coleta-1',
      });
    expect((await twice()).body).toEqual((await twice()).body);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('candidates', () => {
  it('wait on the step, in no pickup, under who would fetch them', async () => {
    const known = await waiting();
    const alone = await waiting({ carrierId: null });
    const taken = await waiting();
    const theirs = await waiting({ branchId: world.branchIds[1] });
    await generate([taken]);
    const all = await world.get('tickets/ordem-coleta', 'OPERADOR');
    const ids = all.body.itens.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(expect.arrayContaining([known, alone]));
    expect(ids).not.toContain(taken);
    expect(ids).not.toContain(theirs);
    expect(all.body.total).toBe(ids.length);
    const { grupos } = (await world.get('tickets/ordem-coleta/transportadora', 'OPERADOR')).body;
    const groupOf = (id: number) =>
      grupos.find((group: { tickets: { id: number }[] }) => group.tickets.some((row) => row.id === id));
    expect(groupOf(known).responsavel).toMatchObject({ tipo: 'TRANSPORTADORA', id: carrierId });
    expect(groupOf(alone).responsavel).toBeNull();
    const byPerson = await world.get('tickets/ordem-coleta/representante', 'OPERADOR');
    expect(byPerson.body.grupos[0].responsavel).toMatchObject({ tipo: 'REPRESENTANTE' });
  });
});

describe('confirmation', () => {
  it('tells each ticket once and the carrier by e-mail; a second one is refused', async () => {
    const { db } = world.server.deps;
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
      .where(eq(outboxEmails.subject, `Ordem de coleta ${id} confirmada`));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.toAddress).toBe('coletas@agil.example');
    expect(mails[0]?.bodyText).toContain(`Ticket ${ids[0]}: Mercado Azul Ltda.\nRua das Flores, 12`);
    expect((await confirm({ coletas: [id] })).body.falhas[0].codigo).toBe('JA_CONFIRMADA');
    expect(await versionOf(ids[0] as number)).toBe(3);
    const entries = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'pickups'), eq(auditLog.entityId, `${id}`)));
    expect(entries.map(({ action }) => action).sort()).toEqual(['CONFIRMAR', 'CRIAR']);
  });

  it('happens once when many try', async () => {
    const ticketId = await waiting({ carrierId: otherCarrierId });
    const id = await generated([ticketId]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm({ coletas: [id] })));
    expect(answers.flatMap(({ body }) => body.sucesso)).toEqual([id]);
    expect(await eventsOf(ticketId)).toHaveLength(2);
  });

  it('asks for pickups or tickets, and not for both', async () => {
    expect((await confirm({})).status).toBe(422);
    expect((await confirm({ coletas: [1], tickets: [1] })).status).toBe(422);
    const lone = await waiting();
    expect((await confirm({ tickets: [lone] })).body.falhas[0].codigo).toBe('SEM_COLETA');
  });
});

describe('scheduling', () => {
  it('tells the tickets of a new day, keeps a note to itself, and notices an old version', async () => {
    const { server } = world;
    const day = new Date(server.deps.now().getTime() + 3 * 86_400_000).toISOString().slice(0, 10);
    const ticketId = await waiting();
    const id = await generated([ticketId]);
    const put = (body: object) => send('PUT', `coletas/${id}`, body);
    expect((await put({ versao: 1, agendadaPara: day })).body.data).toMatchObject({ versao: 2 });
    const old = await put({ versao: 1, obs: 'atrasado' });
    expect([old.status, old.body.code]).toEqual([409, 'CONFLITO']);
    expect(old.body.atual).toMatchObject({ versao: 2, agendadaPara: day });
    expect((await put({ versao: 2, obs: 'Portão dos fundos' })).status).toBe(200);
    expect(await one(id)).toMatchObject({ agendadaPara: day, obs: 'Portão dos fundos', versao: 3 });
    expect(await eventsOf(ticketId)).toHaveLength(2);
    expect((await put({ agendadaPara: '2020-01-01' })).status).toBe(422);
  });
});

describe('cancellation', () => {
  it('gives the tickets back, with the reason in their timeline', async () => {
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
    expect((await world.get(`tickets/${ids[0]}`)).body.data.coleta).toBeNull();
    expect((await generate(ids)).body.sucesso).toEqual(ids);
    expect((await send('POST', `coletas/${id}/cancelar`, { motivo: 'De novo' })).body.code).toBe(
      'COLETA_CANCELADA',
    );
  });

  it('is refused once the goods of a ticket have come', async () => {
    const { db } = world.server.deps;
    const ticketId = await waiting();
    const id = await generated([ticketId]);
    await db.update(tickets).set({ stepKey: 'CONFERENCIA_DEVOLUCAO' }).where(eq(tickets.id, ticketId));
    const answer = await send('POST', `coletas/${id}/cancelar`, { motivo: 'Tarde' });
    expect([answer.status, answer.body.code]).toEqual([422, 'COLETA_CUMPRIDA']);
    expect((await one(id)).acoes).toMatchObject({ cancelar: false, agendar: false });
  });

  it('of a ticket takes it out, and ends the pickup with its last one', async () => {
    const { server, people } = world;
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

describe('list', () => {
  it('filters by status, type, responsible, days and words, the newest first', async () => {
    const { db } = world.server.deps;
    const id = await generated([await waiting()]);
    const ids = async (query: string) =>
      (await world.get(`coletas?take=100&${query}`)).body.itens.map((row: { id: number }) => row.id);
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
    expect((await world.get('coletas?dtIni=2026-02-01&dtFim=2026-01-01')).status).toBe(422);
    const page = (await world.get('coletas?take=2&page=2')).body;
    expect(page.itens.map((row: { id: number }) => row.id)).toEqual(all.slice(2, 4));
    expect(page.paginator).toMatchObject({ current_page: 2, per_page: 2, total: await db.$count(pickups) });
  });
});

describe('printed order', () => {
  it('is a PDF with the ticket, its place and what was authorised', async () => {
    const { db } = world.server.deps;
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
    const answer = await world.server.app.inject({
      method: 'GET',
      url: `/sac/tickets/oc/transportadora/${id}`,
      headers: { App: 'teste', authorization: `Bearer ${world.tokens.OPERADOR}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.headers['content-disposition']).toContain(`ordem-de-coleta-${id}.pdf`);
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const words = printedText(answer.rawPayload);
    expect(words).toContain(`Ordem de coleta ${id}`);
    expect(words).toContain(`Ticket ${ticketId}`);
    expect(words).toContain('Rua das Flores, 12');
    expect(words).toContain('12.ABC.345/01DE-35');
    expect(words).toContain('ÓLEO DE SOJA');
    expect(words).toContain('Levar ? carrinho');
    expect(words).not.toContain('NEGADO');
    expect((await world.get(`tickets/oc/representante/${id}`)).status).toBe(404);
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

/** What the pages say: their streams unpacked, the letters of each text put together again. */
function printedText(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return [...streams.join('\n').matchAll(/\[(.*?)\] TJ/g)]
    .map(([, parts = '']) =>
      [...parts.matchAll(/<([0-9a-f]+)>/g)]
        .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
        .join(''),
    )
    .join('\n');
}
