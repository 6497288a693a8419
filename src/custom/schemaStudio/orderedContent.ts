import { type Meta, schemasAt } from './code/metaSchemaAt.ts';

/**
 * The content with its keys in the order in which the meta-schema tells of them: the database keeps none. Keys that
 * it does not name stay behind, as they are.
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
