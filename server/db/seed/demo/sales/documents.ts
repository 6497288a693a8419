// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedDocuments(_: SalesWorld): Promise<void> {}
