import { isNull, sql } from 'drizzle-orm';
import { MAX_ATTEMPTS } from '../adapters/mail/outbox.ts';
import type { Executor } from '../db/client.ts';
import {
  backupRuns,
  feedState,
  outboxEmails,
  passwordResets,
  ruleCursor,
  ruleRuns,
  sessions,
  ticketNews,
  webhookDeliveries,
  webhooks,
} from '../db/tables/index.ts';
import { assignPositions } from '../feed/sequencer.ts';
import { RELEASE } from '../root.ts';
import { audit } from '../writing/audit.ts';
import type { ArchiveHeader } from './archive.ts';

const HELD =
  'O banco foi restaurado de uma cópia: isto pode já ter saído depois dela, e por isso não sai de novo sozinho.';

interface Facts {
  header: ArchiveHeader;
  rows: number;
  source: string;
  now: () => Date;
}

/**
 * Stops everything that must not simply continue after a restore. All users sign in again. Readers of the feed start over,
 * because its positions will be assigned to other changes. Whatever waited to be sent was most probably sent after the
 * backup, so it is held until someone decides.
 */
export async function afterRestore(db: Executor, { header, rows, source, now }: Facts): Promise<void> {
  await db.delete(sessions);
  await db.update(passwordResets).set({ expiresAt: now() }).where(isNull(passwordResets.usedAt));
  while ((await assignPositions(db)).count > 0);
  await db.update(feedState).set({ epoch: sql`substr(md5(gen_random_uuid()::text), 1, 8)` });
  await db.execute(sql`
    update ${webhooks} set position = s.last, mark = coalesce(e.mark, 0)
    from ${feedState} s left join feed_entries e on e.position = s.last`);
  await db
    .update(webhookDeliveries)
    .set({ state: 'DESISTIU', lastAnswer: HELD })
    .where(sql`${webhookDeliveries.state} = 'PENDENTE'`);
  await db
    .update(outboxEmails)
    .set({ attempts: MAX_ATTEMPTS, lastError: HELD })
    .where(isNull(outboxEmails.sentAt));
  // What was under way before the restore may have been done after the backup.
  await db.delete(ruleCursor);
  await db
    .update(ruleRuns)
    .set({ state: 'IGNORADO', sentence: HELD, endedAt: now() })
    .where(sql`${ruleRuns.state} in ('NA_FILA', 'ESPERANDO')`);
  await db.delete(ticketNews);
  await audit(
    db,
    { user: null, ip: '', requestId: '', now },
    {
      action: 'RESTAURAR',
      entity: 'installation',
      entityId: 1,
      after: { copia_de: header.feitaEm, versao: header.versao },
    },
  );
  await db.insert(backupRuns).values({
    kind: 'RESTAURACAO',
    outcome: 'OK',
    startedAt: now(),
    finishedAt: now(),
    fileName: source.split(/[\\/]/).at(-1) ?? '',
    rowCount: rows,
    release: RELEASE,
  });
}
