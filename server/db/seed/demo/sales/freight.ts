// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedFreight(_: SalesWorld): Promise<void> {}
