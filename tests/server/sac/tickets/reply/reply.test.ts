import { describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { auditLog, drafts } from '#server/db/tables/index.ts';
import {
  db,
  eventsOf,
  fixture,
  messagesOf,
  openReplies,
  own,
  post,
  published,
  stateOf,
  ticket,
} from './replyFixture.ts';

openReplies();

describe('permission to write on a ticket', () => {
  it.each([
    ['OTHER_OPERATOR', 'PUBLICO', 404],
    ['OTHER_OPERATOR', 'PRIVADO', 404],
    ['CONSUMIDOR_FINAL', 'PUBLICO', 404],
    ['CONSUMIDOR_FINAL', 'PRIVADO', 403],
    ['CONSUMIDOR_FINAL', 'ENCAMINHAMENTO', 403],
    ['REPRESENTANTE', 'PUBLICO', 404],
  ] as const)('is refused to %s for a %s on a ticket of somebody else: %i', async (who, tipo, status) => {
    const foreign = await fixture.addTicket({
      status: 'EM_ATENDIMENTO',
      ...(who === 'REPRESENTANTE' && { customerId: fixture.customerIds.second }),
    });
    const answer = await post(foreign, { tipo, ...(tipo === 'ENCAMINHAMENTO' && { setor: 1 }) }, who);
    expect(answer.status).toBe(status);
    const unknown = await post(999_999, { tipo, ...(tipo === 'ENCAMINHAMENTO' && { setor: 1 }) }, who);
    expect({ ...answer.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    expect(await messagesOf(foreign)).toEqual([]);
    expect((await stateOf(foreign)).version).toBe(1);
  });

  it.each(['PRIVADO', 'ENCAMINHAMENTO'] as const)(
    'is refused to a consumer for a %s on their own ticket',
    async (tipo) => {
      const { status, body } = await post(
        own,
        { tipo, setor: fixture.sectorIds[0] ?? 0 },
        'CONSUMIDOR_FINAL',
      );
      expect([status, body.code]).toEqual([403, 'SEM_PERMISSAO']);
    },
  );

  it('does not allow a consumer to wait for the customer or to name a sector', async () => {
    for (const more of [{ aguardaCliente: true }, { setor: fixture.sectorIds[0] ?? 0 }])
      expect((await post(own, more, 'CONSUMIDOR_FINAL')).status).toBe(422);
    expect((await post(own, { tipo: 'PRIVADO', aguardaCliente: true })).status).toBe(422);
  });

  it.each([
    ['FINALIZADO', false, 'ENCERRADO'],
    ['CANCELADO', false, 'ENCERRADO'],
    ['FINALIZADO', true, 'ARQUIVADO'],
  ] as const)(
    'is refused to everyone on a ticket that is %s (archived: %s)',
    async (status, archived, code) => {
      const closed = await fixture.addTicket({ status, archived, customerId: fixture.customerIds.consumer });
      for (const who of ['ADMIN', 'CONSUMIDOR_FINAL'] as const)
        expect((await post(closed, {}, who)).body.code).toBe(code);
      expect((await fixture.get(`tickets/${closed}`)).body.data.acoes.responder).toBe(false);
    },
  );

  it('includes sectors and attendants for staff only', async () => {
    for (const way of [`tickets/${own}/setores`, `consultas/atendentes-disponiveis?idTicket=${own}`]) {
      expect((await fixture.get(way, 'CONSUMIDOR_FINAL')).status).toBe(403);
      expect((await fixture.get(way, 'OTHER_OPERATOR')).status).toBe(404);
      expect((await fixture.get(way, 'OPERADOR')).status).toBe(200);
    }
  });
});

describe('message on a ticket', () => {
  it('is sanitised, written once to timeline and audit, and announced to viewers', async () => {
    const before = await stateOf(ticket);
    const { status, body } = await post(ticket, {
      mensagem: '<p onclick=x>Recebemos <b>3</b> caixas<script>alert(1)</script></p>',
    });
    expect([status, body.data.message]).toEqual([200, 'Mensagem enviada.']);
    expect(body.data.versao).toBe(before.version + 1);
    const { body: history } = await fixture.get(`tickets/${ticket}/historico`);
    expect(history.itens[0]).toMatchObject({
      id: body.data.id,
      tipo: 'PUBLICO',
      mensagem: '<p>Recebemos <strong>3</strong> caixas</p>',
      colaborador_id: fixture.people.OPERADOR,
      destino: null,
    });
    expect(await eventsOf(ticket)).toMatchObject([{ type: 'MENSAGEM', internal: false, note: '' }]);
    const audits = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(ticket))))
      .orderBy(auditLog.id);
    expect(audits).toMatchObject([{ action: 'RESPONDER', after: { mensagem: body.data.id } }]);
    expect(await published()).toContain(`private-ticket-${ticket}-publico`);
  });

  it.each(['', '   ', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '<img src=x>', '<script>a</script>'])(
    'is rejected as empty: %j',
    async (mensagem) => {
      const { status, body } = await post(ticket, { mensagem });
      expect([status, body.errors]).toEqual([422, { mensagem: 'Escreva a mensagem.' }]);
    },
  );

  it('has at most 20,000 characters, counted as they are read', async () => {
    const most = `<p><strong>${'&amp;'.repeat(20_000)}</strong></p>`;
    expect((await post(ticket, { mensagem: most })).status).toBe(200);
    const { status, body } = await post(ticket, { mensagem: `<p>${'a'.repeat(20_001)}</p>` });
    expect([status, body.errors.mensagem]).toEqual([
      422,
      'A mensagem passa de 20.000 caracteres. Divida-a em duas.',
    ]);
  });

  it('is accepted although the ticket moved meanwhile', async () => {
    expect((await post(ticket, { versao: 1 })).status).toBe(200);
  });

  it('is saved beside concurrent ones, each with its version', async () => {
    const busy = await fixture.addTicket({ status: 'EM_ATENDIMENTO' });
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

  it('is saved once per idempotency key, also when sent concurrently', async () => {
    const busy = await fixture.addTicket({ status: 'EM_ATENDIMENTO' });
    const first = await Promise.all(Array.from({ length: 4 }, () => post(busy, {}, 'OPERADOR', 'uma-vez')));
    const again = await post(busy, { versao: 7 }, 'OPERADOR', 'uma-vez');
    for (const { body } of [...first, again]) expect(body).toEqual(first[0]?.body);
    expect(await messagesOf(busy)).toHaveLength(1);
    const other = await post(busy, { mensagem: '<p>Outra</p>' }, 'OPERADOR', 'uma-vez');
    expect(other.body.code).toBe('CHAVE_REPETIDA');
  });

  it('ends the draft that it names and no other', async () => {
    const draftId = crypto.randomUUID();
    const row = (personId: number, object: string) => ({ personId, object, content: { html: 'x' } });
    const mine = `ticket-${ticket}-resposta`;
    await db()
      .insert(drafts)
      .values([
        { ...row(fixture.people.OPERADOR, mine), draftId },
        row(fixture.people.OPERADOR, `ticket-${own}-resposta`),
        row(fixture.people.ADMIN, mine),
      ]);
    const sent = (mensagem: string) =>
      fixture.server.call('POST', `/sac/tickets/${ticket}/historico`, {
        token: fixture.tokens.OPERADOR,
        body: { tipo: 'PUBLICO', mensagem },
        headers: { rascunho: `${draftId}/1` },
      });
    expect((await sent('')).status).toBe(422);
    expect(await db().$count(drafts)).toBe(3);
    expect((await sent('<p>Olá</p>')).status).toBe(200);
    expect((await sent('<p>Olá!</p>')).body).toMatchObject({
      code: 'RASCUNHO_ENVIADO',
      enviado: { numero: String(ticket), link: `/tickets/${ticket}` },
    });
    const left = await db().select().from(drafts).orderBy(drafts.personId);
    expect(left.map(({ personId, object }) => [personId, object])).toEqual([
      [fixture.people.ADMIN, mine],
      [fixture.people.OPERADOR, `ticket-${own}-resposta`],
    ]);
  });
});
