import { type Expression, pathsOf } from '#contract/expression/tree.ts';
import { CAMPO_FORMAT } from '#contract/rules/fields/campoFormat.ts';
import type { ExtraField, ExtraFieldsDefinition, FieldEntity } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import {
  type FieldsReader,
  type FieldValues,
  fieldText,
  formFields,
  formValues,
  isReadBy,
  mergedValues,
  presentValues,
  sameValues,
  visibleValues,
} from '#contract/rules/fields/fieldValues.ts';
import { factType, type RecordFacts, ZONE_FACT, zoneOfFacts } from '#contract/rules/fields/recordFacts.ts';
import {
  type RegistrationField,
  registrationFields,
} from '#contract/rules/registration/registrationFields.ts';
import type { RegistrationStep } from '#contract/rules/registration/registrationStep.ts';
import { keyInWords } from '#contract/rules/text.ts';
import type { FieldInfo, RecordFields } from '#contract/sac/extraFields.ts';
import type { User } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { seesPersonal } from '../../session/personalData.ts';
import { isConsumer, isOutside } from '../../session/scope.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
  publishedWith,
} from '../definitions/queries.ts';
import { type Arriving, arrivingOf } from '../definitions/rules.ts';
import { formErrors, validatorAddress } from '../forms/rules.ts';
import { withStoredInstants } from './storedInstants.ts';

/** The fields that were published for an entity, without those of the registration; `null` if none ever were. */
const publishedFields = async (db: Executor, entity: FieldEntity): Promise<ExtraFieldsDefinition | null> =>
  (await publishedDefinition<ExtraFieldsDefinition>(db, 'fields', entity))?.content ?? null;

/**
 * All current fields of an entity; `null` if there are none. Customers also have those that registration steps ask for beyond
 * what the console itself stores: whatever shows extra fields shows them too.
 */
export async function extraFieldsOf(
  db: Executor,
  entity: FieldEntity,
): Promise<ExtraFieldsDefinition | null> {
  const published = await publishedFields(db, entity);
  if (entity !== 'cliente') return published;
  const steps = await publishedDefinitions<RegistrationStep>(db, 'registration');
  return merged(published ?? NO_FIELDS, steps);
}

/** The same as they would be with what is published together with something. */
export async function extraFieldsWith(
  db: Executor,
  entity: FieldEntity,
  arriving: Arriving = new Map(),
): Promise<ExtraFieldsDefinition | null> {
  const own = arriving.get(`fields/${entity}`) as unknown as ExtraFieldsDefinition | undefined;
  const steps = arrivingOf('registration', entity === 'cliente' ? arriving : undefined);
  if (!own && steps.size === 0) return extraFieldsOf(db, entity);
  const published = own ?? (await publishedFields(db, entity));
  if (entity !== 'cliente') return published;
  const all = await publishedWith<RegistrationStep>(db, 'registration', arriving);
  const definition = withSteps(published ?? NO_FIELDS, [...all.values()]);
  return definition.campos.length > 0 ? definition : null;
}

/**
 * One object for the same definitions, which stay the same objects while the configuration does: validators and record types
 * are built once for each.
 */
const mergedOf = new WeakMap<object, WeakMap<object, ExtraFieldsDefinition>>();

function merged(
  published: ExtraFieldsDefinition,
  steps: readonly Published<RegistrationStep>[],
): ExtraFieldsDefinition | null {
  const ofSteps = mergedOf.get(steps) ?? new WeakMap<object, ExtraFieldsDefinition>();
  mergedOf.set(steps, ofSteps);
  const extended =
    ofSteps.get(published) ??
    withSteps(
      published,
      steps.map(({ content }) => content),
    );
  ofSteps.set(published, extended);
  return extended.campos.length > 0 ? extended : null;
}

const withSteps = (published: ExtraFieldsDefinition, steps: readonly RegistrationStep[]) => ({
  ...published,
  campos: [...published.campos, ...fieldsOfSteps(steps, published)],
});

/**
 * An extra field keeps its key if a step asks for one of the same name. That is refused when either is published, but may stand
 * from before; then the answers are kept beside it.
 */
const fieldsOfSteps = (steps: readonly RegistrationStep[], { campos }: ExtraFieldsDefinition) =>
  registrationFields(steps).map((field) =>
    campos.some(({ chave }) => chave === field.chave) ? { ...field, chave: keyBeside(field.chave) } : field,
  );

/** As migration 0052 wrote them. */
const keyBeside = (key: string): string => `${key.slice(0, 30)}NoCadastro`;

/** The fields of the registration that are kept with the extra fields of customers. */
export async function fieldsOfRegistration(db: Executor): Promise<RegistrationField[]> {
  const published = (await publishedFields(db, 'cliente')) ?? NO_FIELDS;
  const steps = await publishedDefinitions<RegistrationStep>(db, 'registration');
  return fieldsOfSteps(
    steps.map(({ content }) => content),
    published,
  );
}

