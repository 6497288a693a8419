import { and, eq } from 'drizzle-orm';
import { resolvePath, titleOf } from '#contract/map/paths.ts';
import { inSentence } from '#contract/records/recordType.ts';
import { dependencyOf } from '#contract/rules/forms/formDefinition.ts';
import { missingBound } from '#contract/rules/reports/bounds.ts';
import { wordedColumns } from '#contract/rules/reports/columnWords.ts';
import {
  comparedPeriod,
  comparisonText,
  NEEDS_WHOLE_PERIOD,
  wholePeriod,
} from '#contract/rules/reports/comparedPeriod.ts';
import { comparedParameter } from '#contract/rules/reports/groupFigures.ts';
import { parametersOf, schemaWithoutDefaults } from '#contract/rules/reports/parameterSchema.ts';
import { filledValues, filtersInWords, resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import { pathsOfQuery } from '#contract/rules/reports/queryPaths.ts';
import type { DeclarativeQuery, ReportDefinition, ReportParameter } from '#contract/rules/reports/report.ts';
import { localDate, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import { isSource, optionSources, outsideOptions } from '#server/config/forms/queries.ts';
import { formErrors } from '#server/config/forms/rules.ts';
import type { Deps, User } from '#server/context.ts';
import type { BoundSql, Placeholder } from '#server/db/guard/checkSql.ts';
import { leadingCustomer } from '#server/db/leadingCustomer.ts';
import { customers } from '#server/db/tables/index.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { mapForRun } from '#server/map/queries.ts';
import type { SourcedEntities, SourcedEntity } from '#server/map/sourcedEntity.ts';
import { seesPersonal } from '#server/session/personalData.ts';
import { customerScope } from '#server/session/scope.ts';
import { followedReport, followedValues } from '#server/session/storedCodes.ts';
import { zoneOf } from '#server/session/zoneOf.ts';
import { parameterBefore } from '../guard/comparing.ts';
import { impossibleValues } from '../guard/conditions.ts';
import { type ColumnMasks, personalColumns } from '../guard/personalColumns.ts';
import { checkedStatement } from '../guard/validateSql.ts';
import { NEEDS_MENDING } from './refusals.ts';

export type Values = Record<string, unknown>;
export type Asker = Pick<Deps, 'db' | 'pool' | 'settings' | 'now'> & {
  user: User;
  /** Where a report is written or checked: the map of its author, as it will be. */
  sets?: SourcedEntities;
};

/** Everything that a run needs, after the report and its filters have been accepted. */
export interface PreparedRun {
  report: ReportDefinition;
  /** The columns that must be masked for this user. */
  masks: ColumnMasks;
  bound: BoundSql;
  bind: unknown[];
  /** The values that placeholders are filled with, by parameter. */
  values: Values;
  /** The map that the query was compiled with. */
  sets: SourcedEntities;
  /** The parameters that the history stores. */
  parameters: Values;
  filters: string;
  /** Sentences that go with the result, on the screen and in files: which periods are compared. */
  notes: string[];
  zone: TimeZone;
  /** The customer of the customer panel, if the run comes from there. */
  customer: number | null;
}

/** The parameter for the customer whose panel runs the report. */
const CUSTOMER = 'CLIENTE_ID';

interface Run {
  /** The rows that the run reads, if that is known: one more will be read, to find out whether there are more. */
  limit?: number;
  scheduleId?: number | null;
}

/** Checks filters and query again; a problem with a filter is reported for that filter. */
export async function prepareRun(
  ctx: Asker,
  written: ReportDefinition,
  given: Values,
  { limit, scheduleId = null }: Run = {},
): Promise<PreparedRun> {
  const { [CUSTOMER]: panel, ...rest } = given;
  const customer = await panelCustomer(ctx, panel);
  const sets = ctx.sets ?? (await mapForRun(ctx.db, ctx.user));
  const report = await followedReport(ctx.db, written, sets);
  const parameters = parametersOf(report.parametros);
  const zone = await zoneOf(ctx.db, ctx.user);
  const chosen = filledValues(resolvedValues(parameters, rest, localDate(ctx.now(), zone)));
  const values = await followedValues(ctx.db, parameters, chosen);
  const errors = {
    ...(await outsideOptions(ctx as never, report.parametros.ui, values)),
    ...(await formErrors(schemaWithoutDefaults(report.parametros.schema), values)),
  };
  requireFields(
    Object.fromEntries(Object.entries(errors).map(([pointer, text]) => [fieldOf(pointer), text])),
  );
  const checked = await checkedStatement(report, sets, limit === undefined ? undefined : limit + 1);
  if ('problems' in checked) throw brokenReport(ctx, report, sets, checked.problems[0]?.message);
  requireFields(impossibleValues(report, sets, values));
  // A schedule is asked for its bound when it is saved. One that was saved before bounds were asked for keeps being delivered.
  if (scheduleId === null && customer === null) requireFields(missingBound(report, values));
  const compared = comparison(report, sets, values);
  const filled = { ...values, ...compared.values };
  const masks = seesPersonal(ctx.user)
    ? NONE
    : personalColumns(report, checked.bound.text, sets, ctx.user.wall !== undefined);
  if (!masks)
    throw refused(
      'RELATORIO_PESSOAL',
      'Este relatório usa dados pessoais de um modo que não dá para mascarar, e seu perfil não os vê por inteiro. Peça-o a quem vê dados pessoais por inteiro.',
    );
  return {
    report: { ...report, colunas: wordedColumns(report, sets) },
    masks,
    bound: checked.bound,
    bind: bindValues(checked.bound.placeholders, filled),
    values: filled,
    sets,
    parameters: customer === null ? values : { ...values, [CUSTOMER]: customer },
    filters: filtersInWords(parameters, values, await labelsOf(ctx, parameters, values)),
    notes: compared.notes,
    zone,
    customer,
  };
}

/** The period that the one in the filters is compared with, and the sentence that says so. */
function comparison(
  { consulta }: ReportDefinition,
  sets: SourcedEntities,
  values: Values,
): { values: Values; notes: string[] } {
  const parameter = consulta.tipo === 'DECLARATIVA' ? comparedParameter(consulta, sets) : undefined;
  if (consulta.tipo === 'SQL' || !consulta.compara || parameter === undefined)
    return { values: {}, notes: [] };
  const period = wholePeriod(values[parameter]);
  if (!period) throw invalid({ [parameter]: NEEDS_WHOLE_PERIOD });
  return {
    values: { [parameterBefore(parameter).parametro]: comparedPeriod(consulta.compara, period) },
    notes: [comparisonText(consulta.compara, period)],
  };
}

function requireFields(errors: Readonly<Record<string, string>>) {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Whoever reads reports is told what to do; what is wrong in the query is told where it is checked. A type that the person
 * may not read leaves the query without its data, which is no fault of the report.
 */
function brokenReport(
  { sets: checking }: Asker,
  { consulta }: ReportDefinition,
  sets: SourcedEntities,
  problem: string | undefined,
) {
  const closed = consulta.tipo === 'DECLARATIVA' ? closedIn(consulta, sets) : undefined;
  if (closed)
    return refused(
      'RELATORIO_SEM_ACESSO',
      `Este relatório mostra ${inSentence(titleOf(closed))}, que só vê quem tem a permissão "${closed.fechada}". Peça o acesso a quem administra o console.`,
    );
  return refused('RELATORIO_RECUSADO', checking && problem ? problem : NEEDS_MENDING);
}

/** The first entity that a query reads and the person may not. */
function closedIn(query: DeclarativeQuery, sets: SourcedEntities): SourcedEntity | undefined {
  const { conjunto } = query;
  const paths = pathsOfQuery(query).map((path) => resolvePath(sets, conjunto, path));
  const read = [conjunto, ...paths.flatMap((path) => (path ? path.steps.map(({ alvo }) => alvo) : []))];
  return read.map((key) => sets[key]).find((entity) => entity?.fechada);
}

const NONE: ColumnMasks = new Map();

const fieldOf = (pointer: string) => pointer.replace(/^\//, '').replaceAll('/', '.');

/** A customer out of scope counts as one that does not exist. */
async function panelCustomer({ db, user }: Asker, given: unknown): Promise<number | null> {
  if (given === undefined || given === null || given === '') return null;
  const text = typeof given === 'number' || typeof given === 'string' ? String(given) : '';
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  if (id > 2_147_483_647 || id === 0) throw notFound();
  const [row] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, await leadingCustomer(db, id)), customerScope(user)));
  if (!row) throw notFound();
  return row.id;
}

/** The names of the choices among the values, where these come from a list. */
export async function labelsOf(ctx: Asker, parameters: readonly ReportParameter[], values: Values) {
  const labels = new Map<string, string>();
  for (const { parametro, origem, dependeDe = [] } of parameters) {
    const value = values[parametro];
    if (!origem || value === undefined || !isSource(origem)) continue;
    const chosen = [value].flat().map(String);
    const found = await optionSources[origem](ctx as never, {
      q: '',
      valores: Object.fromEntries(
        dependeDe.map(dependencyOf).map(({ chave, campo }) => [chave, values[campo]]),
      ),
      escolhidos: chosen,
      offered: false,
      most: chosen.length,
    });
    for (const { valor, rotulo } of found) labels.set(`${parametro} ${valor}`, rotulo);
  }
  return (parameter: ReportParameter, value: string) => labels.get(`${parameter.parametro} ${value}`);
}

/** The placeholders' values in the order of their numbers; empty ones are NULL. */
export const bindValues = (
  placeholders: readonly Placeholder[],
  values: Readonly<Record<string, unknown>>,
): unknown[] => placeholders.map((placeholder) => filledBy(placeholder, values[placeholder.parameter]));

function filledBy({ end }: Placeholder, value: unknown): unknown {
  if (value === undefined || value === null || value === '') return null;
  if (end) return (value as Partial<Record<'inicio' | 'fim', string>>)[end] ?? null;
  return typeof value === 'number' ? String(value) : value;
}
