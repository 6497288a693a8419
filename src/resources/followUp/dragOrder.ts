import type { BoardOrder } from '#contract/callcenter/agendas/followUp.ts';
import { type CatalogRow, isValueOf } from '#contract/catalogs/catalog.ts';
import { paymentLinkStatus } from '#contract/catalogs/orderStatus.ts';
import type { Permission } from '#contract/permissions.ts';
import { dropOf, type OrderDrop } from '#contract/rules/orders/orderDrops.ts';
import type { OrderFacts } from '#contract/rules/orders/orderMoves.ts';
import { ownOrderStatuses } from '#src/resources/orders/shared/orderColumns.tsx';
import { ACTION_TEXTS } from '#src/resources/orders/shared/runAction.ts';
import { dragBetween, type Verdict } from '#ui/components/dragBetween.tsx';

/**
 * Quotes and orders are dragged to the status that an action leads to, which then asks as it does elsewhere. Everybody else opens
 * the card and finds the action there.
 */
export const orderDrag = dragBetween<BoardOrder, string>();

/** The action by which it gets there, or why there is none; `null` in its own column. */
export function columnDrop(
  order: BoardOrder,
  status: string,
  allowed: (permission: Permission) => boolean,
): OrderDrop | null {
  const facts = factsOf(order);
  return facts && dropOf(facts, status, { allowed, statuses: ownOrderStatuses() });
}

export function columnVerdict(drop: OrderDrop | null): Verdict | null {
  if (!drop) return null;
  return 'action' in drop
    ? { takes: true, says: ACTION_TEXTS[drop.action].label }
    : { takes: false, says: drop.refusal };
}

/** As the board tells them; `null` for a status of another system, of which nothing is known. */
function factsOf({
  tipo,
  st,
  liberadoPara,
  canal,
  linkPagamentoStatus,
  perda,
}: BoardOrder): OrderFacts | null {
  const statuses = ownOrderStatuses();
  const status = valueIn(statuses, st);
  if (status === null) return null;
  return {
    stage: tipo,
    status,
    releasedTo: liberadoPara === 'B2B' || liberadoPara === 'FV' ? liberadoPara : null,
    channel: canal,
    link: valueIn(paymentLinkStatus, linkPagamentoStatus),
    lostFrom: valueIn(statuses, perda?.voltaA),
    lossIsFinal: perda?.definitiva ?? false,
  };
}

const valueIn = <Value extends string>(
  catalog: readonly CatalogRow<Value>[],
  value: string | null | undefined,
): Value | null => (value && isValueOf(catalog, value) ? value : null);
