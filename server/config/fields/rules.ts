import { and, type SQL, sql } from 'drizzle-orm';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldSchema } from '#contract/rules/fields/fieldSchema.ts';
import { fieldsChanges } from '#contract/rules/fields/fieldsChanges.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import { fieldsProblems } from '#contract/rules/fields/fieldsProblems.ts';
import {
  type FieldNarrowing,
  formulaWarning,
  narrowings,
  newFormulas,
  refusedChanges,
  restoredFields,
} from '#contract/rules/fields/fieldsTransition.ts';
import { presentValue, visibleValues } from '#contract/rules/fields/fieldValues.ts';
import { formatCount } from '#contract/rules/format.ts';
import { registrationFields } from '#contract/rules/registration/registrationFields.ts';
import type { RegistrationStep } from '#contract/rules/registration/registrationStep.ts';
import type { Executor } from '../../db/client.ts';
import { publishedWith } from '../definitions/queries.ts';
import type { Arriving, KindRules } from '../definitions/rules.ts';
import { exampleProblems, formErrors } from '../forms/rules.ts';
import { namedRecords } from './namedRecords.ts';
import { fieldEntities, keyLiteral, syncFieldIndexes } from './queries.ts';
import { misfits, offeredFields } from './storedForms.ts';

export { misfits, offeredFields } from './storedForms.ts';

/** Fields that administrators add to customers and tickets (schemas/fields). Published fields are never lost. */
export const fieldsKind: KindRules = {
  kind: 'fields',
  readsDatabase: false,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  stored: inCampoFormat,
  problems: async (content) => {
    const definition = contentOf('fields', inCampoFormat(content));
    const found = fieldsProblems(definition);
    return found.some(({ severity }) => severity === 'ERRO')
      ? found
      : [...found, ...(await defaultProblems(definition)), ...(await testProblems(definition))];
  },
  transition: async (before, after, db, arriving) => {
    const { id, campos } = contentOf('fields', after);
    const keyProblems = id === 'cliente' ? await takenKeys(db, contentOf('fields', after), arriving) : [];
    if (keyProblems.length > 0) return keyProblems;
    const refused = before ? refusedChanges(contentOf('fields', before), contentOf('fields', after)) : [];
    if (refused.length > 0) return refused.map((problem) => ({ ...problem, severity: 'ERRO' as const }));
    // A published field only changes to types that read its values alike.
    const fieldsBefore = before ? contentOf('fields', before).campos : [];
    const fresh = campos.flatMap((field, index) =>
      fieldsBefore.some(({ chave }) => chave === field.chave)
        ? []
        : [{ field, pointer: `/campos/${index}/chave` }],
    );
    return [
      ...(await misfits(db, id, [], fresh)),
      ...(before ? await blockingRecords(db, contentOf('fields', before), contentOf('fields', after)) : []),
      ...(await lateResults(db, contentOf('fields', after), fieldsBefore)),
    ];
  },
  changes: (before, after) => fieldsChanges(contentOf('fields', before), contentOf('fields', after)),
  restored: (now, older) => ({ ...restoredFields(contentOf('fields', now), contentOf('fields', older)) }),
  uses: async () => [],
  offers: (content, to) => ({ fields: offeredFields(contentOf('fields', content).campos, to) }),
  dependents: async (db, _key, content) => (content ? holders(db, contentOf('fields', content)) : []),
  onPublish: async (tx, content, { isTrial }) => {
    if (!isTrial) await syncFieldIndexes(tx, contentOf('fields', content), 'PUBLISHING');
  },
};

/** Keys that a step of the registration already uses for a field of its own. */
async function takenKeys(
  db: Executor,
  { campos }: ExtraFieldsDefinition,
  arriving: Arriving | undefined,
): Promise<DefinitionProblem[]> {
  const steps = await publishedWith<RegistrationStep>(db, 'registration', arriving);
  const asked = registrationFields([...steps.values()]);
  return campos.flatMap(({ chave }, index) => {
    const other = asked.find((field) => field.chave === chave);
    return other
      ? [
          error(
            `/campos/${index}/chave`,
            `O cadastro já pergunta '${other.titulo}' com esta chave. Use outra, ou mude a etapa do cadastro.`,
          ),
        ]
      : [];
  });
}

