import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { RuleStanding } from '#contract/config/companyRules.ts';
import {
  ACTIONS_A_MINUTE,
  type CompanyRule,
  type RuleMode,
} from '#contract/rules/companyRules/companyRule.ts';
import { formatCount } from '#contract/rules/format.ts';
import { type Published, publishedDefinition, publishedDefinitions } from '../config/definitions/queries.ts';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { companyRules, people, ruleActions, ruleRuns } from '../db/tables/index.ts';
import { invalid, notFound, Refusal, refused } from '../errors.ts';
import { audit } from '../writing/audit.ts';
import { responsibilityProblem, roleOf, ruleName } from './actor.ts';

export type PublishedRule = Published<CompanyRule>;
export type StandingRow = typeof companyRules.$inferSelect;

export const publishedRules = (db: Executor) => publishedDefinitions<CompanyRule>(db, 'rules');

/** 404 for a rule that is not published, or archived. */
export async function publishedRule(db: Executor, key: string): Promise<PublishedRule> {
  const found = await publishedDefinition<CompanyRule>(db, 'rules', key);
  if (!found) throw notFound();
  return found;
}

export async function standings(db: Executor): Promise<RuleStanding[]> {
  const published = await publishedRules(db);
  return standingsOf(db, published);
}

export async function standingOf(db: Executor, key: string): Promise<RuleStanding> {
  const [standing] = await standingsOf(db, [await publishedRule(db, key)]);
  if (!standing) throw notFound();
  return standing;
}

async function standingsOf(db: Executor, rules: readonly PublishedRule[]): Promise<RuleStanding[]> {
  const keys = rules.map(({ key }) => key);
  const [rows, counts, pace] = await Promise.all([
    db
      .select({ row: companyRules, responsible: { id: people.id, nome: people.name } })
      .from(companyRules)
      .leftJoin(people, eq(people.id, companyRules.responsibleId)),
    countsOf(db, keys),
    paceOf(db),
  ]);
  return rules.map(({ key, content }) => {
    const found = rows.find(({ row }) => row.key === key);
    const counted = counts.get(key) ?? new Map<string, number>();
    const of = (...states: string[]) => states.reduce((sum, state) => sum + (counted.get(state) ?? 0), 0);
    return {
      chave: key,
      titulo: content.titulo,
      modo: found?.row.mode ?? 'DESLIGADA',
      motivo: found?.row.offReason ?? '',
      responsavel: found?.responsible ?? null,
      desde: found?.row.since.toISOString() ?? null,
      feitas: of('FEITO'),
      ignoradas: of('IGNORADO'),
      registradas: of('SO_REGISTROU'),
      comErro: of('ERRO'),
      esperando: of('NA_FILA', 'ESPERANDO'),
      limite: limitText(content, pace.get(key) ?? { minute: 0, hour: 0 }) ?? '',
      versao: found?.row.version ?? 0,
    };
  });
}

async function countsOf(db: Executor, keys: readonly string[]) {
  const { rows } = await db.execute<{ key: string; state: string; total: number }>(sql`
    select rule_key as key, state, count(*)::integer as total from ${ruleRuns}
    where rule_key = any(${sql.param([...keys])}::text[])
      and (state in ('NA_FILA', 'ESPERANDO') or created_at > now() - interval '7 days')
    group by 1, 2`);
  const found = new Map<string, Map<string, number>>();
  for (const { key, state, total } of rows) {
    const states = found.get(key) ?? new Map<string, number>();
    found.set(key, states.set(state, total));
  }
  return found;
}

interface Pace {
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

/** Why a rule waits before it does more; `null` if it need not. */
export function limitText({ limitePorHora }: Pick<CompanyRule, 'limitePorHora'>, { minute, hour }: Pace) {
  if (minute >= ACTIONS_A_MINUTE) return `Mais de ${ACTIONS_A_MINUTE} ações num minuto: segue aos poucos.`;
  return limitePorHora !== undefined && hour >= limitePorHora
    ? `${formatCount(limitePorHora, 'ação', 'ações')} numa hora, o limite dela: segue na próxima.`
    : null;
}

/** Switches a rule on or off. Whoever lets it look at records answers for it, with every right of its role. */
export async function setMode(
  tx: Tx,
  ctx: Context,
  key: string,
  { modo, versao }: { modo: RuleMode; versao: number },
): Promise<void> {
  const { content } = await publishedRule(tx, key);
  const [known] = await tx.select().from(companyRules).where(eq(companyRules.key, key)).for('update');
  if ((known?.version ?? 0) !== versao)
    throw new Refusal(409, 'VERSAO', 'A regra foi ligada ou desligada por outra pessoa. Veja como ela está.');
  if ((known?.mode ?? 'DESLIGADA') === modo) throw refused('SEM_MUDANCA', 'A regra já está assim.');
  const problem = modo === 'DESLIGADA' ? null : await responsibilityProblem(tx, content.papel, ctx.user);
  if (problem) throw refused('ALEM_DOS_SEUS_DIREITOS', problem);
  const row = known ?? (await begin(tx, ctx, key, content));
  await tx
    .update(companyRules)
    .set({
      ...{ mode: modo, offReason: '', since: ctx.now(), updatedAt: ctx.now(), version: row.version + 1 },
      ...(modo !== 'DESLIGADA' && { responsibleId: ctx.user.id }),
      // What its time came for while it was off is not made up for.
      ...(row.mode === 'DESLIGADA' && { lookedUntil: ctx.now() }),
    })
    .where(eq(companyRules.key, key));
  if (modo === 'DESLIGADA') await endWaiting(tx, key);
  await audit(tx, ctx, {
    action: modo === 'DESLIGADA' ? 'DESATIVAR' : 'REATIVAR',
    entity: 'company_rules',
    entityId: key,
    before: { modo: row.mode },
    after: { modo },
  });
}

async function begin(tx: Tx, ctx: Context, key: string, content: CompanyRule): Promise<StandingRow> {
  const { roleId, type } = await roleOf(tx, content.papel, ctx.user);
  const [person] = await tx
    .insert(people)
    .values({
      ...{ cpf: `regra:${randomUUID()}`, name: ruleName(content.titulo), email: '', type, roleId },
      ...{ passwordHash: 'nenhuma', active: false },
    })
    .returning({ id: people.id });
  if (!person) throw invalid({ modo: 'A regra não pôde ser ligada.' });
  const [row] = await tx.insert(companyRules).values({ key, personId: person.id, version: 0 }).returning();
  if (!row) throw new Error('the standing of a rule was not written');
  return row;
}

/** What still waited for a rule that is switched off stays undone. */
export const endWaiting = (tx: Tx, key: string) =>
  tx
    .update(ruleRuns)
    .set({ state: 'IGNORADO', sentence: 'A regra foi desligada antes.', endedAt: sql`now()` })
    .where(and(eq(ruleRuns.ruleKey, key), sql`${ruleRuns.state} in ('NA_FILA', 'ESPERANDO')`));
