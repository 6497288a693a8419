import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray } from 'drizzle-orm';
import type { Context, User } from '#server/context.ts';
import { seedStandard } from '#server/db/seed/standard.ts';
import {
  branches,
  customers,
  invoiceItems,
  invoices,
  nfeDocuments,
  nfeRechecks,
  nfeReturnLines,
  packagings,
  parameters,
  products,
} from '#server/db/tables/index.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { recheckSome } from '#server/sac/nfe/kept/recheck.ts';
import { matchAgain } from '#server/sac/nfe/returns/writeReturns.ts';
import { personById } from '#server/session/currentUser.ts';
import { keyOf, type NoteOptions, nfeProc, procEventoNFe } from '#tests/support/nfe/nfeFiles.ts';
import { type NfeFixture, nfeFixture, outcomes } from './nfeFixture.ts';

let fixture: NfeFixture;
let ctx: Context;
beforeAll(async () => {
  fixture = await nfeFixture();
  await seedStandard(fixture.server.deps.db);
  const user = (await personById(fixture.server.deps.db, fixture.people.ADMIN)) as User;
  ctx = { ...fixture.work, user, ip: '', requestId: 'teste' } as unknown as Context;
});
afterAll(() => fixture?.close());

const BUYER = '33000167000101';
let last = 100;
const numbered = (note: NoteOptions): NoteOptions => {
  last += 1;
  return { number: String(last), receiver: BUYER, ...note };
};
const returnOf = (sale: NoteOptions, note: NoteOptions = {}): NoteOptions =>
  numbered({ direction: '0', purpose: '4', refersTo: [keyOf(sale)], ...note });
const send = async (...notes: NoteOptions[]) =>
  outcomes(await fixture.importFiles(...notes.map((note) => ({ name: 'n.xml', content: nfeProc(note) }))));

const documentOf = async (note: NoteOptions, eventType = '') => {
  const [row] = await fixture.server.deps.db
    .select()
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.key, keyOf(note)), eq(nfeDocuments.eventType, eventType)));
  return row;
};
const invoiceOf = async (note: NoteOptions) => {
  const [row] = await fixture.server.deps.db
    .select()
    .from(invoices)
    .where(eq(invoices.key, keyOf(note)));
  return row;
};
const linesOf = async (sale: NoteOptions) =>
  (await fixture.server.call('GET', `/sac/tickets/notasfiscais/${keyOf(sale)}`, { token: fixture.token }))
    .body as { qtd: string; qtd_em_notas: string; unidade: string; embalagens: { unidade: string }[] }[];
const waiting = async (motivo: string) =>
  (await fixture.get(`guardadas?motivo=${motivo}`)).itens as {
    chave: string;
    falta: string;
    venda: string | null;
    podeSerVenda: boolean;
  }[];
const waitsFor = async (note: NoteOptions) => {
  const found: string[] = [];
  for (const motivo of ['ITEM', 'NOTA', 'DESTINATARIO', 'CLIENTE', 'CFOP', 'EMITENTE'])
    if ((await waiting(motivo)).some(({ chave }) => chave === keyOf(note))) found.push(motivo);
  return found;
};
const idOfProduct = async (code: string) => {
  const [row] = await fixture.server.deps.db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.code, code));
  return row?.id ?? 0;
};

/** Form, spreadsheet and API write through `saveRecords`; anything else writes the tables. */
const saved = (type: keyof typeof mappedTypes, dados: Record<string, unknown>) =>
  fixture.server.deps.db.transaction((tx) => saveRecords(tx, ctx, mappedTypes[type], [{ dados }]));
const DOORS: [string, (code: string) => Promise<unknown>][] = [
  [
    'the records of form, spreadsheet and API',
    (codigo) => saved('produtos', { codigo, embalagens: [{ nome: 'Fardo', unidade: 'FD', fator: '6' }] }),
  ],
  [
    'the table',
    async (code) =>
      fixture.server.deps.db.insert(packagings).values({
        ...{ productId: await idOfProduct(code), name: 'Fardo', unit: 'FD' },
        conversionFactor: '6',
      }),
  ],
];

