import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { products, sectors, ticketInvoices, tickets, ticketTypes } from '#server/db/tables/index.ts';
import { picture, type ReturnsFixture, returnsFixture, sendForm, uploaded } from '../../returnsFixture.ts';
import { create, goodItem, goodQuestion, goodReturn, refusedErrors, storedTicket } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());
const db = () => fixture.server.deps.db;

const stored = (id: number) => storedTicket(fixture, id);
describe('POST /sac/tickets with a valid return', () => {
  it('creates ticket, lines, message and photos with one event and one audit entry', async () => {
    const { OPERADOR: token } = fixture.tokens;
    // Counted in units, yet sold in fractions because the product allows it.
    await db().update(products).set({ fractional: true }).where(eq(products.id, fixture.product.plain));
    const [photo, letter] = [await uploaded(fixture, token, 1), await uploaded(fixture, token, 2)];
    const answer = await create(
      fixture,
      goodReturn(fixture, {
        mensagem: '  Chegou <b>aberta</b> & molhada\nsegue foto  ',
        arquivos: [letter],
        itens: [
          goodItem(fixture, { qtd_solicitada: '2.5' }),
          goodItem(fixture, {
            produto_id: fixture.product.photo,
            qtd_solicitada: 1,
            motivo_id: 4,
            obs: ' lata <i>amassada</i> ',
            arquivos: [photo],
          }),
        ],
      }),
    );
    expect(answer.status).toBe(200);
    const { id } = answer.body.data;
    expect(answer.body).toEqual({ data: { id, message: `Ticket ${id} aberto com sucesso.` } });

    const { ticket, items, messages, events, attachments, audits } = await stored(id);
    expect(ticket).toMatchObject({
      status: 'ABERTO',
      archived: false,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      representativeId: fixture.representativeId,
      operatorId: null,
      creatorId: fixture.people.OPERADOR,
      origin: 'SAC',
      subject: 'Devolução de mercadoria',
      reasons: [
        { id: 1001, descricao: 'Desacordo comercial' },
        { id: 1002, descricao: 'Preço diferente do negociado' },
      ],
      finalConsumer: false,
      flowKey: 'DEVOLUCAO',
      flowVersion: 1,
      stepKey: 'ABERTURA',
      version: 1,
    });
    expect(ticket?.sectorId).not.toBeNull();
    expect(ticket?.dueAt?.getTime()).toBeGreaterThan(fixture.server.deps.now().getTime());
    expect(items).toMatchObject([
      {
        line: 1,
        requested: '2.500',
        held: '2.500',
        status: 'AN',
        reasonText: 'Desacordo com o pedido',
        unitPrice: '10.0000',
      },
      { line: 2, requested: '1.000', held: '1.000', note: 'lata <i>amassada</i>', reasonText: 'Avaria' },
    ]);
    expect(messages).toMatchObject([
      { type: 'PUBLICO', html: 'Chegou &#60;b&#62;aberta&#60;/b&#62; &#38; molhada<br>segue foto' },
    ]);
    expect(events).toMatchObject([{ type: 'CRIACAO', internal: false, personId: fixture.people.OPERADOR }]);
    expect(audits).toMatchObject([{ action: 'CRIAR', personId: fixture.people.OPERADOR, before: null }]);
    expect(attachments.map(({ link, file }) => [file.name, link.itemId, link.messageId])).toEqual([
      ['foto 1.jpg', items[1]?.id, null],
      ['foto 2.jpg', null, messages[0]?.id],
    ]);
    expect(attachments.every(({ file }) => file.linkedAt !== null)).toBe(true);
  });

  it('stores the same from a form with photos as from JSON with uploaded ones', async () => {
    const { OPERADOR: token } = fixture.tokens;
    const photos = [await uploaded(fixture, token, 21), await uploaded(fixture, token, 22)];
    const asJson = await create(
      fixture,
      goodReturn(fixture, {
        mensagem: 'Duas fotos',
        arquivos: [photos[1]],
        itens: [goodItem(fixture, { produto_id: fixture.product.photo, arquivos: [photos[0]], obs: 'ç' })],
      }),
    );
    const asForm = await sendForm(fixture, '/sac/tickets', token, [
      ['origem', 'SAC'],
      ['idTipo', '1'],
      ['tipo', 'DEVOLUCAO'],
      ['menu', 'SOLICITACAO'],
      ['motivo1', '1001'],
      ['motivo2', '1002'],
      ['motivo3', ''],
      ['idCli', String(fixture.customerIds.first)],
      ['idFil', String(fixture.branchIds[0])],
      ['mensagem', 'Duas fotos'],
      ['arquivos[]', [await picture(22), 'foto 22.jpg']],
      ['itens[0][produto_id]', String(fixture.product.photo)],
      ['itens[0][nfe]', fixture.key.first],
      ['itens[0][qtd_solicitada]', '1'],
      ['itens[0][motivo_id]', '1'],
      ['itens[0][obs]', 'ç'],
      ['itens[0][arquivos][]', [await picture(21), 'foto 21.jpg']],
    ]);
    expect([asJson.status, asForm.status]).toEqual([200, 200]);
    const [left, right] = [await stored(asJson.body.data.id), await stored(asForm.body.data.id)];
    const essence = ({ ticket, items, messages, events, attachments }: typeof left) => ({
      ticket: { ...ticket, id: 0 },
      items: items.map((item) => ({ ...item, id: 0, ticketId: 0 })),
      messages: messages.map(({ html, type }) => ({ html, type })),
      events: events.map(({ type, note, data }) => ({ type, note, data })),
      files: attachments.map(({ link, file }) => [
        file.name,
        file.size,
        file.sha256,
        link.itemId === items[0]?.id,
      ]),
    });
    expect(essence(right)).toEqual(essence(left));
  });
});

