// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedLog(_: SalesWorld): Promise<void> {}
