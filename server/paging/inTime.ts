import { sql } from 'drizzle-orm';
import type { Db, Executor } from '../db/client.ts';
import { refused } from '../errors.ts';
import { isTooSlow } from '../failures.ts';

/** Milliseconds that a statement of a list with a condition may take. */
const MOST = 1_000;

/**
 * Reads for a list with a condition (`condicao`), which may ask what no index answers: within a second, or it is said which filter
 * would make it quick. Lists without one are read as they are.
 */
export async function inTime<T>(
  db: Db,
  condition: string | undefined,
  read: (db: Executor) => Promise<T>,
  most = MOST,
): Promise<T> {
  if (!condition) return read(db);
  try {
    return await db.transaction(
      async (tx) => {
        await tx.execute(sql.raw(`set local statement_timeout = ${most}`));
        return read(tx);
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
