import { and, desc, eq } from 'drizzle-orm';
import type { ItemChange, QuoteChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { customizedStatuses } from '#contract/catalogs/orderStatus.ts';
import { isPositive } from '#contract/rules/decimal.ts';
import { formatCount } from '#contract/rules/format.ts';
import { moveRefusal, statusOn } from '#contract/rules/orders/orderMoves.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerLog, orders } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { plainTexts } from '../../text/plainText.ts';
import { audit } from '../../writing/audit.ts';
import { lockOrder, type OrderRecord, writeTotals } from '../orderCore/commands.ts';
import { settingOfOrder, visibleBranch } from '../productCore/queries.ts';
import { editedQuote } from './editedQuote.ts';
import { chosenFreight, freightNotice } from './freightChange.ts';
import { headerChange } from './headerChange.ts';
import { writeLine } from './itemChanges.ts';
import { resetPricesText } from './lineNegotiations.ts';
import { lineFlex, lockedBounds } from './linePrices.ts';
import { requirePricePlaces } from './pricePlaces.ts';
import { isRenewal, renewedText, reoffer } from './reoffer.ts';
import { followPackagings } from './repackedLines.ts';
import { requireTried, triedLines } from './triedLines.ts';

/** Returns a quote that may be edited now, locked and at today's packagings; otherwise refuses with the reason. */
export async function lockEditable(tx: Tx, ctx: Context, id: number, versao?: number): Promise<OrderRecord> {
  const order = await lockOrder(tx, ctx, { id, stage: 'ORCAMENTO', versao });
  const { today, parameters } = await settingOfOrder(tx, ctx, order);
  const facts = {
    stage: order.stage,
    status: statusOn(order.status, order.validUntil, today),
    releasedTo: order.releasedTo,
    channel: order.channel,
    link: null,
    lostFrom: null,
  };
  const refusal = moveRefusal('EDITAR', facts, customizedStatuses(parameters.statusPedido));
  if (refusal) throw refused(refusal.code, refusal.message);
  await followPackagings(tx, ctx, order);
  return order;
}

interface Manner {
  /** Saved while the user types; all saves of one session are combined into one log entry. */
  autosave: boolean;
}

/** Applies one change to a quote: header, lines, totals and log, in the order of their dependencies. */
export async function changeQuote(
  tx: Tx,
  ctx: Context,
  id: number,
  given: QuoteChange,
  { autosave }: Manner,
): Promise<EditedQuote> {
  const change = plainTexts(given);
  const order = await lockEditable(tx, ctx, id, change.versao);
  const setting = await settingOfOrder(tx, ctx, order);
  requirePricePlaces(change.itens ?? [], setting.parameters.casasPreco);
  const header = await headerChange(tx, ctx, order, change, setting);
  const freight = change.frete
    ? await chosenFreight(tx, ctx, { order: { ...order, ...header }, frete: change.frete })
    : null;
  const columns = { ...header, ...freight?.columns };
  const next = { ...order, ...columns };
  if (Object.keys(columns).length > 0) await tx.update(orders).set(columns).where(eq(orders.id, id));
  // A renewal drops the prices of the old offer, so it comes before those that this change gives.
  const renews = await isRenewal(tx, order, next.validUntil);
  const renewed = renews ? renewedText(await reoffer(tx, ctx, next)) : '';
  const returned = await writeLines(tx, ctx, {
    order: renews ? next : order,
    next,
    changes: change.itens ?? [],
  });
  const sums = await writeTotals(tx, id);
  await logChange(tx, ctx, order, {
    change,
    autosave,
    also: [freight?.text, renewed, resetPricesText(returned)],
  });
  return editedQuote(tx, ctx, id, [
    renewed,
    resetPricesText(returned),
    freight ? '' : freightNotice({ order, next, sums }),
  ]);
}

interface LineWork {
  /** With the header by whose plan and price table the stored lines are priced. */
  order: OrderRecord;
  /** With the new header, whose plan and price table determine the line prices. */
  next: OrderRecord;
  changes: readonly ItemChange[];
}

/**
 * Prices the lines before and after the change, validates the touched ones and writes what differs. Returns the products
 * whose authorised price no longer fits and was reset to the rules.
 */
export async function writeLines(
  tx: Tx,
  ctx: Context,
  { order, next, changes }: LineWork,
): Promise<string[]> {
  const repriced = next.paymentPlanId !== order.paymentPlanId || next.priceTableId !== order.priceTableId;
  if (changes.length === 0 && !repriced) return [];
  requireNamed(changes);
  for (const branchId of new Set(changes.flatMap(({ idFil }) => (idFil ? [idFil] : []))))
    await visibleBranch(tx, ctx, branchId);
  const setting = await settingOfOrder(tx, ctx, order);
  const tried = await triedLines(tx, { order, next, changes, setting }, (lines) =>
    lockedBounds(tx, setting, order, lines),
  );
  requireTried(tried, setting);
  const { after, terms, typed, bounds, losing } = tried;
  for (const line of after)
    await writeLine(tx, ctx, order.id, line, { terms, flex: lineFlex(line, bounds.negotiations, typed) });
  return losing.map(({ facts }) => facts.product.description);
}

function requireNamed(changes: readonly ItemChange[]): void {
  const ids = changes.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (new Set(ids).size < ids.length) throw invalid({ itens: 'Cada item pode aparecer uma vez.' });
  const zero = changes.findIndex(({ qtde }) => qtde !== undefined && !isPositive(qtde));
  if (zero >= 0) throw invalid({ [`itens.${zero}.qtde`]: 'A quantidade precisa ser maior que zero.' });
}

/** One sentence summing up the change: "Orçamento alterado: 2 itens incluídos, 1 removido, dados do cabeçalho". */
function changeText({ itens = [], versao: _, ...header }: QuoteChange): string {
  const added = itens.filter(({ id }) => id === undefined).length;
  const removed = itens.filter(({ id, removido }) => id !== undefined && removido).length;
  const changed = itens.length - added - removed;
  const parts = [
    count(added, 'item incluído', 'itens incluídos'),
    count(changed, 'item alterado', 'itens alterados'),
    count(removed, 'item removido', 'itens removidos'),
    Object.keys(header).length > 0 ? 'dados do cabeçalho' : '',
  ].filter(Boolean);
  return parts.length > 0 ? `Orçamento alterado: ${parts.join(', ')}` : 'Orçamento salvo sem mudanças';
}

const count = (number: number, one: string, many: string) =>
  number === 0 ? '' : formatCount(number, one, many);

/** A session of autosaves ends after this long without one. */
const AUTOSAVE_WINDOW_MS = 15 * 60 * 1000;

interface LoggedChange {
  change: QuoteChange;
  autosave: boolean;
  /** Changes of money amounts, which get a log entry of their own even during autosave. */
  also: (string | undefined)[];
}

export async function logChange(
  tx: Tx,
  ctx: Context,
  order: OrderRecord,
  { change, autosave, also }: LoggedChange,
) {
  const money = also.filter(Boolean);
  const { versao: _, ...changed } = change;
  await audit(tx, ctx, {
    action: 'ALTERAR',
    entity: 'orders',
    entityId: order.id,
    after: { ...changed, ...(change.frete && { frete: also[0] }) },
  });
  const isQuiet = autosave && money.length === 0;
  if (isQuiet && (await continuesAutosave(tx, ctx, order))) return;
  const text = autosave ? 'Orçamento em edição' : changeText(change);
  await logCustomer(tx, ctx, {
    customerId: order.customerId,
    type: 'ORCAMENTO',
    itemId: order.id,
    text: money.length > 0 ? money.join('. ') : text,
    data: { autosave },
  });
}

/** Whether the newest entry is from the same user's autosaves a moment ago. */
async function continuesAutosave(tx: Tx, ctx: Context, order: OrderRecord): Promise<boolean> {
  const [last] = await tx
    .select()
    .from(customerLog)
    .where(and(eq(customerLog.type, 'ORCAMENTO'), eq(customerLog.itemId, order.id)))
    .orderBy(desc(customerLog.id))
    .limit(1);
  return (
    last?.personId === ctx.user.id &&
    last.data.autosave === true &&
    ctx.now().getTime() - last.at.getTime() < AUTOSAVE_WINDOW_MS
  );
}
