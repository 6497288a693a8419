/** One field of a record before and after a change. */
export interface FieldDifference {
  /** Path of the field, its parts joined with dots. */
  field: string;
  /** Text of the value; `null` if there was none. */
  before: string | null;
  after: string | null;
}

/** The fields affected by a change, in the order in which they are named; unchanged fields are omitted. */
export function auditDifferences(before: unknown, after: unknown): FieldDifference[] {
  const [old, present] = [flat(before), flat(after)];
  return [...new Set([...old.keys(), ...present.keys()])]
    .map((field) => ({ field, before: old.get(field) ?? null, after: present.get(field) ?? null }))
    .filter((each) => each.before !== each.after);
}

function flat(value: unknown, path = '', found = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) return found;
  if (typeof value !== 'object') return found.set(path || 'valor', textOf(value));
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object' || each === null))
    return found.set(path || 'valor', value.map(textOf).join(', '));
  for (const [key, child] of Object.entries(value)) flat(child, path ? `${path}.${key}` : key, found);
  return found;
}

const textOf = (value: unknown): string =>
  value === true ? 'sim' : value === false ? 'não' : value === null ? '' : String(value);
