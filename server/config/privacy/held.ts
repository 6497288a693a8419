import { and, sql } from 'drizzle-orm';
import { PRIVACY_GROUPS, type PrivacyGroup } from '../../../contract/catalogs/privacy.ts';
import type { PersonalGroup } from '../../../contract/config/privacy.ts';
import type { CalendarDate } from '../../../contract/rules/calendarDate.ts';
import { keptUntil, type RetainedDates } from '../../../contract/rules/privacy/retention.ts';
import type { Executor } from '../../db/client.ts';
import { invoices, tickets } from '../../db/tables/index.ts';
import { type Cutoffs, type ErasureSubject, ofCustomers, ticketEnd } from './holdings/holding.ts';
import { HOLDINGS } from './holdings/tables.ts';
import { ownFieldCount } from './ownFields.ts';

/** The groups with data about the person, each with the effect of an erasure on `today`. */
export async function personalGroups(
  db: Executor,
  whose: ErasureSubject,
  { today, cutoffs }: { today: CalendarDate; cutoffs: Cutoffs },
): Promise<PersonalGroup[]> {
  const counts = await countGroups(db, whose);
  const kept = await keptOf(db, whose, cutoffs);
  return PRIVACY_GROUPS.filter((group) => (counts[group] ?? 0) > 0).map((group) => {
    const ate = keptUntil(group, kept, today);
    const stays = ate !== null || group === 'REGISTROS';
    return { grupo: group, quantidade: counts[group] ?? 0, efeito: stays ? 'FICA' : 'ELIMINA', ate };
  });
}

async function countGroups(
  db: Executor,
  whose: ErasureSubject,
): Promise<Partial<Record<PrivacyGroup, number>>> {
  const counts: Partial<Record<PrivacyGroup, number>> = {};
  const parts = HOLDINGS.map(
    ({ table, rows }) => sql`(select count(*)::int from ${table} where ${rows(whose) ?? sql`false`})`,
  );
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select array[${sql.join(parts, sql`, `)}] as counts`,
  );
  for (const [index, { group }] of HOLDINGS.entries())
    counts[group] = (counts[group] ?? 0) + (rows[0]?.counts[index] ?? 0);
  counts.PROPRIOS = await ownFieldCount(db, whose);
  return counts;
}

/** The last ticket and note that must still be kept by law. */
async function keptOf(db: Executor, whose: ErasureSubject, cutoffs: Cutoffs): Promise<RetainedDates> {
  const ended = ticketEnd(sql`${tickets}`);
  const [ticket] = await db
    .select({ last: sql<string | null>`max(${ended})::date::text` })
    .from(tickets)
    .where(and(ofCustomers(tickets.customerId)(whose), sql`${ended} >= ${cutoffs.tickets}`));
  const [invoice] = await db
    .select({ last: sql<string | null>`max(${invoices.issuedOn})::text` })
    .from(invoices)
    .where(and(ofCustomers(invoices.customerId)(whose), sql`${invoices.issuedOn} >= ${cutoffs.invoices}`));
  return { ticketEnded: ticket?.last ?? null, invoiceIssued: invoice?.last ?? null };
}
