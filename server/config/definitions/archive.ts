import { sql } from 'drizzle-orm';
import type { definitionRoutes } from '../../../contract/config/definitions.ts';
import type { Input } from '../../../contract/route.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import { definitions } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { kindRules } from './kinds.ts';
import { detail } from './present.ts';
import { audited, isDefinition, lockDefinition } from './records.ts';

/** Out of use; versions stay. What still needs it stands against it. */
export async function archive({ params, body }: Input<typeof definitionRoutes.archive>, ctx: Context) {
  const name = { kind: params.tipo, key: params.chave };
  const why = await kindRules(name.kind).whyNotArchived?.(ctx.db, name.key);
  if (why) throw refused('EM_USO', why);
  return setArchived(name, body.versao, ctx, true);
}

export async function unarchive({ params, body }: Input<typeof definitionRoutes.unarchive>, ctx: Context) {
  const name = { kind: params.tipo, key: params.chave };
  return setArchived(name, body.versao, ctx, false);
}

async function setArchived(
  name: Parameters<typeof isDefinition>[0],
  versao: number,
  ctx: Context,
  archived: boolean,
) {
  await ctx.db.transaction(async (tx) => {
    await lockDefinition(tx, name, versao);
    await tx
      .update(definitions)
      .set({
        archivedAt: archived ? ctx.now() : null,
        version: sql`${definitions.version} + 1`,
        updatedAt: ctx.now(),
      })
      .where(isDefinition(name));
    await audit(tx, ctx, { action: archived ? 'ARQUIVAR' : 'DESARQUIVAR', ...audited(name) });
  });
  return { data: await detail(ctx, name) };
}
