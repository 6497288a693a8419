import { inArray } from 'drizzle-orm';
import {
  addDecimals,
  type Decimal,
  divideDecimals,
  isPositive,
  subtractDecimals,
  sumDecimals,
} from '#contract/rules/decimal.ts';
import { isReturnable, type NfeLine, type NfeTaxes, type NfeTaxName } from '#contract/rules/nfe/nfeNote.ts';
import { payableUntil } from '#contract/rules/sales/titleDue.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { amongIds } from '../../db/conditions.ts';
import {
  branches,
  carriers,
  invoiceItems,
  invoices,
  invoiceTitles,
  type LineTaxes,
} from '../../db/tables/index.ts';
import { auditMany, publishParts } from '../../writing/audit.ts';
import { countLastPurchase, countOpenTitles, lockCustomers, writeNoteUnits } from '../invoices/commands.ts';
import type { ClassifiedNote } from './incoming.ts';
import { writeCustomers, writeProducts } from './writeMasterData.ts';

export interface MadeInvoice {
  id: number;
  /** False if the invoice had been entered before. */
  created: boolean;
}

type Branch = typeof branches.$inferSelect;

/**
 * Writes the company's own sales as invoices with lines and titles, and creates the customers and products that they name if
 * these are new. Everything is matched by natural key (NF-e key, document, code), with one statement each; existing records
 * are not overwritten, since they are newer than any NF-e. Returns the invoices by key.
 */
export async function writeInvoices(
  tx: Tx,
  ctx: Context,
  files: readonly ClassifiedNote[],
): Promise<Map<string, MadeInvoice>> {
  if (files.length === 0) return new Map();
  const branchOf = await branchesByCnpj(tx, files);
  const customerOf = await writeCustomers(tx, ctx, files, branchOf);
  const productOf = await writeProducts(tx, ctx, files);
  const carrierOf = await carriersByDocument(tx, files);
  const sorted = [...files].sort((a, b) => (a.read.note.key < b.read.note.key ? -1 : 1));
  const created = await tx
    .insert(invoices)
    .values(
      sorted.map(({ read: { note }, verdict }) => ({
        key: note.key,
        number: note.number,
        series: note.series,
        customerId: foundValue(customerOf, note.receiver?.document ?? ''),
        branchId: foundValue(branchOf, note.emitter.document).id,
        carrierId: carrierOf.get(note.carrier?.document ?? '') ?? null,
        issuedOn: note.issuedOn,
        itemCount: note.lines.length,
        total: note.total,
        note: note.note,
        model: note.model,
        kind: verdict.kind === 'BONIFICACAO' ? ('BONIFICACAO' as const) : ('VENDA' as const),
      })),
    )
    .onConflictDoNothing({ target: invoices.key })
    .returning({ id: invoices.id, key: invoices.key, customerId: invoices.customerId });
  const idOf = new Map(created.map(({ key, id }) => [key, id]));
  const fresh = sorted.filter(({ read }) => idOf.has(read.note.key));
  await writeLines(tx, fresh, idOf, productOf);
  await writeTitles(tx, ctx, fresh, idOf, branchOf);
  await lockCustomers(
    tx,
    created.map(({ customerId }) => customerId),
  );
  await countLastPurchase(
    tx,
    created.map(({ customerId }) => customerId),
    { raise: true },
  );
  await countOpenTitles(
    tx,
    created.map(({ customerId }) => customerId),
  );
  await auditMany(
    tx,
    ctx,
    fresh.map((file) => auditEntry(file, foundValue(idOf, file.read.note.key))),
  );
  return withExisting(tx, sorted, idOf);
}

function foundValue<T>(found: ReadonlyMap<string, T>, key: string): T {
  const value = found.get(key);
  if (value === undefined) throw new Error(`${key} was not written`);
  return value;
}

async function branchesByCnpj(tx: Tx, files: readonly ClassifiedNote[]): Promise<Map<string, Branch>> {
  const named = [...new Set(files.map(({ read }) => read.note.emitter.document))];
  const rows = await tx.select().from(branches).where(inArray(branches.cnpj, named));
  return new Map(rows.map((row) => [row.cnpj, row]));
}

/** Only carriers that the company already works with; an NF-e does not create any. */
async function carriersByDocument(tx: Tx, files: readonly ClassifiedNote[]): Promise<Map<string, number>> {
  const named = files.flatMap(({ read: { note } }) => note.carrier?.document || []);
  if (named.length === 0) return new Map();
  const rows = await tx
    .select({ id: carriers.id, cnpj: carriers.cnpj })
    .from(carriers)
    .where(inArray(carriers.cnpj, [...new Set(named)]));
  return new Map(rows.map(({ id, cnpj }) => [cnpj, id]));
}

