import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { type CustomerFacts, legendsOf } from '#server/sac/customers/rules.ts';

const plain: CustomerFacts = {
  today: '2026-11-21',
  lastPurchaseOn: null,
  openTitles: 0,
  commitmentUser: null,
  prospect: false,
  block: null,
};
const codes = (facts: Partial<CustomerFacts>) => legendsOf({ ...plain, ...facts }).map(({ value }) => value);

describe('customer legends', () => {
  it.each([
    [null, ['SV']],
    ['2026-11-21', ['P', 'H']],
    ['2026-11-20', ['P', 'D']],
    ['2026-11-01', ['P', 'D']],
    ['2026-10-23', ['D']],
    ['2026-10-22', ['30']],
    ['2026-09-22', ['60']],
    ['2026-08-23', ['90']],
    ['2025-11-21', ['90']],
  ])('for a last purchase on %p are %p', (lastPurchaseOn, expected) => {
    expect(codes({ lastPurchaseOn })).toEqual(expected);
  });

  it('show the reason of a definitive block instead of its text', () => {
    expect(legendsOf({ ...plain, block: { kind: 'DEFINITIVO', reason: 'Fraude comprovada' } })[0]).toEqual({
      value: 'BD',
      text: 'Fraude comprovada',
    });
    expect(legendsOf({ ...plain, block: { kind: 'DEFINITIVO', reason: null } })[0]?.text).toBe(
      'Bloqueio Definitivo',
    );
    expect(codes({ block: { kind: 'TEMPORARIO', reason: 'Crédito' } })).toEqual(['SV']);
  });

  it('include open titles, commitment and prospect', () => {
    expect(codes({ prospect: true, openTitles: 2, commitmentUser: 'Ana Souza' })).toEqual(['PR', '$', 'U']);
    expect(legendsOf({ ...plain, commitmentUser: 'Ana Souza' }).at(-1)?.text).toBe(
      'Compromisso do usuário: Ana Souza',
    );
  });

  it('show the age of the last purchase exactly once', () => {
    fc.assert(
      fc.property(fc.option(fc.nat(400)), fc.boolean(), (days, prospect) => {
        const lastPurchaseOn = days === null ? null : addDays(plain.today, -days);
        const shown = codes({ lastPurchaseOn, prospect });
        expect(shown.filter((code) => ['H', 'D', '30', '60', '90', 'SV', 'PR'].includes(code))).toHaveLength(
          1,
        );
      }),
    );
  });
});
