import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TicketPriority } from '#contract/catalogs/ticketPriority.ts';
import { emptyObject, identity, namedList, recordCode, updatedAt, version } from '../columns.ts';

/** The address of one of the company's own records; town and state are in separate columns. */
interface PlaceAddress {
  cep?: string;
  logradouro?: string;
  numero?: string;
  complemento?: string;
  bairro?: string;
}

/** A branch (filial), with its own time zone. */
export const branches = pgTable('branches', {
  id: identity(),
  legalName: text('legal_name').notNull(),
  tradeName: text('trade_name').notNull(),
  cnpj: text('cnpj').notNull().unique(),
  stateRegistration: text('state_registration').notNull().default(''),
  address: jsonb('address').$type<PlaceAddress>().notNull().default(emptyObject),
  city: text('city').notNull(),
  state: text('state').notNull(),
  timeZone: text('time_zone').notNull(),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

export const regions = namedList('regions');

/** What a person knows or may do, as the company names it: a language, a product line, fiscal questions. */
export const skills = namedList('skills');

/** A department that tickets are forwarded to. */
export const sectors = pgTable('sectors', {
  id: identity(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  /** What whoever takes its tickets should know, unless their type says so. */
  skillId: integer('skill_id').references(() => skills.id),
  /** The priority with which tickets begin that open in this sector, unless their type says so; `null` for normal. */
  priority: text('priority').$type<TicketPriority>(),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

export const carriers = pgTable(
  'carriers',
  {
    id: identity(),
    legalName: text('legal_name').notNull(),
    tradeName: text('trade_name').notNull(),
    /** Empty in records from before this field was required; new ones have it. */
    cnpj: text('cnpj').notNull(),
    phone: text('phone').notNull().default(''),
    email: text('email').notNull().default(''),
    active: boolean('active').notNull().default(true),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [uniqueIndex('carriers_cnpj_key').on(t.cnpj).where(sql`cnpj <> ''`)],
);

export const representatives = pgTable('representatives', {
  id: identity(),
  code: recordCode(),
  name: text('name').notNull(),
  email: text('email').notNull().default(''),
  phone: text('phone').notNull().default(''),
  mobile: text('mobile').notNull().default(''),
  regionId: integer('region_id').references(() => regions.id),
  /** The representative's supervisor. */
  supervisorId: integer('supervisor_id'),
  active: boolean('active').notNull().default(true),
  updatedAt: updatedAt(),
  version: version(),
});

/** Another system's code for a record, one per source. `type` is the key of the record type. */
export const externalCodes = pgTable(
  'external_codes',
  {
    type: text('type').notNull(),
    source: text('source').notNull(),
    code: text('code').notNull(),
    recordId: integer('record_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.source, t.code] }),
    uniqueIndex('external_codes_record_key').on(t.type, t.recordId, t.source),
  ],
);

/**
 * Parameters (docs/domain.md 7). `area` is SAC, GERAL or CALLCENTER; `branchId` 0 means every branch. `public` ones are
 * visible before sign-in.
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
