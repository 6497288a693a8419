import { seedAccounts } from './accounts.ts';
import { seedPrices } from './prices.ts';
import type { SalesWorld } from './salesWorld.ts';

/** Prices that wait, were decided and were taken back; and what sellers have to give away. */
export async function seedNegotiations(world: SalesWorld): Promise<void> {
  await seedPrices(world);
  await seedAccounts(world);
}
