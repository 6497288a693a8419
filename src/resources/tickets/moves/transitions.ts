import {
  conditionHolds,
  type FlowCondition,
  type FlowFacts,
} from '../../../../contract/rules/flows/flowCondition.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';

export type Way = Ticket['transicoes'][number];

interface Standing {
  transicoes: readonly Way[];
  fatos: FlowFacts;
}

const isOpen = (way: Way, facts: FlowFacts) => conditionHolds(way.condicao as FlowCondition | null, facts);

/** Where a ticket may go with these facts: the first standard way that is open, and every conditional one. */
export function openWays({ transicoes, fatos }: Standing, changed: FlowFacts | null = null): Way[] {
  const facts = { ...fatos, ...changed };
  const standard = transicoes.find((way) => way.tipo === 'PADRAO' && isOpen(way, facts));
  return transicoes.filter((way) => way === standard || (way.tipo === 'CONDICIONAL' && isOpen(way, facts)));
}

/** The standard way that is open now; `null` while a step's data must open one. */
export const standardWay = (standing: Standing): Way | null =>
  openWays(standing).find(({ tipo }) => tipo === 'PADRAO') ?? null;

/** What makes one way differ from another: two may lead to one step. */
export const wayKey = ({ para, rotulo }: Pick<Way, 'para' | 'rotulo'>) => `${para}|${rotulo}`;

/** Whether a way takes what the form of the step gives: all but those aside that come back. */
export const takesStepData = ({ desvio }: Way): boolean => !desvio;
