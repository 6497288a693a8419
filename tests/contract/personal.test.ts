import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { catalogue } from '#contract/index.ts';
import type { Route, Routes } from '#contract/route.ts';
import { isPersonalKind } from '#contract/rules/privacy/masks.ts';
import { sourceFiles } from '../support/sourceFiles.ts';

const routes = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, all]) =>
  Object.entries(all).map(([name, route]): [string, Route] => [`${noun}.${name}`, route]),
);

interface Place {
  at: string;
  schema: Record<string, unknown>;
}

/** Every nested schema with the path of property names that leads to it. */
function places(schema: unknown, at: string): Place[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => places(each, at));
  if (typeof schema !== 'object' || schema === null) return [];
  const found = schema as Record<string, unknown>;
  // A marked schema is masked as a whole.
  if ('pessoal' in found) return [{ at, schema: found }];
  const below = (key: string, name = at) => places(found[key], name);
  const named = Object.entries((found.properties ?? {}) as object);
  return [
    { at, schema: found },
    ...named.flatMap(([name, each]) => places(each, at ? `${at}.${name}` : name)),
    ...['items', 'anyOf', 'allOf'].flatMap((key) => below(key)),
    ...Object.values((found.patternProperties ?? {}) as object).flatMap((each) => places(each, `${at}.*`)),
  ];
}

describe('marks of personal data', () => {
  it('use only known kinds', () => {
    const marks = routes.flatMap(([name, { response, body }]) =>
      [...places(response, name), ...places(body, name)].flatMap(({ at, schema }) =>
        'pessoal' in schema && !isPersonalKind(schema.pessoal) ? [at] : [],
      ),
    );
    expect(marks).toEqual([]);
  });

  /** Updates that receive nothing that their noun shows masked under the same name. */
  const TYPED: readonly string[] = [];

  it('come with restoresMasks on every update that accepts a marked field', () => {
    const updates = Object.entries(catalogue as Record<string, Routes>).flatMap(([noun, all]) => {
      const reads = Object.values(all).filter(({ method, ownDataOnly }) => method === 'GET' && !ownDataOnly);
      const marked = new Set(
        reads
          .flatMap(({ response }) => places(response, ''))
          .flatMap(({ at, schema }) => ('pessoal' in schema ? [at.split('.').at(-1)] : [])),
      );
      return Object.entries(all).flatMap(([name, { method, body, restoresMasks, ownDataOnly }]) => {
        const fields = Object.keys(body?.properties ?? {}).filter((key) => marked.has(key));
        return method === 'PUT' && fields.length > 0 && !restoresMasks && !ownDataOnly
          ? [`${noun}.${name}`]
          : [];
      });
    });
    expect(updates).toEqual(TYPED);
  });

  /**
   * Parts of responses with undeclared contents, which might reveal personal data to people who see masks. Each is listed
   * with the reason why it is safe.
   */
  const OPEN: Readonly<Record<string, string>> = {
    'passkeys.*': 'for the browser of whoever asks',
    'platform.*': 'drafts of whoever asks',
    'definitions.*': 'of the studio: files of the company',
    'forms.*': 'a form, and no values',
    'reports.*': 'a form, and what it begins with',
    'dashboardPages.*': 'a form, what it begins with, and filters as somebody typed them',
    'registration.forms: *': 'a form, and what it begins with',
    'registration.taxAuthority: *': 'of a company, which is public',
    'registration.simulation*': 'of a customer that is none',
    'reportDesk.*': 'filters as somebody typed them',
    'ticketBulk.*': 'what somebody typed for an action',
    'parameters.*': 'of the company',
    'salesPlatform.*': 'of the company',
    'realtime.missed: *': 'numbers, kinds, statuses and names (publish.ts)',
    'records.*': 'masked by the marks of their type (shownRow)',
    'dataApi.*': 'masked by the marks of their type (shownRow)',
    'extraFields.*': 'personal fields are left out for whoever sees none (readerOf)',
    'feed.ticket: data.transicoes.condicao': 'of a flow',
    'tickets.get: data.transicoes.condicao': 'of a flow',
  };

  it('cannot be bypassed: no other response has content without a schema', () => {
    const open = routes
      .filter(
        ([, route]) => !route.personal && !route.ownDataOnly && !route.file && route.permission !== 'public',
      )
      .flatMap(([name, { response }]) =>
        places(response, '')
          .filter(({ schema }) => isOpen(schema))
          .map(({ at }) => `${name}${at ? `: ${at}` : ''}`),
      );
    const unnamed = [...new Set(open)].filter(
      (place) =>
        !Object.keys(OPEN).some((known) => place === known || place.startsWith(known.replace(/\*$/, ''))),
    );
    expect(unnamed).toEqual([]);
  });
});

/** Whether any content is allowed. */
const isOpen = (schema: Record<string, unknown>): boolean =>
  (schema.additionalProperties === true && !('patternProperties' in schema)) || isUnknown(schema);

const isUnknown = (schema: Record<string, unknown>): boolean =>
  !('pessoal' in schema) &&
  !['type', 'anyOf', 'allOf', 'const', 'enum', '$ref', 'not'].some((key) => key in schema) &&
  Object.keys(schema).length <= 2;

/** A call in the function that gives a column its cell. */
const MASKED_BY_COLUMN = /\bcolumns\s*\.map\(\(\{ value \}\) =>\s*value\([^;]*\w\([^;]*;/gi;

it('an exported row is masked once, not again for each of its columns', () => {
  expect('yield columns.map(({ value }) =>\n value(masked(row)));').toMatch(MASKED_BY_COLUMN);
  const found = sourceFiles('server').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(MASKED_BY_COLUMN)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
