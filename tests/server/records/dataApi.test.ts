import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { DEFAULT_GRANTS, grantsOf, type Permission, type PersonType } from '#contract/permissions.ts';
import { auditLog, people, products, roles, serviceKeys } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

let server: TestServer;
let persons: TestPeople;
let admin: string;
let now: Date;
beforeAll(async () => {
  server = await testServer();
  persons = await createPeople(server.deps.db);
  admin = await server.sessionOf(persons.people.ADMIN);
  server.deps.now = () => now;
});
afterAll(() => server?.close());
beforeEach(() => {
  now = new Date();
});

const scope = (tipo: string, ...verbos: string[]) => ({ tipo, verbos });
const newKey = (more: object = {}, token = admin) =>
  server.call('POST', '/config/chaves', {
    token,
    body: {
      nome: 'ERP',
      escopos: [scope('produtos', 'LER', 'GRAVAR', 'EXCLUIR')],
      filiais: [],
      enderecos: [],
      validade: null,
      ...more,
    },
  });
const keyOf = async (more: object = {}) => (await newKey(more)).body.data as { id: number; chave: string };
const put = (token: string, registros: object, url = '/dados/v1/produtos', headers = {}) =>
  server.call('PUT', url, { token, body: registros, headers });
const get = (token: string, url: string) => server.call('GET', url, { token });
const product = (codigo: string, more: object = {}) => ({
  codigo,
  descricao: `Produto ${codigo}`,
  unidade: 'UN',
  ...more,
});

