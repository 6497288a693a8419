import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { seedStandard } from '#server/db/seed/standard.ts';
import {
  branches,
  customers,
  invoiceItems,
  invoices,
  invoiceTitles,
  nfeDocuments,
  parameters,
  ticketEvents,
  ticketInvoices,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { runNfeImport } from '#server/sac/nfe/runNfeImport.ts';
import { changesOf } from '#tests/support/changes.ts';
import { CUSTOMER_CNPJ, keyOf, nfeProc, OWN_CNPJ, procEventoNFe } from '#tests/support/nfe/nfeFiles.ts';
import { type NfeFixture, nfeFixture, outcomes } from './nfeFixture.ts';

let fixture: NfeFixture;
beforeAll(async () => {
  fixture = await nfeFixture();
  await seedStandard(fixture.server.deps.db);
});
afterAll(() => fixture?.close());

const xml = (content: string) => ({ name: 'nota.xml', content });
const invoiceOf = async (key: string) => {
  const [row] = await fixture.server.deps.db.select().from(invoices).where(eq(invoices.key, key));
  return row;
};
const documentOf = async (key: string, eventType = '') => {
  const { db } = fixture.server.deps;
  const [row] = await db
    .select({ state: nfeDocuments.state, kind: nfeDocuments.kind, invoiceId: nfeDocuments.invoiceId })
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.key, key), eq(nfeDocuments.eventType, eventType)));
  return row;
};
const customerOf = async (document: string) => {
  const [row] = await fixture.server.deps.db.select().from(customers).where(eq(customers.document, document));
  return row;
};
/** A separate receiver for each case. */
const buyers = ['33000167000101', '60746948000112', '00000000000191', '33592510000154'] as const;
const titles = '<cobr><dup><nDup>001</nDup><dVenc>2090-06-11</dVenc><vDup>21.00</vDup></dup></cobr>';

describe('cancellation of an NF-e', () => {
  it('withdraws return rights, titles and last purchase, and notifies open tickets', async () => {
    const { db } = fixture.server.deps;
    const receiver = buyers[0];
    const early = { number: '10', receiver, issuedAt: '2026-03-01T08:00:00-03:00' };
    const late = { number: '11', receiver, titles };
    await fixture.importFiles(xml(nfeProc(early)), xml(nfeProc(late)));
    const invoice = await invoiceOf(keyOf(late));
    const ticketId = await ticketAbout(invoice);
    const reported = () => changesOf(fixture.server, fixture.token, 'titulos');
    expect(await reported()).toEqual([`titulos ${keyOf(late)}~11/001 criado`]);

    const done = await fixture.importFiles(xml(procEventoNFe({ key: keyOf(late), status: '155' })));
    expect(outcomes(done)).toEqual({ CANCELADA: 1 });
    expect(await invoiceOf(keyOf(late))).toMatchObject({
      status: 'CANCELADA',
      cancelledAt: new Date('2026-05-12T12:00:00Z'),
    });
    expect(await db.$count(invoiceTitles, eq(invoiceTitles.invoiceId, invoice?.id ?? 0))).toBe(0);
    expect((await reported()).at(-1)).toBe(`titulos ${keyOf(late)}~11/001 excluido`);
    expect(await customerOf(receiver)).toMatchObject({ lastPurchaseOn: '2026-03-01' });
    const [event] = await db
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, ticketId))
      .orderBy(ticketEvents.id);
    expect(event).toMatchObject({
      type: 'NOTA_CANCELADA',
      internal: true,
      note: 'A nota fiscal 11 foi cancelada na SEFAZ em 12/05/2026. Confira se este ticket ainda procede.',
    });
    // The second time it is unchanged, and nobody is notified again.
    expect(
      outcomes(await fixture.importFiles(xml(procEventoNFe({ key: keyOf(late), status: '155' })))),
    ).toEqual({
      IGUAL: 1,
    });
    expect(await db.$count(ticketEvents, eq(ticketEvents.ticketId, ticketId))).toBe(1);

    const list = await fixture.server.call(
      'GET',
      `/sac/tickets/notasfiscais/${invoice?.customerId}/${fixture.ownBranch}`,
      { token: fixture.token },
    );
    expect(list.body.itens.map(({ numNf }: { numNf: number }) => numNf)).toEqual([10]);
    const lines = await fixture.server.call('GET', `/sac/tickets/notasfiscais/${keyOf(late)}`, {
      token: fixture.token,
    });
    expect(lines.body).toMatchObject([{ qtd: '0', motivoIndisponivel: 'A nota fiscal foi cancelada.' }]);
  });

  it('waits for its note, in another import or in the same', async () => {
    const receiver = buyers[1];
    const [first, second] = [
      { number: '20', receiver },
      { number: '21', receiver },
    ];
    const early = await fixture.importFiles(xml(procEventoNFe({ key: keyOf(first) })));
    expect(outcomes(early)).toEqual({ ESPERA: 1 });
    expect(await documentOf(keyOf(first), '110111')).toMatchObject({ state: 'NOTE' });
    await fixture.importFiles(xml(nfeProc(first)));
    expect(await invoiceOf(keyOf(first))).toMatchObject({ status: 'CANCELADA' });
    expect(await documentOf(keyOf(first), '110111')).toMatchObject({ state: 'BESIDE' });

    const both = await fixture.importFiles(
      xml(procEventoNFe({ key: keyOf(second), type: '110112' })),
      xml(nfeProc(second)),
    );
    expect(outcomes(both)).toEqual({ CANCELADA: 1, CRIADA: 1 });
    expect(await invoiceOf(keyOf(second))).toMatchObject({ status: 'CANCELADA' });
    expect(await customerOf(receiver)).toMatchObject({ lastPurchaseOn: null });
  });

  it('is refused from another emitter; a correction changes nothing', async () => {
    const note = { number: '30', receiver: buyers[2] };
    await fixture.importFiles(xml(nfeProc(note)));
    const done = await fixture.importFiles(
      xml(procEventoNFe({ key: keyOf(note), author: CUSTOMER_CNPJ })),
      xml(procEventoNFe({ key: keyOf(note), type: '110110', sequence: 2 })),
    );
    expect(outcomes(done)).toEqual({ RECUSADA: 1, JUNTO: 1 });
    expect(await invoiceOf(keyOf(note))).toMatchObject({ status: 'AUTORIZADA' });
  });
});

