import { createHash, createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { personType } from '#contract/catalogs/personType.ts';
import { allows } from '#contract/permissions.ts';
import type { Deps, User } from '#server/context.ts';
import { LOCKS } from '#server/db/advisoryLock.ts';
import { Refusal } from '#server/errors.ts';
import { seesGroups } from '#server/sac/customers/queries.ts';
import { installationSecret } from '#server/session/secrets.ts';

/** The role that can only read the views of schema relatorio. */
const NAME = 'relatorio_leitor';

export const reportsOff = (why: string) =>
  new Refusal(
    503,
    'RELATORIOS_DESLIGADOS',
    `Os relatórios estão desligados: ${why} Peça a quem cuida do servidor que defina REPORTS_DATABASE_URL com uma pessoa do banco que só lê o esquema relatorio.`,
  );

/**
 * The address that the reader connects with; the role is created if it does not exist. Refuses rather than read with a
 * stronger role.
 */
export async function readerAddress({ db, pool, settings }: Deps): Promise<string> {
  const own = ownAddress(pool);
  if (settings.reportsDatabaseUrl) return ofOthers(own, settings.reportsDatabaseUrl);
  if (settings.databaseUrl === undefined) return embedded(own);
  return withPassword(own, await installationSecret(db));
}

const ownAddress = (pool: pg.Pool): URL => new URL(String(pool.options.connectionString));

const addressOf = (own: URL, user: string, password = '', database?: string): string => {
  const url = new URL(own);
  url.username = user;
  url.password = password;
  if (database) url.pathname = `/${database}`;
  return url.href;
};

/**
 * The console's own server: anyone who can open its socket may use any role, but only the console can open it. Roles belong
 * to all databases of a server, so they are created by one process at a time, from the database that every server has.
 */
async function embedded(own: URL): Promise<string> {
  await withClient(addressOf(own, 'postgres', '', 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCKS.reportReader]);
    await createRole(client, NAME, '');
    // Allows the console to cancel what its reader runs.
    await client.query(
      `do $$ begin if not pg_has_role('${own.username}', '${NAME}', 'member') then grant ${NAME} to ${own.username}; end if; end $$`,
    );
    if (await lacksSettings(client))
      for (const setting of ROLE_SETTINGS) await client.query(`alter role ${NAME} set ${setting}`);
  });
  await withClient(addressOf(own, 'postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCKS.reportReader]);
    await client.query(REVOKE_FUNCTIONS.replace('$OWNER', own.username));
    await grantViews(client, NAME);
  });
  return addressOf(own, NAME);
}

/** The connection sets these as well; here the list includes the one that only the server's owner may set. */
const ROLE_SETTINGS = [
  'default_transaction_read_only = on',
  "statement_timeout = '300s'",
  "idle_in_transaction_session_timeout = '60s'",
  "temp_file_limit = '1GB'",
  'search_path = relatorio',
];

async function lacksSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ settings: string[] | null }>(
    'select rolconfig as settings from pg_roles where rolname = $1',
    [NAME],
  );
  return (rows[0]?.settings ?? []).length < ROLE_SETTINGS.length;
}

