import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { sumDecimals } from '#contract/rules/decimal.ts';
import { freeOf } from '#contract/rules/tickets/returnUnits.ts';
import { seedStandard } from '#server/db/seed/standard.ts';
import {
  auditLog,
  invoiceItems,
  invoices,
  nfeReturnLines,
  packagings,
  products,
  returnInvoices,
  ticketItems,
  tickets,
  ticketTypes,
} from '#server/db/tables/index.ts';
import { linesWith } from '#server/sac/invoices/queries.ts';
import { keyOf, type NoteOptions, nfeProc, OWN_CNPJ, procEventoNFe } from '#tests/support/nfe/nfeFiles.ts';
import { type NfeFixture, nfeFixture, outcomes } from './nfeFixture.ts';

let fixture: NfeFixture;
beforeAll(async () => {
  fixture = await nfeFixture();
  await seedStandard(fixture.server.deps.db);
});
afterAll(() => fixture?.close());

const BUYER = '33000167000101';
const xml = (content: string) => ({ name: 'nota.xml', content });
let last = 100;
const number = () => {
  last += 1;
  return String(last);
};

interface Line {
  code: string;
  quantity: string;
  unit?: string;
  description?: string;
}

const soldBy = (lines: Line[]): NoteOptions => ({ number: number(), receiver: BUYER, lines });
/** Our own entry of goods that came back. */
const ownEntry = (sales: NoteOptions[], lines: Line[]): NoteOptions => ({
  number: number(),
  receiver: BUYER,
  direction: '0',
  purpose: '4',
  lines: lines.map((line) => ({ cfop: '1202', ...line })),
  refersTo: sales.map(keyOf),
});
/** The customer's own note. */
const customerReturn = (sales: NoteOptions[], lines: Line[]): NoteOptions => ({
  ...ownEntry(sales, lines),
  emitter: BUYER,
  receiver: OWN_CNPJ,
  direction: '1',
});

const send = (...notes: NoteOptions[]) => fixture.importFiles(...notes.map((note) => xml(nfeProc(note))));
const productsOf = async (sale: NoteOptions) =>
  (await fixture.server.call('GET', `/sac/tickets/notasfiscais/${keyOf(sale)}`, { token: fixture.token }))
    .body as {
    id: number;
    qtd: string;
    qtd_em_notas: string;
    qtd_alem: string;
    motivoIndisponivel: string;
  }[];
const leftOf = async (sale: NoteOptions) => (await productsOf(sale)).map(({ qtd }) => qtd);
const papersUrl = (sale: NoteOptions) => `/sac/tickets/notasfiscais/${keyOf(sale)}/documentos`;
const papers = async (sale: NoteOptions) =>
  (await fixture.server.call('GET', papersUrl(sale), { token: fixture.token })).body.data;

/** A ticket that holds some of the sale's first line, and has the note's key if one is given. */
async function ticketFor(sale: NoteOptions, held: string, note?: NoteOptions): Promise<number> {
  const { db } = fixture.server.deps;
  const [line] = await db
    .select({ item: invoiceItems, customerId: invoices.customerId })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(eq(invoices.key, keyOf(sale)))
    .orderBy(invoiceItems.line)
    .limit(1);
  const [type] = await db.select().from(ticketTypes).limit(1);
  const [ticket] = await db
    .insert(tickets)
    .values({
      typeId: type?.id ?? 0,
      customerId: line?.customerId ?? 0,
      branchId: fixture.ownBranch,
      creatorId: fixture.people.OPERADOR,
      origin: 'SAC',
      flowKey: 'DEVOLUCAO',
      flowVersion: 1,
      stepKey: 'ABERTURA',
    })
    .returning({ id: tickets.id });
  const ticketId = ticket?.id ?? 0;
  await db.insert(ticketItems).values({
    ticketId,
    line: 1,
    productId: line?.item.productId ?? 0,
    invoiceItemId: line?.item.id ?? 0,
    description: 'x',
    requested: held,
    held,
  });
  if (note) await attach(ticketId, note);
  return ticketId;
}

const attach = async (ticketId: number, note: NoteOptions) => {
  await fixture.server.deps.db.insert(returnInvoices).values({
    ticketId,
    key: keyOf(note),
    total: '1',
    mirrorTotal: '1',
    createdBy: fixture.people.OPERADOR,
  });
};

const cancelTicket = async (ticketId: number) => {
  const { db } = fixture.server.deps;
  await db.transaction(async (tx) => {
    await tx.update(ticketItems).set({ held: '0' }).where(eq(ticketItems.ticketId, ticketId));
    await tx.update(tickets).set({ status: 'CANCELADO' }).where(eq(tickets.id, ticketId));
  });
};

