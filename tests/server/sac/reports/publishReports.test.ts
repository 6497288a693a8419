import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { publishedDefinition } from '#server/config/definitions/queries.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
  // Division by zero is only noticed when a row is read.
  await fixture.addTicket({});
});
afterAll(() => fixture?.server.close());

describe('publishing a report', () => {
  const problemsOf = async (change: object) => {
    const { db } = fixture.server.deps;
    const report = await publishedDefinition<ReportDefinition>(db, 'reports', 'envelhecimento-de-tickets');
    return reportKind.problems({ ...report?.content, ...change } as never, {
      ...fixture.server.deps,
      user: null,
    });
  };

  it('requires columns of the declared names and types', async () => {
    const consulta = {
      tipo: 'SQL',
      sql: 'select tipo, criado_em as x from relatorio.tickets where (:tipo is null) and (:motivo is null) and (:filial is null)',
    };
    const colunas = [
      { campo: 'tipo', titulo: 'Tipo', tipo: 'INTEIRO' },
      { campo: 'y', titulo: 'Y', tipo: 'TEXTO' },
    ];
    const found = await problemsOf({
      consulta,
      colunas,
      grafico: undefined,
      testes: [{ parametros: {}, espera: {} }],
    });
    expect(found.map(({ pointer }) => pointer)).toEqual(['/colunas/0/tipo', '/colunas/1/campo', '/colunas']);
  });

  it.each([
    ['select tipo, 1 / (1 - 1) as n from relatorio.tickets', 'divide por zero'],
    ['select tipo, naoha as n from relatorio.tickets', 'Não há a coluna naoha.'],
    ['select t.tipo, t.naoha as n from relatorio.tickets t', 'Não há a coluna t.naoha.'],
    ['select tipo, count(*) as n from relatorio.tickets', 'A coluna tickets.tipo precisa estar em GROUP BY'],
    ['select tipo, 1 as n from relatorio.tickets where criado_em = tipo', 'operação para os tipos usados'],
    ["select tipo, 'x'::integer as n from relatorio.tickets", 'lido como número, data ou lógico: "x"'],
    ["select tipo, date '2026-31-31' as n from relatorio.tickets", /data/],
    [
      'select tipo, 1 as n from relatorio.tickets a join relatorio.tickets b on a.criado_em = b.criado_em',
      'Há mais de uma coluna tipo.',
    ],
  ])('explains to the author what is wrong with %j', async (sql, sentence) => {
    const [first] = await problemsOf({
      consulta: { tipo: 'SQL', sql },
      parametros: {
        schema: { type: 'object', additionalProperties: false, properties: {}, required: [] },
        ui: { 'ui:order': [] },
      },
      colunas: [
        { campo: 'tipo', titulo: 'Tipo', tipo: 'TEXTO' },
        { campo: 'n', titulo: 'N', tipo: 'INTEIRO' },
      ],
      grafico: undefined,
      testes: [{ parametros: {}, espera: {} }],
    });
    expect(first?.pointer).toBe('/consulta/sql');
    expect(first?.message).toMatch(sentence);
    expect(first?.message).not.toMatch(/avise quem cuida/i);
  });

  const unbounded = {
    consulta: { tipo: 'DECLARATIVA', conjunto: 'itens', colunas: [{ como: 'n', agregacao: 'CONTAGEM' }] },
    parametros: {
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ui: { 'ui:order': [] },
    },
    colunas: [{ campo: 'n', titulo: 'N', tipo: 'INTEIRO' }],
    grafico: undefined,
    testes: [{ parametros: {}, espera: {} }],
  };
  const open = { ...unbounded.consulta, filtros: [{ campo: 'aberto', operador: 'IGUAL', valor: true }] };

  it('requires a bound on what grows for ever, also to look at it before', async () => {
    const found = await problemsOf(unbounded);
    expect(found.map(({ pointer, severity }) => [pointer, severity])).toEqual([
      ['/consulta/filtros', 'ERRO'],
    ]);
    expect(found[0]?.message).toMatch(/últimos 30 dias.*em aberto/);
    expect(await problemsOf({ ...unbounded, consulta: open })).toEqual([]);
    const report = await publishedDefinition<ReportDefinition>(
      fixture.server.deps.db,
      'reports',
      'envelhecimento-de-tickets',
    );
    const preview = (consulta: object) =>
      fixture.server.call('POST', '/config/relatorios-previa', {
        token: fixture.tokens.ADMIN,
        body: { conteudo: { ...report?.content, ...unbounded, consulta }, filtros: {} },
      });
    const refused = await preview(unbounded.consulta);
    expect([refused.status, refused.body.errors['conteudo/consulta/filtros']]).toEqual([
      422,
      found[0]?.message,
    ]);
    expect((await preview(open)).status).toBe(200);
  });

  it('is remembered for its author alone while it is written, and read anew when asked for', async () => {
    const report = await publishedDefinition<ReportDefinition>(
      fixture.server.deps.db,
      'reports',
      'envelhecimento-de-tickets',
    );
    const run = async (who: 'ADMIN' | 'GERENTE', body: object, consulta: object = open) => {
      const { status, body: answer } = await fixture.server.call('POST', '/config/relatorios-previa', {
        token: fixture.tokens[who],
        body: { conteudo: { ...report?.content, ...unbounded, consulta }, filtros: {}, ...body },
      });
      return status === 200 ? answer.data.execucao : status;
    };
    const first = await run('ADMIN', { prazo: true });
    expect(await run('ADMIN', { prazo: true })).toBe(first);
    expect(await run('GERENTE', { prazo: true })).not.toBe(first);
    expect(await run('ADMIN', { prazo: true }, { ...open, ordem: [] })).not.toBe(first);
    const anew = await run('ADMIN', {});
    expect(anew).not.toBe(first);
    expect(await run('ADMIN', { prazo: true })).toBe(anew);
  });

  it('shows the SQL of a built report to who may write one; as a written one it has the same rows', async () => {
    const report = await publishedDefinition<ReportDefinition>(
      fixture.server.deps.db,
      'reports',
      'envelhecimento-de-tickets',
    );
    const post = (way: string, consulta: object, token?: string) =>
      fixture.server.call('POST', `/config/relatorios-${way}`, {
        ...(token && { token }),
        body: {
          conteudo: { ...report?.content, ...unbounded, consulta },
          ...(way === 'previa' && { filtros: {} }),
        },
      });
    for (const type of ['OPERADOR', 'CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)
      expect([type, (await post('sql', open, fixture.tokens[type])).status]).toEqual([type, 403]);
    expect((await post('sql', open)).status).toBe(401);
    const { status, body } = await post('sql', open, fixture.tokens.ADMIN);
    expect(status).toBe(200);
    const built = await post('previa', open, fixture.tokens.ADMIN);
    const written = await post('previa', { tipo: 'SQL', sql: body.data.sql }, fixture.tokens.ADMIN);
    expect([written.status, written.body.data.linhas]).toEqual([200, built.body.data.linhas]);
    const wrong = { ...open, onde: { campo: 'motivo' } };
    const refused = await post('sql', wrong, fixture.tokens.ADMIN);
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['conteudo/consulta/onde']]);
  });

  it('names the filter whose value the field cannot hold', async () => {
    const report = await publishedDefinition<ReportDefinition>(
      fixture.server.deps.db,
      'reports',
      'envelhecimento-de-tickets',
    );
    const values = ['x', '99999999999999999999', '12'];
    const opcoes = values.map((valor) => ({ valor, rotulo: valor }));
    const preview = async (tipo: 'SELECT' | 'MULTISELECT', chosen: unknown) => {
      const filtros = [
        ...open.filtros,
        { campo: 'ticket_id', operador: tipo === 'SELECT' ? 'IGUAL' : 'EM', parametro: 'tickets' },
      ];
      const parametros = formOfParameters([
        { parametro: 'tickets', label: 'Tickets', tipo, obrigatorio: false, opcoes },
      ]);
      const { status, body } = await fixture.server.call('POST', '/config/relatorios-previa', {
        token: fixture.tokens.ADMIN,
        body: {
          conteudo: { ...report?.content, ...unbounded, parametros, consulta: { ...open, filtros } },
          filtros: { tickets: chosen },
        },
      });
      return [status, Object.keys(body.errors ?? {})];
    };
    for (const value of values) {
      const expected = value === '12' ? [200, []] : [422, ['tickets']];
      expect([value, await preview('MULTISELECT', [value])]).toEqual([value, expected]);
      expect([value, await preview('SELECT', value)]).toEqual([value, expected]);
    }
    expect(await preview('MULTISELECT', ['12', 'x'])).toEqual([422, ['tickets']]);
  });

  it('requires SQL that the guard accepts, passing tests and a cost under the limit', async () => {
    expect((await problemsOf({ consulta: { tipo: 'SQL', sql: 'select pg_sleep(1)' } }))[0]?.message).toMatch(
      /Linha 1 do SQL: .*pg_sleep/,
    );
    expect((await problemsOf({ testes: [{ parametros: {}, espera: { minimo: 500 } }] }))[0]?.message).toMatch(
      /^O teste 1 \(sem filtros\) espera ao menos 500 linhas, e veio 1 linha\.$/,
    );
    expect((await problemsOf({ testes: [{ parametros: {}, espera: { recusa: 'tipo' } }] }))[0]?.message).toBe(
      "O teste 1 (sem filtros) espera que o filtro 'Tipo' seja recusado, e ele foi aceito.",
    );
  });
});
