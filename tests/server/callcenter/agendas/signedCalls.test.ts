import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { CALL_SCOPE } from '#contract/config/serviceKeys.ts';
import { auditLog, incomingCalls, people, serviceKeys, usedCallMessages } from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

const CALL = { ramal: '204', numero: '11987654321', chamada: '1764.9' };

let server: TestServer;
let fixture: TestPeople;
let admin: string;
/** A key that signs, and its secret. */
let source: number;
let secret: string;

async function newKey(tipo: string, verbo: string) {
  const { body } = await server.call('POST', '/config/chaves', {
    token: admin,
    body: {
      ...{
        nome: 'Central',
        escopos: [{ tipo, verbos: [verbo] }],
        filiais: [],
        enderecos: [],
        validade: null,
      },
    },
  });
  return Number(body.data.id);
}
const sign = async (id: number, token = admin) => {
  const [key] = await server.deps.db.select().from(serviceKeys).where(eq(serviceKeys.id, id));
  return server.call('POST', `/config/chaves/${id}/assinatura`, {
    token,
    body: { versao: key?.version ?? 1 },
  });
};

beforeAll(async () => {
  server = await testServer();
  const { db } = server.deps;
  fixture = await createPeople(db);
  admin = await server.sessionOf(fixture.people.ADMIN);
  await db.update(people).set({ line: CALL.ramal }).where(eq(people.id, fixture.people.OPERADOR));
  source = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo);
  const { body } = await sign(source);
  secret = String(body.data?.chave);
});
afterAll(() => server?.close());
beforeEach(async () => {
  await server.deps.db.delete(incomingCalls);
  await server.deps.db.delete(usedCallMessages);
});

interface Told {
  id?: string;
  /** Seconds from now. */
  at?: number;
  body?: string;
  fonte?: number | string;
  by?: string;
  /** What arrives, where it is not what was signed. */
  arrives?: string;
  token?: string;
}

/** Signed here as the convention says, without the console's own code. */
function tell({
  id = 'msg_1',
  at = 0,
  body = JSON.stringify(CALL),
  fonte = source,
  by = secret,
  arrives,
  token,
}: Told = {}) {
  const timestamp = String(Math.floor(server.deps.now().getTime() / 1000) + at);
  const key = Buffer.from(by.replace('whsec_', ''), 'base64');
  const mark = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return server.call('POST', `/telefonia/ligacoes?fonte=${fonte}`, {
    ...(token && { token }),
    body: arrives ?? body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,bm8= v1,${mark}`,
    },
  });
}
const kept = () => server.deps.db.select().from(incomingCalls);
const refusedAs = async (told: Told) => {
  const { status, body } = await tell(told);
  return [status, body.code];
};

describe('a signed call', () => {
  it('is taken without a key in it, and a form as well as JSON', async () => {
    expect((await tell()).status).toBe(200);
    expect(await kept()).toMatchObject([{ line: '204', number: CALL.numero, status: 'TOCANDO' }]);
    const form = new URLSearchParams({ ...CALL, situacao: 'ENCERRADA' }).toString();
    const timestamp = String(Math.floor(server.deps.now().getTime() / 1000));
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const mark = createHmac('sha256', key).update(`msg_2.${timestamp}.${form}`).digest('base64');
    const ended = await server.call('POST', `/telefonia/ligacoes?fonte=${source}`, {
      body: form,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...{ 'webhook-id': 'msg_2', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mark}` },
      },
    });
    expect([ended.status, (await kept())[0]?.status]).toEqual([200, 'ENCERRADA']);
  });

  it('is refused alike for another secret, source, body, moment or name', async () => {
    const other = await newKey(CALL_SCOPE.tipo, CALL_SCOPE.verbo);
    const foreign = `whsec_${Buffer.from('outro segredo').toString('base64')}`;
    const refusals: Told[] = [
      { by: foreign },
      { fonte: other },
      { fonte: 999_999 },
      { fonte: 'x' },
      { arrives: JSON.stringify({ ...CALL, numero: '21977776666' }) },
      { at: -301 },
      { at: 302 },
      { id: 'm'.repeat(201) },
    ];
    for (const told of refusals)
      expect([told, await refusedAs(told)]).toEqual([told, [401, 'ASSINATURA_RECUSADA']]);
    expect(await kept()).toEqual([]);
    expect((await tell({ at: -295 })).status).toBe(200);
  });

  it('is taken once; the sender that tries again signs anew', async () => {
    const twice = await Promise.all([tell(), tell()]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await refusedAs({})).toEqual([409, 'MENSAGEM_REPETIDA']);
    expect((await tell({ at: 1 })).status).toBe(200);
    expect(await kept()).toHaveLength(1);
  });

  it('counts for nothing while what it says is refused, so that the corrected one is taken', async () => {
    const body = JSON.stringify({ ramal: '' });
    expect((await tell({ body })).status).toBe(422);
    expect((await tell()).status).toBe(200);
  });

  it('is judged by its key where it carries one', async () => {
    expect((await tell({ token: 'blc_nada' })).status).toBe(401);
    expect(await kept()).toEqual([]);
  });
});

describe('the secret of a source', () => {
  it('is given once, stored sealed, and ends the one before it', async () => {
    expect(secret).toMatch(/^whsec_/);
    const [row] = await server.deps.db.select().from(serviceKeys).where(eq(serviceKeys.id, source));
    expect(row?.signingSecret).not.toContain(secret.slice(6));
    const shown = await server.call('GET', `/config/chaves/${source}`, { token: admin });
    expect([shown.body.assinaDesde, JSON.stringify(shown.body).includes('whsec_')]).toEqual([
      expect.any(String),
      false,
    ]);
    const before = secret;
    secret = String((await sign(source)).body.data.chave);
    expect(await refusedAs({ by: before })).toEqual([401, 'ASSINATURA_RECUSADA']);
    expect((await tell()).status).toBe(200);
    const entries = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'service_keys'))
      .orderBy(auditLog.id);
    expect(JSON.stringify(entries)).not.toContain('whsec_');
    expect(
      entries.filter(({ entityId, action }) => entityId === String(source) && action === 'TROCAR'),
    ).toHaveLength(2);
  });

  it('is for keys that tell calls, while they are in use, and for who manages keys', async () => {
    const reader = await newKey('clientes', 'LER');
    expect((await sign(reader)).body).toMatchObject({ code: 'CHAVE_NAO_ASSINA' });
    expect((await sign(source, await server.sessionOf(fixture.people.OPERADOR))).status).toBe(403);
    const [row] = await server.deps.db.select().from(serviceKeys).where(eq(serviceKeys.id, source));
    const body = { versao: row?.version };
    expect(
      (await server.call('POST', `/config/chaves/${source}/revogar`, { token: admin, body })).status,
    ).toBe(200);
    expect(await refusedAs({ id: 'depois' })).toEqual([401, 'ASSINATURA_RECUSADA']);
    expect((await sign(source)).body).toMatchObject({ code: 'CHAVE_REVOGADA' });
  });
});
