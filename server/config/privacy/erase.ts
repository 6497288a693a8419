import {
  type AnyColumn,
  and,
  asc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { PRIVACY_GROUPS, type PrivacyGroup } from '#contract/catalogs/privacy.ts';
import type { Obstacle, PersonalGroup } from '#contract/config/people/privacy.ts';
import { formatCount } from '#contract/rules/format.ts';
import { legalCutoffs } from '#contract/rules/privacy/retention.ts';
import { addDays, type CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { startOfDay } from '#contract/rules/time/dayRange.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { endLoneGroups, lockGroupsOf } from '../../callcenter/customerGroups/commands.ts';
import type { Executor, Tx } from '../../db/client.ts';
import {
  customers,
  erasures,
  invoices,
  invoiceTitles,
  orders,
  people,
  tickets,
} from '../../db/tables/index.ts';
import { eraseOwnFields, personalGroups } from './held.ts';
import type { Holder } from './holder.ts';
import { CLOSED, type Cutoffs, type ErasureSubject, type PersonalDataTable } from './holdings/holding.ts';
import { HOLDINGS } from './holdings/tables.ts';
import { logHolder, publishCustomers } from './publishErased.ts';

/** The current date and the dates before which no law requires data to be kept. Legal periods use the country's time zone. */
export function onDay(now: Date): { today: CalendarDate; cutoffs: Cutoffs } {
  const today = localDate(now, DEFAULT_TIME_ZONE);
  const { tickets: since, invoices: issued } = legalCutoffs(today);
  return {
    today,
    cutoffs: { tickets: startOfDay(since, DEFAULT_TIME_ZONE).toISOString(), invoices: issued },
  };
}

const ENDED_ORDERS = [
  'CANCELADO',
  'REJEITADO',
  'ENTREGUE',
  'DEVOLUCAO',
  'FATURADO',
  'VENCIDO',
  'PAGAMENTO_EXPIRADO',
] as const;

/** Rows of one table that show unfinished business with a customer. */
interface UnfinishedBusiness {
  tipo: Obstacle['tipo'];
  table: PgTable;
  /** Selects the rows of the customers given by a condition on a column. */
  where: (is: (customerId: AnyColumn) => SQL) => SQL | undefined;
  words: readonly [one: string, many: string];
  instead: string;
}

const UNFINISHED_BUSINESS: readonly UnfinishedBusiness[] = [
  {
    tipo: 'TICKETS',
    table: tickets,
    where: (is) => and(is(tickets.customerId), notInArray(tickets.status, CLOSED)),
    words: ['ticket está aberto', 'tickets estão abertos'],
    instead: 'Termine antes.',
  },
  {
    tipo: 'TITULOS',
    table: invoiceTitles,
    where: (is) =>
      sql`${isNull(invoiceTitles.paidOn)} and ${invoiceTitles.invoiceId} in (select ${invoices.id} from ${invoices}
        where ${is(invoices.customerId)} and ${invoices.status} = 'AUTORIZADA')`,
    words: ['título não foi pago', 'títulos não foram pagos'],
    instead: 'Baixe ou cobre antes.',
  },
  {
    tipo: 'PEDIDOS',
    table: orders,
    where: (is) =>
      and(is(orders.customerId), eq(orders.stage, 'PEDIDO'), notInArray(orders.status, [...ENDED_ORDERS])),
    words: ['pedido está em andamento', 'pedidos estão em andamento'],
    instead: 'Conclua ou cancele antes.',
  },
];

/**
 * Whether there is unfinished business with a customer, given as an expression that must include its table name, because it
 * is used inside other queries.
 */
export const hasUnfinishedBusiness = (customerId: SQL): SQL =>
  sql`(${sql.join(
    UNFINISHED_BUSINESS.map(
      ({ table, where }) =>
        sql`exists (select from ${table} where ${where((column) => sql`${column} = ${customerId}`)})`,
    ),
    sql` or `,
  )})`;

/** Reasons why the data cannot be erased yet: the unfinished business with this person, as each of its customers. */
export async function obstacles(db: Executor, { customerIds, staff }: Holder): Promise<Obstacle[]> {
  const found: Obstacle[] = staff ? [STAFF] : [];
  for (const { tipo, table, where, words, instead } of UNFINISHED_BUSINESS)
    for (const idCli of customerIds) {
      const count = await db.$count(
        table,
        where((column) => eq(column, idCli)),
      );
      if (count > 0) found.push({ tipo, texto: `${formatCount(count, ...words)}. ${instead}`, idCli });
    }
  return found;
}

const STAFF: Obstacle = {
  tipo: 'CONTA',
  texto: 'A conta é de quem trabalha na empresa: o nome fica com o que a pessoa fez. Desative-a em Pessoas.',
  idCli: null,
};

/** Serializes erasures, and an erasure with writes to the customer. */
export async function lockHolder(
  tx: Tx,
  { customerIds, personIds }: Pick<ErasureSubject, 'customerIds' | 'personIds'>,
) {
  const locked = { id: customers.id };
  await tx
    .select(locked)
    .from(customers)
    .where(inArray(customers.id, customerIds))
    .orderBy(asc(customers.id))
    .for('update');
  await tx
    .select({ id: people.id })
    .from(people)
    .where(inArray(people.id, personIds))
    .orderBy(asc(people.id))
    .for('update');
}

/**
 * Erases what no law requires to be kept on that day, and returns what was there and until when the rest stays. It can be
 * repeated any number of times. The caller must hold the rows (`lockHolder`).
 */
export async function eraseHeld(tx: Tx, whose: ErasureSubject, now: Date): Promise<PersonalGroup[]> {
  const groups = await personalGroups(tx, whose, onDay(now));
  await eraseOwnFields(tx, whose, now);
  await eraseRows(tx, whose, now, () => true);
  return groups;
}

/** Erases only some of the holdings. What a law requires to be kept stays in any case. */
export async function eraseRows(
  tx: Tx,
  whose: ErasureSubject,
  now: Date,
  which: (holding: PersonalDataTable) => boolean,
): Promise<void> {
  const { cutoffs } = onDay(now);
  const groups = await lockGroupsOf(tx, whose.customerIds);
  for (const { table, rows, ended, erase } of HOLDINGS.filter(which)) {
    if (erase === null) continue;
    const chosen = and(rows(whose), ended?.(cutoffs));
    if (erase === 'ROW') await tx.delete(table).where(chosen);
    else
      await tx
        .update(table)
        .set({ ...erase, ...marks(table, now) })
        .where(chosen);
  }
  await endLoneGroups(tx, groups);
}

/**
 * Bumps the version, so that open views are notified of the change. A ticket keeps its update time, because an erased one
 * should not appear at the top of the list.
 */
function marks(table: Parameters<Tx['update']>[0], now: Date): Record<string, unknown> {
  const { version, updatedAt, personalGoneAt } = getTableColumns(table);
  return {
    ...(version && { version: sql`${version} + 1` }),
    ...(updatedAt && table !== tickets && { updatedAt: now }),
    ...(personalGoneAt && { personalGoneAt: now }),
  };
}

/**
 * The day after which more can be erased; within a group, older rows become free before the last one. `null` when only
 * permanent data is left.
 */
export function nextPass(groups: readonly PersonalGroup[], today: CalendarDate): CalendarDate | null {
  const [first] = groups.flatMap(({ ate }) => ate ?? []).sort();
  const month = addDays(today, 30);
  return first === undefined ? null : first < month ? first : month;
}

/**
 * Continues erasures whose legal period has ended, erasing what had to be kept. Returns how many continued. Runs every hour.
 */
export async function continueErasures({ db, now }: { db: Executor; now: () => Date }): Promise<number> {
  const { today } = onDay(now());
  const due = await db
    .select({ id: erasures.id })
    .from(erasures)
    .where(lt(erasures.nextOn, today))
    .orderBy(asc(erasures.id));
  for (const { id } of due) await db.transaction((tx) => eraseMore(tx, id, now()));
  return due.length;
}

async function eraseMore(tx: Tx, id: number, now: Date): Promise<void> {
  const [erasure] = await tx.select().from(erasures).where(eq(erasures.id, id)).for('update');
  if (!erasure?.nextOn) return;
  const whose: ErasureSubject = { ...erasure.holder, emails: [] };
  await lockHolder(tx, whose);
  const left = new Map((await eraseHeld(tx, whose, now)).map((group) => [group.grupo, group]));
  const groups = erasure.groups.map((was) => ({ ...was, ...after(left.get(was.grupo), was) }));
  const nextOn = nextPass(groups, onDay(now).today);
  await tx
    .update(erasures)
    .set({ groups, nextOn, ...(nextOn === null && { completedAt: now }) })
    .where(eq(erasures.id, id));
  const ctx = { user: null, ip: '', requestId: 'eliminacao', now: () => now };
  const { customerIds } = whose;
  const records = customerIds.map((one) => ({ tipo: 'CLIENTE' as const, id: one }));
  await logHolder(tx, ctx, 'ELIMINAR_DADOS_PESSOAIS', records, { eliminacao: id, ...auditedGroups(groups) });
  await publishCustomers(tx, ctx, customerIds);
}

const after = (
  now: PersonalGroup | undefined,
  { efeito }: PersonalGroup,
): Pick<PersonalGroup, 'efeito' | 'ate'> =>
  efeito === 'FICA' && now ? { efeito: now.efeito, ate: now.ate } : { efeito: 'ELIMINA', ate: null };

/** For the log, which outlives the data: groups and dates, but none of the person's data. */
export const auditedGroups = (groups: readonly PersonalGroup[]): Record<string, string> =>
  Object.fromEntries(
    PRIVACY_GROUPS.flatMap((group: PrivacyGroup) => {
      const found = groups.find(({ grupo }) => grupo === group);
      return found
        ? [[group, found.efeito === 'FICA' ? `fica até ${found.ate ?? 'sempre'}` : 'eliminado']]
        : [];
    }),
  );
