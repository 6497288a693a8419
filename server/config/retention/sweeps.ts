import { and, gte, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { MOST_ATTEMPTS } from '../../adapters/mail/dispatcher.ts';
import { audit } from '../../audit.ts';
import type { Deps } from '../../context.ts';
import { sweepRows } from '../../db/sweepRows.ts';
import { auditLog, outboxEmails } from '../../db/tables/index.ts';
import { serviceParameters } from '../parameters/queries.ts';

type Sweeping = Pick<Deps, 'db' | 'now'>;

/** Takes away whole months of the audit that are older than it is kept, and says in the audit that they went. */
export async function sweepAudit({ db, now }: Sweeping): Promise<number> {
  const { anosAuditoria: years } = await serviceParameters(db);
  const swept = await sweepMonths({ db, now }, auditLog, auditLog.at, years * 12);
  if (swept > 0)
    await audit(
      db,
      { user: null, ip: '', requestId: 'guarda', now },
      {
        action: 'EXCLUIR',
        entity: 'audit_log',
        entityId: 0,
        after: { linhas: swept, anteriores: monthsBefore(now(), years * 12).slice(0, 7) },
      },
    );
  return swept;
}

/** E-mails that left, or will not leave any more; their attachments are let go when they are sent. */
export async function sweepEmails({ db, now }: Sweeping): Promise<number> {
  const { mesesEmails } = await serviceParameters(db);
  const ended = or(isNotNull(outboxEmails.sentAt), gte(outboxEmails.attempts, MOST_ATTEMPTS));
  return sweepMonths({ db, now }, outboxEmails, outboxEmails.createdAt, mesesEmails, ended);
}

async function sweepMonths(
  { db, now }: Sweeping,
  table: typeof auditLog | typeof outboxEmails,
  at: AnyPgColumn,
  months: number,
  which = sql`true` as Parameters<typeof and>[0],
): Promise<number> {
  if (months === 0) return 0;
  return sweepRows(db, table, and(which, lt(at, sql`${monthsBefore(now(), months)}::timestamptz`)), at);
}

/** The beginning of the month (UTC) so many months ago. */
const monthsBefore = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString();
