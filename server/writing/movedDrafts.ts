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

/** The name that drafts have, and the one that they get. */
interface Names {
  source: string;
  name: string;
}

/**
 * Takes everybody's half-written replies, those set aside too, from one ticket to another, and says which these were. Who has begun one
 * there too finds them beside it, set aside.
 */
export const moveReplyDrafts = (tx: Tx, ctx: Pick<Context, 'now'>, way: Way): Promise<string[]> =>
  moveDrafts(tx, ctx, replies(way));

const replies = ({ from, to }: Way): Names => ({
  source: draftName('reply', from),
  name: draftName('reply', to),
});

/** Takes these replies back, set aside or not; one that was sent or discarded meanwhile is not there any more. */
export async function returnReplyDrafts(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  way: Way,
  ids: readonly string[],
): Promise<void> {
  if (ids.length > 0) await moveDrafts(tx, ctx, replies(way), ids);
}

/**
 * The same of what is half-written about a customer: conversations, also those about a quote, and records of the company's own types.
 * With `ids`, only these.
 */
export async function moveCustomerDrafts(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  { from, to }: Way,
  ids?: readonly string[],
): Promise<string[]> {
  if (ids?.length === 0) return [];
  const [talk, record] = [draftName('serviceRecord', from), endOfRecords(from)];
  const { rows } = await tx.execute<{ source: string }>(sql`
    select distinct split_part(${drafts.object}, ${KEPT_SUFFIX}, 1) as source from ${drafts}
    where (${drafts.object} = ${talk} or starts_with(${drafts.object}, ${`${talk}-`})
      or split_part(${drafts.object}, ${KEPT_SUFFIX}, 1) like ${`cad-%${record}`})
      and ${ids ? inArray(drafts.draftId, [...ids]) : sql`true`}
    order by 1`);
  const moved: string[] = [];
  for (const { source } of rows) {
    const name = source.startsWith(talk)
      ? draftName('serviceRecord', to) + source.slice(talk.length)
      : source.slice(0, -record.length) + endOfRecords(to);
    moved.push(...(await moveDrafts(tx, ctx, { source, name }, ids)));
  }
  return moved;
}

/** How the names end of records of a customer, whatever their type. */
const endOfRecords = (idCli: number): string => draftName('customerRecord', '', idCli).replace(/^cad-/, '');

/** Of several for one person, the one that is not set aside, or else the newest, gets the name under which the reply opens. */
async function moveDrafts(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { source, name }: Names,
  ids?: readonly string[],
): Promise<string[]> {
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
