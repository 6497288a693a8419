import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withFieldOrder } from '#contract/rules/forms/fieldOrder.ts';

const text = { type: 'string' };

describe('the order of fields', () => {
  it('is written out in groups, in lists and behind references, and kept where it stands', () => {
    const schema = {
      properties: {
        zona: text,
        a: text,
        endereco: { $ref: '#/$defs/endereco' },
        pessoas: { type: 'array', items: { properties: { sobrenome: text, nome: text } } },
        horario: { properties: { fim: text, comeco: text } },
      },
      $defs: { endereco: { properties: { rua: text, cep: text } } },
    };
    const ui = {
      'ui:order': ['a', '*'],
      horario: { 'ui:order': ['comeco', 'fim'] },
      zona: { 'ui:widget': 'text' },
    };
    expect(withFieldOrder(schema, ui)).toEqual({
      ...ui,
      endereco: { 'ui:order': ['rua', 'cep', '*'] },
      pessoas: { items: { 'ui:order': ['sobrenome', 'nome', '*'] } },
    });
    expect(withFieldOrder(schema, {})['ui:order']).toEqual([
      'zona',
      'a',
      'endereco',
      'pessoas',
      'horario',
      '*',
    ]);
  });

  it('is unchanged by being written again, whatever becomes of the order of keys', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(names, (keys) => {
        const of = (list: string[]) => ({
          properties: { grupo: { properties: Object.fromEntries(list.map((key) => [key, text])) } },
        });
        const once = withFieldOrder(of(keys), {});
        expect(withFieldOrder(of([...keys].reverse()), once)).toBe(once);
        expect(once).toEqual({ grupo: { 'ui:order': [...keys, '*'] } });
      }),
    );
  });

  it('stands in every step that comes with the console', () => {
    for (const name of readdirSync('schemas/registration')) {
      const { schema, ui } = JSON.parse(readFileSync(`schemas/registration/${name}`, 'utf8'));
      const { contexto: _, ...properties } = schema.properties;
      expect([name, withFieldOrder({ ...schema, properties }, ui)]).toEqual([name, ui]);
    }
  });

  it('ends in a schema that contains itself', () => {
    const schema = {
      properties: { a: { $ref: '#/$defs/no' } },
      $defs: { no: { properties: { a: { $ref: '#/$defs/no' }, b: text } } },
    };
    expect(withFieldOrder(schema, {})).toEqual({ a: { 'ui:order': ['a', 'b', '*'] } });
  });
});
