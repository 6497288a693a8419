import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { PersonType } from '#contract/permissions.ts';
import { readSearch } from '#contract/rules/searchTerm.ts';
import type { CustomerHit, TicketHit } from '#contract/sac/search.ts';
import type { User } from '#server/context.ts';
import { migrationsFolder } from '#server/db/migrate.ts';
import {
  agendas,
  customerBranches,
  customerContacts,
  customerPhones,
  customers,
  invoices,
  orders,
  products,
  ticketInvoices,
  ticketItems,
  ticketMessages,
} from '#server/db/tables/index.ts';
import { ticketsByMessages } from '#server/sac/tickets/list/messageSearch.ts';
import { buildWordsIndex } from '#server/sac/tickets/list/wordsIndex.ts';
import { personById } from '#server/session/currentUser.ts';
import { whoSeesNone } from '../security/personal/plantedOwn.ts';
import { listedEverywhere } from './listedEverywhere.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

// One search for lists, palette and API: what one of them finds, all find (docs/domain.md 13).

let fixture: TicketFixture;
let ids: Record<'open' | 'closed' | 'other' | 'consumers' | 'foreign', number>;
let noPersonal: string;

const DAY = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  fixture = await ticketFixture();
  const { server, customerIds, people: persons, branchIds } = fixture;
  const { db } = server.deps;
  await db
    .update(customers)
    .set({ phone: '1133334444', email: 'compras@azul.com.br' })
    .where(eq(customers.id, customerIds.first));
  await db.insert(customerPhones).values({ customerId: customerIds.first, number: '+14155552671' });
  await db.insert(customerContacts).values({
    customerId: customerIds.first,
    name: 'Regina',
    mobile: '11987654321',
    email: 'regina@prado.com.br',
  });
  ids = {
    open: await fixture.addTicket({
      customerId: customerIds.first,
      representativeId: fixture.representativeId,
      subject: 'Primeiro',
      createdAt: new Date(Date.now() - 9 * DAY),
    }),
    closed: await fixture.addTicket({
      customerId: customerIds.first,
      subject: 'Segundo',
      status: 'FINALIZADO',
    }),
    other: await fixture.addTicket({
      customerId: customerIds.second,
      branchId: branchIds[1],
      subject: 'Terceiro',
    }),
    consumers: await fixture.addTicket({ customerId: customerIds.consumer, subject: 'Quarto' }),
    foreign: await fixture.addTicket({ customerId: customerIds.second, subject: 'Quinto' }),
  };
  const says = (ticketId: number, html: string, given: Partial<typeof ticketMessages.$inferInsert> = {}) =>
    db.insert(ticketMessages).values({ ticketId, html, type: 'PUBLICO', authorId: persons.ADMIN, ...given });
  await says(ids.open, '<p>As caixas chegaram <strong>amassadas</strong>, protocolo AX-7781.</p>');
  await says(ids.open, '<p>Combinado desconto sigiloso</p>', { type: 'PRIVADO' });
  await says(ids.consumers, '<p>Meu pedido atrasou muito</p>');
  await says(ids.consumers, '<p>Devolução sem sigilo, reservadamente</p>', { type: 'PRIVADO' });
  await says(ids.foreign, '<p>Ligar para 21 97777-6666 ou maria.canario@azul.com.br</p>');
  await says(ids.other, '<p>Etiqueta trocada</p>', { createdAt: new Date(Date.now() - 3 * 365 * DAY) });
  await db.insert(orders).values({
    status: 'ATIVO',
    customerId: customerIds.first,
    branchId: branchIds[0],
    sellerId: persons.ADMIN,
  });
  await db.insert(agendas).values({
    customerId: customerIds.first,
    branchId: branchIds[0],
    personId: persons.ADMIN,
    subject: 'Visita',
    scheduledAt: new Date(),
  } as typeof agendas.$inferInsert);
  boardPath = await listedEverywhere(fixture, ids.open);
  noPersonal = await server.sessionOf(await whoSeesNone(server));
});
afterAll(() => fixture?.server.close());

let boardPath: string;

