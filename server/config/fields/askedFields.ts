import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { fieldsForm } from '#contract/rules/fields/fieldsForm.ts';
import {
  type FieldsReader,
  type FieldValues,
  formFields,
  formValues,
  presentValues,
} from '#contract/rules/fields/fieldValues.ts';
import { type RecordFacts, zoneOfFacts } from '#contract/rules/fields/recordFacts.ts';
import type { StepField } from '#contract/rules/flows/flow.ts';
import type { StepFields } from '#contract/sac/extraFields.ts';
import type { Executor } from '../../db/client.ts';
import { formErrors, validatorAddress } from '../forms/rules.ts';
import { byKey, extraFieldsOf, factsFor, keptValues, NO_FIELDS } from './extraFields.ts';
import { withStoredInstants } from './storedInstants.ts';

/** What a step of a flow asks for, of whom, and what is known. */
interface Asking {
  asked: readonly StepField[];
  /** The values that the ticket has. */
  before: FieldValues;
  reader: FieldsReader;
  facts: RecordFacts;
}

/** The fields of tickets, as demanded as the step demands them, and the keys of those that it asks for. */
async function askedOf(db: Executor, asked: readonly StepField[]) {
  const published = (await extraFieldsOf(db, 'ticket')) ?? NO_FIELDS;
  const demanded = new Set(asked.flatMap(({ chave, obrigatorio }) => (obrigatorio ? [chave] : [])));
  const keys = new Set(asked.map(({ chave }) => chave));
  const definition: ExtraFieldsDefinition = {
    ...published,
    campos: published.campos.map((field) =>
      demanded.has(field.chave) ? { ...field, obrigatorio: true } : field,
    ),
  };
  return { definition, keys };
}

/** The form of a step, in the order in which it asks. Without one, it asks this person for nothing. */
export async function stepFieldsForm(
  db: Executor,
  { asked, before, reader, facts }: Asking,
): Promise<Pick<StepFields, 'formulario' | 'valores'>> {
  const { definition, keys } = await askedOf(db, asked);
  const { schema, ui } = fieldsForm(definition, before, reader, keys);
  // What the conditions of the asked fields read is sent along; a form keeps what it does not ask for.
  const valores = formValues(definition, before, reader);
  const shown = Object.keys(ui).filter((key) => keys.has(key));
  if (shown.length === 0) return { valores };
  const order = asked.map(({ chave }) => chave).filter((key) => shown.includes(key));
  return {
    formulario: {
      schema,
      ui: { ...ui, 'ui:order': [...order, '*'] },
      validador: await validatorAddress(db, schema),
      ...factsFor(definition, facts),
    },
    valores,
  };
}

interface Answered {
  /** All values of the ticket, to store. */
  values: Record<string, unknown>;
  /** By key of the field. */
  errors: Record<string, string>;
}

/**
 * The values of a ticket that leaves a step: what was given of the fields that the step asks for replaces what the ticket has, and
 * all of them are judged, so that a ticket whose fields were filled in before goes on without anybody typing them again.
 */
export async function answeredFields(
  db: Executor,
  given: FieldValues,
  { asked, before, reader, facts }: Asking,
): Promise<Answered> {
  const { definition, keys } = await askedOf(db, asked);
  const mine = new Set(
    formFields(definition, reader).flatMap(({ chave, formula }) =>
      keys.has(chave) && !formula ? [chave] : [],
    ),
  );
  const foreign = Object.keys(given).filter((key) => !mine.has(key));
  if (foreign.length > 0)
    return { values: before, errors: Object.fromEntries(foreign.map((key) => [key, NOT_ASKED])) };
  const mergedValuesOfStep = {
    ...Object.fromEntries(Object.entries(before).filter(([key]) => !Object.hasOwn(given, key))),
    ...withStoredInstants(definition, presentValues(definition, given), before, zoneOfFacts(facts)),
  };
  const values = keptValues(definition, mergedValuesOfStep, { reader, facts });
  const { schema } = fieldsForm(definition, before, {}, keys);
  const errors = byKey(await formErrors(schema, values, facts));
  const unseen = ({ chave }: ExtraField) => errors[chave] !== undefined && !mine.has(chave);
  return {
    values,
    errors: {
      ...errors,
      ...Object.fromEntries(
        definition.campos.filter(unseen).map(({ chave, titulo }) => [chave, unseenText(titulo)] as const),
      ),
    },
  };
}

const NOT_ASKED = 'A etapa não pede este campo. Recarregue a página.';

/** The title of a field is no secret, and somebody has to be told what to ask for. */
const unseenText = (titulo: string) =>
  `Falta '${titulo}', que você não preenche. Peça a quem vê este campo que o preencha antes.`;