/**
 * Which fields a user may read: people outside the company only public ones of tickets, whose private ones their version of
 * the ticket does not count. Customers have no public ones: they are read by whoever registers customers.
 */
export const readerOf = (entity: FieldEntity, user: Pick<User, 'type' | 'grants'>): FieldsReader => ({
  onlyPublic: entity === 'ticket' ? isOutside(user) : isConsumer(user),
  noPersonal: !seesPersonal(user),
});

/** The definition with only the fields that the user may read. */
export async function readableFields(
  db: Executor,
  entity: FieldEntity,
  user: Pick<User, 'type' | 'grants'>,
): Promise<ExtraFieldsDefinition | null> {
  const definition = await extraFieldsOf(db, entity);
  const reader = readerOf(entity, user);
  if (!definition || (!reader.onlyPublic && !reader.noPersonal)) return definition;
  return { ...definition, campos: definition.campos.filter((field) => isReadBy(field, reader)) };
}

/** What the values are judged with. */
interface Validating {
  /** The stored state, `null` for a new record. */
  before: FieldValues | null;
  reader?: FieldsReader;
  /** What is known of the record, for conditions about it. */
  facts?: RecordFacts;
}

interface ValidatedFields {
  /** The values to store: blank and hidden fields are removed, fields that were not asked for are kept, formulas are calculated. */
  values: Record<string, unknown>;
  errors: Record<string, string>;
}

/**
 * Problems with the given values, by field key (empty when they are valid), and the values to store. Unchanged values are not
 * validated again, so a new required field does not invalidate old records.
 */
export async function validatedFields(
  db: Executor,
  entity: FieldEntity,
  given: FieldValues,
  validating: Validating,
): Promise<ValidatedFields> {
  return validatedBy((await extraFieldsOf(db, entity)) ?? NO_FIELDS, given, validating);
}

/** The same for the last step of the registration, which asks for what the other steps do not. */
export const validatedAtRegistration = async (
  db: Executor,
  given: FieldValues,
  validating: Validating,
): Promise<ValidatedFields> =>
  validatedBy((await publishedFields(db, 'cliente')) ?? NO_FIELDS, given, validating);

async function validatedBy(
  definition: ExtraFieldsDefinition,
  given: FieldValues,
  { before, reader = {}, facts = {} }: Validating,
): Promise<ValidatedFields> {
  const stored = before ?? {};
  const sent = withStoredInstants(definition, presentValues(definition, given), stored, zoneOfFacts(facts));
  // What this person is not asked for counts too, and is not lost by what they fill in.
  const merged = mergedValues(definition, stored, sent, reader);
  const values = keptValues(definition, merged, { reader, facts });
  const unknown = unknownErrors(definition, sent, stored, reader);
  if (before && sameValues(values, before)) return { values, errors: unknown };
  const { schema } = fieldsForm(definition, stored, reader);
  return {
    values,
    errors: {
      ...byKey(await formErrors(schema, onlyRequested(definition, values, reader), facts)),
      ...unknown,
    },
  };
}

/** The values to store of all those that a record would have: what the reader's form asks for and hides is removed. */
export function keptValues(
  definition: ExtraFieldsDefinition,
  whole: FieldValues,
  { reader, facts }: { reader: FieldsReader; facts: RecordFacts },
): Record<string, unknown> {
  const shown = visibleValues(definition, whole, facts);
  const formulas = calculatedKeys(definition);
  const values = {
    ...Object.fromEntries(Object.entries(whole).filter(([key]) => !formulas.has(key))),
    ...Object.fromEntries(Object.entries(shown).filter(([key]) => formulas.has(key))),
  };
  for (const key of keysOf(definition, reader)) if (!Object.hasOwn(shown, key)) delete values[key];
  return values;
}

const calculatedKeys = ({ campos }: ExtraFieldsDefinition): ReadonlySet<string> =>
  new Set(campos.flatMap(({ chave, formula, arquivado }) => (formula && !arquivado ? [chave] : [])));

export const NO_FIELDS: ExtraFieldsDefinition = {
  formato: CAMPO_FORMAT,
  id: 'cliente',
  titulo: '',
  campos: [],
};

const keysOf = (definition: ExtraFieldsDefinition, reader: FieldsReader) =>
  new Set(formFields(definition, reader).map(({ chave }) => chave));

function onlyRequested(definition: ExtraFieldsDefinition, values: FieldValues, reader: FieldsReader) {
  const requested = keysOf(definition, reader);
  return Object.fromEntries(Object.entries(values).filter(([key]) => requested.has(key)));
}