describe('NF-e that is not a sale', () => {
  it('is put aside: transfer, consumer receipt, goods sent for repair', async () => {
    const { db } = fixture.server.deps;
    const before = await db.$count(customers);
    const done = await fixture.importFiles(
      xml(nfeProc({ number: '40', receiver: '12345678000276' })),
      xml(nfeProc({ number: '41', model: '65', receiver: null })),
      xml(nfeProc({ number: '42', model: '65', receiver: '52998224725' })),
      xml(nfeProc({ number: '43', lines: [{ cfop: '5915' }] })),
    );
    expect(outcomes(done)).toEqual({ AO_LADO: 4 });
    expect(await db.$count(customers)).toBe(before);
    expect(await invoiceOf(keyOf({ number: '40' }))).toBeUndefined();
  });

  it("links a customer's return to its note, or holds it until the note comes", async () => {
    const receiver = buyers[3];
    const sale = { number: '50', receiver };
    const returned = {
      number: '7',
      emitter: receiver,
      receiver: OWN_CNPJ,
      purpose: '4',
      lines: [{ cfop: '5202' }],
      refersTo: [keyOf(sale)],
    };
    const own = {
      number: '51',
      direction: '0',
      purpose: '4',
      lines: [{ cfop: '1202' }],
      refersTo: [keyOf(sale)],
    };
    expect(outcomes(await fixture.importFiles(xml(nfeProc(returned))))).toEqual({ ESPERA: 1 });
    expect(outcomes(await fixture.importFiles(xml(nfeProc(sale)), xml(nfeProc(own))))).toEqual({
      CRIADA: 1,
      JUNTO: 1,
    });
    const invoice = await invoiceOf(keyOf(sale));
    for (const note of [returned, own])
      expect(await documentOf(keyOf(note))).toEqual({
        state: 'BESIDE',
        kind: 'DEVOLUCAO_DE_CLIENTE',
        invoiceId: invoice?.id,
      });
    expect(await fixture.server.deps.db.$count(invoices, eq(invoices.key, keyOf(returned)))).toBe(0);
  });
});

