// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedProducts(_: SalesWorld): Promise<void> {}
