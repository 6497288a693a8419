import { ne } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { auditLog } from '#server/db/tables/index.ts';

/**
 * Number of logged writes. Access to personal data is also logged, up to two seconds after the response, and is not counted
 * here.
 */
export const auditedWrites = (db: Db): Promise<number> =>
  db.$count(auditLog, ne(auditLog.action, 'CONSULTAR_DADOS_PESSOAIS'));
