import { Recent } from '../recent.ts';
import type { Executor } from './client.ts';

/** A connection keeps each named statement for its lifetime, so only this many of one kind are named. */
const MAX_NAMED = 64;

interface Built<R> {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<R> };
}

/**
 * Like `prepared`, for a statement whose text has several shapes (sort, direction, page size), each built once. The first
 * shapes get a name and are planned once per connection; further ones are built once too, but sent without a name. Filter
 * conditions must not be among the values, because PostgreSQL soon ignores those when planning.
 */
export function preparedShapes<S extends Record<string, string | number | boolean>, V, R>(
  name: string,
  build: (db: Executor, shape: S) => Built<R>,
): (db: Executor, shape: S, values: V) => Promise<R> {
  const known = new WeakMap<Executor, Recent<ReturnType<Built<R>['prepare']>>>();
  const names = new Set<string>();
  return (db, shape, values) => {
    const key = [name, ...Object.values(shape)].join('_');
    const statements = known.get(db) ?? new Recent(MAX_NAMED * 2);
    known.set(db, statements);
    if (names.size < MAX_NAMED) names.add(key);
    const statement = statements.get(key) ?? build(db, shape).prepare(names.has(key) ? key : '');
    statements.set(key, statement);
    return statement.execute(values as Record<string, unknown>);
  };
}