describe('a return by paper', () => {
  it('lowers what its sale still gives, whether the company or the customer issued it', async () => {
    const sale = soldBy([{ code: 'P1', quantity: '10.0000' }]);
    await send(sale);
    expect(await leftOf(sale)).toEqual(['10']);
    await send(ownEntry([sale], [{ code: 'P1', quantity: '4.0000' }]));
    expect(await productsOf(sale)).toMatchObject([{ qtd: '6', qtd_em_notas: '4', qtd_alem: '0' }]);
    await send(customerReturn([sale], [{ code: 'P1', quantity: '6.0000' }]));
    expect(await productsOf(sale)).toMatchObject([
      { qtd: '0', motivoIndisponivel: 'Notas de devolução já devolveram o que restava.' },
    ]);
  });

  it('may come before its sale', async () => {
    const sale = soldBy([{ code: 'P2', quantity: '10.0000' }]);
    expect(outcomes(await send(ownEntry([sale], [{ code: 'P2', quantity: '10.0000' }])))).toEqual({
      ESPERA: 1,
    });
    await send(sale);
    expect(await leftOf(sale)).toEqual(['0']);
  });

  it('is shown beyond what is left, and never makes a right negative', async () => {
    const sale = soldBy([{ code: 'P3', quantity: '10.0000' }]);
    await send(sale);
    await ticketFor(sale, '8');
    await send(ownEntry([sale], [{ code: 'P3', quantity: '5.0000' }]));
    expect(await productsOf(sale)).toMatchObject([{ qtd: '0', qtd_em_notas: '5', qtd_alem: '3' }]);
    expect((await papers(sale)).avisos).toEqual([
      'Produto 1: as notas de devolução trazem 3 UN além do que restava.',
    ]);
  });

  it('counts in base units when it names another packaging', async () => {
    const { db } = fixture.server.deps;
    const sale = soldBy([{ code: 'CX12', quantity: '10.0000', unit: 'CX' }]);
    await db.insert(products).values({ code: 'CX12', description: 'Copo', brand: '', unit: 'UN' });
    const [copo] = await db.select().from(products).where(eq(products.code, 'CX12'));
    await db
      .insert(packagings)
      .values({ productId: copo?.id ?? 0, name: 'Caixa', unit: 'CX', conversionFactor: '12' });
    await send(sale, ownEntry([sale], [{ code: 'CX12', quantity: '6.0000', unit: 'UN' }]));
    const [line] = (await papers(sale)).documentos[0].itens;
    expect(line).toMatchObject({ problema: '', baixas: [{ quantidade: '6.000', unidade: 'UN' }] });
    await send(ownEntry([sale], [{ code: 'CX12', quantity: '1.0000', unit: 'FD' }]));
    expect((await papers(sale)).avisos).toHaveLength(1);
  });

  it('takes from both sales that it cites, and waits for the one that has not come', async () => {
    const [first, second] = [
      soldBy([{ code: 'P4', quantity: '10.0000' }]),
      soldBy([{ code: 'P4', quantity: '10.0000' }]),
    ];
    await send(first);
    await send(ownEntry([first, second], [{ code: 'P4', quantity: '14.0000' }]));
    expect(await productsOf(first)).toMatchObject([{ qtd: '0', qtd_alem: '4' }]);
    await send(second);
    expect([...(await leftOf(first)), ...(await leftOf(second))]).toEqual(['0', '6']);
    expect((await papers(second)).documentos).toHaveLength(1);
  });

  it('gives back what it took when it is cancelled, in either order', async () => {
    const sale = soldBy([{ code: 'P5', quantity: '10.0000' }]);
    const [one, two] = [
      ownEntry([sale], [{ code: 'P5', quantity: '3.0000' }]),
      ownEntry([sale], [{ code: 'P5', quantity: '4.0000' }]),
    ];
    await send(sale, one);
    await fixture.importFiles(
      xml(procEventoNFe({ key: keyOf(two) })),
      xml(procEventoNFe({ key: keyOf(one) })),
    );
    await send(two);
    expect(await leftOf(sale)).toEqual(['10']);
    expect((await papers(sale)).documentos.map(({ situacao }: { situacao: string }) => situacao)).toEqual([
      'CANCELADA',
      'CANCELADA',
    ]);
  });

  it('that no line answers to warns until a person assigns it, with a reason and the permission', async () => {
    const sale = soldBy([
      { code: 'P6', quantity: '10.0000', description: 'Copo azul' },
      { code: 'P7', quantity: '5.0000', description: 'Copo verde' },
    ]);
    await send(sale, customerReturn([sale], [{ code: 'X-1', quantity: '2.0000', description: 'COPO' }]));
    const before = await papers(sale);
    expect(before.avisos).toEqual([
      expect.stringContaining('1 item devolvido não foi ligado a um item desta nota'),
    ]);
    const [item] = before.documentos[0].itens;
    const [blue] = await productsOf(sale);
    const assign = (body: object, token = fixture.token) =>
      fixture.server.call('PUT', `${papersUrl(sale)}/${item.id}/ligacao`, { token, body });
    const operator = await fixture.server.sessionOf(fixture.people.OPERADOR);
    const given = { itens: [{ item: blue?.id, quantidade: '2' }], motivo: 'Conferido com o cliente' };
    expect((await assign(given, operator)).status).toBe(403);
    expect((await assign({ ...given, motivo: '' })).status).toBe(422);
    expect((await assign({ ...given, itens: [{ item: blue?.id, quantidade: '11' }] })).status).toBe(422);
    const other = soldBy([{ code: 'P6', quantity: '1.0000' }]);
    await send(other);
    const [foreign] = await productsOf(other);
    expect((await assign({ ...given, itens: [{ item: foreign?.id, quantidade: '1' }] })).status).toBe(422);
    expect((await assign(given)).status).toBe(200);
    expect(await leftOf(sale)).toEqual(['8', '5']);
    expect((await papers(sale)).avisos).toEqual([]);
    const { db } = fixture.server.deps;
    expect(await db.$count(auditLog, eq(auditLog.action, 'LIGAR_DEVOLUCAO'))).toBe(1);
    // Nothing of this sale: the warning ends, and nothing is taken.
    expect((await assign({ itens: [], motivo: 'Outra mercadoria' })).status).toBe(200);
    expect(await leftOf(sale)).toEqual(['10', '5']);
  });

  it('is assigned in any unit that leads to whole base units, and in one sale without touching the other', async () => {
    const { db } = fixture.server.deps;
    const [one, two] = [1, 2].map(() => soldBy([{ code: 'PB', quantity: '2.0000', unit: 'CX' }]));
    if (!one || !two) throw new Error('no sales');
    const [known] = await db
      .insert(products)
      .values({ code: 'PB', description: 'Vinho', brand: '' })
      .returning();
    await db
      .insert(packagings)
      .values({ productId: known?.id ?? 0, name: 'Caixa', unit: 'CX', conversionFactor: '12' });
    await send(one, two, customerReturn([one, two], [{ code: 'X-2', quantity: '5.0000', description: '?' }]));
    const assign = async (sale: NoteOptions, quantidade: string, more: object = {}) => {
      const [item] = await productsOf(sale);
      const [line] = (await papers(sale)).documentos[0].itens;
      const body = { itens: [{ item: item?.id, quantidade, ...more }], motivo: 'Conferido' };
      const url = `${papersUrl(sale)}/${line.id}/ligacao`;
      return fixture.server.call('PUT', url, { token: fixture.token, body });
    };
    expect((await assign(one, '1', { unidade: 'UN' })).status).toBe(200);
    expect((await assign(two, '0.25')).status).toBe(200);
    const base = async (sale: NoteOptions) =>
      (await linesWith(db, eq(invoices.key, keyOf(sale)))).map(({ papers: units }) => units);
    expect([await base(one), await base(two)]).toEqual([['1'], ['3']]);
    expect((await assign(one, '0.1')).body.errors).toEqual({
      'itens.0.quantidade': '0,1 CX seriam 1,2 UN, e UN não se divide assim.',
    });
    expect((await assign(one, '25', { unidade: 'UN' })).status).toBe(422);
    expect((await assign(one, '1', { unidade: 'KG' })).status).toBe(422);
    expect((await assign(one, '2', { unidade: 'UN' })).status).toBe(200);
    expect([await base(one), await base(two)]).toEqual([['2'], ['3']]);
    expect((await papers(one)).documentos[0].itens[0].baixas).toMatchObject([{ unidade: 'UN' }]);
  });

  it('shows corrections and complements on their note', async () => {
    const sale = soldBy([{ code: 'P8', quantity: '10.0000' }]);
    const complement = { number: number(), purpose: '2', receiver: BUYER, refersTo: [keyOf(sale)] };
    await send(sale, complement);
    await fixture.importFiles(xml(procEventoNFe({ key: keyOf(sale), type: '110110', sequence: 2 })));
    expect((await papers(sale)).documentos).toMatchObject([
      { tipo: 'CARTA_DE_CORRECAO', titulo: 'Carta de correção nº 2', texto: 'O transportador é outro' },
      { tipo: 'COMPLEMENTO', situacao: 'JUNTO' },
    ]);
    expect(await leftOf(sale)).toEqual(['10']);
  });

  it('is unknown to people who may not see the sale', async () => {
    const sale = soldBy([{ code: 'P9', quantity: '10.0000' }]);
    await send(sale);
    const consumer = await fixture.server.sessionOf(fixture.people.CONSUMIDOR_FINAL);
    expect((await fixture.server.call('GET', papersUrl(sale), { token: consumer })).status).toBe(404);
  });
});

