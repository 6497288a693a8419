import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { PersonType } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { people, reportRuns, roles } from '#server/db/tables/index.ts';
import { sweepReports } from '#server/sac/reportDesk/deliver.ts';
import { remembered } from '#server/sac/reports/queries.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
const db = () => fixture.server.deps.db;

/** Of every role, and with a block whose report sellers and managers alone may open. */
const OPEN: DashboardDefinition = {
  ...{ formato: 1, id: 'aberto-a-todos', titulo: 'Aberto a todos' },
  filtros: [{ filtro: 'PERIODO', padrao: 'ULTIMOS_30' }, { filtro: 'FILIAL' }],
  blocos: [
    {
      ...{ chave: 'tickets', tipo: 'NUMERO', relatorio: 'envelhecimento-de-tickets', coluna: 'abertos' },
      ...{ largura: 3, altura: 2 },
    },
    { chave: 'lista', tipo: 'LISTA', relatorio: 'envelhecimento-de-tickets', largura: 6, altura: 4 },
    {
      ...{ chave: 'margem', tipo: 'RELATORIO', relatorio: 'margem-por-vendedor', titulo: 'Margem secreta' },
      ...{ largura: 6, altura: 4 },
    },
    { chave: 'aviso', tipo: 'TEXTO', texto: 'Reunião às 9 h', largura: 12, altura: 1 },
  ],
};
const MANAGERS: DashboardDefinition = {
  ...{ formato: 1, id: 'dos-gerentes', titulo: 'Dos gerentes', perfis: ['GERENTE'] },
  ...{ paginaInicialDe: ['GERENTE'], noMenuDe: ['GERENTE'] },
  blocos: [{ chave: 'aviso', tipo: 'TEXTO', texto: 'Só para gerentes', largura: 12, altura: 1 }],
};

beforeAll(async () => {
  fixture = await ticketFixture();
  const [near, far] = fixture.branchIds;
  for (const branchId of [near, near, far])
    await fixture.addTicket({ customerId: fixture.customerIds.first, ...(branchId && { branchId }) });
  for (const each of [OPEN, MANAGERS]) expect((await publish(each)).status).toBe(200);
});
afterAll(() => fixture.server.close());

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });
const get = (who: PersonType, path = '') => call(who, 'GET', `/config/paineis${path}`);
async function publish(content: object, key = (content as DashboardDefinition).id) {
  const at = `/config/definicoes/dashboards/${key}`;
  const known = (await call('ADMIN', 'GET', at)).body.data;
  const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, {
    conteudo: content,
    versao: known?.versao ?? 0,
  });
  return call('ADMIN', 'POST', `${at}/publicar`, { versao: saved.body.data?.versao ?? 0, nota: '' });
}
const idsFor = async (who: PersonType) => (await get(who)).body.map(({ id }: { id: string }) => id);
const block = (who: PersonType, bloco: string, query = '') => get(who, `/${OPEN.id}/blocos/${bloco}${query}`);
const narrowed = (filtros: object) => `?filtros=${encodeURIComponent(JSON.stringify(filtros))}`;

