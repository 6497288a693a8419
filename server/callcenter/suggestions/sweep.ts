import { lt } from 'drizzle-orm';
import type { Deps } from '../../context.ts';
import { importBatches } from '../../db/tables/index.ts';

const DAY = 86_400_000;

/** What was judged and not taken over within a day is forgotten, and so is what became of what was. */
export async function sweepImportBatches({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await db.delete(importBatches).where(lt(importBatches.createdAt, new Date(now().getTime() - DAY)));
}