/** A separate server: the role is for this installation only, and its password is derived so that no one has to store it. */
async function withPassword(own: URL, secret: string): Promise<string> {
  const role = `${NAME}_${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
  const password = createHmac('sha256', secret).update(role).digest('base64url');
  await withClient(own.href, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCKS.reportReader]);
    await createRole(client, role, password);
    await grantViews(client, role);
  }).catch((error: pg.DatabaseError) => {
    if (error.code === '42501')
      throw reportsOff('o banco não deixa o Balcão criar a pessoa que lê relatórios.');
    throw error;
  });
  return addressOf(own, role, password);
}

/** The role was created by someone else: it is granted the views and must not have more rights. */
async function ofOthers(own: URL, given: string): Promise<string> {
  const role = decodeURIComponent(new URL(given).username);
  await withClient(own.href, (client) => grantViews(client, role));
  return given;
}

async function createRole(client: pg.Client, role: string, password: string) {
  const existingRole = await client.query('select from pg_roles where rolname = $1', [role]);
  if (existingRole.rowCount) return;
  const secret = password ? ` password ${client.escapeLiteral(password)}` : '';
  await client
    .query(`create role ${client.escapeIdentifier(role)} login connection limit 20${secret}`)
    // Another process created it first.
    .catch((error: pg.DatabaseError) => {
      const { code } = error;
      if (code !== '42710' && code !== '23505') throw error;
    });
}

async function grantViews(client: pg.Client, role: string) {
  const name = client.escapeIdentifier(role);
  await client.query(
    `do $$ begin
       perform pg_advisory_xact_lock(${LOCKS.reportReader});
       revoke all on function relatorio.escopo() from public;
       grant usage on schema relatorio to ${name};
       grant select on all tables in schema relatorio to ${name};
       grant execute on all functions in schema relatorio to ${name};
     end $$`,
  );
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * A second line of defense behind the guard, if the console may set it up: functions that run text as SQL, leave the
 * transaction, wait, send signals or read files are revoked from everyone in this database except its owner.
 */
const REVOKE_FUNCTIONS = `do $$
declare
  f record;
begin
  for f in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and p.proname ~ '^(set_config|query_to_xml|table_to_xml|schema_to_xml|database_to_xml|cursor_to_xml|ts_stat|ts_rewrite$|pg_notify|pg_advisory|pg_try_advisory|pg_sleep|pg_terminate_backend|pg_export_snapshot|pg_logical_emit_message|pg_read_|pg_ls_|pg_stat_file|pg_current_logfile|lo_|loread|lowrite|pg_get_keywords)'
      and has_function_privilege('public', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', f.name);
    execute format('grant execute on function %s to %I', f.name, '$OWNER');
  end loop;
end $$`;

export type ScopedPerson = Pick<
  User,
  'id' | 'type' | 'grants' | 'branchIds' | 'customerId' | 'representativeId'
> & {
  /** Those of the company's own record types that the person may read; if absent, none can be read. */
  cadastros?: readonly string[];
};

/** Stays the same for the lifetime of a database. */
const secrets = new WeakMap<object, Promise<string>>();

/**
 * What the views require (function relatorio.escopo): who sees what on this connection, and a signature which proves that it comes from
 * the server.
 */
export async function signedScope(
  { db, pool }: Pick<Deps, 'db' | 'pool'>,
  person: ScopedPerson,
  { connection, customer }: { connection: number; customer: number | null },
): Promise<{ scope: string; signature: string }> {
  const scope = JSON.stringify({
    conexao: connection,
    pessoa: person.id,
    escopo: personType.find(({ value }) => value === person.type)?.scope ?? '',
    filiais: person.branchIds,
    representante: person.representativeId,
    cliente: person.customerId,
    painel: customer,
    cadastros: person.cadastros ?? [],
    // Costs and margins of lines and products, as the pages show them.
    decidePrecos: allows(person.grants, 'PRECO_NEGOCIADO_DECIDIR'),
    // Groups of customers, as the list and the panel show them.
    veGrupos: seesGroups(person),
  });
  const secret = await secretOf(pool, db);
  return {
    scope,
    signature: createHash('sha256')
      .update(secret + scope + secret)
      .digest('hex'),
  };
}

function secretOf(pool: object, db: Deps['db']): Promise<string> {
  const storedSecret = secrets.get(pool);
  if (storedSecret) return storedSecret;
  const reading = db
    .execute<{ valor: string }>(sql`select valor from relatorio_interno.segredo`)
    .then(({ rows }) => rows[0]?.valor ?? '');
  secrets.set(pool, reading);
  reading.catch(() => secrets.delete(pool));
  return reading;
}
