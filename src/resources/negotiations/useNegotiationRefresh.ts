import { useQueryClient } from '@tanstack/react-query';
import { useRefresh } from 'ra-core';
import { useCallback, useEffect } from 'react';
import { negotiationRoutes } from '../../../contract/callcenter/negotiations.ts';
import { NEGOTIATION_CHANGED, personChannel } from '../../../contract/realtime.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { routeKey } from '../../dataProvider/useRoute.ts';
import { live } from '../../ui/live/live.ts';

/** Asks again for whatever shows negotiated prices, also when somebody decided on the person's own ones. */
export function useNegotiationRefresh(): () => Promise<void> {
  const client = useQueryClient();
  const refreshList = useRefresh();
  const refresh = useCallback(async () => {
    refreshList();
    await client.invalidateQueries({ queryKey: routeKey(negotiationRoutes.details) });
  }, [client, refreshList]);
  const person = currentLoad()?.colaborador.id;
  useEffect(() => {
    if (person === undefined) return;
    return live.listen(personChannel(person), {
      onEvent: ({ event }) => void (event === NEGOTIATION_CHANGED && refresh()),
      onMissed: () => void refresh(),
    });
  }, [person, refresh]);
  return refresh;
}
