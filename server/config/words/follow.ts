import { onConfigurationChange } from '../../db/cachedQuery.ts';
import type { Executor } from '../../db/client.ts';
import { sayCompanyWords } from './queries.ts';

/** Background work says what requests say: the words of now, and the new ones once this process hears of a change. */
export async function followCompanyWords(db: Executor, onError: (error: unknown) => void): Promise<void> {
  onConfigurationChange(db, () => void sayCompanyWords(db).catch(onError));
  await sayCompanyWords(db);
}
