import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changesBetween } from '#contract/rules/definitions/changes.ts';

const words = {
  identity: ['chave'],
  label: ['titulo'],
  keys: { campos: 'campos', obrigatorio: 'obrigatório', titulo: 'título', tamanho: 'tamanho' },
};
const sentences = (before: unknown, after: unknown) =>
  changesBetween(before, after, words).map(({ sentence }) => sentence);
const rota = { chave: 'rota', titulo: 'Rota', obrigatorio: false };
const doca = { chave: 'doca', titulo: 'Doca' };

describe('differences between two definitions', () => {
  it('are sentences that name the field', () => {
    expect(sentences({ campos: [rota] }, { campos: [{ ...rota, obrigatorio: true }] })).toEqual([
      "'Rota' › obrigatório: passou a valer",
    ]);
    expect(sentences({ campos: [rota] }, { campos: [{ ...rota, titulo: 'Rota de entrega' }] })).toEqual([
      '\'Rota de entrega\' › título: de "Rota" para "Rota de entrega"',
    ]);
  });

  it('match items by key: moved items are not new, and removed ones are named', () => {
    expect(sentences({ campos: [rota, doca] }, { campos: [doca, rota] })).toEqual([
      'A ordem de campos mudou',
    ]);
    expect(sentences({ campos: [rota, doca] }, { campos: [doca] })).toEqual(["'Rota' saiu de campos"]);
    expect(sentences({ campos: [rota] }, { campos: [doca, rota] })).toEqual(["'Doca' entrou em campos"]);
  });

  it('point to the place in the newer definition', () => {
    expect(changesBetween({ campos: [rota] }, { campos: [{ ...rota, tamanho: 5 }] }, words)[0]?.pointer).toBe(
      '/campos/0/tamanho',
    );
  });

  it('are empty exactly when both definitions are equal', () => {
    const value = fc.jsonValue();
    fc.assert(fc.property(value, (one) => changesBetween(one, structuredClone(one), words).length === 0));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const differ = JSON.stringify(sorted(one)) !== JSON.stringify(sorted(other));
        return changesBetween(one, other, words).length > 0 === differ;
      }),
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (Object.is(value, -0)) return 0;
  if (value === null || typeof value !== 'object') return value;
  // Marked, so that an empty object differs from an empty list.
  return {
    entries: Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  };
}
