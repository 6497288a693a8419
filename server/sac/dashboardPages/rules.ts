import { asc, eq } from 'drizzle-orm';
import { type DashboardDefinition, dashboardWords, reportOf } from '#contract/rules/dashboards/dashboard.ts';
import { dashboardProblems, reportProblemsOf } from '#contract/rules/dashboards/dashboardProblems.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import type { DefinitionUse } from '#contract/rules/definitions/uses.ts';
import { filterName, parametersOf, schemaWithoutDefaults } from '#contract/rules/reports/parameterSchema.ts';
import { filledValues, resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { publishedWith } from '../../config/definitions/queries.ts';
import type { KindDeps, KindRules } from '../../config/definitions/rules.ts';
import { outsideOptions } from '../../config/forms/queries.ts';
import { formErrors } from '../../config/forms/rules.ts';
import type { Executor } from '../../db/client.ts';
import { reportSchedules, roles } from '../../db/tables/index.ts';

/** Every role with its name, by name. */
export const namedRoles = (db: Executor): Promise<{ chave: string; nome: string }[]> =>
  db.select({ chave: roles.key, nome: roles.name }).from(roles).orderBy(asc(roles.name));

async function problemsWith({ db, arriving, now, user }: KindDeps, dashboard: DashboardDefinition) {
  const reports = await publishedWith<ReportDefinition>(db, 'reports', arriving);
  return [
    ...reportProblemsOf(dashboard, reports, localDate(now(), DEFAULT_TIME_ZONE)),
    ...(await fixedProblems({ db, user, now }, dashboard, reports)),
    ...(await roleProblems(db, dashboard)),
    ...(await homeProblems({ db, arriving }, dashboard)),
  ];
}

/**
 * What the report would refuse of the values that a block fixes, judged as it judges them: those of a list as the author is
 * offered it. That a filter is unknown is found by the uses.
 */
async function fixedProblems(
  { db, user, now }: Pick<KindDeps, 'db' | 'user' | 'now'>,
  { blocos }: DashboardDefinition,
  reports: ReadonlyMap<string, ReportDefinition>,
): Promise<DefinitionProblem[]> {
  const today = localDate(now(), DEFAULT_TIME_ZONE);
  const found: DefinitionProblem[] = [];
  for (const [index, { relatorio = '', parametros: fixed }] of blocos.entries()) {
    const report = reports.get(relatorio);
    if (!report || !fixed) continue;
    const parameters = parametersOf(report.parametros);
    const fixedValues = Object.fromEntries(
      Object.entries(fixed).filter(([name]) => parameters.some(({ parametro }) => parametro === name)),
    );
    const values = filledValues(resolvedValues(parameters, fixedValues, today));
    const schema = { ...schemaWithoutDefaults(report.parametros.schema), required: [] };
    const errors = {
      ...(user && (await outsideOptions({ db, user }, report.parametros.ui, values))),
      ...(await formErrors(schema, values)),
    };
    for (const [pointer, message] of Object.entries(errors)) {
      const [, name = ''] = pointer.split('/');
      const label = parameters.find(({ parametro }) => parametro === name)?.label ?? name;
      found.push({
        pointer: `/blocos/${index}/parametros${pointer}`,
        message: `"${report.titulo}" não aceita o valor fixo de ${label}. ${message}`,
        severity: 'ERRO',
      });
    }
  }
  return found;
}

/** A role may be removed later, or come from another installation: then nobody has it. */
async function roleProblems(
  db: Executor,
  { perfis = [], paginaInicialDe = [], noMenuDe = [] }: DashboardDefinition,
): Promise<DefinitionProblem[]> {
  if (perfis.length + paginaInicialDe.length + noMenuDe.length === 0) return [];
  const roleKeys = new Set((await namedRoles(db)).map(({ chave }) => chave));
  return Object.entries({ perfis, paginaInicialDe, noMenuDe }).flatMap(([list, keys]) =>
    keys.flatMap((key, index) =>
      roleKeys.has(key)
        ? []
        : [
            {
              pointer: `/${list}/${index}`,
              message: `Aqui não há o perfil "${key}", e ninguém vê o painel por causa dele. Escolha outro, ou retire-o.`,
              severity: 'AVISO' as const,
            },
          ],
    ),
  );
}

/** A role has one home page, and so has a kind of person. */
async function homeProblems(
  { db, arriving }: Pick<KindDeps, 'db' | 'arriving'>,
  { id, ...content }: DashboardDefinition,
): Promise<DefinitionProblem[]> {
  const named = HOMES.filter((list) => content[list]?.length);
  if (named.length === 0) return [];
  const others = await publishedWith<DashboardDefinition>(db, 'dashboards', arriving);
  return named.flatMap((list) => {
    const own: readonly string[] = content[list] ?? [];
    return [...others.values()].flatMap((other) =>
      other.id === id || !other[list]?.some((one) => own.includes(one))
        ? []
        : [
            {
              pointer: `/${list}`,
              message: `"${other.titulo}" já é a página inicial de um destes. Retire-o de lá antes, ou daqui.`,
              severity: 'ERRO' as const,
            },
          ],
    );
  });
}

const HOMES = ['paginaInicialDe', 'paginaPadraoDe'] as const;

/** The reports of the blocks, and the columns of the figures. */
const usesOf = ({ blocos }: DashboardDefinition): DefinitionUse[] =>
  blocos.flatMap((block, index) => {
    const key = reportOf(block);
    if (!key) return [];
    const use = (field: string, name: string, value = ''): DefinitionUse => ({
      kind: 'reports',
      key,
      field,
      value,
      pointer: `/blocos/${index}/${name}`,
    });
    return [
      use('', 'relatorio'),
      ...(block.coluna ? [use(block.coluna, 'coluna')] : []),
      ...(block.comparacao ? [use(block.comparacao, 'comparacao')] : []),
      ...Object.entries(block.parametros ?? {}).flatMap(([name, given]) => {
        const chosen = [given].flat().filter((value) => typeof value === 'string' && value !== '');
        const at = `parametros/${escapePointer(name)}`;
        return (chosen.length > 0 ? chosen : ['']).map((value) => use(filterName(name), at, String(value)));
      }),
    ];
  });

/** Dashboards (schemas/dashboards): reports arranged on a page. */
export const dashboardKind: KindRules = {
  kind: 'dashboards',
  readsDatabase: true,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content, deps) => {
    const dashboard = contentOf('dashboards', content);
    const written = dashboardProblems(dashboard);
    return written.length > 0 || !deps ? written : problemsWith(deps, dashboard);
  },
  uses: async (content) => usesOf(contentOf('dashboards', content)),
  changes: (before, after) => changesBetween(before, after, dashboardWords),
  dependents: async (db, key) => [
    {
      tipo: 'agendamentos',
      nome: 'Envios agendados',
      quantos: await db.$count(reportSchedules, eq(reportSchedules.dashboardKey, key)),
    },
  ],
};
