import { createHash } from 'node:crypto';
import type pg from 'pg';
import { formatCount } from '#contract/rules/format.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE } from '#contract/rules/time/zonedTime.ts';
import { newestMigration } from '../db/migrate.ts';
import { explainStart } from '../failures.ts';
import { type ArchiveHeader, BackupRefusal } from './archive.ts';

/** A running console would be left with outdated data in memory. */
export async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and application_name ~ '^balcao( relatorios| copia)?( [0-9a-f]{8})?$' limit 1`,
  );
  if (rows.length > 0)
    throw new BackupRefusal(
      'O Balcão está em uso neste banco. Pare todos os processos dele antes de restaurar.',
    );
}

/** A moment as people read it, by Brasília's clock. */
export const momentText = (instant: string): string =>
  `${formatDateTime(instant, DEFAULT_TIME_ZONE)} (horário de Brasília)`;

/** Replaces data only if the user typed the name of its database. */
export async function refuseOverData(
  client: pg.Client,
  header: ArchiveHeader,
  over: string | undefined,
): Promise<void> {
  const migrated = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null and to_regclass('public.people') is not null as found`,
  );
  if (!migrated.rows[0]?.found) return;
  const { rows } = await client.query<{ name: string; last: string | null }>(
    'select current_database() as name, (select max(created_at)::text from drizzle.__drizzle_migrations) as last',
  );
  const { name = '', last = null } = rows[0] ?? {};
  if (Number(last) > newestMigration)
    throw new BackupRefusal(
      'O banco já é de uma versão mais nova do Balcão. Restaure com ela, ou num banco vazio.',
    );
  const existing = await countsIn(client);
  if (existing.people + existing.customers + existing.tickets === 0 || over === name) return;
  const company = await companyIn(client);
  const others = company.installation !== header.instalacao;
  throw new BackupRefusal(
    [
      `O banco "${name}" já tem dados${company.name && ` de ${company.name}`}: ${formatCount(existing.people, 'pessoa', 'pessoas')}, ${formatCount(existing.customers, 'cliente', 'clientes')}, ${formatCount(existing.tickets, 'ticket', 'tickets')}, a última mudança em ${existing.last ? momentText(existing.last) : 'data desconhecida'}.`,
      `A cópia é de ${header.empresa || 'uma empresa sem filiais'}, de ${momentText(header.feitaEm)}${others ? ', de OUTRA instalação do Balcão' : ''}.`,
      over
        ? `"${over}" não é o nome deste banco. Nada foi mudado.`
        : `Restaurar apaga esses dados. Para isso, repita o comando com --sobre-dados=${name}`,
    ].join('\n'),
  );
}

async function countsIn(client: pg.Client) {
  const { rows } = await client.query<{
    people: number;
    customers: number;
    tickets: number;
    last: string | null;
  }>(
    `select (select count(*) from public.people)::int as people, (select count(*) from public.customers)::int as customers,
       (select count(*) from public.tickets)::int as tickets,
       (select to_char(max(at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from public.audit_log) as last`,
  );
  return rows[0] ?? { people: 0, customers: 0, tickets: 0, last: null };
}

interface Company {
  /** Identifies the installation. */
  readonly installation: string;
  readonly name: string;
}

/** The company whose data is in this database, for the person who runs a backup. */
export async function companyIn(client: pg.ClientBase): Promise<Company> {
  const secret = await client.query<{ secret: string | null }>(
    `select facts ->> 'captchaSecret' as secret from public.installation where id = 1`,
  );
  const branch = await client.query<{ name: string }>(
    'select trade_name as name from public.branches order by id limit 1',
  );
  const storedSecret = secret.rows[0]?.secret;
  return {
    installation: storedSecret
      ? createHash('sha256').update(`copia ${storedSecret}`).digest('hex').slice(0, 16)
      : '',
    name: branch.rows[0]?.name ?? '',
  };
}

/** Explains why a backup or a restore failed, and what to do. */
export function explainBackup(error: unknown): string {
  if (error instanceof BackupRefusal) return error.message;
  const {
    code,
    message = '',
    table,
    constraint,
  } = error as NodeJS.ErrnoException & {
    table?: string;
    constraint?: string;
  };
  const explanation = KNOWN[code ?? ''];
  if (explanation) return explanation;
  if (code?.startsWith('23'))
    return `A cópia não é coerente em si e nada mudou: a regra ${constraint ?? message} da tabela ${table ?? ''} não vale nela.`;
  if (code === '22P04' || code?.startsWith('22'))
    return 'O arquivo foi alterado ou está danificado, e nada mudou.';
  return explainStart(error);
}

const NOTHING_CHANGED = 'Nada mudou no banco.';
const KNOWN: Readonly<Record<string, string>> = {
  ENOSPC: 'O disco está cheio. Libere espaço e repita; nenhum arquivo pela metade ficou.',
  EDQUOT: 'A cota de disco acabou. Libere espaço e repita; nenhum arquivo pela metade ficou.',
  EFBIG: 'O arquivo seria maior do que este disco ou usuário permite. Nenhum arquivo pela metade ficou.',
  EACCES: 'Falta permissão na pasta da cópia ou em DATA_DIR.',
  EROFS: 'O disco da cópia só permite leitura.',
  '53100': `O disco do banco de dados está cheio. ${NOTHING_CHANGED}`,
  '53200': `O banco de dados ficou sem memória para as travas da restauração: aumente max_locks_per_transaction. ${NOTHING_CHANGED}`,
  '57P01': `O servidor de banco de dados foi parado. ${NOTHING_CHANGED}`,
};
