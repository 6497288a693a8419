import { and, asc, desc, eq } from 'drizzle-orm';
import type { Flow } from '../../../contract/rules/flow.ts';
import type { Executor } from '../../db/client.ts';
import { flows } from '../../db/tables/index.ts';

/** A flow as it stood in one version; a ticket pins `key` and `version` (DOMAIN.md section 3). */
export interface FlowVersion {
  key: string;
  version: number;
  flow: Flow;
}

/** The newest version: what a new ticket pins. `null` when there is no such flow. */
export async function currentFlow(db: Executor, key: string): Promise<FlowVersion | null> {
  const [row] = await db.select().from(flows).where(eq(flows.key, key)).orderBy(desc(flows.version)).limit(1);
  return row ? asVersion(row) : null;
}

/** The version that a ticket pinned. */
export async function flowVersion(db: Executor, key: string, version: number): Promise<FlowVersion | null> {
  const [row] = await db
    .select()
    .from(flows)
    .where(and(eq(flows.key, key), eq(flows.version, version)));
  return row ? asVersion(row) : null;
}

/** The newest version of each flow, by key. */
export async function currentFlows(db: Executor): Promise<FlowVersion[]> {
  const rows = await db
    .selectDistinctOn([flows.key])
    .from(flows)
    .orderBy(asc(flows.key), desc(flows.version));
  return rows.map(asVersion);
}

/** What stands in the table was checked before it was written. */
const asVersion = (row: typeof flows.$inferSelect): FlowVersion => ({
  key: row.key,
  version: row.version,
  flow: row.content as Flow,
});
