import { and, type SQL, sql } from 'drizzle-orm';
import type { DefinitionKind, DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import type { OfferedField, ValueForm } from '#contract/rules/definitions/uses.ts';
import type { ExtraField, ExtraFieldType, FieldEntity } from '#contract/rules/fields/extraField.ts';
import type { Executor } from '../../db/client.ts';
import { namedRecords } from './namedRecords.ts';
import { fieldEntities, keyLiteral } from './queries.ts';

const FORMS: Partial<Record<ExtraFieldType, ValueForm>> = {
  INTEIRO: 'INTEIRO',
  DECIMAL: 'DECIMAL',
  DINHEIRO: 'DECIMAL',
  PERCENTUAL: 'DECIMAL',
  DATE: 'DATA',
  INSTANTE: 'MOMENTO',
  CHECKBOX: 'LOGICO',
  MULTISELECT: 'LISTA',
  ARQUIVO: 'LISTA',
};

/** How the values of a field are stored. */
const formOf = ({ tipo }: Pick<ExtraField, 'tipo'>): ValueForm => FORMS[tipo] ?? 'TEXTO';

/** The fields that others may use; e-mails no personal ones. */
export const offeredFields = (
  fields: readonly ExtraField[],
  to: DefinitionKind,
): ReadonlyMap<string, OfferedField> =>
  new Map(
    fields
      .filter(({ arquivado, pessoal }) => !arquivado && !(pessoal && to === 'mails'))
      .map((field) => [field.chave, offeredField(field)]),
  );

const offeredField = (field: ExtraField): OfferedField => ({
  title: field.titulo,
  form: formOf(field),
  ...(field.opcoes && !field.fonte && { values: field.opcoes.map(({ valor }) => valor) }),
});

/** A field of a content, and where it stands. */
interface PlacedField {
  field: ExtraField;
  pointer: string;
}

/**
 * Fields under whose key records hold values of another form, which would be read wrongly or not at all. A key may have been
 * that of another field before, so fields that were not there are looked at too, not only those that change.
 */
export async function misfits(
  db: Executor,
  entity: FieldEntity,
  before: readonly ExtraField[],
  after: readonly PlacedField[],
): Promise<DefinitionProblem[]> {
  const asked = after.flatMap(({ field, pointer }) => {
    const old = before.find(({ chave }) => chave === field.chave);
    const condition = old && formOf(old) === formOf(field) ? undefined : misfit(entity, field);
    return condition ? [{ field, pointer, condition }] : [];
  });
  const found: DefinitionProblem[] = [];
  const totals = asked.length > 0 ? await totalsOf(db, entity, asked) : [];
  for (const [index, { field, pointer, condition }] of asked.entries()) {
    const total = totals[index] ?? 0;
    if (total === 0) continue;
    const { have, names } = await namedRecords(db, entity, condition, total);
    found.push({
      pointer,
      message: `${have} guardado em '${field.titulo}' (${field.chave}) o que não é ${WORDS[formOf(field)]}: ${names}. Crie um campo novo, com outra chave.`,
      severity: 'ERRO',
    });
  }
  return found;
}

const WORDS: Readonly<Record<ValueForm, string>> = {
  TEXTO: 'um texto',
  INTEIRO: 'um número inteiro',
  DECIMAL: 'um número',
  DATA: 'uma data',
  MOMENTO: 'uma data com hora',
  LOGICO: 'sim ou não',
  LISTA: 'uma lista',
};

/** All of them in one reading. */
async function totalsOf(
  db: Executor,
  entity: FieldEntity,
  asked: readonly { condition: SQL }[],
): Promise<number[]> {
  const counts = asked.map(({ condition }) => sql`count(*) filter (where ${condition})::int`);
  const { rows } = await db.execute<{ totals: number[] }>(
    sql`select array[${sql.join(counts, sql`, `)}] as totals from ${fieldEntities[entity].table}`,
  );
  return rows[0]?.totals ?? [];
}

/** Records whose value the field could not hold; `undefined` for fields that are only shown, which hold anything. */
function misfit(entity: FieldEntity, field: ExtraField): SQL | undefined {
  if (field.cadastro === null) return undefined;
  const { values } = fieldEntities[entity];
  const key = keyLiteral(field.chave);
  const text = sql`(${values} ->> ${key})`;
  const kind = sql`jsonb_typeof(${values} -> ${key})`;
  const number = sql`public.extra_number${text}`;
  const kinds = (...names: string[]) => sql`${kind} in ${names}`;
  const fits: Readonly<Record<ValueForm, SQL>> = {
    INTEIRO: sql`${number} = trunc(${number})`,
    DECIMAL: sql`${number} is not null`,
    DATA: sql`${text} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`,
    MOMENTO: sql`public.extra_instant(${text}) is not null`,
    LOGICO: kinds('boolean'),
    // A single choice of before is read as a list of one.
    LISTA: kinds('array', 'string', ...named(field)),
    TEXTO: kinds('string', ...named(field), ...(isNumeric(field) ? ['number'] : [])),
  };
  return and(sql`${text} is not null`, sql`not coalesce(${fits[formOf(field)]}, false)`);
}

/** A choice from a source of options is stored with its name. */
const named = ({ fonte }: ExtraField): string[] => (fonte === undefined ? [] : ['object', 'number']);

/** A step may offer numbers to choose from. */
const isNumeric = ({ cadastro }: ExtraField): boolean =>
  cadastro?.schema.type === 'number' || cadastro?.schema.type === 'integer';