describe('a note that was judged before the facts came', () => {
  it("takes up a customer's return when the receiver becomes a branch, and never offers the customer as one", async () => {
    const [receiver, customer] = ['04252011000110', '07526557000100'];
    const sale = { number: '70', emitter: receiver, receiver: customer };
    const returned = {
      number: '71',
      emitter: customer,
      receiver,
      purpose: '4',
      lines: [{ cfop: '5202' }],
      refersTo: [keyOf(sale)],
    };
    expect(outcomes(await fixture.importFiles(xml(nfeProc(returned))))).toEqual({ ESPERA: 1 });
    expect(await fixture.get('emitentes')).toEqual([]);
    await fixture.importFiles(xml(nfeProc(sale)));
    expect((await fixture.get('emitentes')).map(({ cnpj }: { cnpj: string }) => cnpj)).toEqual([receiver]);
    const made = await fixture.server.call('POST', `/config/notas-xml/emitentes/${receiver}/filial`, {
      token: fixture.token,
    });
    await runNfeImport(fixture.work, made.body.data.importacao.id);
    const invoice = await invoiceOf(keyOf(sale));
    expect(await documentOf(keyOf(returned))).toMatchObject({
      kind: 'DEVOLUCAO_DE_CLIENTE',
      invoiceId: invoice?.id,
    });
    const again = await fixture.importFiles(xml(nfeProc(returned)));
    const { itens } = await fixture.get(`importacoes/${again.id}/linhas`);
    expect(itens).toMatchObject([{ resultado: 'IGUAL', mensagem: 'Está guardada junto da nota que cita.' }]);
  });

  it('is taken up when its code counts as a sale, or its buyer is a customer', async () => {
    const { db } = fixture.server.deps;
    const coded = { number: '74', receiver: buyers[0], lines: [{ cfop: '6949', code: 'OUT' }] };
    const retail = { number: '75', model: '65', receiver: '11144477735' };
    expect(outcomes(await fixture.importFiles(xml(nfeProc(coded)), xml(nfeProc(retail))))).toEqual({
      AO_LADO: 2,
    });
    await db.insert(customers).values({ document: '11144477735', legalName: 'Ana', tradeName: 'Ana' });
    await db.insert(parameters).values({ area: 'SAC', key: 'cfopsDeVenda', value: '6949', branchId: 0 });
    const { body } = await fixture.server.call('POST', '/config/notas-xml/importacoes/guardadas', {
      token: fixture.token,
    });
    await runNfeImport(fixture.work, body.data.id);
    for (const note of [coded, retail]) expect(await invoiceOf(keyOf(note))).toMatchObject({ kind: 'VENDA' });
  });

  it('becomes a sale when a person says so, with a reason, and only if codes kept it aside', async () => {
    const other = { number: '72', receiver: buyers[0], lines: [{ cfop: '5949', code: 'OUT' }] };
    const transfer = { number: '73', receiver: '12345678000276' };
    await fixture.importFiles(xml(nfeProc(other)), xml(nfeProc(transfer)));
    const declare = (key: string, motivo: string, token = fixture.token) =>
      fixture.server.call('PUT', `/config/notas-xml/documentos/${key}/venda`, { token, body: { motivo } });
    const operator = await fixture.server.sessionOf(fixture.people.OPERADOR);
    expect((await declare(keyOf(other), 'Venda de usados', operator)).status).toBe(403);
    expect((await declare(keyOf(other), '')).status).toBe(422);
    expect((await declare(keyOf(transfer), 'Venda')).body.code).toBe('NAO_E_VENDA');
    expect((await declare(keyOf(other), 'Venda de usados')).status).toBe(200);
    const invoice = await invoiceOf(keyOf(other));
    expect(invoice).toMatchObject({ kind: 'VENDA' });
    const { db } = fixture.server.deps;
    const lines = await db
      .select()
      .from(invoiceItems)
      .where(eq(invoiceItems.invoiceId, invoice?.id ?? 0));
    expect(lines).toMatchObject([{ returnable: true }]);
    expect((await declare(keyOf(other), 'De novo')).body.code).toBe('JA_E_VENDA');
  });
});

