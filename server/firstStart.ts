import { randomInt } from 'node:crypto';
import type { FileStore } from './adapters/files/fileStore.ts';
import { LOCKS, withAdvisoryLock } from './db/advisoryLock.ts';
import type { Connection } from './db/client.ts';
import { isEmpty, seedDemo, seedStandard } from './db/seed/index.ts';
import { installation, people } from './db/tables/index.ts';
import { hashToken } from './session/tokens.ts';

interface Parts extends Pick<Connection, 'db' | 'pool'> {
  readonly url: string;
  readonly demo: boolean;
  readonly files: FileStore;
  /** Shows the one thing that a person must read, whatever the log level. */
  readonly say: (text: string) => void;
}

/**
 * Makes an empty database usable: what every installation needs, then the demonstration company, or a code by
 * which the first administrator is created. Once there are people only the standard data is completed.
 */
export async function prepareFirstStart(parts: Parts): Promise<void> {
  const { broken } = await seedStandard(parts.db);
  for (const { file, problems } of broken)
    parts.say(`O fluxo ${file} não pode ser usado, vale a última versão boa: ${problems.join(' ')}`);
  await withAdvisoryLock(parts.url, LOCKS.firstStart, async () => {
    if (parts.demo && (await isEmpty(parts.db))) await loadDemo(parts);
    else if (!(await hasPeople(parts.db))) await offerSetup(parts);
  });
}

async function loadDemo({ db, pool, files, say }: Parts): Promise<void> {
  say('Carregando a empresa de demonstração…');
  await seedDemo(db, pool, { files });
}

const hasPeople = async (db: Parts['db']): Promise<boolean> =>
  (await db.select({ id: people.id }).from(people).limit(1)).length > 0;

/** The database keeps only the code's hash, so each start while nobody used it says a new one; the last one counts. */
async function offerSetup({ db, say }: Parts): Promise<void> {
  const code = newSetupCode();
  const setupCodeHash = hashToken(code);
  await db
    .insert(installation)
    .values({ id: 1, setupCodeHash })
    .onConflictDoUpdate({ target: installation.id, set: { setupCodeHash } });
  say(`Código de instalação, para criar o primeiro administrador em /login: ${code}`);
}

/** Without letters and digits that look alike: it is copied by hand. 100 bits. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const newSetupCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 5 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
