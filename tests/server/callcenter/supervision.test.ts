import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import type { PersonType } from '../../../contract/permissions.ts';
import { addDays, formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { FileStore } from '../../../server/adapters/files/fileStore.ts';
import { runNightly } from '../../../server/callcenter/automations/nightly.ts';
import {
  agendaCapacities,
  agendas,
  auditLog,
  automations,
  campaignProducts,
  campaigns,
  customerBranches,
  customerLog,
  customerSellers,
  customers,
  files,
  goals,
  orderItems,
  orders,
  products,
} from '../../../server/db/tables/index.ts';
import { type Handful, handful } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/server.ts';

let server: TestServer;
let persons: Handful;
let tokens: Record<PersonType, string>;
const stored = new Map<string, Buffer>();
const store: FileStore = {
  put: async (open, { id }) => void stored.set(id, await buffer(open())),
  get: async (id) => Readable.from([stored.get(id) ?? Buffer.alloc(0)]),
  remove: async (id) => void stored.delete(id),
};
const ids: number[] = [];
const ZONE = 'America/Sao_Paulo';
const today = () => localDate(server.deps.now(), ZONE);

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  Object.assign(server.deps.files, store);
  persons = await handful(db);
  tokens = {} as typeof tokens;
  for (const [type, id] of Object.entries(persons.people))
    tokens[type as PersonType] = await server.sessionOf(id);
  const rows = await db
    .insert(customers)
    .values(
      Array.from({ length: 30 }, (_, index) => ({
        document: `${10_000_000_000_000 + index}`,
        legalName: `Cliente ${index}`,
        tradeName: `Cliente ${index}`,
        category: index < 10 ? 'Ouro' : 'Prata',
        lastPurchaseOn: addDays(today(), -index * 5),
      })),
    )
    .returning({ id: customers.id });
  ids.push(...rows.map(({ id }) => id));
  await db
    .insert(customerBranches)
    .values(ids.map((customerId) => ({ customerId, branchId: persons.branchIds[0] })));
});
afterAll(() => server?.close());

const post = (path: string, body: object, who: PersonType = 'SUPERVISOR') =>
  server.call('POST', `/callcenter/${path}`, { token: tokens[who], body });
const get = (path: string, who: PersonType = 'SUPERVISOR') =>
  server.call('GET', `/callcenter/${path}`, { token: tokens[who] });
/** A CSV as people drop it, in the one call that takes a file. */
async function sheetSent(content: string) {
  const storedAs = String(stored.size).padStart(32, '0');
  stored.set(storedAs, Buffer.from(content, 'latin1'));
  const [file] = await server.deps.db
    .insert(files)
    .values({
      name: 'agendas.csv',
      mime: 'text/csv',
      size: content.length,
      sha256: '',
      storedAs,
      ownerId: persons.people.SUPERVISOR,
    })
    .returning({ id: files.id });
  const arquivo = { id: file?.id, nome: 'agendas.csv', mime: 'text/csv', tamanho: content.length };
  return post('agendas-supervisor/validar', { arquivo });
}
const agendaCount = () => server.deps.db.$count(agendas);

const line = (index: number) => ({
  colaborador: String(persons.people.OPERADOR),
  cliente: String(ids[index % ids.length]),
  data: formatCalendarDate(addDays(today(), 2 + Math.floor(index / 30))),
  hora: '09:30',
  assunto: `Contato ${index}`,
});

const BAD: [number, object][] = [
  [3, { data: '31/02/2027' }],
  [40, { hora: '25:00' }],
  [77, { cliente: '999999' }],
  [90, { cliente: 'abc' }],
  [120, { assunto: ' ' }],
  [150, { tipo: 'Visita' }],
  [200, { colaborador: '999999' }],
  [240, { data: '01/01/2020' }],
  [300, { assunto: '=1+1' }],
  [340, { colaborador: '' }],
  [400, { descricao: 'x'.repeat(2001) }],
];