describe('service key', () => {
  it('is shown once, stored hashed, and named as the author of what it wrote', async () => {
    const { id, chave } = await keyOf({ nome: 'ERP da matriz' });
    expect(chave).toMatch(/^blc_[\w-]{43}$/);
    const [stored] = await server.deps.db.select().from(serviceKeys).where(eq(serviceKeys.id, id));
    expect(JSON.stringify(stored)).not.toContain(chave);
    const reported = await server.call('GET', `/config/chaves/${id}`, { token: admin });
    expect(JSON.stringify(reported.body)).not.toContain(chave.slice(12));
    const { body } = await put(chave, [product('A1')]);
    const [entry] = await server.deps.db
      .select({ name: people.name })
      .from(auditLog)
      .innerJoin(people, eq(people.id, auditLog.personId))
      .where(and(eq(auditLog.entity, 'products'), eq(auditLog.entityId, String(body.linhas[0].id))))
      .orderBy(auditLog.id);
    expect(entry?.name).toBe('ERP da matriz');
    const list = await server.call('GET', '/config/pessoas?range=[0,99]', { token: admin });
    expect(JSON.stringify(list.body)).not.toContain('ERP da matriz');
  });

  it('gets 401 with one body when it is wrong, expired, revoked or sent from elsewhere', async () => {
    const soon = new Date(now.getTime() + 60_000).toISOString();
    const expired = await keyOf({ validade: soon });
    const revoked = await keyOf();
    const elsewhere = await keyOf({ enderecos: ['10.9.0.0/16'] });
    const ended = await server.call('POST', `/config/chaves/${revoked.id}/revogar`, {
      token: admin,
      body: { versao: 1 },
    });
    expect(ended.status).toBe(200);
    now = new Date(now.getTime() + 120_000);
    const answers = await Promise.all(
      [`blc_${'x'.repeat(43)}`, 'blc_', expired.chave, revoked.chave, elsewhere.chave].map((chave) =>
        get(chave, '/dados/v1/produtos'),
      ),
    );
    const bodies = answers.map(({ status, body: { requestId: _, ...body } }) => ({ status, ...body }));
    expect(bodies[0]).toMatchObject({ status: 401 });
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await get((await keyOf({ enderecos: ['127.0.0.1'] })).chave, '/dados/v1/produtos')).status).toBe(
      200,
    );
  });

  it('gives access only to its types and verbs, and to no other call', async () => {
    const { chave } = await keyOf({ escopos: [scope('produtos', 'LER')] });
    expect((await get(chave, '/dados/v1/produtos')).status).toBe(200);
    expect((await put(chave, [product('B1')])).status).toBe(403);
    // For people, prices have the same permission, but the key was not given them.
    expect((await get(chave, '/dados/v1/precos')).status).toBe(403);
    expect((await get(chave, '/dados/v1/filiais')).status).toBe(403);
    for (const url of ['/config/cadastros/produtos', '/sac/tickets', '/config/chaves', '/sac/carga'])
      expect((await get(chave, url)).status).toBe(401);
  });

  it('is managed only with access to every branch, and grants only what its creator can do', async () => {
    const kept = await keyOf();
    const limited = async (type: PersonType, permissions: readonly Permission[]) => {
      await server.deps.db
        .update(roles)
        .set({ grants: grantsOf(permissions) })
        .where(eq(roles.key, type));
      return server.sessionOf(persons.people[type]);
    };
    const rotate = (token: string) =>
      server.call('POST', `/config/chaves/${kept.id}/trocar`, { token, body: { versao: 1, horas: 1 } });
    // Some branches and all permissions.
    const operator = await limited('OPERADOR', DEFAULT_GRANTS.ADMIN);
    for (const answer of [
      await newKey({}, operator),
      await rotate(operator),
      await get(operator, '/config/chaves'),
      await get(operator, `/config/chaves/${kept.id}`),
      await server.call('POST', `/config/chaves/${kept.id}/revogar`, {
        token: operator,
        body: { versao: 1 },
      }),
    ])
      expect(answer.status).toBe(403);
    // All branches, and permission to read products only.
    const manager = await limited('GERENTE', ['CONFIGURACAO', 'CONFIGURACAO_CHAVES', 'CADASTROS_PRODUTOS']);
    expect((await newKey({}, manager)).status).toBe(403);
    expect((await newKey({ escopos: [scope('produtos', 'LER')] }, manager)).status).toBe(200);
    expect((await rotate(manager)).status).toBe(403);
  });

  it('is rejected with what it cannot have, at its field', async () => {
    expect((await newKey({ escopos: [scope('nada', 'LER')] })).status).toBe(422);
    const twice = [scope('produtos', 'LER'), scope('produtos', 'GRAVAR')];
    expect((await newKey({ escopos: twice })).body.errors).toHaveProperty('escopos');
    expect((await newKey({ enderecos: ['10.0.0.0/40'] })).body.errors).toHaveProperty('enderecos');
    expect((await newKey({ filiais: [999_999] })).body.errors).toHaveProperty('filiais');
    expect((await newKey({ validade: '2020-01-01T00:00:00Z' })).body.errors).toHaveProperty('validade');
  });

  it('acts as a person who is in no list of people and in no role', async () => {
    const [own] = persons.branchIds;
    await keyOf({ nome: 'Chave da filial', filiais: [own] });
    await server.deps.db
      .update(roles)
      .set({ grants: grantsOf(DEFAULT_GRANTS.ADMIN) })
      .where(eq(roles.key, 'OPERADOR'));
    const operator = await server.sessionOf(persons.people.OPERADOR);
    for (const token of [admin, operator]) {
      const { status, body } = await get(token, '/config/pessoas?range=[0,99]');
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toContain('Chave da filial');
    }
    const [role] = (await get(admin, '/config/perfis?filter={"q":"Operador"}')).body;
    expect(JSON.stringify((await get(admin, `/config/perfis/${role.id}`)).body)).not.toContain(
      'Chave da filial',
    );
  });

  it('of one branch neither sees nor writes another', async () => {
    const [own, other] = persons.branchIds;
    const all = await keyOf({
      escopos: [scope('estoque', 'LER', 'GRAVAR'), scope('filiais', 'LER'), scope('produtos', 'GRAVAR')],
    });
    const limited = await keyOf({ filiais: [own], escopos: [scope('estoque', 'LER', 'GRAVAR')] });
    await put(all.chave, [product('C1')]);
    const branches = (await get(all.chave, '/dados/v1/filiais')).body.itens as { id: number; cnpj: string }[];
    const cnpj = (id: number) => branches.find((branch) => branch.id === id)?.cnpj ?? '';
    const stock = (id: number, quantidade: string) => ({ produto: 'C1', filial: cnpj(id), quantidade });
    const url = '/dados/v1/estoque';
    expect((await put(all.chave, [stock(own, '5'), stock(other, '7')], url)).body.contagens.criados).toBe(2);
    const { body } = await put(limited.chave, [stock(own, '6'), stock(other, '1')], url);
    expect(body.contagens).toMatchObject({ mudados: 1, recusados: 1 });
    const seen = (await get(limited.chave, url)).body.itens as { quantidade: string }[];
    expect(seen.map(({ quantidade }) => Number(quantidade))).toEqual([6]);
    const foreign = await get(limited.chave, `${url}/C1~${encodeURIComponent(cnpj(other))}`);
    const unknown = await get(limited.chave, `${url}/C1~00000000000000`);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    const { requestId: _, ...reported } = foreign.body;
    expect(unknown.body).toMatchObject(reported);
  });

  it('is rotated with an overlap, and each secret expires in its time', async () => {
    const { id, chave } = await keyOf();
    const rotated = await server.call('POST', `/config/chaves/${id}/trocar`, {
      token: admin,
      body: { versao: 1, horas: 1 },
    });
    const next = rotated.body.data.chave as string;
    const status = async (secret: string) => (await get(secret, '/dados/v1/produtos')).status;
    expect([await status(chave), await status(next)]).toEqual([200, 200]);
    now = new Date(now.getTime() + 61 * 60_000);
    expect([await status(chave), await status(next)]).toEqual([401, 200]);
    const stale = await server.call('POST', `/config/chaves/${id}/revogar`, {
      // A session that is an hour old would need fresh proof.
      token: await server.sessionOf(persons.people.ADMIN),
      body: { versao: 1 },
    });
    expect(stale.status).toBe(409);
  });
});

