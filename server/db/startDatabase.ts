import type { Settings } from '../settings.ts';
import { type RunningDatabase, startEmbedded } from './embedded/startEmbedded.ts';

/** The server that DATABASE_URL names, or the embedded one. */
export async function startDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<RunningDatabase> {
  if (settings.databaseUrl === undefined) return startEmbedded(settings.dataDir);
  return { url: settings.databaseUrl, stop: async () => {}, release: async () => {} };
}
