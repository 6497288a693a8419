import { describe, expect, it } from '@jest/globals';
import { branchGroups } from '../../../../contract/rules/orders/branchGroups.ts';
import { type StripSums, totalsStrip } from '../../../../contract/rules/orders/totalsStrip.ts';
import { cardProblems, hasCheckDigit } from '../../../../contract/rules/payments/cardInput.ts';

const plain: StripSums = {
  qtdeIt: 2,
  vlSubTot: '100',
  vlTot: '100.0000',
  vlBoni: '0',
  vlFrete: '0',
  cupom: null,
  percLucro: '12.5',
  exibeMargemLucro: true,
  cobranca: { taxaFixa: '0', descTaxaFixa: '' },
};
const keys = (part: Partial<StripSums>, shows = true) =>
  totalsStrip({ ...plain, ...part }, shows).map(({ key }) => key);

describe('the totals strip', () => {
  it('shows a subtotal only where it differs from the total', () => {
    expect(keys({})).toEqual(['itens', 'total', 'lucro']);
    expect(keys({ vlTot: '110' })).toEqual(['itens', 'subtotal', 'total', 'lucro']);
  });

  it('takes the coupon off the total, and shows it below zero', () => {
    const strip = totalsStrip({ ...plain, cupom: { codigo: 'VOLTE5', desconto: '5' } }, true);
    expect(strip.find(({ key }) => key === 'cupom')).toMatchObject({ label: 'CUPOM VOLTE5', value: '-5' });
    expect(strip.find(({ key }) => key === 'total')?.value).toBe('95');
  });

  it('shows fee, bonus and freight where there are any', () => {
    const cobranca = { taxaFixa: '3.5', descTaxaFixa: 'Taxa de boleto' };
    const strip = totalsStrip({ ...plain, vlBoni: '8', vlFrete: '20', cobranca }, true);
    expect(strip.map(({ label }) => label)).toEqual([
      'ITENS',
      'TAXA DE BOLETO',
      'BONIFICADO',
      'FRETE',
      'TOTAL',
      'LUCRO',
    ]);
  });

  it('keeps the profit from whoever shall not see it, and where it says nothing', () => {
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

it('reads a card before it is sent', () => {
  const card = { numero: '4111 1111 1111 1111', nome: 'Ana Lima', validade: '12/27', cvv: '123' };
  expect(cardProblems(card, '2026-11-21')).toEqual({});
  expect(hasCheckDigit('4111111111111112')).toBe(false);
  expect(
    Object.keys(cardProblems({ numero: '1', nome: '', validade: '10/26', cvv: '1' }, '2026-11-21')),
  ).toEqual(['numero', 'nome', 'validade', 'cvv']);
});
