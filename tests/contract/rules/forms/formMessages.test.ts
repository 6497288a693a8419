import { describe, expect, it } from '@jest/globals';
import { conditionsOf, fieldSchemas } from '#contract/rules/forms/fieldSchemas.ts';
import { formFormats, movedPeriod, periodProblem } from '#contract/rules/forms/formats.ts';
import {
  errorTexts,
  type FormFinding,
  KNOWN_KEYWORDS,
  keywordText,
  UNKNOWN_PROBLEM,
} from '#contract/rules/forms/formMessages.ts';
import { patternProblem } from '#contract/rules/forms/patterns.ts';

const finding = (keyword: string, params: object = {}, instancePath = '/campo'): FormFinding => ({
  keyword,
  params,
  instancePath,
  schemaPath: `#/properties/campo/${keyword}`,
});

/** Every keyword of draft 2020-12 that can reject a value, and our own. */
const REFUSING = [
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'format', 'maxItems', 'minItems', 'uniqueItems', 'contains'],
  ...['minProperties', 'required', 'dependentRequired', 'additionalProperties', 'unevaluatedProperties'],
  ...[
    'unevaluatedItems',
    'formatMinimum',
    'formatMaximum',
    'formatExclusiveMinimum',
    'formatExclusiveMaximum',
  ],
  ...['false schema', 'x-periodo'],
];

describe('error messages of a form', () => {
  it('have a Portuguese sentence of their own for every keyword', () => {
    expect(REFUSING.filter((keyword) => !KNOWN_KEYWORDS.includes(keyword))).toEqual([]);
    const params = {
      limit: 3,
      type: 'string',
      pattern: '^a+$',
      allowedValue: 7,
      allowedValues: ['x'],
      multipleOf: 5,
    };
    for (const keyword of [...KNOWN_KEYWORDS, 'not', 'anyOf', 'constructor', '__proto__']) {
      const text = keywordText(finding(keyword, params), []);
      expect(text).toMatch(/^[A-ZÀ-Ý][^\n]{4,70}[^.]$/u);
      expect(text).not.toMatch(/must|should|undefined|NaN|\^|\$|#\/|campo\//);
    }
    expect(keywordText(finding('not'), [])).toBe(UNKNOWN_PROBLEM);
  });

  it('show only the most helpful error, at the field concerned', () => {
    const schema = {
      properties: { campo: { type: 'string', enum: ['a'] }, 'a/b': { type: 'boolean' } },
    };
    expect(
      errorTexts(schema, [
        finding('if', { failingKeyword: 'then' }, ''),
        finding('pattern'),
        finding('minLength', { limit: 1 }),
        finding('required', { missingProperty: 'campo' }, ''),
        finding('required', { missingProperty: 'a/b' }, ''),
      ]),
    ).toEqual({ '/campo': 'Escolha uma opção', '/a~1b': 'É preciso marcar esta opção' });
  });

  it('prefer the texts of the field, its format or the branch that requires it', () => {
    const schema = {
      properties: {
        campo: { type: 'string', 'x-mensagens': { maxLength: 'Abrevie o nome', email: 'Endereço?' } },
      },
    };
    expect(errorTexts(schema, [finding('maxLength', { limit: 3 })])).toEqual({ '/campo': 'Abrevie o nome' });
    expect(errorTexts(schema, [finding('format', { format: 'email' })])).toEqual({ '/campo': 'Endereço?' });
    expect(errorTexts(schema, [finding('format', { format: 'cpf' })])).toEqual({ '/campo': 'CPF inválido' });
    expect(errorTexts(schema, [finding('formatMaximum', { limit: '2026-01-01' })])).toEqual({
      '/campo': 'Data posterior a data máxima',
    });
    expect(errorTexts(schema, [finding('formatMinimum', { limit: '2026-01-01' })])).toEqual({
      '/campo': 'Data anterior a data mínima',
    });
  });

  it('cover at most two hundred fields', () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      finding('type', { type: 'string' }, `/x/${index}`),
    );
    expect(Object.keys(errorTexts({}, many))).toHaveLength(200);
  });
});

