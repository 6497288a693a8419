import { createHash } from 'node:crypto';
import { sortedKeys } from '../../../contract/rules/definitions/sortedKeys.ts';

/** SHA-256 of a content with sorted keys, so that different notations of the same content are equal. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(canonicalText(content)).digest('hex');

/** JSON with sorted keys. */
export const canonicalText = (value: unknown): string => JSON.stringify(sortedKeys(value)) ?? '';