describe('an import of 500 lines', () => {
  const lines = () => {
    const all: object[] = Array.from({ length: 500 }, (_, index) => line(index));
    for (const [place, wrong] of BAD) all[place] = { ...all[place], ...wrong };
    all[499] = { ...all[0] };
    return all;
  };

  it('is refused to whoever does not lead, as the catalogue of permissions says', async () => {
    for (const who of ['OPERADOR', 'VENDEDOR', 'REPRESENTANTE'] as const)
      expect((await post('agendas-supervisor/validar', { linhas: [line(0)] }, who)).status).toBe(403);
  });

  it('writes nothing by its first call, and 488 by its second, once, for two at once too', async () => {
    const { db } = server.deps;
    const judged = await post('agendas-supervisor/validar', { linhas: lines() });
    expect(judged.body.data).toMatchObject({
      situacao: 'CONFERENCIA',
      contagens: { linhas: 500, criados: 488, iguais: 0, recusados: 12 },
    });
    expect(judged.body.data.problemas).toContainEqual({
      linha: 4,
      coluna: null,
      problema: 'Data: A data "31/02/2027" não existe. Use DD/MM/AAAA.',
    });
    expect(judged.body.data.problemas).toContainEqual({
      linha: 500,
      coluna: null,
      problema: 'Repete o registro da linha 1.',
    });
    expect([await agendaCount(), await db.$count(customerLog)]).toEqual([0, 0]);

    const idLote = judged.body.data.id;
    const foreign = await post('agendas-supervisor/importar', { idLote }, 'ADMIN');
    expect([foreign.status, await agendaCount()]).toEqual([404, 0]);
    // Whoever may import own agendas has none of the team's there.
    expect((await post('agendas/importar', { idLote })).status).toBe(404);

    const [one, two] = await Promise.all([
      post('agendas-supervisor/importar', { idLote }),
      post('agendas-supervisor/importar', { idLote }),
    ]);
    const again = await post('agendas-supervisor/importar', { idLote });
    for (const { body } of [one, two, again])
      expect(body.data).toMatchObject({ situacao: 'CONCLUIDO', contagens: { criados: 488, recusados: 12 } });
    expect([await agendaCount(), await db.$count(customerLog, eq(customerLog.type, 'AGENDA'))]).toEqual([
      488, 488,
    ]);
    expect(
      await db.$count(auditLog, and(eq(auditLog.action, 'IMPORTAR'), eq(auditLog.entity, 'record_imports'))),
    ).toBe(1);

    const file = `/config/cadastros/agendas-equipe/importacoes/${idLote}/recusadas`;
    const refused = await server.call('GET', file, { token: tokens.SUPERVISOR });
    expect(String(refused.body).trim().split('\n')).toHaveLength(13);
    expect((await server.call('GET', file, { token: tokens.ADMIN })).status).toBe(404);
    expect((await server.call('GET', file, { token: tokens.OPERADOR })).status).toBe(403);
  });

  it('is equal a second time, also as a sheet with columns of other names, and refused where it differs', async () => {
    const sheet = [
      'Vendedor;CNPJ/CPF;Dia;Horário;Assunto;Obs',
      ...[0, 1].map((index) => {
        const { colaborador, cliente, data, hora, assunto } = line(index);
        return [colaborador, cliente, data, hora, assunto, ''].join(';');
      }),
      `${line(2).colaborador};${line(2).cliente};${line(2).data};9:30;Outro assunto;`,
      `${line(0).colaborador};10.000.000/0000-03;${line(0).data};16:00;São João;de manhã`,
    ].join('\r\n');
    const before = await agendaCount();
    const { body } = await sheetSent(sheet);
    expect(body.data).toMatchObject({
      colunas: ['colaborador', 'cliente', 'data', 'hora', 'assunto', 'descricao'],
      contagens: { linhas: 4, criados: 1, iguais: 2, recusados: 1 },
    });
    expect(body.data.problemas).toEqual([
      {
        linha: 4,
        coluna: 'Horário',
        problema: expect.stringMatching(/^Já existe a agenda \d+ deste cliente neste horário\.$/),
      },
    ]);
    expect(await agendaCount()).toBe(before);
    await post('agendas-supervisor/importar', { idLote: body.data.id });
    expect(await agendaCount()).toBe(before + 1);
  });

  it('of two people who bring the same contacts at once writes each once', async () => {
    const linhas = Array.from({ length: 40 }, (_, index) => ({ ...line(index), hora: '18:45' }));
    const before = await agendaCount();
    const batches = [];
    for (const who of ['SUPERVISOR', 'ADMIN'] as const)
      batches.push((await post('agendas-supervisor/validar', { linhas }, who)).body.data.id);
    await Promise.all([
      post('agendas-supervisor/importar', { idLote: batches[0] }),
      post('agendas-supervisor/importar', { idLote: batches[1] }, 'ADMIN'),
    ]);
    expect(await agendaCount()).toBe(before + 40);
  });

  it('judges again before it writes: whoever asked not to be contacted meanwhile is left out', async () => {
    const { db } = server.deps;
    const far = { ...line(0), hora: '16:30' };
    const judged = await post('agendas-supervisor/validar', { linhas: [far] });
    await db
      .update(customers)
      .set({ doNotContact: true })
      .where(eq(customers.id, ids[0] ?? 0));
    const done = await post('agendas-supervisor/importar', { idLote: judged.body.data.id });
    await db
      .update(customers)
      .set({ doNotContact: false })
      .where(eq(customers.id, ids[0] ?? 0));
    expect(done.body.data.contagens).toMatchObject({ criados: 0, recusados: 1 });
    expect(done.body.data.problemas[0].problema).toBe('Cliente: O cliente pediu para não ser contatado.');
  });

  it('of own agendas names nobody, and leaves them to the person', async () => {
    const { colaborador: _, ...own } = { ...line(5), hora: '14:14' };
    const { body } = await post('agendas/validar', { linhas: [own] }, 'OPERADOR');
    expect(body.data.contagens).toMatchObject({ criados: 1, recusados: 0 });
    await post('agendas/importar', { idLote: body.data.id }, 'OPERADOR');
    const [made] = await server.deps.db.select().from(agendas).orderBy(desc(agendas.id)).limit(1);
    expect(made).toMatchObject({ personId: persons.people.OPERADOR, subject: own.assunto });
    expect((await post('agendas/validar', { linhas: [line(6)] }, 'OPERADOR')).body.data.problemas).toEqual([
      { linha: 1, coluna: null, problema: 'O campo colaborador não é desta importação.' },
    ]);
  });

  it("takes an outside system's rows once by their number", async () => {
    const agenda = { ...line(1), hora: '17:00', id_externo: 'ERP-1' };
    const first = await post('agendas-supervisor/importar/externas', {
      agendas: [agenda, { ...agenda, id_externo: 'ERP-2', cliente: '0' }],
    });
    const second = await post('agendas-supervisor/importar/externas', { agendas: [agenda] });
    expect(first.body.data).toMatchObject({ criadas: 1, recusadas: 1 });
    expect(second.body.data).toMatchObject({ criadas: 0, repetidas: 1 });
    expect(second.body.data.itens[0].id).toBe(first.body.data.itens[0].id);
  });
});

