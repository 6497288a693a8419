// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedServiceRecords(_: SalesWorld): Promise<void> {}
