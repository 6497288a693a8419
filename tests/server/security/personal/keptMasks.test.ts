import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { eq, sql } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import * as t from '#server/db/tables/index.ts';
import { testCpf } from '#tests/support/people.ts';
import { type OrderFixture, orderFixture } from '../../callcenter/orders/orderFixture.ts';

let fixture: OrderFixture;
/** An administrator with all permissions except seeing personal data. */
let token: string;
let contactId: number;
let personId: number;
let customerId: number;

beforeAll(async () => {
  fixture = await orderFixture();
  const { db } = fixture.server.deps;
  customerId = fixture.customerIds.first;
  const address = { cep: '69000123', logradouro: 'Rua do Canário', numero: '77', bairro: 'Centro' };
  const place = { ...address, cidade: 'Manaus', uf: 'AM', ibge: '1302603' };
  await db
    .update(t.customers)
    .set({
      document: testCpf(4242),
      email: 'ana.canario@gmail.com',
      phone: '92977771234',
      birthDate: '1977-07-07',
      address: place,
    })
    .where(eq(t.customers.id, customerId));
  await db.insert(t.customerPhones).values([
    { customerId, number: '92966661111', description: 'Casa' },
    { customerId, number: '92955552222', description: 'Loja' },
  ]);
  await db.insert(t.customerEmails).values({ customerId, email: 'loja@canario.com.br', description: 'Loja' });
  const [contact] = await db
    .insert(t.customerContacts)
    .values({
      customerId,
      name: 'Bia',
      document: testCpf(4343),
      birthDate: '1980-01-02',
      phone: '92944443333',
      mobile: '92933334444',
      email: 'bia@canario.com.br',
    })
    .returning();
  contactId = contact?.id ?? 0;
  personId = fixture.people.OPERADOR;
  const grants = grantsOf(DEFAULT_GRANTS.ADMIN.filter((name) => name !== 'DADOS_PESSOAIS'));
  const [role] = await db.insert(t.roles).values({ key: 'MASCARADO', name: 'Sem dados', grants }).returning();
  // An account with more rights than one's own cannot be changed.
  await db
    .update(t.people)
    .set({ phone: '92922225555', birthDate: '1990-03-04', roleId: role?.id ?? 0 })
    .where(eq(t.people.id, personId));
  const [person] = await db
    .insert(t.people)
    .values({
      ...{ cpf: testCpf(4444), name: 'Mascarada', email: 'mascarada@exemplo.com.br', type: 'ADMIN' },
      ...{ roleId: role?.id ?? 0, passwordHash: '' },
    })
    .returning();
  token = await fixture.server.sessionOf(person?.id ?? 0);
});
afterAll(() => fixture?.server.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token, ...(body && { body }) });

const routes = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, all]) =>
  Object.entries(all).map(([name, route]): [string, Route] => [`${noun}.${name}`, route]),
);

interface Case {
  table: 'customer_contacts' | 'people' | 'customers';
  id: () => number;
  url: () => string;
  /** The record as its own call shows it. */
  shown: () => Promise<Record<string, unknown>>;
  /** The form as submitted, based on what was shown. */
  body: () => Promise<Record<string, unknown>>;
  /** Path of its fields in the body. */
  at?: string;
  /** An unmasked field to change, and a masked one. */
  changes: Record<string, unknown>;
  wrong: string;
}

