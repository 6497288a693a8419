import { describe, expect, it } from '@jest/globals';
import { PERSON_TYPES } from '#contract/catalogs/personType.ts';
import { mayChooseTable } from '#contract/rules/orders/priceTableChoice.ts';

describe('a price table', () => {
  const other = { code: 'DISTRIB', isOfCustomer: false };

  it('of the customer may be chosen by everybody, another one by nobody without a parameter', () => {
    for (const type of PERSON_TYPES) {
      expect(mayChooseTable({}, type, { ...other, isOfCustomer: true })).toBe(true);
      expect(mayChooseTable({}, type, other)).toBe(false);
    }
  });

  it('may be chosen by the roles that the parameter names, whole codes only', () => {
    const allowed = { GERENTE: '*', VENDEDOR: 'varejo, distrib', REPRESENTANTE: 'DISTRIB2' };
    const who = PERSON_TYPES.filter((type) => mayChooseTable(allowed, type, other));
    expect(who).toEqual(['GERENTE', 'VENDEDOR']);
  });
});
