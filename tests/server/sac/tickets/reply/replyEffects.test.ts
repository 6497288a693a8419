import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { files, ticketAttachments } from '#server/db/tables/index.ts';
import {
  daysLater,
  db,
  eventsOf,
  fixture,
  MINUTE,
  mails,
  openReplies,
  own,
  post,
  published,
  stateOf,
  ticket,
  uploadAs,
} from './replyFixture.ts';

openReplies();

describe('files of a message', () => {
  it('belong to the message and are internal if it is', async () => {
    const arquivos = [await uploadAs('OPERADOR')];
    const { body } = await post(own, { tipo: 'PRIVADO', mensagem: '', arquivos });
    const [attachment] = await db()
      .select()
      .from(ticketAttachments)
      .where(eq(ticketAttachments.messageId, body.data.id));
    expect(attachment).toMatchObject({ internal: true, ticketId: own });
    const link = `tickets/${own}/anexos/${attachment?.id}`;
    expect((await fixture.get(link)).status).toBe(200);
    expect((await fixture.get(link, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await fixture.get(`tickets/${own}/anexos`, 'CONSUMIDOR_FINAL')).body).toEqual([]);
    expect((await fixture.get(`tickets/${own}`, 'CONSUMIDOR_FINAL')).body.data.totalAnexos).toBe(0);
  });

  it('must be own files, each used once and in one message', async () => {
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

  it('count with their stored size, whatever the body says', async () => {
    const file = await uploadAs('OPERADOR');
    await db()
      .update(files)
      .set({ size: 26 * 1024 * 1024 })
      .where(eq(files.id, file.id));
    expect((await post(ticket, { arquivos: [{ ...file, tamanho: 1 }] })).body.errors.arquivos).toMatch(
      /25 MB/,
    );
  });

  it('can be sent as multipart', async () => {
    const boundary = 'b0undary';
    const field = (name: string, value: string) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const { status } = await fixture.server.call('POST', `/sac/tickets/${ticket}/historico`, {
      token: fixture.tokens.OPERADOR,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(
        `${field('tipo', 'PUBLICO')}${field('mensagem', '<p>Segue</p>')}--${boundary}\r\ncontent-disposition: form-data; name="arquivos[0]"; filename="nota.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\n%%EOF\n\r\n--${boundary}--\r\n`,
      ),
    });
    expect(status).toBe(200);
    const { body } = await fixture.get(`tickets/${ticket}/historico`);
    expect(body.itens[0].anexos).toMatchObject([{ nome_exibicao: 'nota.pdf' }]);
  });
});

describe('internal message', () => {
  it('does not reach the consumer by any route', async () => {
    const secret = 'Cliente reincidente';
    const { body } = await post(own, { tipo: 'PRIVADO', mensagem: `<p>${secret}</p>` });
    const [sector = 0] = fixture.sectorIds;
    const mailsBefore = (await mails()).length;
    await post(own, { tipo: 'ENCAMINHAMENTO', mensagem: `<p>${secret}</p>`, setor: sector });
    const ways = ['', '/historico', '/historico?tipo=PRIVADO', '/historico?tipo=ENCAMINHAMENTO'];
    for (const way of [...ways, '/atividades', '/anexos', '/produtos']) {
      const answer = await fixture.get(`tickets/${own}${way}`, 'CONSUMIDOR_FINAL');
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
      expect(JSON.stringify(answer.body)).not.toMatch(/PRIVADO|Privada|ENCAMINHAMENTO/);
    }
    const history = (await fixture.get(`tickets/${own}/historico`, 'CONSUMIDOR_FINAL')).body;
    expect(history.paginator.total).toBe(0);
    expect(
      (await fixture.get(`tickets?termo=${encodeURIComponent(secret)}`, 'CONSUMIDOR_FINAL')).body.itens,
    ).toEqual([]);
    expect(await eventsOf(own)).toMatchObject([{ internal: true }, { internal: true }, { internal: true }]);
    expect(await published()).not.toContain(`private-ticket-${own}-publico`);
    expect((await mails()).length).toBe(mailsBefore);
    const all = (await fixture.get(`tickets/${own}/historico?tipo=PRIVADO`)).body;
    expect(all.itens.map(({ id }: { id: number }) => id)).toContain(body.data.id);
    // A consumer with an outdated version is told what has changed, but nothing about this.
    const conflict = await fixture.server.call('POST', `/sac/tickets/${own}/cancelar`, {
      token: fixture.tokens.CONSUMIDOR_FINAL,
      body: { versao: 1, motivo: 'Desisti' },
    });
    expect(JSON.stringify(conflict.body)).not.toContain(secret);
  });
});

describe('effects of a message on its ticket', () => {
  it('assign an untaken ticket to the member of staff who answers publicly', async () => {
    const fresh = await fixture.addTicket();
    await post(fresh, { tipo: 'PRIVADO' });
    expect(await stateOf(fresh)).toMatchObject({ status: 'ABERTO', operatorId: null });
    await post(fresh, {}, 'REPRESENTANTE');
    expect(await stateOf(fresh)).toMatchObject({ status: 'ABERTO', operatorId: null });
    const { body } = await post(fresh, {});
    expect(body.data.status).toBe('EM_ATENDIMENTO');
    expect(await stateOf(fresh)).toMatchObject({
      status: 'EM_ATENDIMENTO',
      operatorId: fixture.people.OPERADOR,
    });
    await post(fresh, {}, 'ADMIN');
    expect((await stateOf(fresh)).operatorId).toBe(fixture.people.OPERADOR);
  });

  it('pause the due clock while waiting for the customer, and resume it with the answer', async () => {
    const now = fixture.server.deps.now();
    const dueAt = new Date(now.getTime() + 40 * 24 * 60 * MINUTE);
    const waiting = await fixture.addTicket({
      status: 'EM_ATENDIMENTO',
      customerId: fixture.customerIds.consumer,
      dueAt,
    });
    await post(waiting, { aguardaCliente: true });
    const paused = await stateOf(waiting);
    expect(paused).toMatchObject({ status: 'AGUARDANDO_CLIENTE', dueAt: null });
    expect(paused.dueMinutesLeft).toBeGreaterThan(1000);
    expect((await eventsOf(waiting))[0]?.note).toBe('Aguardando cliente');
    // Once more, and a private note: the clock is stopped only once.
    await post(waiting, { aguardaCliente: true });
    await post(waiting, { tipo: 'PRIVADO' });
    expect((await stateOf(waiting)).dueMinutesLeft).toBe(paused.dueMinutesLeft);
    await daysLater(6);
    const { body } = await post(waiting, {}, 'CONSUMIDOR_FINAL');
    expect(body.data.status).toBe('EM_ATENDIMENTO');
    const going = await stateOf(waiting);
    expect(going.dueMinutesLeft).toBeNull();
    expect(going.dueAt?.getTime()).toBeGreaterThan(dueAt.getTime());
    expect((await fixture.get(`tickets/${waiting}`)).body.data.prazoPausado).toBe(false);
  });

  it('move a forwarded ticket to its new sector, with or without an attendant', async () => {
    const [sector = 0, other = 0] = fixture.sectorIds;
    const moving = await fixture.addTicket({ status: 'EM_ATENDIMENTO', operatorId: fixture.people.ADMIN });
    const to = (setor: number | null, colaborador_id?: number, confirmar = false) =>
      post(
        moving,
        {
          tipo: 'ENCAMINHAMENTO',
          setor,
          ...(colaborador_id && { colaborador_id }),
          ...(confirmar && { confirmar }),
        },
        'ADMIN',
      );
    expect((await to(null)).body.errors).toEqual({ setor: 'Escolha o setor que recebe o ticket.' });
    expect((await to(999_999)).status).toBe(422);
    expect((await to(other, fixture.people.OPERADOR)).body.errors.colaborador_id).toMatch(/não é do setor/);
    expect((await to(sector, fixture.otherOperator)).status).toBe(422);
    expect((await to(sector, fixture.people.CONSUMIDOR_FINAL)).status).toBe(422);
    expect((await stateOf(moving)).version).toBe(1);

    const { body } = await to(sector, fixture.people.OPERADOR);
    expect(body.data.message).toBe('Ticket encaminhado para Pessoa operador.');
    expect(await stateOf(moving)).toMatchObject({ sectorId: sector, operatorId: fixture.people.OPERADOR });
    expect((await mails())[0]).toMatchObject({
      toAddress: 'operador@exemplo.com.br',
      subject: `Ticket ${moving} encaminhado para você`,
    });
    const { itens } = (await fixture.get(`tickets/${moving}/historico`)).body;
    expect(itens[0].destino.atendente).toBe('Pessoa operador');
    expect((await eventsOf(moving))[0]).toMatchObject({ type: 'ENCAMINHAMENTO', internal: true });

    const asked = await to(other);
    expect([asked.status, asked.body.code, asked.body.errors]).toEqual([
      422,
      'TICKET_DE_COLEGA',
      { confirmar: expect.stringContaining('Este ticket está com Pessoa operador.') },
    ]);
    expect(await stateOf(moving)).toMatchObject({ sectorId: sector, operatorId: fixture.people.OPERADOR });
    await to(other, undefined, true);
    expect((await mails())[0]).toMatchObject({
      toAddress: 'operador@exemplo.com.br',
      subject: `O ticket ${moving} não está mais com você`,
    });
    expect(await stateOf(moving)).toMatchObject({ sectorId: other, operatorId: null });
    const sectors = (await fixture.get(`tickets/${moving}/setores`)).body;
    expect(sectors.filter(({ atual }: { atual: boolean }) => atual)).toMatchObject([{ id: other }]);
    expect(sectors.find(({ id }: { id: number }) => id === sector).atendentes).toEqual([
      { id: fixture.people.OPERADOR, nome: 'Pessoa operador', ausenteAte: null },
    ]);
  });
});
