import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Authorization,
  covers,
  endedBy,
  endedText,
} from '#contract/rules/negotiations/authorizedPrice.ts';
import { conditionText } from '#contract/rules/negotiations/negotiatedPrice.ts';

const BOX = { packagingId: 2, units: '12', priceFactor: '11.5' };
const requested: Authorization = {
  productId: 3,
  price: '7',
  quantity: '5',
  leastPercent: 50,
  ...BOX,
  tintId: null,
  listPrice: '10',
  until: '2026-11-20',
  plan: '28 dias',
  planPercent: '1.5',
  tableId: 1,
};
const now = { ...requested, ...BOX, today: '2026-11-10' };

describe('authorised price', () => {
  it('ends with its deadline, more or much less of it, a dearer plan, another product, packaging, colour or price table', () => {
    const ends = [
      {},
      { today: '2026-11-21' },
      { quantity: '5.001' },
      { quantity: '2.5' },
      { quantity: '2.499' },
      { planPercent: '1.51' },
      { tableId: null },
      { productId: 4 },
      { units: '1' },
      { packagingId: 5, priceFactor: '20' },
      { packagingId: 5 },
      { priceFactor: '20' },
      { tintId: 8 },
      { listPrice: '15' },
    ].map((change) => endedBy(requested, { ...now, ...change }));
    expect(ends).toEqual([
      null,
      'PRAZO',
      'ACIMA',
      null,
      'ABAIXO',
      'PLANO',
      'TABELA',
      'PRODUTO',
      'EMBALAGEM',
      // A gift box with as much in it; then one registered anew, and the same one at another factor: the table rose.
      'EMBALAGEM',
      null,
      null,
      'COR',
      null,
    ]);
  });

  it('says what it is for and what the line has become', () => {
    const line = { ...now, product: 'Café', unit: 'UN', lowest: '9.8' };
    expect(endedText(requested, { ...line, quantity: '300' }, 'ACIMA')).toBe(
      'Café: o preço autorizado de R$\u00a07,00 é para até 5 UN, e agora são 300 UN. Sem negociar, o menor preço é R$\u00a09,80.',
    );
    expect(endedText(requested, { ...line, quantity: '1' }, 'ABAIXO')).toContain(
      'é para 5 UN e vale a partir de 2,5 UN, e agora são 1 UN.',
    );
    // Nothing is said about a packaging that nobody stored.
    const older = { ...requested, units: null, priceFactor: null, packagingId: null };
    const risen = { ...line, listPrice: '15' };
    const reason = endedBy(older, risen);
    expect(reason && endedText(older, risen, reason)).toContain(
      'foi dado sem dizer a embalagem, e o de tabela passou de R$\u00a010,00 para R$\u00a015,00.',
    );
  });

  it('covers nothing cheaper and no other packaging, however the table moves', () => {
    const cents = fc.integer({ min: 1, max: 2000 });
    fc.assert(
      fc.property(cents, cents, cents, fc.constantFrom('1', '12'), (price, list, quantity, units) => {
        const line = { price: `${price / 100}`, listPrice: `${list / 100}`, quantity: `${quantity / 100}` };
        const isEnough = price >= 700 && quantity >= 250 && quantity <= 500;
        expect(covers(requested, { ...now, ...line, units })).toBe(isEnough && units === '12');
        // Requests from before the units were stored are known by what the packaging costs in the table.
        const older = { ...requested, units: null, priceFactor: null, packagingId: null };
        expect(covers(older, { ...now, ...line, units })).toBe(isEnough && list <= 1000);
        const halfKnown = { ...requested, priceFactor: null, packagingId: null };
        expect(covers(halfKnown, { ...now, ...line, units })).toBe(
          isEnough && list <= 1000 && units === '12',
        );
      }),
    );
  });

  it('stays valid for every plan whose percentage is no higher than the authorised one', () => {
    const percent = fc.integer({ min: -500, max: 500 });
    fc.assert(
      fc.property(percent, percent, (one, other) => {
        const ended = endedBy(
          { ...requested, planPercent: (one / 100).toFixed(2) },
          { ...now, planPercent: (other / 100).toFixed(2) },
        );
        expect(ended).toBe(other > one ? 'PLANO' : null);
      }),
    );
  });

  it('describes its payment condition', () => {
    expect(conditionText(requested)).toBe('28 dias (+1,50%)');
    expect(conditionText({ plan: 'À vista', planPercent: '-2' })).toBe('À vista (-2,00%)');
    expect(conditionText({ plan: 'À vista', planPercent: '0.000' })).toBe('À vista');
    expect(conditionText({ plan: null, planPercent: '0' })).toBe('à vista');
  });
});
