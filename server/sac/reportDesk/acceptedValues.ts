import {
  type ParameterForm,
  parametersOf,
  schemaWithoutDefaults,
} from '#contract/rules/reports/parameterSchema.ts';
import { filledValues, isEmptyValue, resolvedValues } from '#contract/rules/reports/parameterValues.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { formErrors } from '../../config/forms/rules.ts';
import type { Reading } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { zoneOf } from '../../session/zoneOf.ts';
import { plainTexts } from '../../text/plainText.ts';
import { missingBound, type PublishedReport } from '../reports/queries.ts';

export type Values = Record<string, unknown>;

/** Longer values do not come from a form. */
const MAX_CHARACTERS = 20_000;

/** The values if the report accepts them; otherwise refuses, naming the fields. Relative dates are kept as they are. */
export const acceptedValues = (
  ctx: Reading<'db' | 'user' | 'now'>,
  { content }: PublishedReport,
  given: Values,
): Promise<Values> =>
  acceptedFilters(
    ctx,
    { form: content.parametros, missing: (filled) => missingBound(content, filled) },
    given,
  );

interface Asked {
  form: ParameterForm;
  /** What else has to be filled in, by filter. */
  missing?: (filled: Values) => Readonly<Record<string, string>>;
}

export async function acceptedFilters(
  ctx: Reading<'db' | 'user' | 'now'>,
  { form, missing = () => ({}) }: Asked,
  given: Values,
): Promise<Values> {
  const values = plainTexts(given);
  if (JSON.stringify(values).length > MAX_CHARACTERS)
    throw invalid({ filtros: 'Estes filtros são grandes demais para salvar.' });
  // The customer panel adds its customer to the filters; whether that customer is in scope is checked when the report runs.
  const { CLIENTE_ID: panel, ...filters } = values;
  const resolved = await resolveRelativeDates(ctx, form, filters);
  const errors = await formErrors(schemaWithoutDefaults(form.schema), resolved);
  // Said while somebody is there to read it: a schedule that runs at night has nobody to ask for its period.
  if (isEmptyValue(panel))
    for (const [name, text] of Object.entries(missing(filledValues(resolved)))) errors[`/${name}`] ??= text;
  if (Object.keys(errors).length > 0)
    throw invalid(
      Object.fromEntries(Object.entries(errors).map(([pointer, text]) => [`filtros${pointer}`, text])),
      'Complete os filtros antes de salvar.',
    );
  return values;
}

/** Replaces relative dates with the dates they stand for now in this person's time zone. */
export const resolveRelativeDates = async (
  { db, user, now }: Reading<'db' | 'user' | 'now'>,
  form: ParameterForm,
  values: Values,
): Promise<Values> => resolvedValues(parametersOf(form), values, localDate(now(), await zoneOf(db, user)));
