import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { conditionsOf } from '#contract/rules/forms/fieldSchemas.ts';
import { formErrors, formProblems } from '#server/config/forms/rules.ts';
import { rulesModule } from '#server/config/forms/rulesModule.ts';
import { compileModule, sweepValidators, validatorAddress } from '#server/config/forms/storedValidators.ts';
import { formValidators } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { browserModule } from '../../support/screens/browserValidator.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const schema = {
  type: 'object',
  properties: {
    tipo: { type: 'string', enum: ['PF', 'PJ'], title: 'Pessoa' },
    email: { type: 'string', format: 'email', maxLength: 20, title: 'E-mail' },
    valor: { type: 'string', format: 'decimal', formatMinimum: '0.01' },
    periodo: {
      type: 'object',
      properties: { inicio: { type: 'string', format: 'date' }, fim: { type: 'string', format: 'date' } },
      'x-periodo': { dias: 31 },
    },
  },
  required: ['tipo'],
  allOf: [
    {
      if: { properties: { tipo: { const: 'PJ' } }, required: ['tipo'] },
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
      then: {
        properties: {
          cnpj: { type: 'string', format: 'cnpj', 'x-mensagens': { required: 'Informe o CNPJ da empresa' } },
        },
        required: ['cnpj'],
      },
    },
  ],
  unevaluatedProperties: false,
};

describe('field with a name that every object inherits', () => {
  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'])(
    'is required until it is given: %s',
    async (name) => {
      const named = JSON.parse(
        `{"type":"object","properties":{"${name}":{"type":"string","title":"Dono"}},"required":["${name}"]}`,
      );
      expect(await formErrors(named, {})).toEqual({ [`/${name}`]: 'Campo obrigatório' });
      expect(await formErrors(named, JSON.parse(`{"${name}":"a"}`))).toEqual({});
    },
  );
});

describe('validation of form data by the server', () => {
  it.each([
    [{ tipo: 'PF' }, {}],
    [{}, { '/tipo': 'Escolha uma opção' }],
    [{ tipo: 'PJ' }, { '/cnpj': 'Informe o CNPJ da empresa' }],
    [{ tipo: 'PJ', cnpj: '11222333000180' }, { '/cnpj': 'CNPJ inválido' }],
    [{ tipo: 'PJ', cnpj: '12ABC34501DE35' }, {}],
    [{ tipo: 'PF', cnpj: '12ABC34501DE35' }, { '/cnpj': 'Este campo não faz parte do formulário' }],
    [{ tipo: 'PF', valor: '0.00' }, { '/valor': 'Use 0,01 ou mais' }],
    [{ tipo: 'PF', valor: '1,5' }, { '/valor': 'Número inválido' }],
    [
      { tipo: 'PF', periodo: { inicio: '2026-02-01', fim: '2026-01-01' } },
      { '/periodo': 'A data final vem antes da inicial' },
    ],
    [
      { tipo: 'PF', periodo: { inicio: '2026-01-01', fim: '2026-03-01' } },
      { '/periodo': 'O período pode ter no máximo 31 dias' },
    ],
    [{ tipo: 'PF', email: 'nem@perto' }, { '/email': 'Formato de e-mail inválido' }],
    [
      { tipo: 7, email: 8 },
      { '/tipo': 'Campo obrigatório', '/email': 'Campo obrigatório' },
    ],
  ])('reports the problems of %j', async (data, expected) => {
    const before = structuredClone(data);
    expect(await formErrors(schema, data)).toEqual(expected);
    // Nothing is coerced, filled in or removed.
    expect(data).toEqual(before);
  });
});

