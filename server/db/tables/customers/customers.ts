import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TaxRates } from '#contract/rules/orders/lineTaxes.ts';
import {
  createdAt,
  emptyObject,
  identity,
  instant,
  lineQuantity,
  money,
  personalGoneAt,
  quantity,
  rowNumber,
  unitPrice,
  updatedAt,
  version,
} from '../columns.ts';
import { branches, carriers, regions, representatives } from '../people/organization.ts';

/** A customer: a company (CNPJ, possibly with letters) or a person (CPF). */
export const customers = pgTable(
  'customers',
  {
    id: identity(),
    /** CPF or CNPJ, letters and digits only. */
    document: text('document').notNull(),
    legalName: text('legal_name').notNull(),
    tradeName: text('trade_name').notNull(),
    /** Both names as searches compare them. Folding every row during a scan would take most of the time. */
    foldedNames: text('folded_names').generatedAlwaysAs(
      sql`public.fold_text(legal_name || ' ' || trade_name)`,
    ),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    stateRegistration: text('state_registration').notNull().default(''),
    address: jsonb('address').$type<CustomerAddress>().notNull().default(emptyObject),
    representativeId: integer('representative_id').references(() => representatives.id),
    regionId: integer('region_id').references(() => regions.id),
    prospect: boolean('prospect').notNull().default(false),
    blocked: boolean('blocked').notNull().default(false),
    blockReason: text('block_reason').notNull().default(''),
    deliveryAddress: jsonb('delivery_address').$type<CustomerAddress>(),
    birthDate: date('birth_date'),
    /** References to `activities`, `leadSources`, `priceTables`, `customerClassifications`. */
    activityId: integer('activity_id'),
    leadSourceId: integer('lead_source_id'),
    priceTableId: integer('price_table_id'),
    classificationId: integer('classification_id'),
    classificationNote: text('classification_note').notNull().default(''),
    /** A customer for trying out prices: fewer fields, never invoiced. */
    simulation: boolean('simulation').notNull().default(false),
    /** The rest of the registration as it was given: company, contacts, references, bank data. */
    registration: jsonb('registration').$type<Record<string, unknown>>().notNull().default(emptyObject),
    /** Data for the badges (document 000 section 9), updated when invoices and titles are written. */
    lastPurchaseOn: date('last_purchase_on'),
    openTitles: boolean('open_titles').notNull().default(false),
    commitment: boolean('commitment').notNull().default(false),
    /** How the company classifies the customer (`categoria`, `classeVenda`, `rede`). */
    category: text('category').notNull().default(''),
    salesClass: text('sales_class').notNull().default(''),
    network: text('network').notNull().default(''),
    /** Maximum mean payment term in days (`prazMedMax`); `null` for no limit. */
    maxMeanTerm: integer('max_mean_term'),
    logisticsNote: text('logistics_note').notNull().default(''),
    /** Where the customer came from (`utm_source`, `utm_medium`, `utm_campaign`). */
    utm: jsonb('utm')
      .$type<{ source?: string; medium?: string; campaign?: string }>()
      .notNull()
      .default(emptyObject),
    /** Service settings (document 001 section 5): days between contacts, 0 for none. */
    contactEvery: integer('contact_every').notNull().default(0),
    doNotContact: boolean('do_not_contact').notNull().default(false),
    nextCollectionAt: instant('next_collection_at'),
    /** Weekdays on which the customer is served, 0 is Sunday. */
    servedOn: jsonb('served_on').$type<number[]>().notNull().default(sql`'[1,2,3,4,5]'::jsonb`),
    /** Allowance for concessions on this customer's prices (`flex`). */
    flex: money('flex').notNull().default('0'),
    /** Values of the fields added by administrators, by key. */
    extraFields: jsonb('extra_fields').$type<Record<string, unknown>>().notNull().default(emptyObject),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    personalGoneAt: personalGoneAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('customers_document_key').on(t.document),
    // Filter columns, each combined with the sort order of the record list, so that a deep page needs no sorting.
    index('customers_representative_idx').on(t.representativeId, sql`${t.legalName} collate pt_br`, t.id),
    // Whether a customer is a representative's own is asked for each record that a list of theirs passes.
    index('customers_of_representative_idx').on(t.representativeId, t.id),
    index('customers_email_idx').on(t.email),
    index('customers_phone_idx').on(t.phone),
    index('customers_created_idx').on(t.createdAt, t.id),
    index('customers_purchase_day_idx').on(t.lastPurchaseOn),
    index('customers_birth_idx').on(t.birthDate),
    index('customers_last_purchase_idx').on(boughtOrNever(t.lastPurchaseOn), t.id),
    index('customers_state_idx').on(stateOf(t.address), t.id),
    index('customers_region_idx').on(t.regionId, sql`${t.legalName} collate pt_br`, t.id),
    // Few customers are blocked or prospects, so their lists use partial indexes.
    index('customers_blocked_idx').on(sql`${t.tradeName} collate pt_br`, t.id).where(sql`blocked`),
    index('customers_prospect_idx').on(sql`${t.tradeName} collate pt_br`, t.id).where(sql`prospect`),
    index('customers_extra_fields_idx').using('gin', t.extraFields.op('jsonb_path_ops')),
    index('customers_phone_end_idx').on(backwards(t.phone)),
    index('customers_email_lower_idx').on(sql`lower(${t.email})`),
    index('customers_email_begin_idx').on(t.email.op('text_pattern_ops')),
    index('customers_classification_idx').on(t.classificationId, sql`${t.legalName} collate pt_br`, t.id),
    index('customers_names_idx').using('gin', t.foldedNames.op('gin_trgm_ops')),
    // Likely doubles: those without a document, and what they may have alike with others (server/callcenter/customerDoubles).
    index('customers_undocumented_idx').on(t.id).where(sql`document ~ '^S[0-9]{10}$'`),
    index('customers_legal_name_town_idx').on(sql`fold_text(${t.legalName})`, foldedTown(t.address)),
    index('customers_trade_name_town_idx').on(sql`fold_text(${t.tradeName})`, foldedTown(t.address)),
    index('customers_registration_digits_idx')
      .on(sql`regexp_replace(${t.stateRegistration}, '[^0-9]', '', 'g')`)
      .where(sql`state_registration ~ '[0-9]'`),
    index('customers_document_root_idx').on(sql`left(${t.document}, 8)`).where(sql`length(document) = 14`),
    index('customers_legal_name_idx').on(sql`${t.legalName} collate pt_br`, t.id),
    index('customers_trade_name_idx').on(sql`${t.tradeName} collate pt_br`, t.id),
  ],
);

