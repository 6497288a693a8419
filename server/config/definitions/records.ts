import { and, eq } from 'drizzle-orm';
import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { definitions } from '../../db/tables/index.ts';
import { conflict, notFound } from '../../errors.ts';
import { lastChange } from '../../requireVersion.ts';

export type DefinitionRow = typeof definitions.$inferSelect;
export interface DefinitionName {
  kind: DefinitionKind;
  key: string;
}

export const isDefinition = ({ kind, key }: DefinitionName) =>
  and(eq(definitions.kind, kind), eq(definitions.key, key));

export async function definitionRow(db: Executor, name: DefinitionName): Promise<DefinitionRow> {
  const [row] = await db.select().from(definitions).where(isDefinition(name));
  if (!row) throw notFound();
  return row;
}

/** Locked until the transaction ends. Throws 409 with who changed it when `versao` is not its newest. */
export async function lockDefinition(tx: Tx, name: DefinitionName, versao: number): Promise<DefinitionRow> {
  const [row] = await tx.select().from(definitions).where(isDefinition(name)).for('update');
  if (!row) throw notFound();
  if (row.version !== versao) throw await changedMeanwhile(tx, row);
  return row;
}

async function changedMeanwhile(db: Executor, row: DefinitionRow) {
  const last = await lastChange(db, audited(row));
  return conflict(
    last?.by
      ? `${last.by} mudou esta definição enquanto você a editava. O seu texto continua aqui: compare antes de gravar por cima.`
      : 'Esta definição mudou enquanto você a editava. O seu texto continua aqui: compare antes de gravar por cima.',
    { versao: row.version, por: last?.by ?? null, em: last?.at.toISOString() ?? null },
  );
}

export const audited = ({ kind, key }: DefinitionName) => ({
  entity: 'definitions',
  entityId: `${kind}/${key}`,
});
