import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { customerContacts, deliveryAddresses } from '../../db/tables/index.ts';
import { customerRecords } from '../../records/standard/customers/customers.ts';
import { publishItems } from '../../records/write/writeItems.ts';
import { type AuditContext, audit, publishParts } from '../../writing/audit.ts';
import type { Holder } from './holder.ts';
import { CUSTOMER_HOLDINGS } from './holdings/customer.ts';
import { type ErasureSubject, ofCustomers } from './holdings/holding.ts';

const ENTITIES = { PESSOA: 'people', CLIENTE: 'customers', CONTATO: 'customer_contacts' } as const;

/** One entry for each record of the person, with groups and dates but none of their data. */
export async function logHolder(
  tx: Tx,
  ctx: AuditContext,
  action: 'BAIXAR_DADOS_PESSOAIS' | 'ELIMINAR_DADOS_PESSOAIS',
  records: readonly Pick<Holder['records'][number], 'tipo' | 'id'>[],
  after: Record<string, unknown>,
): Promise<void> {
  for (const { tipo, id } of records)
    await audit(tx, ctx, { action, entity: ENTITIES[tipo], entityId: id, after });
}

type ErasedRecords = Readonly<
  Record<'customer_contacts' | 'delivery_addresses', { id: number; parentId: number }[]>
>;

/** Erased records that other systems know as separate objects; collected before they are deleted. */
export async function erasedChildren(tx: Tx, whose: ErasureSubject): Promise<ErasedRecords> {
  const [contacts] = CUSTOMER_HOLDINGS.customerContacts;
  return {
    customer_contacts: await tx
      .select({ id: customerContacts.id, parentId: customerContacts.customerId })
      .from(customerContacts)
      .where(contacts.rows(whose)),
    delivery_addresses: await tx
      .select({ id: deliveryAddresses.id, parentId: deliveryAddresses.customerId })
      .from(deliveryAddresses)
      .where(and(ofCustomers(deliveryAddresses.customerId)(whose), eq(deliveryAddresses.active, true))),
  };
}

/** Publishes to other systems that the customers changed. */
export const publishCustomers = (tx: Tx, ctx: AuditContext, customerIds: readonly number[]): Promise<void> =>
  publishParts(
    tx,
    ctx,
    customerIds.map((entityId) => ({ action: 'ALTERAR', entity: 'customers', entityId })),
  );

export async function publishErasures(tx: Tx, ctx: AuditContext, gone: ErasedRecords): Promise<void> {
  for (const [entity, items] of Object.entries(gone))
    await publishItems({ tx, ctx }, customerRecords, entity, { made: [], changed: [], gone: items });
}
