import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { importPresets, recordImports } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import type { KnownColumns } from './lookAt.ts';

interface Preset extends KnownColumns {
  name: string;
  headings: string[];
  columns: (string | null)[];
}

/** Of a type, the newest first: of two for the same titles it is meant. */
export const presetsOf = (db: Executor, type: string): Promise<Preset[]> =>
  db
    .select({
      name: importPresets.name,
      headings: importPresets.headings,
      columns: importPresets.columns,
      settings: importPresets.settings,
    })
    .from(importPresets)
    .where(eq(importPresets.type, type))
    .orderBy(desc(importPresets.updatedAt), asc(importPresets.name));

/** Title of the column that is added to refused lines; a mended file that is sent again has it, and it fills no field. */
export const PROBLEM_TITLE = 'Problema';

/** What was matched for a file with just these titles in this order, the column of problems left aside. */
export const knownFor =
  <K extends KnownColumns>(known: readonly K[]) =>
  (headings: readonly string[]): K | undefined => {
    const isMended = headings[0] === PROBLEM_TITLE;
    const sought = JSON.stringify(isMended ? headings.slice(1) : headings);
    const found = known.find((one) => JSON.stringify(one.headings) === sought);
    return found && isMended ? { ...found, headings, columns: [null, ...found.columns] } : found;
  };

/** The person's own last imports of the type: a mended or repeated file needs no preset. Newest first. */
export const matchedBefore = (db: Executor, type: string, personId: number): Promise<KnownColumns[]> =>
  db
    .select({
      headings: recordImports.headings,
      columns: recordImports.columns,
      settings: recordImports.settings,
    })
    .from(recordImports)
    .where(and(eq(recordImports.type, type), eq(recordImports.personId, personId), gt(recordImports.read, 0)))
    .orderBy(desc(recordImports.createdAt))
    .limit(10);

/** One of the same name is replaced: next month's file is another version of the same report. */
export async function keepPreset(
  tx: Tx,
  type: string,
  preset: Preset,
  by: { id: number; at: Date },
): Promise<void> {
  const { name, headings, columns, settings } = preset;
  const values = { headings, columns, settings, updatedBy: by.id, updatedAt: by.at };
  await tx
    .insert(importPresets)
    .values({ type, name, ...values })
    .onConflictDoUpdate({ target: [importPresets.type, importPresets.name], set: values });
}

/** Throws 404 where there is none. */
export async function dropPreset(tx: Tx, type: string, name: string): Promise<void> {
  const gone = await tx
    .delete(importPresets)
    .where(and(eq(importPresets.type, type), eq(importPresets.name, name)))
    .returning({ name: importPresets.name });
  if (gone.length === 0) throw notFound();
}
