import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant } from './columns.ts';
import { people, sessions } from './people.ts';

/** The app that makes somebody's codes. Nothing asks for it until it was confirmed by a code. */
export const secondFactors = pgTable('second_factors', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  /** Sealed for this person (session/secondFactor/sealed.ts). */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
  confirmedAt: instant('confirmed_at'),
  /** The half minute of the last accepted code: neither it nor an earlier one is accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Ten at a time, each good once. Only keyed hashes are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
  },
  (t) => [index('recovery_codes_person_idx').on(t.personId)],
);

/** A sign-in whose password was right and whose code is still asked for: its token opens nothing by itself. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    /** What the provider said, where the first half of the sign-in was there; sealed for the person. */
    sealedEntry: text('sealed_entry'),
  },
  (t) => [index('pending_sign_ins_person_idx').on(t.personId)],
);

/** A passkey of somebody: the public half of a key that never leaves its device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** As the device calls it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it was used, as it says itself; synchronised ones say 0 for ever. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default(emptyArray),
    name: text('name').notNull(),
    /** Kept by a service and on several devices. */
    synced: boolean('synced').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_person_idx').on(t.personId)],
);

/** What a device is asked to sign, good once and for minutes: for a session, a sign-in that waits, or nobody yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'CRIAR' | 'CONFIRMAR' | 'ENTRAR' | 'SEGUNDO_FATOR'>().notNull(),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of what ties it to the browser: of the pending sign-in, or of a cookie. */
    boundHash: text('bound_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expires_idx').on(t.expiresAt)],
);

/**
 * Somebody is on their way to the provider and back. The browser holds the token that belongs to it; verifier and nonce
 * follow from that token and the state by a key of the installation, and are kept nowhere.
 */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    purpose: text('purpose').$type<'ENTRAR' | 'LIGAR' | 'CONFIRMAR'>().notNull(),
    /** Of who is signed in already: who links an account, or proves who they are. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('oidc_attempts_expires_idx').on(t.expiresAt)],
);

/** Logout tokens that ended sessions, by issuer and `jti`: none is taken twice. Swept after they expire. */
export const usedLogoutTokens = pgTable('used_logout_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
