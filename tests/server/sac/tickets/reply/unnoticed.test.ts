import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { catalogue } from '#contract/index.ts';
import { DEFAULT_GRANTS, grantsOf, type ModuleGrant } from '#contract/permissions.ts';
import type { Route } from '#contract/route.ts';
import { TICKET_SORTS } from '#contract/sac/tickets.ts';
import { realtimeEvents, roles, tickets } from '#server/db/tables/index.ts';
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

const assign = (operador: number | null, id = shared) =>
  fixture.server.call('POST', '/sac/tickets/lote/atribuir', {
    token: fixture.tokens.SUPERVISOR,
    body: { ids: [id], dados: { operador, confirmar: true } },
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
  'forwards of many tickets': () =>
    fixture.server.call('POST', '/sac/tickets/lote/encaminhar', {
      token: fixture.tokens.SUPERVISOR,
      body: {
        ids: [shared],
        dados: { setor: fixture.sectorIds[0] ?? 0, mensagem: 'Para o setor', confirmar: true },
      },
    }),
  'an assignment': () => assign(fixture.people.OPERADOR),
  'the end of an assignment': () => assign(null),
};

/** What a write may move, and whom it belongs to: its own fields count, an entry beside it does not. */
const MOVES_VERSION = new Set([
  'a cost',
  'an extra field of the company',
  'a forward to a sector',
  'forwards of many tickets',
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
    const outside = ['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const;
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

/** Writes that a person's version counts, and whose entry they may not read. */
const UNREAD: Record<
  string,
  { who: Outside | 'VENDEDOR'; write: (id: number) => Promise<{ status: number }> }
> = {
  'an assignment that opens the work': {
    who: 'CONSUMIDOR_FINAL',
    write: (id) => assign(fixture.people.OPERADOR, id),
  },
  'the same for a representative': {
    who: 'REPRESENTANTE',
    write: (id) => assign(fixture.people.OPERADOR, id),
  },
  'a cost for who does not see costs': {
    who: 'VENDEDOR',
    write: (id) =>
      fixture.server.call('POST', `/sac/tickets/${id}/custos`, {
        token: fixture.tokens.OPERADOR,
        body: { tipo: 'AVARIA', valor: '10.00', responsavel: 'EMPRESA' },
      }),
  },
};

it.each(Object.entries(UNREAD))('a conflict after %s names nothing that was seen before', async (_, one) => {
  const id = await fixture.addTicket({
    status: 'ABERTO',
    customerId: fixture.customerIds.consumer,
    representativeId: fixture.representativeId,
  });
  await post(id, { tipo: 'PUBLICO' }, 'CONSUMIDOR_FINAL');
  const { versao } = (await fixture.get(`tickets/${id}`, one.who)).body.data;
  fixture.server.advance(60_000);
  expect((await one.write(id)).status).toBe(200);
  const cancel = () =>
    fixture.server.call('POST', `/sac/tickets/${id}/cancelar`, {
      token: fixture.tokens[one.who],
      body: { versao, motivo: 'Já resolvi' },
    });
  const unread = await cancel();
  expect([unread.status, unread.body.atual.mudancas, unread.body.atual.por]).toEqual([409, [], null]);
  // What can be read is named, and only that.
  await post(id, { tipo: 'PUBLICO' }, 'CONSUMIDOR_FINAL');
  const read = await cancel();
  expect([read.status, read.body.atual.mudancas]).toEqual([
    409,
    [expect.objectContaining({ tipo: 'MENSAGEM' })],
  ]);
});

it.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)(
  '%s writes nothing internal by any door, whatever their role allows',
  async (who) => {
    const [role] = await db().select().from(roles).where(eq(roles.key, who));
    const names = [...DEFAULT_GRANTS[who], 'TICKETS_RESPONDER_INTERNO', 'TICKETS_LOTE'] as const;
    await db()
      .update(roles)
      .set({ grants: grantsOf(names) })
      .where(eq(roles.key, who));
    try {
      const before = await eventsOf(shared);
      const call = (path: string, body: object) =>
        fixture.server.call('POST', `/sac/tickets/${path}`, { token: fixture.tokens[who], body });
      const dados = { mensagem: 'x', setor: fixture.sectorIds[0] ?? 0, operador: null, confirmar: true };
      const answers = await Promise.all([
        ...(['PRIVADO', 'ENCAMINHAMENTO'] as const).map((tipo) => post(shared, { tipo }, who)),
        ...['nota-privada', 'encaminhar', 'atribuir'].map((acao) =>
          call(`lote/${acao}`, { ids: [shared], dados }),
        ),
        fixture.get(`tickets/${shared}/setores`, who),
        fixture.get(`consultas/atendentes-disponiveis?idTicket=${shared}`, who),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
      expect(await eventsOf(shared)).toEqual(before);
    } finally {
      await db()
        .update(roles)
        .set({ grants: role?.grants ?? [] })
        .where(eq(roles.key, who));
    }
  },
);

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

describe.each(['CONSUMIDOR_FINAL', 'REPRESENTANTE'] as const)('extra fields that %s has open', (who) => {
  let given: ModuleGrant[];
  const setGrants = (grants: ModuleGrant[]) => db().update(roles).set({ grants }).where(eq(roles.key, who));
  beforeAll(async () => {
    const [role] = await db().select().from(roles).where(eq(roles.key, who));
    given = role?.grants ?? [];
    await setGrants(grantsOf([...DEFAULT_GRANTS[who], 'TICKETS_CAMPOS']));
  });
  afterAll(() => setGrants(given));

  const stored = { canalPreferido: 'TELEFONE', retornarEm: '2026-12-01' };
  const add = () =>
    fixture.addTicket({
      customerId: fixture.customerIds.consumer,
      representativeId: fixture.representativeId,
      extraFields: stored,
    });
  const save = (id: number, versao: number, valores: object, as: Outside | 'SUPERVISOR' = who) =>
    fixture.server.call('PUT', `/sac/tickets/${id}/campos-adicionais`, {
      token: fixture.tokens[as],
      body: { versao, valores },
    });

  it.each([
    { changed: 'the public one', values: { canalPreferido: 'WHATSAPP' }, moves: true },
    { changed: 'the private one', values: { retornarEm: '2026-12-31' }, moves: false },
    { changed: 'both', values: { canalPreferido: 'WHATSAPP', retornarEm: '2026-12-31' }, moves: true },
  ])('take nothing back unseen after the company changed $changed', async ({ values, moves }) => {
    const id = await add();
    const form = (await fixture.get(`tickets/${id}/campos-adicionais`, who)).body;
    expect(form.valores).toEqual({ canalPreferido: 'TELEFONE' });
    expect((await save(id, 1, { ...stored, ...values }, 'SUPERVISOR')).status).toBe(200);
    const { status, body } = await save(id, form.versao, { canalPreferido: 'EMAIL' });
    expect(status).toBe(moves ? 409 : 200);
    if (moves) expect(body.atual.mudancas).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/Retornar|2026-12-31|31\/12/);
    const { extraFields } = await stateOf(id);
    expect(extraFields).toEqual({ ...stored, ...values, ...(!moves && { canalPreferido: 'EMAIL' }) });
  });

  it('are the public ones only, to read, to filter by and to write', async () => {
    const id = await add();
    const { status, body } = await save(id, 1, { retornarEm: '2026-12-31' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['retornarEm']]);
    expect((await fixture.get('tickets?campos=retornarEm:2026-12-01..', who)).status).toBe(422);
    const list = await fixture.get('consultas/cadastro-campos-adicionais?entidade=ticket', who);
    expect(list.body.campos.map(({ chave }: { chave: string }) => chave)).toEqual(['canalPreferido']);
  });
});
