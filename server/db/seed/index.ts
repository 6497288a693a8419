import { parseArgs } from 'node:util';
import type pg from 'pg';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { FileStore } from '../../adapters/files/fileStore.ts';
import type { Db } from '../client.ts';
import { branches, people } from '../tables/index.ts';
import { seedStandard } from './standard.ts';

export { seedStandard } from './standard.ts';

const DEMO_TICKETS = 2000;

export interface DemoOptions {
  tickets?: number;
  /** The totals to generate; the small company has 400, 2700 and some thousands. */
  customers?: number;
  orders?: number;
  agendas?: number;
  /** The day around which everything is dated, at midnight UTC; today by default. */
  today?: Date;
  /** With a store some tickets get photos. */
  files?: FileStore;
  /** DATA_DIR; if given, products get pictures below `imagens/produtos`. */
  dataDir?: string;
  /** Whether to collect statistics at the end; otherwise the caller does. */
  analyze?: boolean;
  /** Receives progress messages during a long load. */
  say?: (text: string) => void;
}

/** The company's current date: in the evening the UTC date is already tomorrow, and nothing may lie in the future. */
const companysDay = () => new Date(`${localDate(new Date(), DEFAULT_TIME_ZONE)}T00:00:00Z`);

/** Whether there is no company yet, neither a real one nor the demonstration's. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.$count(people)) === 0 && (await db.$count(branches)) === 0;
}

/**
 * Loads the demonstration company into an empty database, all or nothing. The same day produces the same company; only dates
 * move, so that some invoices are always inside and outside the return window (180 days).
 */
export async function seedDemo(
  db: Db,
  pool: pg.Pool,
  {
    tickets = DEMO_TICKETS,
    customers = 0,
    orders = 0,
    agendas = 0,
    today = companysDay(),
    files,
    dataDir,
    analyze = true,
    say = () => {},
  }: DemoOptions = {},
): Promise<void> {
  await seedStandard(db);
  // Imported here, so that a start without demonstration data does not load the generators.
  const { loadDemo } = await import('./demo/loadDemo.ts');
  await loadDemo(db, pool, { tickets: Math.min(tickets, DEMO_TICKETS), today, files, dataDir });
  if (analyze) await pool.query('analyze');
  const larger = customers + orders + agendas > 0;
  if (tickets <= DEMO_TICKETS && !larger) return;
  const { multiply } = await import('./large/multiply.ts');
  const { multiplySales } = await import('./large/multiplySales.ts');
  if (tickets > DEMO_TICKETS) await multiply(pool, { tickets: tickets - DEMO_TICKETS, today, say });
  if (larger) await multiplySales(pool, { customers, orders, agendas, today, say });
  say('Estatísticas…');
  // Index-only scans need the visibility map, which only VACUUM writes.
  await pool.query('vacuum (analyze)');
}

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
