import { and, eq, inArray } from 'drizzle-orm';
import type { Input } from '#contract/route.ts';
import { soleBranch } from '#contract/rules/soleBranch.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { queueMail } from '../../adapters/mail/outbox.ts';
import { senderBrand } from '../../config/brand/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, pickupTickets, tickets } from '../../db/tables/index.ts';
import { invalid, notFound, refused } from '../../errors.ts';
import { ticketScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import { inTimelines, type LockedPickup, lockPickup, lockTicketsOf } from './changePickup.ts';
import { addressLines, partiesOf } from './parties.ts';
import { pickupRow } from './pickupRow.ts';
import { onDay } from './rules.ts';

/** Confirms pickups, given by their ids or by their tickets; the tickets may then leave the step (docs/domain.md 3). */
export const confirmPickups = command(pickupRoutes.confirm, async (tx, ctx, { body }) => {
  const results = new Results();
  const rows = await wantedRows(tx, ctx, body, results);
  const pickupIds = inOrder(rows.map(({ pickupId }) => pickupId));
  await lockTicketsOf(tx, pickupIds);
  for (const pickupId of pickupIds) {
    const requested = rows.filter((row) => row.pickupId === pickupId).map(({ id }) => id);
    for (const [index, id] of requested.entries()) {
      // A pickup given through two tickets is confirmed once, and both tickets are reported as done.
      const done = index > 0 && results.done.includes(requested[0] as number);
      if (done || (await results.attempt(id, () => confirmOne(tx, ctx, pickupId)))) results.done.push(id);
    }
  }
  return results.answer();
});

interface Wanted {
  /** The id used in the answer: that of the pickup or ticket, as requested. */
  id: number;
  pickupId: number;
}

async function wantedRows(
  tx: Tx,
  ctx: Context,
  { coletas, tickets: ticketIds }: Input<typeof pickupRoutes.confirm>['body'],
  results: Results,
): Promise<Wanted[]> {
  if (coletas && ticketIds) throw invalid({ tickets: 'Informe as coletas ou os tickets, e não os dois.' });
  if (coletas) return inOrder(coletas).map((id) => ({ id, pickupId: id }));
  if (!ticketIds) throw invalid({ coletas: 'Informe ao menos uma coleta.' });
  return pickupsOf(tx, ctx, inOrder(ticketIds), results);
}

async function pickupsOf(tx: Tx, { user }: Context, ids: number[], results: Results): Promise<Wanted[]> {
  const rows = await tx
    .select({ id: tickets.id, pickupId: pickupTickets.pickupId })
    .from(tickets)
    .leftJoin(pickupTickets, and(eq(pickupTickets.ticketId, tickets.id), eq(pickupTickets.active, true)))
    .where(and(inArray(tickets.id, ids), ticketScope(user)));
  const pickupOfRow = new Map(rows.map(({ id, pickupId }) => [id, pickupId]));
  return ids.flatMap((id) => {
    const pickupId = pickupOfRow.get(id);
    if (pickupId) return [{ id, pickupId }];
    results.fail(
      id,
      pickupOfRow.has(id) ? refused('SEM_COLETA', 'O ticket não está em nenhuma coleta.') : notFound(),
    );
    return [];
  });
}

async function confirmOne(tx: Tx, ctx: Context, pickupId: number): Promise<true> {
  const locked = await lockPickup(tx, ctx, pickupId);
  requireGenerated(locked);
  const { pickup } = locked;
  const changed = await pickupRow.change(tx, ctx, pickup, {
    action: 'CONFIRMAR',
    set: { status: 'CONFIRMADA', confirmedBy: ctx.user.id, confirmedAt: ctx.now() },
    parts: inTimelines(tx, ctx, locked.tickets, {
      action: 'CONFIRMAR_COLETA',
      note: `Coleta ${pickup.id} confirmada${onDay(pickup.scheduledFor)}.`,
    }),
  });
  await sendConfirmation(tx, ctx, { ...locked, pickup: changed });
  return true;
}

function requireGenerated({ pickup }: LockedPickup): void {
  if (pickup.status === 'CONFIRMADA')
    throw refused('JA_CONFIRMADA', `A coleta ${pickup.id} já foi confirmada.`);
  if (pickup.status === 'CANCELADA')
    throw refused('COLETA_CANCELADA', `A coleta ${pickup.id} foi cancelada.`);
}

/**
 * E-mails the confirmation to the party that collects the goods, if it has an address: which tickets, where, and on which
 * day.
 */
async function sendConfirmation(
  tx: Tx,
  { now, settings }: Pick<Context, 'now' | 'settings'>,
  { pickup, tickets: held }: LockedPickup,
): Promise<void> {
  const party = (await partiesOf(tx, [pickup]))(pickup);
  if (!party.email) return;
  const branchId = soleBranch(held.map((ticket) => ticket.branchId));
  const places = await placesOf(
    tx,
    held.map(({ id }) => id),
  );
  const day = pickup.scheduledFor ? formatCalendarDate(pickup.scheduledFor) : 'a combinar';
  await queueMail(
    tx,
    {
      to: party.email,
      subject: `Ordem de coleta ${pickup.id} confirmada`,
      text: [
        `Olá, ${party.nome}.`,
        '',
        `A ordem de coleta ${pickup.id} está confirmada. Data: ${day}.`,
        ...(pickup.note ? [`Observação: ${pickup.note}`] : []),
        ...places.flatMap((place) => ['', ...place]),
        '',
        (await senderBrand({ db: tx, settings }, branchId)).nome,
      ].join('\n'),
      ...(branchId && { envelope: { branchId } }),
    },
    now,
  );
}

async function placesOf(tx: Tx, ids: readonly number[]): Promise<string[][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      id: tickets.id,
      name: customers.legalName,
      address: customers.address,
      phone: customers.phone,
    })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(inArray(tickets.id, [...ids]))
    .orderBy(tickets.id);
  return rows.map(({ id, name, address, phone }) => [
    `Ticket ${id}: ${name}`,
    ...addressLines(address, phone),
  ]);
}
