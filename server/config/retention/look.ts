import { type AnyColumn, asc, type SQL, sql } from 'drizzle-orm';
import { retentionKinds } from '#contract/catalogs/privacy.ts';
import {
  cutoffDay,
  type RetentionKind,
  retentionVerdict,
  targetKey,
  type Verdict,
} from '#contract/rules/privacy/retention.ts';
import { upperFirst } from '#contract/rules/text.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Executor } from '../../db/client.ts';
import * as t from '../../db/tables/index.ts';
import { ticketTypes } from '../../db/tables/index.ts';
import { isBusy, personalTypes, ticketEnd } from '../privacy/commands.ts';

/** A row that is old enough, and the rule's effect on it. */
export interface EvaluatedRow {
  id: number;
  since: CalendarDate;
  verdict: Verdict;
}

/** The parameters for evaluating a rule on a given day. */
export interface RuleEvaluation {
  target: Target;
  months: number;
  now: Date;
}

interface EvaluatedBatch {
  found: EvaluatedRow[];
  /** All rows up to this id were examined. */
  place: number;
}

/** Number of rows evaluated by one statement and processed in one transaction. */
const BATCH_SIZE = 200;

/** The next rows after an id: those within one window, at most `BATCH_SIZE`. */
export async function evaluateNext(
  db: Executor,
  asking: RuleEvaluation,
  place: number,
): Promise<EvaluatedBatch> {
  const end = place + DUE[asking.target.kind].window;
  const found = await evaluate(db, asking, sql`x.id > ${place} and x.id <= ${end}`);
  return { found, place: found.length === BATCH_SIZE ? (found.at(-1)?.id ?? end) : end };
}

const localDay = (at: SQL): SQL => sql`(${at} at time zone ${sql.raw(`'${DEFAULT_TIME_ZONE}'`)})::date::text`;

const DUE: Readonly<Record<RetentionKind, Due>> = {
  TICKETS: {
    table: t.tickets,
    window: 20_000,
    rows: (
      which,
      before,
      of,
    ) => sql`select x.id, ${PERSON} as customer, ${END} as at, ${END} as ended, null::date as issued
      from ${t.tickets} x where ${which} and x.type_id = ${of} and ${END} < ${before} and ${HOLDS_PERSONAL_DATA}`,
  },
  ANEXOS: {
    table: t.tickets,
    window: 20_000,
    rows: (
      which,
      before,
      of,
    ) => sql`select x.id, ${PERSON} as customer, ${END} as at, ${END} as ended, null::date as issued
      from ${t.tickets} x where ${which} and x.type_id = ${of} and ${END} < ${before}
      and exists (select from ${t.ticketAttachments} a where a.ticket_id = x.id)`,
  },
  CLIENTES: {
    table: t.customers,
    window: 5_000,
    // Eleven digits are a CPF. People who work here are not customers to be erased.
    rows: (
      which,
      before,
    ) => sql`select c.id, c.id as customer, greatest(c.updated_at, ${LAST_MOVEMENT}) as at,
        (select max(${ticketEnd(sql`e`)}) from ${t.tickets} e where e.customer_id = c.id) as ended,
        (select max(i.issued_on) from ${t.invoices} i where i.customer_id = c.id) as issued
      from (select * from ${t.customers} x where ${which} and length(x.document) = 11 and x.updated_at < ${before} and ${HOLDS_PERSONAL_DATA}) c
      where not exists (select from ${t.people} s where s.cpf = c.document and s.type <> 'CONSUMIDOR_FINAL') and ${stillSince(before)}`,
  },
  CONTAS: {
    table: t.people,
    window: 20_000,
    rows: (
      which,
      before,
    ) => sql`select x.id, ${OWN_CUSTOMER} as customer, greatest(x.last_seen_at, x.updated_at) as at, ${NONE}
      from ${t.people} x where ${which} and ${CONSUMER} and greatest(x.last_seen_at, x.updated_at) < ${before} and ${HOLDS_PERSONAL_DATA}
      and not exists (select from ${t.sessions} s where s.person_id = x.id and s.seen_at >= ${before})`,
  },
  CONTATOS: {
    table: t.customerContacts,
    window: 5_000,
    rows: (
      which,
      before,
    ) => sql`select x.id, c.id as customer, greatest(x.updated_at, ${LAST_MOVEMENT}) as at, ${NONE}
      from ${t.customerContacts} x join ${t.customers} c on c.id = x.customer_id
      where ${which} and x.updated_at < ${before} and ${stillSince(before)}`,
  },
  REGISTROS: {
    table: t.records,
    window: 20_000,
    rows: (which, before, of) => sql`select x.id, ${PERSON} as customer, x.updated_at as at, ${NONE}
      from ${t.records} x where ${which} and x.type = ${of} and x.updated_at < ${before} and ${HOLDS_PERSONAL_DATA}`,
  },
};

/** The same for only these rows, in their current state. */
export const evaluateRows = (
  db: Executor,
  asking: RuleEvaluation,
  ids: readonly number[],
): Promise<EvaluatedRow[]> => evaluate(db, asking, sql`x.id = any(${sql.param([...ids])}::int[])`);

/** The highest id to examine. */
export async function lastPlace(db: Executor, { kind }: Target): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(
    sql`select coalesce(max(x.id), 0)::int as last from ${DUE[kind].table} x`,
  );
  return rows[0]?.last ?? 0;
}

interface Row extends Record<string, unknown> {
  id: number;
  since: CalendarDate;
  ended: CalendarDate | null;
  issued: CalendarDate | null;
  busy: boolean;
}

