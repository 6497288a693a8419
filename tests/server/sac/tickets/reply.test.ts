import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import type { PersonType } from '../../../../contract/permissions.ts';
import type { MessageInput } from '../../../../contract/sac/ticketConversation.ts';
import { folderStore } from '../../../../server/adapters/files/folderStore.ts';
import {
  auditLog,
  drafts,
  files,
  outboxEmails,
  people,
  realtimeEvents,
  ticketAttachments,
  ticketEvents,
  ticketMessages,
  tickets,
} from '../../../../server/db/tables/index.ts';
import { type TicketWorld, ticketWorld } from './ticketWorld.ts';

jest.setTimeout(60_000);

type Who = PersonType | 'OTHER_OPERATOR';
const MINUTE = 60_000;
let world: TicketWorld;
let folder: string;
/** Of the customer `first`. */
let ticket: number;
/** Of the consumer. */
let own: number;

beforeAll(async () => {
  world = await ticketWorld();
  folder = mkdtempSync(path.join(os.tmpdir(), 'balcao-reply-'));
  world.server.deps.files = folderStore(folder);
  const [sector] = world.sectorIds;
  await db().update(people).set({ sectorId: sector }).where(eq(people.id, world.people.OPERADOR));
  ticket = await world.addTicket({ status: 'EM_ATENDIMENTO' });
  own = await world.addTicket({ status: 'EM_ATENDIMENTO', customerId: world.customerIds.consumer });
});
afterAll(async () => {
  await world?.server.close();
  rmSync(folder, { recursive: true, force: true });
});

const db = () => world.server.deps.db;

const post = (id: number, body: Partial<MessageInput>, who: Who = 'OPERADOR', key?: string) =>
  world.server.call('POST', `/sac/tickets/${id}/historico`, {
    token: world.tokens[who],
    body: { tipo: 'PUBLICO', mensagem: '<p>Olá</p>', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  });

const stateOf = async (id: number) => {
  const [row] = await db().select().from(tickets).where(eq(tickets.id, id));
  if (!row) throw new Error('no such ticket');
  return row;
};
const eventsOf = (id: number) =>
  db().select().from(ticketEvents).where(eq(ticketEvents.ticketId, id)).orderBy(desc(ticketEvents.id));
const messagesOf = (id: number) =>
  db().select().from(ticketMessages).where(eq(ticketMessages.ticketId, id)).orderBy(desc(ticketMessages.id));
const mails = () => db().select().from(outboxEmails).orderBy(desc(outboxEmails.id));
const published = async () => {
  const rows = await db().select().from(realtimeEvents).orderBy(desc(realtimeEvents.id)).limit(2);
  return rows.flatMap(({ channels }) => channels);
};

/** Sessions of before have ended by then. */
async function daysLater(days: number) {
  world.server.advance(days * 24 * 60 * MINUTE);
  for (const type of ['ADMIN', 'OPERADOR', 'CONSUMIDOR_FINAL'] as const)
    world.tokens[type] = await world.server.sessionOf(world.people[type]);
}

async function uploadAs(who: Who, name = 'foto da caixa amassada no transporte.pdf') {
  const boundary = 'b0undary';
  const content = '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
  const { status, body } = await world.server.call('POST', '/config/arquivos', {
    token: world.tokens[who],
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="arquivo"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    ),
  });
  expect(status).toBe(200);
  return body.data;
}

