import { useQueryClient } from '@tanstack/react-query';
import { useRefresh } from 'ra-core';
import { useCallback } from 'react';
import { pickupRoutes } from '../../../contract/sac/pickups.ts';
import { routeKey } from '../../dataProvider/useRoute.ts';

const READ = [
  pickupRoutes.list,
  pickupRoutes.get,
  pickupRoutes.candidates,
  pickupRoutes.candidatesByCarrier,
  pickupRoutes.candidatesByRepresentative,
];

/** Asks again for whatever shows pickups, after one of them changed. */
export function usePickupRefresh() {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useCallback(async () => {
    refresh();
    await Promise.all(READ.map((route) => client.invalidateQueries({ queryKey: routeKey(route) })));
  }, [client, refresh]);
}
