import { and, asc, desc, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { CustomTypeDefinition } from '#contract/records/customType.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { Deps } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { definitionVersions, recordFollowings, records } from '../../db/tables/index.ts';
import { pollLoop } from '../../rounds.ts';
import { buildPendingIndexes, keepTypeIndexes } from './customIndexes.ts';
import { derivedColumns, isDerivedAlike } from './derived.ts';

/** How many records are updated per transaction, which limits how long a writer of one of them has to wait. */
const BATCH_SIZE = 2_000;

/**
 * Runs in the transaction of a publication, which holds the definition: updates the columns that lists, searches and scope
 * read, so that they follow the new definition. Up to some thousand records are updated at once; those of a larger type, and
 * the indexes of a large table, are left to `startDerivedUpdater`. Until then records are found and visible as before.
 */
export async function startDerivedUpdate(
  tx: Tx,
  definition: CustomTypeDefinition,
  version: number,
): Promise<void> {
  const { chave: type } = definition;
  // A step already running for the previous version ends first, so that its writes are visible here; the next one waits.
  const [behind] = await tx
    .select({ lastId: recordFollowings.lastId })
    .from(recordFollowings)
    .where(eq(recordFollowings.type, type))
    .for('update');
  const isBehind = behind !== undefined && behind.lastId !== null;
  const last =
    isBehind || (await derivesDifferently(tx, definition, version))
      ? await updateDerivedBatch(tx, definition, 0)
      : null;
  const indexed = await keepTypeIndexes(tx, definition, 'PUBLISHING');
  if (last === null && indexed) {
    await tx.delete(recordFollowings).where(eq(recordFollowings.type, type));
    return;
  }
  const place = { version, lastId: last, updatedAt: sql`now()` };
  await tx
    .insert(recordFollowings)
    .values({ type, ...place })
    .onConflictDoUpdate({ target: recordFollowings.type, set: place });
}

/** Whether the previous version derived different columns. */
async function derivesDifferently(
  tx: Tx,
  definition: CustomTypeDefinition,
  version: number,
): Promise<boolean> {
  const { chave: key } = definition;
  const [before] = await tx
    .select({ content: definitionVersions.content })
    .from(definitionVersions)
    .where(and(isVersionOf(key), lt(definitionVersions.version, version)))
    .orderBy(desc(definitionVersions.version))
    .limit(1);
  return !before || !isDerivedAlike(contentOf('records', before.content), definition);
}

const isVersionOf = (key: string) =>
  and(eq(definitionVersions.kind, 'records'), eq(definitionVersions.key, key));
/**
 * Updates the records after an id, locked in the same order as writers lock them. Returns the last id, or `null` if none are
 * left.
 */
async function updateDerivedBatch(
  tx: Tx,
  definition: CustomTypeDefinition,
  after: number,
): Promise<number | null> {
  const columns = Object.entries(derivedColumns(definition));
  const join = (parts: ReturnType<typeof sql>[]) => sql.join(parts, sql`, `);
  const names = join(columns.map(([name]) => sql`${records}.${sql.identifier(name)}`));
  const values = join(columns.map(([, value]) => value));
  const set = join(columns.map(([name, value]) => sql`${sql.identifier(name)} = ${value}`));
  const { rows } = await tx.execute<{ last: number | null; count: number }>(sql`
    with page as (
      select id from ${records} where ${and(eq(records.type, definition.chave), gt(records.id, after))}
      order by id limit ${BATCH_SIZE} for no key update),
    followed as (update ${records} set ${set} from page
      where ${records.id} = page.id and row(${names}) is distinct from row(${values}))
    select max(id) as last, count(*)::int as count from page`);
  const [page] = rows;
  return page && page.count === BATCH_SIZE ? page.last : null;
}

interface Log {
  warn(details: object, text: string): void;
}

/**
 * Finishes the work that publications left, some thousand records per transaction; if a process ends, the next one continues.
 * Indexes take minutes and are built separately, so that no type's records wait for another's indexes.
 */
export function startDerivedUpdater(deps: Pick<Deps, 'db' | 'pool'>, log: Log): { stop(): Promise<void> } {
  const turns = [
    pollLoop(withWarning(log, 'records do not follow their definition', () => continueDerivedUpdate(deps))),
    pollLoop(withWarning(log, 'indexes of record types wait', () => continueIndexing(deps, log))),
  ];
  return { stop: async () => void (await Promise.all(turns.map(({ stop }) => stop()))) };
}

/** A failing step is tried again and logged only once. */
function withWarning(log: Log, text: string, step: () => Promise<boolean>): () => Promise<boolean> {
  let failing = false;
  return async () => {
    try {
      const found = await step();
      failing = false;
      return found;
    } catch (err) {
      if (!failing) log.warn({ err }, text);
      failing = true;
      return false;
    }
  };
}

/** Updates some thousand records of the type that has waited longest and advances its position; false if none are left. */
export const continueDerivedUpdate = ({ db }: Pick<Deps, 'db'>): Promise<boolean> =>
  db.transaction(async (tx) => {
    const [next] = await tx
      .select()
      .from(recordFollowings)
      .where(isNotNull(recordFollowings.lastId))
      .orderBy(asc(recordFollowings.updatedAt), asc(recordFollowings.type))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!next || next.lastId === null) return false;
    const { type, version } = next;
    const [holds] = await tx
      .select({ content: definitionVersions.content })
      .from(definitionVersions)
      .where(and(isVersionOf(type), eq(definitionVersions.version, version)));
    const lastId = holds
      ? await updateDerivedBatch(tx, contentOf('records', holds.content), next.lastId)
      : null;
    await tx
      .update(recordFollowings)
      .set({ lastId, updatedAt: sql`now()` })
      .where(eq(recordFollowings.type, type));
    return true;
  });

/**
 * Builds the indexes of a type whose records are all up to date; false if there is none, or if another process is building
 * some.
 */
export async function continueIndexing(deps: Pick<Deps, 'db' | 'pool'>, log: Log): Promise<boolean> {
  const [next] = await deps.db
    .select()
    .from(recordFollowings)
    .where(isNull(recordFollowings.lastId))
    .orderBy(asc(recordFollowings.updatedAt), asc(recordFollowings.type))
    .limit(1);
  if (!next) return false;
  const { type, version } = next;
  try {
    if (!(await buildPendingIndexes(deps, type))) return false;
  } catch (err) {
    // The hourly run tries again; nothing waits for it here.
    log.warn({ err, type }, 'indexes of a record type were not made');
  }
  // A newer version in progress gets its own turn.
  await deps.db
    .delete(recordFollowings)
    .where(
      and(
        eq(recordFollowings.type, type),
        eq(recordFollowings.version, version),
        isNull(recordFollowings.lastId),
      ),
    );
  return true;
}
