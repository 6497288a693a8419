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
  /** Another folder of definitions than the console's own. */
  readonly schemasDir?: string | undefined;
  /** Shows the one thing that a person must read, whatever the log level. */
  readonly say: (text: string) => void;
}

/**
 * Makes an empty database usable: what every installation needs, then the demonstration company, or a code by
 * which the first administrator is created. Once there are people only the standard data is completed.
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
  // Nobody waits for the statistics: what is asked before they stand is planned without them.
  pool.query('analyze').catch((error: Error) => say(`Estatísticas do banco: ${error.message}`));
}
