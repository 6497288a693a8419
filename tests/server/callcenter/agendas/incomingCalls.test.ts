import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CALL_SCOPE } from '#contract/config/serviceKeys.ts';
import type { PersonType } from '#contract/permissions.ts';
import { CALL_CHANGED, listChannel, personChannel } from '#contract/realtime.ts';
import { forgetCallers } from '#server/callcenter/incomingCalls/commands.ts';
import {
  auditLog,
  customerContacts,
  customerLog,
  customers,
  incomingCalls,
  people,
  realtimeEvents,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const LINE = '204';
const NUMBER = '11987654321';

let server: TestServer;
let fixture: TestPeople;
const tokens: Partial<Record<PersonType, string>> = {};
/** A key that may be used from anywhere, one of the office's network, and one that reads records. */
let key: string;
let listed: string;
let reader: string;

async function newKey(tipo: string, verbo: string, more: object = {}) {
  const { body } = await server.call('POST', '/config/chaves', {
    token: tokens.ADMIN as string,
    body: {
      ...{
        nome: 'Central',
        escopos: [{ tipo, verbos: [verbo] }],
        filiais: [],
        enderecos: [],
        validade: null,
      },
      ...more,
    },
  });
  return String(body.data?.chave);
}

async function signIn() {
  for (const type of Object.keys(fixture.people) as PersonType[])
    tokens[type] = await server.sessionOf(fixture.people[type]);
}

/** Sessions end meanwhile. */
async function pass(minutes: number) {
  server.advance(minutes * 60_000 + 1);
  await signIn();
}

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  fixture = await createPeople(db);
  await signIn();
  key = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo);
  listed = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo, { enderecos: ['10.20.0.0/16'] });
  reader = await newKey('clientes', 'LER');
  await db.update(people).set({ line: LINE }).where(eq(people.id, fixture.people.OPERADOR));
  await db.update(customers).set({ phone: '1133334444' }).where(eq(customers.id, fixture.customerIds.first));
  await db
    .insert(customerContacts)
    .values({ customerId: fixture.customerIds.first, name: 'Regina Prado', mobile: NUMBER });
});
afterAll(() => server?.close());
beforeEach(async () => {
  const { db } = server.deps;
  await db.delete(incomingCalls);
  await db.delete(realtimeEvents);
  await db.delete(customerLog);
});

const ring = (given: object = {}, token: string | undefined = key) =>
  server.call('POST', '/telefonia/ligacoes', {
    ...(token && { token }),
    body: { ramal: LINE, numero: NUMBER, ...given },
  });
const open = (query: Record<string, string>, ip?: string) =>
  server.call('GET', `/telefonia/ligacoes?${new URLSearchParams(query)}`, { ...(ip && { ip }) });
const mine = async (who: PersonType = 'OPERADOR') =>
  (await server.call('GET', '/callcenter/ligacoes-recebidas/minha', { token: tokens[who] as string })).body
    .data;
const kept = () => server.deps.db.select().from(incomingCalls).orderBy(incomingCalls.id);
const told = async () =>
  (await server.deps.db.select().from(realtimeEvents)).filter(({ event }) => event === CALL_CHANGED);
const settle = (id: number, body: object, who: PersonType = 'OPERADOR') =>
  server.call('POST', `/callcenter/ligacoes-recebidas/${id}/desfecho`, {
    token: tokens[who] as string,
    body,
  });

