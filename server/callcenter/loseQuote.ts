import { and, eq, sql } from 'drizzle-orm';
import { orderStatus } from '../../contract/catalogs/orderStatus.ts';
import { audit } from '../audit.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { lossReasons, orders } from '../db/tables/index.ts';
import { invalid, refused } from '../errors.ts';
import { plainText } from '../plainText.ts';
import { logCustomer } from './customerLog.ts';
import type { OrderRecord } from './orderLock.ts';

interface Loss {
  reasonId: number;
  note?: string;
  /** Name of the field that a wrong reason is told at. */
  field?: string;
}

/** A locked quote was lost, and why: document 001 section 4. One log entry, one audit entry. */
export async function loseQuote(
  tx: Tx,
  ctx: Context,
  quote: OrderRecord,
  { reasonId, note = '', field = 'motivoPerda' }: Loss,
) {
  const row = orderStatus.find(({ value }) => value === quote.status);
  if (quote.stage !== 'ORCAMENTO' || !row?.next.includes('PERDIDO'))
    throw refused(
      'SITUACAO_NAO_PERMITE',
      `O orçamento ${quote.id} está como ${row?.label ?? quote.status} e não pode ser perdido.`,
    );
  if (quote.releasedTo)
    throw refused('ORCAMENTO_LIBERADO', 'O orçamento está liberado para outro canal. Recupere-o antes.');
  const [reason] = await tx
    .select()
    .from(lossReasons)
    .where(and(eq(lossReasons.id, reasonId), eq(lossReasons.active, true)));
  if (!reason) throw invalid({ [field]: 'Escolha um dos motivos da perda.' });
  await tx
    .update(orders)
    .set({
      status: 'PERDIDO',
      lossReasonId: reason.id,
      lossNote: plainText(note).trim(),
      updatedAt: ctx.now(),
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, quote.id));
  await logCustomer(tx, ctx, {
    customerId: quote.customerId,
    type: 'ORCAMENTO',
    itemId: quote.id,
    text: `Orçamento perdido: ${reason.name}`,
    data: { de: quote.status, para: 'PERDIDO', motivo: reason.name },
  });
  await audit(tx, ctx, {
    action: 'PERDER',
    entity: 'orders',
    entityId: quote.id,
    before: { status: quote.status },
    after: { status: 'PERDIDO', motivo: reason.name },
  });
}
