import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Deps, User } from '../context.ts';
import type { Executor } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { heardChange, lastChange } from '../db/remembered.ts';
import { passkeys, people, personBranches, roles, secondFactors, sessions } from '../db/tables/index.ts';
import { sessionCookieOf } from './cookie.ts';
import { SESSION_LIFE, sessionEnd } from './openSession.ts';
import { hashToken, isToken } from './tokens.ts';
import { asViewed } from './viewAs.ts';

/** The use of a session is written down at most this often: a page sends many calls at once. */
const EXTENDED_EVERY = 60 * 1000;

/**
 * Who sends this request, or null. Asked of the database each time: a session that was ended, a person who was
 * deactivated and a role that was changed count from the next request on, in every process.
 */
export async function userOf(request: FastifyRequest, deps: Deps): Promise<User | null> {
  const given = tokenOf(request, deps.settings);
  if (!given || !isToken(given.token)) return null;
  const now = deps.now();
  const found = await findSession(deps, hashToken(given.token), now);
  if (!found) return null;
  request.authenticatedBy = given.by;
  const { seenAt, ...user } = found;
  if (now.getTime() - seenAt.getTime() >= EXTENDED_EVERY) await extend(deps, user.sessionId, now);
  return viewedBy(deps, user);
}

/** A bearer token wins over the cookie, and a wrong one is not replaced by it. */
function tokenOf(
  request: FastifyRequest,
  { publicUrl }: Deps['settings'],
): { token: string; by: 'cookie' | 'bearer' } | null {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer) return { token: bearer, by: 'bearer' };
  const https = request.protocol === 'https' || publicUrl.startsWith('https:');
  const cookie = request.cookies[sessionCookieOf({ https })];
  return cookie ? { token: cookie, by: 'cookie' } : null;
}

async function findSession({ db }: Deps, tokenHash: string, now: Date) {
  const [row] = await sessionByToken(db, { tokenHash, ...livingAt(now) });
  if (!row) return undefined;
  const { change, ...found } = row;
  heardChange(db, change);
  return found;
}

/** Of these sessions, those that still hold, with who is signed in by them now. */
export async function usersOfSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  ids: readonly string[],
): Promise<User[]> {
  if (ids.length === 0) return [];
  const found = await sessionsById(deps.db, { ids: [...ids], ...livingAt(deps.now()) });
  const users = await Promise.all(found.map(({ seenAt: _, change: __, ...user }) => viewedBy(deps, user)));
  return users.filter(({ viewer, lacksFactor }) => !viewer?.over && !lacksFactor);
}

const viewedBy = (
  deps: Pick<Deps, 'db' | 'now'>,
  { viewAsId, viewAsUntil, demandsFactor, factorByProvider, ...user }: Omit<LiveSession, 'seenAt' | 'change'>,
) => {
  const hasFactor = user.hasApp || user.hasPasskey;
  const lacksFactor = demandsFactor && !hasFactor && !factorByProvider;
  return asViewed(deps, { ...user, hasFactor, lacksFactor }, { viewAsId, viewAsUntil });
};

const livingAt = (now: Date) => ({ now, begunAfter: new Date(now.getTime() - SESSION_LIFE) });

const liveSessions = (db: Executor, which: SQL) =>
  db
    .select({
      sessionId: sessions.id,
      seenAt: sessions.seenAt,
      provedAt: sessions.provedAt,
      viewAsId: sessions.viewAsId,
      viewAsUntil: sessions.viewAsUntil,
      id: people.id,
      name: people.name,
      cpf: people.cpf,
      type: people.type,
      customerId: people.customerId,
      representativeId: people.representativeId,
      grants: roles.grants,
      byProvider: sql<boolean>`${sessions.identityId} is not null`,
      factorByProvider: sessions.factorByProvider,
      demandsFactor: roles.demandsFactor,
      hasApp: sql<boolean>`exists (select from ${secondFactors} factor
        where factor.person_id = ${people}.id and factor.confirmed_at is not null)`,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} passkey where passkey.person_id = ${people}.id)`,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id} order by 1)`,
      change: lastChange,
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .innerJoin(roles, eq(roles.id, people.roleId))
    .where(
      and(
        which,
        gt(sessions.expiresAt, sql.placeholder('now')),
        gt(sessions.createdAt, sql.placeholder('begunAfter')),
        eq(people.active, true),
      ),
    );

type Living = ReturnType<typeof livingAt>;
const sessionByToken = prepared<Living & { tokenHash: string }, LiveSession[]>('session_by_token', (db) =>
  liveSessions(db, eq(sessions.tokenHash, sql.placeholder('tokenHash'))),
);
const sessionsById = prepared<Living & { ids: string[] }, LiveSession[]>('sessions_by_id', (db) =>
  liveSessions(db, sql`${sessions.id} = any(${sql.placeholder('ids')})`),
);
type LiveSession = Awaited<ReturnType<typeof liveSessions>>[number];

const extend = async ({ db }: Deps, sessionId: string, now: Date) =>
  db
    .update(sessions)
    .set({ seenAt: now, expiresAt: await sessionEnd(db, now) })
    .where(eq(sessions.id, sessionId));
