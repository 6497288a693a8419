import { eq, sql } from 'drizzle-orm';
import { type NoteTrust, trustMark, trustRefusal, unprovenGives } from '#contract/rules/nfe/noteTrust.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Executor } from '../../db/client.ts';
import { invoices, nfeAuthorities, nfeDocuments, nfeSigners } from '../../db/tables/index.ts';

/**
 * What is known of the file that an invoice came from, as a column of a statement that reads `invoices`; `null` for an invoice
 * without a file.
 */
export const noteTrust = sql<NoteTrust | null>`(
  select jsonb_build_object('proven', coalesce(s.trusted @> d.signed_at, false), 'trial', d.trial)
  from ${nfeDocuments} d left join ${nfeSigners} s on s.id = d.signer_id
  where d.key = ${invoices}.key and d.event_type = '')`;

/** Whether an invoice whose chain was not proven gives rights today. */
export async function unprovenInvoicesGive(db: Executor): Promise<boolean> {
  const { notaSemCadeia } = await serviceParameters(db);
  return unprovenGives(notaSemCadeia, notaSemCadeia === 'ATE_HAVER_CERTIFICADOS' && (await hasRoots(db)));
}

const hasRoots = async (db: Executor): Promise<boolean> =>
  (
    await db
      .select({ id: nfeAuthorities.id })
      .from(nfeAuthorities)
      .where(eq(nfeAuthorities.isRoot, true))
      .limit(1)
  ).length > 0;

/**
 * Adds to rows about invoices the mark of the file that they came from, and why its signature gives no right. The parameter is
 * asked only where one is in doubt.
 */
export async function judgedTrust<R extends { trust: NoteTrust | null }>(
  db: Executor,
  rows: readonly R[],
): Promise<(Omit<R, 'trust'> & { mark: string; barred: string })[]> {
  const inDoubt = rows.some(({ trust }) => trust !== null && !trust.proven);
  const gives = !inDoubt || (await unprovenInvoicesGive(db));
  return rows.map(({ trust, ...row }) => ({
    ...row,
    mark: trustMark(trust),
    barred: trustRefusal(trust, gives),
  }));
}
