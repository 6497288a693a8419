import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import {
  activities,
  auditLog,
  customerClassifications,
  customerContacts,
  customerDimensions,
  customerEmails,
  customerLog,
  customerPhones,
  customers,
  dimensionOptions,
  dimensions,
} from '#server/db/tables/index.ts';
import { auditedWrites } from '#tests/support/auditedWrites.ts';
import { createPeople, type TestPeople, testCpf } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
const tokens: Partial<Record<PersonType, string>> = {};
let phone: number;
let fixedPhone: number;
let email: number;

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  fixture = await createPeople(db);
  for (const type of Object.keys(fixture.people) as PersonType[])
    tokens[type] = await server.sessionOf(fixture.people[type]);
  const customerId = fixture.customerIds.first;
  await db.update(customers).set({ phone: '11988887777' }).where(eq(customers.id, customerId));
  const rows = await db
    .insert(customerPhones)
    .values([
      { customerId, number: '11988887777', description: 'Comercial' },
      { customerId, number: '1133334444', description: 'ERP', editable: false },
    ])
    .returning();
  [phone, fixedPhone] = rows.map(({ id }) => id) as [number, number];
  const [row] = await db
    .insert(customerEmails)
    .values({ customerId, email: 'nfe@exemplo.com.br', description: 'NF-e' })
    .returning();
  email = row?.id ?? 0;
});
afterAll(() => server?.close());

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
  server.call(method, `/callcenter/${path}`, { token: tokens[who] ?? '', ...(body && { body }) });
const written = async () => [await server.deps.db.$count(customerLog), await auditedWrites(server.deps.db)];
const lastEntry = async () =>
  (await server.deps.db.select().from(customerLog).orderBy(desc(customerLog.id)).limit(1))[0];

