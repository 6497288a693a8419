import { beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import type { Route } from '#contract/route.ts';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';
import { realtimeEvents, tickets } from '#server/db/tables/index.ts';
import { allowedChannels } from '#server/realtime/channelAccess.ts';
import { personById } from '#server/session/currentUser.ts';
import { db, eventsOf, fixture, openReplies, post, stateOf, uploadAs } from './replyFixture.ts';

openReplies();

const HOUR = 3_600_000;
/** Seen by the consumer, the representative and the company; another one has moved after it. */
let shared: number;

beforeAll(async () => {
  const given = {
    status: 'EM_ATENDIMENTO' as const,
    customerId: fixture.customerIds.consumer,
    representativeId: fixture.representativeId,
    operatorId: fixture.people.OPERADOR,
  };
  const ago = (hours: number) => new Date(fixture.server.deps.now().getTime() - hours * HOUR);
  shared = await fixture.addTicket({ ...given, createdAt: ago(4), updatedAt: ago(4) });
  await fixture.addTicket({ ...given, createdAt: ago(3), updatedAt: ago(3) });
});

const assign = (operador: number | null) =>
  fixture.server.call('POST', '/sac/tickets/lote/atribuir', {
    token: fixture.tokens.SUPERVISOR,
    body: { ids: [shared], dados: { operador, confirmar: true } },
  });

/** What the company does on a ticket for itself. */
const INTERNAL: Record<string, () => Promise<{ status: number }>> = {
  'a private note': () => post(shared, { tipo: 'PRIVADO', mensagem: '<p>Cliente difícil</p>' }),
  'a private note with a file': async () =>
    post(shared, { tipo: 'PRIVADO', arquivos: [await uploadAs('OPERADOR')] }),
  'private notes on many tickets': () =>
    fixture.server.call('POST', '/sac/tickets/lote/nota-privada', {
      token: fixture.tokens.SUPERVISOR,
      body: { ids: [shared], dados: { mensagem: 'Para todos' } },
    }),
  'a cost': () =>
    fixture.server.call('POST', `/sac/tickets/${shared}/custos`, {
      token: fixture.tokens.OPERADOR,
      body: { tipo: 'AVARIA', valor: '10.00', responsavel: 'EMPRESA' },
    }),
  'a forward to a sector': () =>
    post(shared, { tipo: 'ENCAMINHAMENTO', setor: fixture.sectorIds[1] ?? 0, confirmar: true }),
  'an extra field of the company': async () => {
    const { versao } = (await fixture.get(`tickets/${shared}/campos-adicionais`, 'SUPERVISOR')).body;
    return fixture.server.call('PUT', `/sac/tickets/${shared}/campos-adicionais`, {
      token: fixture.tokens.SUPERVISOR,
      body: { versao, valores: { retornarEm: '2026-12-24' } },
    });
  },
  'an assignment': () => assign(fixture.people.OPERADOR),
  'the end of an assignment': () => assign(null),
};

/** What a write may move, and whom it belongs to: its own fields count, an entry beside it does not. */
const MOVES_VERSION = new Set([
  'a cost',
  'an extra field of the company',
  'a forward to a sector',
  'an assignment',
  'the end of an assignment',
]);

type Outside = 'CONSUMIDOR_FINAL' | 'REPRESENTANTE';

const isKnown = (name: string | undefined) => name === 'idTicket' || name === 'idCli';

/** Every reading call of the catalogue that needs at most the ticket or its customer. */
const readings = Object.values(catalogue)
  .flatMap((routes) => Object.values(routes) as Route[])
  .filter(
    ({ method, path }) =>
      method === 'GET' &&
      /^\/(sac|dados|clientes|callcenter\/clientes)\//.test(path) &&
      [...path.matchAll(/\{(\w+)\}/g)].every(([, name]) => isKnown(name)),
  )
  .map(({ path }) => path);

const paths = () => [
  ...readings.map((path) =>
    path.replace('{idTicket}', String(shared)).replace('{idCli}', String(fixture.customerIds.consumer)),
  ),
  ...TICKET_SORTS.flatMap((sort) =>
    ['ASC', 'DESC'].map((way) => `/sac/tickets?orderBy=${sort}&direction=${way}`),
  ),
  `/sac/tickets?operador[]=${fixture.people.OPERADOR}`,
  ...fixture.sectorIds.map((id) => `/sac/tickets?setor[]=${id}`),
  `/dados/v1/tickets/${shared}`,
  '/sac/tickets?termo=dif%C3%ADcil',
];

/** What a person was refused once is not asked again: permissions do not change here. */
const refusedOnce = new Set<string>();

/** All that the person is answered, and everything that was announced where they may listen. */
async function seenBy(who: Outside): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const path of paths().filter((each) => !refusedOnce.has(`${who} ${each}`))) {
    const { status, body, headers } = await fixture.server.call('GET', path, { token: fixture.tokens[who] });
    if (status !== 200) refusedOnce.add(`${who} ${path}`);
    const { requestId: _, ...answer } = Buffer.isBuffer(body) || typeof body !== 'object' ? { body } : body;
    // The place in the feed counts every change of the company, whatever it is about.
    if (path === '/dados/v1/mudancas') delete answer.proximo;
    seen[path] = JSON.stringify([status, answer, headers.etag, headers['last-modified']]);
  }
  const sheet = await fixture.server.call('POST', '/sac/consultas/tickets', {
    token: fixture.tokens[who],
    body: {},
  });
  seen.consulta = JSON.stringify(sheet.body);
  const user = await personById(db(), fixture.people[who]);
  if (!user) throw new Error('no such person');
  const events = await db().select().from(realtimeEvents).orderBy(desc(realtimeEvents.id));
  const channels = await allowedChannels(db(), user, [...new Set(events.flatMap((event) => event.channels))]);
  const heard = events.filter((event) => event.channels.some((channel) => channels.has(channel)));
  seen.announced = JSON.stringify(heard.map(({ event, data }) => [event, data]));
  return seen;
}

