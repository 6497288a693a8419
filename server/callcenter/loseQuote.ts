import { and, eq } from 'drizzle-orm';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { lossReasons } from '../db/tables/index.ts';
import { invalid } from '../errors.ts';
import { plainText } from '../plainText.ts';
import { giveBackUses } from './couponUses.ts';
import type { OrderRecord } from './orderLock.ts';
import { changeOrder, lockForAction } from './orders/queries.ts';

/** A locked quote was lost, and why: document 001 section 4. Refused where its status does not allow it. */
export async function loseQuote(tx: Tx, ctx: Context, quote: OrderRecord, reasonId: number, told: string) {
  const { order } = await lockForAction(tx, ctx, 'PERDER', { id: quote.id });
  const [reason] = await tx
    .select()
    .from(lossReasons)
    .where(and(eq(lossReasons.id, reasonId), eq(lossReasons.active, true)));
  if (!reason) throw invalid({ motivoPerda: 'Escolha um dos motivos da perda.' });
  await giveBackUses(tx, [order]);
  const lossNote = plainText(told).trim();
  await changeOrder(tx, ctx, order, {
    set: { status: 'PERDIDO', lossReasonId: reason.id, lossNote },
    action: 'PERDER',
    text: `Orçamento perdido: ${[reason.name, lossNote].filter(Boolean).join(' – ')}`,
    data: { motivo: reason.name },
  });
}