describe('access to the data of a customer', () => {
  const reads = [
    'contatos/{}/telefones',
    'contatos/{}/emails',
    'contatos/{}/contatos',
    'contatos/{}/lista-emails',
    'clientes/{}/atividades',
    'clientes/{}/limites',
    'clientes/{}/creditos',
    'clientes/{}/credito-disponivel',
    'clientes/{}/restricoes',
    'clientes/{}/autorizados-faturamento',
    'clientes/{}/titulos-abertos',
    'clientes/{}/titulos-cobranca',
    'clientes/{}/saldo-conta-corrente',
    'clientes/{}/transportadoras',
    'cliente/dimensoes/{}',
    'atendimentos/{}',
  ];
  it.each(reads)('%s answers for another branch or portfolio as for an unknown id', async (path) => {
    const { first, second } = fixture.customerIds;
    const at = (id: number, who: PersonType) => call(who, 'GET', path.replace('{}', String(id)));
    const unknown = await at(999_999, 'OPERADOR');
    expect(unknown.status).toBe(404);
    for (const who of ['OPERADOR', 'REPRESENTANTE'] as const) {
      const { status, body } = await at(second, who);
      expect([status, { ...body, requestId: '' }]).toEqual([404, { ...unknown.body, requestId: '' }]);
      expect((await at(first, who)).status).toBe(200);
    }
    expect((await at(fixture.customerIds.consumer, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await at(second, 'SUPERVISOR')).status).toBe(200);
  });

  it('writes nothing for a customer out of scope', async () => {
    const id = fixture.customerIds.second;
    const before = await written();
    const tries = [
      call('OPERADOR', 'PUT', `clientes/${id}`, { frequenciaAtendimento: 7 }),
      call('SUPERVISOR', 'PUT', 'clientes/999999/flex', { flex: '10' }),
      call('OPERADOR', 'PUT', `clientes/${id}/classificacao`, { classificacao: 1 }),
      call('OPERADOR', 'DELETE', `clientes/${id}/classificacao`),
      call('OPERADOR', 'PUT', `clientes/${id}/editar-telefone`, {
        id: phone,
        valoranterior: '11988887777',
        valor: '11911112222',
      }),
      call('OPERADOR', 'PUT', `clientes/${id}/atualizar-atividade`, { id, valor: 1 }),
      call('OPERADOR', 'POST', `contatos/${id}/contatos`, { contato: 'Ana', email: 'ana@exemplo.com.br' }),
      call('OPERADOR', 'POST', 'cliente/dimensoes', { dimensao: 1, dimensao_id: 1, cliente_id: id }),
      // A customer's phone cannot be accessed through another customer.
      call('ADMIN', 'PUT', `clientes/${id}/editar-telefone`, {
        id: phone,
        valoranterior: '11988887777',
        valor: '11911112222',
      }),
    ];
    for (const { status } of await Promise.all(tries)) expect(status).toBe(404);
    expect((await call('OPERADOR', 'PUT', `clientes/${id}/flex`, { flex: '1' })).status).toBe(403);
    expect(await written()).toEqual(before);
  });
});

describe('editing phones and e-mails', () => {
  const edit = (valoranterior: string, valor: string, id = phone) =>
    call('OPERADOR', 'PUT', `clientes/${fixture.customerIds.first}/editar-telefone`, {
      id,
      valoranterior,
      valor,
    });

  it('rejects a wrong number, one of another system, and one that the customer has', async () => {
    const wrong = await edit('11988887777', '123');
    expect([wrong.status, wrong.body.errors]).toEqual([422, { valor: 'Telefone inválido' }]);
    expect((await edit('1133334444', '11911112222', fixedPhone)).body.code).toBe('NAO_EDITAVEL');
    expect((await edit('11988887777', '(11) 3333-4444')).body.errors).toEqual({
      valor: 'O cliente já tem este telefone.',
    });
  });

  it('accepts one of two edits at once, and answers 409 with the current value to the other', async () => {
    const answers = await Promise.all([
      edit('(11) 98888-7777', '11911112222'),
      edit('11988887777', '11933334444'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = answers.find(({ status }) => status === 409)?.body;
    const [row] = await server.deps.db.select().from(customerPhones).where(eq(customerPhones.id, phone));
    expect(lost).toMatchObject({ code: 'CONFLITO', atual: { valor: row?.number } });
    const [customer] = await server.deps.db
      .select()
      .from(customers)
      .where(eq(customers.id, fixture.customerIds.first));
    expect(customer?.phone).toBe(row?.number);
    expect((await lastEntry())?.text).toMatch(/^Telefone alterado de \(11\) 98888-7777 para /);
  });

  it('limits an e-mail to fifty characters', async () => {
    const valor = `${'a'.repeat(38)}@exemplo.com.br`;
    const { status, body } = await server.call(
      'PUT',
      `/sac/clientes/${fixture.customerIds.first}/editar-email`,
      {
        token: tokens.OPERADOR ?? '',
        body: { id: String(email), valoranterior: 'nfe@exemplo.com.br', valor },
      },
    );
    expect([valor.length, status, Object.keys(body.errors)]).toEqual([53, 422, ['valor']]);
  });

  it('also works for an e-mail under the path of the service area', async () => {
    const { status, body } = await server.call(
      'PUT',
      `/sac/clientes/${fixture.customerIds.first}/editar-email`,
      {
        token: tokens.OPERADOR ?? '',
        body: { id: String(email), valoranterior: 'NFE@exemplo.com.br', valor: ' Fiscal@Exemplo.com.br ' },
      },
    );
    expect([status, body.data.message]).toEqual([200, 'E-mail atualizado com sucesso.']);
    const list = await call('OPERADOR', 'GET', `contatos/${fixture.customerIds.first}/emails`);
    expect(list.body).toEqual([
      {
        id: email,
        email: 'fiscal@exemplo.com.br',
        desc: 'NF-e',
        idCli: fixture.customerIds.first,
        permiteEditar: true,
      },
    ]);
  });
});

describe('saving contacts', () => {
  const path = () => `contatos/${fixture.customerIds.first}/contatos`;

  it('reports what is wrong in each field, and writes nothing', async () => {
    const before = await written();
    const { status, body } = await call('OPERADOR', 'POST', path(), {
      contato: 'Ana',
      documento: '111.111.111-11',
      datanascimento: '2990-01-01',
      tipocontato: 999,
      celular: '12',
      email: 'sem arroba',
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      ['celular', 'datanascimento', 'documento', 'email', 'tipocontato'],
    ]);
    const nameless = await call('OPERADOR', 'POST', path(), { contato: '  ' });
    expect([nameless.status, nameless.body.errors]).toEqual([422, { contato: 'Informe o nome.' }]);
    expect(await written()).toEqual(before);
  });

  it('creates, changes, and rejects an outdated version', async () => {
    const version = async () =>
      (
        await server.deps.db
          .select({ version: customers.version })
          .from(customers)
          .where(eq(customers.id, fixture.customerIds.first))
      )[0]?.version ?? 0;
    const before = await version();
    const created = await call('OPERADOR', 'POST', path(), {
      contato: 'Ana Souza',
      documento: testCpf(4321),
      datanascimento: '1990-05-20',
      celular: '(11) 97777-6666',
      autorizadoFaturamento: true,
      tipocontato: '',
    });
    const id = created.body.data.id;
    expect(created.body.data.message).toBe('Contato criado com sucesso.');
    const change = (body: object) =>
      call('OPERADOR', 'PUT', `${path()}/${id}`, { contato: 'Ana Souza', celular: '11977776666', ...body });
    expect((await change({ cargo: 'Compras', versao: 1 })).status).toBe(200);
    // A form of the whole customer lists the contacts too.
    expect(await version()).toBe(before + 2);
    const late = await change({ cargo: 'Fiscal', versao: 1 });
    expect(late.body).toMatchObject({
      code: 'CONFLITO',
      atual: {
        versao: 2,
        por: expect.any(String),
        em: expect.any(String),
        estado: { id, nome: 'Ana Souza', cargo: 'Compras', versao: 2 },
      },
    });
    expect(late.body.error).toMatch(/ mudou este contato\. Veja como ficou/);
    const [row] = await server.deps.db.select().from(customerContacts).where(eq(customerContacts.id, id));
    // A client that does not send the flag does not clear it.
    expect(row).toMatchObject({ role: 'Compras', mayBill: true, version: 2 });
    const billers = await call(
      'OPERADOR',
      'GET',
      `clientes/${fixture.customerIds.first}/autorizados-faturamento`,
    );
    expect(billers.body).toEqual([{ id, nome: 'Ana Souza', cargo: 'Compras' }]);
    const trail = await server.deps.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'customer_contacts'), eq(auditLog.entityId, String(id))))
      .orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(['CRIAR', 'ALTERAR']);
    expect(JSON.stringify(trail)).not.toContain(testCpf(4321));
  });
});

describe('changing service settings, activity and classification', () => {
  it('keeps what is not sent, and reads a time on the clock of the branch', async () => {
    const id = fixture.customerIds.first;
    const saved = await call('OPERADOR', 'PUT', `clientes/${id}`, {
      frequenciaAtendimento: 15,
      naoContatar: 1,
      dtProximoContatoCobranca: '2030-01-10 14:30:00',
      atendidoSabado: 1,
      atendidoSegunda: 0,
    });
    expect(saved.body.data.message).toBe('Configurações de atendimento atualizadas com sucesso!');
    const [row] = await server.deps.db.select().from(customers).where(eq(customers.id, id));
    expect(row).toMatchObject({ contactEvery: 15, doNotContact: true, servedOn: [0, 2, 3, 4, 5, 6] });
    expect(row?.nextCollectionAt?.toISOString()).toBe('2030-01-10T17:30:00.000Z');
    const wrong = await call('OPERADOR', 'PUT', `clientes/${id}`, {
      dtProximoContatoCobranca: '2030-02-31 10:00',
    });
    expect(wrong.body.errors).toEqual({ dtProximoContatoCobranca: 'Data inválida' });
    expect((await call('OPERADOR', 'PUT', `clientes/${id}`, { frequenciaAtendimento: 366 })).status).toBe(
      422,
    );
    expect((await call('OPERADOR', 'PUT', `clientes/${id}`, { versao: 1 })).body.code).toBe('CONFLITO');
  });

  it('replaces the activity only if it is still the one that was read', async () => {
    const { db } = server.deps;
    const id = fixture.customerIds.first;
    const [one, two] = await db
      .insert(activities)
      .values([{ name: 'Mercado' }, { name: 'Padaria' }])
      .returning();
    const change = (valoranterior: number | null, valor: number) =>
      call('OPERADOR', 'PUT', `clientes/${id}/atualizar-atividade`, { id, valoranterior, valor });
    expect((await change(null, 999_999)).body.errors).toEqual({ valor: 'Escolha uma das atividades.' });
    expect((await change(null, one?.id ?? 0)).status).toBe(200);
    expect((await change(null, two?.id ?? 0)).body).toMatchObject({
      code: 'CONFLITO',
      atual: { atividade: 'Mercado' },
    });
    const { body } = await call('OPERADOR', 'GET', `clientes/${id}/atividades`);
    expect(body.itens).toEqual([{ id, idAtividade: one?.id, atividade: 'Mercado', permiteEditar: true }]);
    expect(body.opcoes.map(({ desc }: { desc: string }) => desc)).toEqual(['Mercado', 'Padaria']);
  });

  it('sets a classification and removes it', async () => {
    const id = fixture.customerIds.first;
    const [gold] = await server.deps.db.insert(customerClassifications).values({ name: 'Ouro' }).returning();
    const classified = await call('OPERADOR', 'PUT', `clientes/${id}/classificacao`, {
      classificacao: gold?.id,
      obs: 'Compra toda semana',
    });
    expect([classified.status, (await lastEntry())?.text]).toEqual([200, 'Classificado como Ouro']);
    await call('OPERADOR', 'DELETE', `clientes/${id}/classificacao`);
    const [row] = await server.deps.db.select().from(customers).where(eq(customers.id, id));
    expect([row?.classificationId, row?.classificationNote]).toEqual([null, '']);
  });
});

describe('additional information', () => {
  it('is added, filtered by segment, edited and removed, and cannot be duplicated', async () => {
    const { db } = server.deps;
    const cliente_id = fixture.customerIds.first;
    const [fleet, tax] = await db
      .insert(dimensions)
      .values([{ name: 'Frota' }, { name: 'Tributação' }])
      .returning();
    const [small, simple] = await db
      .insert(dimensionOptions)
      .values([
        { dimensionId: fleet?.id ?? 0, description: 'Até 5 veículos' },
        { dimensionId: tax?.id ?? 0, description: 'Simples' },
      ])
      .returning();
    const add = (body: object) => call('OPERADOR', 'POST', 'cliente/dimensoes', { cliente_id, ...body });
    expect((await add({ dimensao: fleet?.id, dimensao_id: simple?.id })).body.errors).toEqual({
      dimensao_id: 'Escolha uma das descrições do segmento.',
    });
    const made = await add({ dimensao: String(fleet?.id), dimensao_id: small?.id, observacao: 'Próprios' });
    await add({ dimensao: tax?.id, dimensao_id: simple?.id });
    expect((await add({ dimensao: fleet?.id, dimensao_id: small?.id })).status).toBe(422);
    const id = made.body.data.id;
    const put = (who: PersonType, body: object) =>
      call(who, 'PUT', `cliente/dimensoes/${id}`, {
        dimensao: fleet?.id,
        dimensao_id: small?.id,
        cliente_id,
        ...body,
      });
    expect((await put('ADMIN', { cliente_id: fixture.customerIds.second })).status).toBe(404);
    expect((await put('OPERADOR', { descricao: 'Três furgões', versao: 1 })).status).toBe(200);
    expect((await put('OPERADOR', { descricao: 'Nenhum', versao: 1 })).body.code).toBe('CONFLITO');
    const list = await call('OPERADOR', 'GET', `cliente/dimensoes/${cliente_id}?dimensao=${fleet?.id},77`);
    expect(list.body).toEqual([
      {
        id,
        dimensao: 'Frota',
        idDimensao: fleet?.id,
        dimensao_id: small?.id,
        descricao: 'Três furgões',
        observacao: 'Próprios',
        cliente_id,
        colaborador: { nome: 'Pessoa operador' },
        versao: 2,
      },
    ]);
    await db
      .update(customerDimensions)
      .set({ customerId: fixture.customerIds.second })
      .where(eq(customerDimensions.id, id));
    expect((await call('OPERADOR', 'DELETE', `cliente/dimensoes/${id}`)).status).toBe(404);
    expect((await call('SUPERVISOR', 'DELETE', `cliente/dimensoes/${id}`)).status).toBe(200);
  });
});
