import type { Route } from '../../contract/route.ts';

/**
 * Converts the address's filters to those of the wire. In the address, filters by extra fields are separate entries:
 * `campo:rota`, and ranges either by their ends (`campo:dia:de`, `:ate`) or as typed (`:faixa`). On the wire they form one
 * list (contract/rules/fields/fieldValues.ts).
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

/** The filters in an address that a list does not support. */
export const unknownFilters = ({ query }: Pick<Route, 'query'>, values: object): string[] =>
  Object.keys(values).filter(
    (name) => !name.startsWith('campo:') && !Object.hasOwn(query?.properties ?? {}, name),
  );
