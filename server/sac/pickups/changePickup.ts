import { eq } from 'drizzle-orm';
import { audit } from '../../audit.ts';
import { auditedRow } from '../../auditedRow.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { pickups } from '../../db/tables/index.ts';
import { changeTicket } from '../tickets/commands.ts';
import type { LockedPickup } from './locks.ts';
import { publishPickup } from './publishPickup.ts';
import type { PickupRecord } from './rows.ts';

const factsOf = auditedRow(pickups, {
  words: {
    type: 'tipo',
    carrierId: 'transportadora',
    representativeId: 'representante',
    status: 'status',
    scheduledFor: 'agendadaPara',
    note: 'obs',
    confirmedBy: 'confirmadaPor',
    confirmedAt: 'confirmadaEm',
  },
  leftOut: [
    // The entry of the creation names them.
    'createdBy',
  ],
});

interface PickupChange {
  set: Partial<Pick<PickupRecord, 'status' | 'note' | 'scheduledFor' | 'confirmedBy' | 'confirmedAt'>>;
  /** `CONFIRMAR`, `CANCELAR`, `AGENDAR`. */
  action: string;
  /** Said in the timeline of each of its tickets; nothing where it does not concern them. */
  note?: string;
  /** More that the timeline keeps. */
  data?: Record<string, unknown>;
}

/**
 * The one way to write a pickup that was locked: its columns, the next version, an audit entry, its tickets, and word
 * to the lists.
 */
export async function changePickup(
  tx: Tx,
  ctx: Context,
  { pickup, tickets }: LockedPickup,
  { set, action, note, data = {} }: PickupChange,
): Promise<PickupRecord> {
  const [changed] = await tx
    .update(pickups)
    .set({ ...set, version: pickup.version + 1, updatedAt: ctx.now() })
    .where(eq(pickups.id, pickup.id))
    .returning();
  if (!changed) throw new Error(`pickup ${pickup.id} was not locked`);
  const told = { coleta: pickup.id, situacao: changed.status, ...data };
  if (note !== undefined)
    for (const ticket of tickets)
      await changeTicket(tx, ctx, ticket, {
        event: { type: 'COLETA', note, data: told },
        audit: { action: `${action}_COLETA`, after: told },
      });
  const difference = factsOf.change(pickup, changed);
  await audit(tx, ctx, {
    action,
    entity: 'pickups',
    entityId: pickup.id,
    before: difference.before,
    after: { ...difference.after, ...data },
  });
  await publishPickup(tx, pickup.id, ctx.now());
  return changed;
}
