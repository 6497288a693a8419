import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { PersonType } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { auditLog, customers, dashboardWalls, people, roles, sessions } from '#server/db/tables/index.ts';
import { remembered } from '#server/sac/reports/queries.ts';
import { personById } from '#server/session/currentUser.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
const db = () => fixture.server.deps.db;

beforeAll(async () => {
  fixture = await ticketFixture();
  const [near, far] = fixture.branchIds;
  for (const branchId of [near, near, far])
    await fixture.addTicket({ customerId: fixture.customerIds.first, ...(branchId && { branchId }) });
});
afterAll(() => fixture.server.close());

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });
async function publish(kind: 'dashboards' | 'reports', content: { id: string }) {
  const at = `/config/definicoes/${kind}/${content.id}`;
  const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, { conteudo: content, versao: 0 });
  const made = await call('ADMIN', 'POST', `${at}/publicar`, { versao: saved.body.data?.versao, nota: '' });
  expect([made.status, made.body.problemas ?? []]).toEqual([200, []]);
}

/** Figures that name nobody, and lists that name customers. */
const ON_WALL: DashboardDefinition = {
  ...{ formato: 1, id: 'na-parede', titulo: 'Na parede', filtros: [{ filtro: 'PERIODO' }] },
  blocos: [
    {
      ...{ chave: 'tickets', tipo: 'NUMERO', relatorio: 'envelhecimento-de-tickets', coluna: 'abertos' },
      ...{ largura: 3, altura: 2 },
    },
    { chave: 'clientes', tipo: 'LISTA', relatorio: 'clientes-sem-compra', largura: 6, altura: 4 },
    { chave: 'tabela', tipo: 'RELATORIO', relatorio: 'devolucoes-por-cliente', largura: 6, altura: 4 },
    { chave: 'situacoes', tipo: 'CONTADORES', fonte: 'tickets-por-situacao', largura: 12, altura: 2 },
    { chave: 'vendas', tipo: 'CONTADORES', fonte: 'minhas-vendas', largura: 12, altura: 2 },
    { chave: 'meta', tipo: 'META', fonte: 'meta-do-mes', largura: 6, altura: 2 },
    { chave: 'criadores', tipo: 'RELATORIO', relatorio: 'tickets-por-criador', largura: 6, altura: 4 },
    { chave: 'recentes', tipo: 'REGISTROS', fonte: 'tickets-recentes', largura: 12, altura: 4 },
  ],
};

