import type { PickupType } from '../../../contract/catalogs/pickups.ts';
import type { Input, Output } from '../../../contract/route.ts';
import { pickupRoutes } from '../../../contract/sac/pickups.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { usePickupRefresh } from './usePickupRefresh.ts';

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
