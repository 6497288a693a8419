import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import type { FieldValues } from '#contract/rules/fields/fieldValues.ts';
import { keptInstant } from '#contract/rules/time/instantText.ts';
import type { TimeZone } from '#contract/rules/time/zonedTime.ts';

/** The given values with each instant in the text that is stored of it, by the clock of the record's branch. */
export function withStoredInstants(
  { campos }: Pick<ExtraFieldsDefinition, 'campos'>,
  given: FieldValues,
  stored: FieldValues,
  zone: TimeZone,
): FieldValues {
  const keys = campos.flatMap(({ chave, tipo }) => (tipo === 'INSTANTE' && chave in given ? [chave] : []));
  if (keys.length === 0) return given;
  return {
    ...given,
    ...Object.fromEntries(keys.map((key) => [key, keptInstant(given[key], stored[key], zone)])),
  };
}
