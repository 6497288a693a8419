import { expect, it } from '@jest/globals';
import type { OrderChanged } from '#contract/realtime.ts';
import { moreRelevantChange, orderNewsText } from '#src/resources/orders/shared/orderNews.ts';

const [requester, approver, colleague] = [7, 8, 9];
const approval: OrderChanged = {
  id: 31,
  versao: 4,
  acao: 'AUTORIZAR_PRECO',
  por: { id: approver, nome: 'Sílvia Moura' },
  avisados: [requester],
};

it('one approval is told once to each person, also together with what else it changed', () => {
  const { avisados: _, ...recalculated } = { ...approval, versao: 5, acao: 'ALTERAR' };
  for (const news of [approval, moreRelevantChange(approval, recalculated)])
    expect([requester, approver, colleague].map((me) => orderNewsText(news, me))).toEqual([
      // Told on every screen, with the number of the quote.
      null,
      null,
      'Sílvia Moura autorizou um preço.',
    ]);
});

it('whatever else a colleague does is told to everybody else', () => {
  const { avisados: _, ...change } = { ...approval, acao: 'ALTERAR' };
  expect(orderNewsText(change, requester)).toBe('Sílvia Moura mudou este registro.');
  expect(orderNewsText({ ...change, por: null }, requester)).toBe('O sistema mudou este registro.');
});
