import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, PERSON_TYPES, type PersonType } from '#contract/permissions.ts';
import {
  BLOCK_SOURCES,
  type BlockSource,
  blockSources,
  sourceRule,
} from '#contract/rules/dashboards/blockSources.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { HomePage, SourceResult } from '#contract/sac/reports/homePages.ts';
import { agendas, goals, orders, paymentLinks, people, roles, tickets } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

const HOUR = 3_600_000;
let fixture: TicketFixture;
/** Names of what was added, with its id. */
const made: Record<string, number> = {};
const db = () => fixture.server.deps.db;

beforeAll(async () => {
  fixture = await ticketFixture();
  const { people: persons, customerIds, branchIds, addTicket } = fixture;
  const [near, far] = branchIds;
  const now = fixture.server.deps.now().getTime();
  const at = (hours: number) => new Date(now + hours * HOUR);
  const customerId = customerIds.first;
  const [sectorId] = fixture.sectorIds;
  await db().update(people).set({ sectorId }).where(eq(people.id, persons.OPERADOR));
  const mine = {
    customerId,
    branchId: near,
    operatorId: persons.OPERADOR,
    status: 'EM_ATENDIMENTO',
  } as const;
  made.late = await addTicket({ ...mine, dueAt: at(-5) });
  made.urgent = await addTicket({ ...mine, dueAt: at(90), priority: 'URGENTE' });
  made.soon = await addTicket({ ...mine, dueAt: at(80) });
  made.waits = await addTicket({ ...mine, dueAt: at(-50), status: 'AGUARDANDO_CLIENTE' });
  made.queue = await addTicket({ customerId, branchId: near, sectorId, operatorId: null, dueAt: at(-9) });
  made.elsewhere = await addTicket({ customerId, branchId: far, operatorId: null, dueAt: at(-99) });
  made.consumers = await addTicket({ customerId: customerIds.consumer, branchId: near, operatorId: null });
  await sell(near, now);
});
afterAll(() => fixture.server.close());

/** Quotes, a link, calls and a goal of the seller; those of others beside them. */
async function sell(branchId: number, now: number) {
  const { people: persons, customerIds, representativeId } = fixture;
  const today = localDate(new Date(now), DEFAULT_TIME_ZONE);
  const quote = { customerId: customerIds.first, branchId, representativeId, stage: 'ORCAMENTO' as const };
  const rows = await db()
    .insert(orders)
    .values([
      { ...quote, sellerId: persons.VENDEDOR, status: 'ATIVO', total: '900', validUntil: addDays(today, 1) },
      { ...quote, sellerId: persons.VENDEDOR, status: 'ATIVO', total: '50', validUntil: addDays(today, 20) },
      { ...quote, sellerId: persons.OPERADOR, status: 'ATIVO', total: '70', validUntil: addDays(today, 1) },
    ])
    .returning({ id: orders.id });
  const [expiring = 0, later = 0, others = 0] = rows.map(({ id }) => id);
  Object.assign(made, { expiring, later, others });
  const link = { amount: '900', createdAt: new Date(now) };
  await db()
    .insert(paymentLinks)
    .values([
      { ...link, orderId: made.expiring ?? 0, hash: 'a', expiresAt: new Date(now + HOUR) },
      { ...link, orderId: made.later ?? 0, hash: 'b', status: 'PAGO', expiresAt: new Date(now + HOUR) },
      { ...link, orderId: made.others ?? 0, hash: 'c', expiresAt: new Date(now + HOUR) },
    ]);
  const call = {
    customerId: customerIds.first,
    branchId,
    subject: 'Ligar',
    scheduledAt: new Date(now - 1000),
  };
  await db()
    .insert(agendas)
    .values([
      { ...call, personId: persons.VENDEDOR, subject: 'Sem valor', customerId: customerIds.second },
      { ...call, personId: persons.VENDEDOR, subject: 'Do orçamento', orderId: made.expiring },
      { ...call, personId: persons.OPERADOR, subject: 'De outra pessoa' },
      { ...call, personId: persons.VENDEDOR, subject: 'Feita', finishedAt: new Date(now) },
    ]);
  await db()
    .insert(goals)
    .values({ personId: persons.VENDEDOR, month: `${today.slice(0, 7)}-01`, value: '1000' });
}

