import { and, eq, inArray } from 'drizzle-orm';
import { filesHeld } from '#contract/rules/fields/fieldFiles.ts';
import type { FieldValues } from '#contract/rules/fields/fieldValues.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerFiles, customers, files } from '../../db/tables/index.ts';
import { releaseFiles } from '../../storedFiles.ts';

interface ChangedFiles {
  added: readonly { id: string }[];
  removed: readonly string[];
}

/** Links what the extra fields of a locked customer hold now, and gives up what they held. */
export async function writeFieldFiles(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'now'>,
  customerId: number,
  { added, removed }: ChangedFiles,
): Promise<void> {
  const ids = added.map(({ id }) => id);
  const createdAt = ctx.now();
  if (ids.length > 0) {
    await tx.insert(customerFiles).values(ids.map((fileId) => ({ customerId, fileId, createdAt })));
    await tx.update(files).set({ linkedAt: createdAt }).where(inArray(files.id, ids));
  }
  if (removed.length === 0) return;
  const removedFiles = await tx
    .delete(customerFiles)
    .where(and(eq(customerFiles.customerId, customerId), inArray(customerFiles.fileId, [...removed])))
    .returning({ id: customerFiles.fileId });
  await releaseFiles(
    tx,
    ctx,
    removedFiles.map(({ id }) => id),
  );
}

/**
 * Leaves out of the extra fields of a locked customer what it does not have any more: while it was merged into another one, somebody
 * may have taken a file out there, and its own files leave that one with it.
 */
export async function dropGoneFiles(tx: Tx, customerId: number): Promise<void> {
  const [row] = await tx
    .select({ values: customers.extraFields })
    .from(customers)
    .where(eq(customers.id, customerId));
  if (!row || Object.values(row.values).every((value) => filesIn(value).length === 0)) return;
  const present = await tx
    .select({ id: customerFiles.fileId })
    .from(customerFiles)
    .where(eq(customerFiles.customerId, customerId));
  const presentIds = new Set(present.map(({ id }) => id));
  const keptValues = keptFiles(row.values, presentIds);
  if (JSON.stringify(keptValues) !== JSON.stringify(row.values))
    await tx.update(customers).set({ extraFields: keptValues }).where(eq(customers.id, customerId));
}

/** Only what a registration links as a file: an answer of a step may be a list of whatever has an id. */
const filesIn = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof recordOf(each).mime === 'string')
    ? filesHeld(value)
    : [];

const keptFiles = (values: FieldValues, known: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const fileRefs = filesIn(value);
      if (fileRefs.every(({ id }) => known.has(id))) return [[key, value]];
      const presentFiles = fileRefs.filter(({ id }) => known.has(id));
      return presentFiles.length > 0 ? [[key, presentFiles]] : [];
    }),
  );
