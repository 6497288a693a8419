import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  invoiceKeptUntil,
  keptUntil,
  legalCutoffs,
  ticketKeptUntil,
} from '#contract/rules/privacy/retention.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const TODAY = '2026-11-25';
const day = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays('1990-01-01', days));

describe('what the law keeps after a request for erasure', () => {
  it('includes tickets for five years from their end, and invoices to the end of the fifth year', () => {
    const kept = { ticketEnded: '2024-03-10', invoiceIssued: '2022-01-02' };
    expect(keptUntil('ATENDIMENTO', kept, TODAY)).toBe('2029-03-10');
    expect(keptUntil('FISCAL', kept, TODAY)).toBe('2027-12-31');
    expect(keptUntil('IDENTIDADE', kept, TODAY)).toBe('2027-12-31');
  });

  it('includes nothing of a group that no law names, and nothing older', () => {
    const old = { ticketEnded: '2021-11-24', invoiceIssued: '2020-12-31' };
    for (const group of ['CADASTRO', 'CONTATOS', 'CONTA', 'COMERCIAL', 'ATENDIMENTO', 'FISCAL'] as const)
      expect(keptUntil(group, old, TODAY)).toBeNull();
    expect(keptUntil('IDENTIDADE', { ticketEnded: null, invoiceIssued: null }, TODAY)).toBeNull();
  });

  it('agrees with the cut-off days that select the rows', () => {
    fc.assert(
      fc.property(day, day, (happened, today) => {
        const { tickets, invoices } = legalCutoffs(today);
        expect(ticketKeptUntil(happened) >= today).toBe(happened >= tickets);
        expect(invoiceKeptUntil(happened) >= today).toBe(happened >= invoices);
      }),
    );
  });
});