describe('validator module for the browser', () => {
  it('imports only the shared rules, and contains every condition', async () => {
    const code = await compileModule(schema);
    const { hash, esm } = await rulesModule();
    // Only the match, because the texts are long.
    for (const text of [code, esm])
      expect(
        /.{0,40}(?:[^'\w]require\(|\bimport\(|(?<![.}\w])eval\(|new Function).{0,40}/.exec(text)?.[0],
      ).toBeUndefined();
    expect(code.includes('must')).toBe(false);
    expect(code.match(/\bfrom ?"[^"]*"/g)?.map((from) => from.split('"')[1])).toEqual([`./${hash}.js`]);
    const module = await browserModule(schema);
    expect(module.validar?.({ tipo: 'PJ', cnpj: '12ABC34501DE35' })).toBe(true);
    expect(module.validar?.({ tipo: 'PJ' })).toBe(false);
    expect(conditionsOf(schema)).toHaveLength(1);
    expect([{ tipo: 'PJ' }, { tipo: 'PF' }, {}].map((data) => module.c0?.(data))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('form that cannot be rendered', () => {
  it.each([
    [{ if: { properties: { a: { const: 1 } } } }, {}, '/schema/if'],
    [{ properties: { a: { $ref: '#/$defs/b' } } }, {}, '/schema/properties/a/$ref'],
    [{ properties: { a: { type: 'string', pattern: '(?=a)b' } } }, {}, '/schema/properties/a/pattern'],
    [{ properties: { a: { type: 'string', pattern: '([' } } }, {}, '/schema/properties/a/pattern'],
    [{ properties: { a: { type: 'strong' } } }, {}, '/schema'],
    [{ properties: { a: { type: 'string', format: 'shoe' } } }, {}, '/schema'],
    [
      { properties: { a: { type: 'string', maxLength: 2, default: 'long' } } },
      {},
      '/schema/properties/a/default',
    ],
    [{ properties: { a: { type: 'string' } } }, { a: { 'ui:widget': 'blink' } }, '/ui/a/ui:widget'],
    [{ properties: { a: { type: 'string' } } }, { b: { 'ui:widget': 'text' } }, '/ui/b'],
    [{ properties: { a: { type: 'string' } } }, { 'ui:order': ['b'] }, '/ui/ui:order'],
  ])('is rejected at its place: %j', async (part, ui, pointer) => {
    const problems = await formProblems({ type: 'object', ...part }, ui);
    expect(problems.map((one) => one.pointer)).toContain(pointer);
    expect(problems.map(({ message }) => message).join()).not.toMatch(/must|should|schema is|unknown/);
  });

  it('is distinguished from a valid one', async () => {
    expect(await formProblems(schema, { cnpj: { 'ui:widget': 'cnpj' }, 'ui:order': ['tipo', '*'] })).toEqual(
      [],
    );
  });
});

describe('served validator', () => {
  let server: TestServer;
  let persons: TestPeople;
  beforeAll(async () => {
    server = await testServer();
    persons = await createPeople(server.deps.db);
  });
  afterAll(() => server?.close());

  it('is an immutable script without sniffing, only for people who signed in', async () => {
    const address = await validatorAddress(server.deps.db, schema);
    expect(await validatorAddress(server.deps.db, structuredClone(schema))).toBe(address);
    expect((await server.call('GET', address)).status).toBe(401);
    const token = await server.sessionOf(persons.people.OPERADOR);
    const { status, headers } = await server.call('GET', address, { token });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    expect(headers['content-security-policy']).not.toContain('unsafe-eval');
    const unknown = `/config/validadores/${'0'.repeat(64)}.js`;
    expect((await server.call('GET', unknown, { token })).status).toBe(404);
  });

  it('is compiled from a draft only for administrators, or the error is located', async () => {
    const body = { schema, ui: { tipo: { 'ui:widget': 'radio' } } };
    const operator = await server.sessionOf(persons.people.OPERADOR);
    expect((await server.call('POST', '/config/formularios/previa', { token: operator, body })).status).toBe(
      403,
    );
    const token = await server.sessionOf(persons.people.ADMIN);
    const good = await server.call('POST', '/config/formularios/previa', { token, body });
    expect(good.body).toMatchObject({
      ...body,
      validador: expect.stringMatching(/^\/config\/validadores\/[0-9a-f]{64}\.js$/),
    });
    const bad = await server.call('POST', '/config/formularios/previa', {
      token,
      body: { schema, ui: { tipo: { 'ui:widget': 'nenhum' } } },
    });
    expect(bad.status).toBe(422);
    expect(bad.body.errors['/ui/tipo/ui:widget']).toMatch(/^Não há o componente "nenhum"/);
  });

  it('is deleted if it was only previewed, and kept while its address is given out', async () => {
    const { db } = server.deps;
    const own = { type: 'object', properties: { a: { type: 'string', title: 'Só nesta prova' } } };
    const token = await server.sessionOf(persons.people.ADMIN);
    const { body } = await server.call('POST', '/config/formularios/previa', {
      token,
      body: { schema: own, ui: {} },
    });
    const kept = async (address: string) =>
      (await db.select().from(formValidators)).find(({ hash }) => address.includes(hash));
    const [looked, used] = [body.validador, await validatorAddress(db, schema)];
    expect((await kept(looked))?.preview).toBe(true);
    await db.update(formValidators).set({ keptUntil: new Date(Date.now() - 1000) });
    await validatorAddress(db, { ...own, title: 'outra' });
    await sweepValidators(server.deps);
    expect(await kept(looked)).toBeUndefined();
    expect(await kept(used)).toBeUndefined();
    // Published after it was previewed: the address is the same, and the module is now kept.
    const again = await validatorAddress(db, { ...own, title: 'outra' });
    expect(await kept(again)).toMatchObject({ preview: false });
  });
});
