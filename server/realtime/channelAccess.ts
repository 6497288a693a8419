import { createHmac, timingSafeEqual } from 'node:crypto';
import { and, inArray } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import { allows, type Permission } from '#contract/permissions.ts';
import { CONSOLE_CHANNEL, type LiveList, listChannel, NOTICES_CHANNEL } from '#contract/realtime.ts';
import type { User } from '../context.ts';
import type { Db, Executor } from '../db/client.ts';
import { orders, tickets } from '../db/tables/index.ts';
import { Refusal } from '../errors.ts';
import { mayRecords, seesAllOf, visibleIds } from '../records/access.ts';
import { mappedType } from '../records/custom/queries.ts';
import { isOutside, orderScope, ticketScope } from '../session/scope.ts';
import { installationSecret } from '../session/secrets.ts';

/** A user without the session they came with. */
export type Listener = Omit<User, 'sessionId' | 'cpf'>;

/** These channels announce who is present, and those present may send that they are typing. */
export const isPresenceChannel = (channel: string) => channel.startsWith('presence-');

/**
 * The channels that the person may listen to, checked for all of them in one go. A name that is not a channel is left out.
 */
export async function allowedChannels(
  db: Executor,
  user: Listener,
  channels: readonly string[],
): Promise<Set<string>> {
  // A user who views the console as another person is not shown as present and cannot send anything in that person's name.
  const heard = user.viewer ? channels.filter((channel) => !isPresenceChannel(channel)) : channels;
  const allowed = new Set(heard.filter((channel) => mayListen(user, channel)));
  const ofTickets = heard.flatMap((channel) => {
    const ticketId = ticketOf(user, channel);
    return ticketId === null ? [] : [{ channel, ticketId }];
  });
  const visible = await visibleTickets(
    db,
    user,
    ofTickets.map(({ ticketId }) => ticketId),
  );
  for (const { channel, ticketId } of ofTickets) if (visible.has(ticketId)) allowed.add(channel);
  const ofOrders = heard.flatMap((channel) => {
    const orderId = orderOf(user, channel);
    return orderId === null ? [] : [{ channel, orderId }];
  });
  const readable = await visibleOrders(
    db,
    user,
    ofOrders.map(({ orderId }) => orderId),
  );
  for (const { channel, orderId } of ofOrders) if (readable.has(orderId)) allowed.add(channel);
  for (const channel of await recordChannels(db, user, heard)) allowed.add(channel);
  return allowed;
}

const OF_RECORDS = /^private-cadastro-([a-z][a-z0-9-]{0,59})(?:\.(\d+))?$/;

/**
 * The record channels the person may listen to, given read access to the type: the channel of all records for users who see
 * all of them, that of one record for users who see it.
 */
async function recordChannels(db: Executor, user: Listener, heard: readonly string[]): Promise<string[]> {
  const ofType = new Map<string, { channel: string; id: number | null }[]>();
  for (const channel of heard) {
    const [, type, number] = OF_RECORDS.exec(channel) ?? [];
    const id = number === undefined ? null : numberIn(channel, /\.(\d+)$/);
    if (type && (number === undefined || id !== null))
      ofType.set(type, [...(ofType.get(type) ?? []), { channel, id }]);
  }
  // The session does not matter here.
  const person = user as User;
  const allowed: string[] = [];
  for (const [key, requested] of ofType) {
    const mapped = await knownType(db, key);
    if (!mapped || !mayRecords(person, mapped.type, 'ler')) continue;
    const all = seesAllOf(person, mapped);
    const ids = requested.flatMap(({ id }) => id ?? []);
    const seen = await visibleIds(db, person, mapped, ids);
    for (const { channel, id } of requested) if (id === null ? all : seen.has(id)) allowed.push(channel);
  }
  return allowed;
}

const knownType = async (db: Executor, key: string) =>
  mappedType(db, key).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 404) return null;
    throw error;
  });

/** The permission needed to listen to a list, and the pattern of its channels by branch. */
const LISTS: readonly { list: LiveList; permission: Permission; ofBranch: RegExp }[] = [
  { list: 'tickets', permission: 'SAC_TICKETS', ofBranch: /^private-tickets-filial-(\d+)$/ },
  { list: 'coletas', permission: 'SAC_COLETAS', ofBranch: /^private-coletas-filial-(\d+)$/ },
  { list: 'negociacoes', permission: 'PRECO_NEGOCIADO', ofBranch: /^private-negociacoes-filial-(\d+)$/ },
  {
    list: 'ligacoes-recebidas',
    permission: 'CLIENTE_HISTORICO_ATENDIMENTO',
    ofBranch: /^private-ligacoes-recebidas-filial-(\d+)$/,
  },
];

