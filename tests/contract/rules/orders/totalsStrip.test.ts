import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cardProblems, hasCheckDigit } from '#contract/callcenter/orders/payments.ts';
import { compareDecimals, sumDecimals } from '#contract/rules/decimal.ts';
import {
  branchGroups,
  orderTotals,
  type StripSums,
  SUMMANDS,
  totalsStrip,
} from '#contract/rules/orders/orderTotals.ts';

const plain: StripSums = {
  qtdeIt: 2,
  vlSubTot: '100',
  vlTot: '100.0000',
  vlBoni: '0',
  vlImpostos: '0',
  vlFrete: '0',
  cupom: null,
  percLucro: '12.5',
  exibeMargemLucro: true,
  cobranca: { descTaxaFixa: '' },
};
const keys = (part: Partial<StripSums>, shows = true) =>
  totalsStrip({ ...plain, ...part }, shows).map(({ key }) => key);

describe('totals strip', () => {
  it('shows a subtotal only where it differs from the total', () => {
    expect(keys({})).toEqual(['itens', 'total', 'lucro']);
    expect(keys({ vlTot: '110', vlImpostos: '10' })).toEqual([
      'itens',
      'subtotal',
      'impostos',
      'total',
      'lucro',
    ]);
  });

  it('subtracts the coupon from the total, and shows it as negative', () => {
    const strip = totalsStrip({ ...plain, cupom: { codigo: 'VOLTE5', desconto: '5' } }, true);
    expect(strip.find(({ key }) => key === 'cupom')).toMatchObject({ label: 'CUPOM VOLTE5', value: '-5' });
    expect(strip.find(({ key }) => key === 'total')?.value).toBe('95');
  });

  it('shows fee, bonus and freight only where there are any', () => {
    const cobranca = { descTaxaFixa: 'Taxa de boleto' };
    const strip = totalsStrip({ ...plain, vlTot: '123.5', vlBoni: '8', vlFrete: '20', cobranca }, true);
    expect(strip.map(({ label }) => label)).toEqual([
      'ITENS',
      'SUBTOTAL',
      'TAXA DE BOLETO',
      'BONIFICADO',
      'FRETE',
      'TOTAL',
      'LUCRO',
    ]);
  });

  it('adds up to its total for any quote', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 }).map((units) => (units / 100).toFixed(2));
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 99 }).map(String),
      price: cents,
      cost: cents,
      taxes: fc.record({ ipi: fc.record({ valor: cents }), st: fc.record({ valor: cents }) }),
      bonus: fc.boolean(),
      removed: fc.boolean(),
    });
    const coupon = fc.record({ percent: fc.constant(null), amount: cents, minimum: fc.constant('0') });
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 8 }),
        cents,
        cents,
        fc.option(coupon),
        (lines, freight, fixedFee, used) => {
          const sums = orderTotals({ lines, freight, fixedFee, coupon: used });
          const strip = totalsStrip(
            {
              ...plain,
              qtdeIt: sums.itemCount,
              vlSubTot: sums.subtotal,
              vlTot: sums.total,
              vlBoni: sums.bonus,
              vlImpostos: sums.taxTotal,
              vlFrete: freight,
              cupom: used && { codigo: 'C', desconto: sums.couponDiscount },
            },
            false,
          );
          const total = strip.find(({ key }) => key === 'total')?.value ?? '';
          const parts = strip.filter(({ key }) => SUMMANDS.includes(key)).map(({ value }) => value);
          // A total that consists only of its lines needs no sums beside it.
          if (parts.length > 0) expect(compareDecimals(sumDecimals(parts), total)).toBe(0);
          else expect(compareDecimals(sums.subtotal, total)).toBe(0);
          const fee = strip.find(({ key }) => key === 'taxaFixa')?.value ?? '0';
          const charged = lines.some(({ bonus, removed }) => !bonus && !removed) ? fixedFee : '0';
          expect(compareDecimals(fee, charged)).toBe(0);
        },
      ),
    );
  });

  it('hides the profit without permission, and where it means nothing', () => {
    for (const [part, shows] of [
      [{ percLucro: '0' }, true],
      [{ percLucro: '100' }, true],
      [{ percLucro: null }, true],
      [{ exibeMargemLucro: false }, true],
      [{}, false],
    ] as const)
      expect(keys(part, shows)).not.toContain('lucro');
    expect(keys({ percLucro: '-4' })).toContain('lucro');
  });
});

it('groups lines by branch and sums what is sold', () => {
  const line = (idFil: number, vlTot: string, bonificado = false) => ({
    idFil,
    vlTot,
    bonificado,
    filial: { razSoc: `Filial ${idFil}` },
  });
  const groups = branchGroups([line(2, '10'), line(1, '1.10'), line(2, '0.2'), line(2, '9', true)]);
  expect(groups.map(({ idFil, total, itens }) => [idFil, total, itens.length])).toEqual([
    [1, '1.1', 1],
    [2, '10.2', 3],
  ]);
});

it('validates a card before it is sent', () => {
  const card = { numero: '4111 1111 1111 1111', nome: 'Ana Lima', validade: '12/27', cvv: '123' };
  expect(cardProblems(card, '2026-11-21')).toEqual({});
  expect(hasCheckDigit('4111111111111112')).toBe(false);
  expect(
    Object.keys(cardProblems({ numero: '1', nome: '', validade: '10/26', cvv: '1' }, '2026-11-21')),
  ).toEqual(['numero', 'nome', 'validade', 'cvv']);
});
