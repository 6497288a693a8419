import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import {
  nfeDocuments,
  packagings,
  parameters,
  pickups,
  pickupTickets,
  ticketAttachments,
  ticketEvents,
  ticketItems,
} from '#server/db/tables/index.ts';
import { picture } from '../../returnsFixture.ts';
import { heldWithinBought, type Returning, type StepsFixture, stepsFixture } from './stepsFixture.ts';

let fixture: StepsFixture;
beforeAll(async () => {
  fixture = await stepsFixture();
});
afterAll(() => fixture?.close());

const approveAll = ({ lineIds }: Returning, quantities: readonly string[]) => ({
  analise: { linhas: lineIds.map((id, at) => ({ id, autorizada: quantities[at] })) },
});

describe('analysis of a return', () => {
  it('answers 404 out of scope, 403 without permission and 422 to data of another step', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const body = approveAll(ticket, ['3']);
    expect((await fixture.advance(ticket.id, body, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await fixture.advance(ticket.id, body, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await fixture.advance(ticket.id, body, 'VENDEDOR')).status).toBe(403);
    const stray = await fixture.advance(ticket.id, { ...body, conferencia: { linhas: [] } });
    expect([stray.status, Object.keys(stray.body.errors)]).toEqual([422, ['conferencia']]);
    expect((await fixture.lines(ticket.id)).map(({ status }) => status)).toEqual(['AN']);
  });

  it('reports line by line what is missing and saves nothing', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3', '4', '5']);
    const other = await fixture.returning('ANALISE_DEVOLUCAO', ['1']);
    const [first, second] = ticket.lineIds;
    const answer = await fixture.advance(ticket.id, {
      analise: {
        linhas: [
          { id: first, autorizada: '2' },
          { id: second, autorizada: '3', avaria: 1 },
          { id: other.lineIds[0], autorizada: '1' },
        ],
      },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      'analise.linhas.0.autorizada': 'P-1 - Linha 1: falta 1 de 3 UN.',
      'analise.linhas.1.motivoAnalise': 'P-2 - Linha 2: informe o motivo do que não foi autorizado.',
      'analise.linhas.2.id': 'Este produto não está entre os que esta etapa trata.',
      'analise.linhas.3': 'Falta analisar: P-1 - Linha 3.',
    });
    expect(answer.body.error).toContain('Há mais 3 pontos a corrigir.');
    const nothing = await fixture.advance(ticket.id, {});
    expect(Object.keys(nothing.body.errors)).toHaveLength(3);
    expect((await fixture.lines(ticket.id)).map(({ status, held }) => [status, held])).toEqual([
      ['AN', '3.000'],
      ['AN', '4.000'],
      ['AN', '5.000'],
    ]);
  });

  it('authorises nothing of a note whose signer is unproven where that gives no right, at any door', async () => {
    const { db } = fixture.server.deps;
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3']);
    const other = await fixture.returning('ANALISE_DEVOLUCAO', ['1']);
    await db.insert(nfeDocuments).values({
      key: ticket.key,
      kind: 'VENDA',
      state: 'INVOICE',
      emitter: '',
      digest: '',
      content: Buffer.alloc(0),
    });
    const mark = 'Cadeia não conferida';
    const products = `tickets/${ticket.id}/produtos`;
    expect((await fixture.get(products)).body).toMatchObject([{ avisoNota: mark, semDireito: '' }]);
    const rule = (value: string) =>
      db.update(parameters).set({ value }).where(eq(parameters.key, 'notaSemCadeia'));
    await rule('NAO_DA_DIREITO');
    const refusal = expect.stringContaining('não foi conferida');
    expect((await fixture.get(products)).body).toMatchObject([{ avisoNota: mark, semDireito: refusal }]);
    expect((await fixture.get(`tickets/${ticket.id}`)).body.data).toMatchObject({
      notas: [{ avisoNota: mark }],
    });
    const approved = await fixture.advance(ticket.id, approveAll(ticket, ['3']));
    expect(approved.body.errors).toEqual({ 'analise.linhas.0.autorizada': refusal });
    const raised = await fixture.post(products, {
      alterados: [{ id: ticket.lineIds[0], qtd_solicitada: '4', motivo_id: 1 }],
    });
    expect(raised.body.errors).toEqual({ 'alterados.0.qtd_solicitada': expect.stringContaining('restam 3') });
    const added = await fixture.post(`tickets/${other.id}/produtos`, {
      itens: [{ produto_id: fixture.productIds[0], nfe: ticket.key, qtd_solicitada: '1', motivo_id: 1 }],
    });
    expect(added.body.errors).toMatchObject({ 'itens.0.produto_id': refusal });
    const denied = await fixture.advance(ticket.id, {
      analise: {
        linhas: [{ id: ticket.lineIds[0], autorizada: '0', falta: '3', motivoAnalise: 'Nota sem cadeia' }],
      },
    });
    // Denied, it goes another way than the standard one; the analysis itself has no objection.
    expect(Object.keys(denied.body.errors ?? {})).toEqual(['etapa']);
    await rule('ATE_HAVER_CERTIFICADOS');
  });

  it('analyses every line, releases what was cut and records it once', async () => {
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['3', '4.5']);
    const [first, second] = ticket.lineIds;
    const answer = await fixture.advance(ticket.id, {
      analise: {
        linhas: [
          { id: first, autorizada: 0, fora_prazo: '3', motivoAnalise: ' Passou do prazo ' },
          { id: second, autorizada: '2.5', falta: 1, quebra_direta: '1', motivoAnalise: 'Contado' },
        ],
      },
    });
    expect([answer.status, answer.body.data?.etapaAtual?.chave]).toEqual([200, 'ENVIO_NF_DEVOLUCAO']);
    expect(await fixture.lines(ticket.id)).toMatchObject([
      {
        status: 'N',
        authorized: '0.000',
        outOfTerm: '3.000',
        held: '0.000',
        analysisReason: 'Passou do prazo',
      },
      { status: 'A', authorized: '2.500', missing: '1.000', broken: '1.000', held: '2.500' },
    ]);
    const events = await fixture.server.deps.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, ticket.id))
      .orderBy(ticketEvents.id);
    expect(events.map(({ note }) => note)).toEqual([
      expect.stringContaining('Análise: 1 produto aprovado, 1 produto negado.'),
    ]);
  });

  it('takes more in a second analysis only as far as it is still free', async () => {
    const { db } = fixture.server.deps;
    const ticket = await fixture.returning('ANALISE_DEVOLUCAO', ['8']);
    const [line = 0] = ticket.lineIds;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '2', damaged: '6', held: '1', checked: '1' })
      .where(eq(ticketItems.id, line));
    const rival = await fixture.addTicket({ status: 'EM_ATENDIMENTO', stepKey: 'ANALISE_DEVOLUCAO' });
    const [own] = await fixture.lines(ticket.id);
    await db.insert(ticketItems).values({
      ticketId: rival,
      line: 1,
      invoiceItemId: own?.invoiceItemId ?? 0,
      productId: own?.productId ?? 0,
      description: 'Rival',
      requested: '7',
      held: '7',
    });
    const more = await fixture.advance(ticket.id, approveAll(ticket, ['8']));
    expect([more.status, more.body.errors]).toEqual([
      422,
      {
        'analise.linhas.0.autorizada':
          'P-1 - Linha 1: outro ticket já solicitou parte desta quantidade. Autorize menos.',
      },
    ]);
    expect(await fixture.lines(ticket.id)).toMatchObject([{ held: '1.000', checked: '1.000' }]);
    const less = await fixture.advance(ticket.id, {
      analise: { linhas: [{ id: line, autorizada: '3', avaria: '5', motivoAnalise: 'Contado de novo' }] },
    });
    expect(less.status).toBe(200);
    expect(await fixture.lines(ticket.id)).toMatchObject([{ held: '3.000', checked: null }]);
  });

  it('does not take one unit twice in two concurrent second analyses', async () => {
    const { db } = fixture.server.deps;
    const one = await fixture.returning('ANALISE_DEVOLUCAO', ['8']);
    const two = await fixture.returning('ANALISE_DEVOLUCAO', ['8']);
    const [line] = await fixture.lines(one.id);
    const bought = line?.invoiceItemId ?? 0;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '1', held: '1', invoiceItemId: bought })
      .where(inArray(ticketItems.ticketId, [one.id, two.id]));
    const answers = await Promise.all(
      [one, two].map((ticket) => fixture.advance(ticket.id, approveAll(ticket, ['8']))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const held = await db.select().from(ticketItems).where(eq(ticketItems.invoiceItemId, bought));
    expect(held.reduce((sum, each) => sum + Number(each.held), 0)).toBe(9);
  });
});

