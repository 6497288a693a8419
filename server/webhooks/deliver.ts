import type { IncomingMessage } from 'node:http';
import { eq, sql } from 'drizzle-orm';
import { ForbiddenTarget, type NetworkAccess, sendRequest } from '../adapters/outgoing.ts';
import type { Db, Tx } from '../db/client.ts';
import { webhookDeliveries, webhooks } from '../db/tables/index.ts';
import { signedHeaders } from '../session/signedMessages.ts';

/** The timeout for the connection, the message and its response together, in milliseconds. */
const TIMEOUT = 15_000;

/** How long a claim lasts: longer than an attempt can take. Afterwards another process may take the delivery. */
const CLAIM_DURATION = sql`interval '45 seconds'`;

/** How many bytes of a response are read, and how many characters are kept. */
const MAX_BYTES = 4 * 1024;

const MAX_KEPT = 500;

export interface Claimed extends Record<string, unknown> {
  id: number;
  webhook_id: number;
  message_id: string;
  body: string;
  attempts: number;
  test: boolean;
  /** Seconds since the first attempt, or since the delivery was restarted. */
  elapsed: number;
  url: string;
  secret: string;
  previous: string | null;
}

/**
 * Claims deliveries of an address that are due, by postponing their next attempt before they are sent: no other process takes
 * them meanwhile, and if this one dies, the next one gets them. So a message may be sent twice, but never lost.
 */
export async function claim(db: Db, webhookId: number, most: number): Promise<Claimed[]> {
  const { rows } = await db.execute<Claimed>(sql`
    update ${webhookDeliveries} d
    set attempts = d.attempts + 1, next_attempt_at = now() + ${CLAIM_DURATION}, last_attempt_at = now(),
      started_at = case when d.attempts = 0 then now() else d.started_at end
    from ${webhooks} w
    where w.id = d.webhook_id and d.id in (
      select due.id from ${webhookDeliveries} due join ${webhooks} o on o.id = due.webhook_id
      where due.webhook_id = ${webhookId} and due.state = 'PENDENTE' and due.next_attempt_at <= now()
        and (due.test or o.active) and (due.test or o.resting_until is null or o.resting_until <= now())
      order by due.next_attempt_at, due.id limit ${most} for update of due skip locked)
    returning d.id, d.webhook_id, d.message_id, d.body, d.attempts, d.test, w.url, w.secret,
      extract(epoch from now() - d.started_at)::float as elapsed,
      case when w.previous_until > now() then w.previous_secret end as previous`);
  return rows;
}

export interface Outcome {
  ok: boolean;
  status: number | null;
  answer: string;
}

/** Makes a claimed delivery available to every process at once, if it was not sent or was aborted before its response. */
export const release = (db: Db, { id, attempts }: Claimed) =>
  db.execute(sql`update ${webhookDeliveries} set next_attempt_at = now()
    where id = ${id} and attempts = ${attempts} and state = 'PENDENTE'`);

/** Makes one attempt, signed now. Never throws: a failure is returned as its outcome, and null if the attempt was aborted. */
export async function attempt(
  { url, message_id: id, body, secret, previous }: Claimed,
  reach: NetworkAccess,
  stopping?: AbortSignal,
): Promise<Outcome | null> {
  try {
    const answer = await sendRequest(
      new URL(url),
      {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'accept-encoding': 'identity',
          'user-agent': 'Balcao-Webhooks/1',
          ...signedHeaders({ id, body, secrets: previous ? [secret, previous] : [secret] }, new Date()),
        },
        limit: { total: TIMEOUT },
        ...(stopping && { signal: stopping }),
      },
      reach,
    );
    const status = answer.statusCode ?? 0;
    return { ok: status >= 200 && status < 300, status, answer: await shortened(answer) };
  } catch (error) {
    if (stopping?.aborted) return null;
    return { ok: false, status: null, answer: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ForbiddenTarget) return 'O endereço é da rede interna, e PRIVATE_HOSTS não o permite.';
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'Não respondeu em 15 segundos.';
  return `Não foi possível conectar: ${code ?? message}`.slice(0, MAX_KEPT);
}

/** The beginning of a response, without characters that a text column cannot hold. */
async function shortened(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= MAX_BYTES) break;
    }
  } catch {
    // The status is what counts; a response that breaks off is kept as far as it was received.
  }
  answer.destroy();
  return Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '').trim().slice(0, MAX_KEPT);
}

/**
 * Records the outcome of an attempt; a process that was too late, and finds the delivery claimed by another, writes nothing.
 * A test does not count towards the state of the address. The webhook is locked before its delivery, as when it is removed.
 */
