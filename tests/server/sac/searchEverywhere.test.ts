import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { grantsOf, type Module } from '#contract/permissions.ts';
import { formatCnpj } from '#contract/rules/documents.ts';
import { type CustomerHit, HITS, type TicketHit } from '#contract/sac/search.ts';
import { orders, people, personBranches, roles } from '#server/db/tables/index.ts';
import { testCpf } from '../../support/people.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
let ids: Record<'own' | 'archived' | 'north' | 'consumers', number>;

beforeAll(async () => {
  fixture = await ticketFixture();
  const north = { branchId: fixture.branchIds[1], customerId: fixture.customerIds.second };
  ids = {
    own: await fixture.addTicket({ representativeId: fixture.representativeId, subject: 'Caixa amassada' }),
    archived: await fixture.addTicket({ status: 'FINALIZADO', archived: true, subject: 'Caixa amassada' }),
    north: await fixture.addTicket({ ...north, subject: 'Caixa amassada' }),
    consumers: await fixture.addTicket({ customerId: fixture.customerIds.consumer, subject: 'Dúvida' }),
  };
});
afterAll(() => fixture?.server.close());

/** A seller of the first branch whose role grants only these modules. */
async function sellerWith(modules: readonly Module[]): Promise<number> {
  const { db } = fixture.server.deps;
  const [role] = await db
    .insert(roles)
    .values({ key: `SO_${modules.join('_')}`, name: 'Só isto', grants: grantsOf(modules) })
    .returning();
  const [person] = await db
    .insert(people)
    .values({
      cpf: testCpf(700 + (role?.id ?? 0)),
      name: 'Vera Balcão',
      email: `vera${role?.id}@exemplo.com.br`,
      type: 'VENDEDOR',
      roleId: role?.id ?? 0,
      passwordHash: '',
    })
    .returning();
  const personId = person?.id ?? 0;
  await db.insert(personBranches).values({ personId, branchId: fixture.branchIds[0] });
  return personId;
}

async function found(q: string, who?: Parameters<TicketFixture['get']>[1]) {
  const { body } = await fixture.get(`busca?q=${encodeURIComponent(q)}`, who);
  const { tickets, clientes } = body as { tickets: TicketHit[]; clientes: CustomerHit[] };
  return {
    tickets: tickets.map(({ id }) => id).sort((a, b) => a - b),
    clientes: clientes.map(({ fant }) => fant),
  };
}

describe('GET busca', () => {
  it('finds tickets and customers by one text, with or without mask and accents', async () => {
    expect(await found('caixa')).toEqual({ tickets: [ids.own, ids.north], clientes: [] });
    expect(await found('mércado azul')).toEqual({ tickets: [ids.own], clientes: ['Mercado Azul'] });
    const document = formatCnpj('12ABC34501DE35');
    expect(await found(document)).toEqual({ tickets: [ids.own], clientes: ['Mercado Azul'] });
    expect((await found(`#${ids.north}`)).tickets).toEqual([ids.north]);
    expect((await found('12ABC345')).clientes).toEqual(['Mercado Azul']);
  });

  it('finds an archived ticket by its number only', async () => {
    expect((await found(`${ids.archived}`)).tickets).toEqual([ids.archived]);
    const { body } = await fixture.get(`busca?q=${ids.archived}`);
    expect(body.tickets[0]).toEqual({
      id: ids.archived,
      assunto: 'Caixa amassada',
      cliente: 'Mercado Azul',
      razSoc: 'Mercado Azul Ltda.',
      tipo: expect.any(String),
      status: 'FINALIZADO',
      arquivado: true,
    });
  });

  it('stays within the scope of the person', async () => {
    expect(await found('caixa', 'OTHER_OPERATOR')).toEqual({ tickets: [ids.north], clientes: [] });
    expect(await found(`${ids.own}`, 'OTHER_OPERATOR')).toEqual({ tickets: [], clientes: [] });
    expect(await found('mercado', 'OPERADOR')).toMatchObject({ clientes: ['Mercado Azul'] });
    expect(await found('mercado', 'REPRESENTANTE')).toEqual({
      tickets: [ids.own],
      clientes: ['Mercado Azul'],
    });
  });

  it('finds for an end consumer only own tickets, and no customer', async () => {
    expect(await found('caixa', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [], clientes: [] });
    expect(await found('clara', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [ids.consumers], clientes: [] });
    expect(await found('mercado', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [], clientes: [] });
  });

  it('leaves out what the person has no permission to see', async () => {
    const { db } = fixture.server.deps;
    const [order] = await db
      .insert(orders)
      .values({
        status: 'ATIVO',
        customerId: fixture.customerIds.first,
        branchId: fixture.branchIds[0],
        sellerId: fixture.people.VENDEDOR,
      })
      .returning();
    const id = order?.id ?? 0;
    const requested = async (...modules: Module[]) => {
      const token = await fixture.server.sessionOf(await sellerWith(modules));
      const { status, body } = await fixture.server.call('GET', `/sac/busca?q=${id}`, { token });
      const text = await fixture.server.call('GET', '/sac/busca?q=mercado', { token });
      return [
        status,
        body.pedidos.map((hit: { tipo: string }) => hit.tipo),
        text.body.tickets.length > 0,
        text.body.clientes.length > 0,
      ];
    };
    expect(await requested('ORCAMENTO')).toEqual([200, ['ORCAMENTO'], false, false]);
    expect(await requested('PEDIDO', 'CLIENTE')).toEqual([200, [], false, true]);
    expect(await requested('SAC_TICKETS')).toEqual([200, [], true, false]);
    expect(await requested()).toEqual([200, [], false, false]);
  });

  it('shows whether more was found than it lists', async () => {
    const more = async () => {
      const { body } = await fixture.get('busca?q=palete');
      const { tickets, mais } = body as { tickets: TicketHit[]; mais: boolean };
      return [tickets.length, mais];
    };
    for (let at = 0; at < HITS; at += 1) await fixture.addTicket({ subject: 'Palete quebrado' });
    expect(await more()).toEqual([HITS, false]);
    await fixture.addTicket({ subject: 'Palete quebrado' });
    expect(await more()).toEqual([HITS, true]);
  });

  it('returns nothing for blanks and takes wildcards literally', async () => {
    for (const q of ['   ', '%', '_', "'; drop table tickets; --", '\u0000'])
      expect(await found(q)).toEqual({ tickets: [], clientes: [] });
    expect((await fixture.get(`busca?q=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await fixture.get('busca')).status).toBe(422);
    // An empty parameter is one that was not given.
    expect((await fixture.get('busca?q=')).status).toBe(422);
  });
});
