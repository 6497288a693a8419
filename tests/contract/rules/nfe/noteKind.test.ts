import { getCfop } from '@brazilian-utils/brazilian-utils/get-cfop';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cfopKinds, cfopRow, codesIn, codesProblem } from '#contract/catalogs/cfop.ts';
import { classifyInvoice } from '#contract/rules/nfe/nfeNote.ts';

const OWN = '12345678000195';
const OWN_TOO = '98765432000198';
const CUSTOMER = '11222333000181';
const isOwn = (document: string) => document === OWN || document === OWN_TOO;

type Facts = Parameters<typeof classifyInvoice>[0];
const note = (change: Partial<Facts> = {}): Facts => ({
  model: '55',
  direction: '1',
  purpose: '1',
  operation: 'VENDA',
  emitter: { document: OWN },
  receiver: { document: CUSTOMER },
  lines: [{ cfop: '5102' }],
  ...change,
});
const lines = (...cfops: string[]) => cfops.map((cfop) => ({ cfop }));

describe('classifyInvoice', () => {
  it.each<[string, Partial<Facts>, string, string]>([
    ['a sale by the company', {}, 'VENDA', 'INVOICE'],
    ['a sale to another state', { lines: lines('6108', '6102') }, 'VENDA', 'INVOICE'],
    ['a sale under tax substitution', { lines: lines('5405') }, 'VENDA', 'INVOICE'],
    ['a delivery of goods sold before', { lines: lines('5117') }, 'VENDA', 'INVOICE'],
    ['a sale with a bonus item', { lines: lines('5910', '5102') }, 'VENDA', 'INVOICE'],
    ['bonus items only', { lines: lines('6910') }, 'BONIFICACAO', 'INVOICE'],
    ['a note to an own branch', { receiver: { document: OWN_TOO } }, 'TRANSFERENCIA', 'ASIDE'],
    [
      'a note to an unregistered branch',
      { receiver: { document: '12345678000276' } },
      'TRANSFERENCIA',
      'ASIDE',
    ],
    ['a transfer by its CFOP', { lines: lines('5152') }, 'TRANSFERENCIA', 'ASIDE'],
    ['a shipment for repair', { lines: lines('5915') }, 'REMESSA', 'ASIDE'],
    ['a shipment for demonstration', { lines: lines('6912') }, 'REMESSA', 'ASIDE'],
    ['goods invoiced now and delivered later', { lines: lines('5922') }, 'ENTREGA_FUTURA', 'ASIDE'],
    ['a note with an unknown CFOP', { lines: lines('5999') }, 'OUTRA', 'ASIDE'],
    ['a sale to a buyer outside the register', { lines: lines('6107') }, 'VENDA', 'INVOICE'],
    ['the same of purchased goods', { lines: lines('6108') }, 'VENDA', 'INVOICE'],
    ['goods whose tax was withheld before', { lines: lines('6404') }, 'VENDA', 'INVOICE'],
    ['a complementary note', { purpose: '2' }, 'COMPLEMENTO', 'ATTACHED'],
    ['an adjustment note', { purpose: '3' }, 'AJUSTE', 'ATTACHED'],
    ['a credit note', { purpose: '5' }, 'AJUSTE', 'ATTACHED'],
    ['a debit note', { purpose: '6' }, 'AJUSTE', 'ATTACHED'],
    [
      'a return issued by the customer',
      { emitter: { document: CUSTOMER }, receiver: { document: OWN }, purpose: '4', lines: lines('5202') },
      'DEVOLUCAO_DE_CLIENTE',
      'ATTACHED',
    ],
    [
      'a return as an own entry note',
      { direction: '0', purpose: '4', lines: lines('1202') },
      'DEVOLUCAO_DE_CLIENTE',
      'ATTACHED',
    ],
    [
      'a return as an entry note of the old kind',
      { direction: '0', lines: lines('2202') },
      'DEVOLUCAO_DE_CLIENTE',
      'ATTACHED',
    ],
    ['an own entry note', { direction: '0', lines: lines('3102') }, 'ENTRADA', 'ASIDE'],
    ['a return to a supplier', { purpose: '4', lines: lines('5202') }, 'DEVOLUCAO_A_FORNECEDOR', 'ASIDE'],
    [
      'a purchase',
      { emitter: { document: CUSTOMER }, receiver: { document: OWN } },
      'DE_OUTRO_EMITENTE',
      'ASIDE',
    ],
    ['a note between other companies', { emitter: { document: CUSTOMER } }, 'DE_OUTRO_EMITENTE', 'ASIDE'],
    ['a note without a receiver', { model: '65', receiver: null }, 'SEM_DESTINATARIO', 'ASIDE'],
    [
      'a note to a foreign receiver',
      { receiver: { document: '' }, lines: lines('7102') },
      'SEM_DESTINATARIO',
      'ASIDE',
    ],
  ])('%s', (_name, change, kind, becomes) => {
    const classified = classifyInvoice(note(change), isOwn);
    expect(classified).toMatchObject({ kind, becomes });
    expect(classified.sentence === '').toBe(becomes === 'INVOICE');
  });

  it('yields no invoice for notes from others, incoming ones, or those to the company itself', () => {
    const document = fc.constantFrom(OWN, OWN_TOO, CUSTOMER, '12345678000276', '');
    const facts: fc.Arbitrary<Facts> = fc.record({
      model: fc.constantFrom('55', '65'),
      direction: fc.constantFrom('0' as const, '1' as const),
      purpose: fc.constantFrom('1', '2', '3', '4', '5', '6'),
      operation: fc.constant('X'),
      emitter: fc.record({ document }),
      receiver: fc.option(fc.record({ document })),
      lines: fc.array(fc.record({ cfop: fc.constantFrom('5102', '5910', '5152', '1202', '5915', '') })),
    });
    fc.assert(
      fc.property(facts, (given) => {
        if (classifyInvoice(given, isOwn).becomes !== 'INVOICE') return;
        expect(isOwn(given.emitter.document)).toBe(true);
        expect(given).toMatchObject({ direction: '1', purpose: '1' });
        expect(given.receiver?.document.slice(0, 8)).not.toBe(given.emitter.document.slice(0, 8));
        expect(given.lines.some(({ cfop }) => cfopRow(cfop).returnable)).toBe(true);
      }),
    );
  });
});

