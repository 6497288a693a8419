// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedNegotiations(_: SalesWorld): Promise<void> {}
