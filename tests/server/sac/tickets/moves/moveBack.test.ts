import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { currentFlow } from '#server/config/flows/queries.ts';
import {
  carriers,
  invoiceItems,
  invoices,
  invoiceTitles,
  parameters,
  pickups,
  pickupTickets,
  reasons,
  returnInvoices,
  ticketEvents,
  ticketInvoices,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { type MoveFixture, moveFixture } from './moveFixture.ts';

let fixture: MoveFixture;
beforeAll(async () => {
  fixture = await moveFixture();
});
afterAll(() => fixture?.server.close());

describe('moving a ticket back', () => {
  it('requires a reason and restores the previous step as it was', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'ENVIO_NF_DEVOLUCAO']);
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, { status: 'A', requested: '5', authorized: '4', held: '4' });
    expect((await fixture.move(id, 'retroceder-etapa', { motivo: ' ' })).body.errors).toHaveProperty(
      'motivo',
    );
    const { body } = await fixture.move(
      id,
      'retroceder-etapa',
      { motivo: 'Rever as fotos' },
      { as: 'OPERADOR' },
    );
    expect(body.data.etapaAtual.chave).toBe('ANALISE_DEVOLUCAO');
    expect(await fixture.holds(id)).toEqual([{ held: 4, settled: false, checked: null }]);
    const first = await fixture.move(id, 'retroceder-etapa', { motivo: 'Do começo' });
    expect(first.body.data).toMatchObject({ etapaAtual: { chave: 'ABERTURA' }, status: 'EM_ATENDIMENTO' });
    expect((await fixture.move(id, 'retroceder-etapa', { motivo: 'Mais' })).body.code).toBe('SEM_RETORNO');
  });

  it('over the check-in discards the counts, unless others took the quantity', async () => {
    const path = [
      'ABERTURA',
      'ANALISE_DEVOLUCAO',
      'ENVIO_NF_DEVOLUCAO',
      'COLETA',
      'CONFERENCIA_DEVOLUCAO',
      'FINANCEIRO',
    ];
    const id = await fixture.at('DEVOLUCAO', path);
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, {
      status: 'A',
      requested: '6',
      authorized: '6',
      checked: '4',
      held: '4',
    });
    await fixture.move(id, 'retroceder-etapa', { motivo: 'Contar de novo' });
    expect((await fixture.holds(id))[0]).toMatchObject({ held: 4, checked: 4 });
    const other = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    const taken = await fixture.addLine(other, line, { requested: '5', held: '5' });
    const refused = await fixture.move(id, 'retroceder-etapa', { motivo: 'Não chegou' });
    expect([refused.body.code, refused.body.errors]).toEqual([
      'QUANTIDADE_INDISPONIVEL',
      { 'linhas.0': 'Produto 1: o ticket precisa de 6 UN, e só restam 5 de 10.' },
    ]);
    await fixture.server.deps.db.delete(tickets).where(eq(tickets.id, other));
    expect(taken).toBeGreaterThan(0);
    await fixture.move(id, 'retroceder-etapa', { motivo: 'Não chegou' });
    expect((await fixture.holds(id))[0]).toMatchObject({ held: 6, checked: null });
  });
});

describe('cancelling a ticket', () => {
  it('keeps the step and releases the quantities, for a consumer too', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'COMPLEMENTO_CLIENTE'], {
      customerId: fixture.customerIds.consumer,
      status: 'AGUARDANDO_CLIENTE',
      dueMinutesLeft: 60,
    });
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, { requested: '5', held: '5' });
    const shown = (await fixture.get(`tickets/${id}`, 'CONSUMIDOR_FINAL')).body.data;
    expect(shown.acoes.cancelar).toBe(true);
    const { body } = await fixture.move(id, 'cancelar', { motivo: 'Vou ficar' }, { as: 'CONSUMIDOR_FINAL' });
    expect(body.data).toMatchObject({ status: 'CANCELADO', etapaAtual: { chave: 'COMPLEMENTO_CLIENTE' } });
    expect(await fixture.ticket(id)).toMatchObject({ dueAt: null, dueMinutesLeft: null, finishedAt: null });
    expect((await fixture.holds(id))[0]?.held).toBe(0);
  });

  it('is refused once a line was analysed or the first work step was passed', async () => {
    const analysed = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO']);
    await fixture.addLine(analysed, null, { status: 'N' });
    const gone = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO']);
    for (const id of [analysed, gone]) {
      expect((await fixture.move(id, 'cancelar', { motivo: 'x' })).body.code).toBe('JA_ANALISADO');
      expect((await fixture.get(`tickets/${id}`)).body.data.acoes.cancelar).toBe(false);
    }
  });
});

