import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { call } from '#contract/expression/tree.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { expectedPath } from '#contract/rules/flows/flow.ts';
import { resolvedFlow } from '#contract/rules/flows/flowExpression.ts';

const folder = path.join(import.meta.dirname, '../../../../schemas/flows');
const flows: Flow[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(path.join(folder, name), 'utf8')),
);
const facts = fc.record({
  linhas_em_analise: fc.nat(3),
  linhas_aprovadas: fc.nat(3),
  todas_linhas_negadas: fc.boolean(),
  contribuinte_icms: fc.boolean(),
  divergencia: fc.boolean(),
  logistica_recusou: fc.boolean(),
  consumidor_final: fc.boolean(),
  tem_itens: fc.boolean(),
});

describe.each(flows.map((flow) => [flow.chave, flow] as const))('expected path of %s', (_, flow) => {
  it('follows transitions, repeats no step and reaches the end from every step', () => {
    fc.assert(
      fc.property(fc.constantFrom(...flow.etapas), facts, (from, known) => {
        const steps = expectedPath(flow, from.chave, known);
        expect(new Set([from.chave, ...steps]).size).toBe(steps.length + 1);
        [from.chave, ...steps].reduce((de, para) => {
          expect(flow.transicoes.some((way) => way.de === de && way.para === para)).toBe(true);
          return para;
        });
        const last = flow.etapas.find(({ chave }) => chave === (steps.at(-1) ?? from.chave));
        expect(last?.terminal).toBe(true);
      }),
    );
  });
});

it('is decided by fields for the current step, and left open for later ones, whose fields still change', () => {
  const expressao = call('maior', { campo: 'valor' }, { numero: '5000' });
  const way = (de: string, para: string, asks = false) => ({
    ...{ de, para, tipo: 'PADRAO', rotulo: para, exige_motivo: false },
    condicao: asks ? { expressao } : null,
  });
  const flow = {
    chave: 'POR_VALOR',
    descricao: '',
    etapas: ['ABERTURA', 'ANALISE', 'GERENTE', 'FIM'].map((chave) => ({ chave })),
    transicoes: [
      way('ABERTURA', 'ANALISE'),
      way('ANALISE', 'GERENTE', true),
      way('ANALISE', 'FIM'),
      way('GERENTE', 'FIM'),
    ],
  } as unknown as Flow;
  const path = (from: string, judged: boolean) =>
    expectedPath(
      resolvedFlow(flow, from, () => judged),
      from,
      {},
    );
  for (const judged of [true, false]) expect(path('ABERTURA', judged)).toEqual(['ANALISE', 'GERENTE', 'FIM']);
  expect(path('ANALISE', true)).toEqual(['GERENTE', 'FIM']);
  expect(path('ANALISE', false)).toEqual(['FIM']);
});
