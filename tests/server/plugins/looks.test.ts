import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import { DEFAULT_GRANTS, grantsOf } from '#contract/permissions.ts';
import { buildApp } from '#server/app.ts';
import { auditLog, roles } from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from '../sac/tickets/ticketFixture.ts';

// Waits for asynchronous writes.
jest.setTimeout(60_000);

let fixture: TicketFixture;
beforeAll(async () => {
  fixture = await ticketFixture();
});
afterAll(() => fixture?.server.close());

const looks = async (entityId: number, entity = 'customers') =>
  fixture.server.deps.db
    .select({ by: auditLog.personId, after: auditLog.after, ip: auditLog.ip })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.action, PERSONAL_DATA_VIEWED),
        eq(auditLog.entity, entity),
        eq(auditLog.entityId, String(entityId)),
      ),
    )
    .orderBy(asc(auditLog.id));

/** The server writes the entries every two seconds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100));
}

const open = (url: string, who: keyof TicketFixture['tokens'] = 'ADMIN') =>
  fixture.server.call('GET', url, { token: fixture.tokens[who] });

describe('audit of viewed personal data', () => {
  it('records once in a quarter of an hour who viewed whom, from where and on which page', async () => {
    const id = fixture.customerIds.first;
    for (let n = 0; n < 3; n += 1) expect((await open(`/sac/clientes/${id}`)).status).toBe(200);
    await open(`/callcenter/clientes/${id}`);
    await until(async () => (await looks(id)).length > 0);
    await open(`/callcenter/clientes/${id}`, 'SUPERVISOR');
    await until(async () => (await looks(id)).length > 1);
    expect(await looks(id)).toEqual([
      { by: fixture.people.ADMIN, after: { pagina: 'Um cliente' }, ip: '127.0.0.1' },
      {
        by: fixture.people.SUPERVISOR,
        after: { pagina: 'Um cliente como o painel o mostra' },
        ip: '127.0.0.1',
      },
    ]);
    fixture.server.advance(16 * 60 * 1000);
    await open(`/sac/clientes/${id}`);
    await until(async () => (await looks(id)).length > 2);
  });

  it('is shown only when it is asked for, and hides no changes', async () => {
    const id = fixture.customerIds.first;
    const actions = async (filter: object) =>
      (await open(`/config/auditoria?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.map(
        ({ acao }: { acao: string }) => acao,
      );
    expect(await actions({ acao: PERSONAL_DATA_VIEWED })).toContain(PERSONAL_DATA_VIEWED);
    expect(await actions({ entidade: 'customers', registro: String(id) })).toContain(PERSONAL_DATA_VIEWED);
    expect(await actions({})).not.toContain(PERSONAL_DATA_VIEWED);
  });

  it('records nothing for refusals, for masks, or for a consumer who views themselves', async () => {
    const { second, consumer } = fixture.customerIds;
    const ticket = await fixture.addTicket({ customerId: consumer });
    expect((await open(`/sac/clientes/${second}`, 'CONSUMIDOR_FINAL')).status).toBe(404);
    expect((await open(`/sac/tickets/${ticket}`, 'CONSUMIDOR_FINAL')).status).toBe(200);
    const { db } = fixture.server.deps;
    const without = grantsOf(DEFAULT_GRANTS.GERENTE.filter((name) => name !== 'DADOS_PESSOAIS'));
    await db.update(roles).set({ grants: without }).where(eq(roles.key, 'GERENTE'));
    expect((await open(`/sac/clientes/${second}`, 'GERENTE')).status).toBe(200);
    expect((await open(`/sac/tickets/${ticket}`)).status).toBe(200);
    await until(async () => (await looks(ticket, 'tickets')).length > 0);
    expect(await looks(ticket, 'tickets')).toMatchObject([{ by: fixture.people.ADMIN }]);
    expect(await looks(second)).toEqual([]);
  });

  it('is written before the process ends', async () => {
    const { consumer } = fixture.customerIds;
    const app = await buildApp(fixture.server.deps);
    const headers = { App: 'teste', authorization: `Bearer ${fixture.tokens.ADMIN}` };
    expect((await app.inject({ url: `/sac/clientes/${consumer}`, headers })).statusCode).toBe(200);
    await app.close();
    expect(await looks(consumer)).toHaveLength(1);
  });
});
