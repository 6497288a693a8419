import { sql } from 'drizzle-orm';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import type { User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import type { companyRules } from '../db/tables/index.ts';
import { personById } from '../session/currentUser.ts';
import { responsibilityProblem, roleOf, ruleName } from './actor.ts';

type Standing = Pick<typeof companyRules.$inferSelect, 'personId' | 'responsibleId'>;

/** Who a rule acts as, or why it may not act any more. */
type Actor = { user: User; problem: null } | { user: null; problem: string };

/** Judged anew for each action, so that a right which the role or the responsible person loses ends what the rule may do. */
export async function actorOf(
  db: Executor,
  rule: Pick<CompanyRule, 'papel' | 'titulo'>,
  { personId, responsibleId }: Standing,
): Promise<Actor> {
  const responsible = responsibleId === null ? null : await personById(db, responsibleId);
  if (!responsible) return { user: null, problem: 'Quem responde por ela não entra mais no Balcão.' };
  const papel = rule.papel ?? '';
  const problem = await responsibilityProblem(db, papel, responsible);
  if (problem) return { user: null, problem };
  const { type, grants, branchIds } = await roleOf(db, papel, responsible);
  return {
    problem: null,
    user: {
      ...{ id: personId, name: ruleName(rule.titulo), cpf: '', type, grants, branchIds },
      ...{ customerId: null, representativeId: null, sessionId: '', byRule: true },
    },
  };
}

/** Sets the name that a transaction writes as: the rules that led to it, each with its record (feed_pending.chain). */
export const setChain = (db: Executor, chain: readonly string[]) =>
  db.execute(sql`select set_config('balcao.regras', ${chain.join(',')}, true)`);
