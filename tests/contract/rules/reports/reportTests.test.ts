import { expect, it } from '@jest/globals';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { type TestFinding, testName, testSentence } from '#contract/rules/reports/reportTests.ts';

type Test = ReportDefinition['testes'][number];

const report = (testes: Test[]) => ({
  parametros: {
    schema: {
      type: 'object',
      properties: {
        filial: { type: 'string', title: 'Filial', enum: ['1', '2'] },
        desde: { type: 'string', format: 'date', title: 'Desde' },
      },
      required: [],
      additionalProperties: false,
    },
    ui: {
      'ui:order': ['filial', 'desde'],
      desde: { 'ui:widget': 'date' },
      filial: { 'ui:enumNames': { 1: 'Matriz', 2: 'Manaus' } },
    },
  } as ReportDefinition['parametros'],
  colunas: [
    { campo: 'nome', titulo: 'Cliente', tipo: 'TEXTO' },
    { campo: 'total', titulo: 'Total comprado', tipo: 'DINHEIRO' },
  ] as ReportDefinition['colunas'],
  testes,
});

it('names a test by its number and what it asks for', () => {
  const { testes, parametros } = report([
    { parametros: {}, espera: {} },
    { parametros: { filial: '2', desde: '2026-10-01' }, espera: {} },
  ]);
  expect([0, 1].map((index) => testName({ testes, parametros }, index))).toEqual([
    'O teste 1 (sem filtros)',
    'O teste 2 (Filial: Manaus · Desde: 01/10/2026)',
  ]);
});

it.each<[Test['espera'], TestFinding, string]>([
  [{ recusa: 'filial' }, { kind: 'ACEITO' }, "que o filtro 'Filial' seja recusado, e ele foi aceito."],
  [
    { colunas: ['nome', 'cidade'] },
    { kind: 'COLUNAS' },
    "as colunas 'Cliente' e 'cidade', e o relatório tem 'Cliente' e 'Total comprado'.",
  ],
  [{ minimo: 3 }, { kind: 'LINHAS', rows: 2 }, 'ao menos 3 linhas, e vieram 2 linhas.'],
  [{ minimo: 3 }, { kind: 'LINHAS', rows: 0 }, 'ao menos 3 linhas, e não veio nenhuma.'],
  [
    { minimo: 2, maximo: 4 },
    { kind: 'LINHAS', rows: 1 },
    'ao menos 2 linhas e no máximo 4 linhas, e veio 1 linha.',
  ],
  [{ maximo: 1 }, { kind: 'LINHAS', rows: 2 }, 'no máximo 1 linha, e vieram mais.'],
  [
    {},
    { kind: 'RECUSA', sentence: 'A consulta divide por zero.' },
    'que a consulta termine, e ela parou: A consulta divide por zero.',
  ],
])('says of a test that expects %j and found %j what came instead', (espera, finding, sentence) => {
  expect(testSentence(report([{ parametros: {}, espera }]), 0, finding)).toBe(
    `O teste 1 (sem filtros) espera ${sentence}`,
  );
});
