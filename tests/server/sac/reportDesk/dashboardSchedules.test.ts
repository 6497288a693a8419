import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import {
  auditLog,
  outboxEmails,
  people,
  reportRuns,
  reportSchedules,
  roles,
  tickets,
} from '#server/db/tables/index.ts';
import type { WorkDeps } from '#server/jobs/workContext.ts';
import { printToFile } from '#server/sac/dashboardPaper/commands.ts';
import { deliver, type FileMakers, sweepReports } from '#server/sac/reportDesk/deliver.ts';
import { type Delivery, sendDueSchedules } from '#server/sac/reportDesk/dueSchedules.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type TicketFixture, ticketFixture } from '../tickets/ticketFixture.ts';

let fixture: TicketFixture;
let deps: WorkDeps;
const stored = new Map<string, Buffer>();
const db = () => fixture.server.deps.db;

const report = 'envelhecimento-de-tickets';
const PAGE: DashboardDefinition = {
  ...{ formato: 1, id: 'segunda-cedo', titulo: 'Segunda cedo' },
  filtros: [{ filtro: 'PERIODO', padrao: 'MES' }, { filtro: 'FILIAL' }],
  blocos: [
    { chave: 'aviso', tipo: 'TEXTO', texto: 'Bom dia', largura: 12, altura: 1 },
    {
      ...{ chave: 'abertos', tipo: 'NUMERO', relatorio: report, coluna: 'abertos', titulo: 'Em aberto' },
      ...{ largura: 3, altura: 2 },
    },
    { chave: 'fila', tipo: 'CONTADORES', fonte: 'tickets-por-situacao', largura: 4, altura: 2 },
  ],
};
const MANAGERS: DashboardDefinition = {
  ...PAGE,
  id: 'dos-gerentes',
  titulo: 'Gerentes',
  perfis: ['GERENTE'],
};

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });

const versionOf = async (key: string): Promise<number> =>
  (await call('ADMIN', 'GET', `/config/definicoes/dashboards/${key}`)).body.data?.versao ?? 0;

async function publish(content: DashboardDefinition): Promise<void> {
  const at = `/config/definicoes/dashboards/${content.id}`;
  const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, {
    conteudo: content,
    versao: await versionOf(content.id),
  });
  const versao = saved.body.data?.versao ?? 0;
  const { status, body } = await call('ADMIN', 'POST', `${at}/publicar`, { versao, nota: '' });
  expect([status, body.problemas]).toEqual([200, undefined]);
}

beforeAll(async () => {
  fixture = await ticketFixture();
  deps = Object.assign(fixture.server.deps, {
    log: fixture.server.app.log,
    files: {
      put: async (content: () => Readable, { id }: { id: string }) => {
        const parts: Buffer[] = [];
        for await (const part of content()) parts.push(part);
        stored.set(id, Buffer.concat(parts));
      },
      get: async (id: string) => Readable.from([stored.get(id) ?? Buffer.from('')]),
      remove: async (id: string) => void stored.delete(id),
    },
  });
  const [near, far] = fixture.branchIds;
  for (const branchId of [near, near, far])
    await fixture.addTicket({ customerId: fixture.customerIds.first, ...(branchId && { branchId }) });
  for (const page of [PAGE, MANAGERS]) await publish(page);
});
afterAll(() => fixture?.server.close());
beforeEach(async () => {
  await db().delete(reportSchedules);
  await db().delete(outboxEmails);
});

const PATH = '/config/relatorios-agendados';
const body = (fields: object = {}) => ({
  ...{ painel: PAGE.id, nome: 'Toda manhã', formato: 'PDF', ativo: true },
  filtros: { periodo: { inicio: '@inicio_mes', fim: '@hoje' } },
  ritmo: { tipo: 'DIARIO', hora: '07:00', fuso: 'America/Sao_Paulo' },
  destinatarios: [fixture.people.SUPERVISOR, fixture.people.OPERADOR],
  ...fields,
});
const scheduled = async (fields: object = {}, who: PersonType = 'SUPERVISOR'): Promise<number> => {
  const { status, body: answer } = await call(who, 'POST', PATH, body(fields));
  expect([status, answer.errors]).toEqual([200, undefined]);
  return answer.id;
};
const row = async () => (await db().select().from(reportSchedules))[0];
const makers: FileMakers = {
  runToFile: () => Promise.reject(new Error('no report is sent here')),
  printToFile,
};

/** The deliveries of the round that is due next, which the queue takes once. */
async function round(): Promise<{ then: WorkDeps; jobs: Delivery[] }> {
  const due = (await row())?.nextRunAt ?? new Date();
  const then = { ...deps, now: () => new Date(due.getTime() + 1000) };
  const jobs = new Map<string, Delivery>();
  const queue = {
    send: async (_name: string, data: Record<string, unknown>, { id = '' } = {}) => {
      if (!jobs.has(id)) jobs.set(id, data as Delivery);
    },
  };
  await sendDueSchedules({ ...then, queue });
  return { then, jobs: [...jobs.values()] };
}
async function deliverRound(): Promise<void> {
  const { then, jobs } = await round();
  for (const job of jobs) await deliver(then, job, makers);
}
const mailsOf = async () =>
  (await db().select().from(outboxEmails).orderBy(outboxEmails.id)).map(({ toAddress, bodyText }) => ({
    toAddress,
    run: Number(/execucao=(\d+)/.exec(bodyText)?.[1]),
    bodyText,
  }));
