import {
  branchListChannel,
  listChannel,
  NEGOTIATION_CHANGED,
  NEGOTIATIONS_CHANGED,
  type NegotiationChanged,
  personChannel,
} from '../../../contract/realtime.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { audit } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { publish } from '../../realtime/publish.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import type { OrderRecord } from '../orderLock.ts';

export interface RecordedPrice {
  id: number;
  product: string;
  /** Asked for, or authorised. */
  price: string;
}

interface Event {
  /** Of the log: 'AUTORIZAR_PRECO'. */
  action: string;
  /** What was done, of one and of many: 'Preço autorizado', 'preços autorizados'. */
  words: [one: string, many: string];
  prices: readonly RecordedPrice[];
  /** Why. */
  note?: string;
}

/** One entry in the history of the quote and one in the audit for one command, and word to whoever looks at the list. */
export async function recordPrices(
  tx: Tx,
  ctx: Context,
  order: Pick<OrderRecord, 'id' | 'customerId' | 'stage' | 'branchId'>,
  { action, words, prices, note = '' }: Event,
): Promise<void> {
  const [one, many] = words;
  const [first] = prices;
  if (!first) return;
  const text =
    prices.length === 1
      ? `${one}: ${first.product} por ${formatMoney(first.price, 2)}`
      : `${prices.length} ${many}`;
  const data = {
    precos: prices.map(({ id, product, price }) => ({ id, produto: product, preco: price })),
    motivo: note,
  };
  await logCustomer(tx, ctx, {
    customerId: order.customerId,
    type: order.stage,
    itemId: order.id,
    text: note ? `${text}. ${note}` : text,
    data,
  });
  await audit(tx, ctx, { action, entity: 'price_negotiations', entityId: order.id, after: data });
  await publish(tx, {
    channels: [listChannel('negociacoes'), branchListChannel('negociacoes', order.branchId)],
    event: NEGOTIATIONS_CHANGED,
    data: {},
    at: ctx.now(),
  });
}

/** Tells each requester, wherever their console stands, that somebody decided. */
export async function tellRequesters(
  tx: Tx,
  ctx: Context,
  order: Pick<OrderRecord, 'id'>,
  decided: readonly { id: number; requesterId: number }[],
  status: NegotiationChanged['status'],
): Promise<void> {
  for (const requesterId of new Set(decided.map((row) => row.requesterId))) {
    const ids = decided.flatMap((row) => (row.requesterId === requesterId ? [row.id] : []));
    const data: NegotiationChanged = {
      idPedido: order.id,
      ids,
      status,
      por: { id: ctx.user.id, nome: ctx.user.name },
    };
    await publish(tx, {
      channels: [personChannel(requesterId)],
      event: NEGOTIATION_CHANGED,
      data,
      at: ctx.now(),
    });
  }
}
