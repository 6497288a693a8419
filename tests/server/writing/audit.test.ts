import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { User } from '#server/context.ts';
import { auditLog } from '#server/db/tables/index.ts';
import { audit } from '#server/writing/audit.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const ctx = {
  user: { id: 7 } as User,
  ip: '10.0.0.1',
  requestId: 'abc',
  now: () => new Date('2026-03-01T12:00:00Z'),
};
const entries = () => database.db.select().from(auditLog).orderBy(auditLog.id);
let before = 0;
beforeEach(async () => {
  before = (await entries()).length;
});

describe('audit log', () => {
  it('records who did what to which record, before and after, when and from where', async () => {
    await audit(database.db, ctx, {
      action: 'ALTERAR',
      entity: 'customers',
      entityId: 12,
      before: { nome: 'A' },
      after: { nome: 'B' },
    });
    expect((await entries()).at(-1)).toMatchObject({
      personId: 7,
      action: 'ALTERAR',
      entity: 'customers',
      entityId: '12',
      before: { nome: 'A' },
      after: { nome: 'B' },
      ip: '10.0.0.1',
      requestId: 'abc',
      at: new Date('2026-03-01T12:00:00Z'),
    });
  });

  it('keeps no secret, however deeply nested', async () => {
    const after = { nome: 'B', senha: 'x', passwordHash: 'y', dados: [{ resetToken: 'z', cvv: '1', ok: 2 }] };
    await audit(database.db, ctx, { action: 'ALTERAR', entity: 'people', entityId: 1, after });
    expect((await entries()).at(-1)?.after).toEqual({ nome: 'B', dados: [{ ok: 2 }] });
  });

  it('loses its entry when the change is rolled back', async () => {
    const failing = database.db.transaction(async (tx) => {
      await audit(tx, ctx, { action: 'CRIAR', entity: 'tickets', entityId: 1 });
      throw new Error('stopped half way');
    });
    await expect(failing).rejects.toThrow('half way');
    expect(await entries()).toHaveLength(before);
  });

  it.each(['update audit_log set ip = null', 'delete from audit_log', 'truncate audit_log'])(
    'cannot be changed by "%s"',
    async (statement) => {
      await expect(database.pool.query(statement)).rejects.toThrow('append-only');
      expect(await entries()).toHaveLength(before);
    },
  );
});
