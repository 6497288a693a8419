import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { draftName } from '#contract/rules/drafts.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { drafts } from '../db/tables/index.ts';

/** Separates the object from the timestamp in the name of a draft that was set aside. */
export const KEPT_SUFFIX = '-guardado-';

interface Way {
  from: number;
  to: number;
}

/**
 * Takes everybody's half-written replies, those set aside too, from one ticket to another, and says which these were. Who has begun one
 * there too finds them beside it, set aside.
 */
export const moveReplyDrafts = (tx: Tx, ctx: Pick<Context, 'now'>, way: Way): Promise<string[]> =>
  moveDrafts(tx, ctx, way);

/** Takes these replies back, set aside or not; one that was sent or discarded meanwhile is not there any more. */
export async function returnReplyDrafts(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  way: Way,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await moveDrafts(tx, ctx, way, ids);
}

/** Of several for one person, the one that is not set aside, or else the newest, gets the name under which the reply opens. */
async function moveDrafts(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { from, to }: Way,
  ids?: readonly string[],
): Promise<string[]> {
  const [source, name] = [draftName('reply', from), draftName('reply', to)];
  const aside = `${name}${KEPT_SUFFIX}${now().getTime()}-`;
  const chosen = and(
    or(eq(drafts.object, source), sql`starts_with(${drafts.object}, ${`${source}${KEPT_SUFFIX}`})`),
    ids && inArray(drafts.draftId, [...ids]),
  );
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${drafts} moving set object = case
        when chosen.place = 1 and not exists (
          select from ${drafts} own where own.person_id = moving.person_id and own.object = ${name})
        then ${name}::text else ${aside}::text || moving.version || '-' || chosen.place end
    from (
      select ${drafts.personId} as person_id, ${drafts.object} as object,
        row_number() over (
          partition by ${drafts.personId} order by ${drafts.object} = ${source} desc, ${drafts.updatedAt} desc) as place
      from ${drafts} where ${chosen}) chosen
    where moving.person_id = chosen.person_id and moving.object = chosen.object
    returning moving.draft_id as id`);
  return rows.map(({ id }) => id);
}
