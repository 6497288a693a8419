import { eq } from 'drizzle-orm';
import { isCpf, normalizeDocument } from '#contract/rules/documents.ts';
import { connect, type Db } from '#server/db/client.ts';
import { startDatabase } from '#server/db/startDatabase.ts';
import { people } from '#server/db/tables/index.ts';
import { issueResetLink, openReset, RESET_MINUTES } from '#server/session/account/passwords.ts';
import { removeFactorOf } from '#server/session/secondFactor/enrol.ts';
import { readSettings, type Settings } from '#server/settings/settings.ts';
import { audit } from '#server/writing/audit.ts';

/**
 * `npm run senha -- 123.456.789-09`: for administrators of a machine whose installation has no SMTP. Prints a link for
 * choosing a person's password, valid once and for half an hour (docs/adr/0014). With `--sem-segundo-fator` after the CPF,
 * their second factor is also removed, their sessions end and they are notified by e-mail: the way out for a last
 * administrator who lost both phone and recovery codes.
 */
async function main([cpf = '', option = '']: string[]): Promise<void> {
  if (!isCpf(cpf)) throw new Error('Informe o CPF de uma pessoa: npm run senha -- 123.456.789-09');
  if (option && option !== WITHOUT_FACTOR)
    throw new Error(`Opção desconhecida: ${option}. Só há ${WITHOUT_FACTOR}.`);
  const settings = readSettings();
  const database = await startDatabase(settings);
  const { db, close } = connect(database.url, { max: 1 });
  try {
    const link = await passwordLink(db, settings, normalizeDocument(cpf), option === WITHOUT_FACTOR);
    process.stdout.write(`${link}\nVale por ${RESET_MINUTES} minutos e só pode ser usado uma vez.\n`);
  } finally {
    await close();
    await database.stop();
  }
}

const WITHOUT_FACTOR = '--sem-segundo-fator';

const passwordLink = (db: Db, settings: Settings, cpf: string, withoutFactor: boolean): Promise<string> =>
  db.transaction(async (tx) => {
    const [person] = await tx
      .select({ id: people.id, name: people.name, email: people.email })
      .from(people)
      .where(eq(people.cpf, cpf));
    if (!person) throw new Error('Não há pessoa com este CPF.');
    const ctx = { now: () => new Date(), settings, user: null, ip: '', requestId: '' };
    const opened = await openReset(tx, ctx, person.id);
    const link = await issueResetLink(tx, { ...ctx, publicUrl: settings.publicUrl }, opened);
    if (!link) throw new Error('Esta pessoa está desativada. Reative-a antes.');
    if (withoutFactor && (await removeFactorOf(tx, ctx, person)))
      await audit(tx, ctx, { action: 'RETIRAR_SEGUNDO_FATOR', entity: 'people', entityId: person.id });
    await audit(tx, ctx, { action: 'LINK_NO_TERMINAL', entity: 'people', entityId: person.id });
    return link;
  });

await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