describe('unknown emitter', () => {
  const emitter = '61198164000160';
  const notes = ['1', '2', '3'].map((number) => ({ number, emitter, receiver: CUSTOMER_CNPJ }));

  it('is listed once with its notes, and becomes a branch by its full CNPJ', async () => {
    const { db } = fixture.server.deps;
    const done = await fixture.importFiles(...notes.map((note) => xml(nfeProc(note))));
    expect(outcomes(done)).toEqual({ SEM_EMITENTE: 3 });
    expect(await customerOf(CUSTOMER_CNPJ)).toBeUndefined();
    expect(await fixture.get('emitentes')).toEqual([
      {
        cnpj: emitter,
        nome: 'EMPRESA DE TESTE LTDA',
        uf: 'SP',
        notas: 3,
        de: '2026-05-11',
        ate: '2026-05-11',
        filial: false,
      },
    ]);
    const made = await fixture.server.call('POST', `/config/notas-xml/emitentes/${emitter}/filial`, {
      token: fixture.token,
    });
    expect(made.status).toBe(200);
    await runNfeImport(fixture.work, made.body.data.importacao.id);
    const { data } = await fixture.get(`importacoes/${made.body.data.importacao.id}`);
    expect(data).toMatchObject({ situacao: 'CONCLUIDO', emitente: emitter, total: 3, processados: 3 });
    expect(outcomes(data)).toEqual({ CRIADA: 3 });
    expect(await db.select().from(branches).where(eq(branches.cnpj, emitter))).toMatchObject([
      {
        id: made.body.data.idFil,
        tradeName: 'Empresa de Teste',
        city: 'São Paulo',
        timeZone: 'America/Sao_Paulo',
      },
    ]);
    expect(await fixture.get('emitentes')).toEqual([]);
    expect(await invoiceOf(keyOf(notes[0]))).toMatchObject({ branchId: made.body.data.idFil });
    expect(await documentOf(keyOf(notes[0] ?? {}))).toMatchObject({ state: 'INVOICE', kind: 'VENDA' });
  });

  it('cannot become a branch without notes or without permission to create branches', async () => {
    const none = await fixture.server.call('POST', '/config/notas-xml/emitentes/60746948000112/filial', {
      token: fixture.token,
    });
    expect(none).toMatchObject({ status: 422, body: { code: 'SEM_NOTAS' } });
    await fixture.importFiles(xml(nfeProc({ number: '8', emitter: '47960950000121' })));
    const manager = await fixture.server.sessionOf(fixture.people.GERENTE);
    const refused = await fixture.server.call('POST', '/config/notas-xml/emitentes/47960950000121/filial', {
      token: manager,
    });
    expect(refused.status).toBe(422);
    expect(await fixture.server.deps.db.$count(branches, eq(branches.cnpj, '47960950000121'))).toBe(0);
  });
});

it('imported lines can be returned down to the last decimal', async () => {
  const { db } = fixture.server.deps;
  const note = {
    number: '60',
    receiver: buyers[3],
    lines: [{ code: 'KG-1', unit: 'KG', quantity: '1.2345' }],
  };
  await fixture.importFiles(xml(nfeProc(note)));
  const invoice = await invoiceOf(keyOf(note));
  const [line] = await db
    .select()
    .from(invoiceItems)
    .where(eq(invoiceItems.invoiceId, invoice?.id ?? 0));
  expect(line).toMatchObject({ purchased: '1.2345', returnable: true });
});

/** An open ticket that refers to the invoice as a whole. */
async function ticketAbout(invoice: Awaited<ReturnType<typeof invoiceOf>>): Promise<number> {
  const { db } = fixture.server.deps;
  const [type] = await db.select().from(ticketTypes).limit(1);
  const [ticket] = await db
    .insert(tickets)
    .values({
      typeId: type?.id ?? 0,
      customerId: invoice?.customerId ?? 0,
      branchId: fixture.ownBranch,
      creatorId: fixture.people.OPERADOR,
      origin: 'SAC',
      flowKey: 'DEVOLUCAO',
      flowVersion: 1,
      stepKey: 'ABERTURA',
    })
    .returning();
  const ticketId = ticket?.id ?? 0;
  await db.insert(ticketInvoices).values({ ticketId, invoiceId: invoice?.id ?? 0 });
  return ticketId;
}
