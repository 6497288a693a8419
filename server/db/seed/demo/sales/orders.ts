// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedOrders(_: SalesWorld): Promise<void> {}
