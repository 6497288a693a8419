import { describe, expect, it } from '@jest/globals';
import {
  alternativeTitle,
  closestAlternatives,
  fixedValue,
  listedValues,
  onlyDemands,
} from '#contract/rules/forms/alternatives.ts';

describe('alternatives of a schema', () => {
  const group = { properties: { email: { title: 'E-mail' }, tipo: { title: 'Tipo' } } };

  it.each([
    [{ title: 'Por e-mail', required: ['email'] }, 'Por e-mail'],
    [{ required: ['email'] }, 'E-mail'],
    [{ required: ['email', 'tipo'] }, 'E-mail e Tipo'],
    [{ properties: { tipo: { const: 'PJ' } } }, 'Tipo: PJ'],
    [{ properties: { ativo: { title: 'Ativo', const: true } } }, 'Ativo: sim'],
    [{ properties: { cnpj: { title: 'CNPJ' } } }, 'CNPJ'],
    [{}, undefined],
  ])('%j is told as %s', (alternative, title) => {
    expect(alternativeTitle(group, alternative)).toBe(title);
  });

  it('list values by enum, by const, or by one value each', () => {
    expect(listedValues({ enum: [1, 2] })).toEqual([{ value: 1 }, { value: 2 }]);
    expect(listedValues({ const: 'a' })).toEqual([{ value: 'a' }]);
    expect(listedValues({ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] })).toEqual([
      { value: 'a', title: 'A' },
      { value: 'b' },
    ]);
    expect(listedValues({ anyOf: [{ const: 'a' }, { type: 'string' }] })).toEqual([]);
    expect(listedValues({ type: 'string' })).toEqual([]);
  });

  it('leave a box to tick to the person', () => {
    expect([fixedValue({ const: true }), fixedValue({ const: 0 }), fixedValue({ enum: ['a'] })]).toEqual([
      undefined,
      0,
      undefined,
    ]);
  });

  it('only demand where they have no fields of their own', () => {
    expect(onlyDemands({ ...group, anyOf: [{ required: ['email'] }] })).toBe(true);
    expect(onlyDemands({ ...group, anyOf: [{ properties: { fax: {} } }] })).toBe(false);
  });
});

describe('the alternatives that a value fits', () => {
  const person = { properties: { tipo: { const: 'PF' }, cpf: {} }, required: ['tipo'] };
  const firm = { properties: { tipo: { const: 'PJ' }, cnpj: {}, porte: {} }, required: ['tipo'] };

  it.each([
    [undefined, [0, 1]],
    [{}, [0, 1]],
    [{ outro: 1 }, [0, 1]],
    [{ tipo: 'PJ' }, [1]],
    [{ tipo: 'PF', cnpj: '1', porte: 'x' }, [0]],
    [{ cnpj: '1' }, [1]],
  ])('of %j are %j', (value, closest) => {
    expect(closestAlternatives([person, firm], value)).toEqual(closest);
  });

  it('are told by their kind', () => {
    expect(closestAlternatives([{ type: 'string' }, { type: 'number' }], 3)).toEqual([1]);
    expect(closestAlternatives([{ type: 'object' }, { type: 'null' }], null)).toEqual([1]);
  });
});