describe('/telefonia/ligacoes', () => {
  it('takes nothing without a key of that one right', async () => {
    expect((await ring({}, '')).status).toBe(401);
    expect((await ring({}, reader)).status).toBe(403);
    expect((await ring({}, tokens.ADMIN)).status).toBe(401);
    expect((await open({ ramal: LINE, numero: NUMBER, chave: key })).status).toBe(401);
    expect((await open({ ramal: LINE, numero: NUMBER, chave: listed })).status).toBe(401);
    expect(await kept()).toEqual([]);
  });

  it('takes the key from the address only from a listed network', async () => {
    const call = { ramal: LINE, numero: NUMBER, chamada: 'a', chave: listed };
    expect((await open(call, '10.21.0.9')).status).toBe(401);
    expect((await open(call, '10.20.0.9')).status).toBe(200);
    expect(await kept()).toMatchObject([{ line: LINE, number: NUMBER, status: 'TOCANDO' }]);
  });

  it('gives that right to keys that have no other', async () => {
    const scopes = [
      { tipo: CALL_SCOPE.tipo, verbos: ['GRAVAR'] },
      { tipo: 'clientes', verbos: ['LER'] },
    ];
    const body = { nome: 'Central', escopos: scopes, filiais: [], enderecos: [], validade: null };
    const asked = await server.call('POST', '/config/chaves', { token: tokens.ADMIN as string, body });
    expect([asked.status, Object.keys(asked.body.campos ?? asked.body.errors ?? {})]).toEqual([
      422,
      ['escopos'],
    ]);
    expect((await server.call('GET', '/dados/v1/clientes', { token: key })).status).toBe(403);
    expect((await server.call('GET', '/callcenter/ligacoes-recebidas/minha', { token: key })).status).toBe(
      401,
    );
  });

  it('shows one card however often a call is told, and never goes back', async () => {
    await Promise.all([1, 2, 3].map(() => ring({ chamada: '1764.9' })));
    await ring({ chamada: '1764.9', situacao: 'atendida' });
    await ring({ chamada: '1764.9' });
    await ring({ chamada: '1764.9', situacao: 'ENCERRADA' });
    await ring({ chamada: '1764.9', situacao: 'ATENDIDA' });
    expect(await kept()).toMatchObject([{ status: 'ENCERRADA', version: 1 }]);
    expect((await told()).map(({ channels }) => channels)).toEqual(
      Array.from({ length: 3 }, () => [
        personChannel(fixture.people.OPERADOR),
        listChannel('ligacoes-recebidas'),
      ]),
    );
  });

  it('takes a number without a name as the same call for a minute', async () => {
    const twice = await Promise.all([ring(), ring()]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(await kept()).toHaveLength(1);
    server.advance(61_000);
    await ring();
    expect(await kept()).toHaveLength(2);
  });

  it('ends a call without a name however long it was, and makes none of what did not ring', async () => {
    await ring();
    await pass(40);
    await ring({ situacao: 'ATENDIDA' });
    await pass(40);
    await ring({ situacao: 'ENCERRADA' });
    expect(await kept()).toMatchObject([{ status: 'ENCERRADA' }]);
    await ring({ situacao: 'ENCERRADA' });
    await ring({ situacao: 'ATENDIDA', numero: '21977776666' });
    expect(await kept()).toHaveLength(1);
    // The call before is over, so that this end is the new one's.
    await ring();
    await ring({ situacao: 'ENCERRADA' });
    expect((await kept()).map(({ status }) => status)).toEqual(['ENCERRADA', 'ENCERRADA']);
  });

  it('shows a call whose name was that of an older one, and ends the older one once', async () => {
    await ring({ chamada: '17' });
    await pass(120);
    await ring({ chamada: '17', situacao: 'ENCERRADA' });
    expect(await kept()).toMatchObject([{ status: 'ENCERRADA' }]);
    for (const round of [2, 3]) {
      await ring({ chamada: '17', numero: '21977776666' });
      await ring({ chamada: '17', numero: '21977776666', situacao: 'ATENDIDA' });
      expect(await kept()).toHaveLength(round);
      expect(await mine()).toMatchObject({ situacao: 'ATENDIDA', numero: '(21) 97777-6666' });
      await pass(120);
    }
  });

  it('keeps nothing of a line that nobody has, and says nothing of it', async () => {
    const known = await ring();
    const unknown = await ring({ ramal: '999' });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect(await kept()).toHaveLength(1);
    expect((await ring({ ramal: '' })).status).toBe(422);
    expect((await ring({ situacao: 'CHOVENDO' })).status).toBe(422);
  });

  it('rings with a key of one branch only for who works there', async () => {
    const [, second] = fixture.branchIds;
    const foreign = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo, { filiais: [second] });
    expect((await ring({}, foreign)).status).toBe(200);
    expect(await kept()).toEqual([]);
    const own = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo, { filiais: [fixture.branchIds[0]] });
    await ring({}, own);
    expect(await kept()).toHaveLength(1);
  });

  it('reads forms, and every way in which a number is written', async () => {
    for (const [numero, stored] of [
      ['0 15 11 98765-4321', NUMBER],
      ['+5511987654321', NUMBER],
      ['551187654321', '1187654321'],
      ['0800 123 4567', '08001234567'],
      ['+1 415 555 2671', '+14155552671'],
      ['anonymous', ''],
    ]) {
      await server.deps.db.delete(incomingCalls);
      const { status } = await server.call('POST', '/telefonia/ligacoes', {
        token: key,
        body: new URLSearchParams({ ramal: ` ${LINE} `, numero: numero ?? '' }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([status, (await kept())[0]?.number]).toEqual([200, stored]);
    }
  });
});

describe('an incoming call', () => {
  it('is shown to the person on the line alone, with who of their customers has the number', async () => {
    await ring({ chamada: 'a' });
    expect(await mine()).toMatchObject({
      situacao: 'TOCANDO',
      numero: '(11) 98765-4321',
      clientes: [{ id: fixture.customerIds.first, contato: 'Regina Prado' }],
      mais: false,
    });
    for (const who of ['ADMIN', 'SUPERVISOR', 'REPRESENTANTE', 'CONSUMIDOR_FINAL'] as const)
      expect(await mine(who)).toBeNull();
  });

  it('finds by a number without its ninth digit', async () => {
    await ring({ numero: '1187654321' });
    expect((await mine()).clientes).toMatchObject([{ id: fixture.customerIds.first }]);
  });

  it('shows nothing of a customer of another branch', async () => {
    const { db } = server.deps;
    await db.insert(customerContacts).values({
      ...{ customerId: fixture.customerIds.second, name: 'Alheia' },
      mobile: '21977776666',
    });
    await ring({ numero: '21977776666' });
    expect(await mine()).toMatchObject({ clientes: [], mais: false });
  });

  it('is settled once, by its person, in the activity of a customer that they see', async () => {
    await ring();
    const { id, versao } = await mine();
    const idCli = fixture.customerIds.first;
    expect((await settle(id, { versao, desfecho: 'RESOLVIDA', idCli }, 'VENDEDOR')).status).toBe(404);
    expect(
      (await settle(id, { versao, desfecho: 'RESOLVIDA', idCli: fixture.customerIds.second })).status,
    ).toBe(404);
    expect((await settle(id, { versao, desfecho: 'RESOLVIDA', idCli, obs: 'Pediu catálogo' })).status).toBe(
      200,
    );
    expect((await settle(id, { versao, desfecho: 'ENGANO' })).status).toBe(409);
    expect(await kept()).toMatchObject([{ outcome: 'RESOLVIDA', customerId: idCli, note: 'Pediu catálogo' }]);
    expect(await mine()).toBeNull();
    const log = await server.deps.db.select().from(customerLog).orderBy(customerLog.id);
    expect(log).toMatchObject([
      { customerId: idCli, text: 'Ligação recebida de (11) 98765-4321: resolvida. Pediu catálogo' },
    ]);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(id)))
      .orderBy(auditLog.id);
    expect(entries.filter(({ entity }) => entity === 'incoming_calls').map(({ action }) => action)).toEqual([
      'RECEBER_LIGACAO',
      'ENCERRAR_LIGACAO',
    ]);
  });

  it('leaves the screen after two hours, and who called and what was noted after 90 days', async () => {
    await ring({ chamada: `7-${NUMBER}` });
    const { id, versao } = await mine();
    await pass(120);
    expect(await mine()).toBeNull();
    await settle(id, { versao, desfecho: 'RETORNAR' });
    await ring({ numero: 'anonymous', chamada: '8' });
    const withheld = await mine();
    await settle(withheld.id, {
      versao: withheld.versao,
      desfecho: 'RETORNAR',
      obs: 'Dona Célia, rua do Sol',
    });
    await server.deps.db.update(incomingCalls).set({ startedAt: new Date(Date.now() - 91 * 86_400_000) });
    expect(await forgetCallers(server.deps)).toBe(2);
    expect(await kept()).toMatchObject([
      { number: '', note: '', callKey: `sem nome ${id}` },
      { number: '', note: '', callKey: `sem nome ${withheld.id}` },
    ]);
    expect(await forgetCallers(server.deps)).toBe(0);
  });

  it('is sought by number by those who may find customers', async () => {
    const seek = (numero: string, who: PersonType) =>
      server.call('POST', '/callcenter/ligacoes-recebidas/quem', {
        token: tokens[who] as string,
        body: { numero },
      });
    expect((await seek(NUMBER, 'CONSUMIDOR_FINAL')).status).toBe(403);
    // Of a portfolio one finds one's own.
    expect((await seek('21977776666', 'REPRESENTANTE')).body.data.clientes).toEqual([]);
    expect((await seek('abc', 'OPERADOR')).status).toBe(422);
    expect((await seek('0 15 11 98765-4321', 'OPERADOR')).body.data).toMatchObject({
      numero: '(11) 98765-4321',
      clientes: [{ id: fixture.customerIds.first }],
    });
  });
});

