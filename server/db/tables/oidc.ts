import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { sessions } from './people.ts';

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
