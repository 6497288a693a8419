import type { Executor } from '../db/client.ts';
import { notFound } from '../errors.ts';
import { customType } from './custom/queries.ts';
import type { MappedType } from './mapping.ts';
import { isTypeKey, mappedTypes } from './registry.ts';

/** A standard type or one of the company's own; otherwise 404, with the same body as for an unknown record. */
export async function mappedType(db: Executor, key: string): Promise<MappedType> {
  const found = isTypeKey(key) ? mappedTypes[key] : await customType(db, key);
  if (!found) throw notFound();
  return found;
}
