import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import type { ExtraFieldsDefinition } from '../../../contract/rules/fields/extraFields.ts';
import { type FieldNarrowing, narrowings } from '../../../contract/rules/fields/fieldsTransition.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import type { Executor } from '../../db/client.ts';
import { fieldEntities, keyLiteral } from './entities.ts';

/** So many of the records that stand against a change are named. */
const NAMED = 10;

/** The records whose values a tighter rule would spoil, each rule at its place. */
export async function blockingRecords(
  db: Executor,
  before: ExtraFieldsDefinition,
  after: ExtraFieldsDefinition,
): Promise<DefinitionProblem[]> {
  const found: DefinitionProblem[] = [];
  for (const one of narrowings(before, after)) {
    const problem = await blockedBy(db, after, one);
    if (problem) found.push(problem);
  }
  return found;
}

async function blockedBy(
  db: Executor,
  { id }: ExtraFieldsDefinition,
  narrowing: FieldNarrowing,
): Promise<DefinitionProblem | null> {
  const { table, label, one, many } = fieldEntities[id];
  const condition = conditionOf(id, narrowing);
  const total = await db.$count(table, condition);
  if (total === 0) return null;
  const rows = await db
    .select({ name: label })
    .from(table)
    .where(condition)
    .orderBy(asc(table.id))
    .limit(NAMED);
  const names = rows.map(({ name }) => name).join(', ');
  const more = total > rows.length ? ` e mais ${total - rows.length}` : '';
  return {
    pointer: narrowing.pointer,
    message: `${formatCount(total, one, many)} ${total === 1 ? 'tem' : 'têm'} ${sentenceOf(narrowing)}: ${names}${more}. ${wayOut(narrowing)}`,
    severity: 'ERRO',
  };
}

function conditionOf(id: ExtraFieldsDefinition['id'], { field, narrowing }: FieldNarrowing): SQL | undefined {
  const { values } = fieldEntities[id];
  const key = keyLiteral(field.chave);
  const text = sql`(${values} ->> ${key})`;
  const number = sql`public.extra_number(${values} ->> ${key})`;
  switch (narrowing.kind) {
    case 'LINHAS':
      return sql`${text} ~ '[\\n\\r]'`;
    case 'TAMANHO':
      return sql`length(${text}) > ${narrowing.limit}`;
    case 'ESCOLHAS':
      return and(
        sql`jsonb_typeof(${values} -> ${key}) = 'array'`,
        sql`jsonb_array_length(case when jsonb_typeof(${values} -> ${key}) = 'array' then ${values} -> ${key} else '[]' end) > ${narrowing.limit}`,
      );
    case 'CASAS':
      return sql`scale(${number}) > ${narrowing.limit}`;
    case 'MINIMO':
      return sql`${number} < ${String(narrowing.limit)}::numeric`;
    case 'MAXIMO':
      return sql`${number} > ${String(narrowing.limit)}::numeric`;
    case 'OPCAO':
      return sql`(${values} @> ${holding(field.chave, narrowing.value)} or ${values} @> ${holding(field.chave, [narrowing.value])})`;
  }
}

const holding = (key: string, value: unknown) => sql`${JSON.stringify({ [key]: value })}::jsonb`;

function sentenceOf({ field, narrowing }: FieldNarrowing): string {
  const where = `em '${field.titulo}'`;
  switch (narrowing.kind) {
    case 'LINHAS':
      return `mais de uma linha ${where}`;
    case 'TAMANHO':
      return `mais de ${narrowing.limit} caracteres ${where}`;
    case 'ESCOLHAS':
      return `mais de ${formatCount(narrowing.limit, 'escolha', 'escolhas')} ${where}`;
    case 'CASAS':
      return `mais de ${formatCount(narrowing.limit, 'casa', 'casas')} ${where}`;
    case 'MINIMO':
      return `menos de ${narrowing.limit} ${where}`;
    case 'MAXIMO':
      return `mais de ${narrowing.limit} ${where}`;
    case 'OPCAO':
      return `a opção "${narrowing.value}" ${where}`;
  }
}

const wayOut = ({ narrowing }: FieldNarrowing): string =>
  narrowing.kind === 'OPCAO'
    ? 'Arquive a opção em vez de retirá-la: ela deixa de ser oferecida e continua legível.'
    : 'Altere esses registros antes, ou deixe a regra como estava.';
