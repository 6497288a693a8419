import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { audit } from '../../writing/audit.ts';
import { kindRules } from './kinds.ts';
import { audited, type DefinitionRow, isDefinition, versionRow } from './present.ts';
import { refuseBrokenUses } from './uses.ts';

/** Puts a locked definition into the archive, where its versions stay, or takes it out; refused while anything needs it. */
export async function writeArchived(
  tx: Tx,
  ctx: Context,
  row: DefinitionRow,
  archived: boolean,
): Promise<void> {
  const why = archived && (await kindRules(row.kind).whyNotArchived?.(tx, row.key));
  if (why) throw refused('EM_USO', why);
  const publishedRow = await versionRow(tx, row, row.publishedVersion);
  const content = publishedRow?.content ?? null;
  await refuseBrokenUses(
    tx,
    row,
    archived ? { before: content, after: null } : { before: null, after: content },
  );
  await tx
    .update(definitions)
    .set({
      archivedAt: archived ? ctx.now() : null,
      version: sql`${definitions.version} + 1`,
      updatedAt: ctx.now(),
    })
    .where(isDefinition(row));
  await kindRules(row.kind).onArchive?.(tx, ctx, row.key);
  await audit(tx, ctx, { action: archived ? 'ARQUIVAR' : 'DESARQUIVAR', ...audited(row) });
}
