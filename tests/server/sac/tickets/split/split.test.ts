import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, desc, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import {
  auditLog,
  outboxEmails,
  people,
  pickups,
  pickupTickets,
  returnInvoices,
  roles,
  ticketAttachments,
  ticketItems,
  ticketMessages,
  ticketSplits,
  tickets,
} from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { type MergeFixture, mergeFixture } from '../merge/mergeFixture.ts';
import { addAttachment } from '../ticketFixture.ts';

let fixture: MergeFixture;
beforeAll(async () => {
  fixture = await mergeFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const linesOf = (id: number) =>
  db().select().from(ticketItems).where(eq(ticketItems.ticketId, id)).orderBy(asc(ticketItems.line));
type Who = NonNullable<Parameters<MergeFixture['move']>[3]>['as'];
const divide = (id: number, body: object, as: Who = 'SUPERVISOR') =>
  fixture.move(id, 'dividir', { ...body }, { as });
const undo = (part: number, as: Who = 'SUPERVISOR') => fixture.move(part, 'desfazer-divisao', {}, { as });

/** A return of three lines with files of every kind, and what of it is to go. */
async function whole() {
  const { id, invoiceLines } = await fixture.withGoods('4', '3', '2.5');
  const lines = await linesOf(id);
  const said = await fixture.say(id, '<p>Sobre o segundo</p>');
  await addAttachment(fixture, { ticketId: id, name: 'linha.pdf', itemId: lines[1]?.id ?? 0 });
  await addAttachment(fixture, { ticketId: id, name: 'mensagem.pdf', messageId: said });
  const loose = await addAttachment(fixture, { ticketId: id, name: 'solta.pdf' });
  await addAttachment(fixture, { ticketId: id, name: 'fica.pdf' });
  return { id, invoiceLines, line: lines[1]?.id ?? 0, said, loose };
}

async function divided() {
  const all = await whole();
  const answer = await divide(all.id, {
    produtos: [all.line],
    mensagens: [all.said],
    arquivos: [all.loose],
    assunto: 'Só o segundo',
  });
  expect([answer.status, answer.body.error]).toEqual([200, undefined]);
  return { ...all, part: answer.body.data.novo as number, answer };
}

describe('dividing a ticket', () => {
  it('takes exactly what was chosen to a new ticket that is what the whole one is', async () => {
    const { id, part, answer, invoiceLines } = await divided();
    expect(answer.body.data).toMatchObject({
      id,
      message: `Novo ticket ${part}, com 1 produto, 1 mensagem e 1 arquivo.`,
    });
    expect((await fixture.holds(id)).map(({ held }) => held)).toEqual([4, 2.5]);
    expect((await fixture.holds(part)).map(({ held }) => held)).toEqual([3]);
    expect((await linesOf(part))[0]).toMatchObject({ invoiceItemId: invoiceLines[1], line: 1 });
    const [source, own] = [await fixture.ticket(id), await fixture.ticket(part)];
    const same = ['typeId', 'customerId', 'branchId', 'stepKey', 'stepEnteredAt', 'status', 'flowVersion'];
    for (const key of [...same, 'operatorId', 'sectorId', 'creatorId', 'dueAt', 'priority'] as const)
      expect([key, own[key as keyof typeof own]]).toEqual([key, source[key as keyof typeof source]]);
    expect([own.subject, source.subject]).toEqual(['Só o segundo', 'Devolução de mercadoria']);
    const filesOf = async (ticketId: number) =>
      (await fixture.get(`tickets/${ticketId}/anexos`)).body
        .map(({ nome_exibicao }: { nome_exibicao: string }) => nome_exibicao)
        .sort();
    expect(await filesOf(part)).toEqual(['linha.pdf', 'mensagem.pdf', 'solta.pdf']);
    expect(await filesOf(id)).toEqual(['fica.pdf']);
    const saidIn = async (ticketId: number) =>
      (await fixture.get(`tickets/${ticketId}/historico`)).body.itens.map(
        ({ mensagem }: { mensagem: string }) => mensagem,
      );
    expect(await saidIn(part)).toEqual(['<p>Sobre o segundo</p>']);
    expect(await saidIn(id)).toEqual([`<p>Do ticket ${id}</p>`]);
    expect(await ticketsWithOtherFigures(db())).toEqual([]);
  });

  it('is told once on each, in the timeline and in the audit log, and each leads to the other', async () => {
    const all = await whole();
    const before = await fixture.traces(all.id);
    const { novo: part } = (await divide(all.id, { produtos: [all.line] })).body.data;
    expect(await fixture.traces(all.id)).toEqual({
      events: before.events + 1,
      audits: before.audits + 1,
      version: before.version + 1,
    });
    expect(await fixture.traces(part)).toMatchObject({ events: 1, audits: 1 });
    expect(await fixture.lastEvent(all.id)).toMatchObject({
      type: 'DIVISAO',
      note: `Para o ticket ${part}: 1 produto.`,
    });
    expect(await fixture.lastEvent(part)).toMatchObject({
      type: 'DIVIDIDO_DE',
      note: `Aberto da divisão do ticket ${all.id}: 1 produto.`,
    });
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(part))))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({ action: 'DIVIDIR', after: { divididoDe: all.id, produtos: 1 } });
    const seen = async (id: number, who?: 'CONSUMIDOR_FINAL' | 'REPRESENTANTE') =>
      (await fixture.get(`tickets/${id}`, who)).body.data.divisoes;
    const way = { em: expect.any(String), por: expect.any(String), desfazerAte: expect.any(String) };
    expect(await seen(part)).toEqual([
      { id: all.id, assunto: 'Devolução de mercadoria', papel: 'ORIGEM', ...way },
    ]);
    expect(await seen(all.id)).toEqual([
      { id: part, assunto: 'Devolução de mercadoria', papel: 'PARTE', ...way },
    ]);
    // Who divided it is of the company, and only who may can take it back.
    await db().update(tickets).set({ representativeId: fixture.representativeId });
    expect(await seen(part, 'REPRESENTANTE')).toMatchObject([{ por: null, desfazerAte: null }]);
  });

  it('is only for those who hold the permission and see the ticket', async () => {
    const all = await whole();
    const body = { produtos: [all.line] };
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const) {
      expect([who, (await divide(all.id, body, who)).status]).toEqual([who, 403]);
      expect((await fixture.get(`tickets/${all.id}/dividir`, who)).status).toBe(403);
    }
    expect((await divide(all.id, body, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await fixture.get(`tickets/${all.id}/dividir`, 'OTHER_OPERATOR')).status).toBe(404);
    const { novo: part } = (await divide(all.id, body, 'OPERADOR')).body.data;
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const)
      expect([who, (await undo(part, who)).status]).toEqual([who, 403]);
    expect((await undo(part, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await undo(part, 'OPERADOR')).status).toBe(200);
  });

  it('shows and moves nothing internal for somebody outside the company who holds the permission', async () => {
    const all = await whole();
    const [note] = await db()
      .insert(ticketMessages)
      .values({
        ticketId: all.id,
        type: 'PRIVADO',
        authorId: fixture.people.OPERADOR,
        html: '<p>Só nosso</p>',
      })
      .returning();
    await db().update(ticketAttachments).set({ internal: true }).where(eq(ticketAttachments.id, all.loose));
    await db().update(tickets).set({ representativeId: fixture.representativeId });
    const grants = (given: Parameters<typeof grantsOf>[0]) =>
      db()
        .update(roles)
        .set({ grants: grantsOf(given) })
        .where(eq(roles.key, 'REPRESENTANTE'));
    await grants([...DEFAULT_GRANTS.REPRESENTANTE, 'TICKETS_JUNTAR']);
    const { mensagens, arquivos } = (await fixture.get(`tickets/${all.id}/dividir`, 'REPRESENTANTE')).body;
    const numbers = (rows: { id: number }[]) => rows.map(({ id }) => id);
    expect(numbers(mensagens)).toContain(all.said);
    expect(numbers(mensagens)).not.toContain(note?.id);
    expect(numbers(arquivos)).not.toContain(all.loose);
    for (const hidden of [{ mensagens: [note?.id] }, { arquivos: [all.loose] }])
      expect((await divide(all.id, { produtos: [all.line], ...hidden }, 'REPRESENTANTE')).body.code).toBe(
        'NAO_ESTA_AQUI',
      );
    await grants(DEFAULT_GRANTS.REPRESENTANTE);
  });

  it('tells people outside the company of what they see alone', async () => {
    const all = await whole();
    const [note] = await db()
      .insert(ticketMessages)
      .values({
        ticketId: all.id,
        type: 'PRIVADO',
        authorId: fixture.people.OPERADOR,
        html: '<p>Só nosso</p>',
      })
      .returning();
    const { novo } = (await divide(all.id, { produtos: [all.line], mensagens: [note?.id] })).body.data;
    expect(await fixture.lastEvent(all.id)).toMatchObject({
      note: `Para o ticket ${novo}: 1 produto.`,
      internal: false,
    });
    const question = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA']);
    await fixture.say(question, '<p>Uma dúvida</p>');
    const [aside] = await db()
      .insert(ticketMessages)
      .values({ ticketId: question, type: 'PRIVADO', authorId: fixture.people.OPERADOR, html: '<p>x</p>' })
      .returning();
    const answer = await divide(question, { mensagens: [aside?.id] });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    for (const id of [question, answer.body.data.novo])
      expect(await fixture.lastEvent(id)).toMatchObject({ internal: true });
  });

  it('takes nothing of another ticket, and nothing of a line or message by itself', async () => {
    const [all, other] = [await whole(), await whole()];
    const [file] = await db().select().from(ticketAttachments).where(eq(ticketAttachments.itemId, all.line));
    for (const foreign of [
      { produtos: [other.line] },
      { produtos: [all.line], mensagens: [other.said] },
      { produtos: [all.line], arquivos: [other.loose] },
      { produtos: [all.line], arquivos: [file?.id ?? 0] },
    ])
      expect((await divide(all.id, foreign)).body.code).toBe('NAO_ESTA_AQUI');
    expect((await divide(all.id, { versao: 99, produtos: [all.line] })).status).toBe(409);
    expect(await db().$count(ticketSplits, eq(ticketSplits.fromId, all.id))).toBe(0);
  });

  it('is refused where the goods belong together, with the same sentence in the options', async () => {
    const refusals: unknown[] = [];
    const refused = async (id: number, line: number) => {
      const { status, body } = await divide(id, { produtos: [line] });
      refusals.push(body.code);
      expect([status, (await fixture.get(`tickets/${id}/dividir`)).body.impedimentoProdutos]).toEqual([
        422,
        body.error,
      ]);
    };
    const noted = await whole();
    await db()
      .insert(returnInvoices)
      .values({
        ticketId: noted.id,
        key: `${noted.id}`.padStart(44, '0'),
        total: '1',
        mirrorTotal: '1',
        createdBy: fixture.people.OPERADOR,
      });
    await refused(noted.id, noted.line);
    const picked = await whole();
    const [pickup] = await db()
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.OPERADOR })
      .returning();
    await db()
      .insert(pickupTickets)
      .values({ pickupId: pickup?.id ?? 0, ticketId: picked.id });
    await refused(picked.id, picked.line);
    const paid = await whole();
    await db().update(tickets).set({ stepKey: 'FINANCEIRO' }).where(eq(tickets.id, paid.id));
    await refused(paid.id, paid.line);
    const counted = await whole();
    await db().update(ticketItems).set({ checked: '1' }).where(eq(ticketItems.id, counted.line));
    await refused(counted.id, counted.line);
    expect(refusals).toEqual(['NOTA_ENVIADA', 'EM_COLETA', 'JA_NO_FINANCEIRO', 'JA_CONFERIDO']);
    const all = await whole();
    const lines = (await linesOf(all.id)).map(({ id }) => id);
    expect((await divide(all.id, { produtos: lines })).body.code).toBe('ULTIMO_PRODUTO');
    expect((await divide(all.id, { mensagens: [all.said] })).body.code).toBe('FALTAM_PRODUTOS');
    // What the dialog says of it before.
    expect((await fixture.get(`tickets/${all.id}/dividir`)).body).toMatchObject({
      impedimento: null,
      tipo: { usa_nota_produto: 2 },
    });
    expect((await divide(all.id, {})).body.code).toBe('NADA_ESCOLHIDO');
    await fixture.move(all.id, 'cancelar', { motivo: 'Desistiu' });
    expect((await fixture.get(`tickets/${all.id}/dividir`)).body.impedimento).toContain('está encerrado');
    expect((await divide(all.id, { produtos: [all.line] })).body.code).toBe('ENCERRADO');
  });

  it('goes back the way that the whole one came', async () => {
    const { part } = await divided();
    const steps = (await fixture.get(`tickets/${part}`)).body.data.etapas as {
      chave: string;
      situacao: string;
    }[];
    expect(steps.filter(({ situacao }) => situacao === 'FEITA').map(({ chave }) => chave)).toEqual([
      'ABERTURA',
    ]);
    await fixture.move(part, 'avancar-etapa', { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' });
    expect((await fixture.move(part, 'retroceder-etapa', { motivo: 'Não precisa' })).status).toBe(200);
    expect((await fixture.ticket(part)).stepKey).toBe('ANALISE_DEVOLUCAO');
  });

  it('does not begin what begins with a new ticket, but tells its opener the new number', async () => {
    const all = await whole();
    await db()
      .update(tickets)
      .set({ creatorId: fixture.people.CONSUMIDOR_FINAL })
      .where(eq(tickets.id, all.id));
    const [opener] = await db().select().from(people).where(eq(people.id, fixture.people.CONSUMIDOR_FINAL));
    const { novo: part } = (await divide(all.id, { produtos: [all.line] })).body.data;
    fixture.server.advance(60_000);
    await mailCustomers(fixture.server.deps);
    const sent = await db()
      .select()
      .from(outboxEmails)
      .where(eq(outboxEmails.ticketId, part))
      .orderBy(outboxEmails.id);
    expect(sent.map(({ toAddress }) => toAddress)).toContain(opener?.email);
    expect(sent[0]?.bodyText).toContain(String(part));
    const created = and(
      eq(auditLog.action, 'CRIAR'),
      eq(auditLog.entity, 'tickets'),
      eq(auditLog.entityId, String(part)),
    );
    expect(await db().$count(auditLog, created)).toBe(0);
  });
});

