import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { connect } from '#server/db/client.ts';
import { openReplica, positionOf } from '#server/db/replica.ts';
import { hashToken, newToken } from '#server/session/secrets.ts';
import {
  createDataFolder,
  type OutsidePostgres,
  startPrimary,
  startReplica,
} from '../../support/database/outsidePostgres.ts';
import { freePort } from '../../support/servers/freePort.ts';
import { buildServer, type ServerProcess, startServer } from '../../support/servers/serverProcess.ts';
import { type FakeS3, startFakeS3 } from '../../support/servers/startFakeS3.ts';

// Two consoles, an external PostgreSQL, a streaming replica of it and a file store: real processes, some 30 s of CPU.
jest.setTimeout(360_000);

const METRICS = 'segredo-de-prometheus-123456';
/** Reads as the console makes them: a record of the list, a report, its parameters. */
const REPORT = '/sac/relatorios/envelhecimento-de-tickets';

interface Node extends ServerProcess {
  port: number;
}

const place = createDataFolder();
let primary: OutsidePostgres;
let replica: OutsidePostgres | undefined;
let store: FakeS3;
let replicaPort = 0;
const nodes: Node[] = [];
let token = '';

async function startNode(demo: 'on' | 'off'): Promise<Node> {
  const port = await freePort();
  const started = await startServer({
    PORT: String(port),
    DATA_DIR: `${place.folder}/console-${port}`,
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: `postgresql://balcao@127.0.0.1:${replicaPort}/balcao`,
    S3_ENDPOINT: store.endpoint,
    S3_BUCKET: 'anexos',
    S3_ACCESS_KEY: 'k',
    S3_SECRET_KEY: 's',
    PRIVATE_HOSTS: '127.0.0.1',
    METRICS_TOKEN: METRICS,
    CAPTCHA: 'off',
    REQUESTS_PER_MINUTE: '0',
    DEMO: demo,
  });
  return { ...started, port };
}

const [A, B] = [0, 1];

