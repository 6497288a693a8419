import { and, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import { formatCount } from '#contract/rules/format.ts';
import { queueMail } from '../adapters/mail/outbox.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import type { Db, Tx } from '../db/client.ts';
import { sweepRows } from '../db/manyRows.ts';
import { people, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { postNotice } from '../realtime/publish.ts';
import { paragraphsOf } from '../text/cleanHtml.ts';
import { webhookRow } from './webhookRow.ts';

/** Switches off webhooks that have failed for days, and notifies the administrators. */
export async function switchOffFailing({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { diasFalhaWebhook: days } = await serviceParameters(db);
  const failing = and(
    eq(webhooks.active, true),
    lt(webhooks.failingSince, sql`now() - make_interval(days => ${days})`),
    // If nothing was sent recently, the state of the address is unknown.
    sql`exists (select from ${webhookDeliveries} d where d.webhook_id = ${webhooks}.id and not d.test
      and d.state <> 'ENTREGUE' and d.last_attempt_at > now() - interval '1 day'
      and (d.last_status is not null or d.last_answer <> ''))`,
  );
  const found = await db.select({ id: webhooks.id }).from(webhooks).where(failing);
  for (const { id } of found)
    await db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(webhooks)
        .where(and(eq(webhooks.id, id), failing))
        .for('update');
      // Another process was faster.
      if (!row) return;
      const offReason = `Falhou sem parar por ${formatCount(days, 'dia', 'dias')}.`;
      const nobody = { user: null, ip: '', requestId: 'webhooks', now };
      await webhookRow.change(tx, nobody, row, { action: 'DESATIVAR', set: { active: false, offReason } });
      const title = `Webhook desligado: ${row.name}`;
      const text = `O endereço do webhook "${row.name}" falhou sem parar por ${formatCount(days, 'dia', 'dias')}, e foi desligado. Veja as entregas em Configuração, Webhooks; ao ligar de novo ele continua de onde parou.`;
      await notifyAdministrators(tx, now, { title, text });
    });
}

/** How long deliveries that were delivered or given up are kept. */
const RETENTION = sql`interval '30 days'`;

export const sweepDeliveries = ({ db }: Pick<Deps, 'db'>): Promise<number> =>
  sweepRows(
    db,
    webhookDeliveries,
    and(ne(webhookDeliveries.state, 'PENDENTE'), lt(webhookDeliveries.createdAt, sql`now() - ${RETENTION}`)),
    webhookDeliveries.createdAt,
  );

/** The most rows deleted in one statement, so that concurrent sending does not wait for all of them. */
const MAX_DELETED = 5_000;

/** Deletes all of them, before what they belong to is removed. */
export async function deleteDeliveries(db: Db, which: SQL | undefined): Promise<void> {
  for (let deleted = MAX_DELETED; deleted === MAX_DELETED; ) {
    const some = db.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(which);
    const { rowCount } = await db
      .delete(webhookDeliveries)
      .where(inArray(webhookDeliveries.id, some.limit(MAX_DELETED)));
    deleted = rowCount ?? 0;
  }
}

/** Notifies administrators of something that only they can fix: by a notice in the console, and by e-mail. */
export async function notifyAdministrators(
  tx: Tx,
  now: Deps['now'],
  { title, text }: { title: string; text: string },
): Promise<void> {
  const at = now();
  await postNotice(tx, { title, html: paragraphsOf([text]), audience: 'ADMIN', publishedAt: at }, at);
  const administrators = await tx
    .select({ email: people.email })
    .from(people)
    .where(and(eq(people.type, 'ADMIN'), eq(people.active, true), ne(people.email, '')));
  for (const { email } of administrators) await queueMail(tx, { to: email, subject: title, text }, now);
}
