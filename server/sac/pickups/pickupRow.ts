import { Pickup } from '#contract/sac/pickups.ts';
import { pickups } from '../../db/tables/index.ts';
import { rowOf } from '../../writing/row.ts';
import { onePickup } from './onePickup.ts';
import { publishPickup } from './rows.ts';

export const pickupRow = rowOf(pickups, {
  entity: 'pickups',
  name: 'esta coleta',
  words: {
    type: 'tipo',
    carrierId: 'transportadora',
    representativeId: 'representante',
    status: 'status',
    scheduledFor: 'agendadaPara',
    note: 'obs',
    confirmedBy: 'confirmadaPor',
    confirmedAt: 'confirmadaEm',
  },
  leftOut: [
    // The creation's audit entry names who did it.
    'createdBy',
  ],
  read: { schema: Pickup, of: (ctx, id) => onePickup(id, ctx) },
  announce: (tx, { id }, at) => publishPickup(tx, id, at),
});
