import { sql } from 'drizzle-orm';
import { integer, numeric, pgSequence, text, timestamp } from 'drizzle-orm/pg-core';

/** Instant with zone, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();
/** Exact decimals: they come and go as text, never as a float (DOMAIN.md section 6). */
export const quantity = (name: string) => numeric(name, { precision: 15, scale: 3 });
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
