import { and, eq, inArray } from 'drizzle-orm';
import { compareDecimals, type Decimal, isPositive, parseDecimal } from '#contract/rules/decimal.ts';
import type { Problem } from '#contract/rules/problem.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { extendsTitles, NOTHING_TO_EXTEND } from '#contract/rules/steps/extensions.ts';
import {
  baseUnitOf,
  exactIn,
  inBase,
  namedUnit,
  type ReturnUnit,
  roundedIn,
} from '#contract/rules/tickets/returnUnits.ts';
import type { TicketInput, TicketItemInput } from '#contract/rules/tickets/ticketInput.ts';
import { type ItemContext, itemKey, quantityText } from '#contract/rules/tickets/ticketItems.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { ServiceParameters } from '#server/config/parameters/rules.ts';
import type { User } from '#server/context.ts';
import type { Executor } from '#server/db/client.ts';
import { invoiceItems, invoices, products, ticketOrigins } from '#server/db/tables/index.ts';
import { carriersOfCustomer } from '../../customers/queries.ts';
import { authorizedInvoice, invoicesWithOpenTitles, linesWith, lockLines } from '../../invoices/queries.ts';
import {
  type InvoicedProduct,
  lineDivides,
  productsOfLines,
  unitsOfLine,
  whyUnavailable,
  windowStart,
} from '../../invoices/rules.ts';
import { representativeOptions } from '../../lookups/queries.ts';
import type { ChosenType } from './createTicket.ts';
import type { Parties } from './parties.ts';

type ProductRow = typeof products.$inferSelect;

/** The records that the body names besides customer and items. */
export interface References {
  /** In the order of `itensAvulsos`. */
  looseProducts: ProductRow[];
  /** The ids of the invoices in `notas`. */
  invoiceIds: number[];
  problems: Problem[];
}

export async function loadReferences(
  db: Executor,
  input: TicketInput,
  known: TicketContext,
  user: User,
): Promise<References> {
  const loose = await looseProducts(db, input);
  const notes = await namedInvoices(db, input, known);
  return {
    looseProducts: loose.rows,
    invoiceIds: notes.ids,
    problems: [
      ...(await originProblems(db, input)),
      ...(await carrierProblems(db, input, known)),
      ...(await representativeProblems(db, input, user)),
      ...loose.problems,
      ...notes.problems,
    ],
  };
}

async function originProblems(db: Executor, { origem }: TicketInput): Promise<Problem[]> {
  if (!origem) return [];
  const found = await db.select().from(ticketOrigins).where(eq(ticketOrigins.key, origem));
  return found.length > 0 ? [] : [{ field: 'origem', message: 'Escolha a origem.' }];
}

/** The ticket's carrier, and the one responsible for a delay, must serve the customer. */
async function carrierProblems(
  db: Executor,
  input: TicketInput,
  { parties }: TicketContext,
): Promise<Problem[]> {
  const late =
    input.responsavel_prorrogacao === 'TRANSPORTADORA' ? input.responsavel_prorrogacao_id : undefined;
  const named: [string, number | null | undefined][] = [
    ['transportadora_id', input.transportadora_id],
    ['responsavel_prorrogacao_id', late],
  ];
  if (named.every(([, id]) => !id)) return [];
  const serving = await carriersOfCustomer(db, parties.customer?.id ?? 0);
  return named.flatMap(([field, id]) =>
    !id || serving.some((carrier) => carrier.id === id)
      ? []
      : [{ field, message: 'Transportadora não encontrada.' }],
  );
}

/** Representatives must be among those that the lookup offers: a representative gets only their own name, a consumer none. */
async function representativeProblems(db: Executor, input: TicketInput, user: User): Promise<Problem[]> {
  const late =
    input.responsavel_prorrogacao === 'REPRESENTANTE' ? input.responsavel_prorrogacao_id : undefined;
  const ids = [input.representante_id, late].filter((id) => typeof id === 'number');
  if (ids.length === 0) return [];
  const offered = await representativeOptions(db, user);
  const field = late ? 'responsavel_prorrogacao_id' : 'representante_id';
  const areOffered = ids.every((id) => offered.some((option) => option.id === id));
  return areOffered ? [] : [{ field, message: 'Representante não encontrado.' }];
}

async function looseProducts(db: Executor, { itensAvulsos = [] }: TicketInput) {
  const ids = itensAvulsos.map(({ produto_id }) => produto_id);
  const found = ids.length > 0 ? await db.select().from(products).where(inArray(products.id, ids)) : [];
  const byId = new Map(found.map((row) => [row.id, row]));
  const problems = ids.flatMap((id, index) => {
    const field = `itensAvulsos.${index}.produto_id`;
    if (!byId.has(id)) return [{ field, message: 'Produto não disponível' }];
    return ids.indexOf(id) < index ? [{ field, message: 'Este produto já foi adicionado.' }] : [];
  });
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), problems };
}

