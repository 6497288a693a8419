// To be written.
import type { SalesWorld } from './salesWorld.ts';

export async function seedAgendas(_: SalesWorld): Promise<void> {}
