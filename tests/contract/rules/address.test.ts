import { expect, it } from '@jest/globals';
import { addressText } from '#contract/rules/contact.ts';
import { HIDDEN } from '#contract/rules/privacy/masks.ts';

const WHOLE = {
  logradouro: 'Rua das Flores',
  numero: '10',
  complemento: 'apto 3',
  bairro: 'Centro',
  cidade: 'Campinas',
  uf: 'SP',
  cep: '13010100',
};

it('an address is written in one line, without its missing parts', () => {
  expect(addressText(WHOLE)).toBe('Rua das Flores, 10, apto 3 · Centro · Campinas – SP · CEP 13010-100');
  expect(addressText({ cidade: 'Campinas' })).toBe('Campinas');
  expect(addressText({})).toBe('');
});

it('a hidden address shows a single mask and keeps its city', () => {
  const hidden = { logradouro: HIDDEN, numero: HIDDEN, complemento: '', bairro: HIDDEN, cep: HIDDEN };
  expect(addressText({ ...WHOLE, ...hidden })).toBe('*** · Campinas – SP');
});