const q = encodeURIComponent;
const tokenOf = (who: PersonType) => fixture.tokens[who];

async function palette(text: string, token = tokenOf('ADMIN')) {
  const { body } = await fixture.server.call('GET', `/sac/busca?q=${q(text)}`, { token });
  return body as { tickets: TicketHit[]; clientes: CustomerHit[] };
}

async function list(text: string, token = tokenOf('ADMIN'), more = {}): Promise<number[]> {
  const { status, body } = await fixture.server.call('POST', '/sac/consultas/tickets', {
    token,
    body: { termo: text, take: 50, ...more },
  });
  expect([text, status]).toEqual([text, 200]);
  return body.itens.map(({ id }: { id: number }) => id).sort((a: number, b: number) => a - b);
}

/** Every list that has customers, and how many rows of the first one it finds. */
const LISTS: Record<string, (text: string) => Promise<number>> = {
  palette: async (text) => (await palette(text)).clientes.length,
  tickets: async (text) => (await list(text)).length / 2,
  customers: rowsOf((text) => `/sac/clientes?take=100&q=${q(text)}`),
  records: rowsOf((text) => `/config/cadastros/clientes?q=${q(text)}`),
  quotes: rowsOf((text) => `/callcenter/orcamentos-paginate?take=100&q=${q(text)}`),
  negotiations: rowsOf((text) => `/callcenter/precos-negociados?termo=${q(text)}`),
  pickups: rowsOf((text) => `/sac/coletas?termo=${q(text)}`),
  'follow-up': rowsOf((text) => `${boardPath}?q=${q(text)}`),
  agendas: rowsOf((text) => `/callcenter/agendas?take=100&texto=${q(text)}`),
};

function rowsOf(url: (text: string) => string) {
  return async (text: string) => {
    const { status, body } = await fixture.server.call('GET', url(text), { token: tokenOf('ADMIN') });
    expect([url(text), status]).toEqual([url(text), 200]);
    return (body.itens ?? body.data).length as number;
  };
}

describe('one search', () => {
  it.each([
    '(11) 3333-4444',
    '+55 11 3333-4444',
    '011 3333-4444',
    '3333-4444',
    '4444',
    '(11) 8765-4321',
    '0 15 11 98765-4321',
    '4321',
    '+1 (415) 555-2671',
    '1 415 555 2671',
    'compras@azul.com.br',
    'REGINA@prado',
    '12.ABC.345/01DE-35',
    'mercado azul',
    'mercdo azul',
  ])('finds the customer in every list by %p', async (text) => {
    for (const [name, count] of Object.entries(LISTS))
      expect([name, text, await count(text)]).toEqual([name, text, 1]);
  });

  it.each([
    '(21) 3333-4444',
    '93333-4444',
    '(11) 93333-4444',
    '4445',
    'compras@outro',
    'mercado asul',
    'mxrcdo azul',
  ])('finds nobody in any list by %p', async (text) => {
    for (const [name, count] of Object.entries(LISTS))
      expect([name, text, await count(text)]).toEqual([name, text, 0]);
  });

  it('shows whoever calls with the open tickets first', async () => {
    const { clientes, tickets } = await palette('(11) 98765-4321');
    expect(clientes.map(({ id }) => id)).toEqual([fixture.customerIds.first]);
    expect(tickets.map(({ id }) => id)).toEqual([ids.open, ids.closed]);
  });
});

