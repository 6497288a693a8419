import { desc, eq, inArray, sql } from 'drizzle-orm';
import { RetentionRule, type RetentionRun, retentionRoutes } from '#contract/config/people/retention.ts';
import type { Input } from '#contract/route.ts';
import { GRACE_DAYS, PREVIEW_MINUTES } from '#contract/rules/privacy/retention.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { people, retentionRules, retentionRuns } from '../../db/tables/index.ts';
import { notFound, refused, shownBy } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { sealer, unsealed } from '../../session/secrets.ts';
import { audit } from '../../writing/audit.ts';
import { command } from '../../writing/command.ts';
import { requireVersion } from '../../writing/requireVersion.ts';
import { retentionTargets, type Target } from './look.ts';
import { previewOf } from './preview.ts';

type Params = Input<typeof retentionRoutes.get>['params'];
type StoredRule = typeof retentionRules.$inferSelect;

/** Retention rules: editing, preview, confirmation and pausing. The nightly runs are in `commands.ts`. */
export const retentionImplementation = implement(retentionRoutes, {
  rules: async (_, { db }) => ({ itens: await allRules(db) }),
  get: async ({ params }, { db }) => ({ data: await oneRule(db, params.alvo) }),
  update: command(retentionRoutes.update, (tx, ctx, input) =>
    change(tx, ctx, input, 'ALTERAR', () => ({
      months: input.body.meses,
      state: 'RASCUNHO',
      actsFrom: null,
      confirmedAt: null,
      confirmedById: null,
    })),
  ),
  preview,
  confirm: command(retentionRoutes.confirm, (tx, ctx, input) =>
    change(tx, ctx, input, 'ATIVAR', async (existing) => {
      await requirePreviewed(tx, ctx, existing, input.body.selo);
      const today = localDate(ctx.now(), DEFAULT_TIME_ZONE);
      return {
        state: 'ATIVA',
        actsFrom: addDays(today, GRACE_DAYS),
        confirmedAt: ctx.now(),
        confirmedById: ctx.user.id,
      };
    }),
  ),
  pause: command(retentionRoutes.pause, (tx, ctx, input) =>
    change(tx, ctx, input, 'PAUSAR', ({ state }) => {
      if (state !== 'ATIVA') throw refused('NAO_ATIVA', 'Esta regra não está ativa.');
      return { state: 'PAUSADA', actsFrom: null };
    }),
  ),
});

async function allRules(db: Executor): Promise<RetentionRule[]> {
  const rules = await confirmedRules(db);
  const last = await lastNights(db);
  return (await retentionTargets(db)).map((target) =>
    view(
      target,
      rules.get(target.key),
      last.filter((run) => run.target === target.key),
    ),
  );
}

const NIGHTS = 14;

async function oneRule(db: Executor, key: string): Promise<RetentionRule> {
  const target = await targetOf(db, key);
  const nights = await db
    .select()
    .from(retentionRuns)
    .where(eq(retentionRuns.target, key))
    .orderBy(desc(retentionRuns.day))
    .limit(NIGHTS);
  return view(target, (await confirmedRules(db)).get(key), nights);
}

async function targetOf(db: Executor, key: string): Promise<Target> {
  const target = (await retentionTargets(db)).find((each) => each.key === key);
  if (!target) throw notFound();
  return target;
}

interface Confirmed extends StoredRule {
  by: string | null;
}

async function confirmedRules(db: Executor): Promise<Map<string, Confirmed>> {
  const rows = await db
    .select({ rule: retentionRules, by: people.name })
    .from(retentionRules)
    .leftJoin(people, eq(people.id, retentionRules.confirmedById));
  return new Map(rows.map(({ rule, by }) => [rule.target, { ...rule, by }]));
}

/** The last nightly run of each rule. */
const lastNights = (db: Executor) =>
  db
    .select()
    .from(retentionRuns)
    .where(
      inArray(
        retentionRuns.id,
        db
          .select({ id: sql<number>`max(${retentionRuns.id})` })
          .from(retentionRuns)
          .groupBy(retentionRuns.target),
      ),
    );

function view(
  { key, kind, name }: Target,
  rule: Confirmed | undefined,
  nights: readonly (typeof retentionRuns.$inferSelect)[],
): RetentionRule {
  return {
    alvo: key,
    tipo: kind,
    nome: name,
    meses: rule?.months ?? null,
    situacao: rule?.months ? rule.state : 'PARA_SEMPRE',
    agePartir: rule?.actsFrom ?? null,
    confirmadaPor: rule?.by ?? null,
    confirmadaEm: rule?.confirmedAt?.toISOString() ?? null,
    noites: nights.map(nightView),
    versao: rule?.version ?? 0,
  };
}

