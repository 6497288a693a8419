import { escapePointer } from '#contract/rules/definitions/jsonLines.ts';
import { type Meta, schemasAt } from './code/metaSchemaAt.ts';

export type Step = string | number;

/** '/etapas/3/setor' → ['etapas', '3', 'setor']. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));

export const pointerOf = (steps: readonly Step[]): string =>
  steps.map((step) => `/${escapePointer(String(step))}`).join('');

/** The value at a path, or undefined. */
export function valueAt(value: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>(
    (inner, step) =>
      isHolder(inner) && Object.hasOwn(inner, step)
        ? (inner as Record<string, unknown>)[String(step)]
        : undefined,
    value,
  );
}

/** A copy with a new value at a path; `undefined` removes the key. Missing parents are created. */
export function withValueAt<T>(value: T, steps: readonly Step[], next: unknown): T {
  const [first, ...rest] = steps;
  if (first === undefined) return next as T;
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(first)] = withValueAt(copy[Number(first)], rest, next);
    return copy as T;
  }
  const { [String(first)]: _, ...others } = (isHolder(value) ? value : {}) as Record<string, unknown>;
  const before = valueAt(value, [first]);
  const inner = withValueAt(before, rest, next);
  if (inner === undefined) return others as T;
  return (isHolder(value) && Object.hasOwn(value, first)
    ? { ...value, [String(first)]: inner }
    : { ...others, [String(first)]: inner }) as unknown as T;
}

/** The list with one item moved. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? [...items] : [...rest.slice(0, to), item, ...rest.slice(to)];
}

/** Index of the list item that a pointer leads into: '/etapas/3/setor' in '/etapas' → 3; null when it lies elsewhere. */
export function indexIn(list: string, pointer: string | undefined): number | null {
  if (!pointer?.startsWith(`${list}/`)) return null;
  const index = Number(pointer.slice(list.length + 1).split('/')[0]);
  return Number.isInteger(index) ? index : null;
}

/** Whether a pointer is at a place or inside it. */
export const isWithin = (pointer: string, place: string): boolean =>
  pointer === place || pointer.startsWith(`${place}/`);

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The content with its keys in the order of the meta-schema, since the database keeps no order. Keys that it does not name
 * come last, in their existing order.
 */
export function orderedContent<T>(content: T, meta: Meta, path: readonly (string | number)[] = []): T {
  if (Array.isArray(content)) {
    const [first] = content;
    if (typeof first !== 'object' || first === null) return content;
    return content.map((item) => orderedContent(item, meta, [...path, 0])) as T;
  }
  if (typeof content !== 'object' || content === null) return content;
  const named = schemasAt(meta, path).flatMap(({ properties }) => Object.keys(properties ?? {}));
  const order = [...new Set(named)];
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(
    Object.entries(content)
      .sort(([one], [other]) => place(one) - place(other))
      .map(([key, value]) => [key, orderedContent(value, meta, [...path, key])]),
  ) as T;
}