/** The answers that differ, before and after; those that are refused are only asked before. */
const differences = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(after).flatMap(([path, answer]) =>
    answer === before[path] ? [] : [{ path, before: before[path], after: answer }],
  );

describe.each(Object.keys(INTERNAL))('%s', (name) => {
  it('is noticed by nobody outside the company, in no answer and by no order, time, count or announcement', async () => {
    fixture.server.advance(60_000);
    // Representatives read all extra fields.
    const reads = name === 'an extra field of the company' ? [] : (['REPRESENTANTE'] as const);
    const outside = ['CONSUMIDOR_FINAL' as const, ...reads];
    const before = await Promise.all(outside.map(seenBy));
    const { version, updatedAt } = await stateOf(shared);
    const entries = (await eventsOf(shared)).length;
    const answer = await INTERNAL[name]?.();
    expect(answer?.status).toBe(200);
    const now = await Promise.all(outside.map(seenBy));
    expect(now.map((seen, at) => differences(before[at] ?? {}, seen))).toEqual(outside.map(() => []));

    expect(await eventsOf(shared)).toHaveLength(entries + 1);
    const after = await stateOf(shared);
    expect(after.updatedAt).toEqual(updatedAt);
    expect(after.version - version).toBe(MOVES_VERSION.has(name) ? 1 : 0);
    const [first] = (await fixture.get('tickets?orderBy=dtMovimentacao&direction=DESC', 'OPERADOR')).body
      .itens;
    expect([first.id, first.datahora_movimentacao]).toEqual([
      shared,
      fixture.server.deps.now().toISOString(),
    ]);
  });
});

it('reads the calls that tell most of a ticket', () => {
  expect(readings).toEqual(
    expect.arrayContaining([
      '/sac/tickets/{idTicket}',
      '/sac/tickets/recentes',
      '/sac/tickets/{idTicket}/historico',
    ]),
  );
});

it('a conflict after internal writes names only what somebody else changed of the ticket', async () => {
  const shown = (await fixture.get(`tickets/${shared}`, 'OPERADOR')).body.data.versao;
  await post(shared, { tipo: 'PUBLICO' }, 'SUPERVISOR');
  await post(shared, { tipo: 'PRIVADO' }, 'SUPERVISOR');
  const { status, body } = await fixture.server.call('POST', `/sac/tickets/${shared}/cancelar`, {
    token: fixture.tokens.OPERADOR,
    body: { versao: shown, motivo: 'Engano' },
  });
  expect([status, body.atual.mudancas]).toEqual([
    409,
    [expect.objectContaining({ tipo: 'MENSAGEM', observacao: '' })],
  ]);
});

it('a person outside the company writes with the version that they were shown', async () => {
  await assign(fixture.people.OPERADOR);
  const [{ versao }] = await Promise.all(
    (['CONSUMIDOR_FINAL'] as const).map(
      async (who) => (await fixture.get(`tickets/${shared}`, who)).body.data,
    ),
  );
  expect(versao).toBeLessThan((await stateOf(shared)).version);
  const cancel = (given: number) =>
    fixture.server.call('POST', `/sac/tickets/${shared}/cancelar`, {
      token: fixture.tokens.CONSUMIDOR_FINAL,
      body: { versao: given, motivo: 'Já resolvi' },
    });
  expect((await cancel(versao + 1)).status).toBe(409);
  expect((await cancel(versao)).status).toBe(200);
  const [row] = await db().select().from(tickets).where(eq(tickets.id, shared));
  expect(row?.status).toBe('CANCELADO');
});