describe('a dashboard', () => {
  it.each(['CONSUMIDOR_FINAL'] as const)('is nothing to a %s', async (who) => {
    for (const path of ['', `/${OPEN.id}`, `/${OPEN.id}/blocos/tickets`])
      expect((await get(who, path)).status).toBe(403);
  });

  it('belongs to its roles; to others it is as unknown as any, block by block', async () => {
    expect(await idsFor('OPERADOR')).toEqual([OPEN.id, 'inicio-atendimento']);
    expect(await idsFor('GERENTE')).toEqual(expect.arrayContaining([OPEN.id, MANAGERS.id, 'gestao-do-sac']));
    const unknown = await get('OPERADOR', '/nao-existe');
    for (const path of [`/${MANAGERS.id}`, `/${MANAGERS.id}/blocos/aviso`]) {
      const { status, body } = await get('OPERADOR', path);
      expect([status, body.message]).toEqual([404, unknown.body.message]);
    }
  });

  it('is the home page of the roles that it names, and of no others', async () => {
    const homes = async (who: PersonType) =>
      (await get(who)).body.flatMap((each: { id: string; inicial: boolean }) =>
        each.inicial ? [each.id] : [],
      );
    expect(await homes('GERENTE')).toEqual([MANAGERS.id]);
    // Sees it as an author of reports.
    expect(await homes('ADMIN')).toEqual(['inicio-gerencia']);
    expect(await homes('OPERADOR')).toEqual(['inicio-atendimento']);
  });

  it('stands in the menu of the roles that it names, and of no others', async () => {
    const inMenu = async (who: PersonType) =>
      (await get(who)).body.flatMap((each: { id: string; menu: boolean }) => (each.menu ? [each.id] : []));
    expect(await inMenu('GERENTE')).toEqual([MANAGERS.id]);
    // Sees it in the list, as an author of reports.
    expect(await inMenu('ADMIN')).toEqual([]);
    expect(await inMenu('OPERADOR')).toEqual([]);
  });

  it('tells nothing of a block whose report the person may not open', async () => {
    const { body } = await get('OPERADOR', `/${OPEN.id}`);
    expect(JSON.stringify(body)).not.toMatch(/secreta|margem-por/);
    expect(body.data.blocos[2]).toMatchObject({ acesso: false, titulo: '', relatorio: null });
    expect((await block('OPERADOR', 'margem')).status).toBe(404);
    expect((await get('GERENTE', `/${OPEN.id}`)).body.data.blocos[2]).toMatchObject({
      ...{ acesso: true, titulo: 'Margem secreta' },
      relatorio: 'margem-por-vendedor',
    });
  });

  it('shows each person their own rows, also when somebody else asked a moment ago', async () => {
    const opened = async (who: PersonType) =>
      (await block(who, 'tickets')).body.data.resultado.totais.abertos;
    expect([await opened('GERENTE'), await opened('OPERADOR'), await opened('GERENTE')]).toEqual([
      '3',
      '2',
      '3',
    ]);
  });

  it('narrows each report by the common filters of the same meaning, and says which do not count', async () => {
    const [near] = fixture.branchIds;
    const { body } = await block('GERENTE', 'tickets', narrowed({ filial: [String(near)] }));
    expect(body.data).toMatchObject({ filtros: { filial: [String(near)] }, naoAplicados: [] });
    expect(body.data.resultado.totais.abertos).toBe('2');
    const period = { periodo: { inicio: '2026-01-01', fim: '2026-01-31' } };
    expect((await block('GERENTE', 'tickets', narrowed(period))).body.data.naoAplicados).toEqual(['Período']);
  });

  it('leaves what a block fixes alone, whatever the common filters say', async () => {
    const [near, far] = fixture.branchIds.map(String);
    const [figure] = OPEN.blocos;
    const fixed = { ...figure, parametros: { filial: [far] } };
    const everywhere = { ...figure, chave: 'todas', parametros: { filial: '' } };
    expect((await publish({ ...OPEN, id: 'com-fixos', blocos: [fixed, everywhere] })).status).toBe(200);
    const opened = async (chave: string, who: PersonType = 'GERENTE') =>
      get(who, `/com-fixos/blocos/${chave}${narrowed({ filial: [near] })}`);
    const { data } = (await opened('tickets')).body;
    expect([data.resultado.totais.abertos, data.filtros.filial]).toEqual(['1', [far]]);
    expect(data.naoAplicados).toEqual(['Filial']);
    expect((await opened('todas')).body.data.resultado.totais.abertos).toBe('3');
    // A branch that the person may not choose is no more theirs for being fixed.
    expect((await opened('tickets', 'OPERADOR')).status).toBe(422);
  });

  it.each(['?filtros=nada', '?filtros=[]', narrowed({ operador: ['1'] }), narrowed({ senha: 'x' })])(
    'refuses %s',
    async (query) => {
      expect((await block('GERENTE', 'tickets', query)).status).toBe(422);
    },
  );

  it('judges the values as the report does', async () => {
    const far = narrowed({ filial: [String(fixture.branchIds[1])] });
    expect((await block('OPERADOR', 'tickets', far)).status).toBe(422);
  });

  it('remembers for a minute, unless it is asked anew, and is told after a change of rights', async () => {
    const run = async (query = '') =>
      (await block('SUPERVISOR', 'lista', query)).body.data.resultado.execucao;
    const first = await run();
    expect(await run()).toBe(first);
    const again = await run('?agora=true');
    expect(again).not.toBe(first);
    const [own] = await db().select().from(people).where(eq(people.id, fixture.people.SUPERVISOR));
    const [role] = await db().select().from(roles).where(eq(roles.key, 'GERENTE'));
    await db()
      .update(people)
      .set({ roleId: role?.id ?? 0 })
      .where(eq(people.id, fixture.people.SUPERVISOR));
    expect(await run()).not.toBe(again);
    await db()
      .update(people)
      .set({ roleId: own?.roleId ?? 0 })
      .where(eq(people.id, fixture.people.SUPERVISOR));
  });

  it('remembers nothing of another console in the same process', async () => {
    const { now } = fixture.server.deps;
    const user = await personById(db(), fixture.people.GERENTE);
    if (!user) throw new Error('nobody asks');
    const question = { about: ['block', 'x'], fresh: false, inTurn: true };
    const told = async (pool: object, execucao: number) =>
      (await remembered({ user, now, pool: pool as Pool }, question, async () => result(execucao))).execucao;
    const result = (execucao: number) => ({ execucao, linhas: [], colunas: [] }) as unknown as ReportResult;
    const [here, there] = [{}, {}];
    expect([await told(here, 1), await told(there, 2), await told(here, 3)]).toEqual([1, 2, 1]);
  });

  it('reads beside the report that the person asked for, and is in nobody’s history', async () => {
    await db()
      .insert(reportRuns)
      .values({
        ...{ reportKey: 'metas', reportVersion: 1, personId: fixture.people.GERENTE },
        ...{ format: 'TELA', state: 'RODANDO' },
      });
    const { status, body } = await block('GERENTE', 'lista', '?agora=true');
    expect(status).toBe(200);
    await db().delete(reportRuns).where(eq(reportRuns.state, 'RODANDO'));
    const { itens } = (await call('GERENTE', 'GET', '/config/relatorios-execucoes?take=100')).body;
    expect(itens.map(({ id }: { id: number }) => id)).not.toContain(body.data.resultado.execucao);
    await db()
      .update(reportRuns)
      .set({ startedAt: new Date(Date.now() - 3 * 24 * 3_600_000) });
    await sweepReports(fixture.server.deps);
    expect(await db().$count(reportRuns, eq(reportRuns.id, body.data.resultado.execucao))).toBe(0);
  });
});

