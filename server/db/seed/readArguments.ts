import { parseArgs } from 'node:util';

const MOST = 5_000_000;

/** `--tickets N` (2000 without it) and `--reset`. Throws a sentence for the terminal. */
export function readArguments(argv: readonly string[]): { tickets: number; reset: boolean } {
  const { values } = parseArgs({
    args: [...argv],
    options: { tickets: { type: 'string', default: '2000' }, reset: { type: 'boolean', default: false } },
  });
  const tickets = Number(values.tickets.replace(/[._]/g, ''));
  if (!Number.isInteger(tickets) || tickets < 1 || tickets > MOST)
    throw new Error(`--tickets deve ser um número inteiro de 1 a ${MOST}, por exemplo --tickets 1000000.`);
  return { tickets, reset: values.reset };
}