const cases: Record<string, Case> = {
  'contacts.update': {
    table: 'customer_contacts',
    id: () => contactId,
    url: () => `/callcenter/contatos/${customerId}/contatos/${contactId}`,
    shown: async () => (await call('GET', `/callcenter/contatos/${customerId}/contatos`)).body[0],
    body: async () => {
      const [shown] = (await call('GET', `/callcenter/contatos/${customerId}/contatos`)).body;
      const { id: _, nome, tipo, tipoDesc: _desc, doc, dtNasc, ...rest } = shown;
      return { ...rest, contato: nome, tipocontato: tipo, documento: doc, datanascimento: dtNasc };
    },
    changes: { cargo: 'Compras' },
    wrong: 'telefone',
  },
  'people.update': {
    table: 'people',
    id: () => personId,
    url: () => `/config/pessoas/${personId}`,
    shown: async () => (await call('GET', `/config/pessoas/${personId}`)).body,
    body: async () => {
      const shown = (await call('GET', `/config/pessoas/${personId}`)).body;
      const { nome, email, telefone, dtNasc, tipo, perfil, setor, filiais, representante, versao } = shown;
      return {
        ...{ nome, email, telefone, dtNasc, tipo, versao },
        idPerfil: perfil.id,
        idSetor: setor?.id ?? null,
        filiais: filiais.map(({ id }: { id: number }) => id),
        idRepresentante: representante?.id ?? null,
      };
    },
    changes: { nome: 'Outra Pessoa' },
    wrong: 'email',
  },
  'records.update': {
    table: 'customers',
    id: () => customerId,
    url: () => `/config/cadastros/clientes/${customerId}`,
    shown: async () => (await call('GET', `/config/cadastros/clientes/${customerId}`)).body.data,
    body: async () => {
      const shown = (await call('GET', `/config/cadastros/clientes/${customerId}`)).body.data;
      const { id: _, versao, rotulos: _labels, ...dados } = shown;
      return { dados, versao };
    },
    at: 'dados',
    changes: { rede: 'Rede Nova' },
    wrong: 'email',
  },
};

/** The row without the columns that every write increments. */
async function rowOf({ table, id }: Case): Promise<Record<string, unknown>> {
  const found = await fixture.server.deps.db.execute<Record<string, unknown>>(
    sql`select * from ${sql.identifier(table)} where id = ${id()}`,
  );
  const { version: _, updated_at: _at, ...row } = found.rows[0] ?? {};
  return row;
}

const withFields = ({ at }: Case, body: Record<string, unknown>, fields: object) =>
  at ? { ...body, [at]: { ...(body[at] as object), ...fields } } : { ...body, ...fields };

it('every update that restores masked values has a test case', () => {
  const keeping = routes.flatMap(([name, { restoresMasks }]) => (restoresMasks ? [name] : []));
  expect(keeping.sort()).toEqual(Object.keys(cases).sort());
});

