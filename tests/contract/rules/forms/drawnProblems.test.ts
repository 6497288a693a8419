import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { unrenderableFieldProblems } from '#contract/rules/forms/formShape.ts';

const pointers = (schema: Record<string, unknown>) =>
  unrenderableFieldProblems(schema, '/schema').map(({ pointer }) => pointer);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** JSON Schema's keyword, as a constant because the linter mistakes it for a thenable. */
const THEN = 'then';
const branchOf = (properties: object) => ({ if: {}, [THEN]: { properties } });

describe('parts that a form requires but cannot show', () => {
  it('include those without a type, in groups, lists and branches alike', () => {
    expect(pointers(object({ nome: { title: 'Nome' } }))).toEqual(['/schema/properties/nome/type']);
    expect(pointers(object({ nada: { type: 'null' } }))).toEqual(['/schema/properties/nada/type']);
    expect(pointers(object({ tudo: true }))).toEqual(['/schema/properties/tudo/type']);
    expect(pointers(object({ lista: { type: 'array', items: { title: 'Item' } } }))).toEqual([
      '/schema/properties/lista/items/type',
    ]);
    expect(pointers(object({ lista: { type: 'array' } }))).toEqual(['/schema/properties/lista/items']);
    expect(pointers(object({}, { allOf: [branchOf({ extra: { title: 'Extra' } })] }))).toEqual([
      '/schema/allOf/0/then/properties/extra/type',
    ]);
    expect(
      pointers(object({ dono: { $ref: '#/$defs/pessoa' } }, { $defs: { pessoa: object({ nome: {} }) } })),
    ).toEqual(['/schema/$defs/pessoa/properties/nome/type']);
  });

  it('exclude further rules for a part typed elsewhere, and forbidden parts', () => {
    const branch = branchOf({ nome: { minLength: 1 }, outro: false });
    expect(pointers(object({ nome: { type: 'string' } }, { allOf: [branch] }))).toEqual([]);
    expect(pointers(object({ cor: { enum: ['a'] }, sim: { const: true } }))).toEqual([]);
  });

  it('include rules for properties without a name', () => {
    const free = { additionalProperties: { type: 'string' } };
    expect(pointers(object({}, free))).toEqual(['/schema/additionalProperties']);
    expect(pointers(object({ mapa: { type: 'object', ...free } }))).toEqual([
      '/schema/properties/mapa/additionalProperties',
    ]);
    expect(pointers(object({}, { additionalProperties: false }))).toEqual([]);
  });

  it('do not occur in the shipped registration forms', () => {
    for (const file of readdirSync('schemas/registration'))
      expect(pointers(JSON.parse(readFileSync(`schemas/registration/${file}`, 'utf8')).schema)).toEqual([]);
  });

  it('are searched for without looping in a schema that references itself', () => {
    expect(
      pointers(
        object({ no: { $ref: '#/$defs/no' } }, { $defs: { no: object({ no: { $ref: '#/$defs/no' } }) } }),
      ),
    ).toEqual([]);
  });
});
