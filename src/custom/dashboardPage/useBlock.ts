import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { type BlockResult, dashboardPageRoutes } from '#contract/sac/reports/dashboardPages.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';
import { retryInterval, routeKey } from '#data/useRoute.ts';
import type { FilterValues } from '#src/resources/reports/shared/useReportRun.ts';
import { inLine } from './inLine.ts';

const BLOCKS = routeKey(dashboardPageRoutes.block);

export interface BlockQuestion {
  id: string;
  /** The common filters in the address; `null` for those that the page opens with. */
  filtros: FilterValues | null;
  /** In minutes; `null`: only when somebody asks. */
  every: number | null;
}

/** Whether the blocks are being read at somebody's request, who wants no remembered result. */
let anew = false;

/** Reads the block, again by itself, and keeps what it showed until then: nothing on the page moves. */
export function useBlock(block: ShownBlock, { id, filtros, every }: BlockQuestion) {
  const params = { id, bloco: block.chave };
  const query = filtros ? { filtros: JSON.stringify(filtros) } : {};
  return useQuery<BlockResult, CallFailure>({
    queryKey: [...BLOCKS, { params, query }],
    queryFn: ({ signal }) => {
      const asked = { params, query: anew ? { ...query, agora: true } : query };
      return inLine(signal, async () => (await call(dashboardPageRoutes.block, asked, { signal })).data);
    },
    enabled: block.acesso && block.tipo !== 'TEXTO',
    staleTime: 60_000,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      retryInterval(state.error, state.errorUpdateCount) || (every === null ? false : every * 60_000),
  });
}

/** Reads all blocks on the page anew. */
export function useReadAnew(): { isFetching: boolean; readAnew: () => Promise<void> } {
  const queries = useQueryClient();
  const isFetching = useIsFetching({ queryKey: BLOCKS }) > 0;
  const readAnew = useCallback(async () => {
    anew = true;
    const reading = queries.refetchQueries({ queryKey: BLOCKS, type: 'active' });
    // The questions are put in the same turn; the answers come later.
    anew = false;
    await reading;
  }, [queries]);
  return { isFetching, readAnew };
}
