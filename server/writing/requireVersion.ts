import { and, desc, eq, ne } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import type { Conflict } from '#contract/sharedShapes.ts';
import type { Executor } from '../db/client.ts';
import { auditLog, people } from '../db/tables/index.ts';
import { conflict, type Refusal, type ShownRecord } from '../errors.ts';

interface Existing {
  /** The record's English noun in the audit: `goals`. */
  entity: string;
  entityId: string | number;
  version: number;
  /** How the record is named in a sentence: 'este contato'. */
  name: string;
  /** The current state as the noun's read route returns it: the other person's side of the conflict. */
  state?: () => Promise<ShownRecord>;
}

/**
 * Refuses a write that is based on another version than the current one: 409 with who changed the record, when, and its
 * current state. Without a version, as third-party clients send it, the write overwrites the current state.
 */
export async function requireVersion(
  db: Executor,
  given: number | undefined,
  existing: Existing,
): Promise<void> {
  if (given !== undefined && given !== existing.version) throw await changedMeanwhile(db, existing);
}

async function changedMeanwhile(db: Executor, existing: Existing): Promise<Refusal> {
  const { name, version, state } = existing;
  const last = await lastChange(db, existing);
  const current: Conflict = {
    versao: version,
    por: last?.by ?? null,
    em: last?.at.toISOString() ?? null,
    ...(state && { estado: await state() }),
  };
  return conflict(
    `${last?.by ?? 'Outra pessoa'} mudou ${name}. Veja como ficou antes de mudar de novo.`,
    current,
  );
}

/** Who last wrote a record, and when. */
export async function lastChange(db: Executor, { entity, entityId }: Pick<Existing, 'entity' | 'entityId'>) {
  const [last] = await db
    .select({ by: people.name, at: auditLog.at })
    .from(auditLog)
    .leftJoin(people, eq(people.id, auditLog.personId))
    .where(
      and(
        eq(auditLog.entity, entity),
        eq(auditLog.entityId, String(entityId)),
        ne(auditLog.action, PERSONAL_DATA_VIEWED),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last;
}
