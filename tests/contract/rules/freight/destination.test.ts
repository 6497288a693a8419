import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { destinationNamed, isElsewhere, placeText } from '#contract/rules/freight/delivery.ts';

const own = { uf: 'SP', cidade: 'São Paulo', ibge: '3550308', cep: '01310-100' };

describe('freight destination', () => {
  it('differs by state, city or postal code', () => {
    expect(isElsewhere(own, { ...own, cep: '01310100' })).toBe(false);
    expect(isElsewhere(own, { ...own, uf: 'MG' })).toBe(true);
    expect(isElsewhere(own, { ...own, cep: '13010000' })).toBe(true);
    expect(isElsewhere(own, { uf: 'SP', cidade: 'Campinas', ibge: '3509502', cep: '' })).toBe(true);
    expect(isElsewhere({ ...own, ibge: '' }, { uf: 'SP', cidade: 'SAO PAULO', ibge: '', cep: '' })).toBe(
      false,
    );
    expect(isElsewhere(own, { uf: 'SP', cidade: '3550308', ibge: '', cep: '' })).toBe(false);
  });

  it('is written as a name and parsed from it', () => {
    expect(placeText(own)).toBe('São Paulo/SP');
    expect(isElsewhere(own, destinationNamed('Campinas/SP'))).toBe(true);
    expect(isElsewhere(own, destinationNamed('São Paulo/SP'))).toBe(false);
    expect(isElsewhere(own, destinationNamed('13010000'))).toBe(false);
  });

  it('is compared symmetrically and never differs from itself', () => {
    const part = fc.constantFrom('', 'a', 'b');
    const place = fc.record({ uf: part, cidade: part, ibge: part, cep: fc.constantFrom('', '1', '2') });
    fc.assert(
      fc.property(place, place, (one, other) => {
        expect(isElsewhere(one, one)).toBe(false);
        if (one.ibge === '' && other.ibge === '')
          expect(isElsewhere(one, other)).toBe(isElsewhere(other, one));
      }),
    );
  });
});
