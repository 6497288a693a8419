import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addDecimals, subtractDecimals } from '#contract/rules/decimal.ts';
import { buildAccessKey, formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import {
  compareWithMirror,
  type ReturnInvoiceContext,
  readTotal,
  returnInvoiceProblems,
} from '#contract/rules/steps/returnInvoice.ts';
import type { ReturnInvoiceInput } from '#contract/rules/steps/stepInput.ts';

const keyOf = (model: string) =>
  buildAccessKey({
    stateCode: '35',
    yearMonth: '2611',
    cnpj: '12ABC34501DE35',
    model,
    series: '1',
    number: '77',
    emissionType: '1',
    code: '4321',
  });
const KEY = keyOf('55');
const pdf = {
  id: '6f0b2a1e-0000-4000-8000-000000000001',
  nome: 'nf.pdf',
  mime: 'application/pdf',
  tamanho: 9,
};

const input = (change: Partial<ReturnInvoiceInput> = {}): ReturnInvoiceInput => ({
  chave: KEY,
  total: '100.00',
  arquivos: [pdf],
  ...change,
});
const context: ReturnInvoiceContext = { mirrorTotal: '100', tolerance: '0.10', mayRelease: false };

const faults = (given: ReturnInvoiceInput, change: Partial<ReturnInvoiceContext> = {}) =>
  returnInvoiceProblems(given, { ...context, ...change }).map(({ field }) => field);

describe('return invoice', () => {
  it('is accepted when correct, also as pasted', () => {
    expect(faults(input())).toEqual([]);
    expect(faults(input({ chave: formatAccessKey(KEY), total: '100,10' }))).toEqual([]);
    expect(faults(input({ arquivos: [] }), { provenKey: KEY })).toEqual([]);
  });

  it.each<[string, Partial<ReturnInvoiceInput>, Partial<ReturnInvoiceContext>, string]>([
    ['a wrong check digit', { chave: KEY.slice(0, 43) + ((Number(KEY[43]) + 1) % 10) }, {}, 'chave'],
    ['a short key', { chave: KEY.slice(1) }, {}, 'chave'],
    ['a consumer invoice', { chave: keyOf('65') }, {}, 'chave'],
    ['a key of another ticket', {}, { keyTaken: true }, 'chave'],
    ['another key in the XML', {}, { xml: { chave: keyOf('65'), total: null } }, 'chave'],
    ['another total in the XML', {}, { xml: { chave: KEY, total: '99.99' } }, 'total'],
    ['no amount', { total: '' }, {}, 'total'],
    ['thousandths', { total: '1.234' }, {}, 'total'],
    ['zero', { total: '0' }, {}, 'total'],
    ['a difference of a cent too many', { total: '100.11' }, {}, 'total'],
    ['a release without the permission', { total: '90', liberacao: { motivo: 'ok' } }, {}, 'total'],
    ['a difference that was not released', { total: '90' }, { mayRelease: true }, 'total'],
    [
      'a release without a reason',
      { total: '90', liberacao: { motivo: ' ' } },
      { mayRelease: true },
      'liberacao.motivo',
    ],
    ['no file as proof', { arquivos: [] }, {}, 'arquivos'],
    ['an XML that is not an invoice', {}, { xml: { chave: null, total: null } }, 'arquivos'],
    ['proof of another key', { arquivos: [] }, { provenKey: keyOf('65') }, 'arquivos'],
    ['only a photo', { arquivos: [{ ...pdf, mime: 'image/jpeg' }] }, {}, 'arquivos'],
  ])('is rejected with %s', (_case, given, known, field) => {
    expect(faults(input(given), known)).toEqual([`notaDevolucao.${field}`]);
  });

  it('is accepted with a difference that was released for a reason', () => {
    expect(faults(input({ total: '90', liberacao: { motivo: 'Frete' } }), { mayRelease: true })).toEqual([]);
  });

  it('has its amounts parsed as people write them', () => {
    expect(['1.234,56', 'R$ 10', '1234.5', ' 7 '].map(readTotal)).toEqual(['1234.56', '10', '1234.5', '7']);
    expect(['-1', '1e3', 'NaN', '1,234', '999999999999'].map(readTotal)).toEqual(Array(5).fill(null));
  });

  it('is compared with the mirror exactly, to the cent', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999 }).map((units) => (units / 100).toFixed(2));
    fc.assert(
      fc.property(cents, cents, (mirrorTotal, tolerance) => {
        const known = { mirrorTotal, tolerance };
        const top = addDecimals(mirrorTotal, tolerance);
        expect(compareWithMirror(top, known)).toEqual({
          difference: subtractDecimals(top, mirrorTotal),
          within: true,
        });
        expect(compareWithMirror(subtractDecimals(mirrorTotal, tolerance), known).within).toBe(true);
        expect(compareWithMirror(addDecimals(top, '0.01'), known).within).toBe(false);
      }),
    );
  });
});