describe('table of CFOPs', () => {
  it('contains each code once', () => {
    for (const side of ['out', 'in'] as const) {
      const codes = cfopKinds.flatMap((row) => row[side]);
      expect(codes).toHaveLength(new Set(codes).size);
      expect(codes.filter((code) => !/^\d{3}$/.test(code))).toEqual([]);
    }
  });

  it('gives every code of the official table its kind', () => {
    const official = Array.from({ length: 7000 }, (_, index) => getCfop(String(index + 1000))).filter(
      (row) => row !== null,
    );
    expect(official.length).toBeGreaterThan(600);
    expect(official.filter(({ code }) => cfopRow(code).kind === 'OUTRA')).toEqual([]);
    // What the table calls a sale of goods is one, and nothing that it calls a purchase is.
    const sold = official.filter(
      ({ code, description }) => /^[567]/.test(code) && /^Venda (?!de energia)/.test(description),
    );
    expect(sold.filter(({ code }) => cfopRow(code).kind !== 'VENDA')).toEqual([]);
    const bought = official.filter(({ description }) => /^(Compra|Aquisição)/.test(description));
    expect(bought.filter(({ code }) => cfopRow(code).sale)).toEqual([]);
  });

  it('is extended by the company, and by a person for one note', () => {
    const codes = codesIn('5949, 6949');
    const other = note({ lines: lines('5949') });
    expect(classifyInvoice(other, isOwn).becomes).toBe('ASIDE');
    expect(classifyInvoice(other, isOwn, { codes })).toMatchObject({ kind: 'VENDA', becomes: 'INVOICE' });
    expect(classifyInvoice(other, isOwn, { declared: true }).becomes).toBe('INVOICE');
    expect(classifyInvoice({ ...other, direction: '0' }, isOwn, { declared: true }).becomes).toBe('ASIDE');
    expect(codesProblem('5949, 6949')).toBeNull();
    expect(codesProblem('1949')).toContain('não é um CFOP de saída');
  });

  it('distinguishes outgoing from incoming goods', () => {
    expect(cfopRow('5202').kind).toBe('DEVOLUCAO_DE_COMPRA');
    expect(cfopRow('1202').kind).toBe('DEVOLUCAO_DE_VENDA');
    expect(cfopRow('4102').kind).toBe('OUTRA');
    expect(cfopRow('').kind).toBe('OUTRA');
  });
});
