import { type CustomField, inUse } from '../../records/customType.ts';

/** What a new record of a type cannot do without: a record of each of these types, with the index of the field that says so. */
export function demandedTypes(fields: readonly CustomField[]): ReadonlyMap<string, number> {
  const demanded = new Map<string, number>();
  for (const [index, field] of fields.entries())
    for (const key of demandedBy(field)) if (!demanded.has(key)) demanded.set(key, index);
  return demanded;
}

/** A list without items counts as no value, so one that must be given needs what its items need. */
function demandedBy(field: CustomField): string[] {
  if (field.arquivado || !field.obrigatorio) return [];
  return [
    ...(field.referencia ? [field.referencia] : []),
    ...inUse(field.campos).flatMap((inner) => demandedBy(inner)),
  ];
}

/**
 * The shortest path by which a type demands itself, through `first`: the types in between and the type itself at the end. `null`
 * if there is none.
 */
export function requiredCycle(
  key: string,
  first: string,
  fieldsOf: (key: string) => readonly CustomField[] | undefined,
): string[] | null {
  const paths: string[][] = [[first]];
  const seen = new Set<string>([first]);
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (last === key) return path;
    for (const next of demandedTypes(fieldsOf(last) ?? []).keys()) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}
