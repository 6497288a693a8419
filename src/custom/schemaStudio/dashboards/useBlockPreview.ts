import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { blockSources } from '#contract/rules/dashboards/blockSources.ts';
import { filterParameters, nameOfFilter } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardBlock, DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { initialValues } from '#contract/rules/reports/parameterValues.ts';
import { type BlockResult, dashboardPageRoutes } from '#contract/sac/reports/dashboardPages.ts';
import type { ReportCard } from '#contract/sac/reports/reports.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';
import { ownToday } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { inLine } from '../../dashboardPage/inLine.ts';

/** The report of a block as its author sees it, with the filters that the page opens with. */
export function useBlockPreview(
  relatorio: string | undefined,
  filtros: NonNullable<DashboardDefinition['filtros']> = [],
  parametros?: DashboardBlock['parametros'],
): UseQueryResult<BlockResult, CallFailure> {
  const input = {
    params: { relatorio: relatorio ?? '' },
    query: {
      comuns: filtros.map(({ filtro }) => nameOfFilter(filtro)).join(','),
      filtros: JSON.stringify(initialValues(filterParameters(filtros), ownToday())),
      ...(parametros && { fixos: JSON.stringify(parametros) }),
    },
  };
  return useQuery<BlockResult, CallFailure>({
    queryKey: [...routeKey(dashboardPageRoutes.preview), input],
    queryFn: ({ signal }) =>
      inLine(signal, async () => (await call(dashboardPageRoutes.preview, input, { signal })).data),
    enabled: relatorio !== undefined && relatorio !== '',
    staleTime: 60_000,
    placeholderData: (before, query) =>
      (query?.queryKey[2] as typeof input | undefined)?.params.relatorio === relatorio ? before : undefined,
  });
}

/** A block that is being written, as the page would show it. */
export function asShown(
  block: DashboardBlock,
  reports: readonly ReportCard[],
  hasChart: boolean,
): ShownBlock {
  const { chave, tipo, titulo, relatorio, mostra, coluna = '', comparacao = '', texto = '' } = block;
  const { fonte = null } = block;
  const report = reports.find(({ id }) => id === relatorio);
  return {
    ...{ chave, tipo, largura: block.largura, altura: block.altura, coluna, comparacao, texto },
    fonte,
    titulo:
      titulo ||
      (fonte ? blockSources[fonte].titulo : tipo === 'TEXTO' ? '' : (report?.titulo ?? relatorio ?? '')),
    acesso: true,
    relatorio: relatorio ?? null,
    mostra: mostra ?? (hasChart ? 'GRAFICO' : 'TABELA'),
  };
}