describe('the line of a person', () => {
  it('is of one person, who works for the company', async () => {
    // Whoever writes a person proved who they are a moment ago.
    const token = await server.sessionOf(fixture.people.ADMIN);
    const write = async (id: number, ramal: string) => {
      const { body: found } = await server.call('GET', `/config/pessoas/${id}`, { token });
      return server.call('PUT', `/config/pessoas/${id}`, {
        token,
        body: {
          ...{ nome: 'Pessoa de Prova', email: found.email, telefone: '', dtNasc: null, tipo: found.tipo },
          ...{ idPerfil: found.perfil.id, idSetor: null, idRepresentante: found.representante?.id ?? null },
          filiais: found.filiais.map((each: { id: number }) => each.id),
          ...{ ramal, versao: found.versao },
        },
      });
    };
    const taken = await write(fixture.people.VENDEDOR, ` ${LINE} `);
    expect([taken.status, JSON.stringify(taken.body)]).toEqual([
      422,
      expect.stringContaining('outra pessoa'),
    ]);
    expect((await write(fixture.people.VENDEDOR, 'dois, três')).status).toBe(422);
    expect((await write(fixture.people.VENDEDOR, 'Ana.Souza')).status).toBe(200);
    expect((await write(fixture.people.REPRESENTANTE, '500')).status).toBe(200);
    const lines = await server.deps.db.select({ id: people.id, line: people.line }).from(people);
    const lineOf = (id: number) => lines.find((each) => each.id === id)?.line;
    expect([lineOf(fixture.people.VENDEDOR), lineOf(fixture.people.REPRESENTANTE)]).toEqual([
      'ana.souza',
      '',
    ]);
  });
});
