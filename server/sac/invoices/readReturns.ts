import { and, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Input, Output } from '#contract/route.ts';
import { isSoldBy } from '#contract/rules/orders/pastedLines.ts';
import {
  type PastedReturn,
  pastedReturns,
  type ReturnReading,
  returnsProblem,
} from '#contract/rules/tickets/pastedReturns.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { Invoice, invoiceRoutes, ReadReturn, ReturnCandidate } from '#contract/sac/invoices.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { amongIds, amongTexts } from '../../db/conditions.ts';
import { invoiceItems, invoices, products } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { invoicesWith } from './list.ts';
import {
  authorizedInvoice,
  type BranchRow,
  linesWith,
  returnWindow,
  servingBranch,
} from './returnableLines.ts';
import { type InvoicedProduct, invoiceProductOf, productsOfLines } from './rules.ts';

type Route = typeof invoiceRoutes.readReturns;

/** How many invoices with a product are looked at, the newest first, and how many of them are named. */
const MOST_LOOKED_AT = 30;
const MOST_NAMED = 8;

/** What pasted or scanned lines mean of what a customer may return; who they belong to decides what is read at all. */
export async function readReturns({ params, body }: Input<Route>, ctx: Context): Promise<Output<Route>> {
  const { db, user, now } = ctx;
  const branch = await servingBranch(db, user, params.idCli, params.idFil);
  if (!branch) throw notFound();
  const text = plainText(body.texto);
  const problem = returnsProblem(text);
  if (problem) throw invalid({ texto: problem });
  const lines = pastedReturns(text);
  if (lines.length === 0) throw invalid({ texto: 'Não há linha para ler no que foi colado.' });
  const own = and(eq(invoices.customerId, params.idCli), eq(invoices.branchId, branch.id));
  const bought = await purchasesOf(db, { branch, own, oldest: await returnWindow(db, branch, now), lines });
  return readAll(lines, bought);
}

interface Asked {
  branch: BranchRow;
  /** The customer's invoices of the branch. */
  own: SQL | undefined;
  oldest: CalendarDate;
  lines: readonly PastedReturn[];
}

/** What the customer bought of what the lines name. */
interface Bought {
  /** The products of each code and barcode, in small letters. */
  productIds: ReadonlyMap<string, readonly number[]>;
  /** The invoices of the keys, and those with one of the products. */
  invoices: ReadonlyMap<number, Invoice>;
  ofKeys: ReadonlyMap<string, Invoice>;
  /** The newest invoice first. */
  products: readonly InvoicedProduct[];
  isInWindow: (invoice: Invoice) => boolean;
}

async function purchasesOf(db: Executor, { branch, own, oldest, lines }: Asked): Promise<Bought> {
  const productIds = await productsNamed(
    db,
    lines.flatMap(({ readings }) => readings.map(({ code }) => code)),
  );
  const keys = [...new Set(lines.flatMap(({ key }) => (key === '' ? [] : [key])))];
  const ids = [...new Set([...productIds.values()].flat())];
  const itemIds = await newestItems(db, and(own, authorizedInvoice, gte(invoices.issuedOn, oldest)), ids);
  const found = await linesWith(
    db,
    or(amongIds(invoiceItems.id, itemIds), and(own, amongTexts(invoices.key, keys))),
  );
  const all = await invoicesWith(
    db,
    branch,
    and(
      own,
      or(
        amongIds(
          invoices.id,
          found.map(({ invoiceId }) => invoiceId),
        ),
        amongTexts(invoices.key, keys),
      ),
    ),
    { take: found.length + keys.length, offset: 0 },
  );
  const place = new Map(all.map(({ id }, at) => [id, at]));
  return {
    productIds,
    invoices: new Map(all.map((invoice) => [invoice.id, invoice])),
    ofKeys: new Map(all.map((invoice) => [invoice.chave, invoice])),
    products: productsOfLines(found).sort(
      (one, other) => (place.get(one.lines[0].invoiceId) ?? 0) - (place.get(other.lines[0].invoiceId) ?? 0),
    ),
    isInWindow: ({ dtSai }) => dtSai >= oldest,
  };
}

