import type { Route } from '../../contract/route.ts';

/**
 * Filters by extra fields stand in the address one by one: `campo:rota`, and spans by their ends (`campo:dia:de`,
 * `:ate`) or as they were typed (`:faixa`). The wire has them in one list (contract/rules/fields/fieldValues.ts).
 */
export function wireFilters(values: object): Record<string, unknown> {
  const wire: Record<string, unknown> = {};
  const campos: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    const [prefix, key, end] = name.split(':');
    if (prefix !== 'campo') wire[name] = value;
    else
      for (const each of [value].flat())
        if (each) campos.push(`${key}:${end === 'de' ? `${each}..` : end === 'ate' ? `..${each}` : each}`);
  }
  return campos.length > 0 ? { ...wire, campos } : wire;
}

/** Of the filters that an address names, those that a list does not have. */
export const unknownFilters = ({ query }: Pick<Route, 'query'>, values: object): string[] =>
  Object.keys(values).filter(
    (name) => !name.startsWith('campo:') && !Object.hasOwn(query?.properties ?? {}, name),
  );
