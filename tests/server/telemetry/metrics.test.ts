import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { serverNodes } from '#server/db/tables/index.ts';
import { confirmNode, livingNodes, NODE_ID } from '#server/telemetry/nodes.ts';
import { type TestServer, testServer } from '../../support/servers/server.ts';

const TOKEN = 'segredo-de-prometheus-123456';
let server: TestServer;
let closed: TestServer;

beforeAll(async () => {
  server = await testServer({ metricsToken: TOKEN });
  closed = await testServer();
});

afterAll(async () => {
  await server.close();
  await closed.close();
});

const requested = async (token?: string) =>
  server.app.inject({ url: '/metrics', headers: token ? { authorization: `Bearer ${token}` } : {} });

describe('GET /metrics', () => {
  it('answers 404 without a token, with a wrong one, or if none is configured', async () => {
    const unknown = await server.app.inject({ url: '/config/nada-aqui' });
    for (const answer of [
      await requested(),
      await requested('segredo-de-prometheus-123457'),
      await requested('x'),
      await closed.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } }),
      await closed.app.inject({ url: '/metrics', headers: { authorization: 'Bearer undefined' } }),
    ]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('balcao_');
    }
    expect(unknown.statusCode).toBe(404);
  });

  it('counts by route and status, never by URL, however many are tried', async () => {
    await server.app.inject({ url: '/sac/tickets/12345?cpf=529.982.247-25' });
    await server.app.inject({ url: '/sac/tickets/99999' });
    for (let turn = 0; turn < 20; turn += 1)
      await server.app.inject({ url: `/config/x-${turn}/529.982.247-25` });
    const { body, headers } = await requested(TOKEN);
    expect(headers['content-type']).toContain('text/plain; version=0.0.4');
    const count =
      /^balcao_requests_total\{.*rota="\/sac\/tickets\/:idTicket",metodo="GET",status="401".*\} 2$/m;
    expect(body).toMatch(count);
    expect(body).not.toMatch(/529\.982|\/12345|\/x-1/);
    const routes = new Set([...body.matchAll(/rota="([^"]*)"/g)].map(([, route]) => route));
    expect(routes.size).toBeLessThan(6);
    for (const name of [
      'balcao_request_seconds_bucket',
      'balcao_pool_connections',
      'balcao_live_connections',
      'balcao_feed_lag_seconds',
      'balcao_webhook_deliveries',
      'balcao_emails',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(body).toContain(name);
    expect(body.match(/^# TYPE balcao_requests_total /gm)).toHaveLength(1);
  });

  it('reports every live process by its own name', async () => {
    const { db } = server.deps;
    await confirmNode(db, server.app.metrics, server.deps.settings);
    const [own] = await db.select().from(serverNodes).where(eq(serverNodes.id, NODE_ID));
    expect(own?.metrics?.length).toBeGreaterThan(100);
    const other = {
      answered: () => {},
      stop: () => {},
      snapshot: async () => {
        const found = await server.app.metrics?.snapshot();
        return JSON.parse(JSON.stringify(found).replaceAll(NODE_ID, 'outro-1'));
      },
    };
    await confirmNode(db, other, server.deps.settings);
    await db.update(serverNodes).set({ id: 'outro-1' });
    await db.insert(serverNodes).values({
      id: 'morto-1',
      host: 'x',
      pid: 1,
      release: '0.0.1',
      seenAt: sql`now() - interval '2 minutes'`,
      metrics: own?.metrics ?? null,
    });
    const { body } = await requested(TOKEN);
    const nodes = new Set(
      [...body.matchAll(/^balcao_live_connections\{.*no="([^"]+)".*\}/gm)].map(([, no]) => no),
    );
    expect([...nodes].sort()).toEqual([NODE_ID, 'outro-1'].sort());
    expect(body.match(/^# HELP balcao_live_connections /gm)).toHaveLength(1);
    expect((await livingNodes(db)).map(({ id }) => id)).toEqual(['outro-1']);
  });
});
