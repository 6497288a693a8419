import type { FileStore } from './adapters/files/fileStore.ts';
import { makeSetupCode } from './config/installation.ts';
import { LOCKS, withAdvisoryLock } from './db/advisoryLock.ts';
import type { Connection } from './db/client.ts';
import { isEmpty, seedDemo, seedStandard } from './db/seed/index.ts';
import { hasPeople } from './installationState.ts';

interface Parts extends Pick<Connection, 'db' | 'pool'> {
  readonly url: string;
  readonly demo: boolean;
  readonly files: FileStore;
  readonly dataDir: string;
  /** A folder of definitions to use instead of the console's own. */
  readonly schemasDir?: string | undefined;
  /** Shows the one message that the operator must read, whatever the log level. */
  readonly say: (text: string) => void;
}

/**
 * Makes an empty database usable: loads the data that every installation needs, then the demonstration company, or prints a
 * code for creating the first administrator. Once there are people, only the standard data is completed.
 */
export async function prepareFirstStart(parts: Parts): Promise<void> {
  const { broken } = await seedStandard(parts.db, parts.schemasDir);
  for (const { file, problems } of broken)
    parts.say(`O arquivo ${file} não pode ser usado, vale a última versão boa: ${problems.join(' ')}`);
  await withAdvisoryLock(parts.url, LOCKS.firstStart, async () => {
    if (parts.demo && (await isEmpty(parts.db))) await loadDemo(parts);
    else if (!(await hasPeople(parts.db)))
      parts.say(
        `Código de instalação, para criar o primeiro administrador em /login: ${await makeSetupCode(parts.db)}`,
      );
  });
}

async function loadDemo({ db, pool, files, dataDir, say }: Parts): Promise<void> {
  say('Carregando a empresa de demonstração…');
  await seedDemo(db, pool, { files, dataDir, analyze: false });
  // Runs without being awaited: queries that come before the statistics are ready are planned without them.
  pool.query('analyze').catch((error: Error) => say(`Estatísticas do banco: ${error.message}`));
}