describe('records for another system', () => {
  let chave: string;
  beforeAll(async () => {
    now = new Date();
    ({ chave } = await keyOf());
  });

  it('are created, changed or left alone row by row, as array, object or lines', async () => {
    const first = await put(chave, [product('D1'), product('D2', { preco: '1.5' }), { codigo: 'D3' }]);
    expect(first.body.contagens).toEqual({ criados: 2, mudados: 0, iguais: 0, recusados: 1 });
    expect(first.body.linhas[2]).toMatchObject({ linha: 3, erros: { descricao: 'Campo obrigatório' } });
    const again = await put(chave, { registros: [product('D1'), product('D2', { preco: '1.60' })] });
    expect(again.body.contagens).toEqual({ criados: 0, mudados: 1, iguais: 1, recusados: 0 });
    const lines = await server.call('PUT', '/dados/v1/produtos', {
      token: chave,
      body: `${JSON.stringify(product('D4'))}\n\n${JSON.stringify(product('D1'))}\n`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(lines.body.contagens).toMatchObject({ criados: 1, iguais: 1 });
    const broken = await server.call('PUT', '/dados/v1/produtos', {
      token: chave,
      body: `${JSON.stringify(product('D5'))}\n{"codigo":`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(broken.body).toMatchObject({ code: 'JSON_INVALIDO', error: expect.stringContaining('linha 2') });
    const keys = Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',');
    const wide = await server.call('PUT', '/dados/v1/produtos', {
      token: chave,
      body: `${JSON.stringify(product('D6'))}\n{${keys}}`,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(wide.body).toMatchObject({ code: 'LINHA_GRANDE', error: expect.stringContaining('linha 2') });
  });

  it('are read one by one when they are many, so that no body can hold the process', async () => {
    const row = (codigo: string) => product(codigo, { descricao: `Cola, "forte" [5 kg] {x} ${codigo}` });
    const rows = Array.from({ length: 4_000 }, (_, index) => row(`T${index}`));
    const send = (text: string) =>
      server.call('PUT', '/dados/v1/produtos?simular=true', {
        token: chave,
        body: Buffer.from(text),
        headers: { 'content-type': 'application/json' },
      });
    for (const text of [
      JSON.stringify(rows),
      JSON.stringify({ registros: rows }),
      `${JSON.stringify({ registros: rows }, null, 1)}\n`,
    ]) {
      expect(text.length).toBeGreaterThan(256 * 1024);
      expect((await send(text)).body.contagens).toMatchObject({ criados: 4_000, recusados: 0 });
    }
    const keys = Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',');
    const wide = await send(`[${JSON.stringify(row('T'))},{${keys}}]`);
    expect([wide.status, wide.body.code]).toEqual([422, 'LINHA_GRANDE']);
    expect(wide.body.error).toContain('registro 2');
    const many = JSON.stringify(rows);
    for (const [text, code] of [
      [`{${keys}}`, 'DADOS_INVALIDOS'],
      [`{"x":1,"registros":${many}}`, 'DADOS_INVALIDOS'],
      [`{"registros":${many},"x":1}`, 'JSON_INVALIDO'],
      [many.slice(0, -1), 'JSON_INVALIDO'],
      [many.replace('{', '{,'), 'JSON_INVALIDO'],
      [`[${'[],'.repeat(1_000_000)}[]]`, 'DADOS_INVALIDOS'],
    ] as const)
      expect([(await send(text)).body.code, text.slice(0, 20)]).toEqual([code, text.slice(0, 20)]);
  });

  it.each(['application/json', 'application/json; charset=iso-8859-1', 'application/x-ndjson'])(
    'are rejected when they are not UTF-8, as %s',
    async (type) => {
      const row = JSON.stringify(product('AC', { descricao: 'Café' }));
      const send = (encoding: BufferEncoding) =>
        server.call('PUT', '/dados/v1/produtos', {
          token: chave,
          body: Buffer.from(type.endsWith('ndjson') ? `\n${row}` : `[\n${row}]`, encoding),
          headers: { 'content-type': type },
        });
      const { status, body } = await send('latin1');
      expect([status, body.code]).toEqual([400, 'TEXTO_NAO_UTF8']);
      expect(body.error).toContain('linha 2');
      expect((await get(chave, '/dados/v1/produtos/AC')).status).toBe(404);
      await send('utf8');
      expect((await get(chave, '/dados/v1/produtos/AC')).body.data.descricao).toBe('Café');
      await server.call('DELETE', '/dados/v1/produtos/AC', { token: chave });
    },
  );

  it('are only tried where that is requested, and written once for one idempotency key', async () => {
    const tried = await put(chave, [product('E1')], '/dados/v1/produtos?simular=true');
    expect(tried.body.contagens.criados).toBe(1);
    expect((await get(chave, '/dados/v1/produtos/E1')).status).toBe(404);
    const headers = { 'idempotency-key': 'noite-1' };
    const [one, two] = [
      await put(chave, [product('E1')], undefined, headers),
      await put(chave, [product('E1')], undefined, headers),
    ];
    expect(two.body).toEqual(one.body);
    expect(one.body.contagens.criados).toBe(1);
  });

  it('are written in batches of a thousand, and a rejected row blocks no other', async () => {
    const rows = Array.from({ length: 2_100 }, (_, index) => product(`F${index}`));
    const { body } = await put(chave, [...rows, product('F1')]);
    expect(body.contagens).toEqual({ criados: 2_100, mudados: 0, iguais: 1, recusados: 0 });
  });

  it('can be five thousand at once, each with all its fields, and not one more', async () => {
    const wide = {
      marca: 'Casa',
      preco: '1.50',
      custo: '1.10',
      pesoLiquido: '2',
      pesoBruto: '3',
      ativo: true,
    };
    const rows = Array.from({ length: 5_000 }, (_, index) => product(`G${index}`, wide));
    const url = '/dados/v1/produtos?simular=true';
    expect((await put(chave, rows, url)).body.contagens).toMatchObject({ criados: 5_000, recusados: 0 });
    for (const body of [
      [...rows, product('G')],
      [...rows, product('G')].map((row) => JSON.stringify(row)).join('\n'),
    ]) {
      const refused = await server.call('PUT', url, {
        token: chave,
        body,
        ...(typeof body === 'string' && { headers: { 'content-type': 'application/x-ndjson' } }),
      });
      expect(refused.body.errors).toHaveProperty('registros');
    }
  });

  it('can be sent back as they were read', async () => {
    await put(chave, [product('K1', { preco: '2.50' })]);
    const { data } = (await get(chave, '/dados/v1/produtos/K1')).body;
    expect((await put(chave, [data])).body.contagens).toMatchObject({ iguais: 1, recusados: 0 });
  });

  it('that fail with their batch are distinguished from those that were written', async () => {
    const rows = Array.from({ length: 1_200 }, (_, index) => product(`L${index}`));
    const { db } = server.deps;
    let batches = 0;
    server.deps.db = new Proxy(db, {
      get: (target, key) =>
        key === 'transaction' && ++batches > 1
          ? () => Promise.reject(new Error('gone'))
          : Reflect.get(target, key, target),
    });
    const { status, body } = await put(chave, rows).finally(() => {
      server.deps.db = db;
    });
    expect(status).toBe(200);
    expect(body.contagens).toEqual({ criados: 1_000, mudados: 0, iguais: 0, recusados: 200 });
    expect(body.linhas[1_000].erros['']).toMatch(/Envie de novo/);
  });

  it('are accepted as lines where rows are expected, and nowhere else', async () => {
    const { status } = await server.call('POST', '/config/chaves', {
      token: admin,
      body: '1\n'.repeat(1_000),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(status).toBe(415);
  });

  it('are read in order, page by page, with what was added meanwhile, by fields and filter', async () => {
    const seen: string[] = [];
    let url: string | null = '/dados/v1/produtos?limite=1000&campos=codigo';
    while (url) {
      const { body } = await get(chave, url);
      seen.push(...body.itens.map(({ codigo }: { codigo: string }) => codigo));
      expect(body.itens[0]).not.toHaveProperty('descricao');
      if (seen.length === 1_000) await put(chave, [product('H1')]);
      url = body.proximo && `/dados/v1/produtos?limite=1000&campos=codigo&apos=${body.proximo}`;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain('H1');
    expect(seen).toHaveLength(await server.deps.db.$count(products));
    expect((await get(chave, '/dados/v1/produtos?campos=senha')).body.errors).toHaveProperty('campos');
    expect((await get(chave, '/dados/v1/produtos?apos=x')).body.errors).toHaveProperty('apos');
  });

  it('are found and deleted by their code, also by the code of another system', async () => {
    await put(chave, [product('J1', { codigosExternos: { sap: '0099' } })]);
    const found = await get(chave, '/dados/v1/produtos/0099?fonte=sap');
    expect(found.body.data).toMatchObject({ codigo: 'J1', codigosExternos: { sap: '0099' } });
    const gone = await server.call('DELETE', '/dados/v1/produtos/J1', { token: chave });
    expect(gone.body.data.resultado).toBe('excluido');
    expect((await get(chave, '/dados/v1/produtos/J1')).status).toBe(404);
  });
});
