import { eq } from 'drizzle-orm';
import type { Deps } from '../context.ts';
import { companyRules } from '../db/tables/index.ts';
import { notifyAdministrators } from '../webhooks/switchOff.ts';
import { audit } from '../writing/audit.ts';
import { endWaiting } from './queue.ts';
import type { PublishedRule } from './standing.ts';

/** Switches off a rule that may not go on, and tells the administrators why. */
export async function stopRule(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { key, content }: Pick<PublishedRule, 'key' | 'content'>,
  reason: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(companyRules).where(eq(companyRules.key, key)).for('update');
    // Another process was faster.
    if (!row || row.mode === 'DESLIGADA') return;
    await tx
      .update(companyRules)
      .set({ mode: 'DESLIGADA', offReason: reason, since: now(), updatedAt: now(), version: row.version + 1 })
      .where(eq(companyRules.key, key));
    await endWaiting(tx, key);
    const nobody = { user: null, ip: '', requestId: 'regras', now };
    await audit(tx, nobody, {
      action: 'DESATIVAR',
      entity: 'company_rules',
      entityId: key,
      before: { modo: row.mode },
      after: { modo: 'DESLIGADA', motivo: reason },
    });
    await notifyAdministrators(tx, now, {
      title: `Regra desligada: ${content.titulo}`,
      text: `A regra "${content.titulo}" foi desligada. ${reason} Veja em Configuração, Regras.`,
    });
  });
}
