import { createHash } from 'node:crypto';
import type { OrderRecord } from '../orderLock.ts';
import type { LoadedGoods } from './goods.ts';

export type FreightFacts = Pick<
  OrderRecord,
  'id' | 'customerId' | 'branchId' | 'deliveryAddressId' | 'freightTypeId' | 'redispatchCarrierId'
>;

/** Of all that a freight depends on: an offer is for the quote as it stood when carriers were asked. */
export const fingerprintOf = (order: FreightFacts, { print, total }: LoadedGoods): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        order.id,
        order.customerId,
        order.branchId,
        order.deliveryAddressId,
        order.freightTypeId,
        order.redispatchCarrierId,
        print,
        total,
      ]),
    )
    .digest('base64url');