/** Products by code and barcode; also those that are no longer sold, which come back all the same. */
async function productsNamed(db: Executor, codes: readonly string[]): Promise<Map<string, number[]>> {
  const wanted = [...new Set(codes.flatMap((code) => [code, code.toUpperCase(), code.toLowerCase()]))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .select({ id: products.id, code: products.code, barcode: products.barcode })
    .from(products)
    .where(or(inArray(products.code, wanted), inArray(products.barcode, wanted)));
  const named = new Map<string, number[]>();
  for (const { id, code, barcode } of rows)
    for (const name of new Set([code.toLowerCase(), barcode.toLowerCase()]))
      if (name !== '') named.set(name, [...(named.get(name) ?? []), id]);
  return named;
}

/** The lines of these products in the newest invoices that have each of them. */
async function newestItems(
  db: Executor,
  condition: SQL | undefined,
  productIds: readonly number[],
): Promise<number[]> {
  if (productIds.length === 0) return [];
  const ranked = db
    .select({
      id: invoiceItems.id,
      place: sql<number>`dense_rank() over (
        partition by ${invoiceItems.productId} order by ${invoices.issuedOn} desc, ${invoices.id} desc)`.as(
        'place',
      ),
    })
    .from(invoiceItems)
    .innerJoin(invoices, eq(invoices.id, invoiceItems.invoiceId))
    .where(and(condition, amongIds(invoiceItems.productId, productIds)))
    .as('ranked');
  const rows = await db
    .select({ id: ranked.id })
    .from(ranked)
    .where(sql`${ranked.place} <= ${MOST_LOOKED_AT}`);
  return rows.map(({ id }) => id);
}

/** The invoice of the key above a line; `null` without a key, 'UNKNOWN' if the key leads to none. */
type Heading = Invoice | 'UNKNOWN' | null;

/** A key says which invoice the products after it belong to; without products after it, the invoice itself is meant. */
function readAll(lines: readonly PastedReturn[], bought: Bought): ReadReturn[] {
  let heading: Heading = null;
  return lines.map((line, at) => {
    if (line.readings.length > 0) return readProduct(line, bought, heading);
    const invoice = bought.ofKeys.get(line.key) ?? null;
    heading = invoice ?? 'UNKNOWN';
    return readKey(line, bought, { invoice, isHeading: (lines[at + 1]?.readings.length ?? 0) > 0 });
  });
}

const answerTo = ({ number, text }: PastedReturn): ReadReturn => ({
  ...{ numero: number, texto: text, problema: '' },
  ...{ nota: null, candidatos: [] },
});

function readKey(
  line: PastedReturn,
  bought: Bought,
  { invoice, isHeading }: { invoice: Invoice | null; isHeading: boolean },
): ReadReturn {
  const answer = answerTo(line);
  if (line.problem) return { ...answer, problema: line.problem };
  if (!invoice) return { ...answer, problema: 'Nenhuma nota deste cliente nesta filial tem esta chave.' };
  const goods = bought.products.filter(({ lines: [first] }) => first.invoiceId === invoice.id);
  const judged = goods.map((each) => invoiceProductOf(each, bought.isInWindow(invoice)));
  if (judged.some(({ indisponivel }) => !indisponivel))
    return isHeading ? answer : { ...answer, nota: invoice };
  const [why = ''] = new Set(judged.map(({ motivoIndisponivel }) => motivoIndisponivel));
  return { ...answer, problema: `Nada da nota ${invoice.numNf} pode ser devolvido. ${why}`.trim() };
}

/** Below a key that leads nowhere nothing is looked for elsewhere: the line would become one of another invoice. */
function readProduct(line: PastedReturn, bought: Bought, heading: Heading): ReadReturn {
  const answer = answerTo(line);
  if (heading === 'UNKNOWN') return { ...answer, problema: UNKNOWN_HEADING };
  const found = line.readings.flatMap((reading) => meaningsOf(reading, bought, heading));
  const open = found.filter(({ produto }) => !produto.indisponivel);
  if (open.length > 0) return { ...answer, candidatos: open.slice(0, MOST_NAMED) };
  const [closed] = found;
  if (!closed)
    return {
      ...answer,
      problema: heading ? `A nota ${heading.numNf} não tem este produto.` : NOTHING_BOUGHT,
    };
  const { produto, nota } = closed;
  return { ...answer, problema: `${produto.descNF}, nota ${nota.numNf}: ${produto.motivoIndisponivel}` };
}

const NOTHING_BOUGHT = 'Este cliente não tem nota, dentro do prazo de devolução, com este produto.';
const UNKNOWN_HEADING = 'A nota da chave acima não foi encontrada: corrija a chave ou apague-a.';

function meaningsOf(reading: ReturnReading, bought: Bought, invoice: Invoice | null): ReturnCandidate[] {
  const ids = bought.productIds.get(reading.code.toLowerCase()) ?? [];
  return bought.products.flatMap((each): ReturnCandidate[] => {
    const [{ productId, invoiceId }] = each.lines;
    const note = bought.invoices.get(invoiceId);
    if (!note || !ids.includes(productId) || (invoice && invoice.id !== invoiceId)) return [];
    const produto = invoiceProductOf(each, bought.isInWindow(note));
    const { chave, numNf, dtSai } = note;
    const embalagem = packagingOf(produto, reading.unit);
    return [{ nota: { chave, numNf, dtSai }, produto, quantidade: reading.quantity, embalagem }];
  });
}

/** The unit that a line names, if the product is returned in exactly one such; without a name, that of the invoice. */
function packagingOf({ embalagens }: ReturnCandidate['produto'], unit: string | null) {
  if (unit === null) return embalagens[0] ?? null;
  const named = embalagens.filter(({ unidade }) => isSoldBy({ unidade, emb: '' }, unit));
  return named.length === 1 ? (named[0] ?? null) : null;
}
