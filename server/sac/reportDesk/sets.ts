import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { allows } from '#contract/permissions.ts';
import { sameQuestions } from '#contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { ReportSet, reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { definitionVersion } from '../../config/definitions/queries.ts';
import type { Context, Reading, User } from '../../context.ts';
import { countLocked } from '../../db/advisoryLock.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { people, reportSets } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, Refusal, refused } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { type PublishedReport, reportFor } from '../reports/queries.ts';
import { acceptedValues } from './acceptedValues.ts';

const setRow = rowOf(reportSets, {
  entity: 'report_sets',
  name: 'estes filtros',
  words: {
    reportKey: 'relatorio',
    reportVersion: 'versaoRelatorio',
    ownerId: 'dono',
    name: 'nome',
    team: 'equipe',
    parameters: 'filtros',
  },
  read: { schema: ReportSet, of: oneSet },
});

type SetRecord = typeof reportSets.$inferSelect;

/** More would not fit as chips. */
const MAX_SETS = 30;

export const createSet = command(reportDeskRoutes.createSet, async (tx, ctx, { params, body }) => {
  const within = { ...ctx, db: tx };
  const report = await reportFor(within, params.idRelatorio);
  if (body.equipe) requireTeam(ctx.user);
  const parameters = await acceptedValues(within, report, body.filtros);
  await requireRoom(tx, ctx.user, report.key);
  const { id } = await setRow.create(tx, ctx, {
    body,
    set: {
      reportKey: report.key,
      reportVersion: report.version,
      ownerId: ctx.user.id,
      name: await freeName(tx, { ownerId: ctx.user.id, reportKey: report.key, id: 0 }, body.nome),
      parameters,
    },
  });
  return { data: await shownSet(tx, ctx.user, report, id) };
});

export const updateSet = command(reportDeskRoutes.updateSet, async (tx, ctx, { params, body }) => {
  const within = { ...ctx, db: tx };
  const report = await reportFor(within, params.idRelatorio);
  const parameters = await acceptedValues(within, report, body.filtros);
  const before = await lockedSet(tx, ctx, report.key, params.id);
  await setRow.requireVersion(tx, ctx, before, body.versao);
  if (body.equipe && !before.team) requireTeam(ctx.user);
  const set = {
    name: await freeName(tx, before, body.nome),
    parameters,
    reportVersion: report.version,
  };
  await setRow.change(tx, ctx, before, { body, set });
  return { data: await shownSet(tx, ctx.user, report, params.id) };
});

export const removeSet = command(reportDeskRoutes.removeSet, async (tx, ctx, { params }) => {
  const report = await reportFor({ ...ctx, db: tx }, params.idRelatorio);
  const set = await lockedSet(tx, ctx, report.key, params.id);
  await setRow.remove(tx, ctx, set);
  return { data: { id: params.id, message: `Filtros "${set.name}" excluídos.` } };
});

/** A set that the user cannot see counts as unknown; for one that they see but may not change, the message says who can. */
async function lockedSet(tx: Tx, ctx: Context, reportKey: string, id: number): Promise<SetRecord> {
  const { user } = ctx;
  const where = and(eq(reportSets.reportKey, reportKey), setsVisibleTo(user));
  const set = await setRow.lock(tx, ctx, { id, where });
  if (!mayChangeSet(user, set))
    throw new Refusal(
      403,
      'FILTROS_DA_EQUIPE',
      'Estes filtros são da equipe: só a supervisão ou quem cuida dos relatórios pode mudá-los. Salve uma cópia sua.',
    );
  return set;
}

function requireTeam(user: User): void {
  if (!allows(user.grants, 'VISOES_EQUIPE')) throw forbidden('VISOES_EQUIPE');
}

async function requireRoom(tx: Tx, user: User, reportKey: string): Promise<void> {
  const where = and(eq(reportSets.ownerId, user.id), eq(reportSets.reportKey, reportKey));
  if ((await countLocked(tx, reportSets, { where, of: user.id })) >= MAX_SETS)
    throw refused('MUITOS_FILTROS', `Você já salvou ${MAX_SETS} filtros deste relatório. Exclua algum.`);
}