describe('who may write what', () => {
  it.each([
    ['OTHER_OPERATOR', 'PUBLICO', 404],
    ['OTHER_OPERATOR', 'PRIVADO', 404],
    ['CONSUMIDOR_FINAL', 'PUBLICO', 404],
    ['CONSUMIDOR_FINAL', 'PRIVADO', 403],
    ['CONSUMIDOR_FINAL', 'ENCAMINHAMENTO', 403],
    ['REPRESENTANTE', 'PUBLICO', 404],
  ] as const)('%s writes no %s on a ticket of somebody else: %i', async (who, tipo, status) => {
    const foreign = await world.addTicket({
      status: 'EM_ATENDIMENTO',
      ...(who === 'REPRESENTANTE' && { customerId: world.customerIds.second }),
    });
    const answer = await post(foreign, { tipo, ...(tipo === 'ENCAMINHAMENTO' && { setor: 1 }) }, who);
    expect(answer.status).toBe(status);
    const unknown = await post(999_999, { tipo, ...(tipo === 'ENCAMINHAMENTO' && { setor: 1 }) }, who);
    expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(await messagesOf(foreign)).toEqual([]);
    expect((await stateOf(foreign)).version).toBe(1);
  });

  it.each(['PRIVADO', 'ENCAMINHAMENTO'] as const)(
    'a consumer writes no %s on the own ticket',
    async (tipo) => {
      const { status, body } = await post(own, { tipo, setor: world.sectorIds[0] ?? 0 }, 'CONSUMIDOR_FINAL');
      expect([status, body.code]).toEqual([403, 'SEM_PERMISSAO']);
    },
  );

  it('a consumer makes nobody wait, and names no sector', async () => {
    for (const more of [{ aguardaCliente: true }, { setor: world.sectorIds[0] ?? 0 }])
      expect((await post(own, more, 'CONSUMIDOR_FINAL')).status).toBe(422);
    expect((await post(own, { tipo: 'PRIVADO', aguardaCliente: true })).status).toBe(422);
  });

  it.each([
    ['FINALIZADO', false, 'ENCERRADO'],
    ['CANCELADO', false, 'ENCERRADO'],
    ['FINALIZADO', true, 'ARQUIVADO'],
  ] as const)('nobody writes on a ticket that is %s (archived: %s)', async (status, archived, code) => {
    const closed = await world.addTicket({ status, archived, customerId: world.customerIds.consumer });
    for (const who of ['ADMIN', 'CONSUMIDOR_FINAL'] as const)
      expect((await post(closed, {}, who)).body.code).toBe(code);
    expect((await world.get(`tickets/${closed}`)).body.data.acoes.responder).toBe(false);
  });

  it('tells sectors and attendants to the company alone', async () => {
    for (const way of [`tickets/${own}/setores`, `consultas/atendentes-disponiveis?idTicket=${own}`]) {
      expect((await world.get(way, 'CONSUMIDOR_FINAL')).status).toBe(403);
      expect((await world.get(way, 'OTHER_OPERATOR')).status).toBe(404);
      expect((await world.get(way, 'OPERADOR')).status).toBe(200);
    }
  });
});