/** Whether the person's type and permissions alone allow the channel. */
function mayListen(user: Listener, channel: string): boolean {
  const may = (permission: Permission) => allows(user.grants, permission);
  const scope = personType.find(({ value }) => value === user.type)?.scope;
  if (channel === CONSOLE_CHANNEL) return true;
  if (channel === NOTICES_CHANNEL) return may('SAC_AVISOS');
  for (const { list, permission, ofBranch } of LISTS) {
    if (channel === listChannel(list)) return scope === 'TODAS_FILIAIS' && may(permission);
    const branchId = numberIn(channel, ofBranch);
    if (branchId !== null)
      return (
        may(permission) &&
        (scope === 'TODAS_FILIAIS' || (scope === 'FILIAIS' && user.branchIds.includes(branchId)))
      );
  }
  const stocked = numberIn(channel, /^private-estoque-filial-(\d+)$/);
  if (stocked !== null)
    return may('ORCAMENTO') && (scope === 'TODAS_FILIAIS' || user.branchIds.includes(stocked));
  return numberIn(channel, /^private-pessoa-(\d+)$/) === user.id;
}

/** The id of the quote or order that determines access to the channel. */
function orderOf(user: Listener, channel: string): number | null {
  const reads = allows(user.grants, 'ORCAMENTO') || allows(user.grants, 'PEDIDO');
  return reads ? numberIn(channel, /^private-pedido-(\d+)$/) : null;
}

/** The id of the ticket that determines access to the channel. The internal channel is the company's own. */
function ticketOf(user: Listener, channel: string): number | null {
  if (!allows(user.grants, 'SAC_TICKETS')) return null;
  const internal = numberIn(channel, /^presence-ticket-(\d+)$/);
  if (internal !== null) return isOutside(user) ? null : internal;
  return numberIn(channel, /^private-ticket-(\d+)-publico$/);
}

const MAX_ID = 2_147_483_647;

/** The number must be written as in the channel's own name: 007 is not a record. */
function numberIn(channel: string, shape: RegExp): number | null {
  const digits = shape.exec(channel)?.[1] ?? '';
  const number = Number(digits);
  return digits === String(number) && number >= 1 && number <= MAX_ID ? number : null;
}

async function visibleTickets(db: Executor, user: Listener, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(inArray(tickets.id, [...ids]), ticketScope(user)));
  return new Set(rows.map(({ id }) => id));
}

async function visibleOrders(db: Executor, user: Listener, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, [...ids]), orderScope(user)));
  return new Set(rows.map(({ id }) => id));
}

/** What a signature permits: bound to the connection, the channel and the session that asked for it. */
interface Claim {
  socketId: string;
  channel: string;
  sessionId: string;
  channelData: string | undefined;
}

export interface ChannelSigner {
  /** Public: identifies this installation, as WS_KEY and in the socket address. */
  key: string;
  sign: (claim: Claim) => string;
  /** The session that the signature was made for; `null` for any other text. */
  sessionOf: (auth: string, claim: Omit<Claim, 'sessionId'>) => string | null;
}

const signers = new WeakMap<Db, Promise<ChannelSigner>>();

/** The same in every process, since everything derives from the installation's secret, which never changes. */
export function channelSigner(db: Db): Promise<ChannelSigner> {
  let signer = signers.get(db);
  if (!signer) {
    signer = installationSecret(db).then(signerOf);
    signer.catch(() => signers.delete(db));
    signers.set(db, signer);
  }
  return signer;
}

/**
 * The session id is appended to the signature, which is opaque to clients. So a subscription ends with the session that asked
 * for it, whichever process holds the connection.
 */
export function signerOf(secret: string): ChannelSigner {
  const key = hmac(secret, 'tempo-real:chave').slice(0, 20);
  const signingKey = hmac(secret, 'tempo-real:assinatura');
  const signature = ({ socketId, channel, sessionId, channelData }: Claim) =>
    hmac(signingKey, [socketId, channel, sessionId, channelData ?? ''].join(':'));
  return {
    key,
    sign: (claim) => `${key}:${signature(claim)}${claim.sessionId.replaceAll('-', '')}`,
    sessionOf(auth, claim) {
      const given = /^([0-9a-f]{20}):([0-9a-f]{64})([0-9a-f]{32})$/.exec(auth);
      if (!given || given[1] !== key) return null;
      const sessionId = uuidOf(given[3] ?? '');
      const expected = signature({ ...claim, sessionId });
      return timingSafeEqual(Buffer.from(expected), Buffer.from(given[2] ?? '')) ? sessionId : null;
    },
  };
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
