import { BlockList, isIP } from 'node:net';
import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ALL_TYPES, CALL_SCOPE, MAIL_SCOPE } from '#contract/config/serviceKeys.ts';
import { grantsOf, type Permission, withModule } from '#contract/permissions.ts';
import { STANDARD_TYPE_KEYS, standardType } from '#contract/records/index.ts';
import type { AnyRecordType, RecordPermissions } from '#contract/records/recordType.ts';
import { FEED_SUBJECT_KEYS, FEED_SUBJECTS, isFeedSubject } from '#contract/records/routes/feed.ts';
import type { Deps, User } from '../context.ts';
import { askChange } from '../db/cachedQuery.ts';
import type { Executor } from '../db/client.ts';
import { type KeyScope, people, personBranches, serviceKeys } from '../db/tables/index.ts';
import { customDefinitions, customType } from '../records/custom/queries.ts';
import { hashToken, isToken, newToken, openFor, sealFor } from './secrets.ts';

/** The prefix of every secret, by which repository scanners recognise a leaked one. */
const PREFIX = 'blc_';
/** The number of characters of a secret that are shown. */
const VISIBLE_LENGTH = PREFIX.length + 6;

interface NewSecret {
  secret: string;
  hash: string;
  prefix: string;
}

export function newSecret(): NewSecret {
  const secret = `${PREFIX}${newToken()}`;
  return { secret, hash: hashToken(secret), prefix: secret.slice(0, VISIBLE_LENGTH) };
}

/** The minimum time between writes of a key's last use, in milliseconds. */
const LAST_USE_INTERVAL = 60 * 1000;

/** Whether the request names a service key as its sender, accepted or not. */
export const namesKey = (request: FastifyRequest): boolean => secretOf(request).startsWith(PREFIX);

/** The key in the header of a request; empty for none. */
export const secretOf = ({ headers }: FastifyRequest): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/**
 * The key that sends this request, as the person that it acts for, or null: the same for a key that is unknown, expired,
 * revoked or used from an address that it does not list. Read from the database each time, like sessions.
 */
export const keyUserOf = (request: FastifyRequest, deps: Deps): Promise<User | null> =>
  keyUserBy(secretOf(request), request, deps);

interface Accepted {
  /** Only a key that lists the addresses that may use it, because its secret stood in the address of the call. */
  listed?: boolean;
}

export async function keyUserBy(
  secret: string,
  request: FastifyRequest,
  deps: Deps,
  accepted: Accepted = {},
): Promise<User | null> {
  if (!secret.startsWith(PREFIX) || !isToken(secret.slice(PREFIX.length))) return null;
  const hash = hashToken(secret);
  const hasSecret = or(
    eq(serviceKeys.secretHash, hash),
    and(eq(serviceKeys.previousHash, hash), gt(serviceKeys.previousUntil, deps.now())),
  );
  return keyUserWhere(hasSecret, request, deps, accepted);
}

/**
 * The key by its number, where `verify` finds that its signing secret was used; null for every other reason as well, after as much work
 * with a number that no key has.
 */
export async function signedKeyUser(
  id: number,
  verify: (secret: string) => boolean,
  request: FastifyRequest,
  deps: Deps,
): Promise<User | null> {
  const [key] = await deps.db
    .select({ personId: serviceKeys.personId, sealed: serviceKeys.signingSecret })
    .from(serviceKeys)
    .where(and(eq(serviceKeys.id, id), isUsable(deps.now())));
  const sealed = key?.sealed ?? (await sealFor(deps.db, 0, newToken()));
  const isSigned = verify(await openFor(deps.db, key?.sealed ? key.personId : 0, sealed));
  return key?.sealed && isSigned ? keyUserWhere(eq(serviceKeys.id, id), request, deps) : null;
}

const isUsable = (at: Date) =>
  and(isNull(serviceKeys.revokedAt), or(isNull(serviceKeys.expiresAt), gt(serviceKeys.expiresAt, at)));

