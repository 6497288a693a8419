import type { Executor } from './client.ts';

/** Any query built by drizzle. */
interface Built<R> {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<R> };
}

/**
 * A statement that is executed constantly: built once, and planned once per connection under its name. Only for queries whose
 * plan does not depend on the values (by a key, `= any(ids)`), because PostgreSQL soon ignores them; a filter that may match
 * half of the rows or only three is sent without a name. Values are passed as `sql.placeholder`, so there are only as many
 * names as calls of this function.
 */
export function prepared<V extends Record<string, unknown>, R>(
  name: string,
  build: (db: Executor) => Built<R>,
): (db: Executor, values: V) => Promise<R> {
  const known = new WeakMap<Executor, ReturnType<Built<R>['prepare']>>();
  return (db, values) => {
    const statement = known.get(db) ?? build(db).prepare(name);
    known.set(db, statement);
    return statement.execute(values);
  };
}
