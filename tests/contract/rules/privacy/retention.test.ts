import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  cutoffDay,
  invoiceKeptUntil,
  RETENTION_KINDS,
  type RetentionFacts,
  retentionVerdict,
  ticketKeptUntil,
} from '#contract/rules/privacy/retention.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const TODAY = '2026-11-25';
const held = (more: Partial<RetentionFacts>): RetentionFacts => ({
  since: '2010-01-01',
  busy: false,
  ticketEnded: null,
  invoiceIssued: null,
  ...more,
});

describe('cut-off day of a retention rule', () => {
  it('is the given months back, or the last day of a shorter month', () => {
    expect(cutoffDay(12, TODAY)).toBe('2025-11-25');
    expect(cutoffDay(1, '2026-03-31')).toBe('2026-02-28');
    expect(cutoffDay(12, '2024-02-29')).toBe('2023-02-28');
    expect(retentionVerdict('CONTAS', held({ since: '2025-11-25' }), 12, TODAY).efeito).toBe('AINDA_NAO');
    expect(retentionVerdict('CONTAS', held({ since: '2025-11-24' }), 12, TODAY).efeito).toBe('SAI');
  });
});

describe('verdict of a retention rule', () => {
  it('keeps a ticket that the law requires, until the named day', () => {
    const ticket = held({ since: '2024-03-10', ticketEnded: '2024-03-10' });
    expect(retentionVerdict('TICKETS', ticket, 12, TODAY)).toEqual({ efeito: 'LEI', ate: '2029-03-10' });
    expect(retentionVerdict('ANEXOS', ticket, 12, TODAY)).toEqual({ efeito: 'LEI', ate: '2029-03-10' });
  });

  it('removes a person, and names the day until which a part is kept', () => {
    const person = held({ ticketEnded: '2023-03-10', invoiceIssued: '2022-05-01', since: '2023-03-10' });
    expect(retentionVerdict('CLIENTES', person, 24, TODAY)).toEqual({ efeito: 'SAI', ate: '2028-03-10' });
  });
});

const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days));
const maybe = fc.option(day);
const things = fc.record({ since: day, busy: fc.boolean(), ticketEnded: maybe, invoiceIssued: maybe });
const kinds = fc.constantFrom(...RETENTION_KINDS);
const months = fc.integer({ min: 1, max: 600 });

describe('any retention rule', () => {
  it('never removes what the law keeps, what is still open, or what is younger', () => {
    fc.assert(
      fc.property(kinds, things, months, day, (kind, thing, many, today) => {
        const { efeito, ate } = retentionVerdict(kind, thing, many, today);
        if (efeito !== 'SAI') return;
        expect(thing.busy).toBe(false);
        expect(thing.since < cutoffDay(many, today)).toBe(true);
        const ticket = thing.ticketEnded && ticketKeptUntil(thing.ticketEnded);
        const note = thing.invoiceIssued && invoiceKeptUntil(thing.invoiceIssued);
        if (kind === 'TICKETS' || kind === 'ANEXOS') expect(ticket === null || ticket < today).toBe(true);
        // These parts of a person's data are kept: the day covers each of them.
        if (kind === 'CLIENTES')
          for (const until of [ticket, note])
            if (until && until >= today) expect(ate !== null && ate >= until).toBe(true);
      }),
    );
  });

  it('removes tomorrow what it removes today, and with fewer months what it removes with more', () => {
    fc.assert(
      fc.property(kinds, things, months, day, (kind, thing, many, today) => {
        fc.pre(retentionVerdict(kind, thing, many, today).efeito === 'SAI');
        expect(retentionVerdict(kind, thing, many, addDays(today, 1)).efeito).toBe('SAI');
        if (many > 1) expect(retentionVerdict(kind, thing, many - 1, today).efeito).toBe('SAI');
      }),
    );
  });
});
