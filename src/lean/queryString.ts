/*
 * Replaces query-string in the build (vite.config.ts), by which react-admin writes the state of a list into its address and reads it: plain
 * names and texts. The original also knows six ways to write an array, and adds 2 KiB before the first list.
 */

type Read = Record<string, string | null | (string | null)[]>;

/** Names in the order of the alphabet; a name without a value has no `=`, and one that is undefined is left out. */
export const stringify = (values: Record<string, unknown>): string =>
  Object.keys(values)
    .filter((name) => values[name] !== undefined)
    .sort()
    .map((name) => (values[name] === null ? written(name) : `${written(name)}=${written(values[name])}`))
    .join('&');

/** A name that stands twice has a list of values. */
export function parse(search: string): Read {
  const found: Read = Object.create(null);
  for (const part of search
    .trim()
    .replace(/^[?#&]/, '')
    .split('&')) {
    if (part === '') continue;
    const [name, ...rest] = part.replaceAll('+', ' ').split('=');
    const key = text(name ?? '');
    const value = rest.length > 0 ? text(rest.join('=')) : null;
    const entry = found[key];
    found[key] = entry === undefined ? value : [entry, value].flat();
  }
  return found;
}

const written = (value: unknown) =>
  encodeURIComponent(String(value)).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** What somebody wrote into the address by hand may be no encoding at all. */
function text(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
