import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { grantsOf, type Permission, type PersonType } from '#contract/permissions.ts';
import { people, reportRuns, roles } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  await grant('VENDEDOR', ['CONFIGURACAO', 'CONFIGURACAO_RELATORIOS', 'SAC_RELATORIO']);
  await grant('GERENTE', ['CONFIGURACAO']);
});
afterAll(() => fixture?.server.close());

async function grant(who: PersonType, permissions: Permission[]) {
  const { db } = fixture.server.deps;
  const [role] = await db
    .insert(roles)
    .values({ key: `SO-${who}`, name: who, grants: grantsOf(permissions) })
    .returning();
  await db
    .update(people)
    .set({ roleId: role?.id ?? 0 })
    .where(eq(people.id, fixture.people[who]));
}

const post = (who: PersonType, url: string, body: object) =>
  fixture.server.call('POST', url, { token: fixture.tokens[who], body });

describe('preview of a form', () => {
  const field = (schema: object) => ({ type: 'object', properties: { a: { type: 'string', ...schema } } });
  /** When compiled and evaluated, each of these would block the whole server, or accept any data. */
  const hostile: Record<string, object> = {
    'nested repetition in a pattern': field({ pattern: '((a+))+$', default: `${'a'.repeat(40)}!` }),
    'a bounded group that is repeated': field({ pattern: '^(a{1,})+$', default: `${'a'.repeat(40)}!` }),
    'a pattern from the data': field({ pattern: { $data: '1/b' } }),
    'patterns as keys': { type: 'object', patternProperties: { '^(a+)+$': {} } },
    'an asynchronous schema': { ...field({}), $async: true },
    'an $id of its own': { ...field({}), $id: 'formulario' },
    'exponentially growing references': {
      type: 'object',
      $defs: Object.fromEntries(
        Array.from({ length: 26 }, (_, i) => {
          const before = { $ref: `#/$defs/d${i - 1}` };
          return [`d${i}`, i === 0 ? { type: 'string' } : { allOf: [before, before] }];
        }),
      ),
      properties: { a: { $ref: '#/$defs/d25' } },
    },
    'a reference to itself': field({ $ref: '#/properties/a' }),
    'a malformed reference': field({ $ref: '#/%' }),
    'too many fields': {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 4001 }, (_, i) => [`f${i}`, {}])),
    },
  };

  it.each(Object.entries(hostile))('is rejected with %s', async (_, schema) => {
    const { status, body } = await post('ADMIN', '/config/formularios/previa', { schema, ui: {} });
    expect([status, body.code]).toEqual([422, 'DADOS_INVALIDOS']);
  });

  it('requires permission to define something', async () => {
    const draft = { schema: field({}), ui: {} };
    expect((await post('GERENTE', '/config/formularios/previa', draft)).status).toBe(403);
    expect((await post('VENDEDOR', '/config/formularios/previa', draft)).status).toBe(200);
  });
});

describe('text that contains a definition', () => {
  const file = (conteudo: string, tipo = 'flows') =>
    `{"formato":"balcao-definicoes","versao":1,"itens":[{"tipo":"${tipo}","chave":"DEVOLUCAO","conteudo":${conteudo}}]}`;
  const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

  it('is rejected without a server error, however deeply nested', async () => {
    const checked = await post('ADMIN', '/config/definicoes/registration/verificar', { texto: deep });
    expect(checked.body.problemas).toEqual([expect.objectContaining({ gravidade: 'ERRO' })]);
    const plan = await post('ADMIN', '/config/definicoes-importar/plano', { texto: file(deep) });
    expect(plan.status).toBe(422);
  });

  it('reveals nothing of a kind that the person cannot read', async () => {
    const { body } = await post('VENDEDOR', '/config/definicoes-importar/plano', {
      texto: file('{"chave":"DEVOLUCAO","descricao":"x"}'),
    });
    expect(body).toEqual([
      {
        tipo: 'flows',
        chave: 'DEVOLUCAO',
        titulo: 'DEVOLUCAO',
        versao: 0,
        acao: 'RECUSAR',
        mudancas: [],
        problemas: [expect.objectContaining({ mensagem: expect.stringContaining('não pode mudar') })],
      },
    ]);
  });
});

describe('values that are no text', () => {
  it.each([[{ toString: 1 }], [[{ toString: 1 }]]])(
    'are rejected as an option and as a customer: %j',
    async (odd) => {
      const url = '/sac/relatorios/devolucoes-por-produto';
      expect((await post('SUPERVISOR', url, { filial: odd })).status).toBe(422);
      expect((await post('SUPERVISOR', url, { CLIENTE_ID: odd })).status).toBe(404);
    },
  );
});

describe('report with too much data', () => {
  const standard = JSON.parse(
    readFileSync(path.resolve('schemas/reports/clientes-sem-compra.json'), 'utf8'),
  ) as Record<string, unknown>;
  const preview = (sql: string) => {
    const { grafico: _, ...rest } = standard;
    return post('ADMIN', '/config/relatorios-previa', {
      conteudo: {
        ...rest,
        parametros: {
          schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
          ui: { 'ui:order': [] },
        },
        consulta: { tipo: 'SQL', sql },
        colunas: [{ campo: 'x', titulo: 'X', tipo: 'TEXTO' }],
        testes: [{ parametros: {}, espera: { minimo: 0 } }],
      },
      filtros: {},
    });
  };
  /** The longest text that the guard allows, in a hundred rows. */
  const doubled = (times: number) => {
    const steps = Array.from(
      { length: times },
      (_, i) => `r${i + 1} as materialized (select t || t as t from r${i})`,
    );
    const ten = Array.from({ length: 10 }, () => 'select 1 as n').join(' union all ');
    return `with r0 as (select '${'a'.repeat(900)}' as t), ${steps.join(', ')}, ten as (${ten})
      select t as x from r${times}, ten a, ten b`;
  };

  it('is aborted, and the next one runs again', async () => {
    const { status, body } = await preview(doubled(10));
    expect([status, body.code]).toEqual([422, 'RELATORIO_PESADO']);
    expect((await preview("select 'a' as x")).body.data.linhas).toEqual([['a']]);
  });

  it('leaves no database message in the history', async () => {
    const { pool, db } = fixture.server.deps;
    const slow = preview(
      `with r as (select n from (values (1), (2), (3), (4), (5), (6), (7), (8)) v(n)) select count(*)::text as x from ${Array.from({ length: 9 }, (_, i) => `r as r${i}`).join(', ')}`,
    );
    let answered = false;
    void slow.finally(() => {
      answered = true;
    });
    // More than once, because the first to be found may be another report's.
    while (!answered) {
      await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'balcao relatorio _%' and state = 'active' and query ~ '^fetch [1-9]' and datname = current_database()",
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await slow).status).toBe(503);
    const runs = await db
      .select()
      .from(reportRuns)
      .where(eq(reportRuns.state, 'FALHOU'))
      .orderBy(reportRuns.id);
    expect(runs.at(-1)?.error).toBe('A geração parou por um erro do servidor.');
    const twice = await preview("select (select n from (values ('a'), ('b')) v(n)) as x");
    expect([twice.status, twice.body.code]).toEqual([422, 'RELATORIO_CONSULTA']);
  });
});
