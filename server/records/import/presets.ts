import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { reusableSettings } from '#contract/records/routes/recordImport.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { importPresets, recordImports } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import type { KnownColumns } from './analyzeHead.ts';

interface Preset extends KnownColumns {
  name: string;
  headings: string[];
  columns: (string | null)[];
}

/** A type's presets, newest first: if two have the same titles, the newer one applies. */
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

/**
 * The title of the column added to refused lines. A corrected file that is uploaded again contains it, and it fills no field.
 */
export const PROBLEM_TITLE = 'Problema';

/** The matching saved for a file with exactly these titles in this order, ignoring the column of problems. */
export const knownFor =
  <K extends KnownColumns>(known: readonly K[]) =>
  (headings: readonly string[]): K | undefined => {
    const isCorrected = headings[0] === PROBLEM_TITLE;
    const sought = JSON.stringify(isCorrected ? headings.slice(1) : headings);
    const found = known.find((one) => JSON.stringify(one.headings) === sought);
    return found && isCorrected ? { ...found, headings, columns: [null, ...found.columns] } : found;
  };

/** The person's own recent imports of the type, newest first: a corrected or repeated file needs no preset. */
export const matchedBefore = async (
  db: Executor,
  type: string,
  personId: number,
): Promise<KnownColumns[]> => {
  const rows = await db
    .select({
      headings: recordImports.headings,
      columns: recordImports.columns,
      settings: recordImports.settings,
    })
    .from(recordImports)
    .where(and(eq(recordImports.type, type), eq(recordImports.personId, personId), gt(recordImports.read, 0)))
    .orderBy(desc(recordImports.createdAt))
    .limit(10);
  return rows.map((row) => ({ ...row, settings: reusableSettings(row.settings) }));
};

/** Replaces a preset with the same name: next month's file is another version of the same report. */
export async function keepPreset(
  tx: Tx,
  type: string,
  preset: Preset,
  by: { id: number; at: Date },
): Promise<void> {
  const { name, headings, columns, settings } = preset;
  const values = {
    headings,
    columns,
    settings: reusableSettings(settings),
    updatedBy: by.id,
    updatedAt: by.at,
  };
  await tx
    .insert(importPresets)
    .values({ type, name, ...values })
    .onConflictDoUpdate({ target: [importPresets.type, importPresets.name], set: values });
}

/** Throws 404 if there is no such preset. */
export async function dropPreset(tx: Tx, type: string, name: string): Promise<void> {
  const removedPresets = await tx
    .delete(importPresets)
    .where(and(eq(importPresets.type, type), eq(importPresets.name, name)))
    .returning({ name: importPresets.name });
  if (removedPresets.length === 0) throw notFound();
}
