import { and, eq } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { conflict } from '../../errors.ts';

/** Identifies the current definition of a custom type; `null` for a standard type and for an archived one. */
export async function definitionHash(db: Executor, key: string): Promise<string | null> {
  return (await publishedDefinition<CustomTypeDefinition>(db, 'records', key))?.hash ?? null;
}

/**
 * Prevents another definition from being published before the transaction ends, and fails if one has been published since
 * this one was read. Otherwise records written under the old definition, after the update for the new one (following.ts) has
 * passed them, would stay outdated.
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
