import { createHash } from 'node:crypto';

/** SHA-256 of a content with sorted keys, so that different notations of the same content are equal. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalText(content)).digest('hex');

/** JSON with sorted keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(sorted(value)) ?? '';

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key as keyof typeof value])]),
  );
}
