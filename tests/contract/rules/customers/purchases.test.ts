import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  contactToAsk,
  isLateToBuy,
  rhythmOf,
  rhythmText,
  stoppedProduct,
} from '#contract/rules/customers/purchases.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const every = (days: number, times: number, from = '2026-01-05') =>
  Array.from({ length: times }, (_, index) => addDays(from, index * days));

describe('rhythm of purchases', () => {
  it('is the usual gap, whatever one pause was, and needs three days of purchase', () => {
    expect(rhythmOf(every(21, 5))).toBe(21);
    expect(rhythmOf([...every(7, 6), '2026-11-01'])).toBe(7);
    expect(rhythmOf(['2026-01-01', '2026-01-11', '2026-01-31'])).toBe(15);
    expect(rhythmOf(every(7, 2))).toBeNull();
    // Three orders of one day are one purchase.
    expect(rhythmOf(['2026-01-01', '2026-01-01', '2026-01-01'])).toBeNull();
  });
  it('does not depend on the order in which the days are given', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 30 }), (numbers) => {
        const days = numbers.map((number) => addDays('2025-01-01', number));
        const rhythm = rhythmOf(days);
        expect(rhythmOf([...days].reverse())).toBe(rhythm);
        if (rhythm !== null) expect(rhythm).toBeGreaterThan(0);
      }),
    );
  });
  it('reads as a sentence', () => {
    expect(rhythmText(21, 34)).toBe('Compra a cada 21 dias, está há 34');
    expect(rhythmText(1, 1)).toBe('Compra todo dia, está há 1 dia');
    expect(rhythmText(21, 0)).toBe('Compra a cada 21 dias, comprou hoje');
    expect(rhythmText(null, 1)).toBe('Última compra há 1 dia');
    expect(rhythmText(null, 0)).toBe('Comprou hoje');
    expect([isLateToBuy(21, 22), isLateToBuy(21, 21), isLateToBuy(null, 900)]).toEqual([true, false, false]);
  });
});

describe('product that was given up', () => {
  const today = '2026-06-30';
  const bought = (days: number, times: number, last: string) => ({
    days: every(days, times, addDays(last, -days * (times - 1))),
  });
  const stopped = (days: number, times: number, last: string, rhythm: number | null = 7) =>
    stoppedProduct(bought(days, times, last), { today, rhythm });

  it('was bought regularly, and not in its last two rhythms', () => {
    expect(stopped(10, 4, addDays(today, -21))).toEqual({ rhythm: 10, last: addDays(today, -21) });
    expect(stopped(10, 4, addDays(today, -20))).toBeNull();
    expect(stopped(10, 2, addDays(today, -200))).toBeNull();
    expect(stoppedProduct({ days: [] }, { today, rhythm: 7 })).toBeNull();
  });
  it('is measured by the longer of its own rhythm and the customer’s', () => {
    expect(stopped(90, 3, addDays(today, -60))).toBeNull();
    expect(stopped(2, 5, addDays(today, -30), 21)).toBeNull();
    expect(stopped(2, 5, addDays(today, -43), 21)).not.toBeNull();
  });
});

describe('contact to ask for', () => {
  const contact = (name: string, more: object = {}) => ({
    name,
    role: '',
    type: '',
    mayBill: false,
    ...more,
  });
  it('is the buyer, then who may have goods billed, then the first one', () => {
    const [owner, biller] = [contact('Dona'), contact('Fatura', { mayBill: true })];
    expect(contactToAsk([owner, biller, contact('Compra', { role: 'Compradora' })])?.name).toBe('Compra');
    expect(contactToAsk([owner, contact('Tipo', { type: 'Setor de Compras' })])?.name).toBe('Tipo');
    expect(contactToAsk([owner, biller])?.name).toBe('Fatura');
    expect(contactToAsk([owner])?.name).toBe('Dona');
    expect(contactToAsk([])).toBeUndefined();
  });
});
