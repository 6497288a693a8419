import { describe, expect, it } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import { Failure, type Route } from '#contract/route.ts';
import { serializerOf, validatorCompiler } from '#server/plugins/compilers.ts';

/** The server compiles each schema on first use, so a broken one would only fail for its first caller. */
describe('every schema of the catalogue', () => {
  const routes = Object.values(catalogue).flatMap((noun): Route[] => Object.values(noun));

  it('compiles to a validator of the input', () => {
    for (const { method, path: url, params, query, body } of routes)
      for (const [httpPart, schema] of Object.entries({ params, querystring: query, body }))
        if (schema) expect(() => validatorCompiler({ schema, method, url, httpPart })({})).not.toThrow();
  });

  it('compiles to a serialiser of the response', () => {
    for (const { file, response } of routes)
      if (!file) expect(serializerOf(response)).toBeInstanceOf(Function);
    expect(serializerOf(Failure)).toBeInstanceOf(Function);
  });
});
