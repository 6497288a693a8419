import { createHash } from 'node:crypto';
import type pg from 'pg';

export interface Company {
  /** Knows an installation again. */
  readonly installation: string;
  readonly name: string;
}

/** Whose data stands in this database, as whoever runs a backup reads it. */
export async function companyIn(client: pg.ClientBase): Promise<Company> {
  const secret = await client.query<{ secret: string | null }>(
    `select facts ->> 'captchaSecret' as secret from public.installation where id = 1`,
  );
  const branch = await client.query<{ name: string }>(
    'select trade_name as name from public.branches order by id limit 1',
  );
  const known = secret.rows[0]?.secret;
  return {
    installation: known ? createHash('sha256').update(`copia ${known}`).digest('hex').slice(0, 16) : '',
    name: branch.rows[0]?.name ?? '',
  };
}