/** The date of the last purchase for sorting: customers who never bought come before all others. */
export const boughtOrNever = (column: AnyPgColumn) => sql`coalesce(${column}, '-infinity'::date)`;
/** A number read backwards, so that one index finds all that end with the same digits. */
export const backwards = (column: AnyPgColumn) => sql`reverse(${column}) text_pattern_ops`;
/** The state (UF) of an address. */
export const stateOf = (column: AnyPgColumn) => sql`(${column} ->> 'uf')`;

/** The town of an address as it is compared. */
const foldedTown = (column: AnyPgColumn) => sql`fold_text(coalesce(${column} ->> 'cidade', ''))`;

export interface CustomerAddress {
  cep?: string;
  logradouro?: string;
  numero?: string;
  complemento?: string;
  bairro?: string;
  ibge?: string;
  cidade?: string;
  uf?: string;
}

/** The branches that serve a customer (`filiaisSac`). */
export const customerBranches = pgTable(
  'customer_branches',
  {
    id: rowNumber(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    /**
     * The customer's representative, kept by triggers whoever writes either of them: an index of pairs tells whether a
     * representative has a customer at a branch, however many customers they have.
     */
    representativeId: integer('representative_id'),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.branchId] }),
    index('customer_branches_branch_idx').on(t.branchId),
    index('customer_branches_representative_idx').on(t.representativeId, t.branchId),
  ],
);