describe('POST /sac/tickets of other types', () => {
  it('stores for an extension who was late, by how many days and for which invoices', async () => {
    const { status, body } = await create(fixture, {
      origem: 'SAC',
      idTipo: 3,
      tipo: 'PRORROGACAO',
      motivo1: 1034,
      motivo2: 1035,
      idCli: fixture.customerIds.first,
      idFil: fixture.branchIds[0],
      notas: [fixture.key.first],
      responsavel_prorrogacao: 'TRANSPORTADORA',
      responsavel_prorrogacao_id: fixture.carrier.active,
      dias_atraso_prorrogacao: 12,
    });
    expect([status, body]).toEqual([200, expect.anything()]);
    const { ticket } = await stored(body.data.id);
    expect(ticket).toMatchObject({
      flowKey: 'PRORROGACAO',
      extension: { responsavel: 'TRANSPORTADORA', responsavelId: fixture.carrier.active, diasAtraso: 12 },
    });
    expect(await db().$count(ticketInvoices, eq(ticketInvoices.ticketId, body.data.id))).toBe(1);
  });

  it('holds no quantity for loose products and keeps the given subject', async () => {
    const { body } = await create(fixture, {
      ...goodQuestion(fixture, { assunto: ' Cor da lata ' }),
      itensAvulsos: [{ produto_id: fixture.product.photo, descricao: 'outra coisa' }],
    });
    const { ticket, items } = await stored(body.data.id);
    expect(ticket?.subject).toBe('Cor da lata');
    expect(items).toMatchObject([{ invoiceItemId: null, held: '0.000', description: 'Tinta acrílica' }]);
  });

  it('puts the new ticket first in the list of the person who opened it', async () => {
    const { body } = await create(fixture, goodQuestion(fixture));
    const [newest] = await db().select().from(tickets).orderBy(desc(tickets.id)).limit(1);
    expect(newest?.id).toBe(body.data.id);
    const list = await fixture.server.call('GET', '/sac/tickets?take=1', { token: fixture.tokens.OPERADOR });
    expect(list.body.itens[0].id).toBe(body.data.id);
  });
});

describe('the priority of a new ticket', () => {
  const priorityOf = async (id: number) => (await stored(id)).ticket?.priority;
  const opened = async (change: object = {}, as: 'OPERADOR' | 'REPRESENTANTE' = 'OPERADOR') =>
    (await create(fixture, goodQuestion(fixture, change), { as })).body.data.id;

  it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)('is never chosen by %s', async (as) => {
    const errors = await refusedErrors(fixture, goodQuestion(fixture, { prioridade: 'URGENTE' }), as);
    expect(errors).toHaveProperty('prioridade');
  });
  it('is that of the type, or else of the first sector, also for people who do not see it', async () => {
    expect(await priorityOf(await opened())).toBe('NORMAL');
    const { ticket } = await stored(await opened());
    await db()
      .update(sectors)
      .set({ priority: 'BAIXA' })
      .where(eq(sectors.id, ticket?.sectorId ?? 0));
    expect(await priorityOf(await opened())).toBe('BAIXA');
    await db().update(ticketTypes).set({ priority: 'ALTA' }).where(eq(ticketTypes.id, 11));
    expect(await priorityOf(await opened())).toBe('ALTA');
    expect(await priorityOf(await opened({}, 'REPRESENTANTE'))).toBe('ALTA');
    await db().update(ticketTypes).set({ priority: null });
    await db().update(sectors).set({ priority: null });
  });
  it('is what whoever may prioritize tickets chooses, told in the audit', async () => {
    const id = await opened({ prioridade: 'URGENTE' });
    expect(await priorityOf(id)).toBe('URGENTE');
    expect((await stored(id)).audits).toMatchObject([{ after: { prioridade: 'URGENTE' } }]);
  });
});
