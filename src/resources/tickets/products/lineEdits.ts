import { compareDecimals, type Decimal, parseDecimal } from '../../../../contract/rules/decimal.ts';
import type { ProductsInput, TicketItem } from '../../../../contract/sac/ticketItems.ts';

/** A line as the dialog has it. */
export interface LineEdit {
  id: number;
  /** `null` while what is typed is no quantity. */
  quantity: Decimal | null;
  reason: number | null;
  note: string;
  removed: boolean;
}

export const initialLines = (items: readonly TicketItem[]): LineEdit[] =>
  items.map(({ id, qtd_solicitada, motivo, obs }) => ({
    id,
    quantity: parseDecimal(qtd_solicitada),
    reason: motivo,
    note: obs,
    removed: false,
  }));

/** What differs from what stands; a quantity that cannot be read goes as nothing, so that the rule says why. */
export function changesOf(items: readonly TicketItem[], lines: readonly LineEdit[]) {
  const changed = lines.filter((line, at) => !line.removed && differs(items[at] as TicketItem, line));
  return {
    alterados: changed.map(({ id, quantity, reason, note }) => ({
      id,
      qtd_solicitada: quantity ?? '',
      motivo_id: reason,
      obs: note.trim(),
    })),
    removidos: lines.filter(({ removed }) => removed).map(({ id }) => id),
  } satisfies ProductsInput;
}

const differs = (item: TicketItem, { quantity, reason, note }: LineEdit): boolean =>
  quantity === null ||
  compareDecimals(quantity, item.qtd_solicitada) !== 0 ||
  reason !== item.motivo ||
  note.trim() !== item.obs;
