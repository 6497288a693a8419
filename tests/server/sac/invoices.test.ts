import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { ticketItems, tickets, ticketTypes } from '#server/db/tables/index.ts';
import {
  addInvoice,
  type ReturnsFixture,
  returnsFixture,
  setParameter,
  WINDOW_DAYS,
} from './returnsFixture.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

type As = keyof ReturnsFixture['tokens'];
const call = (url: string, as: As = 'OPERADOR') =>
  fixture.server.call('GET', url, { token: fixture.tokens[as] });
const list = (customer: number, branch: number, query: Record<string, string> = {}, as?: As) =>
  call(`/sac/tickets/notasfiscais/${customer}/${branch}?${new URLSearchParams(query)}`, as);
const own = (query: Record<string, string> = {}) =>
  list(fixture.customerIds.first, fixture.branchIds[0], query);
const numbers = async (query: Record<string, string> = {}) =>
  (await own(query)).body.itens.map(({ numNf }: { numNf: number }) => numNf);
const products = (key: string, as?: As) => call(`/sac/tickets/notasfiscais/${key}?tipoTicket=DEVOLUCAO`, as);
const today = () => localDate(fixture.server.deps.now(), 'America/Sao_Paulo');

describe('invoices of a customer at a branch', () => {
  it('are those inside the return window, with the fields of the wizard', async () => {
    const { body } = await own();
    expect(body.itens).toEqual([
      {
        id: expect.any(Number),
        chave: fixture.key.first,
        avisoNota: '',
        numNf: 1001,
        dtSai: addDays(today(), -10),
        filial: { idFil: fixture.branchIds[0], razSoc: 'Matriz Ltda.' },
        qtdeIt: 3,
        vlTot: '100.0000',
        transportadora: null,
      },
    ]);
    expect(body.paginator.total).toBe(1);
  });

  it('use the window of the parameter, or five years without one', async () => {
    await setParameter(fixture, 'diasLimiteDevolucao', WINDOW_DAYS + 1);
    expect(await numbers()).toEqual([1001, 1002]);
    await setParameter(fixture, 'diasLimiteDevolucao', '');
    expect(await numbers()).toEqual([1001, 1002]);
    await setParameter(fixture, 'diasLimiteDevolucao', WINDOW_DAYS);
    expect(await numbers({ dtInicial: '2000-01-01' })).toEqual([1001]);
  });

  it.each([
    ['the number', { numero: '1001' }, [1001]],
    ['another number', { numero: '1002' }, []],
    ['text that is not a number', { numero: 'abc' }, []],
    ['a blank number, which finds all', { numero: '  ' }, [1001]],
  ])('are found by %s', async (_what, query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  it('are found by access key, but never those of another customer', async () => {
    expect(await numbers({ numero: fixture.key.first.toLowerCase() })).toEqual([1001]);
    expect(await numbers({ numero: fixture.key.second })).toEqual([]);
  });

  it('are filtered by day, both ends included', async () => {
    const day = addDays(today(), -10);
    expect(await numbers({ dtInicial: day, dtFinal: day })).toEqual([1001]);
    expect(await numbers({ dtFinal: addDays(day, -1) })).toEqual([]);
    expect(await numbers({ dtInicial: addDays(day, 1) })).toEqual([]);
    expect((await own({ dtInicial: '2026-02-30' })).body.errors).toEqual({
      dtInicial: 'Informe uma data válida.',
    });
  });

  it('are filtered by a product, which they then show', async () => {
    const { body } = await own({ idProd: String(fixture.product.photo) });
    expect(body.itens[0].produto).toMatchObject({ produto_id: fixture.product.photo, qtd: '5', numNF: 1001 });
    expect(await numbers({ idProd: '999999' })).toEqual([]);
  });

  it('include their open titles on request', async () => {
    expect((await own()).body.itens[0].titulos).toBeUndefined();
    expect((await own({ withTitulos: '2' })).body.itens[0].titulos).toEqual([
      { nro: '1001/2', dtVenc: '2027-01-01', valor: '50.0000' },
    ]);
  });

  it('answer for a customer or branch out of scope as for an unknown one', async () => {
    const { first, second, consumer } = fixture.customerIds;
    const [here, there] = fixture.branchIds;
    const unknown = await list(999_999, here);
    const foreign: [number, number, As][] = [
      [second, there, 'OPERADOR'],
      [first, there, 'ADMIN'],
      [second, there, 'REPRESENTANTE'],
      [first, here, 'CONSUMIDOR_FINAL'],
    ];
    for (const [customer, branch, as] of foreign) {
      const { status, body } = await list(customer, branch, {}, as);
      expect(status).toBe(404);
      expect({ ...body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    expect((await list(consumer, here, {}, 'CONSUMIDOR_FINAL')).body.itens[0].numNf).toBe(1004);
  });
});

describe('products of an invoice', () => {
  it('show what can still be returned, and why nothing can', async () => {
    const { body } = await products(fixture.key.first);
    expect(body).toHaveLength(3);
    expect(body[0]).toEqual({
      id: expect.any(Number),
      produto_id: fixture.product.plain,
      idExibicao: 'P-1',
      descNF: 'Linha 1',
      marca: 'Aço',
      unidade: 'UN',
      unidadeBase: 'UN',
      embalagens: [{ unidade: 'UN', fator: '1' }],
      fracionavel: false,
      valor_sem_imposto: '9.0000',
      valor_unitario: '10.0000',
      qtd_comprada: '10',
      qtd_devolvida: '0',
      qtd_em_tickets: '0',
      qtd_em_notas: '0',
      qtd_alem: '0',
      qtd: '10',
      qtd_comprada_base: '10',
      qtd_base: '10',
      indisponivel: false,
      motivoIndisponivel: '',
      anexo_obrigatorio: false,
      idImagem: null,
      numNF: 1001,
    });
    expect(body[1].anexo_obrigatorio).toBe(true);
    expect(body[2]).toMatchObject({ indisponivel: true, motivoIndisponivel: 'Produto não disponível' });
  });

  it('are all unavailable outside the return window', async () => {
    const { body } = await products(fixture.key.old);
    expect(body[0]).toMatchObject({
      qtd: '10',
      indisponivel: true,
      motivoIndisponivel: 'O prazo de devolução desta nota terminou.',
    });
  });

  it('count returned and held quantities; the same product on two lines is one', async () => {
    const { plain, photo } = fixture.product;
    const key = await addInvoice(fixture.server, {
      number: 2001,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      daysAgo: 3,
      lines: [
        { productId: plain, purchased: '4', returned: '1.5' },
        { productId: photo, purchased: '2' },
        { productId: plain, purchased: '6' },
      ],
    });
    const [first, second] = (await products(key)).body;
    expect(first).toMatchObject({ qtd_comprada: '10', qtd_devolvida: '1.5', qtd: '8.5' });
    await hold(second.id, '2');
    const [, held] = (await products(key)).body;
    expect(held).toMatchObject({
      qtd_em_tickets: '2',
      qtd_em_notas: '0',
      qtd_alem: '0',
      qtd: '0',
      indisponivel: true,
      motivoIndisponivel: 'Outro ticket já solicitou o que restava.',
    });
  });

  it('answer for an invoice out of scope as for an unknown one', async () => {
    const unknown = await products('3'.repeat(44));
    expect(unknown.status).toBe(404);
    for (const [key, as] of [
      [fixture.key.second, 'OPERADOR'],
      [fixture.key.second, 'REPRESENTANTE'],
      [fixture.key.first, 'CONSUMIDOR_FINAL'],
    ] as const) {
      const { status, body } = await products(key, as);
      expect(status).toBe(404);
      expect({ ...body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    }
    expect((await products(fixture.key.consumer, 'CONSUMIDOR_FINAL')).status).toBe(200);
    expect((await products('1001')).status).toBe(404);
  });
});

describe('products that a customer bought', () => {
  const bought = (query: Record<string, string> = {}) =>
    call(
      `/sac/tickets/produtos-nota/${fixture.customerIds.first}/${fixture.branchIds[0]}?${new URLSearchParams(query)}`,
    );

  it('appear once each and are found without accents', async () => {
    const { body } = await bought();
    expect(body.paginator.total).toBe(3);
    expect(body.itens).toContainEqual({ id: fixture.product.gone, display: 'P-3 - Lâmpada antiga' });
    expect((await bought({ q: 'lampada p-3' })).body.itens).toEqual([
      { id: fixture.product.gone, display: 'P-3 - Lâmpada antiga' },
    ]);
    expect((await bought({ q: '%' })).body.itens).toEqual([]);
    expect((await bought({ take: '1', page: '3' })).body.itens).toHaveLength(1);
  });

  it('return 404 for a customer out of scope', async () => {
    const url = `/sac/tickets/produtos-nota/${fixture.customerIds.second}/${fixture.branchIds[1]}`;
    expect((await call(url)).status).toBe(404);
  });
});

/** A ticket that takes a quantity from an invoice line. */
async function hold(invoiceItemId: number, held: string) {
  const { db } = fixture.server.deps;
  const [type] = await db.select().from(ticketTypes).limit(1);
  const [ticket] = await db
    .insert(tickets)
    .values({
      typeId: type?.id ?? 0,
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      creatorId: fixture.people.OPERADOR,
      origin: 'SAC',
      flowKey: 'DEVOLUCAO',
      flowVersion: 1,
      stepKey: 'ABERTURA',
    })
    .returning();
  await db.insert(ticketItems).values({
    ticketId: ticket?.id ?? 0,
    line: 1,
    invoiceItemId,
    productId: fixture.product.photo,
    description: 'Linha',
    requested: held,
    held,
  });
}
