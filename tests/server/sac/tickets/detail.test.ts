import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { missingDocument } from '#contract/rules/documents.ts';
import { carriers, customers, tickets } from '#server/db/tables/index.ts';
import { recipientsOf } from '#server/sac/tickets/mail/recipients.ts';
import { addLines, attachments, fixture, KEY, openShownTicket, ticket } from './shownTicket.ts';
import { countQueries } from './ticketFixture.ts';

openShownTicket();

const ways = () => [
  `tickets/${ticket}`,
  `tickets/${ticket}/historico`,
  `tickets/${ticket}/atividades`,
  `tickets/${ticket}/anexos`,
  `tickets/${ticket}/produtos`,
  `tickets/${ticket}/anexos/${attachments.public}`,
  `tickets/${ticket}/anexos/${attachments.picture}?miniatura=true`,
];

describe('ticket of somebody else', () => {
  it.each(['OTHER_OPERATOR', 'REPRESENTANTE'] as const)('is unknown to %s on every route', async (who) => {
    for (const way of ways()) {
      const foreign = await fixture.get(way, who);
      const unknown = await fixture.get(way.replace(`/${ticket}`, '/999999'), who);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
  });

  it('is unknown to another consumer', async () => {
    const { db } = fixture.server.deps;
    const foreign = await fixture.addTicket();
    for (const part of ['', '/historico', '/atividades', '/anexos', '/produtos'])
      expect((await fixture.get(`tickets/${foreign}${part}`, 'CONSUMIDOR_FINAL')).status).toBe(404);
    await db.delete(tickets).where(eq(tickets.id, foreign));
  });

  it('does not expose its file below a ticket in scope', async () => {
    const own = await fixture.addTicket({
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
    });
    const way = `tickets/${own}/anexos/${attachments.public}`;
    expect((await fixture.get(way, 'OTHER_OPERATOR')).status).toBe(404);
  });

  it.each(['0', '-1', 'abc', '2147483648', '1%2F2'])('is answered 404 for the id %s', async (id) => {
    expect((await fixture.get(`tickets/${id}`)).status).toBe(404);
  });
});

describe('GET tickets/{id}', () => {
  it('returns everything that the ticket page shows', async () => {
    const { status, body } = await fixture.get(`tickets/${ticket}`, 'OPERADOR');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: ticket,
      versao: 1,
      status: 'EM_ATENDIMENTO',
      tipo: { chave: 'DEVOLUCAO' },
      etapaAtual: { chave: 'ANALISE_DEVOLUCAO', descricao: 'Análise da devolução' },
      proximaEtapa: null,
      motivos: [{ id: 1, descricao: 'Avaria' }],
      origem: { chave: 'SAC', descricao: 'SAC' },
      consumidorFinal: false,
      contato: { nome: 'Clara Consumidora', email: 'clara@exemplo.com.br' },
      transportadora: null,
      prorrogacao: null,
      notas: [{ chave: KEY, numNf: 4321, dtSai: '2026-11-03', vlTot: '150.0000', avisoNota: '' }],
      totalItens: 3,
      totalAnexos: 6,
      valorItens: '54.00',
    });
    expect(body.data.message).toBeUndefined();
    const states = body.data.etapas.map((step: { situacao: string }) => step.situacao);
    expect(states.slice(0, 3)).toEqual(['FEITA', 'ATUAL', 'CONDICIONAL']);
    expect(body.data.etapas[1].setor).toBe('Devoluções');
    expect(body.data.etapasCondicionais).toMatchObject([{ chave: 'COMPLEMENTO_CLIENTE', setor: 'SAC' }]);
  });

  it('counts for a consumer only the files that they can see', async () => {
    expect((await fixture.get(`tickets/${ticket}`, 'CONSUMIDOR_FINAL')).body.data.totalAnexos).toBe(3);
  });

  it('returns the end consumer of the ticket, the carrier, and who was late', async () => {
    const [carrier] = await fixture.server.deps.db
      .insert(carriers)
      .values({ legalName: 'Rápido Ltda.', tradeName: 'Rápido', cnpj: '11444777000161' })
      .returning();
    const carrierId = carrier?.id ?? 0;
    const consumer = { documento: '111', nome: 'Ana Souza', email: 'ana@exemplo.com.br', telefone: '11' };
    const late = { responsavelId: carrierId, diasAtraso: 4 };
    const byCarrier = await fixture.addTicket({
      carrierId,
      finalConsumer: true,
      extraFields: { consumidorFinal: consumer },
      extension: { responsavel: 'TRANSPORTADORA', ...late },
    });
    const { data } = (await fixture.get(`tickets/${byCarrier}`)).body;
    expect(data).toMatchObject({
      consumidorFinal: true,
      contato: consumer,
      transportadora: { id: carrierId, razSoc: 'Rápido Ltda.' },
      prorrogacao: { responsavel: 'TRANSPORTADORA', nome: 'Rápido Ltda.', diasAtraso: 4 },
    });
    const byRepresentative = await fixture.addTicket({
      extension: { responsavel: 'REPRESENTANTE', responsavelId: fixture.otherRepresentative, diasAtraso: 2 },
    });
    expect((await fixture.get(`tickets/${byRepresentative}`)).body.data.prorrogacao.nome).toBe('Rita Lemos');
  });

  it('tells no document of a customer who has none yet, and writes to a company as to one', async () => {
    const { db } = fixture.server.deps;
    const [contact] = await db
      .insert(customers)
      .values({
        document: missingDocument(1),
        legalName: 'Contato',
        tradeName: 'Contato',
        email: 'c@d.com.br',
      })
      .returning({ id: customers.id });
    const id = await fixture.addTicket({ customerId: contact?.id ?? 0 });
    expect((await fixture.get(`tickets/${id}`)).body.data.contato.documento).toBe('');
    const [row] = await db.select().from(tickets).where(eq(tickets.id, id));
    const recipients = await recipientsOf(db, row as NonNullable<typeof row>);
    expect(recipients).toMatchObject([{ address: 'c@d.com.br', consumer: false }]);
  });

  it('offers a contributor the step of the return invoice once all lines are analysed', async () => {
    const { db } = fixture.server.deps;
    await db
      .update(customers)
      .set({ stateRegistration: '110042490114' })
      .where(eq(customers.id, fixture.customerIds.first));
    const analysed = await fixture.addTicket({ stepKey: 'ANALISE_DEVOLUCAO' });
    await addLines(analysed, 1, { status: 'A', authorized: '1' });
    const { data } = (await fixture.get(`tickets/${analysed}`)).body;
    expect(data.proximaEtapa).toMatchObject({ chave: 'ENVIO_NF_DEVOLUCAO', exigencia: 'ENVIO_NF_DEVOLUCAO' });
  });
});

