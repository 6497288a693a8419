import type { Executor } from '../db/client.ts';
import { installation } from '../db/tables/index.ts';

/** The database holds the demonstration company, whose people all share a known password. */
export async function isDemonstration(db: Executor): Promise<boolean> {
  const [row] = await db.select({ demo: installation.demo }).from(installation);
  return row?.demo ?? false;
}
