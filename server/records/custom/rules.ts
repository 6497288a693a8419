import { eq } from 'drizzle-orm';
import {
  type CustomField,
  type CustomTypeDefinition,
  customRecordType,
  fieldsByKey,
  inUse,
} from '#contract/records/customType.ts';
import { recordSchema } from '#contract/records/fields/fieldSchema.ts';
import { mergedRecord, normalizeFields } from '#contract/records/fields/normalizeRecord.ts';
import { STANDARD_TYPE_KEYS, standardType } from '#contract/records/index.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { inCampoFormat } from '#contract/rules/fields/campoFormat.ts';
import { formulaWarning, newFormulas } from '#contract/rules/fields/fieldsTransition.ts';
import { formatCount } from '#contract/rules/format.ts';
import { patternProblem } from '#contract/rules/forms/patterns.ts';
import {
  customTypeWords,
  refusedTypeChanges,
  restoredType,
} from '#contract/rules/records/customTypeChanges.ts';
import { customTypeProblems } from '#contract/rules/records/customTypeProblems.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { publishedWith } from '../../config/definitions/queries.ts';
import type { Arriving, KindRules } from '../../config/definitions/rules.ts';
import { exampleProblems, formErrors, schemaProblem } from '../../config/forms/rules.ts';
import type { Executor } from '../../db/client.ts';
import { records } from '../../db/tables/index.ts';
import { startDerivedUpdate } from './following.ts';
import { narrowedRecords, ownerChanges, scopeChanges } from './ownerChanges.ts';
import { requiredCycles } from './requiredCycles.ts';
import { giveFileRights, giveRights, requireRights } from './typeRights.ts';
import { offerOf, referenceUses } from './typeUses.ts';

/** Record types that the company defines itself (schemas/records). No data that records hold is ever lost. */
export const customTypeKind: KindRules = {
  kind: 'records',
  readsDatabase: false,
  keyOf: (content) => String(content.chave ?? ''),
  titleOf: (content) => titleOf(contentOf('records', content)),
  descriptionOf: (content) => String(content.descricao ?? ''),
  stored: inCampoFormat,
  problems: async (content) => {
    const definition = contentOf('records', inCampoFormat(content));
    const found = [
      ...customTypeProblems(definition, STANDARD_TYPE_KEYS),
      ...standardReferences(definition),
      ...expressionProblems(definition.campos, '/campos'),
    ];
    if (found.length > 0) return found;
    const schema = recordSchema({ campos: customRecordType(definition).campos });
    const uncompiled = schemaProblem(schema, '/campos');
    if (uncompiled) return [asError(uncompiled)];
    return [...(await defaultProblems(definition)), ...(await testProblems(definition))];
  },
  transition: async (before, after, db, arriving) => {
    const [old, now] = [before && contentOf('records', before), contentOf('records', after)];
    const types = await customTypesWith(db, now, arriving);
    const refused = [
      ...(old || now.escopo ? [] : [error('/escopo', UNDECLARED)]),
      ...(await requiredCycles(db, now, types)),
      ...(old ? refusedTypeChanges(old, now).map(asError) : []),
      ...(old && old.codigo.join() !== now.codigo.join() ? await otherKey(db, now) : []),
    ];
    if (refused.length > 0 || !old) return refused;
    return [
      ...(await ownerChanges(db, old, now)),
      ...(await scopeChanges(db, old, now)),
      ...(await narrowedRecords(db, old, now)),
      ...(await lateResults(db, old, now)),
    ];
  },
  restored: (now, older) => ({ ...restoredType(contentOf('records', now), contentOf('records', older)) }),
  changes: (before, after) => changesBetween(before, after, customTypeWords),
  dependents: async (db, key) => {
    const total = await db.$count(records, eq(records.type, key));
    return total > 0 ? [{ tipo: 'Registros', nome: 'Registros deste cadastro', quantos: total }] : [];
  },
  uses: async (content) => referenceUses(contentOf('records', content).campos, '/campos'),
  offers: (content, to) => offerOf(contentOf('records', content), to),
  requireRights: (ctx, before, after) => {
    if (before) requireRights(ctx, contentOf('records', before), contentOf('records', after));
  },
  giveRights: (tx, ctx, content, chosen) => giveRights(tx, ctx, contentOf('records', content), chosen),
  onPublish: async (tx, content, { version, isTrial }) => {
    if (!isTrial) await startDerivedUpdate(tx, contentOf('records', content), version);
    if (version === 1 && contentOf('records', content).direitos)
      await giveFileRights(tx, contentOf('records', content));
  },
};

/** Only types that existed before scopes were declared may be without one. */
const UNDECLARED =
  'Diga quem vê quais registros (escopo): toda a empresa, por filial, por cliente ou pela carteira do representante.';

const titleOf = ({ titulo }: CustomTypeDefinition): string => {
  const text = String(titulo?.muitos ?? '');
  return upperFirst(text);
};

const error = (pointer: string, message: string): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});
const asError = (problem: { pointer: string; message: string }) => error(problem.pointer, problem.message);