describe('words of messages', () => {
  it.each([
    'amassadas',
    'amassada caixa',
    'CAIXAS chegaram',
    'protocolo AX-7781',
    '7781 ax',
    'caixas, amassadas!',
  ])('finds the ticket by %p', async (text) => {
    expect(await list(text)).toEqual([ids.open]);
    expect((await palette(text)).tickets.map(({ id }) => id)).toEqual([ids.open]);
  });

  it('requires all words in one message, and ignores markup', async () => {
    expect(await list('amassadas sigiloso')).toEqual([]);
    expect(await list('strong')).toEqual([]);
  });

  it('finds private ones for the company only', async () => {
    expect(await list('sigiloso')).toEqual([ids.open]);
    expect(await list('amassadas', tokenOf('REPRESENTANTE'))).toEqual([ids.open]);
    expect(await list('sigiloso', tokenOf('REPRESENTANTE'))).toEqual([]);
    expect(await list('atrasou', tokenOf('CONSUMIDOR_FINAL'))).toEqual([ids.consumers]);
    expect(await list('reservadamente', tokenOf('CONSUMIDOR_FINAL'))).toEqual([]);
    expect(await list('devolucoes')).toEqual([ids.consumers]);
  });

  it('stays within scope and filters', async () => {
    expect(await list('amassadas', fixture.tokens.OTHER_OPERATOR)).toEqual([]);
    expect(await list('amassadas', tokenOf('OPERADOR'))).toEqual([ids.open]);
    expect(await list('amassadas', tokenOf('CONSUMIDOR_FINAL'))).toEqual([]);
    expect(await list('amassadas', tokenOf('ADMIN'), { status: ['FINALIZADO'] })).toEqual([]);
  });

  it('looks 24 months back, or as far as the list does', async () => {
    expect(await list('etiqueta')).toEqual([]);
    expect(await list('etiqueta', tokenOf('ADMIN'), { dtIni: '2020-01-01' })).toEqual([ids.other]);
  });

  it('finds nothing by a phone or address that is masked', async () => {
    for (const text of ['97777 6666', 'canario', 'maria.canario@azul.com.br'])
      expect([text, await list(text), await list(text, noPersonal)]).toEqual([text, [ids.foreign], []]);
    expect(await list('ligar', noPersonal)).toEqual([ids.foreign]);
  });
});

