import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { formatCount } from '../../contract/rules/format.ts';
import { queueMail } from '../adapters/mail/queueMail.ts';
import { audit } from '../audit.ts';
import { serviceParameters } from '../config/parameters/queries.ts';
import type { Deps } from '../context.ts';
import { notices, people, webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { publishNotices } from '../realtime/publishNotices.ts';

/** Switches off what has failed for days, and tells the administrators. */
export async function switchOffFailing({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { diasFalhaWebhook: days } = await serviceParameters(db);
  const failing = and(
    eq(webhooks.active, true),
    lt(webhooks.failingSince, sql`now() - make_interval(days => ${days})`),
  );
  const found = await db.select({ id: webhooks.id }).from(webhooks).where(failing);
  for (const { id } of found)
    await db.transaction(async (tx) => {
      const offReason = `Só falhou por ${formatCount(days, 'dia', 'dias')}.`;
      const [row] = await tx
        .update(webhooks)
        .set({ active: false, offReason, version: sql`${webhooks.version} + 1`, updatedAt: now() })
        .where(and(eq(webhooks.id, id), failing))
        .returning();
      // Another process was faster.
      if (!row) return;
      await audit(
        tx,
        { user: null, ip: '', requestId: 'webhooks', now },
        { action: 'DESATIVAR', entity: 'webhooks', entityId: id, after: { motivo: offReason } },
      );
      const title = `Webhook desligado: ${row.name}`;
      const text = `O endereço do webhook "${row.name}" só falhou por ${formatCount(days, 'dia', 'dias')}, e foi desligado. Veja as entregas em Configuração, Webhooks; ao ligar de novo ele continua de onde parou.`;
      await tx.insert(notices).values({
        title,
        html: `<p>${escaped(text)}</p>`,
        audience: 'ADMIN',
        publishedAt: now(),
      });
      await publishNotices(tx, now());
      const administrators = await tx
        .select({ email: people.email })
        .from(people)
        .where(and(eq(people.type, 'ADMIN'), eq(people.active, true), ne(people.email, '')));
      for (const { email } of administrators) await queueMail(tx, { to: email, subject: title, text }, now);
    });
}

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? '');

/** What was delivered or given up is kept for so long. */
const KEPT = sql`interval '30 days'`;

export const sweepDeliveries = ({ db }: Pick<Deps, 'db'>) =>
  db
    .delete(webhookDeliveries)
    .where(
      and(ne(webhookDeliveries.state, 'PENDENTE'), lt(webhookDeliveries.createdAt, sql`now() - ${KEPT}`)),
    );
