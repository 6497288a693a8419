import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  integer,
  numeric,
  pgSequence,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';

/** Instant with zone, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** When personal data in the row was anonymized; data written later may be anonymized again. */
export const personalGoneAt = () => instant('personal_gone_at');
/** Exact decimals, passed as text in both directions and never as floats (docs/domain.md 6). */
export const quantity = (name: string) => numeric(name, { precision: 15, scale: 3 });

/** A wide decimal that usually ends in zeros; these are cut off, keeping at least `least` decimal places. */
const wideDecimal = (precision: number, scale: number, least: number) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => `numeric(${precision}, ${scale})`,
    fromDriver: (text) =>
      text.replace(/0+$/, (zeros) => zeros.slice(0, Math.max(0, zeros.length - scale + least))),
  });
/** Quantity on an invoice line, as in the NF-e (qCom: four decimals), and of what tickets take from it. */
export const lineQuantity = wideDecimal(15, 4, 3);
/** A quantity in a product's base units: a quantity with four decimals times a packaging's factor with three. */
export const baseUnits = wideDecimal(20, 7, 3);
/** Unit price on an invoice line (vUnCom has up to ten decimals). */
export const unitPrice = wideDecimal(21, 10, 4);
export const money = (name: string) => numeric(name, { precision: 15, scale: 4 });
export const percent = (name: string) => numeric(name, { precision: 15, scale: 8 });
/** Incremented by every write; an outdated one is refused with 409 (docs/domain.md 4.4). */
export const version = () => integer('version').notNull().default(1);
/** Content of a definition. What was stored in an older format of fields is read in the present one (campoFormat.ts). */
export const definitionContent = customType<{ data: Record<string, unknown>; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (content) => JSON.stringify(content),
  fromDriver: (content) => inCampoFormat(recordOf(content)),
});
export const identity = () => integer('id').primaryKey().generatedByDefaultAsIdentity();
export const emptyArray = sql`'[]'::jsonb`;
export const emptyObject = sql`'{}'::jsonb`;

/** The sequence of default codes for records without one of their own. */
export const recordCodes = pgSequence('record_codes', { startWith: 1 });
/** The natural key of a record, used by people, files and other systems. Unique in each table. */
export const recordCode = () => text('code').notNull().default(sql`nextval('record_codes')::text`).unique();

/** A surrogate id for rows identified by what they join, needed because they are records too. */
export const rowNumber = () => integer('id').notNull().generatedByDefaultAsIdentity().unique();

/** A list of names to choose from: reasons, activities, models. Each is a record type (contract/records/lists.ts). */
export const namedList = <N extends string>(name: N) =>
  pgTable(name, {
    id: identity(),
    code: recordCode(),
    name: text('name').notNull(),
    active: boolean('active').notNull().default(true),
    updatedAt: updatedAt(),
    version: version(),
  });
