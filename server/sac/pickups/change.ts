import { and, eq } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import type { pickupRoutes } from '../../../contract/sac/pickups.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { pickupTickets } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import type { TicketRecord } from '../tickets/commands.ts';
import { stepOf } from '../tickets/queries.ts';
import { activeTickets, changePickup, type LockedPickup, lockInOrder, lockPickup } from './changePickup.ts';
import type { PickupRecord } from './rows.ts';
import { onDay, requireGoodDay } from './rules.ts';

type Answer = Output<typeof pickupRoutes.cancel>;

/** Another day or note. A new day is told to each ticket that still waits. */
export function schedulePickup(
  { params, body }: Input<typeof pickupRoutes.update>,
  ctx: Context,
): Promise<Answer> {
  return withIdempotency(ctx, 'pickups.update', { params, body }, async (tx) => {
    const locked = await lockWhole(tx, ctx, params.idColeta, body.versao);
    const { pickup } = locked;
    requireUncancelled(pickup);
    const scheduledFor = body.agendadaPara === undefined ? pickup.scheduledFor : body.agendadaPara;
    const moved = scheduledFor !== pickup.scheduledFor;
    if (moved) await requireGoodDay(tx, ctx, scheduledFor);
    const waiting = await stillWaiting(tx, locked.tickets);
    if (moved && waiting.length === 0) throw carriedOut(pickup);
    const changed = await changePickup(
      tx,
      ctx,
      { pickup, tickets: waiting },
      {
        set: { scheduledFor, note: body.obs?.trim() ?? pickup.note },
        action: 'AGENDAR',
        ...(moved && {
          note: scheduledFor
            ? `Coleta ${pickup.id} agendada${onDay(scheduledFor)}.`
            : `Coleta ${pickup.id} ficou sem data.`,
        }),
      },
    );
    return answerOf(
      changed,
      moved && scheduledFor ? `Coleta agendada${onDay(scheduledFor)}` : 'Coleta salva',
    );
  });
}

/** Gives the tickets back: they wait for a pickup again. */
export function cancelPickup(
  { params, body }: Input<typeof pickupRoutes.cancel>,
  ctx: Context,
): Promise<Answer> {
  return withIdempotency(ctx, 'pickups.cancel', { params, body }, async (tx) => {
    const reason = body.motivo.trim();
    if (!reason) throw invalid({ motivo: 'Informe o motivo.' });
    const locked = await lockWhole(tx, ctx, params.idColeta, body.versao);
    const { pickup, tickets } = locked;
    requireUncancelled(pickup);
    if ((await stillWaiting(tx, tickets)).length < tickets.length) throw carriedOut(pickup);
    await tx
      .update(pickupTickets)
      .set({ active: false })
      .where(and(eq(pickupTickets.pickupId, pickup.id), eq(pickupTickets.active, true)));
    const changed = await changePickup(tx, ctx, locked, {
      set: { status: 'CANCELADA' },
      action: 'CANCELAR',
      // Why is said among the staff alone (eventNote).
      note: `Coleta ${pickup.id} cancelada.`,
      data: { motivo: reason },
    });
    return answerOf(changed, 'Coleta cancelada');
  });
}

async function lockWhole(
  tx: Tx,
  { user }: Context,
  id: number,
  versao: number | undefined,
): Promise<LockedPickup> {
  await lockInOrder(tx, await activeTickets(tx, [id]));
  return lockPickup(tx, user, id, versao);
}

/** The tickets that have not left the step: what left it was fetched. */
async function stillWaiting(tx: Tx, held: readonly TicketRecord[]): Promise<TicketRecord[]> {
  const waiting: TicketRecord[] = [];
  for (const ticket of held) {
    const step = await stepOf(tx, ticket);
    if (step.exigencia === 'COLETA' && !ticket.archived) waiting.push(ticket);
  }
  return waiting;
}

function requireUncancelled({ id, status }: PickupRecord): void {
  if (status === 'CANCELADA') throw refused('COLETA_CANCELADA', `A coleta ${id} já foi cancelada.`);
}

const carriedOut = ({ id }: PickupRecord) =>
  refused(
    'COLETA_CUMPRIDA',
    `A coleta ${id} já foi cumprida: a mercadoria de um dos seus tickets chegou. Ela não pode mais mudar.`,
  );

const answerOf = ({ id, version, status }: PickupRecord, message: string): Answer => ({
  data: { id, message, versao: version, status },
});
