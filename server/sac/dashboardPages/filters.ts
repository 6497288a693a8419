import {
  type CommonFilter,
  filterParameters,
  nameOfFilter,
} from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';

/** The values that the common filters open with. */
export async function initialFilters(ctx: Context, { filtros = [] }: DashboardDefinition) {
  const today = localDate(ctx.now(), await zoneOf(ctx.db, ctx.user));
  return initialValues(filterParameters(filtros), today);
}

export const WRONG_FILTERS = 'Os filtros deste endereço não são os deste painel. Abra o painel de novo.';

export function requireKnown(given: Readonly<Record<string, unknown>>, common: readonly CommonFilter[]) {
  const commonNames = new Set(common.map(nameOfFilter));
  if (Object.keys(given).some((name) => !commonNames.has(name))) throw invalid({ filtros: WRONG_FILTERS });
}