async function evaluate(
  db: Executor,
  { target, months, now }: RuleEvaluation,
  which: SQL,
): Promise<EvaluatedRow[]> {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const before = startOfDay(cutoffDay(months, today), DEFAULT_TIME_ZONE).toISOString();
  const { rows } = await db.execute<Row>(sql`
    with due as (select * from (${DUE[target.kind].rows(which, sql`${before}::timestamptz`, target.of)}) found
      order by id limit ${BATCH_SIZE})
    select due.id, ${localDay(sql`due.at`)} as since, ${localDay(sql`due.ended`)} as ended, due.issued::text as issued,
      (due.customer is not null and ${isBusy(sql`due.customer`)}) as busy
    from due order by due.id`);
  return rows.map(({ id, since, ended, issued, busy }) => ({
    id,
    since,
    verdict: retentionVerdict(
      target.kind,
      { since, busy, ticketEnded: ended, invoiceIssued: issued },
      months,
      today,
    ),
  }));
}

type Walked =
  | typeof t.tickets
  | typeof t.customers
  | typeof t.people
  | typeof t.customerContacts
  | typeof t.records;

/**
 * Rows that are old enough for a rule and still hold data: `id`, `customer` (whose tickets, titles and orders count), `at`
 * (from which the age is counted), `ended` and `issued` (the last ticket and note, for the legal periods).
 */
interface Due {
  /** The table that is scanned by id. */
  table: Walked;
  /** `which` is a condition on `x.id`, where `x` is the table's row; `before` is an instant. */
  rows: (which: SQL, before: SQL, of: Target['of']) => SQL;
  /** Size of the id range examined by one statement. */
  window: number;
}

/** The start of a day in the company's time zone. */
const day = (column: AnyColumn): SQL =>
  sql`(${column}::timestamp at time zone ${sql.raw(`'${DEFAULT_TIME_ZONE}'`)})`;

/** Not anonymized, or written to since. */
const HOLDS_PERSONAL_DATA = sql`(x.personal_gone_at is null or x.updated_at > x.personal_gone_at)`;

const END = ticketEnd(sql`x`);

/** Signs of activity of a customer; each query returns `at` for the customer `c`. */
const MOVEMENTS: readonly SQL[] = [
  sql`select greatest(${t.tickets.createdAt}, ${t.tickets.finishedAt}) as at from ${t.tickets} where ${t.tickets.customerId} = c.id`,
  sql`select ${t.orders.createdAt} as at from ${t.orders} where ${t.orders.customerId} = c.id`,
  sql`select ${day(t.invoices.issuedOn)} as at from ${t.invoices} where ${t.invoices.customerId} = c.id`,
  sql`select ${day(t.pastOrders.orderedOn)} as at from ${t.pastOrders} where ${t.pastOrders.customerId} = c.id`,
  sql`select ${t.agendas.scheduledAt} as at from ${t.agendas} where ${t.agendas.customerId} = c.id`,
  sql`select ${t.serviceRecords.startedAt} as at from ${t.serviceRecords} where ${t.serviceRecords.customerId} = c.id`,
  sql`select ${t.people.lastSeenAt} as at from ${t.people} where ${t.people.cpf} = c.document`,
  sql`select ${t.sessions.seenAt} as at from ${t.sessions} join ${t.people} on ${t.people.id} = ${t.sessions.personId} where ${t.people.cpf} = c.document`,
];

const stillSince = (before: SQL): SQL =>
  sql.join(
    MOVEMENTS.map((moved) => sql`not exists (select from (${moved}) m where m.at >= ${before})`),
    sql` and `,
  );

const LAST_MOVEMENT = sql`greatest(${sql.join(
  MOVEMENTS.map((moved) => sql`(select max(m.at) from (${moved}) m)`),
  sql`, `,
)})`;

const CONSUMER = sql`x.type = 'CONSUMIDOR_FINAL' and not exists (select from ${t.serviceKeys} k where k.person_id = x.id)`;

const OWN_CUSTOMER = sql`coalesce(x.customer_id, (select o.id from ${t.customers} o where o.document = x.cpf))`;

/** The customer if it is a person: a company's purchases and debts never end, yet its old tickets are still old. */
const PERSON = sql`(select p.id from ${t.customers} p where p.id = x.customer_id and length(p.document) = 11)`;

const NONE = sql`null::timestamptz as ended, null::date as issued`;

/** The subject of one rule. */
export interface Target {
  key: string;
  kind: RetentionKind;
  name: string;
  /** The type's id for TICKETS and ANEXOS, the custom type's key for REGISTROS. */
  of: number | string | null;
}

/** Everything that can have a rule now, in display order. */
export async function retentionTargets(db: Executor): Promise<Target[]> {
  const types = await db
    .select({ of: ticketTypes.id, name: ticketTypes.description })
    .from(ticketTypes)
    .orderBy(asc(ticketTypes.position), asc(ticketTypes.id));
  const own = [...(await personalTypes(db)).values()].map(({ chave, titulo }) => ({
    of: chave,
    name: upperFirst(titulo.muitos),
  }));
  return [
    ...types.map((type) => target('TICKETS', type)),
    ...types.map((type) => target('ANEXOS', type)),
    ...(['CLIENTES', 'CONTAS', 'CONTATOS'] as const).map((kind) =>
      target(kind, { of: null, name: retentionKinds[kind].titulo }),
    ),
    ...own.map((type) => target('REGISTROS', type)),
  ];
}

const target = (kind: RetentionKind, { of, name }: Pick<Target, 'of' | 'name'>): Target => ({
  key: targetKey(kind, of),
  kind,
  name,
  of,
});
