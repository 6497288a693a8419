import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { addDays, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { contactTurn } from '#server/callcenter/agendas/commands.ts';
import { runNightly } from '#server/callcenter/automations/run.ts';
import {
  agendaCapacities,
  agendas,
  auditLog,
  automations,
  campaignProducts,
  campaigns,
  customerSellers,
  customers,
  goals,
  orderItems,
  orders,
  parameters,
  products,
} from '#server/db/tables/index.ts';
import { untilBlocked } from '#tests/support/database/untilBlocked.ts';
import {
  agendaCount,
  get,
  ids,
  openSupervision,
  persons,
  post,
  server,
  today,
  tokens,
} from './supervisionFixture.ts';

openSupervision();

describe('transfer of agendas', () => {
  // Thirty contacts on each of the next six days, more than anyone's daily capacity.
  beforeAll(async () => {
    await server.deps.db.insert(agendas).values(
      Array.from({ length: 180 }, (_, index) => ({
        personId: persons.people.OPERADOR,
        customerId: ids[index % ids.length] ?? 0,
        branchId: persons.branchIds[0],
        scheduledAt: new Date(`${addDays(today(), 1 + Math.floor(index / 30))}T12:30:00Z`),
        subject: `Contato ${index}`,
      })),
    );
  });

  it('answers 403 to operators, reports each row, and rejects a person who does not serve the customer', async () => {
    const { db } = server.deps;
    const some = await db.select({ id: agendas.id }).from(agendas).orderBy(agendas.id).limit(4);
    const wanted = some.map(({ id }) => id);
    const body = { ids: [...wanted, 999_999], idColabs: [persons.people.VENDEDOR] };
    expect((await post('agendas-supervisor/transferir', body, 'OPERADOR')).status).toBe(403);
    const done = await post('agendas-supervisor/transferir', body);
    expect(done.body).toMatchObject({ processados: 5, sucesso: wanted });
    expect(done.body.falhas).toEqual([
      { id: 999_999, codigo: 'NAO_ENCONTRADO', mensagem: 'Registro não encontrado.' },
    ]);
    expect(await db.$count(agendas, eq(agendas.personId, persons.people.VENDEDOR))).toBe(4);
    // The representative does not serve these customers.
    const refused = await post('agendas-supervisor/transferir', {
      ids: wanted,
      idColabs: [persons.people.REPRESENTANTE],
    });
    expect(refused.body.falhas.map(({ codigo }: { codigo: string }) => codigo)).toEqual(
      Array(4).fill('NAO_ATENDE'),
    );
  });

  it('evens out days within capacity', async () => {
    await server.call('PUT', '/callcenter/capacidade-agendas-vendedores', {
      token: tokens.SUPERVISOR,
      body: { capacidades: [{ idColab: persons.people.OPERADOR, porDia: 12 }] },
    });
    const proposal = (await get('capacidade-agendas-vendedores/equilibrio')).body;
    expect(proposal.movimentos.length).toBeGreaterThan(0);
    const movimentos = proposal.movimentos.map(
      ({ id, versao, para }: { id: number; versao: number; para: { id: number } }) => ({
        id,
        versao,
        idColab: para.id,
      }),
    );
    const done = await post('capacidade-agendas-vendedores/equilibrio', { movimentos });
    expect(done.body.falhas).toEqual([]);
    const { vendedores } = (await get('capacidade-agendas-vendedores')).body;
    for (const { id, porDia, cargas } of vendedores)
      for (const { total } of cargas)
        if (id !== persons.people.OPERADOR) expect(total).toBeLessThanOrEqual(porDia);
    await server.deps.db.delete(agendaCapacities);
  });

  it('sets a first capacity once, also when several set it at the same time', async () => {
    const set = (porDia: number) =>
      server.call('PUT', '/callcenter/capacidade-agendas-vendedores', {
        token: tokens.SUPERVISOR,
        body: { capacidades: [{ idColab: persons.people.VENDEDOR, porDia, versao: 0 }] },
      });
    const answers = await Promise.all([set(7), set(9), set(11)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await server.deps.db.delete(agendaCapacities);
  });
});

it("counts the days of the company's own hours, also half a Saturday", async () => {
  const { db } = server.deps;
  const saturday = [{ inicio: '08:00', fim: '12:00' }];
  const value = { semana: [[], [], [], [], [], [], saturday] };
  await db
    .insert(parameters)
    .values({ area: 'SAC', key: 'expediente', value })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });
  const { dias } = (await get('capacidade-agendas-vendedores')).body;
  expect(new Set(dias.map(weekdayOf))).toEqual(new Set([6]));
  await db.delete(parameters).where(eq(parameters.key, 'expediente'));
});

describe('automation', () => {
  const regra = {
    clientes: { tags: ['CATEGORIA:Ouro'] },
    agenda: { tipo: 'A', assunto: 'Recuperar cliente', hora: '09:00' },
    dias: 5,
    maximo: 100,
    respeitaDias: true,
    respeitaFrequencia: false,
  };

  it('previews without writing, creates each agenda once, and deletes pending ones together', async () => {
    const { db } = server.deps;
    await db.delete(agendas);
    await db
      .insert(customerSellers)
      .values(ids.slice(0, 10).map((customerId) => ({ customerId, personId: persons.people.VENDEDOR })));
    await db
      .update(customers)
      .set({ doNotContact: true })
      .where(eq(customers.id, ids[9] ?? 0));
    expect((await post('automacoes', { nome: 'Ouro', ativa: true, regra }, 'OPERADOR')).status).toBe(403);
    const plan = await post('automacoes/preview', { regra });
    expect([plan.body.data.agendas.length, await agendaCount()]).toEqual([9, 0]);
    const { id } = (await post('automacoes', { nome: 'Ouro', ativa: true, regra })).body.data;
    const [one, two] = await Promise.all([
      post(`automacoes/${id}/executar`, {}),
      post(`automacoes/${id}/executar`, {}),
    ]);
    expect([one.body.data.agendas.length, two.body.data.agendas.length].sort()).toEqual([0, 9]);
    // Finished today: the key of the day still prevents a second one.
    await db.update(agendas).set({ finishedAt: server.deps.now() });
    expect((await post(`automacoes/${id}/executar`, {})).body.data.agendas).toEqual([]);
    expect(await agendaCount()).toBe(9);
    await db.update(agendas).set({ finishedAt: null });
    const pending = await db.select().from(agendas).orderBy(agendas.id);
    const gone = await server.call('DELETE', `/callcenter/automacoes/${id}/agendas`, {
      token: tokens.SUPERVISOR,
    });
    expect([gone.body.data.message, await agendaCount()]).toEqual(['9 agendas pendentes excluídas.', 0]);
    // Each is logged like one that is deleted alone: whoever served the customer reads what became of it, and by whom.
    const logged = await db
      .select({ id: auditLog.entityId })
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'agendas'), eq(auditLog.action, 'EXCLUIR')))
      .orderBy(auditLog.id);
    expect(logged.map(({ id }) => Number(id))).toEqual(pending.map(({ id }) => id));
    const log = await get(`clientes/${pending[0]?.customerId}/registro-atividade`, 'VENDEDOR');
    expect(log.body.itens[0]).toMatchObject({
      historico: expect.stringMatching(/excluída: Recuperar cliente\. Era da automação Ouro$/),
      itemId: null,
    });
  });

  it('runs once a day by itself', async () => {
    const { db } = server.deps;
    await db.update(automations).set({ lastRunAt: null });
    const night = () => new Date(`${addDays(today(), 1)}T06:00:00Z`);
    expect([await runNightly({ db, now: night }), await runNightly({ db, now: night })]).toEqual([1, 0]);
    expect(await agendaCount()).toBe(9);
  });

  it('runs even if another one before it fails', async () => {
    const { db } = server.deps;
    await db.delete(agendas);
    await db.update(automations).set({ lastRunAt: null });
    const [good] = await db.select().from(automations);
    const broken = { id: -1, name: 'Quebrada', rule: {}, createdById: good?.createdById ?? null };
    await db.insert(automations).values(broken);
    const night = () => new Date(`${addDays(today(), 1)}T06:00:00Z`);
    await expect(runNightly({ db, now: night })).rejects.toThrow(AggregateError);
    expect(await agendaCount()).toBe(9);
    await db.delete(automations).where(eq(automations.id, -1));
  });
});

