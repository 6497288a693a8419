import { conditionalSteps, type Flow, type FlowTransition, nextStep, type OpenStep } from './flow.ts';
import type { FlowFacts } from './flowCondition.ts';

/** Every way that is open now, the standard one first. */
export const openWays = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep[] => {
  const standard = nextStep(flow, stepKey, facts);
  return [...(standard ? [standard] : []), ...conditionalSteps(flow, stepKey, facts)];
};

/** The open way that a person chose by its step, or the standard one; `null` when it is not open. */
export function wayTo(flow: Flow, stepKey: string, facts: FlowFacts, chosen: string | null): OpenStep | null {
  if (chosen === null) return nextStep(flow, stepKey, facts);
  return openWays(flow, stepKey, facts).find(({ step }) => step.chave === chosen) ?? null;
}

/**
 * A way aside that comes back: without a condition, to a step whose standard way without a condition leads here
 * again (COMPLEMENTO_CLIENTE). It asks for something that the current step still lacks, so it leaves without the
 * data of the step; every other way needs them, and is judged by what they say.
 */
export const isDetour = (flow: Flow, { de, para, tipo, condicao }: FlowTransition): boolean =>
  tipo === 'CONDICIONAL' &&
  condicao === null &&
  flow.transicoes.some(
    (back) => back.de === para && back.para === de && back.tipo === 'PADRAO' && back.condicao === null,
  );

/** Whether the requirement of the current step must be met before the ticket goes to the chosen step. */
export function needsStepData(flow: Flow, stepKey: string, chosen: string | null): boolean {
  const step = flow.etapas.find(({ chave }) => chave === stepKey);
  if (!step?.exigencia) return false;
  return !flow.transicoes.some((way) => way.de === stepKey && way.para === chosen && isDetour(flow, way));
}

/**
 * Whether a ticket has not been analysed yet, so that it may still be withdrawn (DOMAIN section 2, CANCELADO). Its
 * analysis is the first step of work: a ticket may stand there or on the initial step, and go aside from there and
 * come back, as long as nobody has judged a line of it. Whatever was passed beyond that has been worked for.
 */
export function isBeforeAnalysis(
  flow: Flow,
  at: { stepKey: string; passed: readonly string[]; linesJudged: number },
): boolean {
  if (at.linesJudged > 0) return false;
  const aside = new Set(flow.transicoes.filter((way) => isDetour(flow, way)).map(({ para }) => para));
  const initial = flow.etapas.find(({ inicial }) => inicial)?.chave;
  const work = [...at.passed, at.stepKey].filter((key) => key !== initial && !aside.has(key));
  return new Set(work).size <= 1;
}
