import { newChance } from '../chance.ts';
import { seedAgendas } from './agendas.ts';
import { seedCustomers } from './customers.ts';
import { seedDocuments } from './documents.ts';
import { seedFreight } from './freight.ts';
import { seedHome } from './home.ts';
import { seedLog } from './log.ts';
import { seedNegotiations } from './negotiations.ts';
import { seedOrderNotes } from './orderNotes.ts';
import { seedOrders } from './orders.ts';
import { seedProducts } from './products.ts';
import { type SalesWorld, writer } from './salesWorld.ts';
import { seedServiceRecords } from './serviceRecords.ts';
import { seedSupervision } from './supervision.ts';

/** In the order that their references ask for; the log, which tells of all of them, last. */
const PARTS = [
  seedProducts,
  seedCustomers,
  seedFreight,
  seedOrders,
  seedOrderNotes,
  seedDocuments,
  seedAgendas,
  seedSupervision,
  seedServiceRecords,
  seedNegotiations,
  seedHome,
  seedLog,
];

/** The demonstration's call-center: what is sold, to whom, and who spoke with them. */
export async function seedSales(world: Pick<SalesWorld, 'company' | 'today' | 'client'>): Promise<void> {
  for (const part of PARTS) await part({ ...world, chance: newChance(), write: writer(world.client) });
}
