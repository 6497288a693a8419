import { and, eq, isNull, or } from 'drizzle-orm';
import { isClosed } from '../../../../contract/rules/tickets/ticketTransitions.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../../contract/rules/zonedTime.ts';
import { serviceParameters } from '../../../config/parameters/queries.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { branches, customers, reasons, ticketMenus, ticketTypes } from '../../../db/tables/index.ts';
import { refused } from '../../../errors.ts';
import { typeColumns } from '../../ticketCatalog/queries.ts';
import { productReasonsOf, typeOf } from '../../ticketCatalog/rules.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import type { Known } from '../create/known.ts';
import { type TicketLine, ticketLines } from '../steps/ticketLines.ts';

/** What a change of the products is judged by: all that the creation knew, and the lines that are there. */
export interface ProductsGround {
  known: Known;
  lines: TicketLine[];
}

/** Throws where the products stand fast: a closed ticket, and one of which anything was analysed. */
export async function productsGround(tx: Tx, ctx: Context, ticket: TicketRecord): Promise<ProductsGround> {
  if (isClosed(ticket.status))
    throw refused('TICKET_ENCERRADO', 'O ticket está encerrado. Reabra-o para mudar os produtos.');
  const lines = await ticketLines(tx, ticket.id);
  if (lines.some(({ item }) => item.status !== 'AN' || item.settled))
    throw refused('JA_ANALISADO', 'Os produtos já foram analisados e não podem mais mudar.');
  return { known: await knownOf(tx, ctx, ticket), lines };
}

/** The ticket keeps its type, whether or not new tickets of it may be opened. */
async function knownOf(tx: Tx, ctx: Context, ticket: TicketRecord): Promise<Known> {
  const [row] = await tx
    .select({ type: typeColumns, customer: customers, branch: branches })
    .from(ticketTypes)
    .innerJoin(ticketMenus, eq(ticketMenus.id, ticketTypes.menuId))
    .innerJoin(customers, eq(customers.id, ticket.customerId))
    .innerJoin(branches, eq(branches.id, ticket.branchId))
    .where(eq(ticketTypes.id, ticket.typeId));
  if (!row) throw new Error(`ticket ${ticket.id} has no type`);
  const known = await tx
    .select()
    .from(reasons)
    .where(and(eq(reasons.active, true), or(eq(reasons.typeId, ticket.typeId), isNull(reasons.typeId))));
  return {
    type: {
      type: typeOf(row.type, known),
      row: row.type,
      productReasons: productReasonsOf(known, row.type.id),
      problems: [],
    },
    parties: {
      customer: row.customer,
      branch: row.branch,
      consumer: null,
      judged: { idCli: row.customer.id, idFil: row.branch.id, consumidorFinal: null },
    },
    today: localDate(ctx.now(), row.branch.timeZone ?? DEFAULT_TIME_ZONE),
    parameters: await serviceParameters(tx, row.branch.id),
  };
}