describe.each(Object.entries(cases))('masked form of %s', (_name, one) => {
  it('can be saved as it came and changes nothing hidden', async () => {
    const before = await rowOf(one);
    const body = await one.body();
    expect(JSON.stringify(body)).toMatch(/\*{3}/);
    const answer = await call('PUT', one.url(), body);
    expect([answer.status, answer.body.error, await rowOf(one)]).toEqual([200, undefined, before]);
  });

  it('changes fields that are not hidden', async () => {
    const before = await rowOf(one);
    const answer = await call('PUT', one.url(), withFields(one, await one.body(), one.changes));
    expect([answer.status, answer.body.error, answer.body.errors]).toEqual([200, undefined, undefined]);
    const after = await rowOf(one);
    const other = Object.keys(after).filter(
      (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
    );
    expect(Object.values(one.changes)).toEqual(
      other.filter((key) => !key.endsWith('_at')).map((key) => after[key]),
    );
  });

  it('is shown in a conflict as its own call shows it', async () => {
    const { versao, ...body } = await one.body();
    const answer = await call('PUT', one.url(), { ...body, versao: Number(versao) + 1 });
    expect(answer.status).toBe(409);
    expect(answer.body.atual).toMatchObject({ versao, estado: await one.shown() });
    expect(JSON.stringify(answer.body)).toMatch(/\*{3}/);
    expect(JSON.stringify(answer.body)).not.toMatch(PLANTED);
  });

  it('rejects a mask that was not shown, with an error at its field', async () => {
    const before = await rowOf(one);
    const body = withFields(one, await one.body(), { [one.wrong]: 'x***@outro.com.br' });
    const answer = await call('PUT', one.url(), body);
    expect([answer.status, answer.body.errors?.[one.wrong]]).toEqual([422, expect.stringMatching(/perfil/)]);
    expect(await rowOf(one)).toEqual(before);
  });
});

/** What the fixture stores where only masks may be seen. */
const PLANTED =
  /ana\.canario|bia@canario|9297777\d|9294444\d|9293333\d|9292222\d|1977-07-07|1980-01-02|1990-03-04/;

describe('masked phone that another person has changed', () => {
  it('is shown masked in the conflict', async () => {
    const [phone] = await fixture.server.deps.db
      .select()
      .from(t.customerPhones)
      .where(eq(t.customerPhones.number, '92966661111'));
    const answer = await call('PUT', `/callcenter/clientes/${customerId}/editar-telefone`, {
      ...{ id: String(phone?.id), valor: '92911110000', valoranterior: '(92) *****-0000' },
    });
    expect([answer.status, answer.body.atual]).toEqual([409, { valor: '(92) *****-1111' }]);
    expect(answer.body.error).toMatch(/para \(92\) \*{5}-1111\./);
  });
});

describe('lists of a masked record', () => {
  const save = async (change: (dados: Record<string, never[]>) => object) => {
    const { dados, versao } = (await (cases['records.update'] as Case).body()) as {
      dados: Record<string, never[]>;
      versao: number;
    };
    return call('PUT', `/config/cadastros/clientes/${customerId}`, { dados: change(dados), versao });
  };
  const phones = async () =>
    (
      await fixture.server.deps.db
        .select()
        .from(t.customerPhones)
        .where(eq(t.customerPhones.customerId, customerId))
    )
      .map(({ number, description }) => `${number} ${description}`)
      .sort();

  it('keep the number of each row when other fields change, and drop a removed row', async () => {
    const renamed = await save(({ telefones = [] }) => ({
      telefones: telefones.map((row: { descricao: string }) => ({ ...row, descricao: `${row.descricao} 2` })),
    }));
    expect([renamed.status, await phones()]).toEqual([200, ['92955552222 Loja 2', '92966661111 Casa 2']]);
    await save(({ telefones = [] }) => ({
      telefones: [...telefones.filter((row: { descricao: string }) => row.descricao !== 'Casa 2')],
    }));
    expect(await phones()).toEqual(['92955552222 Loja 2']);
  });

  it('keep the street of an address whose city changes', async () => {
    const answer = await save(({ endereco }) => ({
      endereco: { ...endereco, cidade: 'Belém', uf: 'PA', ibge: '1501402' },
    }));
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    expect((await rowOf(cases['records.update'] as Case)).address).toMatchObject({
      logradouro: 'Rua do Canário',
      cidade: 'Belém',
    });
  });
});

describe('contact chosen by its mask', () => {
  it('is mailed and dialled at its real value, but shown masked', async () => {
    const quote = await fixture.quote();
    const [shown] = (await call('GET', `/callcenter/contatos/${customerId}/lista-emails`)).body;
    expect(shown.email).toBe('l***@canario.com.br');
    const sent = await call('POST', `/callcenter/emails/orcamentos/${quote}`, { email: shown.email });
    expect([sent.status, sent.body.data?.message]).toEqual([
      200,
      expect.stringMatching(/l\*{3}@canario\.com\.br$/),
    ]);
    const mails = await fixture.server.deps.db.select().from(t.outboxEmails);
    expect(mails.map(({ toAddress }) => toAddress)).toContain('loja@canario.com.br');
    const unknown = await call('POST', `/callcenter/emails/orcamentos/${quote}`, { email: 'z***@x.com' });
    expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([422, ['email']]);
    const dialled = await call('POST', '/callcenter/discar', {
      numero: '(92) *****-1234',
      idCli: customerId,
    });
    const [dial] = await fixture.server.deps.db.select().from(t.dials);
    expect([dialled.status < 504, dial?.number]).toEqual([true, '92977771234']);
  });
});

describe('report for a person who sees masks', () => {
  const preview = (consulta: object, campos: string[]) =>
    call('POST', '/config/relatorios-previa', {
      filtros: {},
      conteudo: {
        ...{ formato: 1, id: 'clientes', titulo: 'Clientes', descricao: 'Um por linha.', grupo: 'Vendas' },
        ...{ thumb: 'Description', cor: 'primaria', modo_exibicao: 'PAGINA', consulta },
        parametros: {
          schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
          ui: { 'ui:order': [] },
        },
        colunas: campos.map((campo) => ({ campo, titulo: campo, tipo: 'TEXTO' })),
        permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
        limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
        saidas: ['CSV'],
        testes: [{ parametros: {}, espera: { colunas: campos } }],
      },
    });
  const where = () => `from relatorio.clientes where cliente_id = ${customerId}`;

  it('is masked in columns from personal data, and refused where this is undecidable', async () => {
    const plain = await preview({ tipo: 'SQL', sql: `select documento, uf ${where()}` }, ['documento', 'uf']);
    expect([plain.status, plain.body.error]).toEqual([200, undefined]);
    expect(plain.body.data.linhas[0][0]).toMatch(/^\*{3}\.\d{3}\.\d{3}-\*\*$/);
    const declared = {
      tipo: 'DECLARATIVA',
      conjunto: 'clientes',
      colunas: [{ campo: 'documento', como: 'cpf' }],
    };
    const { body } = await preview(declared, ['cpf']);
    expect(JSON.stringify(body.data.linhas)).not.toMatch(/"\d{11}"/);
    const hidden = await preview({ tipo: 'SQL', sql: `select reverse(documento) as d ${where()}` }, ['d']);
    const within = await preview({ tipo: 'SQL', sql: `select upper(documento) as d ${where()}` }, ['d']);
    for (const { status } of [hidden, within]) expect(status).toBe(422);
    expect(within.body.code).toBe('RELATORIO_PESSOAL');
  });
});

/** A valid body with a mask in every text. */
function masksIn(schema: TSchema, mask: string): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return masksIn(schema.anyOf[0] as TSchema, mask);
  if (schema.type === 'array') return [masksIn(schema.items as TSchema, mask)];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.format === 'date') return '2026-11-01';
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.format === 'date-time') return '2026-11-01T12:00:00Z';
  if (schema.type === 'string') return mask;
  if (schema.type !== 'object') return { texto: mask };
  if (schema.patternProperties || schema.additionalProperties === true) return { texto: mask };
  return Object.fromEntries(
    Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(([key, each]) => [
      key,
      masksIn(each, mask),
    ]),
  );
}