describe('a ticket and a return note', () => {
  it('lower a right once, whichever comes first, and a cancelled ticket leaves it to its note', async () => {
    const sale = soldBy([{ code: 'T1', quantity: '10.0000' }]);
    const note = customerReturn([sale], [{ code: 'T1', quantity: '4.0000' }]);
    await send(sale, note);
    expect(await leftOf(sale)).toEqual(['6']);
    const ticket = await ticketFor(sale, '4', note);
    expect(await productsOf(sale)).toMatchObject([{ qtd: '6', qtd_em_notas: '0' }]);
    expect((await papers(sale)).documentos).toMatchObject([{ situacao: 'TICKET', ticket }]);
    await cancelTicket(ticket);
    expect(await productsOf(sale)).toMatchObject([{ qtd: '6', qtd_em_notas: '4' }]);
  });

  it('are counted once after any events in any order', async () => {
    const event = fc.oneof(
      fc.record({ do: fc.constant('PAPER' as const), paper: fc.nat(3) }),
      fc.record({ do: fc.constant('CANCEL' as const), paper: fc.nat(3) }),
      fc.record({ do: fc.constant('TICKET' as const), paper: fc.nat(3) }),
      fc.record({ do: fc.constant('CANCEL_TICKET' as const), paper: fc.nat(3) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { minLength: 3, maxLength: 9 }),
        fc.boolean(),
        async (happened, saleLast) => {
          const code = `F${number()}`;
          const sales = [soldBy([{ code, quantity: '10.0000' }]), soldBy([{ code, quantity: '5.0000' }])];
          const notes = [0, 1, 2, 3].map((index) => {
            const issue = index % 2 === 0 ? ownEntry : customerReturn;
            const cited = index < 2 ? sales.slice(0, 1) : sales;
            return issue(cited, [{ code, quantity: `${index + 1}.0000` }]);
          });
          await send(...(saleLast ? sales.slice(0, 1) : sales));
          const state = notes.map(() => ({ arrived: false, cancelled: false, ticket: 0 }));
          for (const { do: what, paper } of happened) {
            const [note, known] = [notes[paper] as NoteOptions, state[paper]];
            if (!known) continue;
            if (what === 'PAPER' && !known.arrived) {
              await send(note);
              known.arrived = true;
            }
            if (what === 'CANCEL' && !known.cancelled) {
              const author = note.emitter ?? OWN_CNPJ;
              await fixture.importFiles(xml(procEventoNFe({ key: keyOf(note), author })));
              known.cancelled = true;
            }
            if (what === 'TICKET' && !known.ticket)
              known.ticket = await ticketFor(sales[0] as NoteOptions, String(paper + 1), note);
            if (what === 'CANCEL_TICKET' && known.ticket > 0) {
              await cancelTicket(known.ticket);
              known.ticket = -1;
            }
          }
          if (saleLast) await send(...sales.slice(1));
          const expected = state.reduce((left, { arrived, cancelled, ticket }, index) => {
            const byTicket = ticket > 0;
            const byPaper = arrived && !cancelled && !byTicket;
            return left - (byTicket || byPaper ? index + 1 : 0);
          }, 15);
          expect(await freeOfAll(sales)).toBe(String(expected));
        },
      ),
      { numRuns: 12 },
    );
  }, 120_000);

  it('of parallel writers keep the sum', async () => {
    const sale = soldBy([{ code: 'PW', quantity: '10.0000' }]);
    await send(sale);
    const notes = [1, 2, 3, 4].map((quantity) =>
      customerReturn([sale], [{ code: 'PW', quantity: `${quantity}.0000` }]),
    );
    await Promise.all([...notes.map((note) => send(note)), ticketFor(sale, '2', notes[1])]);
    expect(await productsOf(sale)).toMatchObject([{ qtd: '0', qtd_em_notas: '8' }]);
    expect(await freeOfAll([sale])).toBe('0');
    const { db } = fixture.server.deps;
    const open = await db
      .select()
      .from(nfeReturnLines)
      .where(inArray(nfeReturnLines.code, ['PW']));
    expect(open.map(({ problem }) => problem)).toEqual([null, null, null, null]);
  });
});

const freeOfAll = async (sales: readonly NoteOptions[]) =>
  sumDecimals((await linesWith(fixture.server.deps.db, inArray(invoices.key, sales.map(keyOf)))).map(freeOf));