describe('a message', () => {
  it('is cleaned, written once in timeline and audit, and told to whoever looks', async () => {
    const before = await stateOf(ticket);
    const { status, body } = await post(ticket, {
      mensagem: '<p onclick=x>Recebemos <b>3</b> caixas<script>alert(1)</script></p>',
    });
    expect([status, body.data.message]).toEqual([200, 'Mensagem enviada.']);
    expect(body.data.versao).toBe(before.version + 1);
    const { body: history } = await world.get(`tickets/${ticket}/historico`);
    expect(history.itens[0]).toMatchObject({
      id: body.data.id,
      tipo: 'PUBLICO',
      mensagem: '<p>Recebemos <strong>3</strong> caixas</p>',
      colaborador_id: world.people.OPERADOR,
      destino: null,
    });
    expect(await eventsOf(ticket)).toMatchObject([{ type: 'MENSAGEM', internal: false, note: '' }]);
    const audits = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(ticket))));
    expect(audits).toMatchObject([{ action: 'RESPONDER', after: { mensagem: body.data.id } }]);
    expect(await published()).toContain(`private-ticket-${ticket}-publico`);
  });

  it.each(['', '   ', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<img src=x>', '<script>a</script>'])(
    'of %j is none',
    async (mensagem) => {
      const { status, body } = await post(ticket, { mensagem });
      expect([status, body.errors]).toEqual([422, { mensagem: 'Escreva a mensagem.' }]);
    },
  );

  it('has 20,000 characters at most, counted as they are read', async () => {
    const most = `<p><strong>${'&amp;'.repeat(20_000)}</strong></p>`;
    expect((await post(ticket, { mensagem: most })).status).toBe(200);
    const { status, body } = await post(ticket, { mensagem: `<p>${'a'.repeat(20_001)}</p>` });
    expect([status, body.errors.mensagem]).toEqual([
      422,
      'A mensagem passa de 20.000 caracteres. Divida-a em duas.',
    ]);
  });

  it('is not refused because the ticket moved meanwhile', async () => {
    expect((await post(ticket, { versao: 1 })).status).toBe(200);
  });

  it('two at once both stand, each with its version', async () => {
    const busy = await world.addTicket({ status: 'EM_ATENDIMENTO' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        post(busy, { mensagem: `<p>${n}</p>` }, n % 2 ? 'ADMIN' : 'OPERADOR'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.versao)).size).toBe(12);
    expect((await stateOf(busy)).version).toBe(13);
    expect(await messagesOf(busy)).toHaveLength(12);
    expect(await eventsOf(busy)).toHaveLength(12);
  });

  it('is written once however often it is sent, at the same time too', async () => {
    const busy = await world.addTicket({ status: 'EM_ATENDIMENTO' });
    const first = await Promise.all(Array.from({ length: 4 }, () => post(busy, {}, 'OPERADOR', 'uma-vez')));
    const again = await post(busy, { versao: 7 }, 'OPERADOR', 'uma-vez');
    for (const { body } of [...first, again]) expect(body).toEqual(first[0]?.body);
    expect(await messagesOf(busy)).toHaveLength(1);
    const other = await post(busy, { mensagem: '<p>Outra</p>' }, 'OPERADOR', 'uma-vez');
    expect(other.body.code).toBe('CHAVE_REPETIDA');
  });

  it('takes the draft of the reply away, of its author and ticket alone', async () => {
    const row = (personId: number, object: string) => ({ personId, object, content: { html: 'x' } });
    const mine = `ticket-${ticket}-resposta`;
    await db()
      .insert(drafts)
      .values([
        row(world.people.OPERADOR, mine),
        row(world.people.OPERADOR, `ticket-${own}-resposta`),
        row(world.people.ADMIN, mine),
      ]);
    expect((await post(ticket, { mensagem: '' })).status).toBe(422);
    expect(await db().$count(drafts)).toBe(3);
    await post(ticket, {});
    const left = await db().select().from(drafts);
    expect(left.map(({ personId, object }) => [personId, object])).toEqual([
      [world.people.OPERADOR, `ticket-${own}-resposta`],
      [world.people.ADMIN, mine],
    ]);
  });
});