async function keyUserWhere(
  which: SQL | undefined,
  request: FastifyRequest,
  { db, now }: Deps,
  { listed = false }: Accepted = {},
): Promise<User | null> {
  const at = now();
  const [key] = await db
    .select({
      id: serviceKeys.id,
      name: serviceKeys.name,
      personId: serviceKeys.personId,
      type: people.type,
      cpf: people.cpf,
      scopes: serviceKeys.scopes,
      addresses: serviceKeys.addresses,
      personalData: serviceKeys.personalData,
      lastUsedAt: serviceKeys.lastUsedAt,
      branchIds: sql<number[]>`array(select ${personBranches.branchId} from ${personBranches}
        where ${personBranches.personId} = ${people.id} order by 1)`,
    })
    .from(serviceKeys)
    .innerJoin(people, eq(people.id, serviceKeys.personId))
    .where(and(which, isUsable(at)));
  if (!key || !isAllowed(key.addresses, request.ip) || (listed && key.addresses.length === 0)) return null;
  if (at.getTime() - (key.lastUsedAt?.getTime() ?? 0) >= LAST_USE_INTERVAL)
    await db
      .update(serviceKeys)
      .set({ lastUsedAt: at, lastUsedFrom: request.ip })
      .where(eq(serviceKeys.id, key.id));
  request.authenticatedBy = 'bearer';
  // What is read from memory must be current as of this request: a type published a moment ago is one of all types.
  await askChange(db);
  const recordVerbs = await verbsOf(db, key.scopes);
  return {
    id: key.personId,
    name: key.name,
    cpf: key.cpf,
    type: key.type,
    grants: grantsOf([
      ...(await everyPermissionOf(db, recordVerbs)),
      ...(key.personalData ? (['DADOS_PESSOAIS'] as const) : []),
    ]),
    branchIds: key.branchIds,
    customerId: null,
    representativeId: null,
    sessionId: '',
    recordVerbs,
  };
}

/** Whether the key has the mail scope, which no permission implies: it can submit e-mails but not read them. */
export const maySubmitMail = ({ recordVerbs }: Pick<User, 'recordVerbs'>): boolean =>
  recordVerbs?.[MAIL_SCOPE.tipo]?.includes('criar') ?? false;

/** Whether the key may say who is calling. */
export const mayAnnounceCalls = ({ recordVerbs }: Pick<User, 'recordVerbs'>): boolean =>
  recordVerbs?.[CALL_SCOPE.tipo]?.includes('criar') ?? false;

type Verbs = NonNullable<User['recordVerbs']>;

const VERBS: Readonly<Record<string, readonly (keyof RecordPermissions)[]>> = {
  LER: ['ler'],
  GRAVAR: ['criar', 'alterar'],
  EXCLUIR: ['excluir'],
};

/**
 * Translates scopes to the verbs of the record types; a type that no longer exists grants nothing. A scope of all types is that
 * of each type there is now.
 */
export async function verbsOf(db: Executor, scopes: readonly KeyScope[]): Promise<Verbs> {
  const all = scopes.find(({ tipo }) => tipo === ALL_TYPES)?.verbos ?? [];
  const own = all.length > 0 ? (await customDefinitions(db)).map(({ key }) => key) : [];
  const everything: KeyScope[] = [
    ...(all.length > 0 ? [...STANDARD_TYPE_KEYS, ...own] : []).map((tipo) => ({ tipo, verbos: all })),
    ...(all.includes('LER') ? FEED_SUBJECT_KEYS : []).map((tipo) => ({ tipo, verbos: ['LER'] })),
  ];
  const verbs: Record<string, (keyof RecordPermissions)[]> = {};
  for (const { tipo, verbos } of [...everything, ...scopes])
    if (tipo !== ALL_TYPES)
      verbs[tipo] = [...new Set([...(verbs[tipo] ?? []), ...verbos.flatMap((verb) => VERBS[verb] ?? [])])];
  return verbs;
}

/** The permissions that the verbs require, each with its module; the verbs themselves are checked in addition. */
export const permissionsOf = (verbs: Verbs): Permission[] =>
  Object.entries(verbs).flatMap(([key, ofType]) => {
    if (isFeedSubject(key)) return FEED_SUBJECTS[key].permissoes;
    const type = standardType(key);
    return type ? ofVerbs(type, ofType) : [];
  });

/** The same, plus the permissions required by the company's own types. */
export async function everyPermissionOf(db: Executor, verbs: Verbs): Promise<Permission[]> {
  const found = permissionsOf(verbs);
  for (const [key, ofType] of Object.entries(verbs)) {
    if (isFeedSubject(key) || standardType(key)) continue;
    const own = await customType(db, key);
    if (own) found.push(...ofVerbs(own.type, ofType));
  }
  return found;
}

const ofVerbs = ({ permissoes }: AnyRecordType, verbs: readonly (keyof RecordPermissions)[]): Permission[] =>
  // The verbs of one of the company's own types may belong to several modules.
  [permissoes.ler, ...verbs.map((verb) => permissoes[verb])].flatMap(withModule);

/** Whether an entry is an address or a network: '10.0.0.7', '10.0.0.0/24', '2001:db8::/32'. */
export function isAddress(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

function isAllowed(addresses: readonly string[], ip: string): boolean {
  if (addresses.length === 0) return true;
  const list = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/');
    const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, kind);
    else list.addSubnet(address, Number(bits), kind);
  }
  // A dual-stack socket reports an IPv4 address as '::ffff:10.0.0.7'.
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '');
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}
