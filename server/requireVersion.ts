import { and, desc, eq, ne } from 'drizzle-orm';
import { LOOKED } from '../contract/catalogs/auditNames.ts';
import type { Conflict } from '../contract/sharedShapes.ts';
import type { Executor } from './db/client.ts';
import { auditLog, people } from './db/tables/index.ts';
import { conflict, type Refusal } from './errors.ts';

interface Standing {
  /** English noun of the record in the audit: `goals`. */
  entity: string;
  entityId: string | number;
  version: number;
  /** How a sentence calls it: 'este contato'. */
  name: string;
  /** What stands, as the noun's reading route answers it: the other person's side of the conflict. */
  state?: () => unknown;
}

/**
 * Refuses what was written over another version than the one that stands: 409 with who changed it, when, and how it
 * is now. Without a version, as foreign clients send it, the write goes over whatever stands.
 */
export async function requireVersion(
  db: Executor,
  given: number | undefined,
  standing: Standing,
): Promise<void> {
  if (given !== undefined && given !== standing.version) throw await changedMeanwhile(db, standing);
}

async function changedMeanwhile(db: Executor, standing: Standing): Promise<Refusal> {
  const { name, version, state } = standing;
  const last = await lastChange(db, standing);
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

/** Who wrote a record last, and when. */
export async function lastChange(db: Executor, { entity, entityId }: Pick<Standing, 'entity' | 'entityId'>) {
  const [last] = await db
    .select({ by: people.name, at: auditLog.at })
    .from(auditLog)
    .leftJoin(people, eq(people.id, auditLog.personId))
    .where(
      and(eq(auditLog.entity, entity), eq(auditLog.entityId, String(entityId)), ne(auditLog.action, LOOKED)),
    )
    .orderBy(desc(auditLog.id))
    .limit(1);
  return last;
}
