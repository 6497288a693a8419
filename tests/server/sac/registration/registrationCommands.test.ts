import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import {
  auditLog,
  customerContacts,
  customerFiles,
  customers,
  definitions,
  definitionVersions,
  files,
  representatives,
  ticketEvents,
  tickets,
} from '#server/db/tables/index.ts';
import { changesOf } from '#tests/support/changes.ts';
import { testCpf } from '#tests/support/people.ts';
import { writeProspectAs } from './asRepresentative.ts';
import {
  goodCompany,
  goodPerson,
  type RegistrationFixture,
  registrationFixture,
} from './registrationFixture.ts';

let fixture: RegistrationFixture;
const db = () => fixture.server.deps.db;
beforeAll(async () => {
  fixture = await registrationFixture();
});
afterAll(() => fixture.server.close());

const COMPANY = 'AB12CD34000184';
const company = (change = {}) => goodCompany(fixture, { documento: COMPANY, ...change });
const forget = (document = COMPANY) => db().delete(customers).where(eq(customers.document, document));
const rowOf = async (id: number) => (await db().select().from(customers).where(eq(customers.id, id)))[0];

/** A customer's contacts; asserts that each was just reported to other systems. */
async function contactsOf(customerId: number) {
  const rows = await db()
    .select({ id: customerContacts.id })
    .from(customerContacts)
    .where(eq(customerContacts.customerId, customerId))
    .orderBy(customerContacts.id);
  const reported = await changesOf(fixture.server, fixture.tokens.ADMIN, 'contatos');
  expect(reported.slice(-rows.length)).toEqual(rows.map(({ id }) => `contatos ${id} criado`));
  return rows;
}

it('registration publishes a change for each contact of a new customer', async () => {
  const { status, body } = await fixture.post('/sac/clientes', company());
  expect(status).toBe(200);
  expect((await contactsOf(body.data.id)).length).toBeGreaterThan(1);
  await forget();
});

