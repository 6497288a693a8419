import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, identity, namedList, rowNumber, updatedAt, version } from '../columns.ts';
import { files } from '../platform/platform.ts';
import { backwards, customers } from './customers.ts';

const customerId = () =>
  integer('customer_id')
    .notNull()
    .references(() => customers.id, { onDelete: 'cascade' });

/** A contact person at a customer. */
export const customerContacts = pgTable(
  'customer_contacts',
  {
    id: identity(),
    customerId: customerId(),
    name: text('name').notNull(),
    typeId: integer('type_id').references(() => contactTypes.id),
    /** CPF, digits only; empty for none. */
    document: text('document').notNull().default(''),
    birthDate: date('birth_date'),
    /** The football team (`time`), a seller's favourite topic. */
    team: text('team').notNull().default(''),
    role: text('role').notNull().default(''),
    phone: text('phone').notNull().default(''),
    mobile: text('mobile').notNull().default(''),
    email: text('email').notNull().default(''),
    note: text('note').notNull().default(''),
    /** May have goods billed to the customer (`autorizados-faturamento`). */
    mayBill: boolean('may_bill').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('customer_contacts_customer_idx').on(t.customerId),
    index('customer_contacts_phone_end_idx').on(backwards(t.phone)),
    index('customer_contacts_mobile_end_idx').on(backwards(t.mobile)),
    index('customer_contacts_email_lower_idx').on(sql`lower(${t.email})`),
    index('customer_contacts_email_idx').on(t.email.op('text_pattern_ops')),
    // Rules ask whose birthday it is.
    index('customer_contacts_birth_idx').on(t.birthDate),
  ],
);

/** A phone number of a customer (`tel`, `desc`), digits only. */
export const customerPhones = pgTable(
  'customer_phones',
  {
    id: identity(),
    customerId: customerId(),
    number: text('number').notNull(),
    description: text('description').notNull().default(''),
    editable: boolean('editable').notNull().default(true),
    version: version(),
  },
  (t) => [
    index('customer_phones_customer_idx').on(t.customerId),
    index('customer_phones_number_idx').on(t.number),
    index('customer_phones_end_idx').on(backwards(t.number)),
  ],
);

/** An e-mail address of a customer: for contact, the NF-e or the boleto. Lowercase. */
export const customerEmails = pgTable(
  'customer_emails',
  {
    id: identity(),
    customerId: customerId(),
    email: text('email').notNull(),
    description: text('description').notNull().default(''),
    editable: boolean('editable').notNull().default(true),
    version: version(),
  },
  (t) => [
    index('customer_emails_customer_idx').on(t.customerId),
    index('customer_emails_email_idx').on(t.email),
    index('customer_emails_begin_idx').on(t.email.op('text_pattern_ops')),
  ],
);

/** Files attached to a registration. */
export const customerFiles = pgTable(
  'customer_files',
  {
    customerId: customerId(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.customerId, t.fileId] })],
);

/** A customer's line of business (`atividade`). */
export const activities = namedList('activities');
/** How a customer heard of the company (`comoConheceu`). */
export const leadSources = namedList('lead_sources');
export const priceTables = namedList('price_tables');
export const customerClassifications = namedList('customer_classifications');
export const contactTypes = namedList('contact_types');
export const customerSegments = namedList('customer_segments');

/** The embedded postal codes, which the demonstration uses without an external service. */
export const postalCodes = pgTable('postal_codes', {
  cep: text('cep').primaryKey(),
  street: text('street').notNull(),
  complement: text('complement').notNull().default(''),
  district: text('district').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  ibge: text('ibge').notNull(),
  id: rowNumber(),
  updatedAt: updatedAt(),
  version: version(),
});

/** The embedded registry of companies, which stands in for the tax authority. */
export const taxRegistry = pgTable('tax_registry', {
  cnpj: text('cnpj').primaryKey(),
  content: jsonb('content').$type<Record<string, unknown>>().notNull(),
  updatedAt: updatedAt(),
});
