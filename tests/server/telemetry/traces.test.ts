import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildApp } from '#server/app.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { logOptions } from '#server/settings/logOptions.ts';
import { openTracing } from '#server/tracing/openTracing.ts';
import { namesOf, traced } from '#server/tracing/spans.ts';
import { createPeople, type TestPeople } from '../../support/people.ts';
import { type OtlpReceiver, otlpReceiver } from '../../support/servers/otlpReceiver.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const CPF = '529.982.247-25';
const NAME = 'Marivalda Quitéria';
const MAIL = 'marivalda.q@exemplo.com.br';
const PARENT = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A postal code service that records the headers it receives. */
let post: Server;
const sentAlong: (string | undefined)[] = [];
let collector: OtlpReceiver;
let server: TestServer;
let people: TestPeople;
const log: string[] = [];

const startOf = (stand: Server) =>
  new Promise<string>((resolve) =>
    stand.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(stand.address() as AddressInfo).port}`)),
  );

/** Traces of a piece of work, as its collector receives them. */
async function tracesOf(work: () => Promise<unknown>): Promise<void> {
  const tracing = openTracing(() => {});
  await work().finally(tracing.close);
}

beforeAll(async () => {
  collector = await otlpReceiver();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
  process.env.OTEL_SERVICE_NAME = 'balcao-teste';
  post = createServer((request, response) => {
    sentAlong.push(request.headers.traceparent as string | undefined);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"erro":true}');
  });
  server = await testServer({ cepUrl: `${await startOf(post)}/ws/{cep}/json/` });
  people = await createPeople(server.deps.db);
});
afterAll(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_SERVICE_NAME;
  await server.close();
  await collector.close();
  post.closeAllConnections();
  await new Promise((resolve) => post.close(resolve));
});

describe('trace of a call', () => {
  beforeAll(() =>
    tracesOf(async () => {
      const stream = new Writable({
        write(line, _encoding, done) {
          log.push(String(line));
          done();
        },
      });
      const logger = { ...(logOptions('info') as object), stream };
      const app = await buildApp(server.deps, { logger });
      const token = await server.sessionOf(people.people.ADMIN);
      const headers = { App: 'teste', authorization: `Bearer ${token}` };
      await app.inject({
        url: `/sac/tickets?termo=${encodeURIComponent(`${NAME} ${CPF}`)}&take=10`,
        headers: { ...headers, traceparent: `00-${PARENT}-00f067aa0ba902b7-01`, baggage: `cpf=${CPF}` },
      });
      await app.inject({ url: '/cep/69900-000', headers });
      await app.inject({
        method: 'POST',
        url: '/sac/entrar/senha',
        headers: { App: 'teste' },
        payload: { cpf: CPF, nome: NAME, email: MAIL },
      });
      await app.inject({ url: `/config/${CPF}/${MAIL}`, headers });
      await app.inject({ url: '/healthz' });
      await app.close();
    }),
  );

  it("is named by its route template and continues the caller's trace", () => {
    const list = collector.spans.find(({ name }) => name === 'GET /sac/tickets');
    expect(list).toMatchObject({
      traceId: PARENT,
      parent: '00f067aa0ba902b7',
      kind: 2,
      failed: false,
      attributes: { 'http.route': '/sac/tickets', 'http.response.status_code': 200 },
    });
  });

  it('contains its statements, by verb and table', () => {
    const list = collector.spans.find(({ name }) => name === 'GET /sac/tickets');
    const requested = collector.spans.filter(({ parent }) => parent === list?.spanId);
    expect(requested.length).toBeGreaterThan(1);
    expect(new Set(requested.map(({ kind }) => kind))).toEqual(new Set([3]));
    expect(requested.map(({ attributes }) => attributes['db.collection.name'])).toEqual(
      expect.arrayContaining(['sessions', 'tickets']),
    );
    expect(requested.every(({ traceId }) => traceId === PARENT)).toBe(true);
  });

  it('contains its calls to services and is passed on to them', () => {
    const lookup = collector.spans.find(({ name }) => name.endsWith('/cep/:cep'));
    const service = collector.spans.find(({ name }) => name === 'GET 127.0.0.1');
    expect(service).toMatchObject({ parent: lookup?.spanId, kind: 3 });
    expect(sentAlong).toContain(`00-${lookup?.traceId}-${service?.spanId}-01`);
  });

  it('is found by the request id that a person was shown, in log and trace', () => {
    const lines = log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const list = collector.spans.find(({ name }) => name === 'GET /sac/tickets');
    const done = lines.find(
      ({ msg, reqId }) => msg === 'request completed' && reqId === list?.attributes['balcao.request_id'],
    );
    expect(done).toMatchObject({ traceId: PARENT });
  });

  it('names the service, but contains no personal data and no health checks', () => {
    expect(collector.resource).toMatchObject({ 'service.name': 'balcao-teste' });
    expect(collector.raw()).toContain('balcao-teste');
    for (const secret of [CPF, '52998224725', NAME, 'Marivalda', MAIL, '69900', 'baggage'])
      expect(collector.raw()).not.toContain(secret);
    expect(collector.spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  });
});

describe('trace of background work', () => {
  it('belongs to the requester; polling of the queue is not traced', async () => {
    collector.spans.length = 0;
    const queue = await openQueue<string>(server.deps.pool, () => {});
    const given: unknown[] = [];
    let done = () => {};
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    await tracesOf(async () => {
      await queue.work('rastro', async (data) => {
        given.push(data);
        await server.deps.pool.query('select 1 from tickets limit 1');
        done();
      });
      await traced({ name: 'asks', kind: 'INTERNAL' }, () => queue.send('rastro', { numero: 7 }));
      await finished;
      await queue.stop();
    });
    const [asks] = collector.spans.filter(({ name }) => name === 'asks');
    const [work] = collector.spans.filter(({ name }) => name === 'process rastro');
    expect(given).toEqual([{ numero: 7 }]);
    expect(work).toMatchObject({ traceId: asks?.traceId, parent: asks?.spanId, kind: 5 });
    const statement = collector.spans.find(({ name }) => name === 'SELECT tickets');
    expect(statement?.parent).toBe(work?.spanId);
    const known = new Set(collector.spans.map(({ spanId }) => spanId));
    const orphans = collector.spans.filter(({ parent, kind }) => kind === 3 && !known.has(parent));
    expect(orphans).toEqual([]);
  });
});

describe('unreachable trace collector', () => {
  it('delays nothing, is reported once, and does not prevent the end of the process', async () => {
    // Accepts connections and never answers.
    const silent = createServer(() => {});
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await startOf(silent);
    const said: string[] = [];
    const tracing = openTracing((text) => said.push(text));
    const app = await buildApp(server.deps);
    const token = await server.sessionOf(people.people.ADMIN);
    for (let turn = 0; turn < 20; turn += 1) {
      const answer = await app.inject({
        url: '/sac/tickets',
        headers: { App: 'teste', authorization: `Bearer ${token}` },
      });
      expect(answer.statusCode).toBe(200);
    }
    await app.close();
    await tracing.close();
    silent.closeAllConnections();
    expect(said.length).toBeLessThanOrEqual(1);
  });
});

describe('statement name in a trace', () => {
  it.each([
    ['select "id" from "people" where "cpf" = $1', 'SELECT people'],
    ["insert into audit_log (what) values ('x')", 'INSERT audit_log'],
    ['update "public"."tickets" set x = $1', 'UPDATE tickets'],
    ['begin', 'BEGIN'],
    ["  (select 'from 529')", 'SELECT'],
    ['select (select a from bb) from "cc" where d in (select (1) from ee)', 'SELECT cc'],
    ['select count(*) from (select 1 from tickets) as counted', 'SELECT tickets'],
    ['', 'OTHER'],
  ])('%s', (text, name) => {
    expect(namesOf(text).name).toBe(name);
    expect(namesOf({ text, name: 'session_by_token' }).name).toBe('session_by_token');
  });
});