describe('publishing a dashboard', () => {
  const [figure] = OPEN.blocos;
  const of = (...blocos: object[]) => ({ ...OPEN, id: 'ruim', blocos });
  it.each([
    ['an unknown report', of({ ...figure, relatorio: 'nao-existe' }), '/blocos/0/relatorio'],
    ['an unknown column', of({ ...figure, coluna: 'nada' }), '/blocos/0/coluna'],
    ['a column that is no figure', of({ ...figure, coluna: 'tipo' }), '/blocos/0/coluna'],
    ['a figure without a column', of({ ...figure, coluna: undefined }), '/blocos/0/coluna'],
    ['two blocks of one key', of(figure ?? {}, figure ?? {}), '/blocos/1/chave'],
    ['a width between', of({ ...figure, largura: 5 }), '/blocos/0/largura'],
    ['a text with a report', of({ ...OPEN.blocos[3], relatorio: 'metas' }), '/blocos/0/relatorio'],
    [
      'a chart that the report does not have',
      of({ ...OPEN.blocos[1], tipo: 'RELATORIO', mostra: 'GRAFICO', relatorio: 'clientes-sem-compra' }),
      '/blocos/0/mostra',
    ],
    [
      'a home page of those who do not see it',
      { ...MANAGERS, id: 'ruim', perfis: ['ADMIN'] },
      '/paginaInicialDe',
    ],
    [
      'a menu of those who do not see it',
      { ...MANAGERS, id: 'ruim', paginaInicialDe: [], perfis: ['ADMIN'] },
      '/noMenuDe',
    ],
    [
      'a fixed filter that the report does not have',
      of({ ...figure, parametros: { setor: ['1'] } }),
      '/blocos/0/parametros/setor',
    ],
    [
      'a fixed value of another kind',
      of({ ...figure, parametros: { filial: 'São Paulo' } }),
      '/blocos/0/parametros/filial',
    ],
    [
      'a fixed choice that is not offered',
      of({ ...figure, parametros: { filial: ['987654'] } }),
      '/blocos/0/parametros/filial',
    ],
    [
      'a day that is none',
      of({
        chave: 'm',
        tipo: 'LISTA',
        relatorio: 'metas',
        largura: 6,
        altura: 4,
        parametros: { periodo: { inicio: '@nunca', fim: '@hoje' } },
      }),
      '/blocos/0/parametros/periodo/inicio',
    ],
    ['a second home page', { ...MANAGERS, id: 'ruim' }, '/paginaInicialDe'],
    [
      'the same filter twice',
      { ...of(figure ?? {}), filtros: [{ filtro: 'FILIAL' }, { filtro: 'FILIAL' }] },
      '/filtros/1/filtro',
    ],
  ])('refuses %s at its place', async (_what, content, pointer) => {
    const { status, body } = await publish(JSON.parse(JSON.stringify(content)));
    expect(status).toBe(422);
    expect(body.problemas.map(({ ponteiro }: { ponteiro: string }) => ponteiro)).toContain(pointer);
  });

  it('refuses a report that asks for something nothing on the page answers, until it does', async () => {
    const at = '/config/definicoes/reports';
    const { publicado } = (await call('ADMIN', 'GET', `${at}/metas`)).body.data;
    const asking = JSON.parse(
      JSON.stringify({ ...publicado, id: 'metas-do-periodo', titulo: 'Metas do período' }),
    );
    delete asking.parametros.schema.properties.periodo.default;
    const saved = await call('ADMIN', 'PUT', `${at}/${asking.id}/rascunho`, { conteudo: asking, versao: 0 });
    const versao = saved.body.data.versao;
    expect((await call('ADMIN', 'POST', `${at}/${asking.id}/publicar`, { versao, nota: '' })).status).toBe(
      200,
    );
    const list = { chave: 'lista', tipo: 'LISTA', relatorio: asking.id, largura: 6, altura: 4 };
    const page = { ...{ formato: 1, id: 'com-metas', titulo: 'Com metas' }, blocos: [list] };
    const { status, body } = await publish(page);
    expect([status, body.problemas[0].ponteiro]).toEqual([422, '/blocos/0/relatorio']);
    expect(body.problemas[0].mensagem).toContain('"Metas do período" pede Meses');
    expect((await publish({ ...page, filtros: [{ filtro: 'PERIODO' }] })).status).toBe(200);
    expect((await get('GERENTE', '/com-metas/blocos/lista')).status).toBe(200);
  });

  it('keeps the filters of a report that a dashboard fixes', async () => {
    const at = '/config/definicoes/reports/metas-com-fixo';
    const { publicado } = (await call('ADMIN', 'GET', '/config/definicoes/reports/metas')).body.data;
    const asked = { ...publicado, id: 'metas-com-fixo', titulo: 'Metas com fixo' };
    const put = async (conteudo: object) => {
      const versao = (await call('ADMIN', 'GET', at)).body.data?.versao ?? 0;
      const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, { conteudo, versao });
      return call('ADMIN', 'POST', `${at}/publicar`, { versao: saved.body.data.versao, nota: '' });
    };
    expect((await put(asked)).status).toBe(200);
    const fixed = { parametros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } } };
    const list = { chave: 'lista', tipo: 'LISTA', relatorio: asked.id, largura: 6, altura: 4, ...fixed };
    expect((await publish({ formato: 1, id: 'das-metas', titulo: 'Das metas', blocos: [list] })).status).toBe(
      200,
    );
    const other = JSON.parse(JSON.stringify(asked).replaceAll(/(?<!x-)periodo/g, 'intervalo'));
    const { status, body } = await put(other);
    expect(status).toBe(422);
    expect(JSON.stringify(body)).toContain('painel de relatórios \\"Das metas\\"');
  });

  it('is not for operators, who may neither preview a block nor name roles', async () => {
    for (const path of [
      '/config/paineis-previa/metas',
      '/config/paineis-perfis',
      '/config/definicoes/dashboards',
    ])
      expect((await call('OPERADOR', 'GET', path)).status).toBe(403);
  });
});
