import { type CatalogRow, rowOf } from '../../catalogs/catalog.ts';
import { orderStatus } from '../../catalogs/orderStatus.ts';
import type { Permission } from '../../permissions.ts';
import { ACTION_RULES, type OrderAction } from './orderActions.ts';
import { moveRefusal, type OrderFacts, permissionOf, statusPath } from './orderMoves.ts';

/** What it means to let the card of a quote or order go in another column of its board. */
export type OrderDrop = { action: OrderAction } | { refusal: string };

/** The actions that lead to another column of the same board; the first possible one is meant. */
const BY_DROP: readonly OrderAction[] = [
  'REABRIR',
  'RENOVAR',
  'PERDER',
  'LIBERAR_FATURAMENTO',
  'GERAR_LINK',
  'RENOVAR_LINK',
  'CANCELAR',
];

interface Dropping {
  allowed: (permission: Permission) => boolean;
  /** Under the company's own labels. */
  statuses?: readonly CatalogRow[];
}

/** The action that takes it to the status, or why none does; `null` where it already is. */
export function dropOf(
  facts: OrderFacts,
  to: string,
  { allowed, statuses = orderStatus }: Dropping,
): OrderDrop | null {
  if (facts.status === to) return null;
  const what = facts.stage === 'PEDIDO' ? 'pedido' : 'orçamento';
  const labelOf = (status: string) => rowOf(statuses, status).label;
  const leading = BY_DROP.filter((action) => leadsTo(action, facts, to));
  if (leading.length === 0) {
    if (facts.status === 'PERDIDO' && facts.lostFrom)
      return { refusal: `Reaberto, este orçamento volta a "${labelOf(facts.lostFrom)}".` };
    return {
      refusal: `Um ${what} na situação "${labelOf(facts.status)}" não passa a "${labelOf(to)}" pelo quadro.`,
    };
  }
  const permitted = leading.filter((action) => allowed(permissionOf(action, facts.stage)));
  const [first] = permitted;
  if (!first) return { refusal: 'Seu perfil não permite essa mudança.' };
  const possible = permitted.find((action) => moveRefusal(action, facts, statuses) === null);
  if (possible) return { action: possible };
  return { refusal: moveRefusal(first, facts, statuses)?.message ?? '' };
}

/** Whether that is where the action ends, even if it is refused now: its own refusal says more than that nothing leads there. */
function leadsTo(action: OrderAction, facts: OrderFacts, to: string): boolean {
  if (ACTION_RULES[action].stage !== facts.stage) return false;
  if (action === 'RENOVAR' && facts.status !== 'VENCIDO') return false;
  if (action === 'REABRIR') {
    if (facts.status !== 'PERDIDO') return false;
    // A final loss says so wherever it is taken.
    if (facts.lostFrom === null) return true;
  }
  return statusPath(action, facts.status, facts).at(-1) === to;
}
