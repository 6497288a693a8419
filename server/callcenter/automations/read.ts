import { asc, eq } from 'drizzle-orm';
import type { Automation } from '../../../contract/callcenter/automations.ts';
import type { AutomationRule } from '../../../contract/rules/agendas/automation.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { automations, people } from '../../db/tables/index.ts';
import { notFound } from '../../errors.ts';
import { pendingCount } from './plan.ts';

export type AutomationRecord = typeof automations.$inferSelect;

/** Judged by the contract when it was written. */
export const ruleOf = ({ rule }: AutomationRecord): AutomationRule => rule as unknown as AutomationRule;

const selected = (db: Executor) =>
  db
    .select({ automation: automations, creator: people.name, pending: pendingCount })
    .from(automations)
    .leftJoin(people, eq(people.id, automations.createdById));

export async function automationList({ db }: Pick<Context, 'db'>): Promise<Automation[]> {
  return (await selected(db).orderBy(asc(automations.name), asc(automations.id))).map(viewOf);
}

export async function oneAutomation({ db }: { db: Executor }, id: number): Promise<Automation> {
  const [row] = await selected(db).where(eq(automations.id, id));
  if (!row) throw notFound();
  return viewOf(row);
}

export async function lockAutomation(tx: Tx, id: number): Promise<AutomationRecord> {
  const [row] = await tx.select().from(automations).where(eq(automations.id, id)).for('update');
  if (!row) throw notFound();
  return row;
}

interface Row {
  automation: AutomationRecord;
  creator: string | null;
  pending: number;
}

const viewOf = ({ automation, creator, pending }: Row): Automation => ({
  id: automation.id,
  nome: automation.name,
  ativa: automation.active,
  regra: ruleOf(automation),
  ultimaExecucao: automation.lastRunAt?.toISOString() ?? null,
  ultimasCriadas: automation.lastMade,
  pendentes: pending,
  criador: automation.createdById && creator ? { id: automation.createdById, nome: creator } : null,
  versao: automation.version,
});