/** Two chips with the same name could not be told apart. */
async function freeName(
  tx: Tx,
  { ownerId, reportKey, id }: Pick<SetRecord, 'ownerId' | 'reportKey' | 'id'>,
  text: string,
): Promise<string> {
  const name = plainText(text).trim();
  const [other] = await tx
    .select({ id: reportSets.id })
    .from(reportSets)
    .where(
      and(
        eq(reportSets.ownerId, ownerId),
        eq(reportSets.reportKey, reportKey),
        eq(reportSets.name, name),
        ne(reportSets.id, id),
      ),
    );
  if (other) throw invalid({ nome: 'Já há filtros salvos com este nome.' });
  return name;
}

async function oneSet(ctx: Reading, id: number): Promise<ReportSet> {
  const [set] = await ctx.db
    .select({ key: reportSets.reportKey })
    .from(reportSets)
    .where(eq(reportSets.id, id));
  if (!set) throw notFound();
  return shownSet(ctx.db, ctx.user, await reportFor(ctx, set.key), id);
}

async function shownSet(db: Executor, user: User, report: PublishedReport, id: number): Promise<ReportSet> {
  const [set] = await shownSets(db, user, report, eq(reportSets.id, id));
  if (!set) throw notFound();
  return set;
}

/** The user's own sets and, for staff, those of the team. */
const setsVisibleTo = (user: User): SQL | undefined =>
  or(eq(reportSets.ownerId, user.id), worksForCompany(user.type) ? reportSets.team.getSQL() : undefined);

const mayChangeSet = (user: User, set: { ownerId: number; team: boolean }): boolean =>
  set.team
    ? allows(user.grants, 'VISOES_EQUIPE') || allows(user.grants, 'CONFIGURACAO_RELATORIOS')
    : set.ownerId === user.id;

/** The user's own sets first, then those of the team, each ordered by name. */
export const visibleSets = (db: Executor, user: User, report: PublishedReport): Promise<ReportSet[]> =>
  shownSets(db, user, report, setsVisibleTo(user));

/** After a write, also one that the user can no longer see: a colleague's that they have just stopped sharing. */
async function shownSets(
  db: Executor,
  user: User,
  report: PublishedReport,
  which: SQL | undefined,
): Promise<ReportSet[]> {
  const rows = await db
    .select({ set: reportSets, owner: people.name })
    .from(reportSets)
    .innerJoin(people, eq(people.id, reportSets.ownerId))
    .where(and(eq(reportSets.reportKey, report.key), which))
    .orderBy(sql`${reportSets.ownerId} <> ${user.id}`, sql`${reportSets.name} collate pt_br`, reportSets.id);
  const outdated = await outdatedVersions(
    db,
    report,
    rows.map(({ set }) => set),
  );
  return rows.map(({ set, owner }) => ({
    id: set.id,
    nome: set.name,
    equipe: set.team,
    minha: set.ownerId === user.id,
    podeAlterar: mayChangeSet(user, set),
    dono: { id: set.ownerId, nome: owner },
    filtros: set.parameters,
    desatualizada: outdated.has(set.reportVersion),
    versao: set.version,
  }));
}

interface Kept {
  reportVersion: number;
}

/**
 * Of the older report versions that sets or schedules were saved for, those whose parameters differ from the current ones.
 */
export async function outdatedVersions(
  db: Executor,
  report: PublishedReport,
  kept: readonly Kept[],
): Promise<ReadonlySet<number>> {
  const older = new Set(kept.map(({ reportVersion }) => reportVersion));
  older.delete(report.version);
  const changed = new Set<number>();
  for (const version of older) {
    const then = await definitionVersion<ReportDefinition>(db, 'reports', report.key, version);
    const same = then && sameQuestions(then.content.parametros.schema, report.content.parametros.schema);
    if (!same) changed.add(version);
  }
  return changed;
}
