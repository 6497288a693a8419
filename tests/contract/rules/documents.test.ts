import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  cnpjCheckDigits,
  cpfCheckDigits,
  documentKind,
  formatCnpj,
  formatCpf,
  formatDocument,
  isCnpj,
  isCpf,
  normalizeDocument,
} from '#contract/rules/documents.ts';

const ALPHABET = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const cnpjBase = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 12, maxLength: 12 })
  .map((list) => list.join(''));

describe('CPF', () => {
  it.each(['100.000.001-08', '20000000299', '529.982.247-25'])('accepts %s', (cpf) => {
    expect(isCpf(cpf)).toBe(true);
    expect(documentKind(cpf)).toBe('CPF');
  });

  it.each([...'0123456789'].map((digit) => digit.repeat(11)))('rejects the repeated %s', (cpf) => {
    expect(isCpf(cpf)).toBe(false);
  });

  it.each(['', '529.982.247-26', '5299822472', '529982247255', '5299822472A'])('rejects %p', (cpf) => {
    expect(isCpf(cpf)).toBe(false);
  });

  // Not every single wrong digit is detected: remainders 0 and 1 share the check digit 0 (500374912 and 400374912).
  it('accepts exactly the right check digits of every base, masked or not', () => {
    fc.assert(
      fc.property(digits(9), digits(2), (base, other) => {
        const right = cpfCheckDigits(base);
        fc.pre(new Set(base).size > 1);
        expect(isCpf(base + right)).toBe(true);
        expect(isCpf(formatCpf(base + right))).toBe(true);
        expect(isCpf(base + other)).toBe(other === right);
      }),
    );
  });
});

describe('CNPJ', () => {
  it.each(['12.ABC.345/01DE-35', '12.abc.345/01de-35', '11.222.333/0001-81'])('accepts %s', (cnpj) => {
    expect(isCnpj(cnpj)).toBe(true);
    expect(documentKind(cnpj)).toBe('CNPJ');
  });

  it.each(['', '12.ABC.345/01DE-36', '12ABC34501DEA5', '00000000000000', '11222333000181X'])(
    'rejects %p',
    (cnpj) => {
      expect(isCnpj(cnpj)).toBe(false);
      expect(documentKind(cnpj)).toBeNull();
    },
  );

  it('accepts exactly the right check digits of every base, masked or not', () => {
    fc.assert(
      fc.property(cnpjBase, digits(2), (base, other) => {
        const right = cnpjCheckDigits(base);
        fc.pre(new Set(base).size > 1);
        expect(isCnpj(base + right)).toBe(true);
        expect(isCnpj(formatCnpj(base + right))).toBe(true);
        expect(isCnpj(base + other)).toBe(other === right);
      }),
    );
  });

  it('is unchanged after masking and unmasking', () => {
    fc.assert(fc.property(cnpjBase, (base) => normalizeDocument(formatCnpj(base)) === base));
  });
});

describe('masks of CPF and CNPJ', () => {
  it('apply while the text is typed', () => {
    expect(formatCpf('529')).toBe('529');
    expect(formatCpf('5299')).toBe('529.9');
    expect(formatCpf('52998224725999')).toBe('529.982.247-25');
    expect(formatCnpj('12abc34501de35')).toBe('12.ABC.345/01DE-35');
  });

  it('follow the length while the kind is unknown', () => {
    expect(formatDocument('52998224725')).toBe('529.982.247-25');
    expect(formatDocument('112223330001')).toBe('11.222.333/0001');
    expect(formatDocument('12AB')).toBe('12.AB');
  });
});
