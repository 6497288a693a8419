import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, inArray } from 'drizzle-orm';
import { DEFAULT_GRANTS, PERSON_TYPES, type Permission, type PersonType } from '#contract/permissions.ts';
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
import {
  agendas,
  banners,
  goals,
  orders,
  paymentLinks,
  people,
  roles,
  tickets,
} from '#server/db/tables/index.ts';
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
  // What is over waits for nobody.
  await addTicket({ customerId, branchId: near, operatorId: null, status: 'FINALIZADO' });
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

/** What the seller gets as long as their role lacks these rights. */
async function without<T>(rights: readonly Permission[], ask: () => Promise<T>): Promise<T> {
  const [role] = await db().select().from(roles).where(eq(roles.key, 'VENDEDOR'));
  const grants = role?.grants ?? [];
  const lacks = (name: string) => rights.some((right) => right === name);
  const cut = grants.map((module) => ({
    ...module,
    autorizado: module.autorizado && !lacks(module.nome),
    moduloAcoes: module.moduloAcoes.map((action) => ({
      ...action,
      autorizado: action.autorizado && !lacks(action.nome),
    })),
  }));
  await db().update(roles).set({ grants: cut }).where(eq(roles.key, 'VENDEDOR'));
  const answer = await ask();
  await db().update(roles).set({ grants }).where(eq(roles.key, 'VENDEDOR'));
  return answer;
}

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

  it('of the person’s kind is read block by block also where their role has one of its own', async () => {
    const [manager] = await db().select().from(roles).where(eq(roles.key, 'GERENTE'));
    const [role] = await db()
      .insert(roles)
      .values({ key: 'DIRETORIA', name: 'Diretoria', grants: manager?.grants ?? [] })
      .returning();
    const admin = (method: 'PUT' | 'POST', path: string, body: object) =>
      fixture.server.call(method, `/config/definicoes/dashboards/da-diretoria/${path}`, {
        ...{ token: fixture.tokens.ADMIN, body },
      });
    const conteudo = {
      ...{ formato: 1, id: 'da-diretoria', titulo: 'Da diretoria', perfis: ['DIRETORIA'] },
      paginaInicialDe: ['DIRETORIA'],
      blocos: [{ chave: 'aviso', tipo: 'TEXTO', texto: 'Reunião', largura: 12, altura: 1 }],
    };
    const { body } = await admin('PUT', 'rascunho', { conteudo, versao: 0 });
    expect((await admin('POST', 'publicar', { versao: body.data.versao, nota: '' })).status).toBe(200);
    const set = (roleId = 0) =>
      db().update(people).set({ roleId }).where(eq(people.id, fixture.people.GERENTE));
    await set(role?.id);
    expect((await homeOf('GERENTE')).painel?.id).toBe('da-diretoria');
    const { painel } = await homeOf('GERENTE', '?padrao=true');
    const reports = painel?.blocos.filter(({ relatorio }) => relatorio !== null) ?? [];
    expect([painel?.id, reports.length > 0]).toEqual(['inicio-gerencia', true]);
    for (const { chave } of reports)
      expect([
        chave,
        (await call('GERENTE', `/config/paineis/inicio-gerencia/blocos/${chave}`)).status,
      ]).toEqual([chave, 200]);
    await set(manager?.id);
  });

  it('has no room for banners and showcases that are not there', async () => {
    const content = async () =>
      ((await homeOf('OPERADOR')).painel?.blocos ?? [])
        .filter(({ tipo }) => tipo === 'CONTEUDO')
        .map(({ fonte }) => fonte);
    expect(await content()).toEqual([]);
    const today = localDate(fixture.server.deps.now(), DEFAULT_TIME_ZONE);
    const banner = { title: 'Inverno', startsOn: addDays(today, -1), endsOn: addDays(today, 1) };
    const [added] = await db().insert(banners).values(banner).returning({ id: banners.id });
    expect(await content()).toEqual(['banners']);
    await db()
      .delete(banners)
      .where(eq(banners.id, added?.id ?? 0));
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
    expect(DEFAULT_GRANTS.VENDEDOR).toContain(permissao);
    const [result] = await without([permissao], () => read('VENDEDOR', name));
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

  it('says of a ticket when it is due, and of one that moved only when', async () => {
    const [urgent, recent] = await read('OPERADOR', 'tickets-urgentes', 'tickets-recentes');
    expect(urgent?.itens.map(({ prazo }) => prazo)).toEqual(['ATRASADO', 'ATRASADO', null, null]);
    expect(recent?.itens.length).toBeGreaterThan(0);
    for (const { prazo, tom, quando } of recent?.itens ?? [])
      expect([prazo, tom, quando !== null]).toEqual([null, null, true]);
  });

  it('leads to the list of the same tickets and calls', async () => {
    const listed = async (who: PersonType, name: BlockSource, noun: string) => {
      const [result] = await read(who, name);
      const { searchParams } = new URL(result?.todos ?? '', 'http://balcao');
      const query = new URLSearchParams({ take: '100' });
      const filter: Record<string, string | string[]> = JSON.parse(searchParams.get('filter') ?? '{}');
      for (const [key, values] of Object.entries(filter))
        for (const value of [values].flat()) query.append(key, value);
      const sort = searchParams.get('sort');
      if (sort) query.set('orderBy', sort);
      const { status, body } = await call(who, `/${noun}?${query}`);
      expect([name, status]).toEqual([name, 200]);
      const ids = (body.itens as { id: number }[]).map(({ id }) => id);
      const shown = result?.itens.map(({ chave }) => Number(chave)) ?? [];
      return sort ? [shown, ids.slice(0, shown.length)] : [shown.toSorted(), ids.toSorted()];
    };
    for (const [who, name, noun] of [
      ['OPERADOR', 'tickets-urgentes', 'sac/tickets'],
      ['OPERADOR', 'tickets-sem-operador', 'sac/tickets'],
      ['SUPERVISOR', 'tickets-sem-operador', 'sac/tickets'],
      ['OPERADOR', 'tickets-recentes', 'sac/tickets'],
      ['CONSUMIDOR_FINAL', 'tickets-recentes', 'sac/tickets'],
      ['VENDEDOR', 'agendas-do-dia', 'callcenter/agendas'],
      ['SUPERVISOR', 'agendas-do-dia', 'callcenter/agendas'],
    ] as const) {
      const [shown, ids] = await listed(who, name, noun);
      expect([who, name, ids]).toEqual([who, name, shown]);
    }
    for (const { todos } of await read('ADMIN', 'proximo-da-fila', 'orcamentos-vencendo', 'links-nao-pagos'))
      expect(todos).toBeNull();
  });

  it('values a call by orders that the person may read, and by none without the right', async () => {
    const { customerIds, branchIds, people: persons } = fixture;
    const order = { customerId: customerIds.second, sellerId: persons.VENDEDOR, stage: 'PEDIDO' as const };
    const added = await db()
      .insert(orders)
      .values([
        { ...order, branchId: branchIds[0], status: 'FATURADO', total: '100' },
        { ...order, branchId: branchIds[1], status: 'FATURADO', total: '700' },
      ])
      .returning({ id: orders.id });
    const values = async () =>
      (await read('VENDEDOR', 'agendas-do-dia'))[0]?.itens.map(({ detalhe, valor }) => [detalhe, valor]);
    // Of the other branch, whose orders the seller does not see, nothing counts.
    expect(await values()).toEqual([
      ['Do orçamento', formatMoney('900', 2)],
      ['Sem valor', formatMoney('100', 2)],
    ]);
    expect(await without(['PEDIDO'], values)).toEqual([
      ['Do orçamento', formatMoney('900', 2)],
      ['Sem valor', ''],
    ]);
    expect((await without(['PEDIDO', 'ORCAMENTO'], values))?.map(([, value]) => value)).toEqual(['', '']);
    await db()
      .delete(orders)
      .where(
        inArray(
          orders.id,
          added.map(({ id }) => id),
        ),
      );
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
          expect(path).toMatch(
            /^\/(tickets|clientes|orcamentos|pedidos|agendas|negociacoes)(\/\d+|\/ligacoes|\?|$)/,
          );
    expect(Object.keys(blockSources)).toHaveLength(BLOCK_SOURCES.length);
  });
});