describe('goals and campaigns', () => {
  it('count exactly what was invoiced in the month', async () => {
    const { db } = server.deps;
    const [product] = await db
      .insert(products)
      .values({ code: 'P1', description: 'Parafuso', brand: 'Aço' })
      .returning();
    const order = (given: Partial<typeof orders.$inferInsert>) => ({
      stage: 'PEDIDO' as const,
      status: 'FATURADO' as const,
      customerId: ids[0] ?? 0,
      branchId: persons.branchIds[0],
      sellerId: persons.people.VENDEDOR,
      invoicedOn: '2026-10-15',
      ...given,
    });
    const rows = await db
      .insert(orders)
      .values([
        order({ subtotal: '100.10', couponDiscount: '0.05', cost: '60.01' }),
        order({ subtotal: '0.20', cost: '0.1', invoicedOn: '2026-10-31', status: 'ENTREGUE' }),
        order({ subtotal: '5000', invoicedOn: '2026-11-01' }),
        order({ subtotal: '7000', status: 'CANCELADO' }),
      ])
      .returning({ id: orders.id });
    await db.insert(orderItems).values(
      rows.map(({ id: orderId }) => ({
        orderId,
        line: 1,
        branchId: persons.branchIds[0],
        productId: product?.id ?? 0,
        quantity: '2.5',
        listPrice: '10',
        price: '10',
        total: '25',
      })),
    );
    const body = { idColab: persons.people.VENDEDOR, mes: '2026-10', valor: '200.50', margem: '40' };
    expect((await post('objetivos-operadores', body, 'OPERADOR')).status).toBe(403);
    expect((await post('objetivos-operadores', body)).status).toBe(200);
    const counted = await post('objetivos-operadores/apurar', { mes: '2026-10' });
    expect(counted.body).toEqual({ data: { message: '1 objetivo apurado.' } });
    const [goal] = (await get('objetivos-operadores?mes=2026-10')).body.itens;
    expect(goal).toMatchObject({
      valorRealizado: '100.25',
      margemRealizada: '40.14',
      percValor: '50',
      percMargem: '100.4',
    });

    // The template sheet contains the column names and no people.
    expect((await get('objetivos-operadores/modelo', 'OPERADOR')).status).toBe(403);
    const template = await get('objetivos-operadores/modelo?formato=csv');
    expect(template.body).toMatch(/^\uFEFF?"?Colaborador"?;"?Mês"?;"?Valor"?;"?Lucro"?/);

    const imported = await post('objetivos-operadores/importar', {
      mes: '2026-10',
      linhas: [
        { colaborador: String(persons.people.VENDEDOR), valor: '1.000,50' },
        { colaborador: '999999\u0000', valor: '1' },
        { colaborador: String(persons.people.OPERADOR), valor: 'muito' },
      ],
    });
    expect(imported.body.data).toMatchObject({ gravados: 1, recusados: [{ linha: 2 }, { linha: 3 }] });
    expect((await db.select().from(goals))[0]?.value).toBe('1000.5000');

    const [campaign] = await db
      .insert(campaigns)
      .values({
        name: 'Promoção de Verão',
        kind: 'PONTOS',
        value: '3',
        startsOn: '2026-10-01',
        endsOn: '2026-10-31',
      })
      .returning();
    await db.insert(campaignProducts).values({ campaignId: campaign?.id ?? 0, productId: product?.id ?? 0 });
    await post(`campanhas/${campaign?.id}/apurar`, {});
    for (const texto of ['verão', 'PROMOCAO', 'moção de v'])
      expect((await get(`campanhas?texto=${encodeURIComponent(texto)}`)).body.itens).toMatchObject([
        { id: campaign?.id },
      ]);
    expect((await get('campanhas?texto=inverno')).body.itens).toEqual([]);
    expect((await get(`campanhas/operadores?idCampanha=${campaign?.id}`)).body).toEqual([
      {
        colaborador: { id: persons.people.VENDEDOR, nome: 'Pessoa vendedor' },
        pedidos: 2,
        quantidade: '5',
        total: '50',
        pontos: '15',
      },
    ]);
  });

  it('imports goals in one order, so that two files with the same people never wait for each other', async () => {
    const { db } = server.deps;
    const [first = 0, second = 0] = [persons.people.OPERADOR, persons.people.VENDEDOR].sort((a, b) => a - b);
    const lines = [second, first].map((id) => ({ colaborador: String(id), valor: '1' }));
    const bring = () => post('objetivos-operadores/importar', { mes: '2026-11', linhas: lines });
    expect((await bring()).body.data.gravados).toBe(2);
    const goalOf = (id: number) => and(eq(goals.personId, id), eq(goals.month, '2026-11-01'));
    let importing: ReturnType<typeof bring> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(goals).where(goalOf(first)).for('update');
      importing = bring();
      await untilBlocked(db);
      // Who comes to the second goal after the first finds it free.
      const [free] = await tx.select().from(goals).where(goalOf(second)).for('update', { skipLocked: true });
      expect(free?.value).toBe('1.0000');
    });
    expect((await importing)?.body.data.gravados).toBe(2);
  });
});

