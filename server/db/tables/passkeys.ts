import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, emptyArray, identity, instant } from './columns.ts';
import { people, sessions } from './people.ts';

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