/** Calls one of the nodes; any status except 200 fails the calling test. */
async function ask(
  node: number,
  method: 'GET' | 'POST',
  path: string,
  body?: object | FormData,
  // biome-ignore lint/suspicious/noExplicitAny: responses have every shape, and a test fails if one differs
): Promise<any> {
  const json = body && !(body instanceof FormData);
  const answer = await fetch(`http://127.0.0.1:${nodes[node]?.port}${path}`, {
    method,
    headers: {
      App: 'teste',
      authorization: `Bearer ${token}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}

const replicaOf = async (node: number) => (await ask(node, 'GET', '/config/saude')).data.replica;

/** Waits until the node reports this state of the replica; it checks again at most five seconds after a failure. */
async function until(node: number, situacao: string) {
  for (let turn = 0; turn < 300; turn += 1) {
    const found = await replicaOf(node);
    if (found.situacao === situacao) return found;
    await pause(100);
  }
  throw new Error(`the replica never was ${situacao}`);
}

/**
 * Repeats the action until the replica has answered this many reads, since a replica that lags under load is left out for a
 * second.
 */
async function untilRead(node: number, reads: number, act: () => Promise<unknown>) {
  const { leituras } = await replicaOf(node);
  for (let turn = 0; turn < 100; turn += 1) {
    await act();
    if ((await replicaOf(node)).leituras >= leituras + reads) return;
    await pause(100);
  }
  throw new Error(`the replica never answered ${reads} reads`);
}

/** Number of connections to a server by their application name. */
const connectionsOf = async (server: OutsidePostgres, name: string): Promise<number> =>
  (
    await server.administer<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name ~ '^${name}( [0-9a-f]{8})?$'`,
    )
  )[0]?.count ?? 0;

let sectors = 0;
/** Whether a write at one node is visible in a list read from another. */
async function writtenAndSeen(writer: number, reader: number): Promise<boolean> {
  sectors += 1;
  const nome = `Setor da prova ${sectors}`;
  await ask(writer, 'POST', '/config/cadastros/setores', {
    dados: { chave: `PROVA_${sectors}`, nome, ativo: true },
  });
  const { itens } = await ask(reader, 'GET', `/config/cadastros/setores?q=${encodeURIComponent(nome)}`);
  return itens.some((each: { nome: string }) => each.nome === nome);
}

beforeAll(async () => {
  buildServer();
  replicaPort = await freePort();
  [primary, store] = await Promise.all([startPrimary(place), startFakeS3()]);
  nodes.push(await startNode('on'));
  nodes.push(await startNode('off'));
  token = newToken();
  const { pool, close } = connect(primary.url, { max: 1 });
  await pool.query(
    `insert into sessions (token_hash, person_id, proved_at, expires_at)
     select $1, id, now(), now() + interval '1 day' from people where type = 'ADMIN' and active order by id limit 1`,
    [hashToken(token)],
  );
  await close();
});
afterAll(async () => {
  for (const { child } of nodes) child.kill('SIGKILL');
  await Promise.all(nodes.map(({ ended }) => ended));
  await replica?.kill();
  await primary.kill();
  await store.close();
  place.clear();
});

describe('two consoles on one external database', () => {
  it('work without a replica, and say so', async () => {
    expect(await replicaOf(A)).toMatchObject({ situacao: 'FORA', segundos: null });
    expect((await ask(A, 'GET', '/sac/tickets')).itens.length).toBeGreaterThan(0);
    expect(await writtenAndSeen(A, B)).toBe(true);
    expect((await ask(A, 'POST', REPORT, {})).data.linhas.length).toBeGreaterThan(0);
    expect(await connectionsOf(primary, 'balcao relatorios')).toBeGreaterThan(0);
  });

  it('store files where both find them', async () => {
    const [ticket] = (await ask(A, 'GET', '/sac/tickets?status=EM_ATENDIMENTO')).itens;
    const form = new FormData();
    form.set('tipo', 'PRIVADO');
    form.set('mensagem', '<p>Foto da avaria</p>');
    form.set('arquivos[0]', new Blob([PNG], { type: 'image/png' }), 'avaria.png');
    await ask(A, 'POST', `/sac/tickets/${ticket.id}/historico`, form);
    const [file] = await ask(B, 'GET', `/sac/tickets/${ticket.id}/anexos`);
    const got = await fetch(`http://127.0.0.1:${nodes[B]?.port}/sac/tickets/${ticket.id}/anexos/${file.id}`, {
      headers: { App: 'teste', authorization: `Bearer ${token}` },
    });
    expect(got.status).toBe(200);
    expect((await got.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect(store.objects.size).toBeGreaterThan(0);
  });
});

describe('read replica', () => {
  it('is used for pages of lists once it is up to date', async () => {
    replica = await startReplica(place, primary, replicaPort);
    await until(A, 'EM_DIA');
    await until(B, 'EM_DIA');
    await untilRead(B, 4, () => ask(B, 'GET', '/sac/tickets'));
    expect(await connectionsOf(replica, 'balcao leitura')).toBeGreaterThan(0);
    const metrics = await fetch(`http://127.0.0.1:${nodes[B]?.port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS}` },
    });
    expect(await metrics.text()).toMatch(/^balcao_replica_up\{.*\} 1$/m);
  });

  it('shows at once what another node wrote, every time, and stays in use', async () => {
    for (let turn = 0; turn < 15; turn += 1) expect(await writtenAndSeen(A, B)).toBe(true);
    await untilRead(B, 1, async () => expect(await writtenAndSeen(A, B)).toBe(true));
  });

  it('runs reports, with the rights of the reader role', async () => {
    // A check of definitions may hold one as well, at any time.
    const [before] = await (replica as OutsidePostgres).administer<{ at: string }>(
      'select clock_timestamp()::text as at',
    );
    const { data } = await ask(B, 'POST', REPORT, {});
    expect(data.linhas.length).toBeGreaterThan(0);
    const [reader] = await (replica as OutsidePostgres).administer<{ usename: string; strong: boolean }>(
      `select a.usename, r.rolsuper or r.rolcreaterole as strong from pg_stat_activity a
       join pg_roles r on r.rolname = a.usename
       where application_name = 'balcao relatorios' and state_change > '${before?.at}'`,
    );
    expect(reader).toMatchObject({ usename: expect.stringMatching(/^relatorio_leitor/), strong: false });
    const client = new pg.Client(`postgresql://${reader?.usename}@127.0.0.1:${replicaPort}/balcao`);
    await client.connect();
    await expect(client.query('select 1 from people limit 1')).rejects.toThrow(/permission denied/);
    await client.end();
  });

  it('serves whole exports', async () => {
    await untilRead(A, 1, async () => {
      const text = await ask(A, 'POST', '/sac/tickets/exportar', { formato: 'csv', filtros: {} });
      expect(text.split('\r\n').length).toBeGreaterThan(10);
    });
  });

  it('that lags hides nothing: the primary answers until it has caught up', async () => {
    await replica?.administer('select pg_wal_replay_pause()');
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await writtenAndSeen(A, A)).toBe(true);
      expect(await writtenAndSeen(A, B)).toBe(true);
    }
    expect((await ask(A, 'POST', REPORT, {})).data.linhas.length).toBeGreaterThan(0);
    const late = await until(A, 'ATRASADA');
    expect(late.devolvidas).toBeGreaterThan(0);
    await replica?.administer('select pg_wal_replay_resume()');
    await until(A, 'EM_DIA');
    expect(await writtenAndSeen(A, B)).toBe(true);
  });

  it('that stops responding, as behind a cut network, delays no answer for long', async () => {
    await until(A, 'EM_DIA');
    replica?.freeze();
    for (let turn = 0; turn < 3; turn += 1)
      expect((await ask(A, 'GET', '/sac/tickets')).itens.length).toBeGreaterThan(0);
    expect((await ask(A, 'POST', REPORT, {})).data.linhas.length).toBeGreaterThan(0);
    expect(await writtenAndSeen(B, A)).toBe(true);
    await until(A, 'FORA');
    replica?.thaw();
    await until(A, 'EM_DIA');
    await until(B, 'EM_DIA');
  });

  it('that dies under load prevents no answer', async () => {
    const requested = Array.from({ length: 40 }, async (_, turn) => {
      await pause(turn * 10);
      return ask(turn % 2, 'GET', `/sac/tickets?page=${1 + (turn % 4)}`);
    });
    await pause(150);
    await replica?.kill();
    expect((await Promise.all(requested)).every(({ itens }) => itens.length > 0)).toBe(true);
    expect(await writtenAndSeen(B, A)).toBe(true);
    expect((await ask(B, 'POST', REPORT, {})).data.linhas.length).toBeGreaterThan(0);
    expect(await until(B, 'FORA')).toMatchObject({ segundos: null });
    const metrics = await fetch(`http://127.0.0.1:${nodes[B]?.port}/metrics`, {
      headers: { authorization: `Bearer ${METRICS}` },
    });
    expect(await metrics.text()).toMatch(/^balcao_replica_up\{.*\} 0$/m);
  });
});

describe('server configured as a replica', () => {
  it('is refused if it is the primary itself, and answers nothing', async () => {
    const connection = connect(primary.url, { max: 2 });
    const wrong = openReplica(primary.url, connection);
    expect(await wrong.isCurrent(0)).toBe(false);
    expect(await wrong.figures()).toMatchObject({ state: 'RECUSADA', taken: 0, sentBack: 1 });
    await wrong.close();
    await connection.close();
  });

  it('is compared by whole positions of the log', () => {
    expect(positionOf('1/0')).toBeGreaterThan(positionOf('0/FFFFFFFF'));
    expect(positionOf('16/B374D848')).toBe(0x16b374d848n);
  });
});

/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