describe('pickup', () => {
  it('must be confirmed before the goods can arrive', async () => {
    const { db } = fixture.server.deps;
    const ticket = await fixture.returning('COLETA', ['3'], { status: 'AGUARDANDO_TERCEIRO' });
    expect((await fixture.advance(ticket.id, {})).body.code).toBe('FALTAM_PRODUTOS');
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '3' })
      .where(eq(ticketItems.ticketId, ticket.id));
    expect((await fixture.advance(ticket.id, {})).body.code).toBe('SEM_COLETA');
    const [pickup] = await db
      .insert(pickups)
      .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.ADMIN })
      .returning();
    await db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId: ticket.id });
    expect((await fixture.advance(ticket.id, {})).body.code).toBe('COLETA_NAO_CONFIRMADA');
    await db.update(pickups).set({ status: 'CONFIRMADA' });
    expect((await fixture.advance(ticket.id, {})).status).toBe(200);
  });
});

describe('check-in', () => {
  const arriving = async () => {
    const ticket = await fixture.returning('CONFERENCIA_DEVOLUCAO', ['3', '4', '5']);
    const [first = 0, second = 0, third = 0] = ticket.lineIds;
    const { db } = fixture.server.deps;
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '3' })
      .where(inArray(ticketItems.id, [first, second]));
    await db.update(ticketItems).set({ status: 'N', held: '0' }).where(eq(ticketItems.id, third));
    return { ...ticket, first, second, third };
  };
  const photo = async () => (await fixture.upload('avaria.jpg', await picture(3))).body.data;

  it('counts the approved lines, and requires a photo of damaged goods', async () => {
    const { id, first, second, third } = await arriving();
    const check = (linhas: object[], more = {}) => fixture.advance(id, { conferencia: { linhas }, ...more });
    const wrong = await check([
      { id: first, recebida: '4' },
      { id: third, recebida: '0' },
    ]);
    expect(wrong.body.errors).toEqual({
      'conferencia.linhas.0.recebida':
        'P-1 - Linha 1: foram autorizados 3 UN: não registre mais do que isso.',
      'conferencia.linhas.1.id': 'Este produto não está entre os que esta etapa trata.',
      'conferencia.linhas.2': 'Falta conferir: P-2 - Linha 2.',
    });
    const unproved = await check([
      { id: first, recebida: '3' },
      { id: second, recebida: '3', avariada: true },
    ]);
    expect(Object.keys(unproved.body.errors)).toEqual(['conferencia.linhas.1.arquivos']);
    const linhas = [
      { id: first, recebida: '3' },
      { id: second, recebida: '2', avariada: true, obs: 'Lata amassada', arquivos: [await photo()] },
    ];
    const differing = await check(linhas);
    expect(differing.body.code).toBe('ESCOLHA_ETAPA');
    const done = await check(linhas, { etapa: 'DIVERGENCIA', motivo: 'Faltou um' });
    expect(done.status).toBe(200);
    expect(await fixture.lines(id)).toMatchObject([
      { checked: '3.000', held: '3.000' },
      { checked: '2.000', held: '2.000', checkNote: 'Chegou avariado. Lata amassada' },
      { checked: null, held: '0.000' },
    ]);
    const photos = await fixture.server.deps.db
      .select()
      .from(ticketAttachments)
      .where(eq(ticketAttachments.itemId, second));
    expect(photos).toHaveLength(1);
  });

  it('may count in another unit: the timeline tells that, the line stays told as it was given', async () => {
    const { db } = fixture.server.deps;
    const ticket = await fixture.returning('CONFERENCIA_DEVOLUCAO', ['2', '2']);
    const [exact = 0, inexact = 0] = ticket.lineIds;
    await db.insert(packagings).values(
      fixture.productIds.map((productId) => ({
        productId,
        name: 'Caixa',
        unit: 'CX',
        conversionFactor: '6',
      })),
    );
    await db
      .update(ticketItems)
      .set({ status: 'A', unit: 'CX', factor: '6', requested: '1', authorized: '1', held: '6' })
      .where(eq(ticketItems.ticketId, ticket.id));
    const linhas = [
      { id: exact, recebida: '3', unidade: 'UN' },
      { id: inexact, recebida: '1', unidade: 'UN' },
    ];
    const body = { conferencia: { linhas }, etapa: 'DIVERGENCIA', motivo: 'Faltaram' };
    expect((await fixture.advance(ticket.id, body)).status).toBe(200);
    expect(await fixture.lines(ticket.id)).toMatchObject([
      // Half a box.
      { unit: 'CX', factor: '6.000', authorized: '1.000', checked: '0.500', held: '3.000' },
      // A sixth of a box cannot be told in boxes.
      { unit: 'UN', factor: '1.000', authorized: '6.000', checked: '1.000', held: '1.000' },
    ]);
    const events = await db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, ticket.id))
      .orderBy(ticketEvents.id);
    expect(events.map(({ note }) => note).join()).toContain(
      'Contado em outra unidade: P-1 - Linha 1, 3 de 6 UN; P-2 - Linha 2, 1 de 6 UN.',
    );
    await db.delete(packagings);
  });
});

describe('invariant of returned goods', () => {
  it('holds for every invoice line: held and returned never exceed the purchase', () =>
    heldWithinBought(fixture));
});
