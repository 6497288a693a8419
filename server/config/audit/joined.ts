import { type SQL, sql } from 'drizzle-orm';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import type { Executor } from '#server/db/client.ts';
import { auditLog } from '#server/db/tables/index.ts';

/** Two saves of one person on one record are told as one if no more time passed between them. */
const PAUSE = sql.raw("interval '5 minutes'");
/** Saves that are told as one: an hour of one every seven seconds. */
const MOST = 500;
const CHANGE = 'ALTERAR';

/**
 * A condition on `audit_log`: the record's next entry does not go on with this one. Only entries before `until` count, because
 * a list that ends there would otherwise lose what goes on after it.
 */
export const notContinued = (until?: Date): SQL => sql`not coalesce(
  ${auditLog}.action = ${CHANGE} and (
    select n.action = ${CHANGE} and n.person_id = ${auditLog}.person_id and n.at <= ${auditLog}.at + ${PAUSE}
      ${until ? sql`and n.at < ${until.toISOString()}` : sql``}
    from ${auditLog} n
    where n.entity = ${auditLog}.entity and n.entity_id = ${auditLog}.entity_id and n.id > ${auditLog}.id
      and n.action <> ${PERSONAL_DATA_VIEWED}
    order by n.id limit 1), false)`;

/** What an entry tells of its change. */
export interface Saved {
  at: Date;
  before: unknown;
  after: unknown;
}

/** The entries that each of these goes on with, oldest first, by its id. */
export async function entriesBefore(
  db: Executor,
  entries: readonly { id: number; action: string; personId: number | null }[],
): Promise<Map<number, Saved[]>> {
  const heads = entries.flatMap(({ id, action, personId }) =>
    action === CHANGE && personId !== null ? id : [],
  );
  const found = new Map<number, Saved[]>();
  if (heads.length === 0) return found;
  const { rows } = await db.execute<{ head: string; at: string; before: unknown; after: unknown }>(sql`
    with recursive chain as (
      select id as head, id, at, person_id, entity, entity_id, before, after, 0 as place from ${auditLog}
      where id = any(${sql.param(heads)}::bigint[])
      union all
      select c.head, p.id, p.at, p.person_id, p.entity, p.entity_id, p.before, p.after, c.place + 1
      from chain c cross join lateral (
        select p.* from ${auditLog} p
        where p.entity = c.entity and p.entity_id = c.entity_id and p.id < c.id
          and p.action <> ${PERSONAL_DATA_VIEWED}
        order by p.id desc limit 1) p
      where p.action = ${CHANGE} and p.person_id = c.person_id and p.at >= c.at - ${PAUSE} and c.place < ${MOST})
    select head, at, before, after from chain where place > 0 order by head, id`);
  for (const { head, at, before, after } of rows) {
    const saved = found.get(Number(head)) ?? [];
    saved.push({ at: new Date(at), before, after });
    found.set(Number(head), saved);
  }
  return found;
}