describe('its files', () => {
  it('belong to it, and are internal when it is', async () => {
    const arquivos = [await uploadAs('OPERADOR')];
    const { body } = await post(own, { tipo: 'PRIVADO', mensagem: '', arquivos });
    const [attachment] = await db()
      .select()
      .from(ticketAttachments)
      .where(eq(ticketAttachments.messageId, body.data.id));
    expect(attachment).toMatchObject({ internal: true, ticketId: own });
    const link = `tickets/${own}/anexos/${attachment?.id}`;
    expect((await world.get(link)).status).toBe(200);
    expect((await world.get(link, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await world.get(`tickets/${own}/anexos`, 'CONSUMIDOR_FINAL')).body).toEqual([]);
    expect((await world.get(`tickets/${own}`, 'CONSUMIDOR_FINAL')).body.data.totalAnexos).toBe(0);
  });

  it('are the own ones, each once, and of one message', async () => {
    const foreign = await uploadAs('ADMIN');
    const mine = await uploadAs('OPERADOR');
    expect((await post(ticket, { arquivos: [foreign] })).body.errors).toEqual({
      'arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
    });
    expect((await post(ticket, { arquivos: [mine, mine] })).status).toBe(422);
    expect((await post(ticket, { arquivos: [mine] })).status).toBe(200);
    expect((await post(ticket, { arquivos: [mine] })).status).toBe(422);
    const [row] = await db().select().from(files).where(eq(files.id, mine.id));
    expect(row?.linkedAt).not.toBeNull();
  });

  it('are as large as they were measured, whatever the body says', async () => {
    const file = await uploadAs('OPERADOR');
    await db()
      .update(files)
      .set({ size: 26 * 1024 * 1024 })
      .where(eq(files.id, file.id));
    expect((await post(ticket, { arquivos: [{ ...file, tamanho: 1 }] })).body.errors.arquivos).toMatch(
      /25 MB/,
    );
  });

  it('come as multipart too', async () => {
    const boundary = 'b0undary';
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const { status } = await world.server.call('POST', `/sac/tickets/${ticket}/historico`, {
      token: world.tokens.OPERADOR,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(
        `${field('tipo', 'PUBLICO')}${field('mensagem', '<p>Segue</p>')}--${boundary}\r\ncontent-disposition: form-data; name="arquivos[0]"; filename="nota.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--${boundary}--\r\n`,
      ),
    });
    expect(status).toBe(200);
    const { body } = await world.get(`tickets/${ticket}/historico`);
    expect(body.itens[0].anexos).toMatchObject([{ nome_exibicao: 'nota.pdf' }]);
  });
});

describe('what is internal', () => {
  it('reaches the consumer by no way', async () => {
    const secret = 'Cliente reincidente';
    const { body } = await post(own, { tipo: 'PRIVADO', mensagem: `<p>${secret}</p>` });
    const [sector = 0] = world.sectorIds;
    const mailsBefore = (await mails()).length;
    await post(own, { tipo: 'ENCAMINHAMENTO', mensagem: `<p>${secret}</p>`, setor: sector });
    const ways = ['', '/historico', '/historico?tipo=PRIVADO', '/historico?tipo=ENCAMINHAMENTO'];
    for (const way of [...ways, '/atividades', '/anexos', '/produtos']) {
      const answer = await world.get(`tickets/${own}${way}`, 'CONSUMIDOR_FINAL');
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
      expect(JSON.stringify(answer.body)).not.toMatch(/PRIVADO|Privada|ENCAMINHAMENTO/);
    }
    const history = (await world.get(`tickets/${own}/historico`, 'CONSUMIDOR_FINAL')).body;
    expect(history.paginator.total).toBe(0);
    expect(
      (await world.get(`tickets?termo=${encodeURIComponent(secret)}`, 'CONSUMIDOR_FINAL')).body.itens,
    ).toEqual([]);
    expect(await eventsOf(own)).toMatchObject([{ internal: true }, { internal: true }, { internal: true }]);
    expect(await published()).not.toContain(`private-ticket-${own}-publico`);
    expect((await mails()).length).toBe(mailsBefore);
    const all = (await world.get(`tickets/${own}/historico?tipo=PRIVADO`)).body;
    expect(all.itens.map(({ id }: { id: number }) => id)).toContain(body.data.id);
    // A consumer with an old version is told what changed, and nothing of this.
    const conflict = await world.server.call('POST', `/sac/tickets/${own}/cancelar`, {
      token: world.tokens.CONSUMIDOR_FINAL,
      body: { versao: 1, motivo: 'Desisti' },
    });
    expect(JSON.stringify(conflict.body)).not.toContain(secret);
  });
});

describe('what a message does to its ticket', () => {
  it('a public answer of the company takes a ticket that nobody took', async () => {
    const fresh = await world.addTicket();
    await post(fresh, { tipo: 'PRIVADO' });
    expect(await stateOf(fresh)).toMatchObject({ status: 'ABERTO', operatorId: null });
    await post(fresh, {}, 'REPRESENTANTE');
    expect(await stateOf(fresh)).toMatchObject({ status: 'ABERTO', operatorId: null });
    const { body } = await post(fresh, {});
    expect(body.data.status).toBe('EM_ATENDIMENTO');
    expect(await stateOf(fresh)).toMatchObject({
      status: 'EM_ATENDIMENTO',
      operatorId: world.people.OPERADOR,
    });
    await post(fresh, {}, 'ADMIN');
    expect((await stateOf(fresh)).operatorId).toBe(world.people.OPERADOR);
  });

  it('the due clock stands still while the customer is waited for, and goes on with the answer', async () => {
    const now = world.server.deps.now();
    const dueAt = new Date(now.getTime() + 40 * 24 * 60 * MINUTE);
    const waiting = await world.addTicket({
      status: 'EM_ATENDIMENTO',
      customerId: world.customerIds.consumer,
      dueAt,
    });
    await post(waiting, { aguardaCliente: true });
    const paused = await stateOf(waiting);
    expect(paused).toMatchObject({ status: 'AGUARDANDO_CLIENTE', dueAt: null });
    expect(paused.dueMinutesLeft).toBeGreaterThan(1000);
    expect((await eventsOf(waiting))[0]?.note).toBe('Aguardando o cliente');
    // Again, and a private note: the clock is stopped once.
    await post(waiting, { aguardaCliente: true });
    await post(waiting, { tipo: 'PRIVADO' });
    expect((await stateOf(waiting)).dueMinutesLeft).toBe(paused.dueMinutesLeft);
    await daysLater(6);
    const { body } = await post(waiting, {}, 'CONSUMIDOR_FINAL');
    expect(body.data.status).toBe('EM_ATENDIMENTO');
    const going = await stateOf(waiting);
    expect(going.dueMinutesLeft).toBeNull();
    expect(going.dueAt?.getTime()).toBeGreaterThan(dueAt.getTime());
    expect((await world.get(`tickets/${waiting}`)).body.data.prazoPausado).toBe(false);
  });

  it('a forwarded ticket stands in its new sector, with its attendant or without one', async () => {
    const [sector = 0, other = 0] = world.sectorIds;
    const moving = await world.addTicket({ status: 'EM_ATENDIMENTO', operatorId: world.people.ADMIN });
    const to = (setor: number | null, colaborador_id?: number) =>
      post(moving, { tipo: 'ENCAMINHAMENTO', setor, ...(colaborador_id && { colaborador_id }) }, 'ADMIN');
    expect((await to(null)).body.errors).toEqual({ setor: 'Escolha o setor que recebe o ticket.' });
    expect((await to(999_999)).status).toBe(422);
    expect((await to(other, world.people.OPERADOR)).body.errors.colaborador_id).toMatch(/não é do setor/);
    expect((await to(sector, world.otherOperator)).status).toBe(422);
    expect((await to(sector, world.people.CONSUMIDOR_FINAL)).status).toBe(422);
    expect((await stateOf(moving)).version).toBe(1);

    const { body } = await to(sector, world.people.OPERADOR);
    expect(body.data.message).toBe('Ticket encaminhado para Pessoa operador.');
    expect(await stateOf(moving)).toMatchObject({ sectorId: sector, operatorId: world.people.OPERADOR });
    expect((await mails())[0]).toMatchObject({
      toAddress: 'operador@exemplo.com.br',
      subject: `Ticket ${moving} encaminhado para você`,
    });
    const { itens } = (await world.get(`tickets/${moving}/historico`)).body;
    expect(itens[0].destino.atendente).toBe('Pessoa operador');
    expect((await eventsOf(moving))[0]).toMatchObject({ type: 'ENCAMINHAMENTO', internal: true });

    await to(other);
    expect(await stateOf(moving)).toMatchObject({ sectorId: other, operatorId: null });
    const sectors = (await world.get(`tickets/${moving}/setores`)).body;
    expect(sectors.filter(({ atual }: { atual: boolean }) => atual)).toMatchObject([{ id: other }]);
    expect(sectors.find(({ id }: { id: number }) => id === sector).atendentes).toEqual([
      { id: world.people.OPERADOR, nome: 'Pessoa operador' },
    ]);
  });

  it('writes to the customer when the company answers publicly, as plain text with the address', async () => {
    const before = (await mails()).length;
    await post(own, {}, 'CONSUMIDOR_FINAL');
    await post(own, { tipo: 'PRIVADO' });
    expect((await mails()).length).toBe(before);
    await post(own, { mensagem: '<p>Pode enviar <b>2 fotos</b>?</p>' });
    const [mail] = await mails();
    expect(mail).toMatchObject({
      toAddress: 'clara@exemplo.com.br',
      subject: `Ticket ${own}: nova mensagem`,
    });
    expect(mail?.bodyText).toContain('Pode enviar 2 fotos?');
    expect(mail?.bodyText).toContain(`${world.server.deps.settings.publicUrl}/tickets/${own}`);
    expect(mail?.bodyText).not.toMatch(/<\/?(p|b|strong)>/);
  });
});
