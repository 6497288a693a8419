import { and, eq } from 'drizzle-orm';
import { readSheet } from '../adapters/spreadsheet/readSheet.ts';
import type { Context } from '../context.ts';
import { files } from '../db/tables/index.ts';
import { notFound } from '../errors.ts';

/** The rows of a sheet that the person sent, heading first; 404 for somebody else's. */
export async function ownSheet(ctx: Context, fileId: string, mostRows: number): Promise<string[][]> {
  const [file] = await ctx.db
    .select({ name: files.name, storedAs: files.storedAs })
    .from(files)
    .where(and(eq(files.id, fileId), eq(files.ownerId, ctx.user.id)));
  if (!file) throw notFound();
  const parts: Buffer[] = [];
  for await (const part of await ctx.files.get(file.storedAs)) parts.push(part as Buffer);
  return readSheet(Buffer.concat(parts), file.name, mostRows);
}
