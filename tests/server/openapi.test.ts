import fs from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import * as Type from '@sinclair/typebox';
import { catalogue } from '#contract/index.ts';
import { Components, entities } from '#server/docs/components.ts';
import { openapi } from '#server/docs/openapi.ts';

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: string[]; pattern?: string };
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  responses: Record<string, unknown>;
}
interface Document {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<'schemas' | 'responses' | 'parameters', Record<string, unknown>>;
}

const text = fs.readFileSync('docs/openapi.json', 'utf8');
const document = openapi() as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([at, item]) =>
  Object.values(item).map((operation) => ({ ...operation, at })),
);

it('docs/openapi.json equals the catalogue (npm run openapi)', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(JSON.parse(text));
});

// A schema that is written out again at every use would pass it.
it('docs/openapi.json has at most 38,500 lines', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(38_500);
});

it('building the document leaves the schemas of the contract unchanged', () => {
  const before = JSON.stringify(catalogue);
  openapi();
  expect(JSON.stringify(catalogue)).toBe(before);
});

describe('components of the document', () => {
  const references = [...text.matchAll(/"\$ref": "#\/components\/(\w+)\/([^"]+)"/g)].map(
    ([, kind, name]) => `${kind}/${name}`,
  );
  const declared = (['schemas', 'responses', 'parameters'] as const).flatMap((kind) =>
    Object.keys(document.components[kind]).map((name) => `${kind}/${name}`),
  );

  it('are all declared and all used', () => {
    expect([...new Set(references)].sort()).toEqual(declared.sort());
  });

  it('include every schema that a module of the contract exports', async () => {
    const known = new Set(entities().map(({ schema }) => schema));
    const files = fs.readdirSync('contract', { recursive: true, encoding: 'utf8' });
    const missing: string[] = [];
    for (const file of files.filter((each) => each.endsWith('.ts') && each !== 'entities.ts')) {
      const module: Record<string, unknown> = await import(`../../contract/${file}`);
      const own = entities({ [file]: module }).filter(({ schema }) => !known.has(schema));
      missing.push(...own.map(({ name }) => `${file}: ${name}`));
    }
    expect(missing).toEqual([]);
  });

  it('have one shape per name', () => {
    const shapes = new Map<string, string>();
    const two = entities().filter(({ name, schema }) => {
      const shape = JSON.stringify(schema);
      const other = shapes.get(name) ?? shape;
      shapes.set(name, other);
      return other !== shape;
    });
    expect(two.map(({ name }) => name)).toEqual([]);
  });

  it('write a union of literals as an enum, and null as one of the types', () => {
    const words = Type.Union([Type.Literal('A'), Type.Literal('B')], { title: 'Letra' });
    const components = new Components({});
    expect(components.refer(words)).toEqual({ title: 'Letra', type: 'string', enum: ['A', 'B'] });
    expect(components.refer(Type.Union([words, Type.Null()]))).toEqual({
      title: 'Letra',
      type: ['string', 'null'],
      enum: ['A', 'B', null],
    });
    expect(components.refer(Type.Union([Type.Object({ a: words }), Type.Null()]))).toMatchObject({
      type: ['object', 'null'],
    });
  });
});

describe('every operation', () => {
  it('has a unique name, a summary and a description', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(operations.filter(({ summary, description }) => !summary || !description)).toEqual([]);
  });

  it('lists its error responses', () => {
    const silent = operations.filter(
      ({ responses }) =>
        !('200' in responses && '429' in responses && '5XX' in responses && 'default' in responses),
    );
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
    expect(
      Object.keys(operations.find((one) => one.operationId === 'pickups.update')?.responses ?? {}),
    ).toEqual(['200', '400', '401', '403', '404', '409', '422', '429', '5XX', 'default']);
  });

  it('has a tag with a description', () => {
    const explained = new Set(document.tags.filter((tag) => tag.description).map(({ name }) => name));
    expect(operations.filter(({ tags }) => !tags.every((tag) => explained.has(tag)))).toEqual([]);
  });
});

describe('paths of the document', () => {
  const paths = Object.keys(document.paths);

  it('differ by more than the names of their parameters', () => {
    const shapes = paths.map((each) => each.replace(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('are unambiguous: no parameter matches the fixed part of another path', () => {
    const confusable = paths.flatMap((one, index) =>
      paths.slice(index + 1).flatMap((other) => (ambiguous(one, other) ? [`${one} ${other}`] : [])),
    );
    expect(confusable).toEqual([]);
  });
});

/** Whether some address matches both, judging by shape and by the values of their parameters. */
function ambiguous(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')];
  if (a.length !== b.length) return false;
  const crossing = a.some((part, i) => isParameter(part) && !isParameter(b[i] as string));
  const backwards = a.some((part, i) => !isParameter(part) && isParameter(b[i] as string));
  return (
    crossing &&
    backwards &&
    a.every((part, i) => {
      const there = b[i] as string;
      if (isParameter(part)) return isParameter(there) || takes(one, part, there);
      return isParameter(there) ? takes(other, there, part) : part === there;
    })
  );
}

const isParameter = (part: string) => part.startsWith('{');

/** Whether every call of a path accepts this text for the parameter. */
function takes(at: string, part: string, value: string): boolean {
  return Object.values(document.paths[at] ?? {}).some(({ parameters = [] }) => {
    const all = parameters.map((each) =>
      '$ref' in each
        ? (document.components.parameters[each.$ref.split('/')[3] as string] as Parameter)
        : each,
    );
    const schema = all.find((each) => each.in === 'path' && `{${each.name}}` === part)?.schema;
    if (!schema || schema.type === 'integer') return false;
    if (schema.enum) return schema.enum.includes(value);
    return !schema.pattern || new RegExp(schema.pattern, 'u').test(value);
  });
}
