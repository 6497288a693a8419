import { sql } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { agendas, customerLog, customers, orders, tickets } from '../db/tables/index.ts';
import { addEmails, addPhones } from '../sac/registration/commands.ts';
import type { RecordContext } from './mapping.ts';
import type { PendingRow } from './pendingRow.ts';

const idOf = ({ id }: PendingRow): number => {
  if (id === undefined) throw new Error('the customer was not written');
  return id;
};

/** The main phone and e-mail stand among the others, as the registration has it; a list that was given is whole. */
export async function keepMainContacts(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const listed = (key: 'telefone' | 'email', list: 'telefones' | 'emails') =>
    rows.flatMap((row) => {
      const value = row.after[key];
      const isNew = typeof value === 'string' && value !== row.before?.[key];
      return isNew && row.given[list] === undefined ? [{ customerId: idOf(row), value }] : [];
    });
  await addPhones(
    tx,
    listed('telefone', 'telefones').map(({ customerId, value }) => ({
      customerId,
      number: value,
      description: 'Telefone',
    })),
  );
  await addEmails(
    tx,
    listed('email', 'emails').map(({ customerId, value }) => ({
      customerId,
      email: value,
      description: 'Contato',
    })),
  );
}

/** Tickets, orders and agendas carry a copy of who has the customer in hand: who sees them is read from it. */
export async function keepCopies(tx: Tx, rows: readonly PendingRow[]): Promise<void> {
  const moved = rows.filter(
    ({ before, after }) =>
      before && (before.representante !== after.representante || before.regiao !== after.regiao),
  );
  if (moved.length === 0) return;
  const ids = sql`any(${sql.param(moved.map(idOf))}::int[])`;
  await tx.execute(sql`update ${tickets} t set representative_id = c.representative_id, region_id = c.region_id
    from ${customers} c where c.id = t.customer_id and c.id = ${ids}
      and (t.representative_id, t.region_id) is distinct from (c.representative_id, c.region_id)`);
  for (const table of [orders, agendas])
    await tx.execute(sql`update ${table} o set representative_id = c.representative_id
      from ${customers} c where c.id = o.customer_id and c.id = ${ids}
        and o.representative_id is distinct from c.representative_id`);
}

/** One entry of the activity log for each. */
export async function logCustomers(tx: Tx, ctx: RecordContext, rows: readonly PendingRow[]): Promise<void> {
  await tx.insert(customerLog).values(
    rows.map((row) => ({
      customerId: idOf(row),
      type: 'CADASTRO' as const,
      text: row.before ? 'Cadastro alterado' : 'Cliente cadastrado',
      personId: ctx.user.id,
      at: ctx.now(),
    })),
  );
}