describe('two concurrent registrations', () => {
  it('save one customer, and the second is refused', async () => {
    const answers = await Promise.all([
      fixture.post('/sac/clientes', company()),
      fixture.post('/sac/clientes', company(), { as: 'SUPERVISOR' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.body.errors).toEqual({ documento: 'Este documento já está cadastrado.' });
    expect(await db().$count(customers, eq(customers.document, COMPANY))).toBe(1);
    await forget();
  });
});

describe('repeated registration', () => {
  it('returns the same answer for the same key and writes nothing', async () => {
    const first = await fixture.post('/sac/clientes', company(), { key: 'um' });
    const second = await fixture.post('/sac/clientes', company(), { key: 'um' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    const other = await fixture.post('/sac/clientes', company({ empresa: { inscricao: '999999' } }), {
      key: 'um',
    });
    expect([other.status, other.body.code]).toEqual([422, 'CHAVE_REPETIDA']);
    await forget();
  });
  it('is idempotent for a pre-registration too', async () => {
    const given = {
      doc: COMPANY,
      razSoc: 'Novo',
      fant: 'Novo',
      nomeContato: 'Lia',
      telefone: '1133445566',
      email: 'l@x.com.br',
    };
    const first = await fixture.post('/callcenter/clientes/pre-cadastro', given, { key: 'dois' });
    const second = await fixture.post('/callcenter/clientes/pre-cadastro', given, { key: 'dois' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    await forget();
  });
});

describe('files of a registration', () => {
  const stored = async (as: 'OPERADOR' | 'SUPERVISOR', mime = 'application/pdf') => {
    const [row] = await db()
      .insert(files)
      .values({ name: 'a.pdf', mime, size: 1000, sha256: 'x', storedAs: 'x', ownerId: fixture.people[as] })
      .returning();
    return { id: row?.id ?? '', nome: 'outro.pdf', mime, tamanho: 1 };
  };
  const withFiles = (anexos: object[]) => company({ empresa: { regimeEspecial: true, anexos } });
  it('are rejected if uploaded by others, already used, of another type or repeated', async () => {
    const [foreign, own, page] = [
      await stored('SUPERVISOR'),
      await stored('OPERADOR'),
      await stored('OPERADOR', 'text/html'),
    ];
    for (const [anexos, field] of [
      [[own, foreign], 'empresa.anexos.1'],
      [[own, own], 'empresa.anexos.1'],
      [[page], 'empresa.anexos.0'],
    ] as const) {
      const { status, body } = await fixture.post('/sac/clientes', withFiles([...anexos]));
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    }
    const done = await fixture.post('/sac/clientes', withFiles([own]));
    expect(done.status).toBe(200);
    expect(await db().$count(customerFiles, eq(customerFiles.customerId, done.body.data.id))).toBe(1);
    const again = await fixture.post('/sac/clientes', { ...withFiles([own]), documento: '52998224725' });
    expect(again.status).toBe(422);
    await forget();
  });
  it('count as those of the company when they are sent beside it', async () => {
    const own = await stored('OPERADOR');
    const answer = await fixture.post('/sac/clientes', {
      ...company({ empresa: { regimeEspecial: true } }),
      anexos: [own],
    });
    expect(answer.status).toBe(200);
    await forget();
  });
});

describe('registration step that changed meanwhile', () => {
  it('answers 409 with its name, and nothing is saved', async () => {
    const { body } = await fixture.read('/sac/clientes-cadastro/formularios?tipo=PJ');
    const versoes = body.etapas.map(({ versao }: { versao: string }) => versao);
    const which = and(eq(definitions.kind, 'registration'), eq(definitions.key, 'sac-contatos'));
    const [version] = await db()
      .select()
      .from(definitionVersions)
      .where(and(eq(definitionVersions.kind, 'registration'), eq(definitionVersions.key, 'sac-contatos')));
    if (!version) throw new Error('no step');
    await db()
      .insert(definitionVersions)
      .values({ ...version, version: 2, note: 'mudou' });
    await db().update(definitions).set({ publishedVersion: 2 }).where(which);
    const answer = await fixture.post('/sac/clientes', company({ versoes }));
    expect([answer.status, answer.body.atual]).toEqual([409, { etapas: ['Contatos'] }]);
    expect(
      (
        await fixture.post(
          '/sac/clientes',
          company({ versoes: versoes.map((one: string) => one.replace('contatos 1', 'contatos 2')) }),
        )
      ).status,
    ).toBe(200);
    await forget();
  });
});

describe('pre-registration', () => {
  const given = {
    doc: '529.982.247-25',
    razSoc: 'Maria Alves',
    fant: 'Maria',
    nomeContato: 'Maria',
    telefone: '(11) 98765-4321',
    email: 'Maria@X.com.br',
  };
  const preRegister = (change = {}) =>
    fixture.post('/callcenter/clientes/pre-cadastro', { ...given, ...change });
  it('is validated field by field', async () => {
    const refusedFields = async (change: object) => {
      const { status, body } = await preRegister(change);
      return [status, Object.keys(body.errors).sort()];
    };
    expect(await refusedFields({ doc: '11111111111', telefone: '0000000000', email: 'nada' })).toEqual([
      422,
      ['doc', 'email', 'telefone'],
    ]);
    expect(await refusedFields({ razSoc: '  ' })).toEqual([422, ['razSoc']]);
  });
  it('creates a prospect of the branch, which its document or number completes later', async () => {
    const made = await preRegister();
    expect(made.body.data.message).toBe('Cliente pré-cadastrado com sucesso.');
    const { id } = made.body.data;
    expect(await contactsOf(id)).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({
      prospect: true,
      document: '52998224725',
      email: 'maria@x.com.br',
    });
    expect((await preRegister()).body.errors).toEqual({ doc: 'Este documento já está cadastrado.' });
    const may = await fixture.read('/sac/clientes/consulta/52998224725/permite-cadastrar');
    expect(may.body).toEqual({ message: expect.any(String), idCli: id });
    const other = await fixture.read('/callcenter/clientes/consulta/52998224725', 'OTHER_OPERATOR');
    expect(other.body).toEqual({
      error: 'Este documento já é de um cliente da empresa.',
      podePedirTransferencia: true,
    });
    const foreign = await fixture.post('/sac/clientes', { ...company(), idCli: id });
    expect(foreign.body.errors).toEqual({ documento: expect.stringContaining('outro documento') });
    const done = await fixture.post('/sac/clientes', goodPerson(fixture));
    expect([done.status, done.body.data.id]).toEqual([200, id]);
    expect(await rowOf(id)).toMatchObject({ prospect: false, version: 2, birthDate: '1984-07-19' });
    const trail = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)))
      .orderBy(auditLog.id);
    expect(trail.map(({ action }) => action)).toEqual(['CRIAR', 'COMPLETAR_CADASTRO']);
    await forget('52998224725');
  });
  it('by a representative belongs to that representative', async () => {
    await db()
      .update(representatives)
      .set({ regionId: fixture.regionIds[0] ?? null })
      .where(eq(representatives.id, fixture.representativeId));
    // By default representatives may not register; a role can allow it.
    const id = await writeProspectAs(fixture, COMPANY);
    expect(await rowOf(id)).toMatchObject({
      representativeId: fixture.representativeId,
      regionId: fixture.regionIds[0],
    });
    await forget();
  });
});

describe('account that a consumer opened alone', () => {
  it('is completed when its document is registered', async () => {
    const [own] = await db()
      .insert(customers)
      .values({ document: '52998224725', legalName: 'Maria', tradeName: 'Maria' })
      .returning();
    const may = await fixture.read('/sac/clientes/consulta/52998224725/permite-cadastrar');
    expect(may.body).toEqual({ message: expect.any(String) });
    const done = await fixture.post('/sac/clientes', goodPerson(fixture));
    expect([done.status, done.body.data.id]).toEqual([200, own?.id]);
    expect((await fixture.post('/sac/clientes', goodPerson(fixture), { as: 'OTHER_OPERATOR' })).status).toBe(
      422,
    );
    await forget('52998224725');
  });
});

describe('an answer of before', () => {
  it('goes when it is emptied, and stays if it was not asked for', async () => {
    const segmento = { valor: '1', rotulo: 'Varejo' };
    const extraFields = { contribuinte: 0, segmento, portaria: 'de outra etapa' };
    await db()
      .insert(customers)
      .values({ document: '52998224725', legalName: 'Maria', tradeName: 'Maria', extraFields });
    const empresa = { contribuinte: 1, segmento: undefined };
    const done = await fixture.post('/sac/clientes', goodPerson(fixture, { empresa }));
    expect([done.status, done.body.errors]).toEqual([200, undefined]);
    expect((await rowOf(done.body.data.id))?.extraFields).toEqual({
      contribuinte: 1,
      portaria: 'de outra etapa',
    });
    await forget('52998224725');
  });
});

describe('registration sent as text in a form', () => {
  it('is parsed by the field types of the steps', async () => {
    const whole = company({ empresa: { consumidorFinal: 'false', contribuinte: '1' } });
    const pairs = (value: unknown, name: string): [string, string][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, one]) => pairs(one, name ? `${name}[${key}]` : key))
        : [[name, String(value)]];
    const mark = 'limite';
    const body = pairs(whole, '')
      .map(
        ([name, value]) => `--${mark}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('');
    const answer = await fixture.server.call('POST', '/sac/clientes', {
      token: fixture.tokens.OPERADOR,
      body: `${body}--${mark}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
    });
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    const row = await rowOf(answer.body.data.id);
    expect(row?.registration).toMatchObject({ empresa: { consumidorFinal: false } });
    expect(row?.extraFields).toEqual({ contribuinte: 1 });
    await forget();
  });
});

describe('similar customers', () => {
  it('are listed once each by the strongest reason, only within scope', async () => {
    await db()
      .update(customers)
      .set({ phone: '1133445566' })
      .where(eq(customers.id, fixture.customerIds.second));
    await db()
      .update(customers)
      .set({ phone: '1133445566' })
      .where(eq(customers.id, fixture.customerIds.first));
    const ask = async (body: object) => (await fixture.post('/sac/clientes-cadastro/semelhantes', body)).body;
    const found = await ask({
      documento: '12.ABC.345/01DE-35',
      telefones: ['(11) 3344-5566'],
      emails: ['compras@exemplo.com.br'],
    });
    expect(found).toEqual([expect.objectContaining({ id: fixture.customerIds.first, motivo: 'DOCUMENTO' })]);
    expect(await ask({ telefones: ['1133445566'], menos: fixture.customerIds.first })).toEqual([]);
    expect(await ask({ emails: ['CLARA@exemplo.com.br'] })).toEqual([
      expect.objectContaining({ id: fixture.customerIds.consumer, motivo: 'EMAIL' }),
    ]);
    expect(await ask({})).toEqual([]);
  });
});

describe('registering the customer of a ticket', () => {
  const path = (id: number) => `/sac/tickets/${id}/cliente`;
  const consumer = () =>
    goodPerson(fixture, { documento: testCpf(777), empresa: { razaoSocial: 'Clara Consumidora' } });
  it('completes the customer and notes it once on the ticket', async () => {
    const idTicket = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
    expect((await fixture.post(path(idTicket), consumer(), { as: 'OTHER_OPERATOR' })).status).toBe(404);
    expect((await fixture.post(path(idTicket), consumer(), { as: 'CONSUMIDOR_FINAL' })).status).toBe(403);
    expect((await fixture.post(path(idTicket), { ...consumer(), versao: 77 })).status).toBe(409);
    const foreign = await fixture.post(path(idTicket), company());
    expect(foreign.body.errors).toEqual({ documento: expect.any(String) });
    const done = await fixture.post(path(idTicket), { ...consumer(), versao: 1 }, { key: 'ticket' });
    expect([done.status, done.body.data.id]).toEqual([200, fixture.customerIds.consumer]);
    expect(
      (await fixture.post(path(idTicket), { ...consumer(), versao: 1 }, { key: 'ticket' })).body,
    ).toEqual(done.body);
    const events = await db()
      .select()
      .from(ticketEvents)
      .where(eq(ticketEvents.ticketId, idTicket))
      .orderBy(ticketEvents.id);
    expect(events.map(({ type }) => type)).toEqual(['CADASTRO']);
    const [ticket] = await db().select().from(tickets).where(eq(tickets.id, idTicket));
    expect(ticket?.version).toBe(2);
    expect((await fixture.post(path(idTicket), consumer())).body.code).toBe('CADASTRO_COMPLETO');
  });
});

describe('data of outside services', () => {
  it('is returned with the field names of the specification', async () => {
    expect((await fixture.read('/cep/01310-100')).body).toMatchObject({
      logradouro: 'Avenida Paulista',
      ibge: '3550308',
    });
    expect((await fixture.read('/cep/99999999')).body).toEqual({ erro: true });
    const company = await fixture.post('/sac/consulta-receita/cnpj/30.214.587%2F0001-00', {});
    expect(company.body).toMatchObject({
      razao_social: 'Mercado Ponto Certo Ltda.',
      cnae_principal: '4711302',
      cnaes_secundario: ['4723700'],
      socios: [{ nome: 'Helena Duarte Prado' }],
      telefone: '1133445566',
      cidade: 'São Paulo',
    });
    expect((await fixture.post('/callcenter/consulta-receita/cnpj/11222333000181', {})).body).toEqual({
      razao_social: '',
    });
    expect((await fixture.post('/sac/consulta-receita/cnpj/11222333000180', {})).body.errors).toEqual({
      cnpj: 'CNPJ inválido',
    });
  });
  it('includes lists of the country and of the standard data', async () => {
    const [states, cities, banks, activities] = await Promise.all(
      [
        '/sac/estados',
        '/callcenter/estados/AC/cidades',
        '/callcenter/bancos',
        '/sac/consultas/lista-atividades',
      ].map((one) => fixture.read(one)),
    );
    expect([states?.body.length, cities?.body.length]).toEqual([27, 22]);
    expect(cities?.body).toContainEqual({ ibge: '1200401', cidade: 'Rio Branco' });
    expect(banks?.body[0]).toEqual({ codigoBanco: '001', nomeBanco: expect.any(String) });
    expect(activities?.body.length).toBeGreaterThan(5);
    expect((await fixture.read('/sac/estados/ZZ/cidades')).status).toBe(404);
    expect((await fixture.read('/sac/consultas/bancos', 'CONSUMIDOR_FINAL')).status).toBe(403);
  });
});
