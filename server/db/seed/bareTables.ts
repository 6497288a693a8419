import type pg from 'pg';

/**
 * Runs the work while the tables have neither secondary indexes nor foreign keys, then builds them again in
 * one pass each: hours become minutes. Their definitions are read from the database, so a migration that adds one
 * changes nothing here. All in the caller's transaction: a failure brings the old ones back.
 */
export async function withBareTables(
  client: pg.PoolClient,
  tables: readonly string[],
  work: () => Promise<void>,
  say: (text: string) => void,
): Promise<void> {
  const indexes = await client.query<{ name: string; definition: string }>(INDEXES, [tables]);
  const withoutIndexes = async () => {
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await work();
    say(`${indexes.rows.length} índices…`);
    for (const { definition } of indexes.rows) await client.query(definition);
    say('Chaves estrangeiras…');
  };
  await withoutForeignKeys(client, tables, withoutIndexes);
}

/** The same with the foreign keys alone, of these tables or of all: each is proved once at the end, not row by row. */
export async function withoutForeignKeys(
  client: pg.PoolClient,
  tables: readonly string[] | null,
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(FOREIGN_KEYS, [
    tables,
  ]);
  await client.query(rows.map(({ owner, name }) => `alter table ${owner} drop constraint ${name}`).join(';'));
  await work();
  // A table whose triggers wait for the end takes no change of itself before they have run.
  await client.query('set constraints all immediate');
  await client.query(
    rows
      .map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`)
      .join(';'),
  );
}

/** Those that no primary key or constraint stands on. */
const INDEXES = `
  select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(i.oid) as definition
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class t on t.oid = x.indrelid
  join pg_namespace n on n.oid = i.relnamespace
  where n.nspname = 'public' and t.relname = any($1)
    and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
  order by t.relname, i.relname`;

const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, t.relname) as owner, quote_ident(c.conname) as name,
    pg_get_constraintdef(c.oid) as definition
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid
  join pg_namespace n on n.oid = t.relnamespace
  where c.contype = 'f' and n.nspname = 'public' and ($1::text[] is null or t.relname = any($1))
  order by t.relname, c.conname`;
