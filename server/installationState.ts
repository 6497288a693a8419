import type { Executor } from './db/client.ts';
import { installation, people } from './db/tables/index.ts';

/** Whether the database holds the demonstration company, whose people all share a known password. */
export async function isDemonstration(db: Executor): Promise<boolean> {
  const [row] = await db.select({ demo: installation.demo }).from(installation);
  return row?.demo ?? false;
}

/** Whether anyone can sign in, that is, the first administrator has been created. */
export const hasPeople = async (db: Executor) =>
  (await db.select({ id: people.id }).from(people).limit(1)).length > 0;
