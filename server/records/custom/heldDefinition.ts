import { and, eq } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { conflict } from '../../errors.ts';

/** What tells one definition of a custom type from the next; `null` of a standard type, and of one that is archived. */
export async function definitionHash(db: Executor, key: string): Promise<string | null> {
  return (await publishedDefinition<CustomTypeDefinition>(db, 'records', key))?.hash ?? null;
}

/**
 * Nobody publishes another definition before the transaction ends, and none was since this one was read: what is written
 * by an older one behind the back of those that follow the new (following.ts) would stay as it is.
 */
export async function holdDefinition(tx: Tx, key: string, hash: string): Promise<void> {
  await tx
    .select({ key: definitions.key })
    .from(definitions)
    .where(and(eq(definitions.kind, 'records'), eq(definitions.key, key)))
    .for('share');
  if ((await definitionHash(tx, key)) !== hash)
    throw conflict('O cadastro mudou neste momento. Confira os campos e grave de novo.');
}
