import { describe, expect, it } from '@jest/globals';
import {
  marginPercent,
  readAuthorizedPrice,
  readRequestedPrice,
  takesNegotiation,
} from '#contract/rules/negotiations/negotiatedPrice.ts';

describe('negotiated price', () => {
  it('is requested only below the current price, and authorised up to the list price', () => {
    const line = { listPrice: '10', price: '9.5' };
    expect(readRequestedPrice('9.4999', line, 4)).toEqual({ ok: true, value: '9.4999' });
    for (const price of ['10', '10.01', '9.5', '9.50', '0', '-1', '9.49999', '1,5'])
      expect([price, readRequestedPrice(price, line, 4).ok]).toEqual([price, false]);
    expect(readAuthorizedPrice('10', '10', 2).ok).toBe(true);
    expect(readAuthorizedPrice('10.0001', '10', 4).ok).toBe(false);
  });

  it('has an exact margin, as calculated by hand', () => {
    expect(marginPercent('10', '7.5')).toBe('25');
    expect(marginPercent('5', '6')).toBe('-20');
    expect(marginPercent('0', '6')).toBe('0');
  });

  it('needs a quote that is open, valid today and not released', () => {
    const quote = {
      stage: 'ORCAMENTO',
      status: 'ATIVO',
      releasedTo: null,
      validUntil: '2026-11-21',
    } as const;
    expect(takesNegotiation(quote, '2026-11-21')).toBe(true);
    expect(takesNegotiation(quote, '2026-11-22')).toBe(false);
    expect(takesNegotiation({ ...quote, releasedTo: 'FV' }, '2026-11-21')).toBe(false);
    expect(takesNegotiation({ ...quote, status: 'PERDIDO' }, '2026-11-21')).toBe(false);
    expect(takesNegotiation({ ...quote, stage: 'PEDIDO' }, '2026-11-21')).toBe(false);
  });
});
