import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { formatCnpj } from '../../../contract/rules/documents.ts';
import type { CustomerHit, TicketHit } from '../../../contract/sac/search.ts';
import { type TicketWorld, ticketWorld } from './tickets/ticketWorld.ts';

jest.setTimeout(60_000);

let world: TicketWorld;
let ids: Record<'own' | 'archived' | 'north' | 'consumers', number>;

beforeAll(async () => {
  world = await ticketWorld();
  const north = { branchId: world.branchIds[1], customerId: world.customerIds.second };
  ids = {
    own: await world.addTicket({ representativeId: world.representativeId, subject: 'Caixa amassada' }),
    archived: await world.addTicket({ status: 'FINALIZADO', archived: true, subject: 'Caixa amassada' }),
    north: await world.addTicket({ ...north, subject: 'Caixa amassada' }),
    consumers: await world.addTicket({ customerId: world.customerIds.consumer, subject: 'Dúvida' }),
  };
});
afterAll(() => world?.server.close());

async function found(q: string, who?: Parameters<TicketWorld['get']>[1]) {
  const { body } = await world.get(`busca?q=${encodeURIComponent(q)}`, who);
  const { tickets, clientes } = body as { tickets: TicketHit[]; clientes: CustomerHit[] };
  return {
    tickets: tickets.map(({ id }) => id).sort((a, b) => a - b),
    clientes: clientes.map(({ fant }) => fant),
  };
}

describe('busca', () => {
  it('finds tickets and customers by the same text, masked or not, with accents or without', async () => {
    expect(await found('caixa')).toEqual({ tickets: [ids.own, ids.north], clientes: [] });
    expect(await found('mércado azul')).toEqual({ tickets: [ids.own], clientes: ['Mercado Azul'] });
    const document = formatCnpj('12ABC34501DE35');
    expect(await found(document)).toEqual({ tickets: [ids.own], clientes: ['Mercado Azul'] });
    expect((await found(`#${ids.north}`)).tickets).toEqual([ids.north]);
    expect((await found('12ABC345')).clientes).toEqual(['Mercado Azul']);
  });

  it('finds an archived ticket by its number only', async () => {
    expect((await found(`${ids.archived}`)).tickets).toEqual([ids.archived]);
    const { body } = await world.get(`busca?q=${ids.archived}`);
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

  it('keeps to the scope of whoever asks', async () => {
    expect(await found('caixa', 'OTHER_OPERATOR')).toEqual({ tickets: [ids.north], clientes: [] });
    expect(await found(`${ids.own}`, 'OTHER_OPERATOR')).toEqual({ tickets: [], clientes: [] });
    expect(await found('mercado', 'OPERADOR')).toMatchObject({ clientes: ['Mercado Azul'] });
    expect(await found('mercado', 'REPRESENTANTE')).toEqual({
      tickets: [ids.own],
      clientes: ['Mercado Azul'],
    });
  });

  it('tells an end consumer of own tickets only, and of no customer', async () => {
    expect(await found('caixa', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [], clientes: [] });
    expect(await found('clara', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [ids.consumers], clientes: [] });
    expect(await found('mercado', 'CONSUMIDOR_FINAL')).toEqual({ tickets: [], clientes: [] });
  });

  it('answers nothing to nothing, and takes a text for itself', async () => {
    for (const q of ['', '   ', '%', '_', "'; drop table tickets; --", '\u0000'])
      expect(await found(q)).toEqual({ tickets: [], clientes: [] });
    expect((await world.get(`busca?q=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await world.get('busca')).status).toBe(422);
  });
});
