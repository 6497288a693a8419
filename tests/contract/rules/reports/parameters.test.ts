import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  formOfParameters,
  parameterFormProblems,
  parametersOf,
  schemaWithoutDefaults,
  writtenInQuery,
} from '#contract/rules/reports/parameterSchema.ts';
import { PARAMETER_TYPES, type ReportParameter } from '#contract/rules/reports/report.ts';

const plain = (parametro: string, change: Partial<ReportParameter>): ReportParameter => ({
  parametro,
  label: 'Rótulo',
  tipo: 'TEXT',
  obrigatorio: false,
  opcoes: [],
  ...change,
});
const schemaOf = (change: Partial<ReportParameter>) => {
  const { schema, ui } = formOfParameters([plain('x', change)]);
  const { title: _, ...own } = (schema.properties as Record<string, Record<string, unknown>>).x ?? {};
  return { own, ui: ui.x, required: schema.required };
};
const options = [
  { valor: 'a', rotulo: 'Letra A' },
  { valor: 'b', rotulo: 'Letra B' },
];

describe('report parameter as JSON Schema', () => {
  it.each([
    ['TEXT', { tamanho: 20 }, { type: 'string', maxLength: 20 }, 'text'],
    ['TEXTAREA', { obrigatorio: true }, { type: 'string', minLength: 1, pattern: '\\S' }, 'textarea'],
    ['NUMBER', { tamanho: 3 }, { type: 'number', minimum: -999, maximum: 999 }, 'number'],
    ['SELECT', { opcoes: options }, { type: 'string', enum: ['a', 'b'] }, 'select'],
    ['RADIO', { opcoes: options }, { type: 'string', enum: ['a', 'b'] }, 'radio'],
    [
      'MULTISELECT',
      { opcoes: options, obrigatorio: true, tamanho: 2 },
      {
        type: 'array',
        items: { type: 'string', enum: ['a', 'b'] },
        uniqueItems: true,
        minItems: 1,
        maxItems: 2,
      },
      'multiselect',
    ],
    [
      'CHECKBOX',
      { opcoes: options },
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, uniqueItems: true },
      'checkboxes',
    ],
    ['CHECKBOX', {}, { type: 'boolean' }, 'checkbox'],
    ['DATE', {}, { type: 'string', format: 'date' }, 'date'],
  ] as const)('is written for %s with %j', (tipo, change, schema, widget) => {
    const { own, ui } = schemaOf({ tipo, ...change } as Partial<ReportParameter>);
    expect(own).toEqual(schema);
    expect(ui).toMatchObject({ 'ui:widget': widget });
  });

  it('is required outside and inside for DATERANGE, with its maximum of days', () => {
    const { own, ui, required } = schemaOf({ tipo: 'DATERANGE', obrigatorio: true, tamanho: 90 });
    expect(own).toMatchObject({ required: ['inicio', 'fim'], 'x-periodo': { dias: 90 } });
    expect(ui).toEqual({ 'ui:widget': 'period', 'ui:options': { dias: 90 } });
    expect(required).toEqual(['x']);
  });

  it('has options from the server, and what they depend on, outside of the schema', () => {
    const { own, ui } = schemaOf({ tipo: 'SELECT', origem: 'representantes', dependeDe: ['regiao'] });
    expect(own).toEqual({ type: 'string' });
    expect(ui).toEqual({
      'ui:widget': 'select',
      'ui:options': { origem: 'representantes', dependeDe: ['regiao'] },
    });
  });

  it('keeps relative days as tokens, but not in what a browser compiles', () => {
    const { schema } = formOfParameters([
      plain('dia', { tipo: 'DATE', valorpadrao: '@inicio_mes' }),
      plain('outro', {}),
    ]);
    expect(schema.properties).toMatchObject({ dia: { default: '@inicio_mes' } });
    expect(JSON.stringify(schemaWithoutDefaults(schema))).not.toContain('@inicio_mes');
  });
});

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
const text = fc.string({ minLength: 1, maxLength: 12 });
const choice = fc.uniqueArray(fc.record({ valor: text, rotulo: text }), {
  minLength: 1,
  maxLength: 4,
  selector: ({ valor }) => valor,
});
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const size = fc.integer({ min: 1, max: 15 });
const source = fc.constantFrom('filiais', 'representantes', 'motivosAbertura');

const parameter: fc.Arbitrary<ReportParameter> = fc
  .record({
    parametro: name,
    label: text,
    tipo: fc.constantFrom(...PARAMETER_TYPES),
    obrigatorio: fc.boolean(),
    choices: choice,
    dynamic: fc.boolean(),
    alone: fc.boolean(),
    origem: source,
    dependeDe: optional(fc.uniqueArray(name, { minLength: 1, maxLength: 2 })),
    valorpadrao: optional(
      fc.oneof(text, fc.constant('@hoje-30d'), fc.constant({ inicio: '@hoje', fim: '@hoje' })),
    ),
    tamanho: optional(size),
    ajuda: optional(text),
  })
  .map(({ choices, dynamic, alone, origem, dependeDe, valorpadrao, tamanho, ajuda, ...rest }) => {
    const chooses = ['SELECT', 'MULTISELECT', 'RADIO', 'CHECKBOX'].includes(rest.tipo);
    const isAlone = rest.tipo === 'CHECKBOX' && alone;
    const sized = !['SELECT', 'RADIO', 'DATE'].includes(rest.tipo) && !isAlone;
    return {
      ...rest,
      opcoes: chooses && !isAlone && !dynamic ? choices : [],
      ...(valorpadrao !== undefined && { valorpadrao }),
      ...(tamanho !== undefined && sized && { tamanho }),
      ...(ajuda !== undefined && { ajuda }),
      ...(chooses && !isAlone && dynamic && { origem, ...(dependeDe && { dependeDe }) }),
    };
  });

describe('conversion between a list of parameters and a schema', () => {
  const lists = fc.uniqueArray(parameter, { maxLength: 8, selector: ({ parametro }) => parametro });

  it('loses nothing of the list', () => {
    fc.assert(fc.property(lists, (list) => expect(parametersOf(formOfParameters(list))).toEqual(list)));
  });

  it('loses nothing of the schema, also after JSONB reordered its keys', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const form = formOfParameters(list);
        expect(formOfParameters(parametersOf(backwards(form) as typeof form))).toEqual(form);
        expect(parameterFormProblems(form)).toEqual([]);
      }),
    );
  });

  it('rejects what no type of parameter supports, and names its place', () => {
    const form = formOfParameters([plain('x', { tipo: 'DATE' })]);
    const properties = form.schema.properties as Record<string, object>;
    const strange = {
      ...form,
      schema: { ...form.schema, properties: { x: { ...properties.x, minLength: 3 } } },
    };
    expect(parameterFormProblems(strange)).toEqual([
      { pointer: '/parametros/schema/properties/x/minLength', message: expect.stringMatching(/Retire/) },
    ]);
  });
});

it('shows the author of a query the names that a parameter has in it', () => {
  expect(writtenInQuery({ parametro: 'rota', tipo: 'TEXT' })).toBe(':rota');
  expect(writtenInQuery({ parametro: 'periodo', tipo: 'DATERANGE' })).toBe(':periodo_inicio e :periodo_fim');
});

function backwards(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(backwards);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, backwards(each)]),
  );
}
