import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { companyRuleRoutes, RuleDay, RuleRun } from '#contract/config/companyRules.ts';
import { pageOf } from '#contract/map/recordPages.ts';
import type { Input, Output } from '#contract/route.ts';
import { MAX_CHAIN } from '#contract/rules/companyRules/companyRule.ts';
import { actionName } from '#contract/rules/companyRules/ruleActions.ts';
import { ruleEntity, ruleEvent } from '#contract/rules/companyRules/ruleEntities.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { companyRules, ruleActions, ruleRuns } from '../db/tables/index.ts';
import { notFound, refused } from '../errors.ts';
import { visibleCodes } from '../feed/read.ts';
import { COUNT_CAP, countOf, paginatorOf, pageOf as placeOf } from '../paging/paging.ts';
import { signalFeed } from '../realtime/signal.ts';
import { audit } from '../writing/audit.ts';
import { publishedRule } from './standing.ts';

type Runs = typeof companyRuleRoutes.runs;

/** What a rule did, the newest first. Records that the person may not see are named by their number alone. */
export async function runsOf({ params, query }: Input<Runs>, ctx: Context): Promise<Output<Runs>> {
  const { db } = ctx;
  const { content } = await publishedRule(db, params.chave);
  const where = and(
    eq(ruleRuns.ruleKey, params.chave),
    query.situacao === undefined ? undefined : eq(ruleRuns.state, query.situacao),
    query.registro === undefined ? undefined : eq(ruleRuns.recordId, query.registro),
  );
  const { take, offset } = placeOf(query);
  const [rows, total] = await Promise.all([
    db.select().from(ruleRuns).where(where).orderBy(desc(ruleRuns.id)).limit(take).offset(offset),
    countOf(
      db,
      db
        .select({ one: sql`1`.as('one') })
        .from(ruleRuns)
        .where(where)
        .limit(COUNT_CAP),
    ),
  ]);
  const acts = await isActing(db, params.chave);
  const done = await doneBy(
    ctx,
    rows.map(({ id }) => id),
  );
  const pages = await pagesOf(
    ctx,
    content.entidade,
    rows.map(({ recordId }) => recordId),
  );
  return {
    itens: rows.map((row) => ({
      id: row.id,
      quando: row.happenedAt.toISOString(),
      evento: eventText(row),
      entidade: row.entity,
      registro: row.recordId,
      pagina: row.entity === content.entidade ? (pages.get(row.recordId) ?? null) : null,
      situacao: row.state,
      frase: row.sentence,
      tentativas: row.attempts,
      proxima: row.endedAt ? null : row.nextAttemptAt.toISOString(),
      versaoRegra: row.ruleVersion,
      profundidade: row.chain.length,
      acoes: done.get(row.id) ?? [],
      podeRepetir: acts && row.state === 'ERRO' && row.chain.length < MAX_CHAIN,
    })),
    paginator: paginatorOf(query, total),
  };
}

const isActing = async (db: Executor, key: string): Promise<boolean> => {
  const [row] = await db
    .select({ mode: companyRules.mode })
    .from(companyRules)
    .where(eq(companyRules.key, key))
    .for('share');
  return row?.mode === 'LIGADA';
};

const eventText = ({ entity, event }: Pick<typeof ruleRuns.$inferSelect, 'entity' | 'event'>): string => {
  if (event === 'PRAZO') return 'Chegou o prazo';
  if (event === 'HORARIO') return 'Chegou a hora';
  return upperFirst(ruleEvent(entity, event)?.label ?? event);
};

async function doneBy({ db }: Context, ids: readonly number[]) {
  const found = new Map<number, RuleRun['acoes']>();
  if (ids.length === 0) return found;
  const rows = await db
    .select()
    .from(ruleActions)
    .where(inArray(ruleActions.runId, [...ids]))
    .orderBy(asc(ruleActions.runId), asc(ruleActions.place));
  for (const { runId, action, at, sentence } of rows) {
    const done = found.get(runId) ?? [];
    done.push({
      acao: upperFirst(actionName(action)),
      quando: at.toISOString(),
      frase: sentence,
    });
    found.set(runId, done);
  }
  return found;
}

/** The pages of those records that the person may see. */
export async function pagesOf(
  { db, user }: Pick<Context, 'db' | 'user'>,
  entity: string,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const entityFacts = ruleEntity(entity);
  if (!entityFacts) return new Map();
  const seen = await visibleCodes(db, user, entityFacts.tipo, [...new Set(ids)]);
  return new Map([...seen.keys()].map((id) => [id, pageOf(entity, id)]));
}

const DAYS = 30;

/** Day by day, the oldest first; days without anything are among them. */
export async function daysOf({ db, now }: Context, key: string): Promise<RuleDay[]> {
  await publishedRule(db, key);
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const { rows } = await db.execute<{ dia: string; state: string; total: number }>(sql`
    select to_char(created_at at time zone ${DEFAULT_TIME_ZONE}, 'YYYY-MM-DD') as dia, state, count(*)::integer as total
    from ${ruleRuns} where rule_key = ${key} and created_at > now() - make_interval(days => ${DAYS + 1})
    group by 1, 2`);
  const of = (dia: string, ...states: string[]) =>
    rows
      .filter((row) => row.dia === dia && states.includes(row.state))
      .reduce((sum, { total }) => sum + total, 0);
  return Array.from({ length: DAYS }, (_, at) => addDays(today, at - DAYS + 1)).map((dia) => ({
    dia,
    feitas: of(dia, 'FEITO'),
    ignoradas: of(dia, 'IGNORADO'),
    registradas: of(dia, 'SO_REGISTROU'),
    comErro: of(dia, 'ERRO'),
  }));
}

/** Tries again from the action that failed; refused for a rule that is not on, since nothing would be done. */
export async function retryRun(ctx: Context, key: string, id: number): Promise<void> {
  await publishedRule(ctx.db, key);
  await ctx.db.transaction(async (tx) => {
    if (!(await isActing(tx, key)))
      throw refused('REGRA_DESLIGADA', 'A regra não está ligada. Ligue-a, e repita depois.');
    const isIt: SQL | undefined = and(eq(ruleRuns.id, id), eq(ruleRuns.ruleKey, key));
    const [row] = await tx.select().from(ruleRuns).where(isIt).for('update');
    if (!row) throw notFound();
    if (row.state !== 'ERRO') throw refused('SEM_MUDANCA', 'Só o que deu erro se tenta de novo.');
    await tx
      .update(ruleRuns)
      .set({
        // After a wait, and before anything is done again, its condition is judged.
        state: row.step > 0 && !row.holds ? 'ESPERANDO' : 'NA_FILA',
        ...{ attempts: 0, nextAttemptAt: sql`now()`, sentence: '', endedAt: null },
      })
      .where(isIt);
    await audit(tx, ctx, {
      action: 'REPETIR',
      entity: 'company_rules',
      entityId: key,
      after: { execucao: id },
    });
    await signalFeed(tx, 'numbered');
  });
}
