import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TicketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  currentStep,
  type Flow,
  initialStep,
  isBeforeAnalysis,
  isDetour,
  needsStepData,
  type OpenStep,
  openSteps,
  openStepTo,
} from '#contract/rules/flows/flow.ts';
import { conditionHolds, type FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import { isClosed, mayFollow, statusAfterMove } from '#contract/rules/tickets/ticketTransitions.ts';
import { type Move, passedSteps } from '#server/sac/tickets/detail/ticketSteps.ts';

const read = (key: string): Flow =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../../../../schemas/flows/${key}.json`), 'utf8'));
const KEYS = ['DEVOLUCAO', 'PRORROGACAO', 'RECLAMACAO_GERAL', 'DUVIDA'] as const;
const FLOWS = Object.fromEntries(KEYS.map((key) => [key, read(key)])) as Record<(typeof KEYS)[number], Flow>;
const { DEVOLUCAO } = FLOWS;

describe('transitions out of a step', () => {
  const analysed: FlowFacts = { linhas_em_analise: 0, todas_linhas_negadas: false, contribuinte_icms: true };
  const keys = (ways: OpenStep[]) => ways.map(({ step }) => step.chave);

  it('list the standard one first, then the conditional ones', () => {
    expect(keys(openSteps(DEVOLUCAO, 'ANALISE_DEVOLUCAO', analysed))).toEqual([
      'ENVIO_NF_DEVOLUCAO',
      'COMPLEMENTO_CLIENTE',
    ]);
    const denied = { ...analysed, todas_linhas_negadas: true };
    expect(keys(openSteps(DEVOLUCAO, 'ANALISE_DEVOLUCAO', denied))).toEqual([
      'COMPLEMENTO_CLIENTE',
      'FINALIZADO',
    ]);
    expect(openSteps(DEVOLUCAO, 'FINALIZADO', analysed)).toEqual([]);
  });

  it('lead to the chosen step only if it is open', () => {
    expect(openStepTo(DEVOLUCAO, 'ANALISE_DEVOLUCAO', analysed, null)?.step.chave).toBe('ENVIO_NF_DEVOLUCAO');
    expect(openStepTo(DEVOLUCAO, 'ANALISE_DEVOLUCAO', analysed, 'FINALIZADO')).toBeNull();
    expect(openStepTo(DEVOLUCAO, 'ANALISE_DEVOLUCAO', {}, null)).toBeNull();
  });

  it('need no data only for a detour from which the ticket returns', () => {
    const aside = Object.values(FLOWS).flatMap((flow) =>
      flow.transicoes.filter((way) => isDetour(flow, way)).map(({ de, para }) => `${de} > ${para}`),
    );
    expect(aside).toEqual(['ANALISE_DEVOLUCAO > COMPLEMENTO_CLIENTE']);
    expect(needsStepData(DEVOLUCAO, 'ANALISE_DEVOLUCAO', 'COMPLEMENTO_CLIENTE')).toBe(false);
    for (const chosen of [null, 'FINALIZADO', 'NF_ENTRADA_PROPRIA', 'ENVIO_NF_DEVOLUCAO'])
      expect(needsStepData(DEVOLUCAO, 'ANALISE_DEVOLUCAO', chosen)).toBe(true);
    expect(needsStepData(DEVOLUCAO, 'ENVIO_NF_DEVOLUCAO', 'FINANCEIRO')).toBe(true);
    expect(needsStepData(DEVOLUCAO, 'CONFERENCIA_DEVOLUCAO', 'DIVERGENCIA')).toBe(true);
    expect(needsStepData(DEVOLUCAO, 'FINANCEIRO', null)).toBe(false);
  });
});

describe('isBeforeAnalysis', () => {
  it.each<[string, string[], string, number, boolean]>([
    ['is true when just opened', [], 'ABERTURA', 0, true],
    ['is true on the first working step', ['ABERTURA'], 'ANALISE_DEVOLUCAO', 0, true],
    ['is true on a detour', ['ABERTURA', 'ANALISE_DEVOLUCAO'], 'COMPLEMENTO_CLIENTE', 0, true],
    [
      'is true after a detour',
      ['ABERTURA', 'ANALISE_DEVOLUCAO', 'COMPLEMENTO_CLIENTE'],
      'ANALISE_DEVOLUCAO',
      0,
      true,
    ],
    ['is false with an analysed line', ['ABERTURA'], 'ANALISE_DEVOLUCAO', 1, false],
    ['is false on a later step', ['ABERTURA', 'ANALISE_DEVOLUCAO'], 'NF_ENTRADA_PROPRIA', 0, false],
  ])('%s', (_name, passed, stepKey, linesValidated, expected) => {
    expect(isBeforeAnalysis(DEVOLUCAO, { stepKey, passed, linesValidated })).toBe(expected);
  });
});

describe('status after a move', () => {
  it.each<[TicketStatus, TicketStatus, TicketStatus | null]>([
    ['ABERTO', 'EM_ATENDIMENTO', 'EM_ATENDIMENTO'],
    ['ABERTO', 'AGUARDANDO_TERCEIRO', null],
    ['ABERTO', 'FINALIZADO', null],
    ['EM_ATENDIMENTO', 'ABERTO', 'EM_ATENDIMENTO'],
    ['AGUARDANDO_CLIENTE', 'ABERTO', 'EM_ATENDIMENTO'],
    ['AGUARDANDO_CLIENTE', 'AGUARDANDO_TERCEIRO', 'AGUARDANDO_TERCEIRO'],
    ['AGUARDANDO_TERCEIRO', 'FINALIZADO', 'FINALIZADO'],
    ['FINALIZADO', 'EM_ATENDIMENTO', null],
    ['CANCELADO', 'EM_ATENDIMENTO', null],
  ])('from %s into a step with %s is %s', (from, entering, expected) => {
    expect(statusAfterMove(from, entering)).toBe(expected);
  });
});

/** A ticket's position as computed by the engine. */
interface Place {
  flow: Flow;
  stepKey: string;
  status: TicketStatus;
  moves: Move[];
}

/** The reference model: only the steps passed so far. */
interface Trail {
  steps: string[];
}

type Walk = fc.Command<Trail, Place>;

/**
 * Asserts that the ticket is on exactly one existing step, is FINALIZADO only on a terminal step, and came along the recorded
 * trail.
 */
function hold({ flow, stepKey, status, moves }: Place, { steps }: Trail): void {
  expect(flow.etapas.filter(({ chave }) => chave === stepKey)).toHaveLength(1);
  expect(status === 'FINALIZADO').toBe(currentStep(flow, stepKey)?.terminal);
  expect([...passedSteps(flow, stepKey, moves), stepKey]).toEqual(steps);
}

const onward = (pick: number, facts: FlowFacts): Walk => ({
  check: () => true,
  run(trail, place) {
    const { flow, stepKey, status } = place;
    const ways = isClosed(status) ? [] : openSteps(flow, stepKey, facts);
    const way = ways[pick % Math.max(1, ways.length)];
    if (way) {
      expect([way.transition.de, conditionHolds(way.transition.condicao, facts)]).toEqual([stepKey, true]);
      const next = statusAfterMove(status, way.step.status_ao_entrar);
      // Shipped flows never lead to a status that may not follow, not even by way of EM_ATENDIMENTO.
      expect(next).not.toBeNull();
      expect(
        next === status ||
          mayFollow(status, next as TicketStatus) ||
          mayFollow('EM_ATENDIMENTO', next as TicketStatus),
      ).toBe(true);
      place.moves.push({
        type: way.step.terminal ? 'FINALIZACAO' : 'AVANCO',
        from: stepKey,
        to: way.step.chave,
      });
      Object.assign(place, { stepKey: way.step.chave, status: next });
      trail.steps.push(way.step.chave);
    }
    hold(place, trail);
  },
  toString: () => `onward(${pick}, ${JSON.stringify(facts)})`,
});

const back = (): Walk => ({
  check: () => true,
  run(trail, place) {
    const { flow, stepKey, status, moves } = place;
    const to = passedSteps(flow, stepKey, moves).at(-1);
    const closed = status === 'FINALIZADO';
    if (to && (closed || currentStep(flow, stepKey)?.permite_retroceder)) {
      moves.push({ type: closed ? 'REABERTURA' : 'RETROCESSO', from: stepKey, to });
      const entering = currentStep(flow, to)?.status_ao_entrar ?? 'ABERTO';
      Object.assign(place, {
        stepKey: to,
        status: closed ? 'EM_ATENDIMENTO' : statusAfterMove(status, entering),
      });
      trail.steps.pop();
    }
    hold(place, trail);
  },
  toString: () => 'back',
});

const facts: fc.Arbitrary<FlowFacts> = fc.record({
  linhas_em_analise: fc.constantFrom(0, 0, 2),
  linhas_aprovadas: fc.nat({ max: 3 }),
  todas_linhas_negadas: fc.boolean(),
  contribuinte_icms: fc.boolean(),
  divergencia: fc.boolean(),
  logistica_recusou: fc.boolean(),
  consumidor_final: fc.boolean(),
  tem_itens: fc.boolean(),
  tipo: fc.constant('DEVOLUCAO'),
});

describe('flow engine', () => {
  it('is always on the one step that the last transition led to, after any moves', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KEYS),
        fc.commands(
          [fc.tuple(fc.nat({ max: 5 }), facts).map((drawn) => onward(...drawn)), fc.constant(null).map(back)],
          { maxCommands: 40, size: 'max' },
        ),
        (key, commands) => {
          const flow = FLOWS[key];
          const first = initialStep(flow)?.chave ?? '';
          fc.modelRun(
            () => ({
              model: { steps: [first] },
              real: { flow, stepKey: first, status: 'ABERTO' as const, moves: [] as Move[] },
            }),
            commands,
          );
        },
      ),
      { numRuns: 200 },
    );
  });
});
