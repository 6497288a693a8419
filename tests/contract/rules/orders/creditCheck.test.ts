import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type CreditFacts,
  type CreditLimitFacts,
  creditLight,
  creditRefusal,
} from '#contract/rules/orders/trafficLights.ts';

const limit = (given: Partial<CreditLimitFacts>): CreditLimitFacts => ({
  id: 1,
  methodId: null,
  planId: null,
  name: 'Todas as formas',
  total: '0',
  used: '0',
  ordered: '0',
  ...given,
});
const facts = (given: Partial<CreditFacts>): CreditFacts => ({
  amount: '500',
  enforced: true,
  methodId: 1,
  methodName: 'Boleto',
  planId: 7,
  planName: '28 dias',
  paidLater: true,
  limits: [],
  ...given,
});

describe('credit of a quote', () => {
  const boleto = limit({ id: 1, methodId: 1, name: 'Boleto', total: '300' });
  const card = limit({ id: 2, methodId: 2, name: 'Cartão', total: '1000', ordered: '100' });

  it('counts only the limits of its own payment method', () => {
    const given = facts({ limits: [boleto, card] });
    expect(creditLight(given)).toEqual({
      cor: 'VERMELHO',
      motivo: 'Faltam R$\u00a0200,00 de crédito para Boleto, 28 dias.',
    });
    expect(creditRefusal(given)?.code).toBe('LIMITE_EXCEDIDO');
    expect(creditLight({ ...given, methodId: 2, methodName: 'Cartão' }).motivo).toBe(
      'Restam R$\u00a0400,00 de crédito para Cartão, 28 dias.',
    );
  });

  it('lists the limit of each method while none is chosen', () => {
    expect(creditLight(facts({ limits: [boleto, card], methodId: null, planId: null }))).toEqual({
      cor: 'AMARELO',
      motivo: 'Escolha cobrança e plano. Limite disponível: Boleto R$\u00a0300,00; Cartão R$\u00a0900,00.',
    });
  });

  it('is green exactly when the order is not refused for credit', () => {
    const money = fc.integer({ min: 0, max: 100_000 }).map((units) => (units / 100).toFixed(2));
    const id = fc.option(fc.integer({ min: 1, max: 3 }));
    const limits = fc
      .array(fc.record({ methodId: id, planId: id, total: money, used: money, ordered: money }), {
        maxLength: 5,
      })
      .map((rows) => rows.map((row, at) => limit({ ...row, id: at + 1 })));
    fc.assert(
      fc.property(
        fc.record({ amount: money, enforced: fc.boolean(), paidLater: fc.boolean(), limits }),
        fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 })),
        (given, [methodId, planId]) => {
          const all = facts({ ...given, methodId, planId });
          expect(creditLight(all).cor).toBe(creditRefusal(all) === null ? 'VERDE' : 'VERMELHO');
        },
      ),
    );
  });
});