describe('formats of form fields', () => {
  it.each([
    ['cnpj', '12ABC34501DE35', true],
    ['cnpj', '12.ABC.345/01DE-35', false],
    ['cpf', '52998224725', true],
    ['cpf', '11111111111', false],
    ['date', '2026-02-29', false],
    ['time', '24:00', false],
    ['decimal', '1e9', false],
    ['phone', '11988887777', true],
    ['uri', 'javascript:alert(1)', false],
  ] as const)('%s accepts %s: %s', (format, text, good) => {
    expect(formFormats[format].validate(text)).toBe(good);
  });
});

describe('period', () => {
  it('counts both of its end days', () => {
    const month = { inicio: '2026-01-01', fim: '2026-01-31' };
    expect(periodProblem(month, { dias: 31 })).toBe('');
    expect(periodProblem(month, { dias: 30 })).toBe('dias');
    expect(periodProblem({ inicio: '2026-01-02', fim: '2026-01-01' }, {})).toBe('ordem');
    expect(periodProblem({ inicio: '2026-01-02' }, {})).toBe('');
    expect(periodProblem('texto', {})).toBe('');
  });

  it('moves its other end no further than necessary', () => {
    expect(movedPeriod({ inicio: '2026-03-01', fim: '2026-01-31' }, 'inicio', {})).toEqual({
      inicio: '2026-03-01',
      fim: '2026-03-01',
    });
    expect(movedPeriod({ inicio: '2026-01-01', fim: '2026-03-31' }, 'fim', { dias: 31 })).toEqual({
      inicio: '2026-03-01',
      fim: '2026-03-31',
    });
    expect(movedPeriod({ inicio: '2026-01-01', fim: '2026-03-31' }, 'inicio', { dias: 31 })).toEqual({
      inicio: '2026-01-01',
      fim: '2026-01-31',
    });
  });
});

describe('schema with branches', () => {
  const root = {
    $defs: { rua: { type: 'string', title: 'Rua' } },
    properties: {
      if: { type: 'string' },
      itens: { type: 'array', items: { properties: { rua: { $ref: '#/$defs/rua' } } } },
    },
    allOf: [
      // biome-ignore lint/suspicious/noThenProperty: the keyword's name in JSON Schema
      { if: { required: ['if'] }, then: { properties: { outro: { title: 'Outro' } } } },
    ],
  };

  it('lists its conditions in a fixed order, and takes no field for a condition', () => {
    expect(conditionsOf(root)).toEqual([{ pointer: '/allOf/0/if', schema: { required: ['if'] } }]);
  });

  it('finds a field in every branch, row and reference', () => {
    expect(fieldSchemas(root, '/outro')).toEqual([{ title: 'Outro' }]);
    expect(fieldSchemas(root, '/itens/7/rua').map(({ title }) => title)).toContain('Rua');
    expect(fieldSchemas(root, '/nada')).toEqual([]);
  });
});

describe('regular expressions of forms', () => {
  it.each([
    ...[
      '([',
      'a'.repeat(301),
      '(a)\\1',
      '(?<n>a)\\k<n>',
      '(?=a)b',
      '(?!a)b',
      '(?<=a)b',
      '(?<!a)b',
      '(a{40}){40}',
    ],
  ])('reject %s', (pattern) => {
    expect(patternProblem(pattern)).not.toBeNull();
  });
  it.each([
    ...['\\S', '^\\d{8,9}$', '^[A-Z]{2}$', '^(?:ISENTO|\\d{2,14})$', '^[1-9]\\d{0,9}$', '^[0-9A-Za-z./-]+$'],
    // Harmless, since the engine never backtracks.
    ...['(a+)+$', '(a|a)*$', '(\\w+\\s?)*$', '^(a?){20}$', '((?:a*)b?)+', '([)]+)+', 'a*a*a*a*b', '(a+?)*?'],
    ...['^\\d{1,12}(\\.\\d{1,2})?$', '^(?:\\d{3}\\.){2}\\d{3}$', '^[+*()]+$', '^\\(\\d{2}\\)\\+?$'],
  ])('accept %s', (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
  });
});
