import type { Input } from '#contract/route.ts';
import { COMMON_FILTERS, filterParameters, nameOfFilter } from '#contract/rules/dashboards/commonFilters.ts';
import { reportOf } from '#contract/rules/dashboards/dashboard.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { formOfParameters, schemaWithoutDefaults } from '#contract/rules/reports/parameterSchema.ts';
import { type Dashboard, dashboardPageRoutes } from '#contract/sac/reports/dashboardPages.ts';
import { type DashboardSummary, dashboardSummaryRoutes } from '#contract/sac/reports/dashboardSummaries.ts';
import { validatorAddress } from '../../config/forms/rules.ts';
import type { Context } from '../../context.ts';
import { invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { reportFor, visibleReports } from '../reports/queries.ts';
import { blockResult } from './blockResult.ts';
import { initialFilters, requireKnown, WRONG_FILTERS } from './filters.ts';
import { blockFor, type OwnDashboard, ownDashboard, ownDashboards } from './queries.ts';
import { namedRoles } from './rules.ts';

type Routes = typeof dashboardPageRoutes;

/** Reports arranged on pages: everything that they show is a report's, run by whoever looks. */
export const dashboardPageImplementation = implement(dashboardPageRoutes, {
  get: async ({ params }, ctx) => ({ data: await shownDashboard(ctx, await ownDashboard(ctx, params.id)) }),
  block: async (input, ctx) => ({ data: await shownBlock(input, ctx) }),
  preview: async ({ params, query }, ctx) => ({
    data: await blockResult(ctx, {
      dashboard: '',
      report: await reportFor(ctx, params.relatorio),
      block: { tipo: 'RELATORIO', mostra: 'GRAFICO', parametros: valuesIn(query.fixos) ?? {} },
      common: COMMON_FILTERS.filter((each) => (query.comuns ?? '').split(',').includes(nameOfFilter(each))),
      given: valuesIn(query.filtros) ?? {},
    }),
  }),
  roles: (_input, { db }) => namedRoles(db),
});

/** The dashboards that a person may open. */
export const dashboardSummaryImplementation = implement(dashboardSummaryRoutes, {
  list: async (_input, ctx) => (await ownDashboards(ctx)).map(summaryOf),
});

function summaryOf({ content, isHome, isInMenu }: OwnDashboard): DashboardSummary {
  const { id, titulo, descricao = '' } = content;
  return { id, titulo, descricao, inicial: isHome, menu: isInMenu };
}

async function shownDashboard(ctx: Context, own: OwnDashboard): Promise<Dashboard> {
  const { filtros = [], blocos, atualizaACada = null } = own.content;
  const reports = new Map((await visibleReports(ctx)).map((report) => [report.key, report]));
  const parameters = filterParameters(filtros);
  const { schema: written, ui } = formOfParameters(parameters);
  const schema = schemaWithoutDefaults(written);
  return {
    ...summaryOf(own),
    atualizaACada,
    formulario: filtros.length > 0 ? { schema, ui, validador: await validatorAddress(ctx.db, schema) } : null,
    valoresIniciais: await initialFilters(ctx, own.content),
    blocos: blocos.map((block) => blockFor(block, reports, ctx.user)),
  };
}

async function shownBlock({ params, query }: Input<Routes['block']>, ctx: Context) {
  const { content, key } = await ownDashboard(ctx, params.id);
  const block = content.blocos.find(({ chave }) => chave === params.bloco);
  const reportKey = block && reportOf(block);
  if (!block || !reportKey) throw notFound();
  const report = await reportFor(ctx, reportKey);
  const common = (content.filtros ?? []).map(({ filtro }) => filtro);
  const given = valuesIn(query.filtros) ?? (await initialFilters(ctx, content));
  requireKnown(given, common);
  return blockResult(ctx, { dashboard: key, report, block, common, given, anew: query.agora === true });
}

/** An address can contain anything; only an object counts, and each report judges its values. */
function valuesIn(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return { ...value };
  } catch {
    // Told below.
  }
  throw invalid({ filtros: WRONG_FILTERS });
}
