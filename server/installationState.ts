import { sql } from 'drizzle-orm';
import type { Executor } from './db/client.ts';
import {
  customers,
  installation,
  invoices,
  nfeDocuments,
  orders,
  people,
  products,
  tickets,
} from './db/tables/index.ts';

/** Whether the database holds the demonstration company, whose people all share a known password. */
export async function isDemonstration(db: Executor): Promise<boolean> {
  const [row] = await db.select({ demo: installation.demo }).from(installation);
  return row?.demo ?? false;
}

/**
 * Whether files of the tax authority's environment for tests (homologação) are taken: in the demonstration, and in a company
 * that rehearses. Everything that a rehearsal made leaves together, like the demonstration.
 */
export async function isTrial(db: Executor): Promise<boolean> {
  const [row] = await db.select({ demo: installation.demo, facts: installation.facts }).from(installation);
  return row ? row.demo || row.facts.ensaio === true : false;
}

/** A rehearsal begins where nothing could be lost with it. */
export async function mayRehearse(db: Executor): Promise<boolean> {
  const [row] = await db
    .select({
      used: sql<boolean>`exists (select from ${customers}) or exists (select from ${products}) or exists (select from ${invoices})
        or exists (select from ${tickets}) or exists (select from ${orders}) or exists (select from ${nfeDocuments})`,
    })
    .from(sql`(select 1) one`);
  return row?.used === false;
}

/** Whether anyone can sign in, that is, the first administrator has been created. */
export const hasPeople = async (db: Executor) =>
  (await db.select({ id: people.id }).from(people).limit(1)).length > 0;
