import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, like } from 'drizzle-orm';
import {
  auditLog,
  drafts,
  pickups,
  pickupTickets,
  ticketCosts,
  ticketInvoices,
  ticketItems,
  ticketMerges,
  tickets,
} from '#server/db/tables/index.ts';
import { ticketsWithOtherFigures } from '../figuresOnTickets.ts';
import { addAttachment } from '../ticketFixture.ts';
import { type MergeFixture, mergeFixture } from './mergeFixture.ts';

let fixture: MergeFixture;
beforeAll(async () => {
  fixture = await mergeFixture();
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const merge = (leading: number, ids: number[], options: { as?: 'OPERADOR' } = {}) =>
  fixture.move(leading, 'juntar', { tickets: ids.map((id) => ({ id })) }, options);
const undo = (leading: number, ids: number[]) => fixture.move(leading, 'desfazer-juncao', { tickets: ids });

async function twoWithEverything() {
  const a = await fixture.withGoods('4');
  const b = await fixture.withGoods('3', '2.5');
  const [line] = await db().select().from(ticketItems).where(eq(ticketItems.ticketId, b.id));
  const messageId = await fixture.say(b.id, '<p>Com foto</p>');
  await addAttachment(fixture, { ticketId: b.id, name: 'solta.pdf' });
  await addAttachment(fixture, { ticketId: b.id, name: 'linha.pdf', itemId: line?.id ?? 0 });
  await addAttachment(fixture, { ticketId: b.id, name: 'mensagem.pdf', messageId });
  await db()
    .insert(ticketCosts)
    .values({ ticketId: b.id, kind: 'AVARIA', amount: '10', createdBy: fixture.people.OPERADOR });
  const [pickup] = await db()
    .insert(pickups)
    .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.OPERADOR })
    .returning();
  await db()
    .insert(pickupTickets)
    .values({ pickupId: pickup?.id ?? 0, ticketId: b.id });
  return { a: a.id, b: b.id, pickup: pickup?.id ?? 0 };
}

