import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { DEFINITION_KINDS, type DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { kindRules } from '#server/config/definitions/kinds.ts';
import { schemasFolder } from '#server/config/definitions/metaSchema.ts';
import { validateText } from '#server/config/definitions/validate.ts';
import { definitions } from '#server/db/tables/index.ts';
import { type ReturnsFixture, returnsFixture } from '../sac/returnsFixture.ts';

let fixture: ReturnsFixture;
beforeAll(async () => {
  fixture = await returnsFixture();
});
afterAll(() => fixture?.close());

const get = (url: string) => fixture.server.call('GET', url, { token: fixture.tokens.ADMIN });
const put = (url: string, text: string) =>
  fixture.server.call('PUT', url, {
    token: fixture.tokens.CONSUMIDOR_FINAL,
    body: text,
    headers: { 'content-type': 'application/json' },
  });
const post = (url: string, text: string) =>
  fixture.server.call('POST', url, {
    token: fixture.tokens.CONSUMIDOR_FINAL,
    body: text,
    headers: { 'content-type': 'application/json' },
  });
const DRAFT = '/config/rascunhos/ataque';
const PREFERENCES = '/callcenter/conta/preferencias';
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('text that the database cannot store', () => {
  it.each([
    '/sac/tickets?termo=%00abc',
    '/sac/tickets?tipo[]=%00&status[]=%00',
    '/sac/clientes?q=%00',
    '/sac/faq/artigos?assunto=%00frete',
    '/sac/consultas/produtos?q=%00a%25_',
    '/sac/consultas/motivos-finalizacao?tipo=%00',
    `/config/emails?filter=${encodeURIComponent('{"para":"a\\u0000"}')}`,
    `/config/emails?filter=${encodeURIComponent('{"q":"\\ud800"}')}`,
  ])('is ignored in a search: %s', async (url) => {
    expect((await get(url)).status).toBe(200);
  });

  it('finds no invoice', async () => {
    expect((await get(`/sac/tickets/notasfiscais/${'%00'.repeat(44)}`)).status).toBe(404);
  });

  it.each([
    [PREFERENCES, '{"tema":"x\\u0000y\\ud800"}'],
    [DRAFT, '{"conteudo":{"texto":["x\\u0000y\\ud800"]}}'],
  ])('is removed before it is stored by %s', async (url, text) => {
    expect((await put(url, text)).status).toBe(200);
    const read = await fixture.server.call('GET', url === DRAFT ? DRAFT : '/sac/carga', {
      token: fixture.tokens.CONSUMIDOR_FINAL,
    });
    expect(url === DRAFT ? read.body.data.conteudo.texto[0] : read.body.preferencias.tema).toBe('xy');
  });

  it.each([
    [PREFERENCES, '{"x\\u0000y":1}'],
    [PREFERENCES, '{"a":{"\\ud800":1}}'],
    [DRAFT, '{"conteudo":{"a\\u0000b":1}}'],
  ])('is rejected as a field name by %s', async (url, text) => {
    expect((await put(url, text)).status).toBe(422);
  });
});

describe('text of a definition that the database cannot store', () => {
  const SHIPPED: Record<DefinitionKind, string> = {
    reports: 'envelhecimento-de-tickets',
    fields: 'cliente',
    registration: 'sac-empresa',
    flows: 'DEVOLUCAO',
    panels: 'cliente',
    mails: 'moldura',
    rules: 'prioridade-por-valor',
    dashboards: 'gestao-do-sac',
    words: 'console',
    records: '../../tests/support/recordTypes/contratos-comodato',
  };
  const contentOf = async (kind: DefinitionKind) => {
    const text = await readFile(path.join(schemasFolder, kind, `${SHIPPED[kind]}.json`), 'utf8');
    const { $schema: _, ...content } = JSON.parse(text);
    const inline = kind === 'reports' && { consulta: { tipo: 'SQL', sql: 'select 1' } };
    return { ...content, ...inline, descricao: kind === 'records' ? 'rota\ud800' : 'Rota\0' };
  };
  const call = (method: 'POST' | 'PUT', url: string, body: object) =>
    fixture.server.call(method, url, { token: fixture.tokens.ADMIN, body });
  const WORDS = /caractere que não se vê nem se guarda/;

  it.each(DEFINITION_KINDS)('is refused in words at its place, by each door: %s', async (kind) => {
    const conteudo = await contentOf(kind);
    const chave = kindRules(kind).keyOf(conteudo);
    const base = `/config/definicoes/${kind}`;
    for (const typed of [{ conteudo }, { texto: JSON.stringify(conteudo) }]) {
      const { body } = await call('POST', `${base}/verificar`, { chave, ...typed });
      expect(body.problemas).toEqual([
        expect.objectContaining({
          ponteiro: '/descricao',
          mensagem: expect.stringMatching(WORDS),
          gravidade: 'ERRO',
        }),
      ]);
    }
    const [row] = await fixture.server.deps.db
      .select()
      .from(definitions)
      .where(and(eq(definitions.kind, kind), eq(definitions.key, chave)));
    const saved = await call('PUT', `${base}/${chave}/rascunho`, { conteudo, versao: row?.version ?? 0 });
    expect([saved.status, saved.body.errors?.conteudo]).toEqual([422, expect.stringMatching(WORDS)]);
    const itens = [{ tipo: kind, chave, conteudo }];
    const texto = JSON.stringify({ formato: 'balcao-definicoes', versao: 1, itens });
    const plan = await call('POST', '/config/definicoes-importar/plano', { texto });
    expect([plan.body[0].acao, plan.body[0].problemas[0].mensagem]).toEqual([
      'RECUSAR',
      expect.stringMatching(WORDS),
    ]);
    const read = await validateText(kind, JSON.stringify(conteudo), null);
    expect(read.problems.map(({ message }) => message)).toEqual([expect.stringMatching(WORDS)]);
  });

  it('is refused with its line where it stands unescaped in a text', async () => {
    const { problems } = await validateText('fields', '{\n "id": "a\0"\n}', null);
    expect(problems).toEqual([expect.objectContaining({ line: 2, message: expect.stringMatching(WORDS) })]);
  });
});

describe('body made to exhaust the server', () => {
  it.each([
    [DRAFT, `{"conteudo":${nested(100)}}`],
    [DRAFT, `{"conteudo":${nested(200_000)}}`],
    [PREFERENCES, `{"a":${nested(5_000)}}`],
  ])('is rejected when it is nested too deep (%s)', async (url, text) => {
    expect((await put(url, text)).status).toBe(422);
  });

  it('is accepted as a draft as deep as forms are', async () => {
    expect((await put(DRAFT, `{"conteudo":${nested(40)}}`)).status).toBe(200);
  });

  it.each([
    ['/sac/tickets', `{"itens":[${Array(300_000).fill('{}').join(',')}]}`],
    ['/sac/consultas/tickets', `{"status":[${Array(15_000).fill('1').join(',')}]}`],
    ['/sac/tickets', `{${Array.from({ length: 15_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['/login/sac', `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['/login/sac', `{"${'k'.repeat(500_000)}":1}`],
  ])('gets a short answer, however many errors it has (%s)', async (url, text) => {
    const answer = await post(url, text);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(30_000);
  });

  it('cannot pollute object prototypes', async () => {
    for (const body of ['{"__proto__":{"x":1}}', '{"a":{"constructor":{"prototype":{"x":1}}}}'])
      expect((await put(PREFERENCES, body)).status).toBe(400);
    expect((await get('/sac/tickets?__proto__[x]=1&constructor[prototype][x]=1')).status).toBe(200);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('value outside of what can be stored', () => {
  it.each(['0000-01-01', '2024-02-30', '99999-01-01', '1e309'])('is rejected as a day: %s', async (day) => {
    const { first } = fixture.customerIds;
    const list = `/sac/tickets/notasfiscais/${first}/${fixture.branchIds[0]}`;
    expect((await get(`${list}?dtInicial=${day}`)).status).toBe(422);
    expect((await get(`/sac/tickets?dtIni=${day}`)).status).toBe(422);
  });

  it.each(['1099511627776', '1e300', '-1', '1.5', '"1"'])(
    'is rejected as a version of a draft: %s',
    async (version) => {
      expect((await put(DRAFT, `{"conteudo":1,"versao":${version}}`)).status).toBe(422);
    },
  );

  it.each([
    '0',
    '-1',
    '2147483648',
    '1e309',
    '99999999999999999999',
    '%00',
    '..%2f',
    '1;drop',
    'null',
    '1.5',
  ])('is answered 404 as a ticket: %s', async (id) => {
    for (const part of ['', '/historico', '/anexos', '/anexos/1', '/produtos', '/atividades'])
      expect((await get(`/sac/tickets/${id}${part}`)).status).toBe(404);
  });

  it.each([
    'page=1000000000',
    'page=1e309',
    'page=NaN',
    'page[a]=1',
    'take=101',
    'take=-1',
    'orderBy=constructor',
    'direction=asc',
    'cursor=abc',
    `cursor=${Buffer.from('["x","k",1,0,1,1]').toString('base64url')}`,
    'status[a][b][c][d][e]=1',
    'status[9999]=ABERTO',
    Array.from({ length: 600 }, (_, i) => `status[]=A${i}`).join('&'),
    'arquivado=x',
    'idCli=2147483648',
    'operador[]=1e10',
    'foo=1',
  ])('is rejected in a list: %s', async (query) => {
    expect((await get(`/sac/tickets?${query}`)).status).toBe(422);
  });
});
