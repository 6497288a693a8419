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
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ModuleGrant, PersonType } from '#contract/permissions.ts';
import {
  createdAt,
  emptyArray,
  emptyObject,
  identity,
  instant,
  personalGoneAt,
  updatedAt,
  version,
} from '../columns.ts';
import { customers } from '../customers/customers.ts';
import { branches, representatives, sectors, skills } from './organization.ts';

/** A role (perfil), with module grants in the shape returned by `carga`. */
export const roles = pgTable('roles', {
  id: identity(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  grants: jsonb('grants').$type<ModuleGrant[]>().notNull().default(emptyArray),
  /** Users with this role may do nothing until they set up a second factor. */
  demandsFactor: boolean('demands_factor').notNull().default(false),
  version: version(),
});

/** Everyone who signs in: staff, representatives and end consumers. */
export const people = pgTable(
  'people',
  {
    id: identity(),
    /** Eleven digits, no mask. */
    cpf: text('cpf').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull().default(''),
    birthDate: date('birth_date'),
    /** The line at which the telephone system reaches the person, as `lineName` writes it; empty for none. */
    line: text('line').notNull().default(''),
    type: text('type').$type<PersonType>().notNull(),
    roleId: integer('role_id')
      .notNull()
      .references(() => roles.id),
    sectorId: integer('sector_id').references(() => sectors.id),
    /** An end consumer's own customer record, matched by CPF. */
    customerId: integer('customer_id').references(() => customers.id),
    representativeId: integer('representative_id').references(() => representatives.id),
    /** Employee number in the company's own system (`matErp`). */
    employeeNumber: text('employee_number').notNull().default(''),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: instant('password_changed_at').notNull().defaultNow(),
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default(emptyObject),
    active: boolean('active').notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The last sign-in. Sessions are swept, so only this shows that an account is unused. */
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    personalGoneAt: personalGoneAt(),
    version: version(),
  },
  (t) => [
    uniqueIndex('people_cpf_key').on(t.cpf),
    index('people_type_idx').on(t.type),
    uniqueIndex('people_line_key').on(t.line).where(sql`line <> ''`),
  ],
);

/** The branches whose tickets an operator or seller sees. */
export const personBranches = pgTable(
  'person_branches',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    branchId: integer('branch_id')
      .notNull()
      .references(() => branches.id),
  },
  (t) => [primaryKey({ columns: [t.personId, t.branchId] })],
);

/** What a person knows or may do. */
export const personSkills = pgTable(
  'person_skills',
  {
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    skillId: integer('skill_id')
      .notNull()
      .references(() => skills.id),
  },
  (t) => [primaryKey({ columns: [t.personId, t.skillId] }), index('person_skills_skill_idx').on(t.skillId)],
);

/** Whose turn it was last, by what is shared out: of a branch, a sector, a rule. */
export const assignmentTurns = pgTable('assignment_turns', {
  key: text('key').primaryKey(),
  /** A person, 0 before the first; it may be one who has left. */
  personId: integer('person_id').notNull(),
  at: instant('at').notNull(),
});

/** Days on which a person does not work. Two of one person never overlap: whoever writes one locks the person. */
export const personAbsences = pgTable(
  'person_absences',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    fromDay: date('from_day').notNull(),
    untilDay: date('until_day').notNull(),
    /** Who takes care of the person's work meanwhile. */
    substituteId: integer('substitute_id').references(() => people.id),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    version: version(),
  },
  (t) => [
    index('person_absences_person_idx').on(t.personId, t.fromDay),
    index('person_absences_until_idx').on(t.untilDay),
  ],
);

/**
 * A person's identity at the company's provider. `subject` is meaningful only to its issuer and is never reassigned to
 * another person.
 */
export const externalIdentities = pgTable(
  'external_identities',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    unique('external_identities_subject_key').on(t.issuer, t.subject),
    unique('external_identities_person_key').on(t.personId, t.issuer),
  ],
);

