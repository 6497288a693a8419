import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MenuTicketType, TicketMenu } from '#contract/sac/tickets/ticketCatalog.ts';
import { seedStandard } from '#server/db/seed/index.ts';
import { ticketMenus, ticketTypes } from '#server/db/tables/index.ts';
import { createPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

describe('ticket catalogue', () => {
  let server: TestServer;
  let operator: string;
  let consumer: string;
  const get = async <T>(path: string, token: string): Promise<T> =>
    (await server.call('GET', `/sac/${path}`, { token })).body as T;

  beforeAll(async () => {
    server = await testServer();
    await seedStandard(server.deps.db);
    const { people } = await createPeople(server.deps.db);
    operator = await server.sessionOf(people.OPERADOR);
    consumer = await server.sessionOf(people.CONSUMIDOR_FINAL);
  });
  afterAll(() => server.close());

  it('has three menus, each with its types in order', async () => {
    const menus = await get<TicketMenu[]>('tickets/menus', operator);
    expect(menus.map(({ chave }) => chave)).toEqual(['SOLICITACAO', 'RECLAMACAO', 'DUVIDA']);
    expect(
      menus.every(({ chave, tipos }) => tipos.length > 1 && tipos.every(({ menu }) => menu === chave)),
    ).toBe(true);
    expect(menus[0]?.tipos[0]).toMatchObject({ chave: 'DEVOLUCAO', usa_nota_produto: 2, usa_prorrogacao: 0 });
  });
  it('has up to five levels of reasons, in the order of the file', async () => {
    const types = await get<MenuTicketType[]>('tickets/tipos', operator);
    const damage = types.find(({ chave }) => chave === 'AVARIA_TRANSPORTE');
    const first = damage?.motivos?.itens[0]?.subnivel?.itens[0]?.subnivel?.itens[0];
    expect(first?.subnivel?.itens[0]?.subnivel).toMatchObject({
      obrigatorio: false,
      itens: [
        { descricao: 'Ficar com desconto', desc: 'Ficar com desconto' },
        { descricao: 'Devolver', desc: 'Devolver' },
      ],
    });
    expect(damage?.motivosProdutos.find(({ descricao }) => descricao === 'Avaria')).toMatchObject({
      anexo_obrigatorio: true,
    });
    expect(types.find(({ chave }) => chave === 'DUVIDA_PRODUTO')?.motivos).toBeNull();
  });
  it('offers an end consumer only types for consumers, and no empty menu', async () => {
    const types = await get<MenuTicketType[]>('tickets/tipos', consumer);
    expect(types.length).toBeGreaterThan(0);
    expect(types.every(({ usa_consumidor_final }) => usa_consumidor_final > 0)).toBe(true);
    const [menu] = await server.deps.db
      .insert(ticketMenus)
      .values({ key: 'INTERNO', description: 'Interno', icon: 'Badge' })
      .returning();
    const { flags } = (
      await server.deps.db.select().from(ticketTypes).limit(1)
    )[0] as typeof ticketTypes.$inferSelect;
    await server.deps.db.insert(ticketTypes).values({
      key: 'INTERNO',
      menuId: menu?.id ?? 0,
      description: 'Só da equipe',
      flags: { ...flags, usa_consumidor_final: 0 },
      flowKey: 'DUVIDA',
    });
    const keys = async (token: string) =>
      (await get<TicketMenu[]>('tickets/menus', token)).map(({ chave }) => chave);
    expect([(await keys(operator)).includes('INTERNO'), (await keys(consumer)).includes('INTERNO')]).toEqual([
      true,
      false,
    ]);
  });
  it('lists statuses, origins and steps', async () => {
    const status = await get<{ valor: string; descricao: string }[]>('tickets/status', operator);
    expect(status).toContainEqual(
      expect.objectContaining({ valor: 'AGUARDANDO_CLIENTE', descricao: 'Aguardando cliente' }),
    );
    expect((await get<{ chave: string }[]>('tickets/origens', operator))[0]).toEqual({
      chave: 'SAC',
      descricao: 'SAC',
    });
    expect(await get('consultas/etapas', operator)).toContainEqual({
      fluxo: 'DEVOLUCAO',
      chave: 'CONFERENCIA_DEVOLUCAO',
      descricao: 'Conferência da devolução',
    });
  });
});
