import { and, asc, eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../db/client.ts';
import { importPresets } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import type { KnownColumns } from './lookAt.ts';

export interface Preset extends KnownColumns {
  name: string;
  headings: string[];
  columns: (string | null)[];
}

/** Of a type, by name. */
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
    .orderBy(asc(importPresets.name));

/** The preset whose file had just these titles in this order. */
export const presetFor =
  (presets: readonly Preset[]) =>
  (headings: readonly string[]): Preset | undefined =>
    presets.find((preset) => JSON.stringify(preset.headings) === JSON.stringify(headings));

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
