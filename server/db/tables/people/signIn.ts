import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant } from '../columns.ts';
import { people, sessions } from './people.ts';

/** A person's authenticator app. It is not required until it was confirmed with a code. */
export const secondFactors = pgTable('second_factors', {
  personId: integer('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  /** Sealed for this person (session/secrets.ts). */
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: createdAt(),
  /** The session that began it, which is shown the same secret again until it is confirmed. It need not exist any more. */
  sessionId: uuid('session_id'),
  confirmedAt: instant('confirmed_at'),
  /** The time step (half a minute) of the last accepted code; that code and earlier ones are not accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

/** Created ten at a time, each for a single use. Only keyed hashes are stored. */
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

/** A sign-in with a correct password that still needs its code; its token alone gives no access. */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    tokenHash: text('token_hash').primaryKey(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
    /** The provider's answer if the first step of the sign-in was there; sealed for the person. */
    sealedEntry: text('sealed_entry'),
  },
  (t) => [index('pending_sign_ins_person_idx').on(t.personId)],
);

/** A person's passkey: the public half of a key that never leaves its device. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: identity(),
    personId: integer('person_id')
      .notNull()
      .references(() => people.id, { onDelete: 'cascade' }),
    /** The device's id for it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE, base64url. */
    publicKey: text('public_key').notNull(),
    /** The device's own use counter; synced passkeys always report 0. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull().default(emptyArray),
    name: text('name').notNull(),
    /** Whether it is stored by a service and available on several devices. */
    synced: boolean('synced').notNull().default(false),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_person_idx').on(t.personId)],
);

/** A challenge for a device to sign, valid once and for minutes: for a session, a pending sign-in, or no one yet. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challengeHash: text('challenge_hash').primaryKey(),
    purpose: text('purpose').$type<'CRIAR' | 'CONFIRMAR' | 'ENTRAR' | 'SEGUNDO_FATOR'>().notNull(),
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of what binds it to the browser: the pending sign-in or a cookie. */
    boundHash: text('bound_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('passkey_challenges_expires_idx').on(t.expiresAt)],
);

/**
 * A redirect to the provider that has not returned yet. The browser holds the matching token; verifier and nonce are derived
 * from that token and the state with a key of the installation and are not stored anywhere.
 */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    browserHash: text('browser_hash').notNull(),
    purpose: text('purpose').$type<'ENTRAR' | 'LIGAR' | 'CONFIRMAR'>().notNull(),
    /** The session of a signed-in user who is linking an account or confirming their identity. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('oidc_attempts_expires_idx').on(t.expiresAt)],
);

/** Logout tokens that ended sessions, by issuer and `jti`, so that none is accepted twice. Swept after they expire. */
export const usedLogoutTokens = pgTable('used_logout_tokens', {
  tokenHash: text('token_hash').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
