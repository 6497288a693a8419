import type { Decimal } from '../decimal.ts';
import { fileCountProblems } from '../files.ts';
import { type Problem, prefixProblems } from '../problem.ts';
import { upperFirst } from '../text.ts';
import { namedUnit, type ReturnUnit, readReturn, unknownUnit } from './returnUnits.ts';
import type { TicketInput, TicketItemInput } from './ticketInput.ts';
import type { ProductReason } from './ticketType.ts';

/** Maximum length of an item's observation, in characters. */
export const OBSERVATION_MAX = 250;

/** Toast texts of 'Adding an item', verbatim from document 000, section 5. */
export const itemToasts = {
  limit: (max: number) => `O ticket não pode ter mais que ${max} itens.`,
  quantity: 'Quantidade inválida. Verifique a quantidade adicionada.',
  reason: 'Obrigatório informar o motivo.',
  observation: 'O campo de observações é obrigatório.',
  attachment: 'Obrigatório incluir um anexo.',
  unavailable: 'Produto não disponível',
} as const;

/** The facts about an item's invoice product; quantities are in base units. */
export interface ReturnableProduct {
  /** What refusals call it: '10023 - ARROZ TIPO 1'. */
  name?: string | undefined;
  purchased: Decimal;
  /** Purchased − returned − held by other tickets. */
  returnable: Decimal;
  /** The units in which it may be given, the invoice's first. */
  units: readonly ReturnUnit[];
  unavailable: boolean;
  photoRequired: boolean;
  /** Whether base units may have decimals (`unitDivides`). */
  divides: boolean;
}

export interface ItemContext {
  /** `null` if the invoice or product does not exist, or does not belong to the customer. */
  product: ReturnableProduct | null;
  /** The reasons allowed for an item. */
  reasons: readonly ProductReason[];
  /** An item of a saved ticket may go up to the purchased quantity, a new one up to the remaining quantity. */
  editing?: boolean;
}

/** What prevents an item from being added, in the order required for the toasts; empty if nothing does. */
export function itemProblems(item: TicketItemInput, context: ItemContext): Problem[] {
  const { product } = context;
  if (!product || product.unavailable) return [{ field: 'produto_id', message: itemToasts.unavailable }];
  return [
    ...quantityProblems(item, product, context.editing ?? false),
    ...reasonAndProofProblems(item, product, context.reasons),
    ...fileCountProblems('arquivos', item.arquivos ?? []),
  ];
}

/** The item limit of the ticket when `adding` more are to be added; invoice products and loose products both count. */
export function itemLimitProblems(input: TicketInput, maxItems: number, adding = 0): Problem[] {
  const count = (input.itens?.length ?? 0) + (input.itensAvulsos?.length ?? 0) + adding;
  return count > maxItems ? [{ field: 'itens', message: itemToasts.limit(maxItems) }] : [];
}

/** The problems of all items of a ticket, including duplicates. Fields are 'itens.0.…'. */
export function allItemProblems(
  items: readonly TicketItemInput[],
  contextOf: (item: TicketItemInput) => ItemContext,
): Problem[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const repeated = seen.has(itemKey(item));
    seen.add(itemKey(item));
    const problems = repeated
      ? [{ field: 'produto_id', message: 'Este produto já foi adicionado.' }]
      : itemProblems(item, contextOf(item));
    return prefixProblems(`itens.${index}`, problems);
  });
}

/** Identifies one product of one invoice. */
export const itemKey = ({ nfe, produto_id }: Pick<TicketItemInput, 'nfe' | 'produto_id'>): string =>
  `${nfe}/${produto_id}`;

function quantityProblems(item: TicketItemInput, product: ReturnableProduct, editing: boolean): Problem[] {
  const read = readItemQuantity(item, product, editing);
  return read.ok ? [] : [{ field: read.field, message: quantityText(read.cause, product.name) }];
}

export type ReadItem = ReturnType<typeof readReturn> & { field: 'qtd_solicitada' | 'unidade' };

/** The quantity of an item, in the unit that was named; every door reads it here. */
export function readItemQuantity(
  item: Pick<TicketItemInput, 'qtd_solicitada' | 'unidade' | 'fator'>,
  { units, divides, purchased, returnable }: QuantityFacts,
  editing = false,
): ReadItem {
  const unit = namedUnit(units, item);
  if (!unit) return { ok: false, cause: unknownUnit(units), field: 'unidade' };
  const rest = editing ? purchased : returnable;
  return { ...readReturn(item.qtd_solicitada, unit, { units, divides, rest }), field: 'qtd_solicitada' };
}

type QuantityFacts = Pick<ReturnableProduct, 'units' | 'divides' | 'purchased' | 'returnable'>;

/** The one sentence of a refused quantity: the toast of document 000, the line, and the cause. */
export const quantityText = (cause: string, name?: string): string =>
  `${itemToasts.quantity} ${name ? `${name}: ${cause}` : upperFirst(cause)}.`;

function reasonAndProofProblems(
  item: TicketItemInput,
  product: ReturnableProduct,
  reasons: readonly ProductReason[],
): Problem[] {
  const reason = reasons.find(({ id }) => id === item.motivo_id);
  const observation = (item.obs ?? '').trim();
  const photoRequired = product.photoRequired || (reason?.anexo_obrigatorio ?? false);
  const checks: [boolean, Problem][] = [
    [!reason, { field: 'motivo_id', message: itemToasts.reason }],
    [Boolean(reason?.informa) && observation === '', { field: 'obs', message: itemToasts.observation }],
    [
      [...observation].length > OBSERVATION_MAX,
      { field: 'obs', message: `Máximo de ${OBSERVATION_MAX} caracteres.` },
    ],
    [photoRequired && !item.arquivos?.length, { field: 'arquivos', message: itemToasts.attachment }],
  ];
  return checks.flatMap(([fails, problem]) => (fails ? [problem] : []));
}
