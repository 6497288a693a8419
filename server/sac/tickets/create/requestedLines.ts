import { and, inArray } from 'drizzle-orm';
import { compareDecimals, type Decimal, isPositive } from '../../../../contract/rules/decimal.ts';
import type { Problem } from '../../../../contract/rules/problem.ts';
import {
  formatQuantity,
  fractionFault,
  parseQuantity,
  unitDivides,
} from '../../../../contract/rules/quantity.ts';
import type { TicketInput, TicketItemInput } from '../../../../contract/rules/tickets/ticketInput.ts';
import { type ItemContext, itemKey } from '../../../../contract/rules/tickets/ticketItems.ts';
import type { Executor } from '../../../db/client.ts';
import { invoiceItems } from '../../../db/tables/index.ts';
import { linesWith, lockLines } from '../../invoices/queries.ts';
import { type InvoicedProduct, productsOfLines, whyUnavailable, windowStart } from '../../invoices/rules.ts';
import type { Known } from './known.ts';
import { invoicesOf } from './references.ts';

export interface RequestedLines {
  productOf: (item: TicketItemInput) => InvoicedProduct | undefined;
  contextOf: (item: TicketItemInput) => ItemContext;
  problems: Problem[];
}

/**
 * The invoice lines that the items want to return, locked: whoever takes from the same line waits here, and then
 * sees what this ticket holds (DOMAIN.md 4.2).
 */
export async function loadRequestedLines(
  db: Executor,
  { itens = [] }: TicketInput,
  known: Known,
): Promise<RequestedLines> {
  const products = await lockedProducts(db, itens, known);
  const productOf = (item: TicketItemInput) => products.get(itemKey(item))?.product;
  return {
    productOf,
    contextOf: (item) => ({ product: returnable(productOf(item)), reasons: known.type.productReasons }),
    problems: itens.flatMap((item, index) =>
      problemsOf(item, products.get(itemKey(item))).map(({ field, message }) => ({
        field: `itens.${index}.${field}`,
        message,
      })),
    ),
  };
}

interface Found {
  product: InvoicedProduct;
  inWindow: boolean;
}

/** By invoice key and product, as `itemKey` names an item. */
async function lockedProducts(
  db: Executor,
  itens: readonly TicketItemInput[],
  { parties, today, parameters }: Known,
): Promise<Map<string, Found>> {
  if (itens.length === 0) return new Map();
  const invoices = await invoicesOf(db, parties, [...new Set(itens.map(({ nfe }) => nfe))]);
  if (invoices.length === 0) return new Map();
  const wanted = and(
    inArray(
      invoiceItems.invoiceId,
      invoices.map(({ id }) => id),
    ),
    inArray(invoiceItems.productId, [...new Set(itens.map(({ produto_id }) => produto_id))]),
  );
  const unlocked = await db.select({ id: invoiceItems.id }).from(invoiceItems).where(wanted);
  await lockLines(
    db,
    unlocked.map(({ id }) => id),
  );
  const oldest = windowStart(today, parameters.diasLimiteDevolucao);
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  return new Map(
    productsOfLines(await linesWith(db, wanted)).flatMap((product) => {
      const [{ invoiceId, productId }] = product.lines;
      const invoice = invoiceOf.get(invoiceId);
      if (!invoice) return [];
      const key = itemKey({ nfe: invoice.key, produto_id: productId });
      return [[key, { product, inWindow: invoice.issuedOn >= oldest }] as const];
    }),
  );
}

function returnable(product: InvoicedProduct | undefined): ItemContext['product'] {
  if (!product) return null;
  const [line] = product.lines;
  const { unavailable, photoRequired } = line;
  return {
    purchased: product.purchased,
    returnable: product.left,
    unavailable,
    photoRequired,
    divides: unitDivides(line),
  };
}

/** What the wizard's own rule would only call an invalid quantity, in so many words. */
function problemsOf({ qtd_solicitada }: TicketItemInput, found: Found | undefined): Problem[] {
  if (!found) return [];
  const { product, inWindow } = found;
  if (product.lines[0].unavailable || !inWindow)
    return [{ field: 'produto_id', message: whyUnavailable(product, inWindow) }];
  const quantity = parseQuantity(qtd_solicitada);
  if (!quantity.ok) return [{ field: 'qtd_solicitada', message: quantity.message }];
  if (compareDecimals(quantity.value, product.left) > 0)
    return [{ field: 'qtd_solicitada', message: whatIsLeft(product) }];
  const [line] = product.lines;
  const fault = fractionFault(quantity.value, unitDivides(line), product.left);
  return fault ? [{ field: 'qtd_solicitada', message: `${line.unit} não se divide: ${fault}.` }] : [];
}

/** 'Restam 3 de 10 para devolver: outro ticket já solicitou 7.' */
function whatIsLeft({ purchased, returned, held, left }: InvoicedProduct): string {
  const taken = [
    ...(isPositive(held) ? [`outro ticket já solicitou ${formatQuantity(held)}`] : []),
    ...(isPositive(returned)
      ? [`${formatQuantity(returned)} já ${isOne(returned) ? 'voltou' : 'voltaram'}`]
      : []),
  ];
  const rest = `${isOne(left) ? 'Resta' : 'Restam'} ${formatQuantity(left)} de ${formatQuantity(purchased)} para devolver`;
  return taken.length > 0 ? `${rest}: ${taken.join(', ')}.` : `${rest}.`;
}

const isOne = (value: Decimal) => compareDecimals(value, '1') === 0;
