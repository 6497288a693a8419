import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { MAX_ATTEMPTS } from '#server/adapters/mail/outbox.ts';
import { sweepAudit, sweepEmails } from '#server/config/retention/commands.ts';
import { auditLog, outboxEmails, parameters } from '#server/db/tables/index.ts';
import { type TestServer, testServer } from '../support/servers/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const NOW = new Date('2026-11-25T12:00:00Z');
const deps = () => ({ db: server.deps.db, now: () => NOW });

const keep = (key: string, value: number) =>
  server.deps.db
    .insert(parameters)
    .values({ area: 'GERAL', key, value })
    .onConflictDoUpdate({ target: [parameters.area, parameters.key, parameters.branchId], set: { value } });

describe('retention of the audit log', () => {
  const entry = (at: string) => ({ at: new Date(at), action: 'ALTERAR', entity: 'guarda', entityId: at });
  const left = async () =>
    (
      await server.deps.db
        .select({ id: auditLog.entityId })
        .from(auditLog)
        .where(eq(auditLog.entity, 'guarda'))
        .orderBy(asc(auditLog.at))
    ).map(({ id }) => id);
  const OLD = ['2019-05-05', '2021-10-31T23:59:59Z', '2021-11-01T00:00:00Z', '2021-11-25', '2026-11-24'];

  beforeAll(() => server.deps.db.insert(auditLog).values(OLD.map(entry)));

  it('keeps everything when anosAuditoria is 0', async () => {
    await keep('anosAuditoria', 0);
    expect(await sweepAudit(deps())).toBe(0);
    expect(await left()).toEqual(OLD);
  });

  it('deletes whole months past the years to keep and audits how many rows it deleted', async () => {
    await keep('anosAuditoria', 5);
    expect(await sweepAudit(deps())).toBe(2);
    expect(await left()).toEqual(OLD.slice(2));
    const reported = await server.deps.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'audit_log'))
      .orderBy(auditLog.id);
    expect(reported).toMatchObject([{ action: 'EXCLUIR', after: { linhas: 2, anteriores: '2021-11' } }]);
    expect(await sweepAudit(deps())).toBe(0);
  });

  it('stays append-only: entries under a year old cannot be deleted, truncated or changed', async () => {
    const client = await server.deps.pool.connect();
    try {
      await client.query("select set_config('balcao.varredura', 'audit_log', false)");
      await expect(client.query("delete from audit_log where entity_id = '2026-11-24'")).rejects.toThrow(
        'append-only',
      );
      await expect(client.query('truncate audit_log')).rejects.toThrow('append-only');
      await expect(client.query("update audit_log set ip = '' where at < '2022-01-01'")).rejects.toThrow(
        'append-only',
      );
      await client.query("select set_config('balcao.varredura', 'outbox_emails', false)");
      await expect(client.query("delete from audit_log where at < '2022-01-01'")).rejects.toThrow(
        'append-only',
      );
    } finally {
      client.release(true);
    }
    expect(await left()).toEqual(OLD.slice(2));
  });
});

it('retention of the audit log deletes more rows than fit into one statement', async () => {
  await server.deps.pool.query(
    `insert into audit_log (at, action, entity, entity_id) select '2020-01-01', 'ALTERAR', 'muitos', n::text from generate_series(1, 12000) n`,
  );
  expect(await sweepAudit(deps())).toBe(12_000);
});

it('retention deletes sent and failed e-mails after the configured months, never unsent ones', async () => {
  const email = (subject: string, createdAt: string, rest: object = {}) => ({
    toAddress: 'a@example.com',
    subject,
    bodyText: '',
    createdAt: new Date(createdAt),
    ...rest,
  });
  await server.deps.db.delete(outboxEmails);
  await server.deps.db
    .insert(outboxEmails)
    .values([
      email('enviado há muito', '2024-10-31T12:00:00Z', { sentAt: new Date('2024-10-31T12:01:00Z') }),
      email('desistiu há muito', '2024-01-01T12:00:00Z', { attempts: MAX_ATTEMPTS }),
      email('à espera há muito', '2024-01-01T12:00:00Z'),
      email('enviado depois', '2024-11-01T12:00:00Z', { sentAt: new Date('2024-11-01T12:01:00Z') }),
    ]);
  await keep('mesesEmails', 0);
  expect(await sweepEmails(deps())).toBe(0);
  await keep('mesesEmails', 24);
  expect(await sweepEmails(deps())).toBe(2);
  const left = await server.deps.db
    .select({ subject: outboxEmails.subject })
    .from(outboxEmails)
    .orderBy(outboxEmails.id);
  expect(left.map(({ subject }) => subject).sort()).toEqual(['enviado depois', 'à espera há muito']);
});
