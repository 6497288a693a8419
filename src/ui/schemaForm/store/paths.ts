import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { pointerParts } from '#contract/rules/forms/fieldSchemas.ts';

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${escapePointer(String(part))}`).join('');

export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** Whether the two pointers are equal or one is inside the other. */
export const overlapsPointer = (left: string, right: string): boolean =>
  left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);

export const valueAt = (data: unknown, pointer: string): unknown =>
  pointerParts(pointer).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? value[part as keyof typeof value]
        : undefined,
    data,
  );

/** A copy with one value changed; `undefined` removes the key, and untouched parts keep their identity. */
export function withValue(data: unknown, pointer: string, value: unknown): unknown {
  const [part, ...rest] = pointerParts(pointer);
  return part === undefined ? value : put(data, [part, ...rest], value);
}

function put(data: unknown, [part = '', ...rest]: string[], value: unknown): unknown {
  const isItem = Array.isArray(data) || (data === undefined && /^\d+$/.test(part));
  const inner = valueAt(data, pointerOf([part]));
  const next = rest.length === 0 ? value : put(inner, rest, value);
  if (isItem) {
    const items = [...((data as unknown[] | undefined) ?? [])];
    // JSON has no holes: a cleared item becomes null, and is refused where the schema requires a value.
    items[Number(part)] = next ?? null;
    return items;
  }
  const { [part]: _, ...others } = isPlainObject(data) ? data : {};
  return next === undefined ? others : { ...(isPlainObject(data) ? data : {}), [part]: next };
}

/** Converts 'empresa.razaoSocial', 'contatos[0].nome' and '/contatos/0/nome' to pointers. */
export function pointerOfName(name: string): string {
  if (name === '' || name.startsWith('/')) return name;
  return pointerOf(name.replace(/\[(\d+)\]/g, '.$1').split('.'));
}

/** An object with exactly a start and an end counts as one value. A form may have fields with these names among others. */
export const isPeriod = (properties: object): boolean =>
  Object.keys(properties).sort().join() === 'fim,inicio';

/** JSON with sorted keys: identical for equal content, regardless of key order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? '';