/** Refuses values for fields that are not asked for, unless they equal the stored ones. */
function unknownErrors(
  definition: ExtraFieldsDefinition,
  values: FieldValues,
  before: FieldValues,
  reader: FieldsReader,
): Record<string, string> {
  const requested = keysOf(definition, reader);
  return Object.fromEntries(
    Object.keys(values)
      .filter((key) => !requested.has(key) && JSON.stringify(values[key]) !== JSON.stringify(before[key]))
      .map((key) => [key, 'Este campo não existe mais. Recarregue a página.']),
  );
}

/** Errors are keyed by JSON pointer; only the field's key is kept. */
export const byKey = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors)
      .map(([pointer, text]) => [pointer.split('/')[1] ?? '', text] as const)
      .reverse(),
  );

/** A field's metadata for lists. */
export const fieldInfo = (field: ExtraField): FieldInfo => ({
  chave: field.chave,
  titulo: field.titulo,
  tipo: field.tipo,
  ajuda: field.ajuda ?? '',
  grupo: field.grupo ?? '',
  obrigatorio: field.obrigatorio ?? false,
  coluna: field.coluna ?? false,
  filtravel: field.filtravel ?? false,
  pessoal: field.pessoal ?? false,
  opcoes: (field.opcoes ?? []).map(({ valor, rotulo, arquivada = false }) => ({ valor, rotulo, arquivada })),
});

/** A record's values as far as the user may read them, and the form if they may change them. */
export async function recordFields(
  db: Executor,
  definition: ExtraFieldsDefinition | null,
  record: { version: number; extraFields: FieldValues },
  { mayChange, facts, ...reader }: FieldsReader & { mayChange: boolean; facts: RecordFacts },
): Promise<RecordFields> {
  const { version, extraFields } = record;
  if (!definition) return { versao: version, exibicao: [], podeAlterar: false, valores: {} };
  const { schema, ui } = fieldsForm(definition, extraFields, reader);
  const asks = Object.keys(ui).length > 1;
  return {
    versao: version,
    exibicao: inWords(definition, extraFields, reader),
    podeAlterar: mayChange && asks,
    ...(mayChange &&
      asks && {
        formulario: {
          schema,
          ui,
          validador: await validatorAddress(db, schema),
          ...factsFor(definition, facts),
        },
      }),
    valores: formValues(definition, extraFields, reader),
  };
}

/** The facts of a record, as far as its form asks for them. */
export function factsFor(
  definition: Pick<ExtraFieldsDefinition, 'campos'>,
  facts: RecordFacts,
): { fatos?: RecordFacts } {
  const asked = new Set(
    definition.campos.flatMap(({ visivelSe, obrigatorioSe }) => factsAsked(visivelSe, obrigatorioSe)),
  );
  const isTimed = definition.campos.some(({ tipo, arquivado }) => tipo === 'INSTANTE' && !arquivado);
  const askedFacts = Object.entries(facts).filter(
    ([path]) => asked.has(path) || (isTimed && path === ZONE_FACT),
  );
  return askedFacts.length > 0 ? { fatos: Object.fromEntries(askedFacts) } : {};
}

const factsAsked = (...expressions: readonly (Expression | undefined)[]): string[] =>
  expressions.flatMap((expression) => (expression ? pathsOf(expression) : [])).filter(factType);

/**
 * Archived fields come last. Empty archived fields are left out; other empty fields are marked as empty. So that nothing that is
 * stored goes unseen, a customer's value whose field is gone (from a step of the registration) is shown by its key.
 */
function inWords(
  { id, campos }: ExtraFieldsDefinition,
  values: FieldValues,
  reader: FieldsReader,
): RecordFields['exibicao'] {
  const removedKeys = Object.keys(values).filter((key) => !campos.some(({ chave }) => chave === key));
  const nameless = removedKeys.map(
    (chave): ExtraField => ({
      chave,
      titulo: keyInWords(chave),
      tipo: 'TEXT',
      pessoal: true,
      arquivado: true,
    }),
  );
  const seen = [...campos, ...(id === 'cliente' ? nameless : [])].filter((field) => isReadBy(field, reader));
  const shown = seen.map((field) => ({
    chave: field.chave,
    titulo: field.titulo,
    grupo: field.grupo ?? '',
    texto: fieldText(field, values[field.chave]),
    arquivado: field.arquivado ?? false,
  }));
  return [
    ...shown.filter(({ arquivado }) => !arquivado),
    ...shown.filter(({ arquivado, texto }) => arquivado && texto !== ''),
  ];
}

/** Texts by key for fields that lists may show as columns; absent when the record has no value. */
export function columnTexts(
  definition: ExtraFieldsDefinition | null,
  values: FieldValues,
  which: (field: ExtraField) => boolean | undefined = ({ coluna }) => coluna,
): Record<string, string> {
  return Object.fromEntries(
    (definition?.campos ?? [])
      .filter((field) => !field.arquivado && which(field))
      .map((field) => [field.chave, fieldText(field, values[field.chave])] as const)
      .filter(([, text]) => text !== ''),
  );
}