/** Defaults that their own fields would refuse. */
const defaultProblems = async ({ campos }: ExtraFieldsDefinition): Promise<DefinitionProblem[]> => {
  const schema = {
    properties: Object.fromEntries(
      campos.map((field) => [field.chave, fieldSchema({ ...field, obrigatorio: false })]),
    ),
  };
  const values = Object.fromEntries(
    campos.flatMap((field) =>
      field.padrao === undefined ? [] : [[field.chave, presentValue(field, field.padrao)]],
    ),
  );
  const errors = await formErrors(schema, values);
  return campos.flatMap((field, index) => {
    if (field.padrao === undefined) return [];
    const value = values[field.chave];
    const text = Object.entries(errors).find(([pointer]) => pointer.split('/')[1] === field.chave)?.[1];
    return text || (value !== field.padrao && field.tipo !== 'MULTISELECT')
      ? [
          error(
            `/campos/${index}/padrao`,
            `O próprio campo recusa este valor inicial: ${text ?? 'não é deste tipo.'}`,
          ),
        ]
      : [];
  });
};

/** The definition's own test cases, validated with the actual form. */
function testProblems(definition: ExtraFieldsDefinition): Promise<DefinitionProblem[]> {
  const { schema } = fieldsForm(definition);
  const named = (keys: readonly (string | undefined)[]) =>
    keys.map((key) => `'${definition.campos.find(({ chave }) => chave === key)?.titulo ?? key}'`).join(', ');
  return exampleProblems(definition.testes ?? [], async ({ valores, espera }, index) => {
    const values = visibleValues(definition, valores);
    const errors = await formErrors(schema, values);
    const refused = new Set(Object.keys(errors).map((pointer) => pointer.split('/')[1]));
    const expected = espera === 'valido' ? [] : espera.map(({ campo }) => campo);
    const [missed, odd] = [
      expected.filter((key) => !refused.has(key)),
      [...refused].filter((key) => !expected.includes(key ?? '')),
    ];
    return [
      ...(missed.length > 0
        ? [
            error(
              `/testes/${index}`,
              `O exemplo ${index + 1} espera recusa em ${named(missed)}, e as regras de agora o aceitam ali.`,
            ),
          ]
        : []),
      ...(odd.length > 0
        ? [
            error(
              `/testes/${index}`,
              `O exemplo ${index + 1} não espera recusa em ${named(odd)}, e as regras de agora o recusam ali.`,
            ),
          ]
        : []),
    ];
  });
}

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/** Number of records with a value for each field. */
async function holders(db: Executor, { id, campos }: ExtraFieldsDefinition) {
  const { table, values, many } = fieldEntities[id];
  const { rows } = await db.execute<{ key: string; total: number }>(
    sql`select held.key, count(*)::int as total
      from ${table} cross join lateral jsonb_object_keys(${values}) as held (key) group by held.key`,
  );
  const totals = new Map(rows.map(({ key, total }) => [key, total]));
  return campos.flatMap(({ chave, titulo }) => {
    const total = totals.get(chave) ?? 0;
    return total > 0 ? [{ tipo: `Valores de ${many}`, nome: titulo, quantos: total }] : [];
  });
}

/** Formulas of which the records that there are have no result yet. */
async function lateResults(
  db: Executor,
  { id, campos }: ExtraFieldsDefinition,
  known: readonly ExtraField[],
): Promise<DefinitionProblem[]> {
  const late = newFormulas(known, campos);
  if (late.length === 0) return [];
  const [any] = await db.select({ one: sql`1` }).from(fieldEntities[id].table).limit(1);
  return any
    ? late.map(({ pointer, titulo }) => ({
        pointer,
        message: formulaWarning(titulo),
        severity: 'AVISO' as const,
      }))
    : [];
}

/** The records that a stricter rule would invalidate, reported at each rule. */
async function blockingRecords(
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
  const condition = conditionOf(id, narrowing);
  const total = await db.$count(fieldEntities[id].table, condition);
  if (total === 0) return null;
  const { have, names } = await namedRecords(db, id, condition, total);
  return {
    pointer: narrowing.pointer,
    message: `${have} ${sentenceOf(narrowing)}: ${names}. ${remedyText(narrowing)}`,
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
      return field.tipo === 'ARQUIVO'
        ? `mais de ${formatCount(narrowing.limit, 'arquivo', 'arquivos')} ${where}`
        : `mais de ${formatCount(narrowing.limit, 'escolha', 'escolhas')} ${where}`;
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

const remedyText = ({ narrowing }: FieldNarrowing): string =>
  narrowing.kind === 'OPCAO'
    ? 'Arquive a opção em vez de retirá-la: ela deixa de ser oferecida e continua legível.'
    : 'Altere esses registros antes, ou deixe a regra como estava.';