describe('two contacts of one customer in one minute', () => {
  const day = `${new Date().getUTCFullYear() + 1}-03-10`;
  const at = new Date(`${day}T13:00:00Z`);
  const moved = { motivo: 'Pediu' };
  const line = (part: object = {}) => ({
    cliente: String(ids[0]),
    colaborador: String(persons.people.OPERADOR),
    data: day.split('-').reverse().join('/'),
    hora: '10:00',
    assunto: 'Ligar',
    ...part,
  });
  const erp = (...lines: object[]) =>
    post('agendas/importar/erp', {
      agendas: lines.map((each, index) => ({ id_externo: `E${index}`, ...line(), ...each })),
    });
  /** Each door by which a contact gets to that minute, or to another person in it. */
  const DOORS: Readonly<Record<string, (other: number) => ReturnType<typeof post>>> = {
    'a new agenda': () =>
      post('agendas', { idCli: ids[0], assunto: 'Ligar', data_agendada: at.toISOString() }),
    'another date': (other) =>
      server.call('PUT', `/callcenter/agendas/${other}`, {
        token: tokens.SUPERVISOR,
        body: { data_agendada: at.toISOString(), ...moved },
      }),
    'another date of many': (other) =>
      post('agendas/reagendar', { ids: [other], data: day, hora: '10:00', ...moved }),
    'another person': async (other) => {
      await server.deps.db.update(agendas).set({ scheduledAt: at }).where(eq(agendas.id, other));
      return post('agendas-supervisor/transferir', { ids: [other], idColabs: [persons.people.VENDEDOR] });
    },
    'rows of another system': () => erp({}),
  };
  const contact = (scheduledAt: Date) => ({
    customerId: ids[0] ?? 0,
    branchId: persons.branchIds[0],
    personId: persons.people.OPERADOR,
    subject: 'Antes',
    scheduledAt,
  });
  beforeEach(() => server.deps.db.delete(agendas));

  it.each(Object.keys(DOORS))('take turns, so that the second is asked about the first: %s', async (door) => {
    const { db } = server.deps;
    const later = contact(new Date(at.getTime() + 3_600_000));
    const [other] = await db.insert(agendas).values(later).returning({ id: agendas.id });
    let second: ReturnType<typeof post> | undefined;
    await db.transaction(async (tx) => {
      await contactTurn(tx, [ids[0] ?? 0]);
      await tx.insert(agendas).values(contact(at));
      second = DOORS[door]?.(other?.id ?? 0);
      await untilBlocked(db);
    });
    expect(JSON.stringify((await second)?.body)).toMatch(/CONFIRMAR_CONTATO|já tem (?:a|outra) agenda/);
  });

  it('are asked about among the lines of one file too, and only the same one is a repetition', async () => {
    const { itens } = (await erp({}, { assunto: 'Outro' }, {})).body.data;
    expect(itens.map(({ motivos }: { motivos: string[] }) => motivos.join())).toEqual([
      '',
      'Outra linha marca o mesmo cliente neste horário. Marcar mesmo assim?',
      'Repete outra linha: mesmo cliente, mesmo horário e mesmo assunto.',
    ]);
    const sure = await erp({ id_externo: 'E9', assunto: 'Outro', confirmar: 'São dois assuntos' });
    expect(sure.body.data).toMatchObject({ criadas: 1 });
    // Both are known again, whichever was written last.
    const again = await erp({ id_externo: 'E10' }, { id_externo: 'E11', assunto: 'Outro' });
    expect(again.body.data).toMatchObject({ criadas: 0, repetidas: 2 });
  });
});
