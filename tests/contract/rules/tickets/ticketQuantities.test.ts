import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TicketLineStatus, TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import { addDecimals, compareDecimals } from '#contract/rules/decimal.ts';
import {
  type HoldingLine,
  heldQuantity,
  isWithinPurchase,
  returnableQuantity,
} from '#contract/rules/tickets/ticketLines.ts';

const line = (change: Partial<HoldingLine>): HoldingLine => ({
  lineStatus: 'AN',
  ticketStatus: 'EM_ATENDIMENTO',
  requested: '5',
  authorized: null,
  received: null,
  settled: false,
  ...change,
});
const quantity = fc.integer({ min: 0, max: 20_000 }).map((thousandths) => String(thousandths / 1000));
const anyLine: fc.Arbitrary<HoldingLine> = fc.record({
  lineStatus: fc.constantFrom<TicketLineStatus>('AN', 'A', 'N'),
  ticketStatus: fc.constantFrom<TicketStatus>('ABERTO', 'EM_ATENDIMENTO', 'FINALIZADO', 'CANCELADO'),
  requested: quantity,
  authorized: fc.option(quantity),
  received: fc.option(quantity),
  settled: fc.boolean(),
});

describe('held quantity of a line', () => {
  it.each<[string, Partial<HoldingLine>, string]>([
    ['the requested quantity while under analysis', { authorized: '3' }, '5'],
    ['the authorised quantity once approved', { lineStatus: 'A', authorized: '3' }, '3'],
    ['the received quantity after the check-in', { lineStatus: 'A', authorized: '3', received: '2' }, '2'],
    ['zero when nothing arrived', { lineStatus: 'A', authorized: '3', received: '0' }, '0'],
    ['zero once denied', { lineStatus: 'N' }, '0'],
    ['zero once cancelled', { ticketStatus: 'CANCELADO' }, '0'],
    ['zero if it was not analysed before the end', { ticketStatus: 'FINALIZADO' }, '0'],
    [
      'the authorised quantity while finished and not yet settled',
      { lineStatus: 'A', authorized: '3', ticketStatus: 'FINALIZADO' },
      '3',
    ],
    [
      'zero once settled',
      { lineStatus: 'A', authorized: '3', ticketStatus: 'FINALIZADO', settled: true },
      '0',
    ],
  ])('is %s', (_name, change, held) => {
    expect(heldQuantity(line(change))).toBe(held);
  });
});

describe('returnable quantity', () => {
  it('is what no return and no ticket holds', () => {
    expect(
      returnableQuantity({ purchased: '10', returned: '2', holds: [line({}), line({ lineStatus: 'N' })] }),
    ).toBe('3');
    expect(returnableQuantity({ purchased: '10', returned: '6', holds: [line({})] })).toBe('0');
  });

  it('can be requested in full, and not one thousandth more', () => {
    fc.assert(
      fc.property(quantity, quantity, fc.array(anyLine, { maxLength: 6 }), (purchased, returned, holds) => {
        const use = { purchased, returned, holds };
        fc.pre(isWithinPurchase(use));
        const left = returnableQuantity(use);
        expect(isWithinPurchase({ ...use, holds: [...holds, line({ requested: left })] })).toBe(true);
        expect(
          isWithinPurchase({ ...use, holds: [...holds, line({ requested: addDecimals(left, '0.001') })] }),
        ).toBe(false);
      }),
    );
  });

  it('never shrinks when a line is denied', () => {
    fc.assert(
      fc.property(quantity, fc.array(anyLine, { minLength: 1, maxLength: 6 }), (purchased, holds) => {
        const denied = holds.map((held, index) =>
          index === 0 ? { ...held, lineStatus: 'N' as const } : held,
        );
        const before = returnableQuantity({ purchased, returned: '0', holds });
        expect(
          compareDecimals(returnableQuantity({ purchased, returned: '0', holds: denied }), before),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
