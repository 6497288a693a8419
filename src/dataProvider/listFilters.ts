import type { CallFailure } from './failure.ts';
import { unknownFilters } from './fieldFilters.ts';
import { resources } from './resources.ts';

/** Names of the filters that a list does not support, and of those whose value the server refused. */
export async function filterProblems(
  resource: string,
  values: object,
  refused: CallFailure | null,
): Promise<string[]> {
  const names = Object.keys(values);
  const given = resources[resource];
  const routes = typeof given === 'function' ? await given() : given;
  const unknown = routes ? unknownFilters(routes.list, values) : [];
  const fields = Object.keys(refused?.fields ?? {});
  // Lists that take their filters as one string name the invalid one in the error message.
  const sentence = refused?.fields.filter ?? refused?.fields.filtro ?? '';
  const wrong = names.filter(
    (name) =>
      sentence.includes(`"${name}"`) ||
      fields.some((field) => field === name || field.startsWith(`${name}.`)),
  );
  return [...new Set([...unknown, ...wrong])];
}