describe('merging tickets', () => {
  it('brings everything along with its quantities, closes the other one and leads on', async () => {
    const { a, b, pickup } = await twoWithEverything();
    const answer = await merge(a, [b]);
    expect([answer.status, answer.body.data?.message]).toEqual([200, `Ticket ${b} juntado ao ${a}.`]);
    expect(await fixture.holds(a)).toEqual(
      [4, 3, 2.5].map((held) => ({ held, settled: false, checked: null })),
    );
    expect(await fixture.holds(b)).toEqual([]);
    const lead = (await fixture.get(`tickets/${a}`)).body.data;
    expect(lead).toMatchObject({
      totalItens: 3,
      totalAnexos: 3,
      coleta: { id: pickup },
      juntados: [
        {
          id: b,
          assunto: 'Devolução de mercadoria',
          por: expect.any(String),
          desfazerAte: expect.any(String),
        },
      ],
    });
    expect((await fixture.get(`tickets/${b}`)).body.data).toMatchObject({
      juntadoAo: a,
      status: 'CANCELADO',
      arquivado: true,
      prazo: null,
      totalItens: 0,
      acoes: { responder: false, reabrir: false, desarquivar: false, juntar: false },
    });
    const said = (await fixture.get(`tickets/${a}/historico`)).body.itens;
    expect(said.map(({ mensagem }: { mensagem: string }) => mensagem)).toEqual(
      expect.arrayContaining([`<p>Do ticket ${a}</p>`, `<p>Do ticket ${b}</p>`, '<p>Com foto</p>']),
    );
    expect(await ticketsWithOtherFigures(db())).toEqual([]);
  });

  it('is told once on each ticket, in the timeline and in the audit log', async () => {
    const [a, b, c] = [
      await fixture.withGoods('1'),
      await fixture.withGoods('1'),
      await fixture.withGoods('1'),
    ];
    const before = await Promise.all([a, b, c].map(({ id }) => fixture.traces(id)));
    expect((await merge(a.id, [b.id, c.id])).body.data.message).toBe(
      `Tickets ${b.id} e ${c.id} juntados ao ${a.id}.`,
    );
    for (const [index, { id }] of [a, b, c].entries()) {
      const was = before[index];
      expect(await fixture.traces(id)).toEqual({
        events: (was?.events ?? 0) + 1,
        audits: (was?.audits ?? 0) + 1,
        version: (was?.version ?? 0) + 1,
      });
    }
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(b.id))))
      .orderBy(desc(auditLog.id));
    expect(entry).toMatchObject({ action: 'JUNTAR', after: { juntadoAo: a.id, status: 'CANCELADO' } });
    const told = (await fixture.get(`tickets/${a.id}/atividades`)).body;
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ tipo: 'JUNCAO', observacao: `Tickets ${b.id} e ${c.id} juntados a este.` }),
        expect.objectContaining({ tipo: 'JUNCAO', observacao: `Juntado ao ticket ${a.id}.`, ticket: b.id }),
      ]),
    );
  });

  it('is only for those who hold the permission and see all of the tickets', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    const elsewhere = await fixture.addTicket({ branchId: fixture.branchIds[1] });
    const send = (
      as: 'CONSUMIDOR_FINAL' | 'REPRESENTANTE' | 'VENDEDOR' | 'OTHER_OPERATOR' | 'OPERADOR',
      ids: number[],
    ) => fixture.move(a.id, 'juntar', { tickets: ids.map((id) => ({ id })) }, { as });
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const)
      expect((await send(who, [b.id])).status).toBe(403);
    expect((await send('OTHER_OPERATOR', [b.id])).status).toBe(404);
    expect((await send('OPERADOR', [elsewhere])).status).toBe(404);
    expect((await fixture.ticket(b.id)).mergedIntoId).toBeNull();
    expect((await send('OPERADOR', [b.id])).status).toBe(200);
  });

  it('merges all or none, and says why not', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    const closed = await fixture.addTicket({ status: 'CANCELADO' });
    const answer = await merge(a.id, [b.id, closed]);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      422,
      'ENCERRADO',
      `O ticket ${closed} está encerrado. Só se juntam tickets abertos.`,
    ]);
    expect((await fixture.ticket(b.id)).mergedIntoId).toBeNull();
    expect((await merge(a.id, [b.id, b.id])).status).toBe(422);
    expect((await fixture.move(a.id, 'juntar', { versao: 99, tickets: [{ id: b.id }] })).status).toBe(409);
    expect((await fixture.move(a.id, 'juntar', { tickets: [{ id: b.id, versao: 99 }] })).status).toBe(409);
  });

  it('refuses every write on the merged ticket with a sentence that leads on', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    await merge(a.id, [b.id]);
    const token = fixture.tokens.ADMIN;
    const doors: [string, object][] = [
      ['historico', { tipo: 'PUBLICO', mensagem: '<p>Oi</p>' }],
      ['avancar-etapa', {}],
      ['cancelar', { motivo: 'x' }],
      ['reabrir', { motivo: 'x' }],
      ['arquivar', {}],
      ['desarquivar', {}],
      ['prioridade', { prioridade: 'ALTA' }],
      ['custos', { tipo: 'AVARIA', valor: '1.00', responsavel: 'EMPRESA' }],
      ['juntar', { tickets: [{ id: a.id }] }],
    ];
    const answers: unknown[] = [];
    for (const [door, body] of doors) {
      const answer = await fixture.server.call('POST', `/sac/tickets/${b.id}/${door}`, { token, body });
      answers.push([door, answer.body.code]);
    }
    expect(answers).toEqual(doors.map(([door]) => [door, 'JUNTADO']));
    const bulk = await fixture.server.call('POST', '/sac/tickets/lote/arquivar', {
      token,
      body: { ids: [b.id], dados: {} },
    });
    expect(JSON.stringify(bulk.body)).toContain(
      `O ticket ${b.id} foi juntado ao ${a.id}. Continue no ${a.id}.`,
    );
  });

  it('takes a half-written reply along, set aside where one was begun on both', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    const draft = (person: number, ticketId: number, html: string) =>
      db()
        .insert(drafts)
        .values({ personId: person, object: `ticket-${ticketId}-resposta`, content: { html } });
    const { OPERADOR, SUPERVISOR } = fixture.people;
    await draft(OPERADOR, b.id, 'só no outro');
    await draft(SUPERVISOR, a.id, 'neste');
    await draft(SUPERVISOR, b.id, 'no outro também');
    await merge(a.id, [b.id]);
    const kept = await db()
      .select({ person: drafts.personId, object: drafts.object, content: drafts.content })
      .from(drafts)
      .where(like(drafts.object, `ticket-${a.id}-resposta%`))
      .orderBy(drafts.personId, drafts.object);
    const name = `ticket-${a.id}-resposta`;
    expect(kept).toHaveLength(3);
    expect(kept).toEqual(
      expect.arrayContaining([
        { person: OPERADOR, object: name, content: { html: 'só no outro' } },
        { person: SUPERVISOR, object: name, content: { html: 'neste' } },
        {
          person: SUPERVISOR,
          object: expect.stringContaining(`${name}-guardado-`),
          content: { html: 'no outro também' },
        },
      ]),
    );
  });

  it('is found under its old number, and stands in no list of what is open', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    await merge(a.id, [b.id]);
    const hits = (await fixture.server.call('GET', `/sac/busca?q=${b.id}`, { token: fixture.tokens.ADMIN }))
      .body;
    expect(hits.tickets[0]).toMatchObject({ id: a.id });
    const list = (await fixture.get(`tickets?termo=${b.id}&take=100`)).body.itens as { id: number }[];
    expect(list.map(({ id }) => id)).toContain(a.id);
    expect(list.map(({ id }) => id)).not.toContain(b.id);
    const archived = (await fixture.get('tickets?arquivado=true&take=100')).body.itens as { id: number }[];
    expect(archived.find(({ id }) => id === b.id)).toMatchObject({ juntadoAo: a.id });
  });

  it('shows what could be merged, with what follows and what stands against it', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1', '2')];
    const elsewhere = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'ENVIO_NF_DEVOLUCAO']);
    await fixture.addLine(elsewhere, null, { requested: '1' });
    const offered = (await fixture.get(`tickets/${a.id}/juntar?tickets=${b.id}&tickets=${elsewhere}`)).body;
    expect(offered.principal).toMatchObject({ id: a.id, produtos: 1, impedimento: null });
    expect(offered.outros).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: b.id, produtos: 2, mensagens: 1, impedimento: null }),
        expect.objectContaining({ id: elsewhere, impedimento: expect.stringContaining('na etapa') }),
      ]),
    );
    const all = (await fixture.get(`tickets/${a.id}/juntar`)).body.outros as { id: number }[];
    expect(all.map(({ id }) => id)).toContain(b.id);
    expect((await fixture.get(`tickets/${a.id}/juntar`, 'CONSUMIDOR_FINAL')).status).toBe(403);
  });
});

