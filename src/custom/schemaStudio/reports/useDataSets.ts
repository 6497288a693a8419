import type { Output } from '../../../../contract/route.ts';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';

export type DataSet = Output<typeof reportDeskRoutes.dataSets>[number];

/** What somebody publishes is a data set within this time. ms */
const FRESH = 30_000;

/** What a query may speak of. */
export function useDataSets(): DataSet[] {
  return useRoute(reportDeskRoutes.dataSets, {}, { staleTime: FRESH }).data ?? [];
}
