import path from 'node:path';
import { formatCount } from '#contract/rules/format.ts';
import { openFileStore } from '#server/adapters/files/openFileStore.ts';
import { BackupRefusal } from '#server/backup/archive.ts';
import { backUp, targetOf } from '#server/backup/backUp.ts';
import { explainBackup } from '#server/backup/refusals.ts';
import { recordBackup, recordFailure } from '#server/backup/runs.ts';
import { connect } from '#server/db/client.ts';
import { isMigrated } from '#server/db/migrate.ts';
import { startDatabase } from '#server/db/startDatabase.ts';
import { readSettings } from '#server/settings/settings.ts';

const USAGE =
  'Diga em que arquivo ou pasta fica a cópia: npm run backup -- /copias/balcao/ (docs/production.md diz como cifrá-la).';
/** Exit code for a backup that was made although some stored files could not be read. */
const WITH_GAPS = 2;

/** `npm run backup -- <file or folder>`: everything of this installation in one file, while people keep working. */
async function main([given = '', ...more]: string[]): Promise<void> {
  if (!given || given.startsWith('-') || more.length > 0) throw new BackupRefusal(USAGE);
  const settings = readSettings();
  const startedAt = new Date();
  const target = await targetOf(given, settings.backupKey, startedAt);
  const database = await startDatabase(settings);
  const { db, pool, close } = connect(database.url, { max: 1 });
  const ended = () => ({ fileName: path.basename(target), startedAt, finishedAt: new Date() });
  try {
    if (!(await isMigrated(pool)))
      throw new BackupRefusal(
        'O banco ainda não é desta versão: inicie o Balcão uma vez, e então faça a cópia.',
      );
    const { files, backupKey: key } = { files: openFileStore(settings), ...settings };
    const result = await backUp({ url: database.url, files, dataDir: settings.dataDir, target, key });
    await recordBackup(db, ended(), result);
    say(
      `Cópia feita em ${target}: ${formatCount(result.rows, 'linha', 'linhas')} de ${result.tables} tabelas, ${formatCount(result.files, 'arquivo', 'arquivos')}, ${sizeText(result.bytes)}.`,
    );
    if (!key)
      say('Ela não está cifrada e traz dados pessoais: guarde-a onde só você entra, ou defina BACKUP_KEY.');
    if (result.missing.length > 0) {
      say(
        `ATENÇÃO: ${formatCount(result.missing.length, 'arquivo não pôde ser lido', 'arquivos não puderam ser lidos')} no armazenamento e não está na cópia: ${result.missing.slice(0, 10).join(', ')}`,
      );
      process.exitCode = WITH_GAPS;
    }
  } catch (error) {
    await recordFailure(db, ended(), explainBackup(error)).catch(() => {});
    throw error;
  } finally {
    await close();
    await database.stop();
  }
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const sizeText = (bytes: number) =>
  `${(bytes / 1_048_576).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MiB`;

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explainBackup(error)}\n`);
  process.exitCode = 1;
});
