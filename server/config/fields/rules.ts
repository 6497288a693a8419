import { sql } from 'drizzle-orm';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import type { ExtraFieldsDefinition } from '../../../contract/rules/fields/extraFields.ts';
import { fieldSchema } from '../../../contract/rules/fields/fieldSchema.ts';
import { fieldsChanges } from '../../../contract/rules/fields/fieldsChanges.ts';
import { fieldsForm } from '../../../contract/rules/fields/fieldsForm.ts';
import { fieldsProblems } from '../../../contract/rules/fields/fieldsProblems.ts';
import { refusedChanges, restoredFields } from '../../../contract/rules/fields/fieldsTransition.ts';
import { keptValues, presentValue } from '../../../contract/rules/fields/fieldValues.ts';
import type { Executor } from '../../db/client.ts';
import type { Content, KindRules } from '../definitions/kind.ts';
import { exampleProblems } from '../forms/exampleProblems.ts';
import { formErrors } from '../forms/validators.ts';
import { blockingRecords } from './blocking.ts';
import { fieldEntities } from './entities.ts';
import { keepFieldIndexes } from './indexes.ts';

const asFields = (content: Content) => content as unknown as ExtraFieldsDefinition;

/** Fields that administrators add to customers and tickets (schemas/fields). Nothing published is ever lost. */
export const fieldsKind: KindRules = {
  kind: 'fields',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => {
    const definition = asFields(content);
    const found = fieldsProblems(definition);
    return found.some(({ severity }) => severity === 'ERRO')
      ? found
      : [...found, ...(await defaultProblems(definition)), ...(await testProblems(definition))];
  },
  transition: async (before, after, db) => {
    if (!before) return [];
    const refused = refusedChanges(asFields(before), asFields(after));
    return refused.length > 0
      ? refused.map((problem) => ({ ...problem, severity: 'ERRO' as const }))
      : blockingRecords(db, asFields(before), asFields(after));
  },
  changes: (before, after) => fieldsChanges(asFields(before), asFields(after)),
  restored: (now, older) => ({ ...restoredFields(asFields(now), asFields(older)) }),
  dependents: async (db, _key, content) => (content ? holders(db, asFields(content)) : []),
  onPublish: (tx, content) => keepFieldIndexes(tx, asFields(content), 'PUBLISHING'),
};

/** A first value that its own field would refuse. */
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

/** Its own examples, judged by the very form. */
function testProblems(definition: ExtraFieldsDefinition): Promise<DefinitionProblem[]> {
  const { schema } = fieldsForm(definition);
  const named = (keys: readonly (string | undefined)[]) =>
    keys.map((key) => `'${definition.campos.find(({ chave }) => chave === key)?.titulo ?? key}'`).join(', ');
  return exampleProblems(definition.testes ?? [], async ({ valores, espera }, index) => {
    const values = keptValues(definition, valores);
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
              `O exemplo ${index + 1} era recusado em ${named(missed)}, e agora é aceito ali.`,
            ),
          ]
        : []),
      ...(odd.length > 0
        ? [
            error(
              `/testes/${index}`,
              `O exemplo ${index + 1} era aceito, e agora é recusado em ${named(odd)}.`,
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

/** How many records hold a value of each field. */
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
