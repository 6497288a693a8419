import type pg from 'pg';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/time/zonedTime.ts';
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
