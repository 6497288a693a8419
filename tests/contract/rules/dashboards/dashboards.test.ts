import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { blockFigure } from '#contract/rules/dashboards/blockFigure.ts';
import { blockList } from '#contract/rules/dashboards/blockList.ts';
import {
  appliedFilters,
  COMMON_FILTERS,
  commonFilters,
  filterParameters,
  nameOfFilter,
} from '#contract/rules/dashboards/commonFilters.ts';
import { formOfParameters, parameterFormProblems } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportParameter } from '#contract/rules/reports/report.ts';

const parameter = (fields: Partial<ReportParameter>): ReportParameter => ({
  ...{ parametro: 'x', label: 'X', tipo: 'MULTISELECT', obrigatorio: false, opcoes: [] },
  ...fields,
});
const PERIOD = parameter({ parametro: 'emissao', tipo: 'DATERANGE', obrigatorio: true });
const BRANCHES = parameter({ parametro: 'lojas', origem: 'filiais' });
const ONE_PERSON = parameter({ parametro: 'quem', tipo: 'SELECT', origem: 'representantes' });
const NOVEMBER = { inicio: '2026-11-01', fim: '2026-11-30' };
const applied = (given: Record<string, unknown>, initial: Record<string, unknown> = {}) =>
  appliedFilters([PERIOD, BRANCHES, ONE_PERSON], initial, COMMON_FILTERS, given);

describe('common filters', () => {
  it('go to the parameter of the same meaning, whatever it is called', () => {
    expect(applied({ periodo: NOVEMBER, filial: ['1', '2'] })).toEqual({
      ...{ values: { emissao: NOVEMBER, lojas: ['1', '2'] }, unapplied: [] },
    });
  });
  it('narrow a report that takes one choice by one, and say so of several', () => {
    expect(applied({ representante: ['7'] })).toEqual({ values: { quem: '7' }, unapplied: [] });
    expect(applied({ representante: ['7', '8'] })).toEqual({ values: {}, unapplied: ['REPRESENTANTE'] });
  });
  it('say so where a report has no such parameter', () => {
    expect(applied({ operador: ['3'] }).unapplied).toEqual(['OPERADOR']);
  });
  it('that are empty take the report’s own choice away, but not what it cannot run without', () => {
    const initial = { emissao: NOVEMBER, lojas: ['1'] };
    expect(applied({ filial: [], periodo: {} }, initial).values).toEqual({ emissao: NOVEMBER });
  });
  it('never touch a parameter that has none of their meanings', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...COMMON_FILTERS.map(nameOfFilter)), fc.jsonValue()),
        (given) => {
          const { values } = appliedFilters(
            [parameter({ parametro: 'por', tipo: 'RADIO' })],
            { por: 'a' },
            COMMON_FILTERS,
            given,
          );
          expect(values).toEqual({ por: 'a' });
        },
      ),
    );
  });
  it('are a form of their own, as a report would have it', () => {
    const form = formOfParameters(filterParameters(COMMON_FILTERS.map((filtro) => ({ filtro }))));
    expect(parameterFormProblems(form)).toEqual([]);
    expect(Object.keys(form.schema.properties as object)).toEqual(COMMON_FILTERS.map(nameOfFilter));
    expect(new Set(Object.values(commonFilters).map(({ label }) => label)).size).toBe(COMMON_FILTERS.length);
  });
});

/** Amounts are written with a space that does not break. */
const money = (text: string) => `R$\u00a0${text}`;
const COLUMNS = [
  { campo: 'id', titulo: 'Ticket', tipo: 'INTEIRO' as const, abre: 'ticket' },
  { campo: 'motivo', titulo: 'Motivo', tipo: 'TEXTO' as const },
  { campo: 'valor', titulo: 'Valor', tipo: 'DINHEIRO' as const, total: 'SOMA' },
  { campo: 'antes', titulo: 'Mês anterior', tipo: 'DINHEIRO' as const, total: 'SOMA' },
];
const resultOf = (totais: Record<string, string | null>, linhas: (string | number | null)[][] = []) => ({
  ...{ colunas: COLUMNS, totais, linhas, grafico: null },
});

describe('the figure of a block', () => {
  const of = (valor: string, antes: string) =>
    blockFigure(resultOf({ valor, antes }), { coluna: 'valor', comparacao: 'antes' });
  it('is the total of its report, compared exactly with another of its columns', () => {
    expect(of('112.5', '100')).toEqual({
      ...{ text: money('112,50'), column: 'Valor' },
      before: { text: money('100,00'), column: 'Mês anterior', change: '+12,5%', direction: 1 },
    });
    expect(of('50', '100')?.before).toMatchObject({ change: '-50,0%', direction: -1 });
    expect(of('100', '100')?.before).toMatchObject({ change: '0,0%', direction: 0 });
  });
  it('is any number of times as much as nothing', () => {
    expect(of('10', '0')?.before).toMatchObject({ change: '', direction: 1 });
  });
  it('is the value of a single row, and none of several', () => {
    const row = [1, 'Avaria', '9', '3'];
    expect(blockFigure(resultOf({}, [row]), { coluna: 'valor' })?.text).toBe(money('9,00'));
    expect(blockFigure(resultOf({}, [row, row]), { coluna: 'valor' })).toBeNull();
    expect(blockFigure(resultOf({}, [row]), { coluna: 'nada' })).toBeNull();
  });
});

it('a list tells what each row is about, its first figure, and the record that it opens', () => {
  expect(
    blockList(
      resultOf({}, [
        [812, 'Avaria', '9', '3'],
        [null, null, null, null],
      ]),
    ),
  ).toEqual({
    ...{ label: 'Motivo', figure: 'Valor' },
    rows: [
      { label: 'Avaria', figure: money('9,00'), path: '/tickets/812' },
      { label: '—', figure: '—', path: null },
    ],
  });
});