const nightView = (run: typeof retentionRuns.$inferSelect): RetentionRun => ({
  dia: run.day,
  fim: run.finishedAt?.toISOString() ?? null,
  sairam: run.taken,
  porLei: run.byLaw,
  emAberto: run.busy,
  falhas: run.failed,
  erro: run.error,
});

type Change = Partial<Pick<StoredRule, 'months' | 'state' | 'actsFrom' | 'confirmedAt' | 'confirmedById'>>;

/** Applies one change to a locked rule, with its version and audit entry. */
async function change(
  tx: Tx,
  ctx: Context,
  { params: { alvo }, body: { versao } }: { params: Params; body: { versao: number } },
  action: string,
  of: (existing: StoredRule) => Change | Promise<Change>,
) {
  const target = await targetOf(tx, alvo);
  const existing = await lockRule(tx, target, ctx.now());
  await requireVersion(tx, versao, {
    entity: 'retention_rules',
    entityId: alvo,
    version: existing.version,
    name: 'esta regra',
    state: async () => shownBy(RetentionRule, await oneRule(tx, alvo)),
  });
  const set = await of(existing);
  await tx
    .update(retentionRules)
    .set({ ...set, version: existing.version + 1, updatedAt: ctx.now() })
    .where(eq(retentionRules.target, alvo));
  // A nightly run in progress was counting by the previous rule, so it ends here.
  if (action === 'ALTERAR')
    await tx
      .update(retentionRuns)
      .set({ finishedAt: ctx.now() })
      .where(sql`${retentionRuns.target} = ${alvo} and ${retentionRuns.finishedAt} is null`);
  await audit(tx, ctx, {
    action,
    entity: 'retention_rules',
    entityId: alvo,
    before: auditedRule(existing),
    after: auditedRule({ ...existing, ...set }),
  });
  return { data: await oneRule(tx, alvo) };
}

const auditedRule = ({ months, state, actsFrom }: StoredRule) => ({
  meses: months,
  situacao: state,
  agePartir: actsFrom,
});

/** A rule that was never written has version 0 and no row until then. */
async function lockRule(tx: Tx, { key }: Target, now: Date): Promise<StoredRule> {
  await tx.insert(retentionRules).values({ target: key, version: 0, updatedAt: now }).onConflictDoNothing();
  const [existing] = await tx
    .select()
    .from(retentionRules)
    .where(eq(retentionRules.target, key))
    .for('update');
  if (!existing) throw new Error('the rule was not written');
  return existing;
}

const SEAL = 'guarda';
interface SeenBy {
  target: string;
  version: number;
  personId: number;
}

async function preview({ params: { alvo } }: { params: Params }, ctx: Context) {
  const { db, now, user } = ctx;
  const target = await targetOf(db, alvo);
  const rule = (await confirmedRules(db)).get(alvo);
  if (!rule?.months)
    throw refused('SEM_PRAZO', 'Estes dados são guardados para sempre. Dê um prazo primeiro.');
  const seen = await previewOf(db, { target, months: rule.months, now: now() });
  const seal = await sealer(db, SEAL, new Date(now().getTime() + PREVIEW_MINUTES * 60_000));
  return {
    data: {
      ...seen,
      selo: seal({ target: alvo, version: rule.version, personId: user.id } satisfies SeenBy),
    },
  };
}

/** A rule can only be confirmed by a user who has seen its preview, and only if it has not changed since. */
async function requirePreviewed(tx: Tx, ctx: Context, existing: StoredRule, seal: string): Promise<void> {
  if (!existing.months || existing.state === 'ATIVA')
    throw refused('NADA_A_CONFIRMAR', 'Não há prazo novo a confirmar nesta regra.');
  const seen = await unsealed<SeenBy>(tx, SEAL, seal);
  const same =
    seen?.target === existing.target && seen.version === existing.version && seen.personId === ctx.user.id;
  if (!same || seen.until < ctx.now().getTime())
    throw refused(
      'PREVIA_NAO_VISTA',
      'A prévia desta regra venceu ou é de outro prazo. Veja-a de novo antes de confirmar.',
    );
}
