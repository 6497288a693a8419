import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { allows } from '#contract/permissions.ts';
import type { Route } from '#contract/route.ts';
import { grantsFor, hasAccessOf } from '#contract/rules/access.ts';
import type { Deps, User } from '../context.ts';
import { lastChange, recordChange } from '../db/cachedQuery.ts';
import type { Executor } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';
import { passkeys, people, personBranches, roles, secondFactors, sessions } from '../db/tables/index.ts';
import { Refusal } from '../errors.ts';
import { SESSION_LIFETIME, sessionCookieOf, sessionEnd } from './openSession.ts';
import { hashToken, isToken } from './secrets.ts';

/** The minimum time between writes of a session's last use, since a page sends many requests at once. */
const EXTENSION_INTERVAL = 60 * 1000;

/**
 * The user who sends this request, or null. Read from the database each time, so that an ended session, a deactivated person
 * and a changed role take effect from the next request, in every process.
 */
export async function userOf(request: FastifyRequest, deps: Deps): Promise<User | null> {
  const given = tokenOf(request, deps.settings);
  if (!given || !isToken(given.token)) return null;
  const now = deps.now();
  const found = await findSession(deps, hashToken(given.token), now);
  if (!found) return null;
  request.authenticatedBy = given.by;
  const { seenAt, ...user } = found;
  if (now.getTime() - seenAt.getTime() >= EXTENSION_INTERVAL) await extend(deps, user.sessionId, now);
  return viewedBy(deps, user);
}

/** A bearer token takes precedence over the cookie; if the token is wrong, the cookie is not used instead. */
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
  const [row] = await sessionByToken(db, { tokenHash, ...aliveAt(now) });
  if (!row) return undefined;
  const { change, ...found } = row;
  recordChange(db, change);
  return found;
}

/** Those of the given sessions that are still valid, with the users now signed in by them. */
export async function usersOfSessions(
  deps: Pick<Deps, 'db' | 'now'>,
  ids: readonly string[],
): Promise<User[]> {
  if (ids.length === 0) return [];
  const found = await sessionsById(deps.db, { ids: [...ids], ...aliveAt(deps.now()) });
  const users = await Promise.all(found.map(({ seenAt: _, change: __, ...user }) => viewedBy(deps, user)));
  return users.filter(({ viewer, lacksFactor }) => !viewer?.over && !lacksFactor);
}

const viewedBy = (
  deps: Pick<Deps, 'db' | 'now'>,
  { viewAsId, viewAsUntil, demandsFactor, factorByProvider, ...user }: Omit<LiveSession, 'seenAt' | 'change'>,
) => {
  const hasFactor = user.hasApp || user.hasPasskey;
  const lacksFactor = demandsFactor && !hasFactor && !factorByProvider;
  const grants = grantsFor(user.type, user.grants);
  return asViewed(deps, { ...user, grants, hasFactor, lacksFactor }, { viewAsId, viewAsUntil });
};

const aliveAt = (now: Date) => ({ now, begunAfter: new Date(now.getTime() - SESSION_LIFETIME) });

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

type Living = ReturnType<typeof aliveAt>;

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

/** How long until a view ends automatically. */
export const VIEW_MINUTES = 60;

/** The columns of a session that describe a view. */
interface StoredView {
  viewAsId: number | null;
  viewAsUntil: Date | null;
}

/**
 * The user that a request is answered as: the person whom the administrator views the console as, along with the
 * administrator. This is checked for each request, so a removed right, a deactivated person or an expired hour takes effect
 * at once. When a view is over, the user does not silently become the administrator again, since their page still shows the
 * other person.
 */
async function asViewed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  user: User,
  { viewAsId, viewAsUntil }: StoredView,
): Promise<User> {
  if (viewAsId === null) return user;
  const until = viewAsUntil ?? new Date(0);
  const viewer = { id: user.id, name: user.name, until };
  const person = until > now() ? await personById(db, viewAsId) : null;
  const holds =
    person && !user.lacksFactor && allows(user.grants, 'CONFIGURACAO_VER_COMO') && hasAccessOf(user, person);
  return holds
    ? {
        ...person,
        sessionId: user.sessionId,
        provedAt: user.provedAt ?? null,
        hasFactor: user.hasFactor ?? false,
        hasApp: user.hasApp ?? false,
        hasPasskey: user.hasPasskey ?? false,
        byProvider: user.byProvider ?? false,
        viewer,
      }
    : { ...user, viewer: { ...viewer, over: true } };
}

/** Refuses what a view may not do: every change, and everything once the view is over. */
export function admitView(route: Route, { viewer, name }: User) {
  if (!viewer || route.allowedWhileViewingAs === 'leaves') return;
  if (viewer.over)
    throw new Refusal(
      403,
      'VISAO_ENCERRADA',
      'A visão como outra pessoa terminou. Saia dela para continuar com a sua conta.',
    );
  const reads = (route.method === 'GET' && !route.changesState) || route.allowedWhileViewingAs === 'reads';
  if (!reads)
    throw new Refusal(
      403,
      'SOMENTE_LEITURA',
      `Você está vendo como ${name}: nada pode ser gravado. Saia desta visão para continuar.`,
    );
}

/** A person's current data, for work that continues without their session; `null` if they may no longer sign in. */
export async function personById(db: Executor, id: number): Promise<User | null> {
  const [row] = await db
    .select({
      id: people.id,
      name: people.name,
      cpf: people.cpf,
      type: people.type,
      customerId: people.customerId,
      representativeId: people.representativeId,
      grants: roles.grants,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id} order by 1)`,
    })
    .from(people)
    .innerJoin(roles, eq(roles.id, people.roleId))
    .where(and(eq(people.id, id), eq(people.active, true)));
  return row ? { ...row, grants: grantsFor(row.type, row.grants), sessionId: '' } : null;
}

/** How long a session remains trusted after its holder proved their identity. */
const PROOF_MINUTES = 15;

/** A user whose role requires a second factor must set it up first, and can do nothing else until then. */
export function requireRequiredFactor(route: Route, { lacksFactor }: User) {
  if (!lacksFactor || route.allowedWithoutSecondFactor) return;
  throw new Refusal(
    403,
    'SEGUNDO_FATOR_EXIGIDO',
    'O seu perfil exige a verificação em duas etapas. Ative-a para continuar.',
  );
}

/** A session that was left open is not enough for actions that open other accounts and systems. */
export function admitProof(route: Route, user: User, now: Date) {
  if (route.recentProof === true) requireProof(user, now);
}

/** Refuses a session without a recent proof; the console asks for the proof and sends the request again. */
export function requireProof(user: User, now: Date) {
  const { provedAt, hasFactor, byProvider, hasApp = false, hasPasskey = false } = user;
  if (provedAt && now.getTime() - provedAt.getTime() < PROOF_MINUTES * 60 * 1000) return;
  const by = hasFactor ? 'CODIGO' : byProvider ? 'PROVEDOR' : 'SENHA';
  throw new Refusal(
    403,
    'CONFIRMACAO_NECESSARIA',
    `Confirme que é você: ${PROOFS[by]} e tente de novo.`,
    undefined,
    { por: by, ...(hasFactor && { aplicativo: hasApp, chave: hasPasskey }) },
  );
}

const PROOFS = {
  CODIGO: 'informe um código da verificação em duas etapas, ou use a sua chave de acesso,',
  PROVEDOR: 'entre de novo na sua conta da empresa',
  SENHA: 'informe a sua senha',
} as const;
