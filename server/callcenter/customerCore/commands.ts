import { and, eq, sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { notFound, type ShownRecord } from '../../errors.ts';
import { requireOwn } from '../../records/fieldOwners.ts';
import { columnOf } from '../../records/mapping.ts';
import { customerRecords } from '../../records/standard/customers/customers.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { type CustomerRow, goneOrMerged } from '../../sac/customers/queries.ts';
import { customerScope, isConsumer } from '../../session/scope.ts';
import { audit } from '../../writing/audit.ts';
import { requireVersion } from '../../writing/requireVersion.ts';

/**
 * The customer, locked until the transaction ends. 404 whether it is unknown or out of scope; 409 if it was changed since
 * `versao`.
 */
export async function lockCustomer(
  tx: Tx,
  { user }: Pick<Context, 'user'>,
  id: number,
  seen?: { versao: number | undefined; state: (existing: CustomerRow) => Promise<ShownRecord> },
): Promise<CustomerRow> {
  const [row] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), customerScope(user)))
    .for('update');
  if (isConsumer(user)) throw notFound();
  if (!row) throw await goneOrMerged(tx, user, id);
  if (seen)
    await requireVersion(tx, seen.versao, {
      entity: 'customers',
      entityId: id,
      version: row.version,
      name: 'este cliente',
      state: () => seen.state(row),
    });
  return row;
}

interface CustomerChange {
  set: Partial<CustomerRow>;
  /** Fields of the record type that are not stored in columns of the customer. */
  fields?: readonly string[];
  /** The entry for the activity log. */
  text: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Writes columns of a locked customer: bumps the version and adds one log entry and one audit entry. */
export async function changeCustomer(tx: Tx, ctx: Context, id: number, change: CustomerChange) {
  await requireOwn(tx, customerRecords, [...fieldsOf(change.set), ...(change.fields ?? [])]);
  await tx
    .update(customers)
    .set({ ...change.set, updatedAt: ctx.now(), version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id));
  await logCustomer(tx, ctx, {
    customerId: id,
    type: 'CADASTRO',
    text: change.text,
    data: { antes: change.before, depois: change.after },
  });
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'customers',
    entityId: id,
    before: change.before,
    after: change.after,
  });
}

/**
 * Bumps the version of a locked customer whose contacts or addresses change on their own: a form of the whole customer shows
 * these lists too, and would write back the ones that it has read.
 */
export const noteListChange = (tx: Tx, ctx: Context, id: number) =>
  tx
    .update(customers)
    .set({ updatedAt: ctx.now(), version: sql`${customers.version} + 1` })
    .where(eq(customers.id, id));

/** Maps written columns to fields of the record type, since the panel must not change fields that belong to the ERP. */
const fieldsOf = (set: Partial<CustomerRow>): string[] =>
  Object.entries(customerRecords.mapping.columns).flatMap(([field, mapped]) => {
    const column = columnOf(mapped);
    return column && Object.keys(set).some((key) => customers[key as keyof CustomerRow] === column)
      ? [field]
      : [];
  });

/** The customer's flex, locked until the transaction ends, so that two quotes never give away the same amount. */
export async function lockFlex(tx: Tx, customerId: number): Promise<string> {
  const [row] = await tx
    .select({ flex: customers.flex })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update');
  return row?.flex ?? '0';
}
