/**
 * Replaces lodash's isEqual in the build (vite.config.ts). react-admin uses it to compare stored values, filters and records,
 * which are JSON and dates. The original also supports maps, sets, buffers and cycles, and adds 4 KiB before the first
 * screen.
 */
export function isEqual(a: unknown, b: unknown): boolean {
  // 0 equals -0, and NaN equals NaN.
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

// biome-ignore lint/style/noDefaultExport: lodash has a default export
export default isEqual;
