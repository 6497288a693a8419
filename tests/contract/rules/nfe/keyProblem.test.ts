import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  buildAccessKey,
  keyProblem,
  type StatedKeyParts,
  seriesSigner,
} from '#contract/rules/nfe/accessKey.ts';
import {
  eventEffect,
  isAuthorised,
  isRegistered,
  unauthorisedSentence,
} from '#contract/rules/nfe/nfeNote.ts';

const KEY = buildAccessKey({
  stateCode: '35',
  yearMonth: '2605',
  cnpj: 'AB12CD34000184',
  model: '55',
  series: '1',
  number: '123',
  emissionType: '1',
  code: '00000007',
});
const said: StatedKeyParts = {
  stateCode: '35',
  issuedAt: '2026-05-11T10:00:00-03:00',
  emitter: 'AB12CD34000184',
  model: '55',
  series: '1',
  number: '123',
  emissionType: '1',
  code: '00000007',
  digit: KEY.slice(-1),
};

describe('access key and its invoice', () => {
  it('agree, also with letters in the CNPJ', () => expect(keyProblem(KEY, said)).toBe(''));

  it.each<[keyof StatedKeyParts, string, RegExp]>([
    ['stateCode', '31', /o estado é outro/],
    ['issuedAt', '2026-06-11T10:00:00-03:00', /mês de emissão/],
    ['emitter', '12345678000195', /o emitente/],
    ['model', '65', /o modelo/],
    ['series', '2', /a série/],
    ['number', '124', /o número/],
    ['emissionType', '9', /forma de emissão/],
    ['code', '00000008', /código numérico/],
    ['digit', String((Number(said.digit) + 1) % 10), /o dígito/],
  ])('disagree in %s', (part, value, sentence) => {
    expect(keyProblem(KEY, { ...said, [part]: value })).toMatch(sentence);
  });

  it('are refused if a digit of the key was changed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 42 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const changed = String((Number(KEY[at]) + by) % 10);
        expect(keyProblem(KEY.slice(0, at) + changed + KEY.slice(at + 1), said)).not.toBe('');
      }),
    );
  });

  it('agree when the authority issues for others under its own CNPJ', () => {
    const parts = {
      stateCode: '35',
      yearMonth: '2605',
      model: '55',
      number: '9',
      emissionType: '1',
      code: '1',
    };
    const made = buildAccessKey({ ...parts, cnpj: '12345678000195', series: '890' });
    const note = { ...said, ...parts, series: '890', code: '00000001', digit: made.slice(-1) };
    expect(keyProblem(made, note)).toBe('');
    expect([889, 890, 899, 900, 919, 920, 969, 970].map(seriesSigner)).toEqual([
      ...['EMITENTE', 'FISCO', 'FISCO', 'EMITENTE', 'EMITENTE', 'PRODUTOR', 'PRODUTOR', 'EMITENTE'],
    ]);
  });
});

describe('answer of the tax authority', () => {
  it('shows which invoices and events are valid', () => {
    expect(['100', '150', '101', '110', ''].map(isAuthorised)).toEqual([true, true, false, false, false]);
    expect(['135', '136', '155', '573', ''].map(isRegistered)).toEqual([true, true, true, false, false]);
    expect(['110110', '110111', '110112', '210200'].map(eventEffect)).toEqual([
      ...['CORRECTS', 'CANCELS', 'CANCELS', 'TELLS'],
    ]);
  });

  it('explains why an invoice cannot be used', () => {
    expect(unauthorisedSentence('101', '')).toMatch(/cancelada/);
    expect(unauthorisedSentence('302', '')).toMatch(/denegado/);
    expect(unauthorisedSentence('', '')).toMatch(/autorização/);
    expect(unauthorisedSentence('539', 'Duplicidade')).toBe(
      'A SEFAZ não autorizou a nota (539: Duplicidade).',
    );
  });
});
