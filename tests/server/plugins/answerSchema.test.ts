import { describe, expect, it } from '@jest/globals';
import { Type } from '@sinclair/typebox';
import fastJsonStringify from 'fast-json-stringify';
import { catalogue } from '#contract/index.ts';
import { Nullable, type Route, Strict } from '#contract/route.ts';
import { answerSchema, serializerOf } from '#server/plugins/compilers.ts';

interface Schema {
  type?: string;
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  pattern?: string;
  format?: string;
}

const TEXTS = ['1.00', 'cadastro-x', '2026-01-01', '#aabbcc', '12:00', 'ABC', 'abc', '12345678901'];
const OF_FORMAT: Record<string, string> = { 'date-time': '2026-01-01T00:00:00Z', date: '2026-01-01' };

/** A response of this schema: with the first alternative of each choice, or the last, which is `null` where allowed. */
function answerOf(schema: Schema, which: 'first' | 'last'): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return answerOf(schema.anyOf.at(which === 'first' ? 0 : -1) as Schema, which);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => answerOf(each, which)));
  const { type, items = {}, properties = {}, pattern, format } = schema;
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, answerOf(each, which)]),
    );
  if (type === 'array') return [answerOf(items, which), answerOf(items, which)];
  if (type === 'string')
    return OF_FORMAT[format ?? ''] ?? TEXTS.find((text) => new RegExp(pattern ?? '').test(text)) ?? 'x';
  if (type === 'integer' || type === 'number') return 7;
  if (type === 'boolean') return true;
  return type === 'null' ? null : {};
}

const responses = [
  ...new Set(
    Object.values(catalogue)
      .flatMap((noun): Route[] => Object.values(noun))
      .filter(({ file }) => !file)
      .map(({ response }) => response),
  ),
];

describe('serialised response', () => {
  it.each(['first', 'last'] as const)(
    'of every call equals the value, with the %s of each choice',
    (which) => {
      for (const response of responses) {
        const answer = answerOf(response as Schema, which);
        expect(JSON.parse(serializerOf(response)(answer))).toEqual(answer);
      }
    },
  );

  it('keeps null in an object, a list or a union of literals', () => {
    const Row = Strict({
      nome: Nullable(Type.String({ maxLength: 5 })),
      itens: Nullable(Type.Array(Nullable(Strict({ qtd: Type.Integer() })))),
      st: Nullable(Type.Union([Type.Literal('ABERTO'), Type.Literal('FECHADO')])),
      nota: Type.Optional(Nullable(Type.Integer())),
    });
    const write = serializerOf(Row);
    expect(write({ nome: null, itens: null, st: null, nota: null })).toBe(
      '{"nome":null,"itens":null,"st":null,"nota":null}',
    );
    expect(write({ nome: 'Zé', itens: [null, { qtd: 1, custo: '9.00' }], st: 'ABERTO' })).toBe(
      '{"nome":"Zé","itens":[null,{"qtd":1}],"st":"ABERTO"}',
    );
  });

  it('keeps what a cell of a report holds: a text, a number, a boolean or null', () => {
    const Cell = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));
    const cells = ['1.00', '', 1.5, 0, true, false, null];
    expect(serializerOf(Type.Array(Cell))(cells)).toBe(JSON.stringify(cells));
  });

  it('uses a validator only to choose between kinds of objects', () => {
    const usesValidator = (schema: object) =>
      /getSchemaValidator\("/.test(String(fastJsonStringify(answerSchema(schema), { mode: 'standalone' })));
    const asking = Object.entries(catalogue).flatMap(([noun, routes]) =>
      Object.entries<Route>(routes)
        .filter(([, { file, response }]) => !file && usesValidator(response))
        .map(([call]) => `${noun}.${call}`),
    );
    expect(asking).toEqual([
      ...['schedules', 'schedule', 'createSchedule', 'updateSchedule'].map((call) => `reportDesk.${call}`),
      'returns.reasons',
    ]);
    const Two = Type.Union([Strict({ a: Type.String() }), Strict({ b: Type.String() })]);
    expect(usesValidator(Two)).toBe(true);
    expect(serializerOf(Two)({ b: 'x' })).toBe('{"b":"x"}');
  });
});
