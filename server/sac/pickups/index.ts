import { pickupRoutes } from '../../../contract/sac/pickups.ts';
import { implement } from '../../implement.ts';
import { candidates, groupedCandidates } from './candidates.ts';
import { cancelPickup, schedulePickup } from './change.ts';
import { confirmPickups } from './confirm.ts';
import { generatePickups } from './generate.ts';
import { listPickups } from './list.ts';
import { onePickup } from './onePickup.ts';
import { pickupOrder } from './order.ts';

export const pickupImplementation = implement(pickupRoutes, {
  list: ({ query }, ctx) => listPickups(query, ctx),
  get: async ({ params }, ctx) => ({ data: await onePickup(params.idColeta, ctx) }),
  confirm: confirmPickups,
  update: schedulePickup,
  cancel: cancelPickup,
  candidates: (_, ctx) => candidates(ctx),
  candidatesByRepresentative: (_, ctx) => groupedCandidates('REPRESENTANTE', ctx),
  candidatesByCarrier: (_, ctx) => groupedCandidates('TRANSPORTADORA', ctx),
  generate: generatePickups,
  order: pickupOrder,
});
