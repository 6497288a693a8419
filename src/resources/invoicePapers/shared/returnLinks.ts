import type { Decimal } from '#contract/rules/decimal.ts';
import { exactIn, namedUnit, type ReturnUnit, unitOfRest } from '#contract/rules/tickets/returnUnits.ts';
import type { ReturnedLine } from '#contract/sac/invoicePapers.ts';
import type { InvoiceProduct } from '#contract/sac/invoices.ts';

/** What a returned line takes of one item of the sale, while it is edited. */
export interface LinkEdit {
  /** The id of the item, NONE, or '' while none is chosen. */
  item: string;
  quantity: Decimal | null;
  unit: ReturnUnit;
}

/** The choice that a returned line takes nothing of the sale. */
export const NONE = 'NENHUM';

const NO_UNIT: ReturnUnit = { unit: '', factor: '1' };

export const unitsOf = ({ embalagens }: InvoiceProduct): ReturnUnit[] =>
  embalagens.map(({ unidade, fator }) => ({ unit: unidade, factor: fator }));

/** What the line takes today, each in the first unit in which it is exact; an empty row where it takes nothing yet. */
export function firstLinks(line: ReturnedLine, products: readonly InvoiceProduct[]): LinkEdit[] {
  const links = line.baixas.map(({ item, quantidade }): LinkEdit => {
    const product = products.find(({ id }) => id === item);
    const units = product ? unitsOf(product) : [];
    const unit = units.length > 0 ? unitOfRest(quantidade, units, true) : NO_UNIT;
    return { item: String(item), quantity: exactIn(quantidade, unit.factor), unit };
  });
  if (links.length > 0) return links;
  return [{ item: line.ligada ? NONE : '', quantity: null, unit: NO_UNIT }];
}

/** An item that was chosen: the paper's own quantity where the product has its unit, otherwise it is asked for. */
export function proposedLink(
  line: ReturnedLine,
  product: InvoiceProduct | undefined,
  item: string,
): LinkEdit {
  const units = product ? unitsOf(product) : [];
  const same = namedUnit(units, { unidade: line.unidade });
  return { item, quantity: same ? line.quantidade : null, unit: same ?? units[0] ?? NO_UNIT };
}

/** The rows as they are sent; `null` while one is incomplete. */
export function sentLinks(links: readonly LinkEdit[]) {
  if (links.some(({ item }) => item === NONE)) return [];
  const complete = links.flatMap(({ item, quantity, unit }) =>
    item === '' || quantity === null
      ? []
      : [{ item: Number(item), quantidade: quantity, unidade: unit.unit, fator: unit.factor }],
  );
  return complete.length === links.length ? complete : null;
}