const call = (who: PersonType, path: string) =>
  fixture.server.call('GET', path, { token: fixture.tokens[who] });
const homeOf = async (who: PersonType, query = ''): Promise<HomePage> =>
  (await call(who, `/config/painel-inicial${query}`)).body.data;
async function read(who: PersonType, ...names: BlockSource[]): Promise<SourceResult[]> {
  const { status, body } = await call(
    who,
    `/config/paineis-fontes?${names.map((name) => `fontes=${name}`).join('&')}`,
  );
  expect([who, names, status]).toEqual([who, names, 200]);
  return body;
}
const keysOf = async (who: PersonType, name: BlockSource) =>
  (await read(who, name))[0]?.itens.map(({ chave }) => Number(chave));

describe('the home page', () => {
  it.each(PERSON_TYPES)('of a %s has blocks, each of which they may see', async (who) => {
    const { painel } = await homeOf(who);
    expect(painel?.blocos.length).toBeGreaterThan(1);
    for (const { acesso, fonte, relatorio, chave } of painel?.blocos ?? []) {
      expect([chave, acesso]).toEqual([chave, true]);
      if (fonte) expect((await read(who, fonte))[0]?.acesso).toBe(true);
      if (relatorio)
        expect([chave, (await call(who, `/config/paineis/${painel?.id}/blocos/${chave}`)).status]).toEqual([
          chave,
          200,
        ]);
    }
  });

  it('is that of the person’s kind where their role is one of the company’s own', async () => {
    const [role] = await db()
      .insert(roles)
      .values({ key: 'NOTURNO', name: 'Noturno', grants: [] })
      .returning();
    const [own] = await db().select().from(people).where(eq(people.id, fixture.people.SUPERVISOR));
    const set = (roleId: number) =>
      db().update(people).set({ roleId }).where(eq(people.id, fixture.people.SUPERVISOR));
    await set(role?.id ?? 0);
    // Without any right there is no home page at all.
    expect((await call('SUPERVISOR', '/config/painel-inicial')).status).toBe(403);
    await set(own?.roleId ?? 0);
    expect((await homeOf('SUPERVISOR')).painel?.id).toBe('inicio-supervisao');
  });

  it('tells only who sets the company up what is missing', async () => {
    expect((await homeOf('OPERADOR')).faltam).toBe(0);
    expect(await homeOf('ADMIN')).toMatchObject({ vazia: false });
    expect((await homeOf('ADMIN')).faltam).toBeGreaterThan(0);
  });
});

