import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  financeProblems,
  logisticsFacts,
  logisticsProblems,
  suggestedExtension,
} from '#contract/rules/steps/extensions.ts';
import {
  checkedLine,
  checkInFacts,
  checkInProblems,
  receivedAsAuthorized,
} from '#contract/rules/steps/returnedGoods.ts';
import type { LogisticsInput } from '#contract/rules/steps/stepInput.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';

const photo = { id: '6f0b2a1e-0000-4000-8000-000000000001', nome: 'a.jpg', mime: 'image/jpeg', tamanho: 9 };

describe('check-in of a return', () => {
  const line = { id: 1, label: 'ARROZ', authorized: '3.000', divides: true };
  const validate = (given: object) =>
    checkInProblems({ linhas: [{ id: 1, recebida: '3', ...given }] }, { lines: [line] }).map(
      (p) => p.message,
    );

  it('accepts from zero up to the authorised quantity', () => {
    expect(validate({})).toEqual([]);
    expect(validate({ recebida: 0 })).toEqual([]);
    expect(validate({ recebida: '3.001' })).toEqual([
      'ARROZ: foram autorizados 3: não registre mais do que isso.',
    ]);
    expect(validate({ recebida: '' })).toEqual(['ARROZ: Recebido: informe a quantidade.']);
  });

  it('requires a photo of damaged goods', () => {
    expect(validate({ avariada: true })).toEqual(['ARROZ: anexe uma foto da avaria.']);
    expect(validate({ avariada: true, arquivos: [photo] })).toEqual([]);
    expect(checkedLine({ id: 1, recebida: '1', avariada: true, obs: ' Caixa aberta ' }).obs).toBe(
      'Chegou avariado. Caixa aberta',
    );
  });

  it('reports lines that were not checked', () => {
    expect(checkInProblems({ linhas: [] }, { lines: [line] })).toEqual([
      { field: 'conferencia.linhas.0', message: 'Falta conferir: ARROZ.' },
    ]);
  });

  it('offers DIVERGENCIA for any difference', () => {
    const lines = [line, { id: 2, label: 'FEIJÃO', authorized: '2', divides: false }];
    const all = lines.map(receivedAsAuthorized);
    expect(checkInFacts({ linhas: all }, { lines })).toEqual({ divergencia: false });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2999 }), (grams) => {
        const short = [{ id: 1, recebida: String(grams / 1000) }, ...all.slice(1)];
        expect(checkInProblems({ linhas: short }, { lines })).toEqual([]);
        expect(checkInFacts({ linhas: short }, { lines })).toEqual({ divergencia: true });
      }),
    );
  });
});

describe('extension of a payment', () => {
  const confirmed: LogisticsInput = { responsavel: 'TRANSPORTADORA', responsavel_id: 1, dias_atraso: 5 };

  it.each<[string, Partial<LogisticsInput>, string[]]>([
    ['confirmed', {}, []],
    ['a delay of a year', { dias_atraso: 365 }, []],
    ['no delay', { dias_atraso: 0 }, ['prorrogacaoLogistica.dias_atraso']],
    ['a delay of more than a year', { dias_atraso: 366 }, ['prorrogacaoLogistica.dias_atraso']],
    ['no responsible party', { responsavel_id: 0 }, ['prorrogacaoLogistica.responsavel_id']],
    ['refused without a reason', { recusada: true, obs: ' ' }, ['prorrogacaoLogistica.obs']],
    ['refused with a reason', { recusada: true, obs: 'Entregue no prazo', dias_atraso: 0 }, []],
  ])('checks the input of logistics: %s', (_case, change, fields) => {
    expect(logisticsProblems({ ...confirmed, ...change }).map(({ field }) => field)).toEqual(fields);
  });

  it('gives the flow the refusal of logistics', () => {
    expect(logisticsFacts({ ...confirmed, recusada: true })).toEqual({ logistica_recusou: true });
    expect(logisticsFacts(confirmed)).toEqual({ logistica_recusou: false });
  });

  const open = { id: 1, label: 'Título 77/1', dueOn: '2026-11-30', paid: false };
  const paid = { ...open, id: 2, label: 'Título 77/2', paid: true };
  const granted = { id: 1, decisao: 'CONCEDIDA', novoVencimento: '2026-12-10' } as const;
  const finance = (titulos: Parameters<typeof financeProblems>[0]['titulos'], titles = [open, paid]) =>
    financeProblems({ titulos }, { titles }).map(({ message }) => message);

  it('needs a decision by finance on every open title', () => {
    expect(finance([granted])).toEqual([]);
    expect(finance([])).toEqual(['Falta decidir: Título 77/1.']);
    expect(finance([{ id: 1, decisao: 'NEGADA' }])).toEqual([
      'Título 77/1: informe por que a prorrogação foi negada.',
    ]);
    expect(finance([granted, { id: 2, decisao: 'CONCEDIDA', novoVencimento: '2027-01-01' }])).toEqual([
      'Título 77/2: o título já foi pago e não pode ser prorrogado.',
    ]);
    expect(finance([granted, { id: 3, decisao: 'NEGADA', obs: 'x' }])).toHaveLength(1);
  });

  it('needs one decision even when no title is open', () => {
    expect(finance([], [paid])).toEqual(['Decida ao menos um título.']);
    expect(finance([{ id: 2, decisao: 'NEGADA', obs: 'Já pago' }], [paid])).toEqual([]);
    expect(finance([], [])).toEqual([]);
  });

  it('moves a due date only forward', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (days) => {
        const said = finance([{ ...granted, novoVencimento: addDays(open.dueOn, days) }], [open]);
        expect(said.length === 0).toBe(days > 0);
      }),
    );
    expect(finance([{ ...granted, novoVencimento: null }], [open])).toHaveLength(1);
    expect(finance([{ ...granted, novoVencimento: '2026-02-30' }], [open])).toHaveLength(1);
  });

  it('never extends to a day in the past, nor suggests one', () => {
    const day = fc.integer({ min: -400, max: 400 }).map((days) => addDays(open.dueOn, days));
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 365 }), day, (today, days, novoVencimento) => {
        const problems = (date: string) =>
          financeProblems({ titulos: [{ ...granted, novoVencimento: date }] }, { titles: [open], today })
            .length;
        if (novoVencimento < today) expect(problems(novoVencimento)).toBe(1);
        expect(problems(suggestedExtension(open.dueOn, days, today))).toBe(0);
      }),
    );
  });

  it('moves a due date by at most a year, counted from today if it has passed', () => {
    const on = (today: string, novoVencimento: string) =>
      financeProblems({ titulos: [{ ...granted, novoVencimento }] }, { titles: [open], today }).length;
    expect([on('2026-11-21', '2027-11-30'), on('2026-11-21', '2027-12-01')]).toEqual([0, 1]);
    expect([on('2029-01-01', '2030-01-01'), on('2029-01-01', '2030-01-02')]).toEqual([0, 1]);
  });
});