describe('a kept note follows what changes, whichever way it is written', () => {
  it.each(DOORS)('a packaging written by %s lowers the right of an older return', async (_, write) => {
    const code = `PACK${last}`;
    const sale = numbered({ lines: [{ code, quantity: '30', unit: 'UN' }] });
    const returned = returnOf(sale, { lines: [{ code, quantity: '2', unit: 'FD', cfop: '1202' }] });
    await send(sale, returned);
    expect(await linesOf(sale)).toMatchObject([{ qtd: '30' }]);
    const [row] = (await waiting('ITEM')).filter(({ chave }) => chave === keyOf(returned));
    expect(row).toMatchObject({
      falta: '1 item: O produto não tem embalagem com esta unidade.',
      venda: keyOf(sale),
    });
    await write(code);
    await fixture.recheck();
    expect(await linesOf(sale)).toMatchObject([{ qtd: '18', qtd_em_notas: '12' }]);
    expect(await waitsFor(returned)).toEqual([]);
  });

  it('opens the boxes of a note that came before the packaging, and tells what papers took of it in units', async () => {
    const sale = numbered({ lines: [{ code: 'BOX', quantity: '10', unit: 'CX' }] });
    const returned = returnOf(sale, { lines: [{ code: 'BOX', quantity: '1', unit: 'CX', cfop: '1202' }] });
    await send(sale, returned);
    expect((await linesOf(sale))[0]?.embalagens).toHaveLength(1);
    await fixture.server.deps.db
      .update(products)
      .set({ unit: 'UN' })
      .where(eq(products.id, await idOfProduct('BOX')));
    await saved('produtos', { codigo: 'BOX', embalagens: [{ nome: 'Caixa', unidade: 'CX', fator: '12' }] });
    await fixture.recheck();
    const [line] = await linesOf(sale);
    expect(line).toMatchObject({ qtd: '9', qtd_em_notas: '1', unidade: 'CX' });
    expect(line?.embalagens.map(({ unidade }) => unidade)).toEqual(['CX', 'UN']);
  });

  it('a branch takes up the notes of its CNPJ, a customer their retail receipts', async () => {
    const emitter = '61198164000160';
    const foreign = numbered({ emitter });
    const retail = numbered({ model: '65', receiver: '11144477735' });
    await send(foreign, retail);
    expect(await waitsFor(foreign)).toEqual(['EMITENTE']);
    expect(await waitsFor(retail)).toEqual(['CLIENTE']);
    const { db } = fixture.server.deps;
    await db.insert(branches).values({
      ...{ legalName: 'Outra', tradeName: 'Outra', cnpj: emitter, city: 'São Paulo', state: 'SP' },
      timeZone: 'America/Sao_Paulo',
    });
    await db.insert(customers).values({ document: '11144477735', legalName: 'Ana', tradeName: 'Ana' });
    await fixture.recheck();
    for (const note of [foreign, retail]) expect(await invoiceOf(note)).toMatchObject({ kind: 'VENDA' });
  });

  it('a code that counts as a sale, and the returns and cancellations of what becomes one', async () => {
    const coded = numbered({ lines: [{ cfop: '6949', code: 'OUT', quantity: '10' }] });
    const returned = returnOf(coded, { lines: [{ code: 'OUT', quantity: '4', cfop: '1202' }] });
    const gone = numbered({ lines: [{ cfop: '6949', code: 'OUT' }] });
    await send(coded, returned, gone);
    await fixture.importFiles({ name: 'e.xml', content: procEventoNFe({ key: keyOf(gone) }) });
    expect(await waitsFor(coded)).toEqual(['CFOP']);
    expect((await waiting('CFOP')).every(({ podeSerVenda }) => podeSerVenda)).toBe(true);
    await fixture.server.deps.db
      .insert(parameters)
      .values({ area: 'SAC', key: 'cfopsDeVenda', value: '6949', branchId: 0 });
    await fixture.recheck();
    expect(await linesOf(coded)).toMatchObject([{ qtd: '6', qtd_em_notas: '4' }]);
    expect(await invoiceOf(gone)).toMatchObject({ status: 'CANCELADA' });
  });

  it('a sale that comes by a spreadsheet takes up the return that waited for it', async () => {
    const known = numbered({ lines: [{ code: 'SHEET', quantity: '1' }] });
    const sale = numbered({});
    const returned = returnOf(sale, { lines: [{ code: 'SHEET', quantity: '3', cfop: '1202' }] });
    await send(known, returned);
    expect(await waitsFor(returned)).toEqual(['NOTA']);
    const { db } = fixture.server.deps;
    const model = await invoiceOf(known);
    const [line] = await db
      .select()
      .from(invoiceItems)
      .where(eq(invoiceItems.invoiceId, model?.id ?? 0));
    if (!model || !line) throw new Error('the note was not imported');
    const { id: _, ...row } = model;
    const [made] = await db
      .insert(invoices)
      .values({ ...row, key: keyOf(sale), number: Number(sale.number) })
      .returning({ id: invoices.id });
    const { id: __, ...item } = line;
    await db.insert(invoiceItems).values({ ...item, invoiceId: made?.id ?? 0, purchased: '8' });
    await fixture.recheck();
    expect(await linesOf(sale)).toMatchObject([{ qtd: '5', qtd_em_notas: '3' }]);
  });

  it('a sale that a person declares takes up its return at once', async () => {
    const aside = numbered({ lines: [{ cfop: '5949', code: 'SAID', quantity: '5' }] });
    const returned = returnOf(aside, { lines: [{ code: 'SAID', quantity: '2', cfop: '1202' }] });
    await send(aside, returned);
    const url = `/config/notas-xml/documentos/${keyOf(aside)}/venda`;
    await fixture.server.call('PUT', url, { token: fixture.token, body: { motivo: 'Venda' } });
    expect(await linesOf(aside)).toMatchObject([{ qtd: '3', qtd_em_notas: '2' }]);
    expect((await documentOf(returned))?.invoiceId).toBe((await invoiceOf(aside))?.id);
  });

  it('keeps what a person assigned while the same note is matched again, in either order', async () => {
    const sale = numbered({ lines: [{ code: 'PX', quantity: '10' }] });
    const returned = returnOf(sale, { lines: [{ code: 'PX', quantity: '4', cfop: '1202' }] });
    await send(sale, returned);
    const { server, token } = fixture;
    const { id = 0 } = (await documentOf(returned)) ?? {};
    const url = `/sac/tickets/notasfiscais/${keyOf(sale)}`;
    const [item] = (await server.call('GET', url, { token })).body;
    const [line] = (await server.call('GET', `${url}/documentos`, { token })).body.data.documentos[0].itens;
    const body = { itens: [{ item: item.id, quantidade: '1' }], motivo: 'Conferido' };
    const again = () => server.deps.db.transaction((tx) => matchAgain(tx, [id]));
    const answers = await Promise.all([
      ...[1, 2, 3].map(again),
      server.call('PUT', `${url}/documentos/${line.id}/ligacao`, { token, body }),
      ...[1, 2, 3].map(again),
    ]);
    expect(answers).toContainEqual(expect.objectContaining({ status: 200 }));
    expect(await linesOf(sale)).toMatchObject([{ qtd: '9', qtd_em_notas: '1' }]);
  });

  it('what an earlier version kept is read again without an import', async () => {
    const { db } = fixture.server.deps;
    const sale = numbered({ lines: [{ code: 'OLD', quantity: '7' }] });
    const returned = returnOf(sale, { lines: [{ code: 'OLD', quantity: '7', cfop: '1202' }] });
    await send(sale, returned);
    const { id = 0 } = (await documentOf(returned)) ?? {};
    await db.delete(nfeReturnLines).where(eq(nfeReturnLines.documentId, id));
    await db.update(nfeDocuments).set({ stale: true, cites: [], cfops: [] }).where(eq(nfeDocuments.id, id));
    expect(await linesOf(sale)).toMatchObject([{ qtd: '7' }]);
    await fixture.recheck();
    expect(await linesOf(sale)).toMatchObject([{ qtd: '0', qtd_em_notas: '7' }]);
  });

  it('a note that cannot be written holds up no other, and a change that concerns none is gone', async () => {
    const { db } = fixture.server.deps;
    const [one, two] = [numbered({ emitter: '07526557000100' }), numbered({ emitter: '07526557000100' })];
    await send(one, two);
    const ids = [(await documentOf(one))?.id ?? 0, (await documentOf(two))?.id ?? 0];
    await db
      .update(nfeDocuments)
      .set({ content: Buffer.from('not compressed') })
      .where(eq(nfeDocuments.id, ids[0] ?? 0));
    await db.update(nfeDocuments).set({ stale: true }).where(inArray(nfeDocuments.id, ids));
    await db.insert(customers).values({ document: '39053344705', legalName: 'B', tradeName: 'B' });
    await fixture.recheck();
    expect(await recheckSome(fixture.work)).toBe(false);
    expect(await db.$count(nfeDocuments, eq(nfeDocuments.stale, true))).toBe(0);
    expect(await db.$count(nfeRechecks)).toBe(0);
  });
});

