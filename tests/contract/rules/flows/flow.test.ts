import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  conditionalSteps,
  currentStep,
  type Flow,
  type FlowStep,
  type FlowTransition,
  initialStep,
  nextStep,
} from '#contract/rules/flows/flow.ts';
import { conditionHolds, type FlowCondition, type FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { flowProblems } from '#contract/rules/flows/flowProblems.ts';

const shipped = (key: string): Flow => JSON.parse(readFileSync(`schemas/flows/${key}.json`, 'utf8'));
const step = (chave: string, change: Partial<FlowStep> = {}): FlowStep => ({
  chave,
  descricao: chave,
  setor: 'SAC',
  exigencia: null,
  status_ao_entrar: change.terminal ? 'FINALIZADO' : 'EM_ATENDIMENTO',
  prazo_horas_uteis: null,
  permissao: null,
  permite_retroceder: true,
  inicial: false,
  terminal: false,
  ...change,
});
const way = (de: string, para: string, change: Partial<FlowTransition> = {}): FlowTransition => ({
  de,
  para,
  tipo: 'CONDICIONAL',
  rotulo: 'Seguir',
  condicao: null,
  exige_motivo: false,
  ...change,
});
const flow = (etapas: FlowStep[], transicoes: FlowTransition[]): Flow => ({
  chave: 'F',
  descricao: 'F',
  etapas,
  transicoes,
});
const first = step('A', { inicial: true });
const last = step('Z', { terminal: true });

describe('conditions of a transition', () => {
  const facts: FlowFacts = { todas_linhas_negadas: true, linhas_em_analise: 2, tipo: 'DEVOLUCAO' };
  it.each<[FlowCondition | null, boolean]>([
    [null, true],
    [{ fato: 'todas_linhas_negadas', igual: true }, true],
    [{ fato: 'todas_linhas_negadas', diferente: true }, false],
    [{ fato: 'linhas_em_analise', maior_que: 1 }, true],
    [{ fato: 'linhas_em_analise', menor_que: 2 }, false],
    [{ fato: 'tipo', maior_que: 1 }, false],
    [{ fato: 'divergencia', diferente: true }, false],
    [
      {
        todas: [
          { fato: 'tipo', igual: 'DEVOLUCAO' },
          { fato: 'linhas_em_analise', igual: 0 },
        ],
      },
      false,
    ],
    [
      {
        alguma: [
          { fato: 'tipo', igual: 'DEVOLUCAO' },
          { fato: 'linhas_em_analise', igual: 0 },
        ],
      },
      true,
    ],
    [{ nenhuma: [{ fato: 'divergencia', igual: true }] }, true],
  ])('evaluate %j to %p', (condition, holds) => {
    expect(conditionHolds(condition, facts)).toBe(holds);
  });
});

describe('shipped flow DEVOLUCAO', () => {
  const devolucao = shipped('DEVOLUCAO');
  const analysed: FlowFacts = { linhas_em_analise: 0, todas_linhas_negadas: false, contribuinte_icms: true };
  const names = (facts: FlowFacts, at: string) => [
    nextStep(devolucao, at, facts)?.step.chave,
    conditionalSteps(devolucao, at, facts).map(({ step: { chave } }) => chave),
  ];

  it('starts at ABERTURA', () => {
    expect(initialStep(devolucao)?.chave).toBe('ABERTURA');
    expect(currentStep(devolucao, 'COLETA')?.setor).toBe('LOGISTICA');
    expect(currentStep(devolucao, 'NADA')).toBeNull();
  });
  it.each<[string, FlowFacts, string | undefined, string[]]>([
    ['ABERTURA', {}, 'ANALISE_DEVOLUCAO', []],
    ['ANALISE_DEVOLUCAO', analysed, 'ENVIO_NF_DEVOLUCAO', ['COMPLEMENTO_CLIENTE']],
    ['ANALISE_DEVOLUCAO', { ...analysed, linhas_em_analise: 1 }, undefined, ['COMPLEMENTO_CLIENTE']],
    [
      'ANALISE_DEVOLUCAO',
      { ...analysed, contribuinte_icms: false },
      undefined,
      ['COMPLEMENTO_CLIENTE', 'NF_ENTRADA_PROPRIA'],
    ],
    [
      'ANALISE_DEVOLUCAO',
      { ...analysed, todas_linhas_negadas: true },
      undefined,
      ['COMPLEMENTO_CLIENTE', 'FINALIZADO'],
    ],
    ['ENVIO_NF_DEVOLUCAO', {}, 'COLETA', ['FINANCEIRO']],
    ['CONFERENCIA_DEVOLUCAO', { divergencia: false }, 'FINANCEIRO', []],
    ['CONFERENCIA_DEVOLUCAO', { divergencia: true }, undefined, ['DIVERGENCIA']],
    ['DIVERGENCIA', {}, 'FINANCEIRO', ['ANALISE_DEVOLUCAO']],
    ['FINALIZADO', {}, undefined, []],
  ])('goes from %s with %j to %p or %p', (at, facts, next, conditional) => {
    expect(names(facts, at)).toEqual([next, conditional]);
  });
  it('ends as IMPROCEDENTE when every line is denied', () => {
    expect(
      conditionalSteps(devolucao, 'ANALISE_DEVOLUCAO', { todas_linhas_negadas: true }).at(-1)?.transition
        .resultado,
    ).toBe('IMPROCEDENTE');
  });
});

describe('problems of a flow', () => {
  it.each<[string, Flow, string]>([
    [
      'two initial steps',
      flow([first, step('B', { inicial: true }), last], [way('A', 'Z'), way('B', 'Z')]),
      'exatamente uma etapa',
    ],
    ['no initial step', flow([step('A'), last], [way('A', 'Z')]), 'hoje há nenhuma'],
    [
      'an unreachable step',
      flow([first, step('B'), last], [way('A', 'Z'), way('B', 'Z')]),
      'Nenhum caminho chega à etapa B',
    ],
    [
      'a step that cannot end',
      flow([first, step('B'), last], [way('A', 'Z'), way('A', 'B')]),
      'A partir da etapa B o ticket nunca termina',
    ],
    ['a cycle without an end', flow([first, step('B')], [way('A', 'B'), way('B', 'A')]), 'nunca termina'],
    ['an unknown target', flow([first, last], [way('A', 'Z'), way('A', 'X')]), 'A etapa X não existe'],
    ['an unknown source', flow([first, last], [way('A', 'Z'), way('X', 'Z')]), 'A etapa X não existe'],
    ['a repeated key', flow([first, last, last], [way('A', 'Z')]), 'A chave Z se repete'],
    [
      'a transition out of the end',
      flow([first, last], [way('A', 'Z'), way('Z', 'A')]),
      'não pode ter saída',
    ],
    ['a transition to its own step', flow([first, last], [way('A', 'Z'), way('A', 'A')]), 'leva a ela mesma'],
    [
      'an end that is not FINALIZADO',
      flow([first, step('Z', { terminal: true, status_ao_entrar: 'ABERTO' })], [way('A', 'Z')]),
      'Use o status FINALIZADO',
    ],
    [
      'a status that cannot follow',
      flow(
        [first, step('B', { status_ao_entrar: 'ABERTO' }), last],
        [way('A', 'B'), way('B', 'A'), way('A', 'Z')],
      ),
      'O status ABERTO não pode vir depois de EM_ATENDIMENTO',
    ],
    [
      'a standard transition after an unconditional one',
      flow(
        [first, step('B'), last],
        [way('A', 'B', { tipo: 'PADRAO' }), way('A', 'Z', { tipo: 'PADRAO' }), way('B', 'Z')],
      ),
      'vem antes desta',
    ],
    [
      'a comparison of the wrong type',
      flow(
        [first, last],
        [way('A', 'Z', { condicao: { nenhuma: [{ fato: 'divergencia', igual: 'sim' }] } })],
      ),
      'só se compara com true ou false',
    ],
    [
      'an end with a requirement',
      flow([first, step('Z', { terminal: true, exigencia: 'COLETA' })], [way('A', 'Z')]),
      'não pode ter exigência',
    ],
  ])('include %s', (_name, unsound, message) => {
    expect(
      flowProblems(unsound)
        .map((problem) => problem.message)
        .join('\n'),
    ).toContain(message);
  });

  it.each(['DEVOLUCAO', 'PRORROGACAO', 'RECLAMACAO_GERAL', 'DUVIDA'])(
    'are none in the shipped flow %s',
    (key) => {
      expect(flowProblems(shipped(key))).toEqual([]);
    },
  );

  const keys = ['A', 'B', 'C', 'D', 'E'] as const;
  const anyFlow = fc
    .record({
      initial: fc.oneof(
        { weight: 4, arbitrary: fc.constant([0]) },
        { weight: 1, arbitrary: fc.array(fc.nat(4), { maxLength: 3 }) },
      ),
      terminal: fc.oneof(
        { weight: 4, arbitrary: fc.constant([4]) },
        { weight: 1, arbitrary: fc.array(fc.nat(4), { maxLength: 3 }) },
      ),
      edges: fc.array(fc.tuple(fc.nat(4), fc.nat(4)), { maxLength: 12 }),
      chain: fc.boolean(),
    })
    .map(({ initial, terminal, edges, chain }) =>
      flow(
        keys.map((key, index) =>
          step(key, {
            inicial: (initial as number[]).includes(index),
            terminal: (terminal as number[]).includes(index),
          }),
        ),
        [
          ...(chain
            ? [
                [0, 1],
                [1, 2],
                [2, 3],
                [3, 4],
              ]
            : []),
          ...edges,
        ].map(([from = 0, to = 0]) => way(keys[from] ?? 'A', keys[to] ?? 'A')),
      ),
    );

  /** A second implementation of the soundness check, using a reachability matrix. */
  function isSound({ etapas, transicoes }: Flow): boolean {
    const reach = etapas.map(({ chave }) =>
      etapas.map(
        (other) =>
          chave === other.chave || transicoes.some(({ de, para }) => de === chave && para === other.chave),
      ),
    );
    for (const middle of etapas.keys())
      for (const from of etapas.keys())
        for (const to of etapas.keys())
          if (reach[from]?.[middle] && reach[middle]?.[to]) (reach[from] as boolean[])[to] = true;
    const starts = [...etapas.keys()].filter((index) => etapas[index]?.inicial);
    const ends = [...etapas.keys()].filter((index) => etapas[index]?.terminal);
    const isEnd = (key: string) => etapas.some(({ chave, terminal }) => chave === key && terminal);
    return (
      starts.length === 1 &&
      !ends.includes(starts[0] ?? -1) &&
      transicoes.every(({ de, para }) => de !== para && !isEnd(de)) &&
      [...etapas.keys()].every(
        (index) => reach[starts[0] ?? 0]?.[index] && ends.some((end) => reach[index]?.[end]),
      )
    );
  }

  it('are found exactly in flows that the reachability matrix calls unsound', () => {
    const seen = { sound: 0, unsound: 0 };
    fc.assert(
      fc.property(anyFlow, (given) => {
        const sound = isSound(given);
        seen[sound ? 'sound' : 'unsound'] += 1;
        expect(flowProblems(given).length === 0).toBe(sound);
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(seen.sound, seen.unsound)).toBeGreaterThan(20);
  });
});
