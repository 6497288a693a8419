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

/** Instant with zone, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** When personal data of the row were made anonymous; what was written after it may be again. */
export const personalGoneAt = () => instant('personal_gone_at');
/** Exact decimals: they come and go as text, never as a float (DOMAIN.md section 6). */
export const quantity = (name: string) => numeric(name, { precision: 15, scale: 3 });

/** A wide decimal whose last places are mostly zeros: these are cut off behind the `least` that are always written. */
const wideDecimal = (precision: number, scale: number, least: number) =>
  customType<{ data: string; driverData: string }>({
    dataType: () => `numeric(${precision}, ${scale})`,
    fromDriver: (text) =>
      text.replace(/0+$/, (zeros) => zeros.slice(0, Math.max(0, zeros.length - scale + least))),
  });
/** Of a line of an invoice, as the NF-e has it (qCom: four decimals), and of what tickets take from it. */
export const lineQuantity = wideDecimal(15, 4, 3);
/** Of one unit on a line of an invoice (vUnCom has up to ten decimals). */
export const unitPrice = wideDecimal(21, 10, 4);
export const money = (name: string) => numeric(name, { precision: 15, scale: 4 });
export const percent = (name: string) => numeric(name, { precision: 15, scale: 8 });
/** Grows with every write; an old one is refused with 409 (DOMAIN.md 4.4). */
export const version = () => integer('version').notNull().default(1);
export const identity = () => integer('id').primaryKey().generatedByDefaultAsIdentity();
export const emptyArray = sql`'[]'::jsonb`;
export const emptyObject = sql`'{}'::jsonb`;

/** Where the codes of records come from that nobody gave one. */
export const recordCodes = pgSequence('record_codes', { startWith: 1 });
/** The natural key of a record: what people, files and other systems name it by. Each table has it unique. */
export const recordCode = () => text('code').notNull().default(sql`nextval('record_codes')::text`).unique();

/** Of rows that are known by what they join: as records they have a number of their own besides. */
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
