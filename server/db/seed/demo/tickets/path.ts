import {
  currentStep,
  type Flow,
  type FlowStep,
  type FlowTransition,
  initialStep,
} from '../../../../../contract/rules/flows/flow.ts';

/** A way through a flow: the steps in order, each with the transition that led to it. */
export type Path = { step: FlowStep; by: FlowTransition | null }[];

/** The shortest way from the initial step; standard transitions before conditional ones. */
export function pathTo(flow: Flow, target: string): Path {
  const start = initialStep(flow) as FlowStep;
  const found = new Map<string, Path>([[start.chave, [{ step: start, by: null }]]]);
  for (const [key, path] of found) {
    for (const { step, by } of waysFrom(flow, key))
      if (!found.has(step.chave)) found.set(step.chave, [...path, { step, by }]);
  }
  return found.get(target) ?? [];
}

/** Goes on by standard transitions until the flow ends. */
export function toTheEnd(flow: Flow, path: Path): Path {
  const last = path.at(-1);
  if (!last || last.step.terminal || path.length > flow.etapas.length) return path;
  const next = waysFrom(flow, last.step.chave)[0];
  return next ? toTheEnd(flow, [...path, next]) : path;
}

function waysFrom(flow: Flow, key: string): Path {
  const out = flow.transicoes.filter(({ de }) => de === key);
  const ordered = [...out.filter(isStandard), ...out.filter((by) => !isStandard(by))];
  return ordered.flatMap((by) => {
    const step = currentStep(flow, by.para);
    return step ? [{ step, by }] : [];
  });
}

const isStandard = ({ tipo }: FlowTransition) => tipo === 'PADRAO';
