import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { personType } from '../../../../contract/catalogs/personType.ts';
import type { Deps, User } from '../../../context.ts';

export type ScopedPerson = Pick<User, 'id' | 'type' | 'branchIds' | 'customerId' | 'representativeId'> & {
  /** Of the company's own record types those that the person may read; without them none is read. */
  cadastros?: readonly string[];
};

/** The same for the life of a database. */
const secrets = new WeakMap<object, Promise<string>>();

/** What the views demand (migration 0013): who sees what on this connection, and the proof that the server says so. */
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
  const known = secrets.get(pool);
  if (known) return known;
  const reading = db
    .execute<{ valor: string }>(sql`select valor from relatorio_interno.segredo`)
    .then(({ rows }) => rows[0]?.valor ?? '');
  secrets.set(pool, reading);
  reading.catch(() => secrets.delete(pool));
  return reading;
}
