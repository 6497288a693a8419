// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedSupervision(_: SalesWorld): Promise<void> {}
