// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedCustomers(_: SalesWorld): Promise<void> {}
