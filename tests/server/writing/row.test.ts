import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { eq } from 'drizzle-orm';
import type { Context, User } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { auditLog, cannedReplies } from '#server/db/tables/index.ts';
import { rowOf } from '#server/writing/row.ts';
import { type TestDatabase, testDatabase } from '../../support/database/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());

const replies = rowOf(cannedReplies, {
  entity: 'canned_replies',
  name: 'esta resposta',
  words: { title: 'titulo', html: 'html', sectorId: ['idSetor', 'setor'] },
  read: { schema: Type.Object({}), of: async () => ({}) },
});

const ctx = () =>
  ({
    db: database.db,
    user: { id: 7 } as User,
    ip: '',
    requestId: 'r',
    now: () => new Date('2026-03-01T12:00:00Z'),
  }) as Context;

const inOne = <A>(work: (tx: Tx) => Promise<A>) => database.db.transaction(work);
const entriesOf = (id: number) =>
  database.db
    .select({ action: auditLog.action, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(eq(auditLog.entityId, String(id)))
    .orderBy(auditLog.id);

describe('rows of a noun', () => {
  it('are written from the fields of a body, and told by the words of the audit log', async () => {
    const created = await inOne((tx) =>
      replies.create(tx, ctx(), { body: { titulo: 'Um', html: '<p>a</p>' }, set: {} }),
    );
    const changed = await inOne(async (tx) => {
      const before = await replies.lock(tx, ctx(), { id: created.id, versao: 1 });
      return replies.change(tx, ctx(), before, { body: { titulo: 'Dois', versao: 1 } });
    });
    expect(changed).toMatchObject({ title: 'Dois', html: '<p>a</p>', version: 2 });
    await inOne(async (tx) => replies.remove(tx, ctx(), changed));
    expect(await entriesOf(created.id)).toEqual([
      { action: 'CRIAR', before: null, after: { titulo: 'Um', html: '<p>a</p>', setor: null } },
      { action: 'ALTERAR', before: { titulo: 'Um' }, after: { titulo: 'Dois' } },
      { action: 'EXCLUIR', before: { titulo: 'Dois', html: '<p>a</p>', setor: null }, after: null },
    ]);
  });

  it('keep what a partial body does not say, and what is set as undefined', async () => {
    const { id } = await inOne((tx) =>
      replies.create(tx, ctx(), { body: { titulo: 'Parte', html: '<p>a</p>' }, set: {} }),
    );
    const body: { titulo?: string; html?: string } = { html: '<p>b</p>' };
    const row = await inOne(async (tx) =>
      replies.change(tx, ctx(), await replies.lock(tx, ctx(), { id }), { body, set: { title: body.titulo } }),
    );
    expect(row).toMatchObject({ title: 'Parte', html: '<p>b</p>' });
  });

  it('do not fill a column from a field that the command reads itself', async () => {
    const { id } = await inOne((tx) =>
      replies.create(tx, ctx(), { body: { titulo: 'Fica', html: '<p>a</p>' }, set: {} }),
    );
    const row = await inOne(async (tx) => {
      const before = await replies.lock(tx, ctx(), { id });
      return replies.change(tx, ctx(), before, {
        body: { titulo: 'Outro', html: '<p>b</p>' },
        apart: ['titulo'],
      });
    });
    expect(row).toMatchObject({ title: 'Fica', html: '<p>b</p>' });
  });

  it('are told as the log may keep them, and stored as they are', async () => {
    const secretive = rowOf(cannedReplies, {
      entity: 'secret_replies',
      name: 'esta resposta',
      words: { title: 'titulo', html: 'html', sectorId: ['idSetor', 'setor'] },
      read: { schema: Type.Object({}), of: async () => ({}) },
      logged: (row) => ({ ...row, html: `${row.html.length} letras` }),
    });
    const { id } = await inOne((tx) => secretive.create(tx, ctx(), { set: { title: 'Só eu', html: 'abc' } }));
    const changed = await inOne(async (tx) =>
      secretive.change(tx, ctx(), await secretive.lock(tx, ctx(), { id }), { set: { html: 'abcd' } }),
    );
    await inOne((tx) => secretive.remove(tx, ctx(), changed));
    expect(changed.html).toBe('abcd');
    expect(await entriesOf(id)).toEqual([
      { action: 'CRIAR', before: null, after: { titulo: 'Só eu', html: '3 letras', setor: null } },
      { action: 'ALTERAR', before: { html: '3 letras' }, after: { html: '4 letras' } },
      { action: 'EXCLUIR', before: { titulo: 'Só eu', html: '4 letras', setor: null }, after: null },
    ]);
  });

  it('write their parts before anybody hears of them, and say of them what the command says', async () => {
    const heard: unknown[] = [];
    const row = await inOne((tx) =>
      replies.create(tx, ctx(), {
        set: { title: 'Partes', html: '' },
        parts: async ({ id }) => {
          heard.push(
            (
              await tx
                .select()
                .from(auditLog)
                .where(eq(auditLog.entityId, String(id)))
                .orderBy(auditLog.id)
            ).length,
          );
        },
        facts: async () => ({ after: { partes: heard.length } }),
      }),
    );
    expect(heard).toEqual([0]);
    expect((await entriesOf(row.id))[0]?.after).toMatchObject({ titulo: 'Partes', partes: 1 });
  });

  it('do not compile while nobody reads a field of a body, at creation as at change', () => {
    const body = { titulo: 'Um', html: '<p>a</p>', motorista: 'Ana' };
    const before = {} as typeof cannedReplies.$inferSelect;
    const uncompiled = [
      // @ts-expect-error: nobody reads `motorista`
      (tx: Tx) => replies.create(tx, ctx(), { body, set: {} }),
      // @ts-expect-error: nobody reads `motorista`
      (tx: Tx) => replies.change(tx, ctx(), before, { body }),
      // @ts-expect-error: a number is no title
      (tx: Tx) => replies.change(tx, ctx(), before, { body: { titulo: 7 } }),
      // @ts-expect-error: a reply needs a text
      (tx: Tx) => replies.create(tx, ctx(), { body: { titulo: 'Um' }, set: {} }),
      // @ts-expect-error: there is no such column
      (tx: Tx) => replies.change(tx, ctx(), before, { set: { driver: 'Ana' } }),
      // @ts-expect-error: the version is not written by hand
      (tx: Tx) => replies.change(tx, ctx(), before, { set: { version: 7 } }),
      () =>
        rowOf(cannedReplies, {
          entity: 'canned_replies',
          name: 'esta resposta',
          // @ts-expect-error: a column has a word or is left out
          words: { title: 'titulo', html: 'html' },
          read: { schema: Type.Object({}), of: async () => ({}) },
        }),
      // What the command reads itself is named.
      (tx: Tx) => replies.change(tx, ctx(), before, { body, apart: ['motorista'] }),
      // Whoever fills a column by other means has read its field.
      (tx: Tx) => replies.change(tx, ctx(), before, { body: { titulo: 7 }, set: { title: 'sete' } }),
    ];
    expect(uncompiled).toHaveLength(9);
  });
});
