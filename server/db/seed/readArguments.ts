import { parseArgs } from 'node:util';

const MAX_TICKETS = 10_000_000;

interface SeedSize {
  tickets: number;
  /** Totals; if fewer are requested, the small company's own numbers apply. */
  customers: number;
  orders: number;
  agendas: number;
}

/** `--tickets N` (2000 by default), `--customers`, `--orders`, `--agendas`, `--reset`. Throws a message for the terminal. */
export function readArguments(argv: readonly string[]): SeedSize & { reset: boolean } {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      tickets: { type: 'string', default: '2000' },
      customers: { type: 'string' },
      orders: { type: 'string' },
      agendas: { type: 'string' },
      reset: { type: 'boolean', default: false },
    },
  });
  const size = (name: keyof SeedSize) => (values[name] === undefined ? 0 : wholeNumber(name, values[name]));
  return {
    tickets: size('tickets'),
    customers: size('customers'),
    orders: size('orders'),
    agendas: size('agendas'),
    reset: values.reset,
  };
}

function wholeNumber(name: keyof SeedSize, text: string): number {
  const number = Number(text.replace(/[._]/g, ''));
  if (!Number.isInteger(number) || number < 1 || number > MAX_TICKETS)
    throw new Error(
      `--${name} deve ser um número inteiro de 1 a ${MAX_TICKETS}, por exemplo --${name} 1000000.`,
    );
  return number;
}
