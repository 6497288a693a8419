import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { CustomerHit, TicketHit } from '#contract/sac/search.ts';
import {
  agendas,
  customerContacts,
  customerPhones,
  customers,
  orders,
  ticketMessages,
} from '#server/db/tables/index.ts';
import { whoSeesNone } from '../security/personal/plantedOwn.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

// One search for lists, palette and API: what one of them finds, all find (DOMAIN.md section 13).

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
  noPersonal = await server.sessionOf(await whoSeesNone(server));
});
afterAll(() => fixture?.server.close());

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
