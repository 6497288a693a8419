// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedHome(_: SalesWorld): Promise<void> {}