describe('a wall', () => {
  const CLIENTS = {
    ...{
      formato: 1,
      id: 'devolucoes-por-cliente',
      titulo: 'Por cliente',
      descricao: 'Quantos.',
      grupo: 'Atendimento',
    },
    ...{ thumb: 'Public', cor: 'primaria', modo_exibicao: 'PAGINA', saidas: ['CSV'] },
    permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
    parametros: {
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ui: { 'ui:order': [] },
    },
    testes: [{ parametros: {}, espera: { colunas: ['cliente', 'tickets'] } }],
    consulta: {
      ...{ tipo: 'DECLARATIVA', conjunto: 'tickets' },
      colunas: [
        { campo: 'cliente', como: 'cliente' },
        { campo: 'ticket_id', como: 'tickets', agregacao: 'CONTAGEM' },
      ],
      filtros: [{ campo: 'aberto', operador: 'IGUAL', valor: true }],
    },
    colunas: [
      { campo: 'cliente', titulo: 'Cliente', tipo: 'TEXTO' },
      { campo: 'tickets', titulo: 'Tickets', tipo: 'INTEIRO', total: 'SOMA' },
    ],
    limites: { linhasTela: 50, linhasArquivo: 50, segundos: 10 },
  };
  /** Consumers open tickets too. */
  const CREATORS = {
    ...{ ...CLIENTS, id: 'tickets-por-criador', titulo: 'Por quem abriu' },
    testes: [{ parametros: {}, espera: { colunas: ['criador', 'tickets'] } }],
    consulta: {
      ...CLIENTS.consulta,
      colunas: [{ campo: 'criador', como: 'criador' }, ...CLIENTS.consulta.colunas.slice(1)],
    },
    colunas: [{ campo: 'criador', titulo: 'Criador', tipo: 'TEXTO' }, ...CLIENTS.colunas.slice(1)],
  };
  let key = '';
  let wall = { id: 0, versao: 1 };
  const bare = (url: string, body: object, token?: string) =>
    fixture.server.call('POST', url, { body, ...(token && { token }) });
  const page = (chave = key) => bare('/config/telao', { chave });
  const cell = (bloco: string, chave = key) => bare('/config/telao/bloco', { chave, bloco });
  const make = (who: PersonType, painel = ON_WALL.id) =>
    call(who, 'POST', '/config/teloes', { nome: 'Sala do SAC', painel });

  beforeAll(async () => {
    for (const report of [CLIENTS, CREATORS]) await publish('reports', report);
    await publish('dashboards', ON_WALL);
  });

  it.each(['GERENTE', 'OPERADOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)(
    'is made, listed and ended by no %s',
    async (who) => {
      expect((await make(who)).status).toBe(403);
      expect((await call(who, 'GET', `/config/teloes?painel=${ON_WALL.id}`)).status).toBe(403);
      expect((await call(who, 'POST', '/config/teloes/1/revogar', { versao: 1 })).status).toBe(403);
    },
  );

  it('shows its key once, and stores none of it', async () => {
    const { status, body } = await make('ADMIN');
    expect(status).toBe(200);
    key = body.data.chave;
    const listed = (await call('ADMIN', 'GET', `/config/teloes?painel=${ON_WALL.id}`)).body;
    expect(listed).toMatchObject([
      { nome: 'Sala do SAC', painel: ON_WALL.id, ultimoUso: null, revogado: null },
    ]);
    wall = listed[0];
    const [row] = await db().select().from(dashboardWalls);
    expect(JSON.stringify([row, listed])).not.toContain(key.slice(12));
    const ofWalls = eq(auditLog.entity, 'dashboard_walls');
    const entries = await db().select().from(auditLog).where(ofWalls).orderBy(auditLog.id);
    expect(entries.map(({ action }) => action)).toEqual(['CRIAR']);
    expect(JSON.stringify(entries)).not.toContain(key.slice(12));
    expect((await make('ADMIN', 'nao-existe')).status).toBe(404);
  });

  it('shows figures, no name of a customer, and nothing of one person or that leads on', async () => {
    const { body } = await page();
    const keys = body.data.blocos.map(({ chave }: { chave: string }) => chave);
    expect(keys).toEqual(['tickets', 'clientes', 'tabela', 'situacoes', 'vendas', 'meta', 'criadores']);
    expect(body.data.fuso).toBe('America/Sao_Paulo');
    expect((await cell('tickets')).body.data.resultado.totais.abertos).toBe('3');
    for (const bloco of ['tabela', 'criadores']) {
      const refusal = await cell(bloco);
      expect([refusal.status, refusal.body.code]).toEqual([422, 'TELAO_NOMES']);
    }
    const names = (await db().select().from(customers)).flatMap(({ tradeName, legalName }) => [
      tradeName,
      legalName,
    ]);
    for (const bloco of ['clientes', 'tabela'])
      for (const name of names)
        expect(JSON.stringify((await cell(bloco)).body)).not.toContain(name || '\u0000');
    const { fonte } = (await cell('situacoes')).body.data;
    expect(fonte.itens.length).toBeGreaterThan(3);
    expect(fonte.itens.every(({ caminho }: { caminho: string | null }) => caminho === null)).toBe(true);
    for (const bloco of ['recentes', 'margem', 'nao-existe']) expect((await cell(bloco)).status).toBe(404);
    // The same person sees names on their own screen, before and after.
    const own = await call('ADMIN', 'GET', `/config/paineis/${ON_WALL.id}/blocos/tabela`);
    expect(own.body.data.resultado.linhas.flat().some((each: unknown) => names.includes(String(each)))).toBe(
      true,
    );
    expect((await cell('tabela')).status).toBe(422);
  });

  it('shows sales of the team alone, never those of one author', async () => {
    const typed = (type: PersonType) =>
      db().update(people).set({ type }).where(eq(people.id, fixture.people.ADMIN));
    const sales = ({ body }: Awaited<ReturnType<typeof page>>) =>
      body.data.blocos.filter(({ chave }: { chave: string }) => ['vendas', 'meta'].includes(chave)).length;
    expect([sales(await page()), (await cell('vendas')).status]).toEqual([2, 200]);
    await typed('OPERADOR');
    expect([sales(await page()), (await cell('vendas')).status]).toEqual([0, 404]);
    await typed('ADMIN');
  });

  it('is read at the pace of a screen, and in a line of its own', async () => {
    fixture.server.advance(2 * 60_000);
    const statuses: number[] = [];
    for (let read = 0; read < 50 && !statuses.includes(429); read += 1)
      statuses.push((await cell('situacoes')).status);
    expect([statuses.length, statuses.at(-1)]).toEqual([4 * (ON_WALL.blocos.length + 1) + 1, 429]);
    fixture.server.advance(2 * 60_000);
    expect((await cell('situacoes')).status).toBe(200);
    const user = await personById(db(), fixture.people.ADMIN);
    if (!user) throw new Error('nobody asks');
    const { now } = fixture.server.deps;
    const pool = {} as Pool;
    const read = (asker: typeof user, about: string, result: Promise<number>) =>
      remembered({ user: asker, now, pool }, { about, fresh: false, inTurn: true }, async () => ({
        ...({ linhas: [], colunas: [] } as unknown as ReportResult),
        execucao: await result,
      }));
    let answer: (id: number) => void = () => undefined;
    const waiting = read(
      { ...user, wall: wall.id },
      'a',
      new Promise<number>((resolve) => (answer = resolve)),
    );
    expect((await read(user, 'b', Promise.resolve(2))).execucao).toBe(2);
    answer(1);
    expect((await waiting).execucao).toBe(1);
  });

  it('keeps nobody’s session open, and is no session itself', async () => {
    const seen = async () => (await db().select({ at: sessions.seenAt }).from(sessions)).map(({ at }) => +at);
    fixture.server.advance(2 * 60_000);
    const before = await seen();
    expect((await bare('/config/telao', { chave: key }, fixture.tokens.ADMIN)).status).toBe(200);
    expect(await seen()).toEqual(before);
    for (const url of ['/config/paineis', `/config/paineis/${ON_WALL.id}`, '/sac/tickets', '/config/teloes'])
      expect([url, (await fixture.server.call('GET', url, { token: key })).status]).toEqual([url, 401]);
    for (const url of ['/config/teloes', '/sac/tickets', `/config/teloes/${wall.id}/revogar`])
      expect([url, (await bare(url, { versao: 1 }, key)).status]).toEqual([url, 401]);
  });

  it('ends when it is revoked, when its author leaves or loses the right, and guesses have to wait', async () => {
    const active = (on: boolean) =>
      db().update(people).set({ active: on }).where(eq(people.id, fixture.people.ADMIN));
    await active(false);
    expect((await page()).status).toBe(404);
    await active(true);
    expect((await page()).status).toBe(200);
    const [role] = await db().select().from(roles).where(eq(roles.key, 'ADMIN'));
    const grants = role?.grants ?? [];
    const without = grants.map((module) => ({
      ...module,
      moduloAcoes: module.moduloAcoes.map((action) => ({
        ...action,
        autorizado: action.autorizado && action.nome !== 'CONFIGURACAO_CHAVES',
      })),
    }));
    const allow = (set: typeof grants) =>
      db().update(roles).set({ grants: set }).where(eq(roles.key, 'ADMIN'));
    await allow(without);
    expect([(await page()).status, (await cell('tickets')).status]).toEqual([404, 404]);
    await allow(grants);
    expect((await page()).status).toBe(200);
    const ended = await call('ADMIN', 'POST', `/config/teloes/${wall.id}/revogar`, { versao: wall.versao });
    expect(ended.status).toBe(200);
    expect((await page()).status).toBe(404);
    expect((await cell('tickets')).status).toBe(404);
    const [row] = await db().select().from(dashboardWalls);
    expect(row?.revokedAt).not.toBeNull();
    const wrong = async () => (await page(`blt_${'A'.repeat(43)}`)).status;
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push(await wrong());
    expect(statuses).toContain(429);
  });
});
