import { eq } from 'drizzle-orm';
import {
  type Destination,
  destinationNamed,
  isElsewhere,
  placeText,
} from '../../../contract/rules/freight/destination.ts';
import type { Executor } from '../../db/client.ts';
import { customers, deliveryAddresses } from '../../db/tables/index.ts';
import type { OrderRecord } from '../orderLock.ts';
import { keptFreight } from './keptFreight.ts';

/** Where the goods of a quote go: its delivery address, else the customer's own. */
export async function ownDestination(
  db: Executor,
  { customerId, deliveryAddressId }: Pick<OrderRecord, 'customerId' | 'deliveryAddressId'>,
): Promise<Destination> {
  if (deliveryAddressId !== null) {
    const [row] = await db
      .select()
      .from(deliveryAddresses)
      .where(eq(deliveryAddresses.id, deliveryAddressId));
    if (row) return { uf: row.state, cidade: row.city, ibge: row.ibge, cep: row.cep };
  }
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  const own = customer?.deliveryAddress ?? customer?.address;
  return {
    uf: own?.uf ?? '',
    cidade: own?.cidade ?? '',
    ibge: own?.ibge ?? '',
    cep: own?.cep ?? '',
  };
}

/**
 * That the freight of a quote was asked for another place than its goods go to now (the customer moved, or it was chosen
 * so before): it is no order until one of both changes. '' where they agree.
 */
export async function misplacedText(db: Executor, order: OrderRecord): Promise<string> {
  const kept = keptFreight(order);
  if (!kept || order.redispatchCarrierId !== null) return '';
  const own = await ownDestination(db, order);
  const asked = kept.destination ?? destinationNamed(kept.place);
  return isElsewhere(own, asked)
    ? `O frete foi calculado até ${placeText(asked)}, e a entrega é em ${placeText(own)}. Calcule o frete de novo ou mude o endereço de entrega.`
    : '';
}