describe('GET tickets/{id}/historico', () => {
  const texts = (body: { itens: { mensagem: string }[] }) => body.itens.map(({ mensagem }) => mensagem);

  it('returns everything to staff, eight per page, newest first', async () => {
    const first = (await fixture.get(`tickets/${ticket}/historico`, 'OPERADOR')).body;
    expect(texts(first)[0]).toBe('<p>encaminhada</p>');
    expect(first.itens).toHaveLength(8);
    expect(first.paginator).toEqual({ current_page: 1, per_page: 8, total: 10, last_page: 2 });
    const second = (await fixture.get(`tickets/${ticket}/historico?page=2`, 'OPERADOR')).body;
    expect(second.itens).toHaveLength(2);
    const shown = [...texts(first), ...texts(second)];
    expect(new Set(shown).size).toBe(10);
    expect(first.itens[1].anexos.map((file: { id: number }) => file.id)).toEqual([
      attachments.ofPrivate,
      attachments.ofPrivateUnmarked,
    ]);
  });

  it('hides private and forwarded messages from a consumer, even in the count', async () => {
    const { itens, paginator } = (
      await fixture.get(`tickets/${ticket}/historico?take=100`, 'CONSUMIDOR_FINAL')
    ).body;
    expect(paginator.total).toBe(8);
    expect(new Set(itens.map(({ tipo }: { tipo: string }) => tipo))).toEqual(new Set(['PUBLICO']));
    const files = itens.flatMap(({ anexos }: { anexos: { id: number }[] }) => anexos.map(({ id }) => id));
    expect(files).toEqual([attachments.ofPublic]);
  });

  it.each(['page=0', 'page=-1', 'take=101', 'take=0', 'x=1'])('rejects %s', async (query) => {
    expect((await fixture.get(`tickets/${ticket}/historico?${query}`)).status).toBe(422);
  });

  it('runs no extra query per message', async () => {
    const of = (take: number) =>
      countQueries(fixture, () => fixture.get(`tickets/${ticket}/historico?take=${take}`));
    expect(await of(10)).toBe(await of(2));
  });
});

describe('GET tickets/{id}/atividades', () => {
  it('returns everything to staff, newest first, and nothing internal to a consumer', async () => {
    const types = async (who: 'OPERADOR' | 'CONSUMIDOR_FINAL') =>
      (await fixture.get(`tickets/${ticket}/atividades`, who)).body.map(
        (entry: { tipo: string }) => entry.tipo,
      );
    expect(await types('OPERADOR')).toEqual(['ENCAMINHAMENTO', 'AVANCO', 'CRIACAO']);
    expect(await types('CONSUMIDOR_FINAL')).toEqual(['AVANCO', 'CRIACAO']);
  });

  it('names the person who did it, if it was a person', async () => {
    const [last, , first] = (await fixture.get(`tickets/${ticket}/atividades`)).body;
    expect(last.colaborador).toBeNull();
    expect(first).toMatchObject({ colaborador: { nome: 'Pessoa operador' }, observacao: 'aberto' });
  });
});