describe('transfer', () => {
  it('is refused to operators, told by row, and leaves agendas of nobody behind', async () => {
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

  it('evens days out within capacity', async () => {
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

  it('sets a first capacity once, though two set it at the same time', async () => {
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

describe('an automation', () => {
  const regra = {
    clientes: { tags: ['CATEGORIA:Ouro'] },
    agenda: { tipo: 'A', assunto: 'Recuperar cliente', hora: '09:00' },
    dias: 5,
    maximo: 100,
    respeitaDias: true,
    respeitaFrequencia: false,
  };

  it('previews without writing, makes each agenda once, and its pending ones go together', async () => {
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
    // Finished today: the key of the day still stops a second one.
    await db.update(agendas).set({ finishedAt: server.deps.now() });
    expect((await post(`automacoes/${id}/executar`, {})).body.data.agendas).toEqual([]);
    expect(await agendaCount()).toBe(9);
    await db.update(agendas).set({ finishedAt: null });
    const gone = await server.call('DELETE', `/callcenter/automacoes/${id}/agendas`, {
      token: tokens.SUPERVISOR,
    });
    expect([gone.body.data.message, await agendaCount()]).toEqual(['9 agendas pendentes excluídas.', 0]);
  });

  it('runs by itself once a day', async () => {
    const { db } = server.deps;
    await db.update(automations).set({ lastRunAt: null });
    const night = () => new Date(`${addDays(today(), 1)}T06:00:00Z`);
    expect([await runNightly({ db, now: night }), await runNightly({ db, now: night })]).toEqual([1, 0]);
    expect(await agendaCount()).toBe(9);
  });

  it('runs though another one before it fails', async () => {
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

describe('what was sold', () => {
  it('counts goals and campaigns exactly from what was invoiced in the month', async () => {
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

    // The sheet to begin with names the columns that are read, and nobody.
    expect((await get('objetivos-operadores/modelo', 'OPERADOR')).status).toBe(403);
    const template = await get('objetivos-operadores/modelo?formato=csv');
    expect(template.body).toMatch(/^\uFEFF?"?Colaborador"?;"?Mês"?;"?Valor"?;"?Margem"?/);

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
      .values({ name: 'Pontos', kind: 'PONTOS', value: '3', startsOn: '2026-10-01', endsOn: '2026-10-31' })
      .returning();
    await db.insert(campaignProducts).values({ campaignId: campaign?.id ?? 0, productId: product?.id ?? 0 });
    await post(`campanhas/${campaign?.id}/apurar`, {});
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
});
