import { noSpace, Refusal } from '../errors.ts';

/**
 * What a failure of the database or of the disk means to whoever asked, by SQLSTATE or by the system's code: `null`
 * when it is a fault of ours. Nothing was written: the transaction is gone.
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

/** The database is away or the disk full: what is tried again later goes on, whatever it was. */
export const isOutage = (error: unknown): boolean => (databaseFailure(error)?.status ?? 0) >= 500;

/** What the same statement does not meet again later: an outage, or a transaction that stood in its way. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) || causesOf(error).some(({ code }) => code === '40P01' || code === '40001');

/** Somebody else wrote the same at this moment: tried again, it stands already. */
export const isCollision = (error: unknown): boolean => databaseFailure(error)?.status === 409;

type Cause = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & { message?: string; cause?: Cause };

/** The error and what caused it: drizzle wraps what the driver threw. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error as Cause | undefined; at && causes.length < 4; at = at.cause) causes.push(at);
  return causes;
}

/** 40001 and 40P01: two transactions in each other's way; 23505: somebody else wrote the same key first. */
const COLLISIONS = new Set(['40001', '40P01', '23505']);
/** 53100 of PostgreSQL; the others of the system, under uploads and the embedded database alike. */
const DISK_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
/**
 * Connection lost or refused (class 08), signing in refused (28), no memory or connection left (53), a statement or a
 * pause over its time (57014, 25P03, 25P04), a server that ends, restarts or changes into a copy (57P0x, 25006), a
 * disk that does not answer (58030).
 */
const UNREACHABLE = /^(08...|28...|53[234]00|57014|57P0[1-5]|25P0[34]|25006|58030|3D000)$/;
/** The socket to the database; other services speak of theirs by errors of their own. */
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
/** What the driver and its pool say of a connection without a code. */
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
