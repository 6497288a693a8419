import { expect, it } from '@jest/globals';
import { pairKey, signsInOrder, signsText } from '#contract/rules/customers/customerDoubles.ts';

it('says what is alike in words, the strongest sign first and each once', () => {
  expect(signsText(signsInOrder(['EMAIL', 'TELEFONE', 'EMAIL']))).toBe('Mesmo telefone e mesmo e-mail');
  expect(signsText(signsInOrder(['NOME', 'EMAIL', 'INSCRICAO']))).toBe(
    'Mesma inscrição estadual, mesmo e-mail e mesmo nome',
  );
});

it('does not say the name again that is alike in the same town', () => {
  expect(signsInOrder(['NOME', 'NOME_CIDADE'])).toEqual(['NOME_CIDADE']);
});

it('knows a pair by either order', () => {
  expect(pairKey(12, 5)).toBe(pairKey(5, 12));
});
