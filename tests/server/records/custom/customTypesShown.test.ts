import { beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { customTypeProblems } from '#contract/rules/records/customTypeProblems.ts';
import { ticketMenus, tickets, ticketTypes } from '#server/db/tables/index.ts';
import {
  base,
  call,
  changedType,
  contract,
  document,
  filter,
  KEY,
  list,
  operator,
  persons,
  publish,
  server,
  setUpFixture,
} from './customTypesFixture.ts';

setUpFixture({ withType: true });

let consumer: string;
let representative: string;
beforeAll(async () => {
  consumer = await server.sessionOf(persons.people.CONSUMIDOR_FINAL);
  representative = await server.sessionOf(persons.people.REPRESENTANTE);
  for (const dados of [
    contract('CT-1'),
    contract('CT-2', { ativo: false }),
    contract('CT-3', { cliente: document.second }),
  ])
    await call('POST', base, { dados });
});

const panel = async (idCli: number, token?: string) =>
  (await call('GET', `/callcenter/clientes/${idCli}`, undefined, token)).body.data;
const own = async (token?: string) =>
  (await call('GET', '/config/cadastros-proprios', undefined, token)).body.itens;
const numbers = async (idCli: number, token?: string) =>
  (await list(`idCli=${idCli}`, token)).itens.map(({ numero }: { numero: string }) => numero);

describe('custom type in the customer panel', () => {
  it('shows and counts nothing without access to the type or the customer', async () => {
    const { first, second } = persons.customerIds;
    expect(await own(consumer)).toEqual([]);
    expect((await call('GET', `${base}?idCli=${first}`, undefined, consumer)).status).toBe(403);
    expect(await numbers(second, operator)).toEqual([]);
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    expect(await own(operator)).toEqual([]);
    expect((await call('GET', `${base}?idCli=${first}`, undefined, operator)).status).toBe(403);
    expect((await panel(first, operator)).contadores).not.toHaveProperty(`cadastro-${KEY}`);
    await publish();
  });

  it('is a tab with a count, which lists the records of the customer', async () => {
    const { first, second } = persons.customerIds;
    expect(await own(operator)).toMatchObject([{ chave: KEY, noPainelDoCliente: 'cliente' }]);
    expect((await panel(first, operator)).contadores).toMatchObject({ [`cadastro-${KEY}`]: 2 });
    expect(await numbers(first, operator)).toEqual(['CT-1', 'CT-2']);
    expect(await numbers(second)).toEqual(['CT-3']);
    expect((await panel(second)).contadores).toMatchObject({ [`cadastro-${KEY}`]: 1 });
    expect(await numbers(first, representative)).toEqual(['CT-1', 'CT-2']);
  });

  it('rejects a filter by customer on a type without a field for one', async () => {
    const { status, body } = await call('GET', '/config/cadastros/produtos?idCli=1');
    expect([status, body.errors.idCli]).toEqual([422, expect.stringContaining('não diz de que cliente')]);
  });

  it('is not a tab unless the type says so, and is rejected if it names no customer', async () => {
    await publish(({ noPainelDoCliente: _, ...type }) => type);
    expect(await own(operator)).toMatchObject([{ chave: KEY, noPainelDoCliente: null }]);
    expect((await panel(persons.customerIds.first)).contadores).not.toHaveProperty(`cadastro-${KEY}`);
    const without = await changedType((type) => ({
      ...type,
      busca: ['numero'],
      lista: {},
      campos: type.campos.filter(({ chave }) => chave !== 'cliente'),
    }));
    expect(customTypeProblems(without, [])).toMatchObject([
      { pointer: '/noPainelDoCliente', severity: 'ERRO' },
      { pointer: '/escopo/0', severity: 'ERRO' },
    ]);
    await publish();
  });
});

describe('custom type in the global search', () => {
  const found = async (q: string, token?: string) =>
    (await call('GET', `/sac/busca?q=${encodeURIComponent(q)}`, undefined, token)).body.registros.map(
      ({ cadastro, codigo }: { cadastro: string; codigo: string }) => `${cadastro} ${codigo}`,
    );

  it('finds nothing of a type, a customer or a branch that the person cannot see', async () => {
    expect(await found('CT-', consumer)).toEqual([]);
    expect(await found('CT-3', operator)).toEqual([]);
    expect(await found('freezer', operator)).toEqual([`${KEY} CT-1`, `${KEY} CT-2`]);
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    expect(await found('CT-1', operator)).toEqual([]);
    await publish();
  });

  it('finds by code and name, ignoring case and accents, the exact code first', async () => {
    expect(await found('fréézer ct')).toEqual([`${KEY} CT-1`, `${KEY} CT-2`, `${KEY} CT-3`]);
    expect((await found('CT-2'))[0]).toBe(`${KEY} CT-2`);
    expect(await found('freezer horizontal')).toEqual(['produtos 10043']);
    expect(await found('10044')).toEqual(['produtos 10044']);
    expect(await found('%%%')).toEqual([]);
    expect(await found('1')).toEqual([]);
  });
});

describe('custom type on the page of a ticket', () => {
  const reports = '/config/cadastros/laudos';
  const report = (numero: string, more: object) => ({ numero, descricao: `Laudo ${numero}`, ...more });
  const listed = async (idTicket: number, token?: string) =>
    (await call('GET', `${reports}?idTicket=${idTicket}`, undefined, token)).body.itens.map(
      ({ numero }: { numero: string }) => numero,
    );
  const options = async (q: string, token?: string) =>
    (await call('POST', '/config/opcoes/cadastro-tickets', { q }, token)).body.itens.map(
      ({ valor }: { valor: string }) => Number(valor),
    );
  let here: number;
  let elsewhere: number;
  beforeAll(async () => {
    const [first, second] = persons.branchIds;
    here = await addTicket(persons.customerIds.first, first);
    elsewhere = await addTicket(persons.customerIds.second, second);
    await publish(({ campos, permissoes, ...type }) => ({
      formato: 1,
      chave: 'laudos',
      titulo: { um: 'laudo', muitos: 'laudos', genero: 'm' },
      descricao: type.descricao,
      campos: [
        { chave: 'numero', titulo: 'Número', tipo: 'TEXT', obrigatorio: true },
        { chave: 'descricao', titulo: 'Descrição', tipo: 'TEXT', obrigatorio: true },
        { chave: 'ticket', titulo: 'Ticket', tipo: 'REFERENCIA', referencia: 'tickets' },
      ],
      codigo: ['numero'],
      nome: 'descricao',
      noTicket: true,
      escopo: ['carteira'],
      permissoes,
    }));
    for (const dados of [
      report('L-1', { ticket: `${here}` }),
      report('L-2', { ticket: `${elsewhere}` }),
      report('L-3', {}),
    ])
      expect((await call('POST', reports, { dados })).status).toBe(200);
  });

  it('hides records that cite a ticket from people who cannot see the ticket', async () => {
    expect(await listed(elsewhere, operator)).toEqual([]);
    const [hidden] = (await call('GET', `${reports}?idTicket=${elsewhere}`)).body.itens;
    expect((await call('GET', `${reports}/${hidden.id}`, undefined, operator)).status).toBe(404);
    const all = (await call('GET', reports, undefined, operator)).body.itens;
    expect(all.map(({ numero }: { numero: string }) => numero)).toEqual(['L-1', 'L-3']);
    const cited = await call('POST', reports, { dados: report('L-9', { ticket: `${elsewhere}` }) }, operator);
    expect([cited.status, cited.body.errors]).toEqual([
      422,
      { ticket: `Ticket "${elsewhere}" não encontrado por número do ticket.` },
    ]);
    expect(await options('', operator)).toEqual([here]);
    expect((await call('GET', `${reports}?idTicket=${here}`, undefined, consumer)).status).toBe(403);
  });

  it('lists records that cite the ticket, by its number and subject', async () => {
    expect(await listed(here, operator)).toEqual(['L-1']);
    const [one] = (await call('GET', `${reports}?idTicket=${here}`, undefined, operator)).body.itens;
    expect([one.ticket, one.rotulos.ticket]).toEqual([`${here}`, `${here} · Caixa amassada`]);
    expect(await own(operator)).toMatchObject([
      { chave: KEY, noTicket: null },
      { chave: 'laudos', noTicket: { ticket: 'ticket', cliente: null } },
    ]);
    const { itens } = (await call('GET', `${reports}?${filter({ ticket: `${here}` })}`)).body;
    expect(itens).toMatchObject([{ numero: 'L-1' }]);
    expect(await options('amassada')).toEqual([elsewhere, here]);
    expect(await options(`${here}`)).toEqual([here]);
    for (const ticket of ['0', 'abc', '99999999999', '999999'])
      expect((await call('POST', reports, { dados: report('L-8', { ticket }) })).body.errors).toEqual({
        ticket: `Ticket "${ticket}" não encontrado por número do ticket.`,
      });
  });

  it('lists those that cite a ticket merged into it, however often, and for that one alone its own', async () => {
    const { db } = server.deps;
    const [first] = persons.branchIds;
    const lead = await addTicket(persons.customerIds.first, first);
    const between = await addTicket(persons.customerIds.first, first);
    await db.update(tickets).set({ mergedIntoId: between }).where(eq(tickets.id, here));
    await db.update(tickets).set({ mergedIntoId: lead }).where(eq(tickets.id, between));
    expect([await listed(lead, operator), await listed(here, operator)]).toEqual([['L-1'], ['L-1']]);
    await db.update(tickets).set({ mergedIntoId: null }).where(eq(tickets.id, here));
    expect(await listed(lead, operator)).toEqual([]);
  });

  it('rejects a filter by ticket on a type without a field for one', async () => {
    const { status, body } = await call('GET', `${base}?idTicket=${here}`);
    expect([status, body.errors.idTicket]).toEqual([422, 'Este cadastro não cita tickets.']);
    const without = await changedType(({ noPainelDoCliente: _, ...type }) => ({
      ...type,
      busca: ['numero'],
      lista: {},
      noTicket: true,
      campos: type.campos.filter(({ chave }) => chave !== 'cliente'),
    }));
    expect(customTypeProblems(without, [])).toMatchObject([
      { pointer: '/noTicket', severity: 'ERRO' },
      { pointer: '/escopo/0', severity: 'ERRO' },
    ]);
  });
});

async function addTicket(customerId: number, branchId: number): Promise<number> {
  const { db } = server.deps;
  const [type] = await db.select().from(ticketTypes).limit(1);
  const [row] = await db
    .insert(tickets)
    .values({
      typeId: type?.id ?? (await addTicketType()),
      customerId,
      branchId,
      creatorId: persons.people.OPERADOR,
      origin: 'SAC',
      subject: 'Caixa amassada',
      flowKey: 'DEVOLUCAO',
      flowVersion: 1,
      stepKey: 'ABERTURA',
    })
    .returning();
  return row?.id ?? 0;
}

async function addTicketType(): Promise<number> {
  const { db } = server.deps;
  const [menu] = await db
    .insert(ticketMenus)
    .values({ key: 'X', description: 'X', icon: 'Undo' })
    .returning();
  const [type] = await db
    .insert(ticketTypes)
    .values({ key: 'X', menuId: menu?.id ?? 0, description: 'X', flags: {} as never, flowKey: 'DEVOLUCAO' })
    .returning();
  return type?.id ?? 0;
}
