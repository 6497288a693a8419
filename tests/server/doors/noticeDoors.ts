import { expect } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { auditLog, noticeReads, notices } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { db } from './quoteCalls.ts';
import type { World } from './world.ts';

/** A notice for operators, that sellers are not to see. */
async function forOperators(world: World, part: Partial<typeof notices.$inferInsert> = {}): Promise<number> {
  const [row] = await db(world)
    .insert(notices)
    .values({
      title: 'Só operadores',
      html: '<p>Novo turno.</p>',
      audience: 'OPERADOR',
      publishedAt: world.server.deps.now(),
      ...part,
    })
    .returning();
  return row?.id ?? 0;
}
const seenBy = async (world: World, who: PersonType): Promise<number[]> =>
  (await world.call('GET', 'avisos', undefined, who)).body.itens.map(({ id }: { id: number }) => id);
const unread = async (world: World, who: PersonType): Promise<number> =>
  (await world.call('GET', 'avisos/total-nao-lidos', undefined, who)).body.total;
const confirm = (world: World, id: number, who: PersonType) =>
  world.call('POST', `avisos/confirmar-leitura/${id}`, undefined, who);
const readsOf = (world: World, id: number) => db(world).$count(noticeReads, eq(noticeReads.noticeId, id));

export const noticeDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'noticeReaders'> = {
  noticeReaders: {
    FORM: async (world) => {
      const id = await forOperators(world);
      expect([await seenBy(world, 'OPERADOR'), await seenBy(world, 'VENDEDOR')]).toEqual([[id], []]);
      expect([await unread(world, 'OPERADOR'), await unread(world, 'VENDEDOR')]).toEqual([1, 0]);
      expect((await confirm(world, id, 'VENDEDOR')).status).toBe(404);
      expect((await confirm(world, id, 'OPERADOR')).status).toBe(200);
      expect([await readsOf(world, id), await unread(world, 'OPERADOR')]).toEqual([1, 0]);
    },
    IMPORT: notApplicable('Notices are written in their editor; no sheet holds any.'),
    BULK: async (world) => {
      const [id, all] = [await forOperators(world), await forOperators(world, { audience: 'TODOS' })];
      await world.call('POST', 'avisos/ler-todos', undefined, 'VENDEDOR');
      expect([await readsOf(world, id), await readsOf(world, all)]).toEqual([0, 1]);
    },
    COPY: notApplicable('Notices are not copied; a change of their readers is judged at each look.'),
    MAIL: notApplicable('Notices are read in the console only; no mail carries them.'),
    AUTOMATION: async (world) => {
      // One for later is nobody's yet, and its hour brings it to its readers only.
      const minute = 60_000;
      const publishedAt = new Date(world.server.deps.now().getTime() + minute / 2);
      const id = await forOperators(world, { publishedAt });
      expect([await seenBy(world, 'OPERADOR'), await unread(world, 'OPERADOR')]).toEqual([[], 0]);
      expect((await confirm(world, id, 'OPERADOR')).status).toBe(404);
      world.server.advance(minute);
      const seen = [await seenBy(world, 'OPERADOR'), await seenBy(world, 'VENDEDOR')];
      world.server.advance(-minute);
      expect(seen).toEqual([[id], []]);
    },
    DRAFT: async (world) => {
      const id = await forOperators(world);
      const answers = await Promise.all([1, 2, 3].map(() => confirm(world, id, 'OPERADOR')));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const audited = and(eq(auditLog.entity, 'notices'), eq(auditLog.entityId, String(id)));
      expect([await readsOf(world, id), await db(world).$count(auditLog, audited)]).toEqual([1, 1]);
    },
    SYSTEM: notApplicable('No key has a scope for notices, and the feed does not carry them.'),
  },
};