describe('what the person may not see', () => {
  const KEY = '35261112345678000190550010000777771234567890';
  /** Texts that stand in a message of the person's own ticket. */
  const TEXTS = {
    phone: '(31) 95555-1234',
    'last digits': '1234',
    document: '11.222.333/0001-81',
    email: 'fiscal@estranho.com.br',
    'invoice number': 'NF 77777',
    number: '77777',
    'access key': KEY,
  };
  const OWN = ['OPERADOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const;
  const NEAR = 'mercdo azul';
  const PRODUCT = 'zimbro';
  const answers = async () =>
    Object.fromEntries(
      await Promise.all(
        [...Object.values(TEXTS), NEAR, PRODUCT].map(async (text) => [
          text,
          await Promise.all(
            OWN.map(async (who) => [
              await list(text, tokenOf(who)),
              (await palette(text, tokenOf(who))).tickets.map(({ id }) => id),
              who === 'CONSUMIDOR_FINAL'
                ? []
                : (await palette(text, tokenOf(who))).clientes.map(({ id }) => id),
            ]),
          ),
        ]),
      ),
    );

  it('changes no answer, whatever it is called', async () => {
    const { db } = fixture.server.deps;
    const { branchIds, customerIds, people: persons } = fixture;
    const own = await fixture.addTicket({
      customerId: customerIds.consumer,
      representativeId: fixture.representativeId,
      subject: 'Zimbro',
    });
    await db.insert(ticketMessages).values(
      Object.values(TEXTS).map((text) => ({
        ticketId: own,
        html: `<p>Anotado: ${text}</p>`,
        type: 'PUBLICO' as const,
        authorId: persons.ADMIN,
      })),
    );
    const before = await answers();
    for (const text of Object.values(TEXTS))
      expect([text, before[text].map(([tickets]: number[][]) => tickets)]).toEqual([
        text,
        OWN.map(() => [own]),
      ]);
    expect(before[NEAR][0][0]).toContain(ids.open);
    expect(before[NEAR][0][2]).toEqual([customerIds.first]);

    // More of the same name than are compared, all of another branch.
    const foreign = await db
      .insert(customers)
      .values(
        Array.from({ length: 230 }, (_, at) => ({
          document: at === 0 ? '11222333000181' : `9000000000${String(at).padStart(4, '0')}`,
          legalName: 'Mercdo Azul do Norte',
          tradeName: 'Mercdo Azul',
          ...(at === 0 && { phone: '31955551234', email: 'fiscal@estranho.com.br' }),
        })),
      )
      .returning({ id: customers.id });
    const customerId = foreign[0]?.id ?? 0;
    await db
      .insert(customerBranches)
      .values(foreign.map(({ id }) => ({ customerId: id, branchId: branchIds[1] })));
    const hidden = await fixture.addTicket({ customerId, branchId: branchIds[1], representativeId: null });
    const [invoice] = await db
      .insert(invoices)
      .values({
        key: KEY,
        number: 77777,
        customerId,
        branchId: branchIds[1],
        issuedOn: '2026-11-01',
        total: '1',
      })
      .returning({ id: invoices.id });
    await db.insert(ticketInvoices).values({ ticketId: hidden, invoiceId: invoice?.id ?? 0 });
    const [product] = await db
      .insert(products)
      .values({ code: 'ZB', brand: 'Serra', description: 'Gim de zimbro' })
      .returning({ id: products.id });
    await db
      .insert(ticketItems)
      .values({ ticketId: hidden, line: 1, productId: product?.id ?? 0, description: 'Gim', requested: '1' });
    expect(await list(KEY)).toEqual([hidden]);
    expect(await list(TEXTS.phone)).toEqual([hidden]);
    expect(await list(PRODUCT)).toEqual([own, hidden].sort((a, b) => a - b));
    expect(await answers()).toEqual(before);
  });
});

describe('words that stand in more messages than are read at once', () => {
  it('are said, and nothing is done for all tickets that they are in', async () => {
    const { db } = fixture.server.deps;
    await db.insert(ticketMessages).values(
      Array.from({ length: 510 }, (_, at) => ({
        ticketId: ids.consumers,
        html: `<p>Paralelepípedo ${at % 2 === 0 ? 'par' : 'cinza'}</p>`,
        type: 'PUBLICO' as const,
        authorId: fixture.people.ADMIN,
      })),
    );
    const call = (path: string, body: object) =>
      fixture.server.call('POST', `/sac/${path}`, { token: tokenOf('ADMIN'), body });
    const termo = 'paralelepipedo';
    const { body: found } = await call('consultas/tickets', { termo });
    expect([found.itens.length, found.paginator.mais]).toEqual([1, true]);
    const totals = await fixture.get(`tickets/totais?termo=${termo}`);
    expect(totals.body.every(({ mais }: { mais?: boolean }) => mais)).toBe(true);
    const answers = [
      await call('tickets/lote/nota-privada', { filtros: { termo }, dados: { mensagem: 'x' } }),
      await call('tickets/exportar', { formato: 'csv', filtros: { termo } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [422, 'BUSCA_PARCIAL']),
    );
    const narrower = { termo: `${termo} cinza` };
    expect((await call('consultas/tickets', narrower)).body.paginator).not.toHaveProperty('mais');
    expect((await call('tickets/exportar', { formato: 'csv', filtros: narrower })).status).toBe(200);
  });
});

it('the index of the words of messages is left by the upgrade of a large table, and built beside its writers', async () => {
  const { deps } = fixture.server;
  const [file = ''] = readdirSync(migrationsFolder).filter((name) => name.startsWith('0050'));
  const build = readFileSync(path.join(migrationsFolder, file), 'utf8')
    .split('--> statement-breakpoint')
    .at(-1);
  await deps.pool.query('drop index ticket_messages_words_idx');
  expect(build).toContain('<= 50000 THEN');
  // Any table is too large for this limit.
  await deps.pool.query((build ?? '').replace('<= 50000', '<= -2'));
  // Unlike the one that has served so far, this connection has not seen the index.
  const db = drizzle(deps.pool) as unknown as typeof deps.db;
  const user = (await personById(deps.db, fixture.people.ADMIN)) as User;
  const term = readSearch('amassadas');
  if (!term) throw new Error('nothing to search');
  const find = () => ticketsByMessages({ ...deps, db, user }, term, {});
  expect(await find()).toEqual({ ids: [], cut: true });
  expect(await buildWordsIndex(deps)).toBe(true);
  expect(await find()).toEqual({ ids: [ids.open], cut: false });
});
