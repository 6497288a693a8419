import { useQueryClient } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { useCallback, useState } from 'react';
import type { PickupType } from '../../../contract/catalogs/transport.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { type PickupRow, pickupRoutes } from '../../../contract/sac/pickups.ts';
import { downloadRoute } from '../../dataProvider/download.ts';
import { routeKey, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { errorText } from '../../ui/shell/errorText.ts';

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

/** The order as a PDF, among the browser's downloads. */
export function usePrintOrder() {
  const notify = useNotify();
  const [printing, setPrinting] = useState(false);
  const print = useCallback(
    async ({ id, responsavel }: Pick<PickupRow, 'id' | 'responsavel'>) => {
      const tipo = responsavel.tipo === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
      setPrinting(true);
      try {
        await downloadRoute(pickupRoutes.order, { params: { tipo, id } }, `ordem-de-coleta-${id}.pdf`);
      } catch (error) {
        notify(errorText(error), { type: 'error' });
      } finally {
        setPrinting(false);
      }
    },
    [notify],
  );
  return { print, printing };
}

export type Generated = Output<typeof pickupRoutes.generate>;

/** Generates, and asks again for what shows pickups and those who wait. */
export function useGenerate(type: PickupType) {
  const command = useRouteCommand(pickupRoutes.generate);
  const refresh = usePickupRefresh();
  const tipo = type === 'TRANSPORTADORA' ? 'transportadora' : 'representante';
  const generate = async (body: Input<typeof pickupRoutes.generate>['body']): Promise<Generated> => {
    const answer = await command.mutateAsync({ params: { tipo }, body });
    await refresh();
    return answer;
  };
  return { generate, busy: command.isPending };
}
