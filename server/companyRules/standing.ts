import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { RuleStanding } from '#contract/config/companyRules.ts';
import { type CompanyRule, isMacro, type RuleMode } from '#contract/rules/companyRules/companyRule.ts';
import { type Published, publishedDefinition, publishedDefinitions } from '../config/definitions/queries.ts';
import type { Context } from '../context.ts';
import type { Executor, Tx } from '../db/client.ts';
import { companyRules, people, ruleRuns } from '../db/tables/index.ts';
import { invalid, notFound, Refusal, refused } from '../errors.ts';
import { audit } from '../writing/audit.ts';
import { responsibilityProblem, roleOf, ruleName } from './actor.ts';
import { limitOf, paceOf } from './pace.ts';
import { endWaiting } from './queue.ts';

export type PublishedRule = Published<CompanyRule>;
export type StandingRow = typeof companyRules.$inferSelect;

export interface LiveRule extends PublishedRule {
  standing: StandingRow;
}

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
      macro: isMacro(content),
      modo: found?.row.mode ?? 'DESLIGADA',
      motivo: found?.row.offReason ?? '',
      responsavel: found?.responsible ?? null,
      desde: found?.row.since.toISOString() ?? null,
      feitas: of('FEITO'),
      ignoradas: of('IGNORADO'),
      registradas: of('SO_REGISTROU'),
      comErro: of('ERRO'),
      esperando: of('NA_FILA', 'ESPERANDO'),
      limite: found?.row.lookAttempts
        ? 'Não foi possível procurar os registros dela agora: tenta de novo daqui a pouco.'
        : (limitOf(content, pace.get(key))?.sentence ?? ''),
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
  if (isMacro(content))
    throw refused('MACRO', 'Uma macro não se liga: quem atende a usa assim que é publicada.');
  const problem =
    modo === 'DESLIGADA' ? null : await responsibilityProblem(tx, content.papel ?? '', ctx.user);
  if (problem) throw refused('ALEM_DOS_SEUS_DIREITOS', problem);
  const row = known ?? (await begin(tx, ctx, key, content));
  await writeMode(tx, ctx, row, modo);
}

/** A rule that goes into the archive or comes out of it does nothing until somebody switches it on. */
export async function switchOff(tx: Tx, ctx: Context, key: string): Promise<void> {
  const [row] = await tx.select().from(companyRules).where(eq(companyRules.key, key)).for('update');
  if (row && row.mode !== 'DESLIGADA') await writeMode(tx, ctx, row, 'DESLIGADA');
}

async function writeMode(tx: Tx, ctx: Context, row: StandingRow, modo: RuleMode): Promise<void> {
  const { key } = row;
  await tx
    .update(companyRules)
    .set({
      ...{ mode: modo, offReason: '', since: ctx.now(), updatedAt: ctx.now(), version: row.version + 1 },
      ...(modo !== 'DESLIGADA' && { responsibleId: ctx.user.id }),
      // What its time came for while it was off is not made up for.
      ...(row.mode === 'DESLIGADA' && lookingFrom(ctx.now())),
    })
    .where(eq(companyRules.key, key));
  if (modo !== 'LIGADA') await endWaiting(tx, key);
  await audit(tx, ctx, {
    action: modo === 'DESLIGADA' ? 'DESATIVAR' : 'REATIVAR',
    entity: 'company_rules',
    entityId: key,
    before: { modo: row.mode },
    after: { modo },
  });
}

/** What a rule by time that begins anew has looked at. */
export const lookingFrom = (at: Date) => ({
  ...{ lookedUntil: at, lookPlace: null, lateIds: [], lookAttempts: 0, nextLookAt: null },
});

async function begin(tx: Tx, ctx: Context, key: string, content: CompanyRule): Promise<StandingRow> {
  const { roleId, type } = await roleOf(tx, content.papel ?? '', ctx.user);
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
