import * as Type from '@sinclair/typebox';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { Negotiation } from '#contract/callcenter/quotes/negotiations.ts';
import {
  branchListChannel,
  listChannel,
  NEGOTIATION_CHANGED,
  NEGOTIATIONS_CHANGED,
  type NegotiationChanged,
  personChannel,
} from '#contract/realtime.ts';
import { formatMoney } from '#contract/rules/format.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { priceNegotiations } from '../../db/tables/index.ts';
import { conflict, notFound, type Refusal, refused, shownBy } from '../../errors.ts';
import { publish } from '../../realtime/publish.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { audit } from '../../writing/audit.ts';
import { inOrder, type Results } from '../../writing/rowResults.ts';
import { lockOrder, type OrderRecord } from '../orderCore/commands.ts';
import { followPackagings } from '../quoteEditing/commands.ts';
import { type NegotiationRow, negotiationScope, selectNegotiations } from './rows.ts';

export interface RecordedPrice {
  id: number;
  product: string;
  /** The requested or the authorised price. */
  price: string;
}

interface Event {
  /** The audit action, e.g. 'AUTORIZAR_PRECO'. */
  action: string;
  /** Texts for one and for several prices: 'Preço autorizado', 'preços autorizados'. */
  words: [one: string, many: string];
  prices: readonly RecordedPrice[];
  note?: string;
  /** The requesters, when they are told personally (`notifyRequesters`). */
  told?: readonly number[];
}

/** Writes one entry to the quote's history and one to the audit log per command, and notifies open lists. */
export async function recordPrices(
  tx: Tx,
  ctx: Context,
  order: Pick<OrderRecord, 'id' | 'customerId' | 'stage' | 'branchId'>,
  { action, words, prices, note = '', told = [] }: Event,
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
  await audit(tx, ctx, { action, entity: 'price_negotiations', entityId: order.id, after: data, told });
  await publish(tx, {
    channels: [listChannel('negociacoes'), branchListChannel('negociacoes', order.branchId)],
    event: NEGOTIATIONS_CHANGED,
    data: {},
    at: ctx.now(),
  });
}

/** Notifies each requester, on whichever console they are signed in, of a decision. */
export async function notifyRequesters(
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

export interface LockedRequests {
  order: OrderRecord;
  rows: NegotiationRow[];
}

/**
 * Yields the negotiations for the ids with their quotes locked, quote by quote in number order. Two users who decide at once
 * cannot deadlock, and the second reads what the first has written. Unknown and out-of-scope ids fail alike.
 */
export async function* lockRequests(
  tx: Tx,
  ctx: Context,
  ids: readonly number[],
  results: Results,
): AsyncGenerator<LockedRequests> {
  const wanted = inOrder(ids);
  const found = await tx
    .select({ id: priceNegotiations.id, orderId: priceNegotiations.orderId })
    .from(priceNegotiations)
    .where(and(inArray(priceNegotiations.id, wanted), negotiationScope(ctx.user)))
    .orderBy(asc(priceNegotiations.id));
  const foundIds = new Set(found.map(({ id }) => id));
  for (const id of wanted) if (!foundIds.has(id)) results.fail(id, notFound());
  for (const orderId of inOrder(found.map((row) => row.orderId))) {
    const order = await lockOrder(tx, ctx, { id: orderId });
    await followPackagings(tx, ctx, order);
    const own = found.filter((row) => row.orderId === orderId).map(({ id }) => id);
    const condition = and(eq(priceNegotiations.orderId, orderId), inArray(priceNegotiations.id, own));
    yield { order, rows: await selectNegotiations(tx, condition) };
  }
}

const DONE = { A: 'autorizou', N: 'negou', C: 'cancelou' } as const;

/** Returns a refusal that names the person who decided first, or null while the price is undecided. */
export function alreadyDecided({ negotiation, decider, requester }: NegotiationRow): Refusal | null {
  const { status } = negotiation;
  if (status === 'P') return null;
  const who = (status === 'C' ? requester : decider) ?? 'Outra pessoa';
  return refused('JA_DECIDIDO', `${who} já ${DONE[status]} este preço. Veja como ficou.`);
}

/** What a conflict shows of a price: what was asked for. */
const Asked = Type.Pick(Negotiation, ['precoSolicitado', 'idMotivo', 'obs']);

export const changedSince = ({ negotiation, requester }: NegotiationRow, versao: number | undefined) =>
  versao !== undefined && versao !== negotiation.version
    ? conflict(`${requester} mudou este pedido de preço. Veja como ficou antes de decidir.`, {
        versao: negotiation.version,
        por: requester,
        em: null,
        estado: shownBy(Asked, {
          precoSolicitado: negotiation.requestedPrice,
          idMotivo: negotiation.reasonId,
          obs: negotiation.note,
        }),
      })
    : null;
