import {
  conditionalSteps,
  currentStep,
  expectedPath,
  type Flow,
  type FlowStep,
  initialStep,
  nextStep,
} from '../../../../contract/rules/flows/flow.ts';
import type { FlowFacts } from '../../../../contract/rules/flows/flowCondition.ts';

/** A move of a ticket, from its timeline: `de` and `para` are steps. */
export interface Move {
  type: string;
  from: string | null;
  to: string | null;
}

/** PROXIMA and FUTURA are what is expected; CONDICIONAL is every step that the ticket may or may not come to. */
export type StepState = 'FEITA' | 'ATUAL' | 'PROXIMA' | 'CONDICIONAL' | 'FUTURA';

export interface StepMap {
  next: FlowStep | null;
  conditional: FlowStep[];
  /** Every step of the flow in its order. */
  steps: { step: FlowStep; state: StepState }[];
}

/** Where a ticket stands in its flow: what was passed, what is now, where it may go. A closed one goes nowhere. */
export function stepMap(
  flow: Flow,
  at: { stepKey: string; closed: boolean; moves: readonly Move[] },
  facts: FlowFacts,
): StepMap {
  const next = at.closed ? null : (nextStep(flow, at.stepKey, facts)?.step ?? null);
  const conditional = at.closed
    ? []
    : unique(conditionalSteps(flow, at.stepKey, facts).map(({ step }) => step));
  const done = new Set(passedSteps(flow, at.stepKey, at.moves));
  const ahead = expectedPath(flow, at.stepKey, facts);
  const stateOf = ({ chave }: FlowStep): StepState => {
    if (chave === at.stepKey) return 'ATUAL';
    if (chave === next?.chave) return 'PROXIMA';
    if (ahead.includes(chave)) return 'FUTURA';
    return done.has(chave) ? 'FEITA' : 'CONDICIONAL';
  };
  return { next, conditional, steps: flow.etapas.map((step) => ({ step, state: stateOf(step) })) };
}

/** Two ways may lead to one step. */
const unique = (steps: FlowStep[]) => [...new Map(steps.map((step) => [step.chave, step])).values()];

/** Steps on the way to the current one; a step that was gone back from is not passed any more. */
export function passedSteps(flow: Flow, stepKey: string, moves: readonly Move[]): string[] {
  const path = [initialStep(flow)?.chave ?? ''];
  for (const { type, to } of moves) {
    if (!to || !currentStep(flow, to)) continue;
    const returned = type === 'AVANCO' ? -1 : path.lastIndexOf(to);
    if (returned >= 0) path.length = returned + 1;
    else path.push(to);
  }
  const passed = path.at(-1) === stepKey ? path : shortestWay(flow, stepKey);
  return passed.slice(0, -1);
}

/** For a ticket whose timeline does not tell its way, as one taken over from another system. */
function shortestWay(flow: Flow, stepKey: string): string[] {
  const start = initialStep(flow)?.chave ?? '';
  const ways = new Map([[start, [start]]]);
  for (const [reached, way] of ways) {
    for (const { para } of standardFirst(flow, reached)) if (!ways.has(para)) ways.set(para, [...way, para]);
  }
  return ways.get(stepKey) ?? [stepKey];
}

const standardFirst = (flow: Flow, from: string) =>
  flow.transicoes
    .filter(({ de }) => de === from)
    .sort((a, b) => Number(a.tipo !== 'PADRAO') - Number(b.tipo !== 'PADRAO'));
