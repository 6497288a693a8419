import type { ListControllerResult } from 'ra-core';
import { useEffect } from 'react';
import type { Paginator } from '../../../../contract/route.ts';
import type { TicketRow } from '../../../../contract/sac/tickets.ts';
import { keepWalk, walkOf } from './listWalk.ts';

/** The ticket page walks on from here. */
export function useKeptWalk(list: ListControllerResult<TicketRow>): void {
  const { data, isPlaceholderData, meta, filterValues, sort, perPage } = list;
  useEffect(() => {
    if (!data || isPlaceholderData || !meta) return;
    const query = { ...filterValues, orderBy: sort.field, direction: sort.order, take: perPage };
    keepWalk(walkOf(query, data, meta as Paginator));
  }, [data, isPlaceholderData, meta, filterValues, sort, perPage]);
}
