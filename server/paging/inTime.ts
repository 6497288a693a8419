import { sql } from 'drizzle-orm';
import type { Executor } from '../db/client.ts';
import { refused } from '../errors.ts';
import { isTooSlow } from '../failures.ts';

/** Milliseconds that a statement of a list with a condition may take. */
const MOST = 1_000;

/** The same of a statement that chooses or counts what work on all that match is about. */
export const MOST_OF_CHOICE = 10_000;

/**
 * Reads for a list with a condition (`condicao`), which may ask what no index answers: within a second, or it is said which filter
 * would make it quick. Lists without one are read as they are. Within a transaction, what it goes on with has its own time again.
 */
export async function inTime<T>(
  db: Executor,
  condition: string | undefined,
  read: (db: Executor) => Promise<T>,
  most = MOST,
): Promise<T> {
  if (!condition) return read(db);
  try {
    return await db.transaction(
      async (tx) => {
        const { rows } = await tx.execute<{ before: string }>(sql`
          with ours as materialized (select current_setting('statement_timeout') as before)
          select before, set_config('statement_timeout', ${String(most)}, true) from ours`);
        const found = await read(tx);
        // A setting outlives the savepoint that it was set in.
        await tx.execute(sql`select set_config('statement_timeout', ${rows[0]?.before ?? '0'}, true)`);
        return found;
      },
      { accessMode: 'read only' },
    );
  } catch (error) {
    if (isTooSlow(error)) throw tooSlow();
    throw error;
  }
}

/** Without a field: the list keeps its filters, and the person adds one. */
const tooSlow = () =>
  refused(
    'FILTRO_DEMORADO',
    'Estes filtros avançados leem registros demais. Acrescente um filtro de período, de cliente ou de situação e tente novamente.',
  );
