import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Flow } from '#contract/rules/flows/flow.ts';
import { expectedPath } from '#contract/rules/flows/flow.ts';

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
