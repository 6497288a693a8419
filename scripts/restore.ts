import { formatCount } from '#contract/rules/format.ts';
import { openFileStore } from '#server/adapters/files/openFileStore.ts';
import { BackupRefusal } from '#server/backup/archive.ts';
import { explainBackup, momentText } from '#server/backup/refusals.ts';
import { restore } from '#server/backup/restore.ts';
import { startDatabase } from '#server/db/startDatabase.ts';
import { RELEASE } from '#server/root.ts';
import { readSettings } from '#server/settings/settings.ts';

const USAGE =
  'Diga qual cópia restaurar: npm run restore -- /copias/balcao/balcao-2026-01-31-020000.tar.gz (com --sobre-dados=NOME_DO_BANCO onde já há dados, e --sem-cifra para uma cópia de antes da BACKUP_KEY).';
const OVER = '--sobre-dados=';
const PLAIN = '--sem-cifra';

/** `npm run restore -- <file>`: replaces the contents of the database with a backup, atomically. */
async function main(given: string[]): Promise<void> {
  const over = given.find((each) => each.startsWith(OVER))?.slice(OVER.length);
  const [source, ...more] = given.filter((each) => !each.startsWith(OVER) && each !== PLAIN);
  if (!source || source.startsWith('-') || more.length > 0) throw new BackupRefusal(USAGE);
  const settings = readSettings();
  const database = await startDatabase(settings);
  try {
    const { header, rows, files } = await restore({
      url: database.url,
      files: openFileStore(settings),
      dataDir: settings.dataDir,
      source,
      key: settings.backupKey,
      plainToo: given.includes(PLAIN),
      over,
    });
    process.stdout.write(
      `Restaurada a cópia de ${header.empresa || 'uma empresa sem filiais'} de ${momentText(header.feitaEm)} (Balcão ${header.versao}, agora ${RELEASE}): ${formatCount(rows, 'linha', 'linhas')}, ${formatCount(files, 'arquivo', 'arquivos')}.\nTodos entram de novo. E-mails e webhooks que esperavam ficaram parados: veja a Caixa de saída e as Entregas de webhooks antes de reenviar.\n`,
    );
  } finally {
    await database.stop();
  }
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explainBackup(error)}\n`);
  process.exitCode = 1;
});
