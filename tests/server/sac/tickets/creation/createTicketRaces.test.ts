import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, like, sql } from 'drizzle-orm';
import {
  auditLog,
  invoiceItems,
  invoices,
  ticketAttachments,
  ticketEvents,
  ticketItems,
  tickets,
} from '#server/db/tables/index.ts';
import {
  addInvoice,
  invoiceOf,
  type ReturnsFixture,
  returnsFixture,
  uploaded,
} from '../../returnsFixture.ts';
import { create, goodItem, goodQuestion, goodReturn } from './newTicket.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const db = () => fixture.server.deps.db;
const counts = async () => ({
  tickets: await db().$count(tickets),
  items: await db().$count(ticketItems),
  events: await db().$count(ticketEvents),
  attachments: await db().$count(ticketAttachments),
  audits: await db().$count(auditLog, and(eq(auditLog.entity, 'tickets'), like(auditLog.action, 'CRIAR'))),
});
const returning = (nfe: string, qtd_solicitada: string) =>
  goodReturn(fixture, { itens: [goodItem(fixture, { nfe, qtd_solicitada })] });

/** Σ held + returned, and purchased, over the lines of an invoice. */
async function useOf(key: string) {
  const { rows } = await db().execute<{ taken: string; purchased: string }>(sql`
    select (sum(i.returned) + coalesce(sum((select sum(t.held) from ${ticketItems} t
      where t.invoice_item_id = i.id)), 0))::float as taken, sum(i.purchased)::float as purchased
    from ${invoiceItems} i join ${invoices} n on n.id = i.invoice_id where n.key = ${key}`);
  return rows[0];
}

describe('concurrent requests for one invoice line', () => {
  it('give the last unit to one of 20, refuse 19 and leave nothing half-written', async () => {
    const key = await invoiceOf(fixture, 3001, '10', '2');
    expect((await create(fixture, returning(key, '7'))).status).toBe(200);
    const before = await counts();
    const people = ['OPERADOR', 'VENDEDOR', 'SUPERVISOR', 'GERENTE', 'ADMIN', 'REPRESENTANTE'] as const;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        create(fixture, returning(key, '1'), { as: people[n % people.length], key: `ultima-${n}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
      expect([status, body.errors]).toEqual([
        422,
        {
          'itens.0.qtd_solicitada':
            'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: restam 0 de 10 UN para devolver: outro ticket já solicitou 8, 2 já voltaram.',
        },
      ]);
    }
    const after = await counts();
    expect(after).toEqual({
      tickets: before.tickets + 1,
      items: before.items + 1,
      events: before.events + 1,
      attachments: before.attachments,
      audits: before.audits + 1,
    });
    expect(await useOf(key)).toEqual({ taken: 10, purchased: 10 });
  });

  it('grant three of twelve that want 3 of 10, and report the remainder to the rest', async () => {
    const key = await invoiceOf(fixture, 3002, '10');
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(fixture, returning(key, '3'))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.body.errors).toEqual({
      'itens.0.qtd_solicitada':
        'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: resta 1 de 10 UN para devolver: outro ticket já solicitou 9.',
    });
    expect(await useOf(key)).toEqual({ taken: 9, purchased: 10 });
  });

  it('do not deadlock when two lines are named in opposite orders', async () => {
    const { plain, photo } = fixture.product;
    const key = await addInvoice(fixture.server, {
      number: 3003,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      daysAgo: 1,
      lines: [
        { productId: plain, purchased: '1000' },
        { productId: photo, purchased: '1000' },
      ],
    });
    const items = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => {
        const pair = [
          goodItem(fixture, { nfe: key }),
          goodItem(fixture, {
            nfe: key,
            produto_id: photo,
            arquivos: [await uploaded(fixture, fixture.tokens.OPERADOR, n)],
          }),
        ];
        return n % 2 ? pair : pair.reverse();
      }),
    );
    const answers = await Promise.all(items.map((itens) => create(fixture, goodReturn(fixture, { itens }))));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect(await useOf(key)).toEqual({ taken: 32, purchased: 2000 });
  });

  it('take a product that is on two lines of an invoice from both', async () => {
    const { plain } = fixture.product;
    const key = await addInvoice(fixture.server, {
      number: 3004,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      daysAgo: 1,
      lines: [
        { productId: plain, purchased: '3', returned: '1' },
        { productId: plain, purchased: '4' },
      ],
    });
    const { body } = await create(fixture, returning(key, '5'));
    const lines = await db()
      .select({ held: ticketItems.held })
      .from(ticketItems)
      .where(eq(ticketItems.ticketId, body.data.id))
      .orderBy(ticketItems.line);
    expect(lines).toEqual([{ held: '2.000' }, { held: '3.000' }]);
    expect((await create(fixture, returning(key, '2'))).body.errors).toEqual({
      'itens.0.qtd_solicitada':
        'Quantidade inválida. Verifique a quantidade adicionada. P-1 - Linha 1: resta 1 de 7 UN para devolver: outro ticket já solicitou 5, 1 já voltou.',
    });
  });
});

describe('idempotency key of POST /sac/tickets', () => {
  it('creates one ticket and one answer for ten concurrent requests', async () => {
    const before = await counts();
    const body = goodReturn(fixture, { arquivos: [], mensagem: 'Só uma vez' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => create(fixture, body, { key: 'dez' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ body: { data } }) => data.id)).size).toBe(1);
    expect((await counts()).tickets).toBe(before.tickets + 1);
  });

  it('accepts the corrected body after a rejected one', async () => {
    const wrong = await create(fixture, goodQuestion(fixture, { mensagem: ' ' }), { key: 'conserto' });
    expect(wrong.status).toBe(422);
    expect((await create(fixture, goodQuestion(fixture), { key: 'conserto' })).status).toBe(200);
  });

  it('is rejected with CHAVE_REPETIDA for a different body', async () => {
    await create(fixture, goodQuestion(fixture), { key: 'outra' });
    const { status, body } = await create(fixture, goodQuestion(fixture, { mensagem: 'Outra' }), {
      key: 'outra',
    });
    expect([status, body.code]).toEqual([422, 'CHAVE_REPETIDA']);
  });
});

describe('uploaded photo', () => {
  it('is attached once when several tickets use it at the same time', async () => {
    const photo = await uploaded(fixture, fixture.tokens.OPERADOR, 99);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create(fixture, goodQuestion(fixture, { arquivos: [photo] }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status !== 200)?.body.errors).toEqual({
      'arquivos.0': 'Arquivo não encontrado. Envie-o de novo.',
    });
  });
});