const hasText = (schema: unknown): boolean => /\*{3}/.test(JSON.stringify(masksIn(schema as TSchema, '***')));

describe('writes by a person who sees masks', () => {
  const writes = routes.filter(
    ([, { method, permission, body, ownDataOnly }]) =>
      method !== 'GET' && permission !== 'public' && !ownDataOnly && body && hasText(body),
  );
  /** Texts in the whole database that are masks, except in drafts, which contain whatever was typed so far. */
  async function stored(): Promise<string[]> {
    const { rows } = await fixture.server.deps.db.execute<{ table: string; column: string }>(
      sql`select table_name as "table", column_name as "column" from information_schema.columns
        join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and data_type in ('text', 'jsonb', 'character varying')`,
    );
    const found: string[] = [];
    for (const { table, column } of rows) {
      if (table === 'drafts') continue;
      const name = sql.identifier(column);
      const many = await fixture.server.deps.db.execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)} where ${name}::text like '%***%'`,
      );
      if (many.rows[0]?.count) found.push(`${table}.${column}`);
    }
    return found;
  }

  it('never store a mask, in any field', async () => {
    const before = await stored();
    expect(writes.length).toBeGreaterThan(100);
    const taken: string[] = [];
    for (const [name, route] of writes)
      for (const mask of ['***', 'a***@gmail.com', '(92) *****-1234', '***.456.789-**']) {
        const url = (pathsOf(route)[0] ?? '').replace(/\{(\w+)\}/g, (_, key: string) =>
          key === 'chave' ? 'clientes' : '1',
        );
        const answer = await call(
          route.method as 'POST' | 'PUT',
          url,
          masksIn(route.body as TSchema, mask) as object,
        );
        expect([name, answer.status < 500]).toEqual([name, true]);
        if (answer.status < 300) taken.push(name);
      }
    expect([...new Set(taken)]).toEqual(['platform.saveDraft']);
    expect(await stored()).toEqual(before);
  });
});
