import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { patternEngine } from '../../../contract/rules/forms/patterns.ts';
import { type NarrowedField, typeNarrowings } from '../../../contract/rules/records/customTypeTransition.ts';
import type { Executor } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { fieldText } from './derived.ts';

/** Counted up to here. */
const MOST = 10_000;
/** So many texts are held against a new expression: its engine is not the database's. */
const READ = 20_000;

/**
 * How many records a tighter rule would refuse, each rule at its place: counted and not named, since whoever keeps the
 * type may not be one who reads its records. They stay as they are, and readable: a rule is
 * asked of what somebody writes, so this warns and does not stop.
 */
export async function narrowedRecords(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const one of typeNarrowings(before, after)) {
    const total =
      one.narrowing.kind === 'EXPRESSAO'
        ? await unmatched(db, after.chave, one)
        : await countedRecords(db, and(eq(records.type, after.chave), conditionOf(one)));
    if (total === 0) continue;
    found.push({
      pointer: one.pointer,
      message: `${countText(total, 'registro não segue', 'registros não seguem')} a regra nova de '${one.field.titulo}': até alguém mudar esse campo, continuam como estão.`,
      severity: 'AVISO',
    });
  }
  return found;
}

export const countText = (total: number, one: string, many: string) =>
  `${total > MOST ? 'Mais de ' : ''}${formatCount(Math.min(total, MOST), one, many)}`;

/** Up to one more than is counted. */
export async function countedRecords(db: Executor, where: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${records} where ${where} limit ${MOST + 1}) t`,
  );
  return rows[0]?.total ?? 0;
}

async function unmatched(db: Executor, type: string, { field }: NarrowedField): Promise<number> {
  const engine = patternEngine(field.expressao ?? '');
  const text = fieldText(field.chave);
  const rows = await db
    .select({ text: sql<string>`${text}` })
    .from(records)
    .where(and(eq(records.type, type), sql`${text} is not null`))
    .orderBy(asc(records.id))
    .limit(READ);
  return rows.filter((row) => !engine.test(row.text)).length;
}

function conditionOf({ field, narrowing }: NarrowedField): SQL {
  const text = fieldText(field.chave);
  const number = sql`public.extra_number${text}`;
  switch (narrowing.kind) {
    case 'VAZIO':
      return sql`${text} is null`;
    case 'LINHAS':
      return sql`${text} ~ '[\\n\\r]'`;
    case 'TAMANHO':
      return sql`length(${text}) > ${narrowing.limit}`;
    case 'MINIMO':
      return sql`${number} < ${String(narrowing.limit)}::numeric`;
    case 'MAXIMO':
      return sql`${number} > ${String(narrowing.limit)}::numeric`;
    case 'CASAS':
      return sql`scale(trim_scale(${number})) > ${narrowing.limit}`;
    case 'OPCAO':
      return sql`${text} = any(${sql.param([...narrowing.values])}::text[])`;
    default:
      return sql`false`;
  }
}
