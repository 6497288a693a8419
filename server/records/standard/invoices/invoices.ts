import { eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, QueryBuilder } from 'drizzle-orm/pg-core';
import { invoiceType, LINE_TAXES, titleType } from '#contract/records/invoices.ts';
import { parseDecimal } from '#contract/rules/decimal.ts';
import { normalizeAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { trustMark } from '#contract/rules/nfe/noteTrust.ts';
import type { User } from '#server/context.ts';
import { customers, invoiceItems, invoices, invoiceTitles, type LineTaxes } from '#server/db/tables/index.ts';
import { noteTrust } from '#server/sac/invoices/queries.ts';
import { branchScope, customerScope } from '#server/session/scope.ts';
import { mapRecords } from '../../mapping.ts';
import { followInvoices, followRemovedInvoice, followRemovedTitle, followTitles } from './invoiceEffects.ts';
import { completeInvoice, invoiceRules, nameInvoices, titleRules } from './invoiceRules.ts';

export const invoiceRecords = mapRecords(invoiceType, {
  table: invoices,
  entity: 'invoices',
  columns: {
    chave: invoices.key,
    numero: invoices.number,
    serie: invoices.series,
    modelo: invoices.model,
    filial: invoices.branchId,
    cliente: invoices.customerId,
    emissao: invoices.issuedOn,
    total: invoices.total,
    tipo: invoices.kind,
    situacao: invoices.status,
    transportadora: invoices.carrierId,
    observacao: invoices.note,
    rastreio: invoices.tracking,
    itens: {
      table: invoiceItems,
      parent: invoiceItems.invoiceId,
      order: invoiceItems.line,
      columns: {
        linha: invoiceItems.line,
        produto: invoiceItems.productId,
        descricao: invoiceItems.description,
        unidade: invoiceItems.unit,
        quantidade: invoiceItems.purchased,
        valorUnitario: invoiceItems.unitPrice,
        valorSemImpostos: invoiceItems.unitPriceNoTax,
        valorNaNota: invoiceItems.notePrice,
        cfop: invoiceItems.cfop,
        ncm: invoiceItems.ncm,
        cest: invoiceItems.cest,
        devolvivel: invoiceItems.returnable,
        tabelaPreco: invoiceItems.priceTable,
        impostos: { column: invoiceItems.taxes, read: readTaxes, write: writeTaxes },
      },
    },
  },
  scope: (user) => documentScope(user, invoices),
  search: invoicesLike,
  name: nameInvoices,
  complete: completeInvoice,
  rules: invoiceRules,
  effects: followInvoices,
  removed: followRemovedInvoice,
  facts: [
    {
      title: 'Aviso da nota',
      width: 22,
      async read(db, ids) {
        const rows = await db
          .select({ id: invoices.id, trust: noteTrust })
          .from(invoices)
          .where(inArray(invoices.id, [...ids]));
        return new Map(rows.map(({ id, trust }) => [id, trustMark(trust)]));
      },
    },
  ],
});

export const titleRecords = mapRecords(titleType, {
  table: invoiceTitles,
  entity: 'invoice_titles',
  columns: {
    nota: invoiceTitles.invoiceId,
    numero: invoiceTitles.number,
    vencimento: invoiceTitles.dueOn,
    valor: invoiceTitles.amount,
    pagamento: invoiceTitles.paidOn,
    cobranca: invoiceTitles.paymentMethodId,
    banco: invoiceTitles.bankCode,
    nossoNumero: invoiceTitles.bankNumber,
  },
  scope: (user) => {
    const scope = documentScope(user, invoices);
    return (
      scope &&
      exists(one().from(invoices).where(sql`${invoices.id} = ${invoiceTitles.invoiceId} and ${scope}`))
    );
  },
  // Searches by the title's own number and by its invoice, as invoices are searched; each uses its own index.
  search: (text) => sql`${invoiceTitles.id} in (
    select t.id from ${invoiceTitles} t where t.invoice_id in
      (select ${invoices.id} from ${invoices} where ${invoicesLike(text)})
    union all (select t.id from ${invoiceTitles} t where t.number = ${text} limit ${MAX_PER_NUMBER}))`,
  rules: titleRules,
  effects: followTitles,
  removed: followRemovedTitle,
});

const query = new QueryBuilder();
const one = () => query.select({ one: sql`1` });

/** The scope of a customer's documents: those of the person's branches and customers. */
export function documentScope(
  user: User,
  document: { customerId: AnyPgColumn; branchId: AnyPgColumn },
): SQL | undefined {
  const ofCustomer = customerScope(user);
  const ofBranch = branchScope(user, document.branchId);
  if (!ofCustomer && !ofBranch) return undefined;
  const seen =
    ofCustomer &&
    exists(
      one()
        .from(customers)
        .where(sql`${eq(customers.id, document.customerId)} and ${ofCustomer}`),
    );
  return sql`${ofBranch ?? sql`true`} and ${seen ?? sql`true`}`;
}

/** How many titles with the same number are considered: every invoice has a '001'. */
const MAX_PER_NUMBER = 1_000;

function invoicesLike(text: string): SQL {
  return (
    byNumber(text) ??
    sql`${invoices.customerId} in (select ${customers.id} from ${customers}
      where ${customers.foldedNames} like '%' || fold_text(${text}) || '%')`
  );
}

/** Matches an access key or a number through its index. */
function byNumber(text: string): SQL | undefined {
  const plain = normalizeAccessKey(text);
  if (plain.length === 44) return eq(invoices.key, plain);
  return /^\d{1,9}$/.test(plain) ? eq(invoices.number, Number(plain)) : undefined;
}

type Tax = keyof typeof LINE_TAXES;
const TAXES = Object.keys(LINE_TAXES) as Tax[];

function readTaxes(stored: unknown): unknown {
  const taxes = stored as LineTaxes;
  const lines = TAXES.flatMap((imposto) => {
    const tax = taxes[imposto];
    if (!tax) return [];
    const { perc, valor, cst } = tax;
    return [
      { imposto, perc: parseDecimal(perc) ?? '0', valor: parseDecimal(valor) ?? '0', ...(cst && { cst }) },
    ];
  });
  return lines.length > 0 ? lines : undefined;
}

function writeTaxes(value: unknown): LineTaxes {
  return Object.fromEntries(
    (value as { imposto: Tax; perc: string; valor: string; cst?: string }[]).map(({ imposto, ...tax }) => [
      imposto,
      tax,
    ]),
  );
}
