import { describe, expect, it } from '@jest/globals';
import type { FastifySchemaCompiler } from 'fastify';
import { catalogue } from '#contract/index.ts';
import { READS, type Routes, Text, Title } from '#contract/route.ts';
import { validatorCompiler } from '#server/plugins/compilers.ts';

/** What people know a thing by, whichever noun has it. */
const NAMES = /^(t[ií]tulo|nome|assunto)$/i;

interface Found {
  at: string;
  schema: Record<string, unknown>;
}

/** The texts in the bodies of all calls, each with its place. */
const texts: Found[] = [];
function gather(schema: unknown, at: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, properties, items, anyOf } = schema as Record<string, unknown>;
  if (type === 'string') texts.push({ at, schema: schema as Found['schema'] });
  for (const [key, part] of Object.entries(properties ?? {})) gather(part, `${at}.${key}`);
  gather(items, `${at}[]`);
  for (const part of (anyOf as unknown[] | undefined) ?? []) gather(part, at);
}
for (const [noun, routes] of Object.entries(catalogue as Record<string, Routes>))
  for (const [name, { body }] of Object.entries(routes)) gather(body, `${noun}.${name}`);

const findings = (schema: object, text: string): unknown[] => {
  const validate = validatorCompiler({ schema, httpPart: 'body' } as Parameters<
    FastifySchemaCompiler<object>
  >[0]) as (data: unknown) => { error?: { ajv?: { keyword: string; params: object }[] } };
  return (validate(text).error?.ajv ?? []).map(({ keyword, params }) => [keyword, params]);
};

const required = texts.filter(({ schema }) => Number(schema.minLength) === 1);
/** Compared with a name that is stored, however that is written. */
const COMPARED = 'privacy.erase.nome';
const titled = required.filter(
  ({ at, schema }) =>
    at !== COMPARED && (NAMES.test(at.split('.').at(-1) ?? '') || NAMES.test(String(schema.title))),
);

describe('titles, names and subjects of every noun', () => {
  it('are found in the catalogue', () => {
    expect(titled.length).toBeGreaterThan(30);
  });

  it('are written as titles', () => {
    expect(titled.filter(({ schema }) => schema[READS] !== 'TITULO').map(({ at }) => at)).toEqual([]);
  });

  it.each(['\u202e', '\u200b\u200b', ' \u00a0 ', '\u2800', '\u3164', '\t', 'Aviso\u202egpj', '<b>Aviso</b>'])(
    'are refused as %j',
    (text) => {
      const taken = titled.filter(({ schema }) => findings(schema, text).length === 0).map(({ at }) => at);
      expect(taken).toEqual([]);
    },
  );

  it.each(['Prazo < 10 e > 2', 'Família 👨‍👩‍👧', '👩🏽‍💻 plantão', 'São João', ' Aviso '])(
    'are taken as %j',
    (text) => {
      expect(findings(Title('Título', 60), text)).toEqual([]);
    },
  );
});

describe('texts that are required', () => {
  it('are no texts if nobody sees anything of them, secrets apart', () => {
    const silent = required.filter(({ schema }) => !(READS in schema) && !schema.pattern);
    expect([...new Set(silent.map(({ schema }) => schema.title))].sort()).toEqual(['Senha', 'Senha atual']);
    expect(findings(Text('Motivo', 500, { minLength: 1 }), '\u200b')).toEqual([
      [READS, { problem: 'Campo obrigatório' }],
    ]);
    // An empty one is told once.
    expect(findings(Text('Motivo', 500, { minLength: 1 }), '')).toEqual([['minLength', { limit: 1 }]]);
  });
});
