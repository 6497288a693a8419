import { escapePointer } from '../../../../contract/rules/definitions/jsonLines.ts';
import { pointerParts } from '../../../../contract/rules/forms/fieldSchemas.ts';

export const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((part) => `/${escapePointer(String(part))}`).join('');

export const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));

/** One of both is the other, or stands inside it. */
export const touches = (left: string, right: string): boolean =>
  left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);

export const valueAt = (data: unknown, pointer: string): unknown =>
  pointerParts(pointer).reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? value[part as keyof typeof value]
        : undefined,
    data,
  );

/** A copy with one value changed; `undefined` takes the key away, what was not touched keeps its identity. */
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
    // JSON knows no hole: an emptied item is null, and refused where the schema asks for a value.
    items[Number(part)] = next ?? null;
    return items;
  }
  const { [part]: _, ...others } = isPlainObject(data) ? data : {};
  return next === undefined ? others : { ...(isPlainObject(data) ? data : {}), [part]: next };
}

/** 'empresa.razaoSocial', 'contatos[0].nome' and '/contatos/0/nome' all as pointers. */
export function pointerOfName(name: string): string {
  if (name === '' || name.startsWith('/')) return name;
  return pointerOf(name.replace(/\[(\d+)\]/g, '.$1').split('.'));
}

/** A beginning and an end, and nothing else: one value. A form may have fields of these names among others. */
export const isPeriod = (properties: object): boolean =>
  Object.keys(properties).sort().join() === 'fim,inicio';

/** JSON with sorted keys: the same for the same content, however it was written. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  ) ?? '';