async function writeLines(
  tx: Tx,
  files: readonly ClassifiedNote[],
  idOf: ReadonlyMap<string, number>,
  productOf: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = files.flatMap(({ read: { note }, rules }) =>
    note.lines.map((line) => ({
      invoiceId: foundValue(idOf, note.key),
      line: line.line,
      productId: foundValue(productOf, line.code),
      description: line.description,
      unit: line.unit,
      purchased: line.quantity,
      ...pricesOf(line),
      notePrice: line.unitPrice,
      taxes: lineTaxes(line.taxes),
      cfop: line.cfop,
      ncm: line.ncm,
      cest: line.cest,
      returnable: isReturnable(line.cfop, rules),
    })),
  );
  // Inserted in chunks because of the number of columns: a statement takes at most 65,535 values.
  for (let from = 0; from < rows.length; from += 2_000)
    await tx.insert(invoiceItems).values(rows.slice(from, from + 2_000));
  await writeNoteUnits(tx, amongIds(invoiceItems.invoiceId, [...idOf.values()]));
}

/**
 * Writes the titles that are not yet due. An NF-e shows what was agreed, not what was paid: for older titles nobody knows,
 * and they would count as owed forever.
 */
async function writeTitles(
  tx: Tx,
  ctx: Context,
  files: readonly ClassifiedNote[],
  idOf: ReadonlyMap<string, number>,
  branchOf: ReadonlyMap<string, Branch>,
): Promise<void> {
  const rows = files.flatMap(({ read: { note } }) => {
    const today: CalendarDate = localDate(ctx.now(), foundValue(branchOf, note.emitter.document).timeZone);
    return note.titles
      .filter(({ dueOn }) => payableUntil(dueOn) >= today)
      .map(({ number, dueOn, amount }) => ({
        invoiceId: foundValue(idOf, note.key),
        number: `${note.number}/${number}`,
        dueOn,
        amount,
      }));
  });
  if (rows.length === 0) return;
  const insertedTitles = await tx.insert(invoiceTitles).values(rows).returning({ id: invoiceTitles.id });
  await publishParts(
    tx,
    ctx,
    insertedTitles.map(({ id }) => ({ action: 'IMPORTAR', entity: 'invoice_titles', entityId: id })),
  );
}

const auditEntry = ({ name, read: { note, protocol } }: ClassifiedNote, id: number) => ({
  action: 'IMPORTAR',
  entity: 'invoices',
  entityId: id,
  after: {
    chave: note.key,
    numNf: note.number,
    emitente: note.emitter.document,
    cliente: note.receiver?.document ?? '',
    valor: note.total,
    itens: note.lines.length,
    protocolo: protocol,
    arquivo: name,
  },
});

/** Adds the invoices that already existed. */
async function withExisting(
  tx: Tx,
  files: readonly ClassifiedNote[],
  idOf: ReadonlyMap<string, number>,
): Promise<Map<string, MadeInvoice>> {
  const writtenInvoices = new Map([...idOf].map(([key, id]) => [key, { id, created: true }]));
  const others = files.map(({ read }) => read.note.key).filter((key) => !idOf.has(key));
  if (others.length === 0) return writtenInvoices;
  const rows = await tx
    .select({ id: invoices.id, key: invoices.key })
    .from(invoices)
    .where(inArray(invoices.key, others));
  for (const { id, key } of rows) writtenInvoices.set(key, { id, created: false });
  return writtenInvoices;
}

/** As many decimal places as vUnCom has. */
const PLACES = 10;
/** Taxes added on top of the price of the goods. */
const ON_TOP: readonly NfeTaxName[] = ['ipi', 'st', 'fcpst', 'is'];

/** Per unit: the price of the goods less the discount, and the total that the customer paid. */
function pricesOf(
  line: Pick<NfeLine, 'quantity' | 'unitPrice' | 'amount' | 'discount' | 'costs' | 'taxes'>,
): {
  unitPrice: Decimal;
  unitPriceNoTax: Decimal;
} {
  if (!isPositive(line.quantity)) return { unitPrice: line.unitPrice, unitPriceNoTax: line.unitPrice };
  const goods = subtractDecimals(line.amount, line.discount);
  const taxes = sumDecimals(ON_TOP.map((name) => line.taxes[name]?.amount ?? '0'));
  const paid = addDecimals(addDecimals(goods, line.costs), taxes);
  return {
    unitPriceNoTax: divideDecimals(goods, line.quantity, PLACES),
    unitPrice: divideDecimals(paid, line.quantity, PLACES),
  };
}

const lineTaxes = (taxes: NfeTaxes): LineTaxes =>
  Object.fromEntries(
    Object.entries(taxes).map(([name, { cst, percent, amount }]) => [
      name,
      { perc: percent, valor: amount, cst },
    ]),
  );