export const customerCarriers = pgTable(
  'customer_carriers',
  {
    id: rowNumber(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    carrierId: integer('carrier_id')
      .notNull()
      .references(() => carriers.id),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.carrierId] })],
);

export const products = pgTable(
  'products',
  {
    id: identity(),
    /** The code shown to users (`idExibicao`). */
    code: text('code').notNull().unique(),
    description: text('description').notNull(),
    brand: text('brand').notNull(),
    unit: text('unit').notNull().default('UN'),
    /** Whether it is sold in fractions (`fracionavel`), regardless of its unit; null leaves it to the unit. */
    fractional: boolean('fractional'),
    barcode: text('barcode').notNull().default(''),
    /** Tax classification of the goods: eight digits, and seven for tax substitution. */
    ncm: text('ncm').notNull().default(''),
    cest: text('cest').notNull().default(''),
    salesClass: text('sales_class').notNull().default(''),
    price: money('price').notNull().default('0'),
    /** Since when it costs this, written by a trigger. */
    priceSince: instant('price_since'),
    /** Returning this product requires a photo (`anexo_obrigatorio`). */
    photoRequired: boolean('photo_required').notNull().default(false),
    /** Can no longer be returned (`indisponivel`). */
    unavailable: boolean('unavailable').notNull().default(false),
    imageId: text('image_id'),
    /** The company's cost per unit. */
    cost: money('cost').notNull().default('0'),
    /** Kilograms per unit, and centimetres (document 002 section 9: freight). */
    netWeight: quantity('net_weight').notNull().default('0'),
    grossWeight: quantity('gross_weight').notNull().default('0'),
    height: quantity('height').notNull().default('0'),
    width: quantity('width').notNull().default('0'),
    length: quantity('length').notNull().default('0'),
    /** Percentages of the taxes on its sale: ipi, st, icms. */
    taxPercents: jsonb('tax_percents').$type<TaxRates>().notNull().default(emptyObject),
    modelId: integer('model_id'),
    /** A base for the tinting machine. */
    tintBase: boolean('tint_base').notNull().default(false),
    /** No longer sold (`produtos-inativos`). */
    inactive: boolean('inactive').notNull().default(false),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('products_model_idx').on(t.modelId),
    index('products_brand_idx').on(t.brand),
    index('products_brand_order_idx').on(sql`${t.brand} collate pt_br`, t.id),
    index('products_code_order_idx').on(sql`${t.code} collate pt_br`, t.id),
    index('products_description_idx').on(sql`${t.description} collate pt_br`, t.id),
    index('products_search_idx').using(
      'gin',
      sql`(fold_text(${t.code} || ' ' || ${t.description})) gin_trgm_ops`,
    ),
    index('products_barcode_idx').on(t.barcode),
  ],
);

