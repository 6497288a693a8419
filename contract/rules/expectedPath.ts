import type { FlowFact } from '../catalogs/flowFact.ts';
import { type Flow, type FlowTransition, nextStep } from './flow.ts';
import { conditionHolds, type FlowCondition, type FlowFacts } from './flowCondition.ts';

/** Facts that no work on a ticket changes: they rule a way out before the ticket comes there. */
const FIXED: ReadonlySet<FlowFact> = new Set<FlowFact>([
  'contribuinte_icms',
  'consumidor_final',
  'tem_itens',
  'tipo',
]);

/**
 * The steps that a ticket is to pass after the one where it stands, if nothing out of the ordinary happens: the
 * standard ways, and where what is known of the ticket rules those out, the first conditional one that may open.
 */
export function expectedPath(flow: Flow, stepKey: string, facts: FlowFacts): string[] {
  const path: string[] = [];
  let to = nextStep(flow, stepKey, facts)?.step.chave ?? likelyFrom(flow, stepKey, facts);
  while (to && to !== stepKey && !path.includes(to)) {
    path.push(to);
    to = likelyFrom(flow, to, facts);
  }
  return path;
}

function likelyFrom(flow: Flow, stepKey: string, facts: FlowFacts): string | undefined {
  const possible = flow.transicoes.filter(
    (way) => way.de === stepKey && outcome(way.condicao, facts) !== false,
  );
  const isStandard = ({ tipo }: FlowTransition) => tipo === 'PADRAO';
  return (possible.find(isStandard) ?? possible.find(({ condicao }) => condicao !== null))?.para;
}

/** `undefined`: it depends on what is still to be done. */
function outcome(condition: FlowCondition | null, facts: FlowFacts): boolean | undefined {
  if (!condition) return true;
  if ('todas' in condition) return every(condition.todas.map((part) => outcome(part, facts)));
  if ('alguma' in condition) return not(every(condition.alguma.map((part) => not(outcome(part, facts)))));
  if ('nenhuma' in condition) return every(condition.nenhuma.map((part) => not(outcome(part, facts))));
  return FIXED.has(condition.fato) ? conditionHolds(condition, facts) : undefined;
}

const not = (value: boolean | undefined) => (value === undefined ? undefined : !value);

const every = (values: (boolean | undefined)[]) =>
  values.includes(false) ? false : values.includes(undefined) ? undefined : true;
