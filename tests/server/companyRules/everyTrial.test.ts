import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OWN_ENTITY } from '#contract/map/entity.ts';
import { RULE_ENTITIES, ruleEntity } from '#contract/rules/companyRules/ruleEntities.ts';
import { RULE_EXAMPLES } from '#contract/rules/companyRules/ruleExamples.ts';
import { seedDemo } from '#server/db/seed/index.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

jest.setTimeout(600_000);

let server: TestServer;
let admin = '';
const OWN = `${OWN_ENTITY}contratos_comodato`;

beforeAll(async () => {
  server = await testServer();
  await seedDemo(server.deps.db, server.deps.pool, { tickets: 120 });
  const { rows } = await server.deps.pool.query<{ id: number }>(
    "select id from people where type = 'ADMIN' order by id limit 1",
  );
  admin = await server.sessionOf(rows[0]?.id ?? 0);
  const path = '/config/definicoes/records/contratos-comodato';
  const { $schema: _, ...conteudo } = JSON.parse(
    await readFile('tests/support/recordTypes/contratos-comodato.json', 'utf8'),
  );
  const saved = await call('PUT', `${path}/rascunho`, { conteudo: { ...conteudo, testes: [] }, versao: 0 });
  const done = await call('POST', `${path}/publicar`, { versao: saved.body.data.versao, nota: '' });
  expect([done.status, done.body.problemas ?? []]).toEqual([200, []]);
});
afterAll(() => server?.close());

const call = (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  server.call(method, url, { token: admin, ...(body && { body }) });

interface Trial {
  vezes: number;
  valeria: number;
  exemplos: { registro: number; nome: string; pagina: string | null; quando: string }[];
  frase: string;
  problemas: { mensagem: string; gravidade: string }[];
}
async function tried(content: object): Promise<Trial> {
  const { status, body } = await call('POST', '/config/regras-simular', {
    conteudo: {
      ...{ formato: 1, id: 'ensaio', titulo: 'Ensaio', papel: 'ADMIN' },
      entao: [{ acao: 'AVISAR', para: 'SUPERVISORES', assunto: 'Ensaio', texto: 'Ensaio.' }],
      ...content,
    },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** A number with examples where it is above zero, or a sentence about why there is none. */
function expectAnswer(name: string, { vezes, valeria, exemplos, frase, problemas }: Trial) {
  if (problemas.length > 0) {
    for (const { mensagem } of problemas)
      expect([name, mensagem]).toEqual([name, expect.stringMatching(/\S.*[.?]$/)]);
    return;
  }
  expect([name, frase]).toEqual([name, expect.stringMatching(/valeria em \S.*\.$/)]);
  expect([name, valeria <= vezes, exemplos.length]).toEqual([name, true, Math.min(valeria, 20)]);
  for (const { nome, registro, quando } of exemplos)
    expect([name, nome.includes(String(registro)), Number.isNaN(Date.parse(quando))]).toEqual([
      name,
      true,
      false,
    ]);
}

const KEYS = [...Object.keys(RULE_ENTITIES), OWN];
const EVENTS = KEYS.flatMap((entidade) =>
  (ruleEntity(entidade)?.eventos ?? []).map(({ value }) => [entidade, value] as const),
);
const DATES = KEYS.flatMap((entidade) => {
  const { prazos = [], cadaAno = [] } = ruleEntity(entidade) ?? {};
  return [...prazos, ...cadaAno].map((campo) => [entidade, campo] as const);
});

describe('the trial of a rule', () => {
  it.each(EVENTS)('answers for %s, %s', async (entidade, evento) => {
    expectAnswer(`${entidade} ${evento}`, await tried({ entidade, quando: { tipo: 'EVENTO', evento } }));
  });

  it.each(DATES)('answers for %s by %s, before and after it', async (entidade, campo) => {
    for (const quantidade of [-2, 3])
      expectAnswer(
        `${entidade} ${campo}`,
        await tried({ entidade, quando: { tipo: 'PRAZO', campo, quantidade, unidade: 'DIAS' } }),
      );
  });

  it.each(KEYS)('answers for %s by the clock', async (entidade) => {
    const { aberto } = ruleEntity(entidade) ?? {};
    const quando = { tipo: 'HORARIO', hora: '08:00', dias: [1, 2, 3, 4, 5] };
    const se = { faz: 'igual', de: [{ campo: aberto ?? '' }, { logico: true }] };
    expectAnswer(entidade, await tried({ entidade, quando, ...(aberto && { se }) }));
  });

  it('counts something of most of what happens, in a company that has worked for a while', async () => {
    const found: string[] = [];
    for (const [entidade, evento] of EVENTS)
      if ((await tried({ entidade, quando: { tipo: 'EVENTO', evento } })).vezes > 0) found.push(entidade);
    for (const entidade of ['tickets', 'pedidos', 'clientes', 'atendimentos'])
      expect(found).toContain(entidade);
  });

  it.each(RULE_EXAMPLES.map(({ id, ...rule }) => [id, rule] as const))(
    'answers for the example %s',
    async (id, rule) => {
      const { entidade, quando, se } = rule;
      if (quando.tipo === 'PESSOA') return;
      expectAnswer(id, await tried({ entidade, quando, ...(se && { se }) }));
    },
  );
});