const addressOf = async (id: number) =>
  (await db().select({ email: people.email }).from(people).where(eq(people.id, id)))[0]?.email;
const file = (who: PersonType, run: number) =>
  fixture.server.app.inject({
    url: `/config/relatorios-execucoes/${run}/arquivo`,
    headers: { App: 'teste', authorization: `Bearer ${fixture.tokens[who]}` },
  });
const below = (texts: readonly string[], text: string) => texts[texts.indexOf(text) + 1];

/** Does something while a role has other grants. */
async function withGrants(role: PersonType, without: string, work: () => Promise<void>): Promise<void> {
  const where = eq(roles.key, role);
  const [before] = await db().select().from(roles).where(where);
  const grants = (before?.grants ?? []).map((grant) =>
    JSON.parse(JSON.stringify(grant), (_, each) =>
      each?.nome === without ? { ...each, autorizado: false } : each,
    ),
  );
  expect(grants).not.toEqual(before?.grants);
  await db().update(roles).set({ grants }).where(where);
  await work().finally(() =>
    db()
      .update(roles)
      .set({ grants: before?.grants ?? [] })
      .where(where),
  );
}

describe('a dashboard that is scheduled', () => {
  it('is one that the person sees, as PDF, with its own filters; a report or a dashboard, and not both', async () => {
    const refusals: [object, number, string[]][] = [
      [{ formato: 'XLSX' }, 422, ['formato']],
      [{ filtros: {} }, 422, ['filtros/periodo']],
      [{ filtros: { ...body().filtros, CLIENTE_ID: 1 } }, 422, ['filtros']],
      [{ filtros: { ...body().filtros, senha: 'x' } }, 422, ['filtros']],
      [{ relatorio: report }, 422, ['relatorio']],
      [{ painel: undefined }, 422, ['relatorio']],
      [{ painel: MANAGERS.id }, 404, []],
      [{ painel: 'nada' }, 404, []],
    ];
    for (const [fields, status, errors] of refusals) {
      const answer = await call('SUPERVISOR', 'POST', PATH, body(fields));
      expect([fields, answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([
        fields,
        status,
        errors,
      ]);
    }
    expect((await call('OPERADOR', 'POST', PATH, body())).status).toBe(403);
    await withGrants('SUPERVISOR', 'RELATORIOS_EXPORTAR', async () => {
      expect((await call('SUPERVISOR', 'POST', PATH, body())).status).toBe(403);
    });
    expect(await row()).toBeUndefined();
    const id = await scheduled();
    const shown = (await call('SUPERVISOR', 'GET', `${PATH}?painel=${PAGE.id}`)).body;
    expect(shown).toEqual([
      expect.objectContaining({ id, relatorio: null, painel: PAGE.id, titulo: PAGE.titulo, formato: 'PDF' }),
    ]);
    expect((await call('SUPERVISOR', 'GET', `${PATH}?painel=outro`)).body).toEqual([]);
    const definition = (await call('ADMIN', 'GET', `/config/definicoes/dashboards/${PAGE.id}`)).body.data;
    expect(definition.dependentes).toContainEqual(
      expect.objectContaining({ tipo: 'agendamentos', quantos: 1 }),
    );
  });

  it('goes to each receiver once, with what they see, and the file is theirs alone', async () => {
    await scheduled();
    const { then, jobs } = await round();
    expect(jobs).toHaveLength(2);
    for (const job of jobs) for (const _again of [1, 2]) await deliver(then, job, makers);
    const mails = await mailsOf();
    expect(mails).toHaveLength(2);
    const { SUPERVISOR, OPERADOR } = fixture.people;
    const texts = new Map<number, string[]>();
    for (const [who, id] of [
      ['SUPERVISOR', SUPERVISOR],
      ['OPERADOR', OPERADOR],
    ] as const) {
      const address = await addressOf(id);
      const mail = mails.find(({ toAddress }) => toAddress === address);
      expect(mail?.bodyText).toContain('O painel "Segunda cedo" ficou pronto em PDF');
      expect(mail?.bodyText).toMatch(/Período: \d\d\//);
      const answer = await file(who, mail?.run ?? 0);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      texts.set(id, printedText(answer.rawPayload).split('\n'));
      const other = who === 'SUPERVISOR' ? 'OPERADOR' : 'SUPERVISOR';
      expect((await file(other, mail?.run ?? 0)).statusCode).toBe(404);
    }
    expect(below(texts.get(OPERADOR) ?? [], 'Em aberto')).toBe('2');
    expect(below(texts.get(SUPERVISOR) ?? [], 'Em aberto')).toBe('3');
    const [entry] = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'EXPORTAR'))
      .orderBy(desc(auditLog.id))
      .limit(1);
    expect(entry).toMatchObject({ entity: 'report_runs', after: { painel: PAGE.id } });
    const history = (await call('OPERADOR', 'GET', '/config/relatorios-execucoes')).body.itens;
    expect(history).toEqual([
      expect.objectContaining({
        ...{ relatorio: null, painel: PAGE.id, titulo: PAGE.titulo, formato: 'PDF', situacao: 'PRONTO' },
        ...{ agendado: true, arquivo: expect.stringContaining('/arquivo') },
      }),
    ]);
  });

  it('is not opened any more by who has lost the dashboard, the export, the source or the report', async () => {
    await scheduled({ destinatarios: [fixture.people.OPERADOR] });
    await deliverRound();
    const run = (await mailsOf())[0]?.run ?? 0;
    const opened = async () => (await file('OPERADOR', run)).statusCode;
    expect(await opened()).toBe(200);
    for (const [lost, status] of [
      ['RELATORIOS_EXPORTAR', 403],
      ['DADOS_PESSOAIS', 403],
      ['SAC_TICKETS', 422],
    ] as const)
      await withGrants('OPERADOR', lost, async () => expect([lost, await opened()]).toEqual([lost, status]));
    await db()
      .update(reportRuns)
      .set({ contents: { reports: ['outro'], sources: [] } })
      .where(eq(reportRuns.id, run));
    expect(await opened()).toBe(422);
    await db()
      .update(reportRuns)
      .set({ contents: { reports: [report], sources: [] } })
      .where(eq(reportRuns.id, run));
    expect(await opened()).toBe(200);
    await publish({ ...PAGE, perfis: ['GERENTE'] });
    expect(await opened()).toBe(404);
    await publish(PAGE);
    expect(await opened()).toBe(200);
    // What it read for its blocks goes after a day, and its file after a month.
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
    const forBlocks = () => db().$count(reportRuns, eq(reportRuns.reportKey, report));
    expect(await forBlocks()).toBeGreaterThan(0);
    await sweepReports({ ...deps, now: () => inDays(2) });
    expect([await opened(), await forBlocks()]).toEqual([200, 0]);
    await sweepReports({ ...deps, now: () => inDays(40) });
    expect(await opened()).toBe(404);
  });

  it('goes to nobody who may not see it or take it along, and says so', async () => {
    await scheduled();
    await withGrants('OPERADOR', 'RELATORIOS_EXPORTAR', deliverRound);
    const mails = await mailsOf();
    expect(mails.map(({ toAddress }) => toAddress)).toEqual([await addressOf(fixture.people.SUPERVISOR)]);
    expect((await row())?.lastError).toBe('Pessoa operador não recebeu: não tem mais acesso a este painel.');
  });

  it('goes only to who would see anything, where only that is to be sent', async () => {
    const [near] = fixture.branchIds;
    const only = { soComLinhas: true, filtros: { ...body().filtros, filial: [String(near)] } };
    await scheduled(only);
    await deliverRound();
    expect(await mailsOf()).toHaveLength(2);
    await db().delete(outboxEmails);
    // Nothing is left of what the operator sees; the supervisor has a ticket of the other branch.
    await db()
      .update(tickets)
      .set({ status: 'FINALIZADO' })
      .where(eq(tickets.branchId, near ?? 0));
    await publish({ ...PAGE, blocos: PAGE.blocos.slice(0, 2) });
    await db().update(reportSchedules).set({ parameters: body().filtros });
    await deliverRound();
    expect((await mailsOf()).map(({ toAddress }) => toAddress)).toEqual([
      await addressOf(fixture.people.SUPERVISOR),
    ]);
    expect(await row()).toMatchObject({ active: true, lastError: '' });
    await db()
      .update(tickets)
      .set({ status: 'ABERTO' })
      .where(eq(tickets.branchId, near ?? 0));
    await publish(PAGE);
  });

  it('stops when it is archived, asks for other filters or its owner lost it, and says why', async () => {
    const stopped = async () => {
      await db().update(reportSchedules).set({ active: true, nextRunAt: deps.now() });
      expect((await round()).jobs).toEqual([]);
      const now = await row();
      expect([now?.active, now?.nextRunAt]).toEqual([false, null]);
      return now?.lastError ?? '';
    };
    const id = await scheduled();
    await publish({ ...PAGE, filtros: [{ filtro: 'PERIODO' }] });
    expect(await stopped()).toContain('o painel mudou e pede outros filtros');
    expect((await call('SUPERVISOR', 'GET', `${PATH}/${id}`)).body.desatualizado).toBe(true);
    await publish({ ...PAGE, perfis: ['GERENTE'] });
    expect(await stopped()).toContain('não tem mais acesso a este painel');
    expect((await call('SUPERVISOR', 'GET', `${PATH}/${id}`)).status).toBe(404);
    const archived = await call('ADMIN', 'POST', `/config/definicoes/dashboards/${PAGE.id}/arquivar`, {
      versao: await versionOf(PAGE.id),
    });
    expect(archived.status).toBe(200);
    expect(await stopped()).toBe('Parado: este painel não está mais publicado.');
  });
});