export async function recordOutcome(db: Db, claimed: Claimed, outcome: Outcome, random = Math.random()) {
  const { id, attempts, webhook_id: webhookId, elapsed, test } = claimed;
  const over = outcome.ok || isRefused(outcome.status, claimed);
  const wait = over ? null : nextWait(elapsed, random);
  const state = outcome.ok ? 'ENTREGUE' : wait === null ? 'DESISTIU' : 'PENDENTE';
  await db.transaction(async (tx) => {
    const counts = !test && (!outcome.ok || (await isFailing(tx, webhookId)));
    if (counts)
      await tx
        .select({ id: webhooks.id })
        .from(webhooks)
        .where(eq(webhooks.id, webhookId))
        .for('no key update');
    const { rowCount } = await tx.execute(sql`
      update ${webhookDeliveries} set state = ${state}, last_status = ${outcome.status},
        last_answer = ${outcome.answer}, next_attempt_at = now() + make_interval(secs => ${wait ?? 0})
      where id = ${id} and attempts = ${attempts} and state = 'PENDENTE'`);
    if (!rowCount || !counts) return;
    if (outcome.ok)
      await tx
        .update(webhooks)
        .set({ failures: 0, failingSince: null, restingUntil: null })
        .where(eq(webhooks.id, webhookId));
    else await countFailure(tx, webhookId, random);
  });
}

async function isFailing(tx: Tx, id: number): Promise<boolean> {
  const [row] = await tx
    .select({ failures: webhooks.failures, since: webhooks.failingSince })
    .from(webhooks)
    .where(eq(webhooks.id, id));
  return row !== undefined && (row.failures > 0 || row.since !== null);
}

async function countFailure(tx: Tx, id: number, random: number) {
  const [row] = await tx
    .update(webhooks)
    .set({
      failures: sql`${webhooks.failures} + 1`,
      failingSince: sql`coalesce(${webhooks.failingSince}, now())`,
    })
    .where(eq(webhooks.id, id))
    .returning({ failures: webhooks.failures });
  const rest = restAfter(row?.failures ?? 0, random);
  if (rest > 0)
    await tx
      .update(webhooks)
      .set({ restingUntil: sql`now() + make_interval(secs => ${rest})` })
      .where(eq(webhooks.id, id));
}

const MINUTE = 60;

const HOUR = 60 * MINUTE;

/** Seconds until the next attempt: the first wait that is not shorter than the time since the message was first sent. */
const RETRY_DELAYS = [
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  12 * HOUR,
];

const MAX_RETRY_DELAY = 12 * HOUR;

/** A message is given up this long after it was first sent. */
export const GIVE_UP_SECONDS = 3 * 24 * HOUR;

/**
 * Varies a wait by up to a fifth, so that deliveries that failed together are not retried together. `random` is from 0 to 1.
 */
const jittered = (seconds: number, random: number): number => seconds * (0.8 + 0.4 * random);

/** Seconds until the next attempt after a failed one; `null` if it would come after the three days. */
export function nextWait(elapsed: number, random: number): number | null {
  const wait = jittered(RETRY_DELAYS.find((each) => each >= elapsed) ?? MAX_RETRY_DELAY, random);
  return elapsed + wait > GIVE_UP_SECONDS ? null : wait;
}

/** Temporary 4xx responses: a timeout, a conflict, too early, too many requests. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** The number of attempts at an address that refuses the message itself. */
const MAX_REFUSED = 8;

/**
 * The first seven of them fall within this time, the eighth an hour later. Attempts are counted over the life of a message,
 * but this time from its last restart, so that a message whose address was fixed is not given up at the next refusal.
 */
const REFUSED_SECONDS = HOUR;

/** Whether a message was refused so often, and for so long, that it will not be accepted later either. */
export const isRefused = (
  status: number | null,
  { attempts, elapsed }: { attempts: number; elapsed: number },
): boolean =>
  status !== null &&
  status >= 400 &&
  status < 500 &&
  !TEMPORARY_STATUSES.has(status) &&
  attempts >= MAX_REFUSED &&
  elapsed >= REFUSED_SECONDS;

/** After this many failures in a row, an address is left alone for a while. */
const FAILURES_BEFORE_COOLDOWN = 10;

const MAX_COOLDOWN = 10 * MINUTE;

/** Seconds during which nothing is sent to an address that failed this often in a row. */
export function restAfter(failures: number, random: number): number {
  if (failures < FAILURES_BEFORE_COOLDOWN) return 0;
  return jittered(Math.min(5 * 2 ** Math.min(failures - FAILURES_BEFORE_COOLDOWN, 10), MAX_COOLDOWN), random);
}
