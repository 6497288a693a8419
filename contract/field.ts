import type { Static, TObject, TSchema } from '@sinclair/typebox';

/** How a value is presented to people: how it is written and how it is aligned. */
export type FieldFormat = 'text' | 'id' | 'integer' | 'decimal' | 'day' | 'instant' | 'flag' | 'choice';

export interface FieldWords {
  label: string;
  format: FieldFormat;
  /** Numbers are right-aligned; an id is treated as a name. */
  align: 'left' | 'right';
}

/**
 * Label and format of an entity's field, read from the contract: `field(PickupRow, 'agendadaPara').label`. Throws for a field
 * without a title, unless the label is given: a record within the row has none of its own.
 */
export function field<T extends TObject>(
  entity: T,
  name: keyof Static<T> & string,
  own?: string,
): FieldWords {
  const schema = entity.properties[name] as TSchema | undefined;
  const label = schema && (own ?? titleOf(schema));
  if (!schema || !label) throw new Error(`${name} of ${String(entity.title)} has no title`);
  const format = formatOf(schema);
  return {
    label,
    format,
    align: format === 'integer' || format === 'decimal' ? 'right' : 'left',
  };
}

export const choicesOf = ({ anyOf }: TSchema): TSchema[] =>
  ((anyOf ?? []) as TSchema[]).filter(({ type }) => type !== 'null');

/** A nullable schema has its title one level down. */
export const titleOf = (schema: TSchema): string | undefined =>
  schema.title ?? choicesOf(schema).map(titleOf).find(Boolean);

export function formatOf(schema: TSchema): FieldFormat {
  const [first, second] = choicesOf(schema);
  if (first && !second) return formatOf(first);
  if (first) return 'const' in first ? 'choice' : 'text';
  if (schema.format === 'date' || schema.pessoal === 'NASCIMENTO') return 'day';
  if (schema.format === 'date-time') return 'instant';
  if (schema.type === 'boolean') return 'flag';
  // Matches the way in which `Id` and `Decimal` of route.ts declare them.
  if (schema.type === 'integer')
    return schema.minimum === 1 && schema.maximum === 2147483647 ? 'id' : 'integer';
  if (schema.type === 'string' && String(schema.pattern ?? '').includes('(\\.\\d{1,')) return 'decimal';
  return 'text';
}
