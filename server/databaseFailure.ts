import { noSpace, Refusal } from './errors.ts';

/**
 * Translates a database or disk failure into a refusal for the caller, by SQLSTATE or system error code; `null` if the fault
 * is ours. Nothing was written, since the transaction was rolled back.
 */
export function databaseFailure(error: unknown): Refusal | null {
  for (const { code = '', syscall, message = '' } of causesOf(error)) {
    if (COLLISIONS.has(code)) return collision();
    if (DISK_FULL.has(code)) return noSpace();
    if (UNREACHABLE.test(code) || BROKEN_SOCKET.has(code) || syscall === 'connect' || BROKEN.test(message))
      return unavailable();
  }
  return null;
}

/** Whether the database is unavailable or the disk is full, so that the same operation may succeed later. */
export const isOutage = (error: unknown): boolean => (databaseFailure(error)?.status ?? 0) >= 500;

/** Whether the same statement may succeed later: an outage, or a conflict with another transaction. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) || causesOf(error).some(({ code }) => code === '40P01' || code === '40001');

/** Whether another transaction wrote the same thing at this moment; a retry will find it there. */
export const isCollision = (error: unknown): boolean => databaseFailure(error)?.status === 409;

type Cause = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & { message?: string; cause?: Cause };

/** The error and its causes: drizzle wraps the driver's errors. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error as Cause | undefined; at && causes.length < 4; at = at.cause) causes.push(at);
  return causes;
}

/** 40001 and 40P01: two transactions conflicted. 23505: another transaction wrote the same key first. */
const COLLISIONS = new Set(['40001', '40P01', '23505']);
/** 53100 comes from PostgreSQL, the others from the operating system, for uploads and the embedded database alike. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/**
 * Connection lost or refused (class 08), login refused (28), no memory or connections left (53), a statement or idle
 * transaction timed out (57014, 25P03, 25P04), a server that shuts down, restarts or becomes a standby (57P0x, 25006), a disk
 * that does not respond (58030).
 */
const UNREACHABLE = /^(08...|28...|53[234]00|57014|57P0[1-5]|25P0[34]|25006|58030|3D000)$/;
/** Errors of the database socket; other services report their own socket errors in errors of their own. */
const BROKEN_SOCKET = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver and its pool about connection errors that have no code. */
const BROKEN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed|Query read timeout|timeout expired|Cannot use a pool after calling end)/;

const collision = () =>
  new Refusal(
    409,
    'CONFLITO',
    'Outra pessoa gravou a mesma coisa neste instante. Nada foi gravado do seu envio: tente de novo.',
  );

const unavailable = () =>
  new Refusal(
    503,
    'INDISPONIVEL',
    'O banco de dados não respondeu a tempo. Nada se perdeu do que você digitou: aguarde um instante e tente de novo.',
  );