describe('undoing a merge', () => {
  it('puts every row back where it was', async () => {
    const { a, b } = await twoWithEverything();
    await db()
      .update(tickets)
      .set({ dueAt: new Date('2027-01-02T12:00:00Z'), dueMinutes: 480 })
      .where(eq(tickets.id, b));
    const before = await fixture.stored(a, b);
    const pickupBefore = await db().select().from(pickupTickets).where(eq(pickupTickets.ticketId, b));
    await merge(a, [b]);
    expect(await fixture.stored(a, b)).not.toEqual(before);
    const answer = await undo(a, [b]);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    expect(await fixture.stored(a, b)).toEqual(before);
    expect(await db().select().from(pickupTickets).where(eq(pickupTickets.ticketId, b))).toEqual(
      pickupBefore,
    );
    expect(await ticketsWithOtherFigures(db())).toEqual([]);
    expect((await fixture.get(`tickets/${a}`)).body.data.juntados).toEqual([]);
    expect((await undo(a, [b])).body.code).toBe('NAO_JUNTADO');
  });

  it('gives back the invoices that both were about only where they were', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    const { rows } = await db().execute<{ id: number }>('select id from invoices order by id desc limit 2');
    const [one = { id: 0 }, two = { id: 0 }] = rows;
    await db()
      .insert(ticketInvoices)
      .values([
        { ticketId: a.id, invoiceId: one.id },
        { ticketId: b.id, invoiceId: one.id },
        { ticketId: b.id, invoiceId: two.id },
      ]);
    const before = await fixture.stored(a.id, b.id);
    await merge(a.id, [b.id]);
    await undo(a.id, [b.id]);
    expect(await fixture.stored(a.id, b.id)).toEqual(before);
  });

  it('leaves in the leading ticket what was written there since', async () => {
    const [a, b] = [await fixture.withGoods('1'), await fixture.withGoods('1')];
    await merge(a.id, [b.id]);
    const reply = await fixture.move(a.id, 'historico', { tipo: 'PUBLICO', mensagem: '<p>Depois</p>' });
    expect(reply.status).toBe(200);
    expect((await undo(a.id, [b.id])).status).toBe(200);
    const said = async (id: number) =>
      ((await fixture.get(`tickets/${id}/historico`)).body.itens as { mensagem: string }[]).map(
        ({ mensagem }) => mensagem,
      );
    expect((await said(a.id)).sort()).toEqual(['<p>Depois</p>', `<p>Do ticket ${a.id}</p>`]);
    expect(await said(b.id)).toEqual([`<p>Do ticket ${b.id}</p>`]);
  });

  it('is refused once the ticket has moved on, its goods changed or a day has passed', async () => {
    const moved = [await fixture.withGoods('1'), await fixture.withGoods('1')] as const;
    await merge(moved[0].id, [moved[1].id]);
    await fixture.move(moved[0].id, 'avancar-etapa', { etapa: 'COMPLEMENTO_CLIENTE', motivo: 'Foto' });
    expect((await undo(moved[0].id, [moved[1].id])).body.code).toBe('ETAPA_MUDOU');

    const changed = [await fixture.withGoods('1'), await fixture.withGoods('1')] as const;
    await merge(changed[0].id, [changed[1].id]);
    await db()
      .update(ticketItems)
      .set({ requested: '0.5', held: '0.5' })
      .where(
        and(
          eq(ticketItems.ticketId, changed[0].id),
          eq(ticketItems.invoiceItemId, changed[1].invoiceLines[0] ?? 0),
        ),
      );
    expect((await undo(changed[0].id, [changed[1].id])).body.code).toBe('PRODUTOS_MUDARAM');

    const late = [await fixture.withGoods('1'), await fixture.withGoods('1')] as const;
    await merge(late[0].id, [late[1].id]);
    await db()
      .update(ticketMerges)
      .set({ at: new Date(fixture.server.deps.now().getTime() - 24 * 3_600_000 - 1000) })
      .where(eq(ticketMerges.fromId, late[1].id));
    expect((await undo(late[0].id, [late[1].id])).body.code).toBe('FORA_DO_PRAZO');

    const chained = [
      await fixture.withGoods('1'),
      await fixture.withGoods('1'),
      await fixture.withGoods('1'),
    ] as const;
    await merge(chained[1].id, [chained[2].id]);
    await merge(chained[0].id, [chained[1].id]);
    expect((await undo(chained[1].id, [chained[2].id])).body.code).toBe('JUNTADO');
    expect((await fixture.get(`tickets/${chained[2].id}`)).body.data.juntadoAo).toBe(chained[1].id);
    expect((await undo(chained[0].id, [chained[1].id])).status).toBe(200);
    expect((await undo(chained[1].id, [chained[2].id])).status).toBe(200);
  });
});

