import { noSpace, Refusal } from './errors.ts';
import { SettingsError } from './settings/settings.ts';

/**
 * Translates a database or disk failure into a refusal for the caller, by SQLSTATE or system error code; `null` if the fault
 * is ours. Nothing was written, since the transaction was rolled back.
 */
export function databaseFailure(error: unknown): Refusal | null {
  for (const { code = '', syscall, message = '', constraint = '' } of causesOf(error)) {
    if (COLLISIONS.has(code) || (code === '23503' && OF_CUSTOMERS.test(constraint))) return collision();
    if (DISK_FULL.has(code)) return noSpace();
    if (UNREACHABLE.test(code) || BROKEN_SOCKET.has(code) || syscall === 'connect' || BROKEN.test(message))
      return unavailable();
  }
  return null;
}

/** Whether the database is unavailable or the disk is full, so that the same operation may succeed later. */
export const isOutage = (error: unknown): boolean => (databaseFailure(error)?.status ?? 0) >= 500;

/** Whether other statements would fail too at this moment: an outage, except that of one statement that took too long. */
export const isDown = (error: unknown): boolean => isOutage(error) && !isTooSlow(error);

/** Whether the same statement may succeed later: an outage, or a conflict with another transaction. */
export const isPassing = (error: unknown): boolean =>
  isOutage(error) || causesOf(error).some(({ code }) => code === '40P01' || code === '40001');

/** Whether another transaction wrote the same thing at this moment; a retry will find it there. */
export const isCollision = (error: unknown): boolean => databaseFailure(error)?.status === 409;

/** Whether another transaction held what was asked for longer than the lock timeout. */
export const isLocked = (error: unknown): boolean => hasCode(error, '55P03');

/** Whether a statement took longer than it may. */
export const isTooSlow = (error: unknown): boolean => hasCode(error, '57014');

const hasCode = (error: unknown, sought: string) => causesOf(error).some(({ code }) => code === sought);

type Cause = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & {
  message?: string;
  constraint?: string;
  cause?: Cause;
};

/** The error and its causes: drizzle wraps the driver's errors. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error as Cause | undefined; at && causes.length < 4; at = at.cause) causes.push(at);
  return causes;
}

/** 40001 and 40P01: two transactions conflicted. 23505: another transaction wrote the same key first. */
const COLLISIONS = new Set(['40001', '40P01', '23505']);
/**
 * The foreign keys to customers: another transaction may merge the customer that this one refers to into another. What else refers
 * to something that does not exist is a fault of ours.
 */
const OF_CUSTOMERS = /_customers_id_fk$/;
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

/** Why the console did not start, and what to do about it, one sentence per line. Unforeseen errors come with their stack. */
export function explainStart(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const description = KNOWN[code ?? ''];
  if (description) return description;
  if (isOutage(error)) return BUSY;
  // Our own errors are already sentences; a system error has a code.
  return code === undefined && error.constructor === Error ? error.message : String(error.stack);
}

const CHECK_URL = 'Confira DATABASE_URL, ou retire-a para usar o PostgreSQL embutido.';
const BUSY =
  'O banco de dados não respondeu a tempo. Se a máquina está ocupada, inicie de novo em um instante. Se continuar, confira DATABASE_URL, ou retire-a para usar o PostgreSQL embutido.';
const KNOWN: Readonly<Record<string, string>> = {
  EADDRINUSE:
    'A porta já está em uso. Pare o outro programa, ou escolha outra com PORT, por exemplo PORT=3001.',
  EADDRNOTAVAIL: 'Esta máquina não tem o endereço de HOST. Use 127.0.0.1, ou 0.0.0.0 para todos.',
  EACCES: 'Falta permissão: confira o dono da pasta de DATA_DIR, e use em PORT uma porta acima de 1023.',
  ENOSPC: 'O disco está cheio. Libere espaço na pasta de DATA_DIR e inicie de novo.',
  '53100': 'O disco do banco de dados está cheio. Libere espaço nele e inicie de novo.',
  ECONNREFUSED: `O servidor de banco de dados recusou a conexão. ${CHECK_URL}`,
  ENOTFOUND: `O servidor de banco de dados não foi encontrado. ${CHECK_URL}`,
  ETIMEDOUT: `O servidor de banco de dados não respondeu. ${CHECK_URL}`,
  '28P01': `O servidor de banco de dados recusou o usuário ou a senha. ${CHECK_URL}`,
  '28000': `O servidor de banco de dados recusou o usuário. ${CHECK_URL}`,
  '3D000': `O banco de dados não existe no servidor. Crie-o com "create database". ${CHECK_URL}`,
  '42501':
    'Falta permissão no banco de dados: o usuário de DATABASE_URL deve ser o dono do banco, para criar tabelas e extensões.',
};