/** Expressions run in an engine whose time depends only on the length of the text; syntax it does not support is rejected. */
const expressionProblems = (fields: readonly CustomField[], at: string): DefinitionProblem[] =>
  fields.flatMap(({ expressao, campos = [] }, index) => {
    const wrong = expressao === undefined ? null : patternProblem(expressao);
    return [
      ...(wrong ? [error(`${at}/${index}/expressao`, wrong)] : []),
      ...expressionProblems(campos, `${at}/${index}/campos`),
    ];
  });

/** Rejects references to standard types whose records are identified by several fields, since a reference holds one value. */
function standardReferences({ campos }: CustomTypeDefinition): DefinitionProblem[] {
  return inUse(campos).flatMap((field, index) =>
    [field, ...inUse(field.campos)].flatMap(({ referencia, titulo }) => {
      const type = referencia ? standardType(referencia) : undefined;
      const [key, ...more] = type?.codigo ?? [];
      return type && (more.length > 0 || !key || type.campos[key]?.tipo === 'REFERENCIA')
        ? [
            error(
              `/campos/${index}/referencia`,
              `'${titulo}' não pode citar ${type.titulo.muitos}: esse registro é reconhecido por mais de um campo.`,
            ),
          ]
        : [];
    }),
  );
}

/** The published custom types by key, as they would be with this definition and those published together with it. */
async function customTypesWith(
  db: Executor,
  definition: CustomTypeDefinition,
  arriving: Arriving | undefined,
): Promise<ReadonlyMap<string, CustomTypeDefinition>> {
  const types = await publishedWith<CustomTypeDefinition>(db, 'records', arriving);
  return types.set(definition.chave, definition);
}

/** Rejects a default value that its own field would not accept. */
async function defaultProblems({ campos }: CustomTypeDefinition): Promise<DefinitionProblem[]> {
  const having = inUse(campos).filter(({ padrao }) => padrao !== undefined);
  if (having.length === 0) return [];
  const fields = fieldsByKey(having.map((field) => ({ ...field, obrigatorio: false })));
  const errors = await formErrors(
    recordSchema({ campos: fields }),
    Object.fromEntries(having.map(({ chave, padrao }) => [chave, padrao])),
  );
  return Object.entries(errors).map(([pointer, text]) =>
    error(
      `/campos/${campos.findIndex(({ chave }) => chave === pointer.split('/')[1])}/padrao`,
      `O próprio campo recusa este valor inicial: ${text}`,
    ),
  );
}

/** Checks the definition's own examples with the actual form schema. */
function testProblems(definition: CustomTypeDefinition): Promise<DefinitionProblem[]> {
  const { campos } = customRecordType(definition);
  const schema = recordSchema({ campos });
  const named = (keys: readonly string[]) => keys.map((key) => `'${campos[key]?.titulo ?? key}'`).join(', ');
  return exampleProblems(definition.testes ?? [], async ({ valores, espera }, index) => {
    const errors = await formErrors(schema, mergedRecord(campos, null, normalizeFields(campos, valores)));
    const refused = new Set(Object.keys(errors).map((pointer) => pointer.split('/')[1] ?? ''));
    const expected = espera === 'valido' ? [] : espera.map(({ campo }) => campo);
    const missed = expected.filter((key) => !refused.has(key));
    const odd = [...refused].filter((key) => !expected.includes(key));
    const at = `/testes/${index}`;
    return [
      ...(missed.length > 0
        ? [
            error(
              at,
              `O exemplo ${index + 1} espera recusa em ${named(missed)}, e as regras de agora o aceitam ali.`,
            ),
          ]
        : []),
      ...(odd.length > 0
        ? [
            error(
              at,
              `O exemplo ${index + 1} não espera recusa em ${named(odd)}, e as regras de agora o recusam ali.`,
            ),
          ]
        : []),
    ];
  });
}

/** Formulas of which the records that there are have no result yet. */
async function lateResults(
  db: Executor,
  before: CustomTypeDefinition,
  after: CustomTypeDefinition,
): Promise<DefinitionProblem[]> {
  const late = newFormulas(before.campos, after.campos);
  if (late.length === 0) return [];
  const [any] = await db
    .select({ id: records.id })
    .from(records)
    .where(eq(records.type, after.chave))
    .limit(1);
  return any
    ? late.map(({ pointer, titulo }) => ({
        pointer,
        message: formulaWarning(titulo),
        severity: 'AVISO' as const,
      }))
    : [];
}

/** Records are identified by their key, in files and in other systems, so it cannot change while there are any. */
async function otherKey(db: Executor, { chave }: CustomTypeDefinition): Promise<DefinitionProblem[]> {
  const total = await db.$count(records, eq(records.type, chave));
  return total > 0
    ? [
        error(
          '/codigo',
          `A chave não muda mais: por ela ${formatCount(total, 'registro é reconhecido', 'registros são reconhecidos')}.`,
        ),
      ]
    : [];
}
