import { gt, sql } from 'drizzle-orm';
import { ACTIONS_A_MINUTE, type CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { Executor } from '../db/client.ts';
import { ruleActions } from '../db/tables/index.ts';

export interface Pace {
  minute: number;
  hour: number;
}

/** How many actions each rule carried out in the last minute and in the last hour. */
export async function paceOf(db: Executor): Promise<Map<string, Pace>> {
  const rows = await db
    .select({
      key: ruleActions.ruleKey,
      minute: sql<number>`(count(*) filter (where ${ruleActions.at} > now() - interval '1 minute'))::integer`,
      hour: sql<number>`count(*)::integer`,
    })
    .from(ruleActions)
    .where(gt(ruleActions.at, sql`now() - interval '1 hour'`))
    .groupBy(ruleActions.ruleKey);
  return new Map(rows.map(({ key, minute, hour }) => [key, { minute, hour }]));
}

/** The limit that a rule has reached: so many actions in so many seconds. */
export interface Limit {
  actions: number;
  seconds: number;
  sentence: string;
}

/** Why a rule waits before it does more; `null` if it need not. */
export function limitOf(
  { limitePorHora }: Pick<CompanyRule, 'limitePorHora'>,
  { minute, hour }: Pace = { minute: 0, hour: 0 },
): Limit | null {
  if (limitePorHora !== undefined && hour >= limitePorHora)
    return {
      ...{ actions: limitePorHora, seconds: 3600 },
      sentence: `${formatCount(limitePorHora, 'ação', 'ações')} numa hora, o limite dela: segue na próxima.`,
    };
  return minute >= ACTIONS_A_MINUTE
    ? {
        ...{ actions: ACTIONS_A_MINUTE, seconds: 60 },
        sentence: `Mais de ${ACTIONS_A_MINUTE} ações num minuto: segue aos poucos.`,
      }
    : null;
}
