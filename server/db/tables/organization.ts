import { boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { identity, updatedAt, version } from './columns.ts';

/** A branch (filial): has a time zone of its own. */
export const branches = pgTable('branches', {
  id: identity(),
  legalName: text('legal_name').notNull(),
  tradeName: text('trade_name').notNull(),
  cnpj: text('cnpj').notNull(),
  city: text('city').notNull(),
  state: text('state').notNull(),
  timeZone: text('time_zone').notNull(),
});

export const regions = pgTable('regions', { id: identity(), name: text('name').notNull() });

/** A department that tickets are forwarded to. */
export const sectors = pgTable('sectors', {
  id: identity(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  active: boolean('active').notNull().default(true),
});

export const carriers = pgTable('carriers', {
  id: identity(),
  legalName: text('legal_name').notNull(),
  tradeName: text('trade_name').notNull(),
  cnpj: text('cnpj').notNull(),
  phone: text('phone').notNull().default(''),
  email: text('email').notNull().default(''),
  active: boolean('active').notNull().default(true),
});

export const representatives = pgTable('representatives', {
  id: identity(),
  name: text('name').notNull(),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  mobile: text('mobile').notNull().default(''),
  regionId: integer('region_id').references(() => regions.id),
  /** The person who supervises the representative. */
  supervisorId: integer('supervisor_id'),
  active: boolean('active').notNull().default(true),
});

/**
 * Parameters (DOMAIN.md section 7). `area` is SAC, GERAL or CALLCENTER; `branchId` 0 holds for every branch.
 * `public` ones are told before sign-in.
 */
export const parameters = pgTable(
  'parameters',
  {
    area: text('area').$type<'SAC' | 'GERAL' | 'CALLCENTER'>().notNull(),
    key: text('key').notNull(),
    branchId: integer('branch_id').notNull().default(0),
    value: jsonb('value').notNull(),
    description: text('description').notNull().default(''),
    public: boolean('public').notNull().default(false),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [primaryKey({ columns: [t.area, t.key, t.branchId] })],
);
