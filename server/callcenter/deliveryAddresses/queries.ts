import { and, eq } from 'drizzle-orm';
import type { DeliveryAddress } from '#contract/callcenter/customers/deliveryAddresses.ts';
import type { Executor } from '../../db/client.ts';
import { deliveryAddresses } from '../../db/tables/index.ts';

/** The address, unless it is no longer in use. */
export async function addressById(db: Executor, id: number): Promise<DeliveryAddress | null> {
  const [row] = await db
    .select()
    .from(deliveryAddresses)
    .where(and(eq(deliveryAddresses.id, id), eq(deliveryAddresses.active, true)));
  return row ? addressOf(row) : null;
}

export const addressOf = (row: typeof deliveryAddresses.$inferSelect): DeliveryAddress => ({
  id: row.id,
  cep: row.cep,
  rua: row.street,
  numero: row.number,
  complemento: row.complement,
  bairro: row.district,
  cidade: row.city,
  estado: row.state,
  ibge: row.ibge,
  obs: row.note,
});
