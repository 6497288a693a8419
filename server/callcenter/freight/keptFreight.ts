import type { Destination } from '../../../contract/rules/freight/destination.ts';
import type { FreightGoods } from '../../../contract/rules/freight/payableFreight.ts';
import type { OrderRecord } from '../orderLock.ts';

/** What a quote keeps of the freight that was chosen for it (`orders.freight_quote`). */
export interface KeptFreight extends FreightGoods {
  kind: 'OFERTA' | 'MANUAL';
  carrierId: number;
  carrier: string;
  number: string;
  days: number;
  forecast: string | null;
  place: string;
  /** What it was asked for; absent from those that were kept before it was. */
  destination?: Destination;
  /** Another payable amount than was reckoned, set when it was chosen. */
  set: string | null;
}

/** `null` without one, and for those that were kept before the server knew its own offers. */
export function keptFreight({ freightQuote }: Pick<OrderRecord, 'freightQuote'>): KeptFreight | null {
  return freightQuote && 'kind' in freightQuote ? (freightQuote as unknown as KeptFreight) : null;
}

/** A quote that nothing is charged for on the way, until carriers are asked again. */
export const NO_FREIGHT = { freight: '0', freightOriginal: '0', freightQuote: null };
