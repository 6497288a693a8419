import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TSchema } from '@sinclair/typebox';
import { catalogue } from '#contract/index.ts';
import { pathsOf, type Route, type Routes } from '#contract/route.ts';
import { keptSessions } from '../../support/signIn/keptSessions.ts';
import { type ReturnsFixture, returnsFixture } from '../sac/returnsFixture.ts';

let fixture: ReturnsFixture;
let callAs: ReturnType<typeof keptSessions>;
beforeAll(async () => {
  fixture = await returnsFixture();
  callAs = keptSessions(fixture.server);
});
afterAll(() => fixture?.close());

const routes = Object.values(catalogue as Record<string, Routes>)
  .flatMap((noun) => Object.values(noun))
  .map((route) => [`${route.method} ${pathsOf(route)[0]}`, route] as const);

const TEXTS = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '%',
    '_',
    '\\',
    '"',
    '{}',
    '[]',
    'null',
    '../..',
    '1e309',
    'NaN',
    '-1',
    '0',
  ],
  ...[
    "'; drop table tickets; --",
    '<script>alert(1)</script>',
    '9'.repeat(44),
    'a'.repeat(99),
    'ação',
    '\u202e',
  ],
  ...[
    '\u{1F600}'.repeat(20),
    '12.ABC.345/01DE-35',
    '11222333000181',
    '1001',
    'infinity',
    '((((((',
    '__proto__',
  ],
  ...['constructor', '\t\n', 'a b c d e f g h i j k', '2026-02-30', '24:00', '#1', '11144477735'],
];
const DAYS = ['2026-01-01', '0000-01-01', '0001-01-01', '9999-12-31', '1900-01-01'];
const NUMBERS = [0, -1, 1, 2, 100, 2147483647, 2147483648, 1e21, 1.5, 1e308];
const ROUNDS = 8;

/** The same numbers in every run, so that failures are reproducible. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
type Dice = ReturnType<typeof dice>;
const pick = <T>(roll: Dice, values: readonly T[]): T => values[roll(values.length)] as T;

/** Nearly valid for the schema: close enough to pass some of its rules, wrong enough to cause damage behind them. */
function nearly(schema: TSchema | undefined, roll: Dice, depth = 0): unknown {
  if (!schema || depth > 5 || roll(25) === 0)
    return pick<unknown>(roll, [null, [], {}, true, ...TEXTS, ...NUMBERS]);
  if (schema.const !== undefined) return schema.const;
  if (schema.anyOf) return nearly(pick(roll, schema.anyOf as TSchema[]), roll, depth);
  if (schema.type === 'object') {
    const named = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
    const kept = named.filter(([name]) => schema.required?.includes(name) || roll(5) < 3);
    return Object.fromEntries(kept.map(([name, each]) => [name, nearly(each, roll, depth + 1)]));
  }
  if (schema.type === 'array')
    return Array.from({ length: roll(4) }, () => nearly(schema.items as TSchema, roll, depth + 1));
  if (schema.type === 'integer' || schema.type === 'number')
    return roll(2) ? 1 + roll(3) : pick(roll, NUMBERS);
  if (schema.type === 'boolean') return roll(2) === 1;
  return schema.format === 'date' ? pick(roll, DAYS) : pick(roll, TEXTS).slice(0, schema.maxLength ?? 200);
}

const encoded = (value: unknown) => encodeURIComponent(String(value).replace(/\p{Cs}/gu, ''));

function queryOf(schema: TSchema | undefined, roll: Dice): string {
  const given = Object.entries((schema && nearly(schema, roll)) ?? {});
  const pairs = given.flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((each) => `${name}[]=${encoded(each)}`) : [`${name}=${encoded(value)}`],
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const filled = (route: Route, roll: Dice) =>
  (pathsOf(route)[0] ?? '').replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = route.params?.properties[name];
    const value = schema?.type === 'integer' && roll(3) ? 1 + roll(3) : nearly(schema, roll);
    return encoded(value) || '1';
  });

describe('random requests to every route', () => {
  it.each(routes)('cause no server error: %s', async (title, route) => {
    const roll = dice(title.length * 7919 + title.charCodeAt(title.length - 1));
    const people = Object.keys(fixture.people) as (keyof ReturnsFixture['tokens'])[];
    for (let round = 0; round < ROUNDS; round += 1) {
      const personId = fixture.people[pick(roll, people)];
      const url = `${filled(route, roll)}${queryOf(route.query, roll)}`;
      const body = route.body && JSON.stringify(nearly(route.body, roll));
      const answer = await callAs(personId, route, url, {
        ...(body && { body, headers: { 'content-type': 'application/json' } }),
      });
      expect([url, body, answer.status < 500]).toEqual([url, body, true]);
      // Nothing is proved by a session that an earlier call ended.
      expect([url, answer.body.code === 'SESSAO_EXPIRADA']).toEqual([url, false]);
    }
  });
});
