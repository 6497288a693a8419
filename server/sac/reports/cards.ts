import type { Input, Output } from '../../../contract/route.ts';
import { parametersOf, schemaWithoutDefaults } from '../../../contract/rules/reports/parametersOf.ts';
import { initialValues } from '../../../contract/rules/reports/parameterValues.ts';
import { localDate } from '../../../contract/rules/zonedTime.ts';
import type { ReportCard, reportRoutes } from '../../../contract/sac/reports.ts';
import { validatorAddress } from '../../config/forms/storedValidators.ts';
import type { Context } from '../../context.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { mayExport, type PublishedReport, reportFor, visibleReports } from './queries.ts';

type Routes = typeof reportRoutes;

export async function reportCards({ query }: Input<Routes['list']>, ctx: Context): Promise<ReportCard[]> {
  const reports = await visibleReports(ctx);
  return reports
    .filter(({ content }) => !query.tipo || content.modo_exibicao === query.tipo)
    .map((report) => cardOf(ctx, report));
}

function cardOf(ctx: Context, report: PublishedReport): ReportCard {
  const { id, titulo, descricao, grupo, thumb, cor, modo_exibicao, saidas } = report.content;
  const exporta = mayExport(ctx, report) && saidas.length > 0;
  return {
    id,
    titulo,
    descricao,
    grupo,
    thumb,
    cor,
    modo_exibicao,
    exporta,
    saidas,
    versao: report.version,
  };
}

export async function reportParameters(
  { params }: Input<Routes['parameters']>,
  ctx: Context,
): Promise<Output<Routes['parameters']>> {
  const { content } = await reportFor(ctx, params.idRelatorio);
  return parametersOf(content.parametros);
}

/** The filters as a form. Its schema is the same every day, so that its validator is compiled once. */
export async function reportForm(
  { params }: Input<Routes['form']>,
  ctx: Context,
): Promise<Output<Routes['form']>> {
  const report = await reportFor(ctx, params.idRelatorio);
  const { schema: written, ui } = report.content.parametros;
  const schema = schemaWithoutDefaults(written);
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  return {
    cartao: cardOf(ctx, report),
    formulario: { schema, ui, validador: await validatorAddress(ctx.db, schema) },
    inicial: initialValues(parametersOf(report.content.parametros), today),
  };
}
