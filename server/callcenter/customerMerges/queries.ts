import { and, desc, eq, isNull } from 'drizzle-orm';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { allows } from '#contract/permissions.ts';
import { undoUntil } from '#contract/rules/tickets/ticketMerge.ts';
import type { Context } from '../../context.ts';
import { customerMerges, people } from '../../db/tables/index.ts';
import type { CustomerRow } from '../../sac/customers/queries.ts';
import { seesOthersAgendas } from '../../session/scope.ts';

/** A name and document that a law keeps for now still go with the next pass of the erasure. */
export const isErased = ({ personalGoneAt }: Pick<CustomerRow, 'personalGoneAt'>): boolean =>
  personalGoneAt !== null;

/** The registrations that became one with a customer, the newest first, and until when the person can take each back. */
export async function mergedRegistrations(
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  id: number,
): Promise<NonNullable<PanelCustomer['unidos']>> {
  const rows = await db
    .select({ merged: customerMerges, person: people.name })
    .from(customerMerges)
    .innerJoin(people, eq(people.id, customerMerges.personId))
    .where(and(eq(customerMerges.toId, id), isNull(customerMerges.undoneAt)))
    .orderBy(desc(customerMerges.id));
  const may = allows(user.grants, 'CLIENTES_UNIR');
  return rows.map(({ merged: { fromId, at, kept, personId }, person }) => ({
    id: fromId,
    em: at.toISOString(),
    por: person,
    desfazerAte:
      may && kept !== null && now() <= undoUntil(at) && (personId === user.id || seesOthersAgendas(user))
        ? undoUntil(at).toISOString()
        : null,
  }));
}
