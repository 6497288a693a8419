import { and, count, eq, inArray } from 'drizzle-orm';
import { currentStep } from '#contract/rules/flows/flow.ts';
import type { MergeSide } from '#contract/rules/tickets/ticketMerge.ts';
import { flowVersion } from '#server/config/flows/queries.ts';
import type { Executor } from '#server/db/client.ts';
import {
  extensionDecisions,
  pickupTickets,
  returnInvoices,
  ticketItems,
  ticketTypes,
} from '#server/db/tables/index.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

/** What the rule about merging asks of each ticket, by number. */
export async function mergeSides(
  db: Executor,
  records: readonly TicketRecord[],
): Promise<Map<number, MergeSide>> {
  const ids = records.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const [types, lines, invoices, inPickup, decided] = await Promise.all([
    db.select({ id: ticketTypes.id, name: ticketTypes.description }).from(ticketTypes),
    db
      .select({ id: ticketItems.ticketId, total: count() })
      .from(ticketItems)
      .where(inArray(ticketItems.ticketId, ids))
      .groupBy(ticketItems.ticketId),
    db
      .select({ id: returnInvoices.ticketId })
      .from(returnInvoices)
      .where(inArray(returnInvoices.ticketId, ids)),
    db
      .select({ id: pickupTickets.ticketId, pickup: pickupTickets.pickupId })
      .from(pickupTickets)
      .where(and(inArray(pickupTickets.ticketId, ids), eq(pickupTickets.active, true))),
    db
      .selectDistinct({ id: extensionDecisions.ticketId })
      .from(extensionDecisions)
      .where(inArray(extensionDecisions.ticketId, ids)),
  ]);
  const names = new Map(types.map(({ id, name }) => [id, name]));
  const totals = new Map(lines.map(({ id, total }) => [id, total]));
  const withInvoice = new Set(invoices.map(({ id }) => id));
  const pickups = new Map(inPickup.map(({ id, pickup }) => [id, pickup]));
  const withDecision = new Set(decided.map(({ id }) => id));
  const sides = new Map<number, MergeSide>();
  for (const ticket of records) {
    const flow = await flowVersion(db, ticket.flowKey, ticket.flowVersion);
    sides.set(ticket.id, {
      id: ticket.id,
      customerId: ticket.customerId,
      consumer: consumerOf(ticket),
      branchId: ticket.branchId,
      representativeId: ticket.representativeId,
      typeId: ticket.typeId,
      typeName: names.get(ticket.typeId) ?? '',
      flowKey: ticket.flowKey,
      stepKey: ticket.stepKey,
      stepName: (flow && currentStep(flow.flow, ticket.stepKey)?.descricao) ?? ticket.stepKey,
      status: ticket.status,
      archived: ticket.archived,
      mergedInto: ticket.mergedIntoId,
      lines: totals.get(ticket.id) ?? 0,
      hasReturnInvoice: withInvoice.has(ticket.id),
      pickup: pickups.get(ticket.id) ?? null,
      extends: ticket.extension !== null,
      decided: withDecision.has(ticket.id),
    });
  }
  return sides;
}

function consumerOf({ extraFields }: TicketRecord): string {
  const consumer = extraFields.consumidorFinal as { documento?: unknown } | undefined;
  return typeof consumer?.documento === 'string' ? consumer.documento : '';
}