/** Invoices given as a whole must belong to the customer and branch and be within the return window. */
async function namedInvoices(
  db: Executor,
  { notas = [] }: TicketInput,
  { parties, today, parameters, type }: TicketContext,
) {
  const oldest = windowStart(today, parameters.diasLimiteDevolucao);
  const found = notas.length > 0 ? await invoicesOf(db, parties, notas) : [];
  const byKey = new Map(found.map((row) => [row.key, row]));
  const owing = extendsTitles(type.type)
    ? await invoicesWithOpenTitles(
        db,
        found.map(({ id }) => id),
      )
    : null;
  const problems = notas.flatMap((key, index): Problem[] => {
    const field = `notas.${index}`;
    const invoice = byKey.get(key);
    if (!invoice) return [{ field, message: 'Nota fiscal não encontrada.' }];
    if (invoice.issuedOn < oldest) return [{ field, message: 'O prazo desta nota terminou.' }];
    if (owing && !owing.has(invoice.id)) return [{ field, message: NOTHING_TO_EXTEND }];
    return notas.indexOf(key) < index ? [{ field, message: 'Esta nota já foi adicionada.' }] : [];
  });
  return { ids: found.map(({ id }) => id), problems };
}

/** The invoices with these keys that belong to the ticket's customer and branch. */
const invoicesOf = (db: Executor, { customer, branch }: TicketContext['parties'], keys: readonly string[]) =>
  db
    .select({ id: invoices.id, key: invoices.key, issuedOn: invoices.issuedOn })
    .from(invoices)
    .where(
      and(
        inArray(invoices.key, [...keys]),
        authorizedInvoice,
        eq(invoices.customerId, customer?.id ?? 0),
        eq(invoices.branchId, branch?.id ?? 0),
      ),
    );

export interface RequestedLines {
  productOf: (item: TicketItemInput) => InvoicedProduct | undefined;
  contextOf: (item: TicketItemInput) => ItemContext;
  problems: Problem[];
}

/**
 * The invoice lines that the items want to return, locked: another transaction that takes from the same line waits here, and
 * then sees what this ticket holds (docs/domain.md 4.2).
 */
export async function loadRequestedLines(
  db: Executor,
  { itens = [] }: TicketInput,
  known: TicketContext,
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

/** By invoice key and product, in the form of `itemKey`. */
async function lockedProducts(
  db: Executor,
  itens: readonly TicketItemInput[],
  { parties, today, parameters }: TicketContext,
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
    divides: lineDivides(line),
    units: unitsOfLine(line),
    name: `${line.code} - ${line.description}`,
  };
}

/** Says who took the rest, which the wizard's own rule cannot know. */
function problemsOf(item: TicketItemInput, found: Found | undefined): Problem[] {
  if (!found) return [];
  const { product, inWindow } = found;
  if (product.lines[0].unavailable || product.lines[0].barred || !inWindow)
    return [{ field: 'produto_id', message: whyUnavailable(product, inWindow) }];
  const [line] = product.lines;
  const units = unitsOfLine(line);
  const unit = namedUnit(units, item);
  const asked = unit && parseDecimal(String(item.qtd_solicitada));
  const over = asked && compareDecimals(inBase(asked, unit.factor), product.left) > 0;
  const rounded = asked && compareDecimals(asked, roundedIn(product.left, unit.factor)) === 0;
  return over && !rounded
    ? [
        {
          field: 'qtd_solicitada',
          message: quantityText(remainingText(product, unit), `${line.code} - ${line.description}`),
        },
      ]
    : [];
}

/** 'restam 3 de 10 CX para devolver: outro ticket já solicitou 7', in the unit that was given if all of it is exact there. */
function remainingText(
  { lines: [line], purchased, returned, held, papers, left }: InvoicedProduct,
  given: ReturnUnit,
): string {
  const figures = [purchased, returned, held, papers, left];
  const isExact = figures.every((figure) => exactIn(figure, given.factor) !== null);
  const { unit, factor } = isExact ? given : { unit: baseUnitOf(line), factor: '1' };
  const told = (figure: Decimal) => exactIn(figure, factor) ?? figure;
  const count = (figure: Decimal) => formatQuantity(told(figure));
  const obstacles = [
    ...(isPositive(held) ? [`outro ticket já solicitou ${count(held)}`] : []),
    ...(isPositive(returned)
      ? [`${count(returned)} já ${isOne(told(returned)) ? 'voltou' : 'voltaram'}`]
      : []),
    ...(isPositive(papers)
      ? [`${count(papers)} ${isOne(told(papers)) ? 'voltou' : 'voltaram'} por nota de devolução`]
      : []),
  ];
  const rest = `${isOne(told(left)) ? 'resta' : 'restam'} ${count(left)} de ${count(purchased)} ${unit} para devolver`;
  return obstacles.length > 0 ? `${rest}: ${obstacles.join(', ')}` : rest;
}

const isOne = (value: Decimal) => compareDecimals(value, '1') === 0;

/** What is known about a new ticket before its lines and files are examined. */
export interface TicketContext {
  type: ChosenType;
  parties: Parties;
  /** In the branch's time zone. */
  today: CalendarDate;
  parameters: ServiceParameters;
}