describe('two writers at once', () => {
  const held = async (invoiceItemId: number) =>
    (await db().select().from(ticketItems).where(eq(ticketItems.invoiceItemId, invoiceItemId))).reduce(
      (sum, line) => sum + Number(line.held),
      0,
    );

  it('who merge two tickets into each other make one of them lead, and nobody waits for ever', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await fixture.withGoods('4'), await fixture.withGoods('3')];
      const answers = await Promise.all([merge(a.id, [b.id]), merge(b.id, [a.id], { as: 'OPERADOR' })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const [first, second] = [await fixture.ticket(a.id), await fixture.ticket(b.id)];
      expect([first.mergedIntoId, second.mergedIntoId].filter((id) => id !== null)).toHaveLength(1);
      expect([await held(a.invoiceLines[0] ?? 0), await held(b.invoiceLines[0] ?? 0)]).toEqual([4, 3]);
    }
  });

  it('who reply, cancel and merge leave every message and quantity on one ticket', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [a, b] = [await fixture.withGoods('4'), await fixture.withGoods('3')];
      const [reply, cancelled, merged] = await Promise.all([
        fixture.move(b.id, 'historico', { tipo: 'PUBLICO', mensagem: `<p>Rodada ${round}</p>` }),
        fixture.move(b.id, 'cancelar', { motivo: 'Desistiu' }, { as: 'OPERADOR' }),
        merge(a.id, [b.id], { as: 'OPERADOR' }),
      ]);
      expect([reply.status, cancelled.status, merged.status].every((status) => status < 500)).toBe(true);
      expect([cancelled.status, merged.status].sort()).toEqual([200, 422]);
      const where = merged.status === 200 ? a.id : b.id;
      const said = (await fixture.get(`tickets/${where}/historico`)).body.itens as { mensagem: string }[];
      expect(said.filter(({ mensagem }) => mensagem.includes(`Rodada ${round}`))).toHaveLength(
        reply.status === 200 ? 1 : 0,
      );
      expect(await held(b.invoiceLines[0] ?? 0)).toBe(merged.status === 200 ? 3 : 0);
    }
  });
});
