import { ne } from 'drizzle-orm';
import type { Db } from '../../server/db/client.ts';
import { auditLog } from '../../server/db/tables/index.ts';

/** How many writes are logged. Who looked at personal data is logged too, up to two seconds after it was answered. */
export const auditedWrites = (db: Db): Promise<number> =>
  db.$count(auditLog, ne(auditLog.action, 'CONSULTAR_DADOS_PESSOAIS'));
