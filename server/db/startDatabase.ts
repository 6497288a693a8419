import type { Settings } from '../settings.ts';
import { type RunningDatabase, startEmbedded } from './embedded/startEmbedded.ts';

/** The server given by DATABASE_URL, or the embedded one. */
export async function startDatabase(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<RunningDatabase> {
  if (settings.databaseUrl === undefined) return startEmbedded(settings.dataDir);
  return { url: settings.databaseUrl, stop: async () => {}, release: async () => {} };
}
