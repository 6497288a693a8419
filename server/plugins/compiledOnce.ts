/** Compiles a schema at its first use; a schema object that several paths share is compiled once. */
export function compiledOnce<T>(compile: (schema: object) => T): (schema: object) => T {
  const known = new WeakMap<object, T>();
  return (schema) => {
    const compiled = known.get(schema) ?? compile(schema);
    known.set(schema, compiled);
    return compiled;
  };
}
