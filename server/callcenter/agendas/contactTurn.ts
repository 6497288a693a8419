import { LOCKS, lockUntilCommit, shareUntilCommit } from '../../db/advisoryLock.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import { agendas } from '../../db/tables/index.ts';
import { inOrder } from '../../writing/rowResults.ts';

/** Proof that nobody else plans contacts with these customers until the transaction ends. */
export interface ContactTurn {
  readonly customers: ReadonlySet<number> | 'ALL';
}

/** Of more customers, a lock for each would fill the database's table of locks. */
const MOST_LOCKS = 100;
const EVERYBODY = 'todos';

/**
 * Whoever plans, moves or hands over contacts takes turns here with everybody else who does for the same customers, before any
 * row is locked: of two at once, the second sees the contact of the first and is asked about it.
 */
export async function contactTurn(tx: Tx, customerIds: readonly number[] | 'ALL'): Promise<ContactTurn> {
  const ids = customerIds === 'ALL' ? [] : inOrder(customerIds);
  if (customerIds === 'ALL' || ids.length > MOST_LOCKS) {
    await lockUntilCommit(tx, LOCKS.agendas, EVERYBODY);
    return { customers: 'ALL' };
  }
  await shareUntilCommit(tx, LOCKS.agendas, EVERYBODY);
  for (const id of ids) await lockUntilCommit(tx, LOCKS.agendas, id);
  return { customers: new Set(ids) };
}

/** The same for the customers of these agendas, who never change. */
export async function contactTurnOf(tx: Tx, agendaIds: readonly number[]): Promise<ContactTurn> {
  const rows = await tx
    .selectDistinct({ id: agendas.customerId })
    .from(agendas)
    .where(amongIds(agendas.id, agendaIds));
  return contactTurn(
    tx,
    rows.map(({ id }) => id),
  );
}