describe('the day of whoever looks', () => {
  /** Written by hand: what nobody of this kind may see. */
  const HIDDEN: Record<PersonType, BlockSource[]> = {
    ...{ ADMIN: [], GERENTE: [], SUPERVISOR: [], OPERADOR: [], VENDEDOR: [] },
    REPRESENTANTE: ['proximo-da-fila', 'tickets-urgentes', 'tickets-sem-operador', 'meu-trabalho'],
    CONSUMIDOR_FINAL: BLOCK_SOURCES.filter(
      (name) => !['tickets-recentes', 'tickets-por-situacao'].includes(name),
    ),
  };

  it.each(PERSON_TYPES)('tells a %s nothing of what they may not see', async (who) => {
    const results = await read(who, ...BLOCK_SOURCES);
    const hidden = results.filter(({ acesso }) => !acesso);
    expect(hidden.map(({ fonte }) => fonte).sort()).toEqual(HIDDEN[who].toSorted());
    for (const { itens, todos, meta } of hidden) expect([itens, todos, meta]).toEqual([[], null, null]);
  });

  it.each(BLOCK_SOURCES)('%s is nothing without its right', async (name) => {
    const { permissao } = sourceRule(name);
    const [role] = await db().select().from(roles).where(eq(roles.key, 'VENDEDOR'));
    const without = DEFAULT_GRANTS.VENDEDOR.filter((each) => each !== permissao);
    expect(without.length).toBeLessThan(DEFAULT_GRANTS.VENDEDOR.length);
    const grants = role?.grants ?? [];
    const cut = grants.map((module) => ({
      ...module,
      autorizado: module.autorizado && module.nome !== permissao,
      moduloAcoes: module.moduloAcoes.map((action) => ({
        ...action,
        autorizado: action.autorizado && action.nome !== permissao,
      })),
    }));
    await db().update(roles).set({ grants: cut }).where(eq(roles.key, 'VENDEDOR'));
    const [result] = await read('VENDEDOR', name);
    await db().update(roles).set({ grants }).where(eq(roles.key, 'VENDEDOR'));
    expect(result).toEqual({ fonte: name, acesso: false, itens: [], todos: null, meta: null });
  });

  it('lists the late before the urgent, and those before what is due first', async () => {
    expect(await keysOf('OPERADOR', 'tickets-urgentes')).toEqual([
      made.waits,
      made.late,
      made.urgent,
      made.soon,
    ]);
  });

  it('takes up next what nobody has in the own sector, and nothing that waits for the customer', async () => {
    expect(await keysOf('OPERADOR', 'proximo-da-fila')).toEqual([made.queue]);
    await db()
      .update(tickets)
      .set({ operatorId: fixture.people.VENDEDOR })
      .where(eq(tickets.id, made.queue ?? 0));
    expect(await keysOf('OPERADOR', 'proximo-da-fila')).toEqual([made.late]);
    await db()
      .update(tickets)
      .set({ operatorId: null })
      .where(eq(tickets.id, made.queue ?? 0));
  });

  it('keeps to the branches of the person', async () => {
    expect(await keysOf('SUPERVISOR', 'tickets-sem-operador')).toEqual([
      ...[made.elsewhere, made.queue],
      made.consumers,
    ]);
    expect(await keysOf('OPERADOR', 'tickets-sem-operador')).toEqual([made.queue, made.consumers]);
    expect(await keysOf('CONSUMIDOR_FINAL', 'tickets-recentes')).toEqual([made.consumers]);
  });

  it('shows a consumer their own words, and no name of a customer', async () => {
    const [recent, status] = await read('CONSUMIDOR_FINAL', 'tickets-recentes', 'tickets-por-situacao');
    expect(recent?.itens[0]?.titulo).not.toContain('Cliente');
    expect(status?.itens.map(({ titulo }) => titulo)).toContain('Aguardando você');
  });

  it('lists a seller their own calls by value, quotes and links; a leader those of all', async () => {
    const [calls] = await read('VENDEDOR', 'agendas-do-dia');
    expect(calls?.itens.map(({ detalhe, valor }) => [detalhe, valor])).toEqual([
      ['Do orçamento', formatMoney('900', 2)],
      ['Sem valor', ''],
    ]);
    expect((await read('VENDEDOR', 'proxima-ligacao'))[0]?.itens[0]?.detalhe).toBe('Do orçamento');
    expect(await keysOf('VENDEDOR', 'orcamentos-vencendo')).toEqual([made.expiring]);
    expect(await keysOf('SUPERVISOR', 'orcamentos-vencendo')).toEqual([made.expiring, made.others]);
    expect(await keysOf('VENDEDOR', 'links-nao-pagos')).toEqual([made.expiring]);
    expect(await keysOf('SUPERVISOR', 'links-nao-pagos')).toEqual([made.expiring, made.others]);
  });

  it('measures the month against the goal, and says nothing of a goal that there is not', async () => {
    expect((await read('VENDEDOR', 'meta-do-mes'))[0]?.meta).toMatchObject({ alvo: '1000.0000', parte: 0 });
    expect((await read('OPERADOR', 'meta-do-mes'))[0]?.meta).toBeNull();
  });

  it.each(['?fontes=nada', '', '?fontes=banners&outra=1'])('refuses %s', async (query) => {
    expect((await call('ADMIN', `/config/paineis-fontes${query}`)).status).toBe(422);
  });

  it('leads to screens that are there', async () => {
    for (const { itens, todos } of await read('ADMIN', ...BLOCK_SOURCES))
      for (const path of [todos, ...itens.map(({ caminho }) => caminho)])
        if (path)
          expect(path).toMatch(/^\/(tickets|clientes|orcamentos|pedidos|agendas|negociacoes)(\/\d+|\?|$)/);
    expect(Object.keys(blockSources)).toHaveLength(BLOCK_SOURCES.length);
  });
});
