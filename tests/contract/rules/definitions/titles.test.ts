import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { titleProblems } from '#contract/rules/definitions/titles.ts';
import { titleProblem } from '#contract/rules/titles.ts';

describe('titles of definitions', () => {
  it.each(['Rota do dia', 'Preço < 10 e > 2', 'Nº 3 — São João', 'A&B', '日本', '👍', ''])(
    'may be %j',
    (text) => {
      expect(titleProblem(text)).toBeNull();
    },
  );

  it.each([
    ' ',
    '\u00a0\u2003',
    '\u200b',
    'Rota\u202Eaid',
    'Ro\u0000ta',
    'Rota\nnova',
    '<b>Rota</b>',
    '<img src=x>',
    '</p>',
  ])('may not be %j', (text) => {
    expect(titleProblem(text)).not.toBeNull();
  });

  it('may have several lines where a text is long, but nothing unseen', () => {
    expect(titleProblem('Uma linha\nOutra', true)).toBeNull();
    expect(titleProblem('Uma linha\u2066\nOutra', true)).not.toBeNull();
  });

  it('are found at every depth and under every key that people read, but not in data', () => {
    const bad = 'a\u202eb';
    const content = {
      titulo: { um: bad, muitos: bad },
      campos: [{ titulo: bad, opcoes: [{ valor: bad, rotulo: bad }] }],
      schema: { properties: { title: { type: 'string', title: bad, default: bad } } },
      ui: { nome: { 'ui:enumNames': { A: bad } } },
      testes: [{ nome: bad, valores: { titulo: bad } }],
    };
    expect(titleProblems(content).map(({ pointer }) => pointer)).toEqual([
      '/titulo/um',
      '/titulo/muitos',
      '/campos/0/titulo',
      '/campos/0/opcoes/0/rotulo',
      '/schema/properties/title/title',
      '/ui/nome/ui:enumNames/A',
    ]);
  });

  it('are refused whatever surrounds a character that turns or hides what is read', () => {
    const unseen = fc.constantFrom(
      '\u0000',
      '\u0007',
      '\u200f',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      '\ufeff',
      '\u00ad',
    );
    fc.assert(
      fc.property(fc.string(), unseen, fc.string(), (before, mark, after) => {
        expect(titleProblem(`x${before}${mark}${after}`)).not.toBeNull();
      }),
    );
  });
});
