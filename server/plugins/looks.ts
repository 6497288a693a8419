import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PERSONAL_DATA_VIEWED } from '#contract/catalogs/auditNames.ts';
import type { AuditedRecord } from '#contract/route.ts';
import type { Deps } from '../context.ts';
import type { Db } from '../db/client.ts';
import { auditLog } from '../db/tables/index.ts';
import { seesPersonal } from '../session/personalData.ts';

interface PersonalDataView {
  at: Date;
  personId: number;
  entity: AuditedRecord['entity'];
  entityId: string;
  page: string;
  ip: string;
  requestId: string;
}

/** Milliseconds within which repeated views of the same person's data by the same user are recorded once. */
const DEDUPLICATION_MS = 15 * 60 * 1000;
const FLUSH_INTERVAL = 2_000;
/** How many entries may wait while the database is unavailable; any more are written only to the server log. */
const MAX_WAITING = 10_000;

/**
 * Records in the audit log who opened a page with personal data. Entries are written after the answer, many in one statement,
 * so that no request waits for them. On shutdown, the remaining ones are written.
 */
export function registerAccessAudit(app: FastifyInstance, { db, now }: Pick<Deps, 'db' | 'now'>): void {
  let waiting: PersonalDataView[] = [];
  const recent = new Map<string, number>();
  let writing = Promise.resolve();
  const flush = () => {
    writing = writing.then(async () => {
      const looks = waiting;
      waiting = [];
      try {
        await write(db, looks);
      } catch (err) {
        app.log.warn({ err, looks: looks.length }, 'who looked at personal data is not written yet');
        waiting = [...looks, ...waiting].slice(0, MAX_WAITING);
      }
    });
    return writing;
  };
  const timer = setInterval(() => waiting.length > 0 && flush(), FLUSH_INTERVAL).unref();
  app.addHook('onResponse', async (request, reply) => {
    const look = reply.statusCode === 200 && auditedViewOf(request, now());
    if (!look) return;
    const key = `${look.personId} ${look.entity} ${look.entityId}`;
    if ((recent.get(key) ?? 0) > look.at.getTime() - DEDUPLICATION_MS) return;
    if (recent.size >= MAX_WAITING) recent.clear();
    recent.set(key, look.at.getTime());
    if (waiting.length < MAX_WAITING) waiting.push(look);
    else app.log.error({ look: key, page: look.page }, 'too many looks wait for the database');
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await flush();
  });
}

/**
 * The entry to record, if any. Users who see masked data learn nothing about anyone, and consumers see only their own data.
 */
function auditedViewOf(
  { user, params, routeOptions, ip, id }: FastifyRequest,
  at: Date,
): PersonalDataView | null {
  const route = routeOptions.config.contract;
  const looked = route?.auditsAccessTo;
  if (!route || !looked || !user || user.type === 'CONSUMIDOR_FINAL' || !seesPersonal(user)) return null;
  const given = params as Record<string, unknown>;
  if (looked.only && given[looked.only.param] !== looked.only.value) return null;
  const entityId = String(given[looked.param]);
  const personId = user.viewer?.id ?? user.id;
  if (looked.entity === 'people' && entityId === String(personId)) return null;
  return { at, personId, entity: looked.entity, entityId, page: route.summary, ip, requestId: id };
}

/** Skips views that another process recorded for the same user and person within the same quarter of an hour. */
async function write(db: Db, looks: readonly PersonalDataView[]): Promise<void> {
  if (looks.length === 0) return;
  const rows = sql.join(
    looks.map(
      ({ at, personId, entity, entityId, page, ip, requestId }) =>
        sql`(${at.toISOString()}::timestamptz, ${personId}::int, ${entity}::text, ${entityId}::text, ${page}::text,
          ${ip}::text, ${requestId}::text)`,
    ),
    sql`, `,
  );
  const isSameLook = and(
    eq(auditLog.entity, sql`look.entity`),
    eq(auditLog.entityId, sql`look.entity_id`),
    eq(auditLog.action, PERSONAL_DATA_VIEWED),
    eq(auditLog.personId, sql`look.person_id`),
    gt(auditLog.at, sql`look.at - ${`${DEDUPLICATION_MS} milliseconds`}::interval`),
  );
  await db.execute(sql`
    insert into ${auditLog} (at, person_id, action, entity, entity_id, after, ip, request_id)
    select look.at, look.person_id, ${PERSONAL_DATA_VIEWED}, look.entity, look.entity_id, jsonb_build_object('pagina', look.page), look.ip,
      look.request_id
    from (values ${rows}) as look (at, person_id, entity, entity_id, page, ip, request_id)
    where not exists (select from ${auditLog} where ${isSameLook})
    order by look.at`);
}
