import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { definitions } from '../../../db/tables/index.ts';
import { conflict } from '../../../errors.ts';
import { amongNames, nameOf } from '../offers.ts';
import { type DefinitionRow, versionRow } from '../present.ts';
import { originAfter, writeContent } from '../publish.ts';
import type { Arriving, Content } from '../rules.ts';
import type { DefinitionLine } from './part.ts';

/** Of the definitions that exist, locked in one order, so that two bundles never wait for each other. */
export async function lockedRows(tx: Tx, names: readonly string[]): Promise<Map<string, DefinitionRow>> {
  const rows = await tx
    .select()
    .from(definitions)
    .where(amongNames(definitions, names))
    .orderBy(definitions.kind, definitions.key)
    .for('update');
  return new Map(rows.map((row) => [nameOf(row.kind, row.key), row]));
}

interface Writing {
  /** Those that existed, locked. */
  rows: ReadonlyMap<string, DefinitionRow>;
  arriving: Arriving;
  note: string;
  /** Whether it is taken back at once. */
  isTrial?: boolean;
}

/** Publishes a line of a file; `null` if it is what is published already. */
export async function writeLine(
  tx: Tx,
  ctx: Context,
  { tipo, chave, conteudo }: DefinitionLine,
  { rows, arriving, note, isTrial = false }: Writing,
): Promise<{ row: DefinitionRow; before: Content | undefined; number: number } | null> {
  const row = rows.get(nameOf(tipo, chave)) ?? (await newRow(tx, ctx, { tipo, chave }));
  const before = (await versionRow(tx, row, row.publishedVersion))?.content;
  const number = await writeContent(tx, ctx, row, {
    ...{ content: conteudo, source: 'IMPORTACAO', note, arriving, isTrial },
    columns: (locked) => originAfter(locked, conteudo),
  });
  return number === null ? null : { row, before, number };
}

async function newRow(tx: Tx, ctx: Context, { tipo, chave }: Pick<DefinitionLine, 'tipo' | 'chave'>) {
  const [row] = await tx
    .insert(definitions)
    .values({ kind: tipo, key: chave, origin: 'PROPRIA', updatedAt: ctx.now() })
    .onConflictDoNothing()
    .returning();
  if (!row) throw conflict(`Já existe uma definição com a chave "${chave}". Confira o arquivo outra vez.`);
  return row;
}
