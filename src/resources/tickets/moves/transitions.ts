import { conditionHolds, type FlowCondition, type FlowFacts } from '#contract/rules/flows/flowCondition.ts';
import type { Ticket } from '#contract/sac/tickets.ts';

export type Transition = Ticket['transicoes'][number];

interface FlowPosition {
  transicoes: readonly Transition[];
  fatos: FlowFacts;
}

const isOpen = (transition: Transition, facts: FlowFacts) =>
  conditionHolds(transition.condicao as FlowCondition | null, facts);

/** The steps a ticket can move to with these facts: the first open standard transition, and every open conditional one. */
export function openSteps(
  { transicoes, fatos }: FlowPosition,
  changed: FlowFacts | null = null,
): Transition[] {
  const facts = { ...fatos, ...changed };
  const standard = transicoes.find((transition) => transition.tipo === 'PADRAO' && isOpen(transition, facts));
  return transicoes.filter(
    (transition) =>
      transition === standard || (transition.tipo === 'CONDICIONAL' && isOpen(transition, facts)),
  );
}

/** The standard transition that is currently open; `null` while it still depends on the step's data. */
export const standardTransition = (position: FlowPosition): Transition | null =>
  openSteps(position).find(({ tipo }) => tipo === 'PADRAO') ?? null;

/** Distinguishes transitions, since two may lead to the same step. */
export const transitionKey = ({ para, rotulo }: Pick<Transition, 'para' | 'rotulo'>) => `${para}|${rotulo}`;

/** Whether a transition accepts the step form's data: all do, except detours that return later. */
export const takesStepData = ({ desvio }: Transition): boolean => !desvio;