/** A signed-in browser or client. Only the SHA-256 of its token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    tokenHash: text('token_hash').notNull().unique(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    /**
     * When the user last proved their identity: at sign-in, with a code, or with the password of an account without a second
     * factor.
     */
    provedAt: instant('proved_at'),
    ip: text('ip').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
    /** The person as whom an administrator is viewing the console, without writing. */
    viewAsId: integer('view_as_id').references((): AnyPgColumn => people.id, { onDelete: 'set null' }),
    /** When viewing as that person ends automatically. */
    viewAsUntil: instant('view_as_until'),
    /** For a sign-in through the company's provider: the identity used. */
    identityId: integer('identity_id').references((): AnyPgColumn => externalIdentities.id, {
      onDelete: 'cascade',
    }),
    /** The provider's id for its session. */
    providerSid: text('provider_sid'),
    /** Sent to the provider at sign-out; sealed for the person. */
    sealedIdToken: text('sealed_id_token'),
    /** Whether the provider required a second factor that counts here too (OIDC_SECOND_FACTOR). */
    factorByProvider: boolean('factor_by_provider').notNull().default(false),
  },
  (t) => [
    index('sessions_identity_idx').on(t.identityId),
    index('sessions_person_idx').on(t.personId),
    index('sessions_expires_idx').on(t.expiresAt),
  ],
);

/** Failed sign-ins by account (`cpf:…`) or IP address (`ip:…`), from which the back-off is calculated. */
export const loginFailures = pgTable('login_failures', {
  subject: text('subject').primaryKey(),
  failures: integer('failures').notNull(),
  lastAt: instant('last_at').notNull(),
});

/** A password reset: a 256-bit token, stored as its hash, single use, valid for 30 minutes. */
export const passwordResets = pgTable('password_resets', {
  id: identity(),
  /** Null until the link is sent, so that the stored data gives no access. */
  tokenHash: text('token_hash').unique(),
  personId: integer('person_id')
    .notNull()
    .references(() => people.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
  usedAt: instant('used_at'),
});

/** Captcha challenges that were used, so that none is used twice. Swept after they expire. */
export const usedCaptchas = pgTable('used_captchas', {
  challenge: text('challenge').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});

/** A key's permissions for the records of a type (contract/config/serviceKeys.ts). */
export interface KeyScope {
  tipo: string;
  verbos: string[];
}

/**
 * Another system's key. It acts as a person of its own, which is never active and so never signs in; rows keep their author
 * long after the key is gone. Only SHA-256 hashes of secrets are stored.
 */
export const serviceKeys = pgTable('service_keys', {
  id: identity(),
  personId: integer('person_id')
    .notNull()
    .unique()
    .references(() => people.id),
  name: text('name').notNull(),
  /** The first characters of the secret, which may be shown without revealing the rest. */
  prefix: text('prefix').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  /** The secret before the last rotation, while it is still accepted. */
  previousHash: text('previous_hash').unique(),
  previousUntil: instant('previous_until'),
  /** With which a telephone system signs what it tells; read for each message, so it is sealed instead of hashed. */
  signingSecret: text('signing_secret'),
  signingSince: instant('signing_since'),
  scopes: jsonb('scopes').$type<KeyScope[]>().notNull(),
  /** IP addresses and networks that may use it; if empty, any. */
  addresses: jsonb('addresses').$type<string[]>().notNull().default(emptyArray),
  /** Whether documents, phones, e-mails and addresses are returned in full; otherwise masked. */
  personalData: boolean('personal_data').notNull().default(true),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
  lastUsedFrom: text('last_used_from').notNull().default(''),
  createdById: integer('created_by_id')
    .notNull()
    .references(() => people.id),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});

/**
 * A dashboard on a screen on the wall. Its key opens that dashboard and nothing else, as the person who made it sees it, without
 * personal data; it ends with it, with that person or with their right. Only the SHA-256 hash of the secret is stored.
 */
export const dashboardWalls = pgTable('dashboard_walls', {
  id: identity(),
  name: text('name').notNull(),
  dashboardKey: text('dashboard_key').notNull(),
  /** The first characters of the secret, which may be shown without revealing the rest. */
  prefix: text('prefix').notNull(),
  secretHash: text('secret_hash').notNull().unique(),
  createdById: integer('created_by_id')
    .notNull()
    .references(() => people.id),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
  version: version(),
});
