import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { auditLog, reportRuns } from '#server/db/tables/index.ts';
import { KEY, PERIOD, PRODUCT, type ReportFixture, reportFixture } from './reportFixture.ts';

let fixture: ReportFixture;
beforeAll(async () => {
  fixture = await reportFixture();
});
afterAll(() => fixture.server.close());

const PATH = `/config/relatorios/${KEY}/conjuntos`;
const FILTERS = { periodo: { inicio: '@inicio_mes', fim: '@hoje' } };
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who: PersonType, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });
const keep = (who: PersonType, fields: object = {}) =>
  call('POST', PATH, who, { nome: 'Este mês', equipe: false, filtros: FILTERS, ...fields });
const names = async (who: PersonType) =>
  ((await call('GET', PATH, who)).body as { nome: string }[]).map(({ nome }) => nome);

describe('saved report filters', () => {
  it('return 403 without permission for reports and 404 for an unknown report', async () => {
    expect((await keep('CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await call('GET', PATH, 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await call('GET', '/config/relatorios/nenhum/conjuntos', 'SUPERVISOR')).status).toBe(404);
    await fixture.publish({ id: 'so-admin', permissoes: { ver: 'AUDITORIA', exportar: 'AUDITORIA' } });
    const hidden = await call('GET', '/config/relatorios/so-admin/conjuntos', 'OPERADOR');
    const unknown = await call('GET', '/config/relatorios/nenhum/conjuntos', 'OPERADOR');
    expect([hidden.status, hidden.body.error]).toEqual([404, unknown.body.error]);
  });

  it('of other people are unknown unless they belong to the team', async () => {
    const own = await keep('SUPERVISOR', { nome: 'Só meus' });
    const team = await keep('SUPERVISOR', { nome: 'Da equipe', equipe: true });
    expect([own.status, team.status]).toEqual([200, 200]);
    expect(await names('OPERADOR')).toEqual(['Da equipe']);
    expect(await names('SUPERVISOR')).toEqual(['Da equipe', 'Só meus']);
    const change = { nome: 'Tomados', equipe: false, filtros: FILTERS, versao: 1 };
    expect((await call('PUT', `${PATH}/${own.body.data.id}`, 'OPERADOR', change)).status).toBe(404);
    expect((await call('DELETE', `${PATH}/${own.body.data.id}`, 'OPERADOR')).status).toBe(404);
    expect((await call('PUT', `${PATH}/${team.body.data.id}`, 'OPERADOR', change)).status).toBe(403);
    // Stopping to share another person's set leaves it to that person.
    const shared = (await keep('GERENTE', { nome: 'De outra', equipe: true })).body.data;
    const alone = { nome: 'De outra', equipe: false, filtros: FILTERS, versao: 1 };
    const unshared = await call('PUT', `${PATH}/${shared.id}`, 'SUPERVISOR', alone);
    expect([unshared.status, unshared.body.data?.equipe]).toEqual([200, false]);
    expect([await names('GERENTE'), await names('OPERADOR')]).toEqual([
      ['De outra', 'Da equipe'],
      ['Da equipe'],
    ]);
    // People who manage the reports may tidy up shared sets, but not private ones.
    expect((await call('DELETE', `${PATH}/${own.body.data.id}`, 'ADMIN')).status).toBe(404);
    expect((await call('DELETE', `${PATH}/${team.body.data.id}`, 'ADMIN')).status).toBe(200);
  });

  it('are validated like the report and keep relative days', async () => {
    const missing = await keep('OPERADOR', { filtros: {} });
    const foreign = await keep('OPERADOR', { filtros: { ...FILTERS, outro: 1 } });
    const backwards = await keep('OPERADOR', {
      filtros: { periodo: { inicio: '2026-02-02', fim: '2026-02-01' } },
    });
    expect([missing.status, foreign.status, backwards.status]).toEqual([422, 422, 422]);
    const kept = await keep('OPERADOR', { nome: ' Mês ' });
    expect(kept.body.data).toMatchObject({ nome: 'Mês', filtros: FILTERS, minha: true, podeAlterar: true });
    expect((await keep('OPERADOR', { nome: 'Mês' })).body.errors).toEqual({
      nome: 'Já há filtros salvos com este nome.',
    });
  });

  it('check their version, are audited and are saved once', async () => {
    const headers = { 'idempotency-key': 'conjunto-1' };
    const body = { nome: 'Uma vez', equipe: false, filtros: FILTERS };
    const twice = await Promise.all(
      [1, 2].map(() => fixture.server.call('POST', PATH, { token: fixture.tokens.VENDEDOR, body, headers })),
    );
    const [first, again] = twice.map((answer) => answer.body.data);
    expect([first.id, await names('VENDEDOR')]).toEqual([again.id, ['Uma vez']]);
    const path = `${PATH}/${first.id}`;
    const renamed = { ...body, nome: 'Outra', versao: 1 };
    expect((await call('PUT', path, 'VENDEDOR', renamed)).body.data).toMatchObject({
      nome: 'Outra',
      versao: 2,
    });
    expect((await call('PUT', path, 'VENDEDOR', renamed)).status).toBe(409);
    expect((await call('DELETE', path, 'VENDEDOR')).status).toBe(200);
    const entries = await fixture.server.deps.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.entityId, String(first.id)))
      .orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['CRIAR', 'ALTERAR', 'EXCLUIR']),
    );
  });

  it('are marked outdated when the report requires other filters, not for new wording', async () => {
    await keep('GERENTE', { nome: 'Antigos' });
    const marked = async () => (await call('GET', PATH, 'GERENTE')).body[0].desatualizada;
    await fixture.publish({ titulo: 'Outro título' }, [{ ...PERIOD, label: 'Quando' }, PRODUCT]);
    expect(await marked()).toBe(false);
    await fixture.publish({}, [{ ...PERIOD, parametro: 'intervalo' }, PRODUCT]);
    expect(await marked()).toBe(true);
  });
});

describe('report history', () => {
  const runs = async (who: PersonType, query = '') =>
    (await call('GET', `/config/relatorios-execucoes${query}`, who)).body.itens as {
      pessoa: { id: number };
    }[];

  it('shows own runs, and all runs to report administrators', async () => {
    const { db } = fixture.server.deps;
    const run = (personId: number, fields = {}) => ({
      reportKey: KEY,
      reportVersion: 1,
      personId,
      format: 'TELA' as const,
      state: 'PRONTO' as const,
      rows: 3,
      finishedAt: new Date(),
      ...fields,
    });
    const { OPERADOR, SUPERVISOR, ADMIN } = fixture.people;
    await db
      .insert(reportRuns)
      .values([run(OPERADOR), run(SUPERVISOR), run(ADMIN, { state: 'FALHOU', format: 'CSV' })]);
    expect((await call('GET', '/config/relatorios-execucoes', 'CONSUMIDOR_FINAL')).status).toBe(403);
    expect((await runs('OPERADOR')).map(({ pessoa }) => pessoa.id)).toEqual([OPERADOR]);
    expect((await runs('ADMIN')).map(({ pessoa }) => pessoa.id)).toEqual([ADMIN, SUPERVISOR, OPERADOR]);
    expect((await runs('ADMIN', '?minhas=true')).length).toBe(1);
    expect((await runs('ADMIN', '?situacao=FALHOU&formato=CSV')).length).toBe(1);
    expect((await runs('ADMIN', '?dtFim=2020-01-01')).length).toBe(0);
    const backwards = '/config/relatorios-execucoes?dtIni=2026-02-02&dtFim=2026-02-01';
    expect((await call('GET', backwards, 'ADMIN')).status).toBe(422);
  });
});
