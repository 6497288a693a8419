import pg from 'pg';

/**
 * Takes everything of the console out of the database, its history of migrations too; `migrate` builds it anew.
 * Asked for by name only: nothing brings the data back.
 */
export async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('drop schema if exists drizzle cascade');
    await client.query('drop schema if exists pgboss cascade');
    await client.query('drop schema if exists relatorio cascade');
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await client.query('commit');
  } finally {
    await client.end();
  }
}
