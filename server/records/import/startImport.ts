import { and, eq, isNull } from 'drizzle-orm';
import { shapeOf } from '../../adapters/spreadsheet/sheetShape.ts';
import type { Context } from '../../context.ts';
import { files, recordImports } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { analyzeHead, likeliestSheet } from './analyzeHead.ts';
import { importTarget, requireImport } from './importTarget.ts';
import { knownFor, matchedBefore, presetsOf } from './presets.ts';

interface NewImport {
  chave: string;
  /** Must belong to the person and not be used for anything yet. */
  fileId: string;
}

/** Attaches the file to a new import; its format and columns are detected before the user is asked anything. */
export async function startImport(ctx: Context, { chave, fileId }: NewImport): Promise<string> {
  const target = await importTarget(ctx.db, chave);
  requireImport(ctx.user, target);
  const unused = and(eq(files.id, fileId), eq(files.ownerId, ctx.user.id), isNull(files.linkedAt));
  const [given] = await ctx.db.select().from(files).where(unused);
  const open = () => ctx.files.get(given?.storedAs ?? '');
  // Scanning a large workbook takes longer than a transaction should stay open.
  const shape = given && (await likeliestSheet(open, await shapeOf(open, given.name), target.type));
  return withIdempotency(ctx, 'imports.start', { chave, fileId }, async (tx) => {
    const [file] = await tx.select().from(files).where(unused).for('update');
    if (!file || !shape) throw notFound();
    const presets = await presetsOf(tx, chave);
    const before = await matchedBefore(tx, chave, ctx.user.id);
    const look = await analyzeHead(open, shape, target.type, { known: knownFor([...presets, ...before]) });
    await tx.update(files).set({ linkedAt: ctx.now() }).where(eq(files.id, file.id));
    const [made] = await tx
      .insert(recordImports)
      .values({
        type: chave,
        personId: ctx.user.id,
        fileId: file.id,
        fileName: file.name,
        shape,
        ...look,
        preset: knownFor(presets)(look.headings)?.name ?? null,
        ip: ctx.ip,
        requestId: ctx.requestId,
        createdAt: ctx.now(),
        updatedAt: ctx.now(),
      })
      .returning({ id: recordImports.id });
    if (!made) throw new Error('the import was not recorded');
    return made.id;
  });
}