describe('taking a split back', () => {
  it('puts every row back where it was, with what was written since, and leads on', async () => {
    const all = await whole();
    const before = await fixture.stored(all.id);
    const { novo: part } = (
      await divide(all.id, { produtos: [all.line], mensagens: [all.said], arquivos: [all.loose] })
    ).body.data;
    expect(await fixture.stored(all.id)).not.toEqual(before);
    const answer = await undo(part);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(answer.body.data.message).toBe(`Divisão desfeita: tudo está no ticket ${all.id}.`);
    expect(await fixture.stored(all.id)).toEqual(before);
    expect((await fixture.get(`tickets/${part}`)).body.data).toMatchObject({
      juntadoAo: all.id,
      status: 'CANCELADO',
      arquivado: true,
      totalItens: 0,
      divisoes: [],
    });
    expect((await fixture.get(`tickets/${all.id}`)).body.data).toMatchObject({ divisoes: [], juntados: [] });
    expect((await undo(part)).body.code).toBe('JUNTADO');
    expect((await fixture.move(all.id, 'desfazer-juncao', { tickets: [part] })).body.code).toBe(
      'NAO_JUNTADO',
    );
    expect(await ticketsWithOtherFigures(db())).toEqual([]);
  });

  it('brings along what was written into the part, and finds another place for a line if its own is taken', async () => {
    const all = await whole();
    const last = (await linesOf(all.id)).at(-1);
    const { novo: part } = (await divide(all.id, { produtos: [last?.id ?? 0] })).body.data;
    await fixture.move(part, 'historico', { tipo: 'PUBLICO', mensagem: '<p>Depois</p>' });
    const [more] = await fixture.bought('9');
    await fixture.addLine(all.id, more ?? 0, { requested: '9', held: '9', line: 3 });
    expect((await undo(part)).status).toBe(200);
    expect((await linesOf(all.id)).map(({ line, held }) => [line, Number(held)])).toEqual([
      [1, 4],
      [2, 3],
      [3, 9],
      [4, 2.5],
    ]);
    const said = (await fixture.get(`tickets/${all.id}/historico`)).body.itens;
    expect(said.map(({ mensagem }: { mensagem: string }) => mensagem)).toContain('<p>Depois</p>');
  });

  it('is refused once one of both has moved on, its goods changed or a day has passed', async () => {
    const moved = await divided();
    await fixture.move(moved.part, 'avancar-etapa', { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' });
    expect((await undo(moved.part)).body.code).toBe('ETAPA_MUDOU');
    const source = await divided();
    await fixture.move(source.id, 'avancar-etapa', { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' });
    expect((await undo(source.part)).body.code).toBe('ETAPA_MUDOU');
    const changed = await divided();
    await db()
      .update(ticketItems)
      .set({ requested: '1', held: '1' })
      .where(eq(ticketItems.ticketId, changed.part));
    expect((await undo(changed.part)).body.code).toBe('PRODUTOS_MUDARAM');
    const late = await divided();
    await db()
      .update(ticketSplits)
      .set({ at: new Date(fixture.server.deps.now().getTime() - 24 * 3_600_000 - 1000) })
      .where(eq(ticketSplits.toId, late.part));
    expect((await undo(late.part)).body.code).toBe('FORA_DO_PRAZO');
    const ended = await divided();
    await fixture.move(ended.part, 'cancelar', { motivo: 'Desistiu' });
    expect((await undo(ended.part)).body.code).toBe('ENCERRADO');
    const { id } = await fixture.withGoods('1');
    expect((await undo(id)).body.code).toBe('NAO_DIVIDIDO');
  });

  it('waits for the merge of one of both to be taken back', async () => {
    const { id, part } = await divided();
    const other = await fixture.withGoods('1');
    await fixture.move(other.id, 'juntar', { tickets: [{ id: part }] });
    expect((await undo(part)).body.code).toBe('JUNTADO');
    await fixture.move(other.id, 'desfazer-juncao', { tickets: [part] });
    await fixture.move(other.id, 'juntar', { tickets: [{ id }] });
    expect((await undo(part)).body.code).toBe('JUNTADO');
    await fixture.move(other.id, 'desfazer-juncao', { tickets: [id] });
    expect((await undo(part)).status).toBe(200);
  });
});
