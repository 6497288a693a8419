import { describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { invoiceItems, invoices, nfeDocuments, products, ticketItems } from '#server/db/tables/index.ts';
import { addInvoice } from '../returnsFixture.ts';
import {
  activeRows,
  carrierId,
  confirm,
  eventsOf,
  fixture,
  foreign,
  generate,
  generated,
  one,
  openPickups,
  otherCarrierId,
  send,
  UNKNOWN,
  versionOf,
  waiting,
} from './pickupFixture.ts';

openPickups();

describe('access to pickups', () => {
  it('answers 404 for a pickup or order of another branch, as for an unknown one', async () => {
    const id = await generated([await waiting()]);
    for (const path of [`coletas/${id}`, `tickets/oc/transportadora/${id}`]) {
      const [theirs, unknown] = await Promise.all([
        fixture.get(path, 'OTHER_OPERATOR'),
        fixture.get(path.replace(/\d+$/, `${UNKNOWN}`), 'OTHER_OPERATOR'),
      ]);
      expect([theirs.status, theirs.body.error, theirs.body.code]).toEqual([
        404,
        unknown.body.error,
        unknown.body.code,
      ]);
    }
    for (const [method, path, body] of [
      ['PUT', `coletas/${id}`, { obs: 'meu' }],
      ['POST', `coletas/${id}/cancelar`, { motivo: 'meu' }],
    ] as const)
      expect((await send(method, path, body, 'OTHER_OPERATOR')).status).toBe(404);
    const list = await fixture.get('coletas?take=100', 'OTHER_OPERATOR');
    expect(list.body.itens.map((row: { id: number }) => row.id)).not.toContain(id);
    expect((await one(id)).status).toBe('GERADA');
  });

  it('is refused with 403 to consumers, representatives and sellers', async () => {
    for (const who of ['CONSUMIDOR_FINAL', 'REPRESENTANTE', 'VENDEDOR'] as const) {
      expect((await fixture.get('coletas', who)).status).toBe(403);
      expect((await fixture.get('tickets/ordem-coleta', who)).status).toBe(403);
      expect((await generate([1], who)).status).toBe(403);
      expect((await confirm({ coletas: [1] }, who)).status).toBe(403);
    }
  });

  it('reports ids out of scope as unknown and processes the others', async () => {
    const own = await waiting();
    const theirs = await waiting({ branchId: fixture.branchIds[1], customerId: fixture.customerIds.second });
    const { body } = await generate([theirs, own, UNKNOWN]);
    expect(body).toMatchObject({
      processados: 3,
      sucesso: [own],
      falhas: [
        { id: theirs, ...foreign },
        { id: UNKNOWN, ...foreign },
      ],
    });
    expect(await activeRows([theirs])).toEqual([]);
    const their = await generated([theirs], 'ADMIN');
    const confirmed = await confirm({ coletas: [their, body.coletas[0].id, UNKNOWN] });
    expect(confirmed.body).toMatchObject({
      sucesso: [body.coletas[0].id],
      falhas: [
        { id: their, ...foreign },
        { id: UNKNOWN, ...foreign },
      ],
    });
    expect((await confirm({ tickets: [theirs, UNKNOWN] })).body.falhas).toEqual([
      { id: theirs, ...foreign },
      { id: UNKNOWN, ...foreign },
    ]);
  });

  it('shows only tickets in scope of a shared pickup and prevents changing it', async () => {
    const own = await waiting();
    const theirs = await waiting({ branchId: fixture.branchIds[1], customerId: fixture.customerIds.second });
    const id = await generated([own, theirs], 'ADMIN');
    const seen = await one(id, 'OPERADOR');
    expect(seen.tickets.map((row: { id: number }) => row.id)).toEqual([own]);
    expect(seen).toMatchObject({ totalTickets: 1, clientes: ['Mercado Azul'] });
    expect((await confirm({ coletas: [id] })).body.falhas[0].codigo).toBe('FORA_DO_ALCANCE');
    const cancelled = await send('POST', `coletas/${id}/cancelar`, { motivo: 'x' });
    expect([cancelled.status, cancelled.body.code]).toEqual([422, 'FORA_DO_ALCANCE']);
    expect(await versionOf(own)).toBe(2);
    expect((await fixture.get(`coletas?termo=${theirs}`, 'OPERADOR')).body.itens).toEqual([]);
    expect((await fixture.get(`coletas?termo=${own}`, 'OPERADOR')).body.itens).toHaveLength(1);
  });
});

describe('pickup generation', () => {
  it('creates one pickup per carrier, with one entry in each timeline', async () => {
    const ids = [await waiting(), await waiting({ carrierId: otherCarrierId }), await waiting()];
    const { status, body } = await generate(ids, 'OPERADOR', { obs: ' Tocar a campainha ' });
    expect([status, body.sucesso, body.falhas]).toEqual([200, ids, []]);
    expect(body.coletas.map((each: { tickets: number[] }) => each.tickets)).toEqual([
      [ids[0], ids[2]],
      [ids[1]],
    ]);
    expect(body.coletas[0].responsavel).toBe('Expresso Ágil');
    const pickup = await one(body.coletas[0].id);
    expect(pickup).toMatchObject({ status: 'GERADA', versao: 1, obs: 'Tocar a campainha', totalTickets: 2 });
    expect(pickup.acoes).toEqual({ confirmar: true, cancelar: true, agendar: true });
    for (const id of ids) {
      expect(await versionOf(id)).toBe(2);
      expect(await eventsOf(id)).toHaveLength(1);
    }
    const ticket = await fixture.get(`tickets/${ids[0]}`);
    expect(ticket.body.data.coleta).toEqual({
      id: body.coletas[0].id,
      status: 'GERADA',
      agendadaPara: null,
    });
  });

  it('assigns the representative or a named person, and reports tickets without either', async () => {
    const alone = await waiting({ carrierId: null, representativeId: null });
    expect((await generate([alone])).body.falhas[0].codigo).toBe('SEM_RESPONSAVEL');
    expect((await generate([alone], 'OPERADOR', {}, 'representante')).body.falhas[0].codigo).toBe(
      'SEM_RESPONSAVEL',
    );
    const unknown = await generate([alone], 'OPERADOR', { responsavel: UNKNOWN });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { responsavel: 'Escolha um responsável da lista.' },
    ]);
    const named = await generate([alone], 'OPERADOR', { responsavel: otherCarrierId });
    expect(named.body.coletas[0].responsavel).toBe('Sem Correio');
    const own = await generate([await waiting()], 'OPERADOR', {}, 'representante');
    expect((await one(own.body.coletas[0].id)).responsavel).toMatchObject({
      tipo: 'REPRESENTANTE',
      nome: 'Roberto Tavares',
      cnpj: null,
    });
  });

  it('refuses, row by row, tickets that wait for no pickup', async () => {
    const elsewhere = await waiting({ stepKey: 'FINANCEIRO', status: 'EM_ATENDIMENTO' });
    const cancelled = await waiting({ status: 'CANCELADO' });
    const archived = await waiting({ status: 'CANCELADO', archived: true });
    const taken = await waiting();
    await generate([taken]);
    const { body } = await generate([elsewhere, cancelled, archived, taken, taken]);
    expect(body.processados).toBe(4);
    expect(body.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual([
      'FORA_DA_COLETA',
      'TICKET_ENCERRADO',
      'ARQUIVADO',
      'JA_EM_COLETA',
    ]);
    expect(body.coletas).toEqual([]);
  });

  it('rejects a day in the past or too far ahead', async () => {
    const id = await waiting();
    for (const agendadaPara of ['2020-01-01', '2199-01-01'])
      expect((await generate([id], 'OPERADOR', { agendadaPara })).body.errors).toHaveProperty('agendadaPara');
  });

  it('gives the tickets to one of twenty concurrent requests', async () => {
    const ids = [await waiting(), await waiting()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => generate(index % 2 ? ids : [...ids].reverse())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.flatMap(({ body }) => body.sucesso)).toHaveLength(2);
    expect(await activeRows(ids)).toHaveLength(2);
    for (const id of ids) {
      expect(await eventsOf(id)).toHaveLength(1);
      expect(await versionOf(id)).toBe(2);
    }
  });

  it('accepts the type as the answers spell it', async () => {
    const id = await waiting();
    const answer = await send('POST', 'tickets/ordem-coleta/TRANSPORTADORA', { tickets: [id] }, 'OPERADOR');
    expect([answer.status, answer.body.sucesso]).toEqual([200, [id]]);
  });

  it('of tickets selected in a list says what the dialog says', async () => {
    const ids = [await waiting()];
    const dados = { tipo: 'TRANSPORTADORA', obs: ' Doca 2 ' };
    const { body } = await send('POST', 'tickets/lote/gerar-coletas', { ids, dados }, 'SUPERVISOR');
    expect([body.data?.sucesso, body.error]).toEqual([ids, undefined]);
    const { coleta } = (await fixture.get(`tickets/${ids[0]}`)).body.data;
    expect(await one(coleta.id)).toMatchObject({ obs: 'Doca 2' });
  });

  it('is idempotent with the same key', async () => {
    const id = await waiting();
    const twice = () =>
      send('POST', 'tickets/ordem-coleta/transportadora', { tickets: [id] }, 'OPERADOR', {
        'Idempotency-Key': 'coleta-1',
      });
    expect((await twice()).body).toEqual((await twice()).body);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('pickup candidates', () => {
  it('are tickets on the step without a pickup, grouped by who would fetch them', async () => {
    const known = await waiting();
    const alone = await waiting({ carrierId: null });
    const taken = await waiting();
    const theirs = await waiting({ branchId: fixture.branchIds[1] });
    await generate([taken]);
    const all = await fixture.get('tickets/ordem-coleta', 'OPERADOR');
    const ids = all.body.itens.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(expect.arrayContaining([known, alone]));
    expect(ids).not.toContain(taken);
    expect(ids).not.toContain(theirs);
    expect(all.body.total).toBe(ids.length);
    const { grupos } = (await fixture.get('tickets/ordem-coleta/transportadora', 'OPERADOR')).body;
    const groupOf = (id: number) =>
      grupos.find((group: { tickets: { id: number }[] }) => group.tickets.some((row) => row.id === id));
    expect(groupOf(known).responsavel).toMatchObject({ tipo: 'TRANSPORTADORA', id: carrierId });
    expect(groupOf(alone).responsavel).toBeNull();
    const byPerson = await fixture.get('tickets/ordem-coleta/representante', 'OPERADOR');
    expect(byPerson.body.grupos[0].responsavel).toMatchObject({ tipo: 'REPRESENTANTE' });
  });

  it('name the carrier of the file of their invoice until somebody registers it, and then wait for it', async () => {
    const CNPJ = '45723174000110';
    const { server, tokens } = fixture;
    const ticket = await ofInvoice({ carrier: CNPJ, carrierName: 'Expresso da Nota' });
    const person = await ofInvoice({ carrier: '40000000477', carrierName: 'Zé do Caminhão' });
    const chosen = await ofInvoice({ carrier: CNPJ, carrierName: 'Expresso da Nota' }, { carrierId });
    const groupsNow = async () =>
      (await fixture.get('tickets/ordem-coleta/transportadora', 'OPERADOR')).body.grupos as {
        responsavel: { nome: string } | null;
        tickets: { id: number; transportadoraDaNota: object | null }[];
      }[];
    const of = async (id: number) => {
      const group = (await groupsNow()).find(({ tickets }) => tickets.some((row) => row.id === id));
      const row = group?.tickets.find((each) => each.id === id);
      return { who: group?.responsavel?.nome ?? null, named: row?.transportadoraDaNota };
    };
    expect(await of(ticket)).toEqual({ who: null, named: { cnpj: CNPJ, nome: 'Expresso da Nota' } });
    expect(await of(person)).toEqual({ who: null, named: null });
    expect(await of(chosen)).toEqual({ who: 'Expresso Ágil', named: null });
    const made = await server.call('POST', '/config/cadastros/transportadoras', {
      token: tokens.ADMIN,
      body: { dados: { cnpj: CNPJ, razaoSocial: 'Expresso da Nota Ltda.', nomeFantasia: 'Da Nota' } },
    });
    expect(made.status).toBe(200);
    expect(await of(ticket)).toEqual({ who: 'Da Nota', named: null });
    expect(await of(chosen)).toEqual({ who: 'Expresso Ágil', named: null });
    expect((await generate([ticket])).body.coletas).toMatchObject([{ responsavel: 'Da Nota' }]);
  });
});

let number = 7000;
/** A waiting ticket about one line of an invoice that came with a file. */
async function ofInvoice(
  file: { carrier: string; carrierName: string },
  given: Parameters<typeof waiting>[0] = { carrierId: null },
): Promise<number> {
  const { server, customerIds, branchIds } = fixture;
  const { db } = server.deps;
  number += 1;
  const [product] = await db
    .insert(products)
    .values({ code: `P${number}`, description: 'Cola', brand: '', unit: 'UN' })
    .returning();
  const lines = [{ productId: product?.id ?? 0, purchased: '10' }];
  const key = await addInvoice(server, {
    ...{ number, customerId: customerIds.first, branchId: branchIds[0], daysAgo: 5, lines },
  });
  const [line] = await db
    .select({ id: invoiceItems.id, invoiceId: invoiceItems.invoiceId })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(invoices.key, key));
  await db.insert(nfeDocuments).values({
    ...{
      key,
      kind: 'VENDA',
      state: 'INVOICE',
      emitter: '11222333000181',
      invoiceId: line?.invoiceId ?? null,
    },
    ...{ digest: `d${number}`, content: Buffer.from('x'), ...file },
  });
  const id = await waiting(given);
  await db.insert(ticketItems).values({
    ...{ ticketId: id, line: 1, invoiceItemId: line?.id ?? null, productId: product?.id ?? 0 },
    ...{ description: 'Cola', requested: '1', held: '1', unitPrice: '10' },
  });
  return id;
}