describe('reclassifying a ticket', () => {
  const to = (key: string) => ({ idTipo: fixture.types.get(key) ?? 0 });

  it('starts the flow of the new type, keeps the lines and drops the old reasons', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO'], {
      status: 'AGUARDANDO_TERCEIRO',
      reasons: [
        { id: 1, descricao: 'Entrega' },
        { id: 2, descricao: 'Demora' },
      ],
    });
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, { requested: '5', held: '5' });
    const { status, body } = await fixture.move(id, 'reclassificar', {
      ...(await fixture.toType('DEVOLUCAO')),
      motivo: 'É devolução',
    });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        status: 'EM_ATENDIMENTO',
        etapaAtual: { chave: 'ABERTURA', descricao: 'Abertura' },
      }),
    ]);
    expect(await fixture.ticket(id)).toMatchObject({
      flowKey: 'DEVOLUCAO',
      reasons: expect.not.arrayContaining([{ id: 1, descricao: 'Entrega' }]),
    });
    expect((await fixture.holds(id))[0]?.held).toBe(5);
    expect((await fixture.lastEvent(id)).note).toContain('Motivos retirados: Entrega > Demora.');
    expect((await fixture.move(id, 'retroceder-etapa', { motivo: 'x' })).body.code).toBe('SEM_RETORNO');
    await fixture.move(id, 'avancar-etapa');
    const back = await fixture.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('ABERTURA');
  });

  it('keeps the step within one flow', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA', 'TRATATIVA', 'REENVIO'], {
      status: 'AGUARDANDO_TERCEIRO',
    });
    await fixture.addLine(id, null, {});
    const { body } = await fixture.move(id, 'reclassificar', await fixture.toType('QUALIDADE'));
    expect(body.data).toMatchObject({ status: 'AGUARDANDO_TERCEIRO', etapaAtual: { chave: 'REENVIO' } });
    const back = await fixture.move(id, 'retroceder-etapa', { motivo: 'x' });
    expect(back.body.data.etapaAtual.chave).toBe('TRATATIVA');
  });

  it('refuses a type that would end approved goods without a return, not one that receives them', async () => {
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA', 'ANALISE_DEVOLUCAO', 'ENVIO_NF_DEVOLUCAO']);
    const [line = 0] = await fixture.bought('10');
    await fixture.addLine(id, line, { requested: '5', authorized: '5', held: '5', status: 'A' });
    const refused = await fixture.move(id, 'reclassificar', to('DUVIDA_PRODUTO'));
    expect([refused.status, refused.body.code]).toEqual([422, 'JA_ANALISADO']);
    expect((await fixture.ticket(id)).flowKey).toBe('DEVOLUCAO');
    const damage = await fixture.toType('AVARIA_TRANSPORTE');
    const bare = await fixture.move(id, 'reclassificar', damage);
    expect(bare.body.errors).toEqual({ transportadora_id: 'Escolha a transportadora.' });
    const { db } = fixture.server.deps;
    const [carrier] = await db
      .insert(carriers)
      .values({ cnpj: '55666777000181', legalName: 'Veloz', tradeName: 'Veloz' })
      .returning();
    await db
      .update(tickets)
      .set({ carrierId: carrier?.id ?? null })
      .where(eq(tickets.id, id));
    expect((await fixture.move(id, 'reclassificar', damage)).status).toBe(200);
  });

  it('into an extension requires an open title of each of its invoices, given as a whole or by a line', async () => {
    const { db } = fixture.server.deps;
    const [line = 0] = await fixture.bought('10');
    const [other = 0] = await fixture.bought('10');
    const invoiceOf = async (itemId: number) =>
      (
        await db
          .select({ id: invoices.id, number: invoices.number, key: invoices.key })
          .from(invoices)
          .innerJoin(invoiceItems, eq(invoiceItems.invoiceId, invoices.id))
          .where(eq(invoiceItems.id, itemId))
      ).at(0);
    const [one, two] = [await invoiceOf(line), await invoiceOf(other)];
    if (!one || !two) throw new Error('no invoices');
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    const refusal = async () => {
      const before = await fixture.traces(id);
      const { status, body } = await fixture.move(id, 'reclassificar', to('PRORROGACAO'));
      expect([status, await fixture.traces(id)]).toEqual([422, before]);
      return Object.values(body.errors).join();
    };
    expect(await refusal()).toBe('Inclua pelo menos uma nota fiscal com título em aberto.');
    await fixture.addLine(id, line, {});
    expect(await refusal()).toBe('Esta nota não tem título em aberto: não há o que prorrogar.');
    const title = { number: '1/1', dueOn: '2026-12-01', amount: '10' };
    await db.insert(invoiceTitles).values({ ...title, invoiceId: one.id });
    await db.insert(invoiceTitles).values({ ...title, invoiceId: two.id, paidOn: '2026-11-20' });
    await db.insert(ticketInvoices).values({ ticketId: id, invoiceId: two.id });
    expect(await refusal()).toBe(
      `A nota ${two.number} não tem título em aberto: não há o que prorrogar. Abra outro ticket só com as notas em aberto.`,
    );
    await db.update(invoiceTitles).set({ paidOn: null });
    const late = {
      ...(await fixture.toType('PRORROGACAO')),
      responsavel_prorrogacao: 'REPRESENTANTE',
      responsavel_prorrogacao_id: fixture.representativeId,
      dias_atraso_prorrogacao: 4,
    };
    expect((await fixture.move(id, 'reclassificar', late)).status).toBe(200);
    expect(await fixture.ticket(id)).toMatchObject({ flowKey: 'PRORROGACAO', stepKey: 'ABERTURA' });
    const bare = await fixture.at('ATENDIMENTO', ['ABERTURA']);
    expect((await fixture.move(bare, 'reclassificar', { ...late, notas: [one.key] })).status).toBe(200);
  });

  it('adds what the new type demands in the same command', async () => {
    const id = await fixture.at('ATENDIMENTO', ['ABERTURA'], { subject: 'Devolver latas' });
    const [line = 0] = await fixture.bought('10');
    const { db } = fixture.server.deps;
    const [bought] = await db
      .select({ key: invoices.key, productId: invoiceItems.productId })
      .from(invoiceItems)
      .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
      .where(eq(invoiceItems.id, line));
    const [reason] = await db.select().from(reasons).where(eq(reasons.kind, 'PRODUTO')).limit(1);
    const item = {
      nfe: bought?.key,
      produto_id: bought?.productId,
      qtd_solicitada: '3',
      obs: 'Amassadas',
      motivo_id: reason?.id,
    };
    const type = await fixture.toType('DEVOLUCAO');
    const wrong = await fixture.move(id, 'reclassificar', {
      ...type,
      itens: [{ ...item, qtd_solicitada: '11' }],
    });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['itens.0.qtd_solicitada']]);
    const done = await fixture.move(id, 'reclassificar', { ...type, itens: [item] });
    expect([done.body.errors, done.status]).toEqual([undefined, 200]);
    expect(await fixture.holds(id)).toEqual([{ held: 3, settled: false, checked: null }]);
    expect((await fixture.lastEvent(id)).note).toContain('1 produto incluído');
  });

  it('lets no type be reached, and no step be left, without the goods that the type demands', async () => {
    const { db } = fixture.server.deps;
    const all = await db.select().from(ticketTypes);
    for (const { key, flags, flowKey } of all) {
      const id = await fixture.at(key === 'ATENDIMENTO' ? 'DUVIDA_FINANCEIRA' : 'ATENDIMENTO', ['ABERTURA']);
      const demandsGoods = flags.usa_nota_produto === 2 || flags.usa_produto === 2 || flags.usa_nota === 2;
      const full = await fixture.move(id, 'reclassificar', await fixture.toType(key));
      expect([key, full.status]).toEqual([key, demandsGoods ? 422 : 200]);
      const demandsLines = flags.usa_nota_produto === 2 || flags.usa_produto === 2;
      const flow = await currentFlow(db, flowKey);
      for (const { chave, terminal } of flow?.flow.etapas ?? []) {
        if (!demandsLines || terminal) continue;
        const bare = await fixture.at(key, ['ABERTURA', chave], { stepKey: chave, status: 'EM_ATENDIMENTO' });
        const { status, body } = await fixture.move(bare, 'avancar-etapa', {}, { as: 'ADMIN' });
        expect([key, chave, status, body.code]).toEqual([key, chave, 422, 'FALTAM_PRODUTOS']);
      }
    }
  });

  it('refuses the same type, an unknown one, and a ticket with documents', async () => {
    const { db } = fixture.server.deps;
    const id = await fixture.at('DEVOLUCAO', ['ABERTURA']);
    for (const idTipo of [to('DEVOLUCAO').idTipo, 999_999])
      expect((await fixture.move(id, 'reclassificar', { idTipo })).body.errors).toHaveProperty('idTipo');
    expect((await fixture.move(id, 'reclassificar', to('TROCA'), { as: 'OPERADOR' })).status).toBe(403);
    const [pickup] = await db
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.ADMIN })
      .returning();
    await db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId: id });
    expect((await fixture.move(id, 'reclassificar', to('TROCA'))).body.code).toBe('EM_COLETA');
    await db.delete(pickups);
    await db.insert(returnInvoices).values({
      ticketId: id,
      key: '1'.repeat(44),
      total: '1',
      mirrorTotal: '1',
      createdBy: fixture.people.ADMIN,
    });
    expect((await fixture.move(id, 'reclassificar', to('TROCA'))).body.code).toBe('NOTA_ENVIADA');
    expect(await db.$count(ticketEvents, eq(ticketEvents.ticketId, id))).toBe(1);
  });
});

describe('due times', () => {
  it('follow the hours of the branch', async () => {
    const { db } = fixture.server.deps;
    const open = { dias: [0, 1, 2, 3, 4, 5, 6], inicio: '00:00', fim: '24:00' };
    await db
      .insert(parameters)
      .values({ area: 'SAC', key: 'expediente', branchId: fixture.branchIds[0], value: open });
    const id = await fixture.at('DUVIDA_PRODUTO', ['ABERTURA']);
    await fixture.move(id, 'avancar-etapa');
    const { dueAt } = await fixture.ticket(id);
    expect((dueAt?.getTime() ?? 0) - fixture.server.deps.now().getTime()).toBe(8 * 60 * 60 * 1000);
    await db.delete(parameters).where(eq(parameters.branchId, fixture.branchIds[0]));
  });
});
