import type { Executor } from './client.ts';

/** Anything that drizzle builds. */
interface Built<R> {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<R> };
}

/**
 * A statement that is asked all the time: built once, and planned once by each connection under its name. Only for
 * those whose plan is the same whatever the values are (by a key, `= any(ids)`), because PostgreSQL soon stops looking
 * at them; a filter that fits half of the rows or three is asked without a name. Values stand as `sql.placeholder`, so
 * that there are as many names as there are calls of this function.
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
