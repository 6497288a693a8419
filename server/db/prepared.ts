import { createHash } from 'node:crypto';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { Recent } from '../recent.ts';
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
  const statements = new WeakMap<Executor, ReturnType<Built<R>['prepare']>>();
  return (db, values) => {
    const statement = statements.get(db) ?? build(db).prepare(name);
    statements.set(db, statement);
    return statement.execute(values);
  };
}

/** A connection keeps each named statement for its lifetime, so only this many of one kind are named. */
const MAX_NAMED = 64;

/**
 * Like `prepared`, for a statement whose text has several shapes (sort, direction, page size), each built once. The first
 * shapes get a name and are planned once per connection; further ones are built once too, but sent without a name. Filter
 * conditions must not be among the values, because PostgreSQL soon ignores those when planning.
 */
export function preparedShapes<S extends Record<string, string | number | boolean>, V, R>(
  name: string,
  build: (db: Executor, shape: S) => Built<R>,
): (db: Executor, shape: S, values: V) => Promise<R> {
  const statementsByKey = new WeakMap<Executor, Recent<ReturnType<Built<R>['prepare']>>>();
  const names = new Set<string>();
  return (db, shape, values) => {
    const key = [name, ...Object.values(shape)].join('_');
    const statements = statementsByKey.get(db) ?? new Recent(MAX_NAMED * 2);
    statementsByKey.set(db, statements);
    if (names.size < MAX_NAMED) names.add(key);
    const statement = statements.get(key) ?? build(db, shape).prepare(names.has(key) ? key : '');
    statements.set(key, statement);
    return statement.execute(values as Record<string, unknown>);
  };
}

const dialect = new PgDialect();

/**
 * Like `prepared`, for statements whose text somebody else decides, such as the condition of a rule: of all those with this
 * function, the first are planned once per connection.
 */
export function preparedTexts<R extends Record<string, unknown>>(
  name: string,
): (db: Executor, statement: SQL) => Promise<R[]> {
  const names = new Map<string, string>();
  return async (db, statement) => {
    const query = dialect.sqlToQuery(statement);
    if (!names.has(query.sql) && names.size < MAX_NAMED)
      names.set(query.sql, `${name}_${createHash('sha256').update(query.sql).digest('hex').slice(0, 32)}`);
    const { rows } = await db._.session
      .prepareQuery<{ execute: { rows: R[] }; all: unknown; values: unknown }>(
        query,
        undefined,
        names.get(query.sql) ?? '',
        false,
      )
      .execute();
    return rows;
  };
}
