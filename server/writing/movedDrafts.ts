import { eq, sql } from 'drizzle-orm';
import { draftName } from '#contract/rules/drafts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { drafts } from '../db/tables/index.ts';

/** Separates the object from the timestamp in the name of a draft that was set aside. */
export const KEPT_SUFFIX = '-guardado-';

/**
 * Takes everybody's half-written reply from one ticket to another. Who has begun one there too finds this one beside it, set aside.
 */
export async function moveReplyDrafts(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const name = draftName('reply', to);
  const aside = `${name}${KEPT_SUFFIX}${now().getTime()}-`;
  await tx
    .update(drafts)
    .set({
      object: sql`case when exists (
          select from ${drafts} own where own.person_id = ${drafts.personId} and own.object = ${name})
        then ${aside}::text || ${drafts.version} else ${name}::text end`,
    })
    .where(eq(drafts.object, draftName('reply', from)));
}
