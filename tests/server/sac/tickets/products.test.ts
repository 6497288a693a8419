import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq, gt } from 'drizzle-orm';
import {
  auditLog,
  invoiceItems,
  ticketAttachments,
  ticketEvents,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import { picture } from '../returnsFixture.ts';
import { ticketsWithOtherFigures } from './figuresOnTickets.ts';
import { type StepsFixture, stepsFixture } from './steps/stepsFixture.ts';

let fixture: StepsFixture;
beforeAll(async () => {
  fixture = await stepsFixture();
});
afterAll(() => fixture?.close());

const change = (id: number, body: object, who?: Parameters<StepsFixture['post']>[2]) =>
  fixture.post(`tickets/${id}/produtos`, body, who);

describe('changing the products of a ticket', () => {
  it('requires the permission and a ticket in scope', async () => {
    const { id, lineIds } = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2']);
    const body = { removidos: [lineIds[1]] };
    expect((await change(id, body, 'OTHER_OPERATOR')).status).toBe(404);
    expect((await change(id, body, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await change(id, body, 'VENDEDOR')).status).toBe(403);
    expect((await change(id, { ...body, versao: 7 })).status).toBe(409);
    expect((await change(id, {})).body.code).toBe('DADOS_INVALIDOS');
    expect(await fixture.lines(id)).toHaveLength(2);
  });

  it('adds, changes and removes in one transaction', async () => {
    const { db } = fixture.server.deps;
    const { id, lineIds } = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2']);
    const other = await fixture.returning('ABERTURA', ['1']);
    const file = (await fixture.upload('foto.jpg', await picture(1))).body.data;
    const added = {
      produto_id: fixture.productIds[0],
      nfe: other.key,
      qtd_solicitada: '9',
      motivo_id: 1,
      arquivos: [file],
    };
    const answer = await change(
      id,
      {
        versao: 1,
        itens: [added],
        alterados: [{ id: lineIds[0], qtd_solicitada: '10', motivo_id: 8, obs: ' Trocado ' }],
        removidos: [lineIds[1]],
      },
      'OPERADOR',
    );
    expect(answer.body.errors).toEqual({ 'itens.0.arquivos.0': 'Arquivo não encontrado. Envie-o de novo.' });
    const done = await change(id, {
      versao: 1,
      itens: [added],
      alterados: [{ id: lineIds[0], qtd_solicitada: '10', motivo_id: 8, obs: ' Trocado ' }],
      removidos: [lineIds[1]],
    });
    expect(done.body).toEqual({ data: { id, message: 'Produtos: 1 incluído, 1 alterado, 1 removido.' } });
    expect(await fixture.lines(id)).toMatchObject([
      { line: 1, requested: '10.000', held: '10.000', reasonText: 'Produto trocado', note: 'Trocado' },
      { line: 3, requested: '9.000', held: '9.000', reasonText: 'Desacordo com o pedido' },
    ]);
    const reported = await db
      .select()
      .from(ticketEvents)
      .where(and(eq(ticketEvents.ticketId, id), eq(ticketEvents.type, 'PRODUTOS')))
      .orderBy(ticketEvents.id);
    const audited = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'tickets'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect([reported.length, audited.length]).toEqual([1, 1]);
    expect(await db.select().from(ticketAttachments).where(eq(ticketAttachments.ticketId, id))).toHaveLength(
      1,
    );
  });

  it('is validated like a new ticket', async () => {
    const { id, lineIds, key } = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2']);
    const other = await fixture.returning('ABERTURA', ['4']);
    const answer = await change(id, {
      itens: [
        { produto_id: fixture.productIds[0], nfe: other.key, qtd_solicitada: '7', motivo_id: 1 },
        { produto_id: fixture.productIds[1], nfe: key, qtd_solicitada: '1', motivo_id: 1 },
      ],
      alterados: [
        { id: lineIds[0], qtd_solicitada: '11', motivo_id: 1 },
        { id: lineIds[1], qtd_solicitada: '1,5', motivo_id: 12 },
        { id: other.lineIds[0], qtd_solicitada: '1', motivo_id: 1 },
      ],
      removidos: [999_999],
    });
    expect(answer.body.errors).toEqual({
      'removidos.0': 'Este produto não é deste ticket.',
      'alterados.0.qtd_solicitada':
        'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: restam 10 UN para devolver.',
      'alterados.1.qtd_solicitada':
        'Quantidade inválida. Verifique a quantidade adicionada. P-2 - Linha 2: a quantidade precisa ser um número, com ponto nos decimais.',
      'alterados.2.id': 'Este produto não é deste ticket.',
      'itens.0.qtd_solicitada':
        'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: restam 6 de 10 UN para devolver: outro ticket já solicitou 4.',
      'itens.1.produto_id': 'Este produto já está no ticket. Altere a linha dele.',
    });
    const all = await change(id, { removidos: lineIds });
    expect(Object.keys(all.body.errors)).toEqual(['removidos']);
    expect(await fixture.lines(id)).toHaveLength(2);
  });

  it('judges lines of one invoice line together, which a merged ticket can have', async () => {
    const { db } = fixture.server.deps;
    const { id, lineIds } = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2']);
    const [first] = await fixture.lines(id);
    await db
      .update(ticketItems)
      .set({ invoiceItemId: first?.invoiceItemId, productId: first?.productId as number })
      .where(eq(ticketItems.id, lineIds[1] as number));
    const raised = (...quantities: string[]) =>
      change(id, {
        alterados: quantities.map((qtd_solicitada, at) => ({
          id: lineIds[at],
          qtd_solicitada,
          motivo_id: 1,
        })),
      });
    expect((await raised('6', '6')).body.code).toBe('DADOS_INVALIDOS');
    expect((await fixture.lines(id)).map(({ held }) => held)).toEqual(['2.000', '2.000']);
    expect((await raised('9', '1')).status).toBe(200);
    expect((await raised('1', '9')).status).toBe(200);
    expect((await raised('1', '10')).body.code).toBe('DADOS_INVALIDOS');
    expect((await fixture.lines(id)).map(({ held }) => held)).toEqual(['1.000', '9.000']);
  });

  it('is refused once anything was analysed, and after the end of the ticket', async () => {
    const { db } = fixture.server.deps;
    const analysed = await fixture.returning('ENVIO_NF_DEVOLUCAO', ['2', '2']);
    await db
      .update(ticketItems)
      .set({ status: 'A', authorized: '2' })
      .where(eq(ticketItems.id, analysed.lineIds[0] ?? 0));
    expect((await change(analysed.id, { removidos: [analysed.lineIds[1]] })).body.code).toBe('JA_ANALISADO');
    const ended = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2'], { status: 'CANCELADO' });
    expect((await change(ended.id, { removidos: [ended.lineIds[1]] })).body.code).toBe('TICKET_ENCERRADO');
  });

  it('succeeds for one of two that take the last pieces at once', async () => {
    const source = await fixture.returning('ABERTURA', ['4']);
    const two = [
      await fixture.returning('ANALISE_DEVOLUCAO', ['1']),
      await fixture.returning('ANALISE_DEVOLUCAO', ['1']),
    ];
    const item = { produto_id: fixture.productIds[0], nfe: source.key, qtd_solicitada: '6', motivo_id: 1 };
    const answers = await Promise.all(two.map(({ id }) => change(id, { itens: [item] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('happens once when the command is sent twice', async () => {
    const { id, lineIds } = await fixture.returning('ANALISE_DEVOLUCAO', ['2', '2']);
    const send = () =>
      fixture.server.call('POST', `/sac/tickets/${id}/produtos`, {
        token: fixture.tokens.ADMIN,
        body: { removidos: [lineIds[1]] },
        headers: { 'idempotency-key': `produtos-${id}` },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect(first?.body).toEqual(second?.body);
    const reported = await fixture.server.deps.db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, id))
      .orderBy(ticketEvents.id);
    expect(reported).toHaveLength(1);
  });

  it('leaves every ticket with the quantity and the worth of its lines', async () => {
    const { db } = fixture.server.deps;
    expect(await db.$count(tickets, gt(tickets.worth, '0'))).toBeGreaterThan(3);
    expect(await ticketsWithOtherFigures(db)).toEqual([]);
    // Also when an invoice line is corrected, or lines are removed by whatever way.
    const [line] = await db
      .select()
      .from(ticketItems)
      .where(gt(ticketItems.requested, '1'))
      .orderBy(desc(ticketItems.id))
      .limit(1);
    await db
      .update(invoiceItems)
      .set({ unitPriceNoTax: '7.77', factor: '12', taxes: { ipi: { perc: '5', valor: '9.99' } } })
      .where(eq(invoiceItems.id, line?.invoiceItemId ?? 0));
    expect(await ticketsWithOtherFigures(db)).toEqual([]);
    await db
      .update(ticketItems)
      .set({ status: 'N' })
      .where(eq(ticketItems.id, line?.id ?? 0));
    expect(await ticketsWithOtherFigures(db)).toEqual([]);
    await db.delete(ticketItems).where(eq(ticketItems.id, line?.id ?? 0));
    expect(await ticketsWithOtherFigures(db)).toEqual([]);
  });
});
