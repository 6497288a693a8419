/**
 * Stands in for lodash's isEqual in the build (vite.config.ts): react-admin compares stored values, filters and
 * records with it, which are JSON and dates. The original also knows maps, sets, buffers and cycles, and costs
 * 4 KiB before the first screen.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  // 0 and -0 are one, and so are NaN and NaN.
  if (a === b || Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (a instanceof Date || b instanceof Date) {
    return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

// biome-ignore lint/style/noDefaultExport: lodash's shape
export default isEqual;
