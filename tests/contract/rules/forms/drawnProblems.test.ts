import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { unrenderableFieldProblems } from '../../../../contract/rules/forms/formShape.ts';

const pointers = (schema: Record<string, unknown>) =>
  unrenderableFieldProblems(schema, '/schema').map(({ pointer }) => pointer);
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** JSON Schema's keyword, as a constant because the linter mistakes it for a thenable. */
const THEN = 'then';
const branchOf = (properties: object) => ({ if: {}, [THEN]: { properties } });

describe('what a form would be asked and never show', () => {
  it('refuses a part without a type, in a group, a list and a branch alike', () => {
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

  it('takes a further rule about a part that is typed elsewhere, and what is forbidden', () => {
    const branch = branchOf({ nome: { minLength: 1 }, outro: false });
    expect(pointers(object({ nome: { type: 'string' } }, { allOf: [branch] }))).toEqual([]);
    expect(pointers(object({ cor: { enum: ['a'] }, sim: { const: true } }))).toEqual([]);
  });

  it('refuses rules for parts without a name', () => {
    const free = { additionalProperties: { type: 'string' } };
    expect(pointers(object({}, free))).toEqual(['/schema/additionalProperties']);
    expect(pointers(object({ mapa: { type: 'object', ...free } }))).toEqual([
      '/schema/properties/mapa/additionalProperties',
    ]);
    expect(pointers(object({}, { additionalProperties: false }))).toEqual([]);
  });

  it('finds nothing in what is shipped', () => {
    for (const file of readdirSync('schemas/registration'))
      expect(pointers(JSON.parse(readFileSync(`schemas/registration/${file}`, 'utf8')).schema)).toEqual([]);
  });

  it('ends where a part names itself', () => {
    expect(
      pointers(
        object({ no: { $ref: '#/$defs/no' } }, { $defs: { no: object({ no: { $ref: '#/$defs/no' } }) } }),
      ),
    ).toEqual([]);
  });
});