/** An outgoing invoice (nota fiscal). */
export const invoices = pgTable(
  'invoices',
  {
    id: identity(),
    /** Access key: 44 letters and digits. */
    key: text('key').notNull(),
    number: integer('number').notNull(),
    series: integer('series').notNull().default(1),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
    carrierId: integer('carrier_id').references(() => carriers.id),
    issuedOn: date('issued_on').notNull(),
    itemCount: integer('item_count').notNull().default(0),
    total: money('total').notNull(),
    /** The order it was issued for. */
    orderId: integer('order_id'),
    note: text('note').notNull().default(''),
    /** 55 NF-e, 65 NFC-e. */
    model: text('model').notNull().default('55'),
    /** BONIFICACAO: given away. It can be returned but does not count as a purchase. */
    kind: text('kind').$type<'VENDA' | 'BONIFICACAO'>().notNull().default('VENDA'),
    /** A cancelled invoice gives no rights; what was already done with it remains. */
    status: text('status').$type<'AUTORIZADA' | 'CANCELADA'>().notNull().default('AUTORIZADA'),
    cancelledAt: instant('cancelled_at'),
    /** How to follow the consignment (`rastreio`). */
    tracking: jsonb('tracking').$type<{ tipo: string; codigo: string }>(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('invoices_order_idx').on(t.orderId),
    uniqueIndex('invoices_key_key').on(t.key),
    index('invoices_customer_idx').on(t.customerId, t.branchId, t.issuedOn.desc().nullsFirst(), t.id),
    index('invoices_number_idx').on(t.number),
    // Reports read a period of what was invoiced.
    index('invoices_issued_idx').on(t.issuedOn),
    index('invoices_tracking_idx').on(sql`(${t.tracking} ->> 'codigo')`).where(sql`tracking is not null`),
  ],
);

/** Percentage and amount of each tax, as exact decimals in text, with its CST (or CSOSN) if an NF-e gives it. */
export type LineTaxes = Partial<Record<LineTaxName, { perc: string; valor: string; cst?: string }>>;
type LineTaxName =
  | 'ipi'
  | 'st'
  | 'stsn'
  | 'fcpst'
  | 'icms'
  | 'icmsPartilha'
  | 'pis'
  | 'cofins'
  | 'ibs'
  | 'cbs'
  | 'is';

/** A line of an invoice. `returned` increases when a return is finished (docs/domain.md 4.2). */
export const invoiceItems = pgTable(
  'invoice_items',
  {
    id: identity(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    line: integer('line').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    description: text('description').notNull(),
    unit: text('unit').notNull(),
    /** In `unit`, as on the invoice. */
    purchased: lineQuantity('purchased').notNull(),
    /** Base units in one of `unit` (docs/domain.md 13), which the product's packagings gave when the line was written. */
    factor: lineQuantity('factor').notNull().default('1'),
    /** The base unit; `null` if it is `unit` itself. */
    baseUnit: text('base_unit'),
    /** In base units. */
    returned: lineQuantity('returned').notNull().default('0'),
    unitPrice: unitPrice('unit_price').notNull(),
    /** What one unit was worth: its part of the line's value less discount, from which all amounts are computed. */
    unitPriceNoTax: unitPrice('unit_price_no_tax').notNull(),
    /** The price as it stands on the invoice (vUnCom, before a discount); `null` where only the one above is known. */
    notePrice: unitPrice('note_price'),
    /** The nature of the line (contract/catalogs/nfe.ts), and the classification of its goods. */
    cfop: text('cfop').notNull().default(''),
    ncm: text('ncm').notNull().default(''),
    cest: text('cest').notNull().default(''),
    /** Whether the customer may return the goods; false if they were lent, repaired or only shown. */
    returnable: boolean('returnable').notNull().default(true),
    /** Taxes of the whole line as on the invoice (impostos); absent ones were not charged. */
    taxes: jsonb('taxes').$type<LineTaxes>().notNull().default(emptyObject),
    /** Name of the price table used for the sale (`tabela_preco`). */
    priceTable: text('price_table').notNull().default(''),
    /** A problem reported by the integration (`critica_integradora`). */
    integrationNote: text('integration_note').notNull().default(''),
  },
  (t) => [
    uniqueIndex('invoice_items_line_key').on(t.invoiceId, t.line),
    index('invoice_items_product_idx').on(t.productId),
  ],
);

/** A title of an invoice: an amount still to be paid (extension of payment). */
export const invoiceTitles = pgTable(
  'invoice_titles',
  {
    id: identity(),
    invoiceId: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    number: text('number').notNull(),
    dueOn: date('due_on').notNull(),
    amount: money('amount').notNull(),
    paidOn: date('paid_on'),
    /** Payment method (`descCob`), bank, and the bank's number for the boleto (nosso número). */
    paymentMethodId: integer('payment_method_id'),
    bankCode: text('bank_code').notNull().default(''),
    bankNumber: text('bank_number').notNull().default(''),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('invoice_titles_number_key').on(t.invoiceId, t.number),
    index('invoice_titles_due_idx').on(t.dueOn, t.id),
    index('invoice_titles_payable_idx').on(sql`relatorio.pagavel_ate(${t.dueOn})`),
    index('invoice_titles_number_idx').on(t.number),
  ],
);
