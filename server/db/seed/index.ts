import type pg from 'pg';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import type { FileStore } from '../../adapters/files/fileStore.ts';
import type { Db } from '../client.ts';
import { branches, people } from '../tables/index.ts';
import { seedStandard } from './standard.ts';

export { seedStandard } from './standard.ts';

const DEMO_TICKETS = 2000;

export interface DemoOptions {
  tickets?: number;
  /** How many there are to be in all; the small company has 400, 2700 and some thousands. */
  customers?: number;
  orders?: number;
  agendas?: number;
  /** Day that everything is placed around, at midnight UTC; today when absent. */
  today?: Date;
  /** With a store some tickets get photos. */
  files?: FileStore;
  /** DATA_DIR: with it products get pictures, below `imagens/produtos`. */
  dataDir?: string;
  /** Statistics at the end, unless the caller sees to them. */
  analyze?: boolean;
  /** Told of each part of a long load. */
  say?: (text: string) => void;
}

/** In the evening it is tomorrow already by UTC, and nothing of the demonstration may lie ahead. */
const companysDay = () => new Date(`${localDate(new Date(), DEFAULT_TIME_ZONE)}T00:00:00Z`);

/** No company stands here yet, neither a real one nor the demonstration's. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.$count(people)) === 0 && (await db.$count(branches)) === 0;
}

/**
 * Loads the demonstration company into an empty database, all or nothing. The same day gives the same company:
 * only dates move with it, so that the return window (180 days) always has something inside and outside.
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
  // Only here, so that a start that needs no demonstration data does not load its makers.
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
  // Index-only reads need the map of visible pages, which only VACUUM writes.
  await pool.query('vacuum (analyze)');
}