describe('the list of what waits', () => {
  it('counts by reason, says what is missing, and is for those who import', async () => {
    await send(numbered({ refersTo: [keyOf({ number: '9999' })], purpose: '4', direction: '0' }));
    const counts = await fixture.get('guardadas/motivos');
    expect(counts).toContainEqual({ motivo: 'NOTA', quantidade: 1 });
    expect((await waiting('NOTA'))[0]?.falta).toMatch(/^Espera a nota [\d ]+, que ainda não chegou\.$/);
    const operator = await fixture.server.sessionOf(fixture.people.OPERADOR);
    for (const url of ['guardadas?motivo=NOTA', 'guardadas/motivos'])
      expect((await fixture.server.call('GET', `/config/notas-xml/${url}`, { token: operator })).status).toBe(
        403,
      );
    expect(
      (await fixture.server.call('GET', '/config/notas-xml/guardadas', { token: fixture.token })).status,
    ).toBe(422);
  });

  it("offers 'É venda' only where codes kept a note aside, and no longer once it is one", async () => {
    const [other, transfer] = [
      numbered({ lines: [{ cfop: '5949', code: 'OUT2' }] }),
      numbered({ receiver: '12345678000276' }),
    ];
    const job = await fixture.importFiles(
      ...[other, transfer].map((note) => ({ name: 'n.xml', content: nfeProc(note) })),
    );
    const offered = async () =>
      ((await fixture.get(`importacoes/${job.id}/linhas`)).itens as { podeSerVenda: boolean }[]).map(
        ({ podeSerVenda }) => podeSerVenda,
      );
    expect(await offered()).toEqual([true, false]);
    const url = `/config/notas-xml/documentos/${keyOf(other)}/venda`;
    await fixture.server.call('PUT', url, { token: fixture.token, body: { motivo: 'Usados' } });
    expect(await offered()).toEqual([false, false]);
  });
});
