import { Refusal } from '../errors.ts';

/**
 * What a failure of the database means to whoever asked, by SQLSTATE or by the system's code: `null` when it is a
 * fault of ours. Nothing was written: the transaction is gone.
 */
export function databaseFailure(error: unknown): Refusal | null {
  for (const { code = '', syscall, message = '' } of causesOf(error)) {
    if (COLLISIONS.has(code)) return collision();
    if (UNREACHABLE.test(code) || syscall === 'connect' || BROKEN.test(message)) return unavailable();
  }
  return null;
}

type Cause = Pick<NodeJS.ErrnoException, 'code' | 'syscall'> & { message?: string; cause?: Cause };

/** The error and what caused it: drizzle wraps what the driver threw. */
function causesOf(error: unknown): Cause[] {
  const causes: Cause[] = [];
  for (let at = error as Cause | undefined; at && causes.length < 4; at = at.cause) causes.push(at);
  return causes;
}

/** 40001 and 40P01: two transactions in each other's way; 23505: somebody else wrote the same key first. */
const COLLISIONS = new Set(['40001', '40P01', '23505']);
/** Connection lost or refused (class 08), too many of them, a statement over its time, a server that ends. */
const UNREACHABLE = /^(08...|53300|57014|57P0[1-5])$/;
/** What the driver says of a connection without a code. */
const BROKEN = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered)/;

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
