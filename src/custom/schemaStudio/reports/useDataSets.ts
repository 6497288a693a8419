import type { Output } from '../../../../contract/route.ts';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';

export type DataSet = Output<typeof reportDeskRoutes.dataSets>[number];

/** What a query may speak of. */
export function useDataSets(): DataSet[] {
  return useRoute(reportDeskRoutes.dataSets, {}, { staleTime: Number.POSITIVE_INFINITY }).data ?? [];
}
