import { and, asc, eq } from 'drizzle-orm';
import type { TicketCost } from '#contract/sac/tickets/ticketCosts.ts';
import type { Executor } from '../../db/client.ts';
import { carriers, people, representatives, ticketCosts } from '../../db/tables/index.ts';

type CostRecord = typeof ticketCosts.$inferSelect;

/** A cost with the names of its payer and its author. */
export interface CostRow {
  cost: CostRecord;
  carrier: { name: string; email: string } | null;
  representative: { name: string; email: string } | null;
  creator: string;
}

const select = (db: Executor) =>
  db
    .select({
      cost: ticketCosts,
      carrier: { name: carriers.legalName, email: carriers.email },
      representative: { name: representatives.name, email: representatives.email },
      creator: people.name,
    })
    .from(ticketCosts)
    .innerJoin(people, eq(people.id, ticketCosts.createdBy))
    .leftJoin(carriers, eq(carriers.id, ticketCosts.carrierId))
    .leftJoin(representatives, eq(representatives.id, ticketCosts.representativeId));

export const costsOf = (db: Executor, ticketId: number): Promise<CostRow[]> =>
  select(db).where(eq(ticketCosts.ticketId, ticketId)).orderBy(asc(ticketCosts.id));

/** One cost of a ticket that the caller has already locked. */
export async function costOf(db: Executor, ticketId: number, id: number): Promise<CostRow | undefined> {
  const [row] = await select(db).where(and(eq(ticketCosts.id, id), eq(ticketCosts.ticketId, ticketId)));
  return row;
}

/** The id of a cost's ticket; whether the person may see it is checked when it is locked. */
export async function ticketOf(db: Executor, costId: number): Promise<number | null> {
  const [row] = await db
    .select({ ticketId: ticketCosts.ticketId })
    .from(ticketCosts)
    .where(eq(ticketCosts.id, costId));
  return row?.ticketId ?? null;
}

export function payerOf({
  cost,
  carrier,
  representative,
}: Omit<CostRow, 'creator'>): TicketCost['responsavel'] {
  if (carrier)
    return { tipo: 'TRANSPORTADORA', id: cost.carrierId, nome: carrier.name, email: carrier.email };
  if (representative)
    return {
      tipo: 'REPRESENTANTE',
      id: cost.representativeId,
      nome: representative.name,
      email: representative.email,
    };
  return { tipo: 'EMPRESA', id: null, nome: 'A empresa', email: '' };
}

export const shownCost = (row: CostRow): TicketCost => ({
  id: row.cost.id,
  tipo: row.cost.kind,
  descricao: row.cost.description,
  valor: row.cost.amount,
  responsavel: payerOf(row),
  criador: { id: row.cost.createdBy, nome: row.creator },
  datahora_criacao: row.cost.createdAt.toISOString(),
  datahora_email: row.cost.emailedAt?.toISOString() ?? null,
});
