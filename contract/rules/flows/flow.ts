import type { FlowFact } from '../../catalogs/flowFact.ts';
import type { TicketResult, TicketStatus } from '../../catalogs/ticketStatus.ts';
import { conditionHolds, type FlowCondition, type FlowFacts } from './flowCondition.ts';

/** What must be given to leave a step, which also picks its dialog (DOMAIN section 3). */
export const stepRequirements = [
  'ANALISE_DEVOLUCAO',
  'ENVIO_NF_DEVOLUCAO',
  'COLETA',
  'CONFERENCIA_DEVOLUCAO',
  'PRORROGACAO_LOGISTICA',
  'PRORROGACAO_FINANCEIRO',
] as const;
export type StepRequirement = (typeof stepRequirements)[number];

export interface FlowStep {
  chave: string;
  descricao: string;
  /** Key of the sector that works on it. */
  setor: string;
  /** `null`: nothing but the will to go on. */
  exigencia: StepRequirement | null;
  /** Status that the ticket takes on entry; FINALIZADO exactly in terminal steps. */
  status_ao_entrar: Exclude<TicketStatus, 'CANCELADO'>;
  /** Working hours until it is late; `null`: no due time. */
  prazo_horas_uteis: number | null;
  /** Permission that moves a ticket out of the step; `null`: that of whoever answers for the company. */
  permissao: string | null;
  permite_retroceder: boolean;
  inicial: boolean;
  terminal: boolean;
}

export interface FlowTransition {
  de: string;
  para: string;
  tipo: 'PADRAO' | 'CONDICIONAL';
  /** Text of the button. */
  rotulo: string;
  condicao: FlowCondition | null;
  exige_motivo: boolean;
  /** Result that a finished ticket gets on this transition. */
  resultado?: TicketResult;
}

/** A file of schemas/flows/. */
export interface Flow {
  chave: string;
  descricao: string;
  etapas: FlowStep[];
  transicoes: FlowTransition[];
}

/** A step that may be gone to, and the transition that leads there. */
export interface OpenStep {
  step: FlowStep;
  transition: FlowTransition;
}

export const initialStep = (flow: Flow): FlowStep | null =>
  flow.etapas.find(({ inicial }) => inicial) ?? null;

export const currentStep = (flow: Flow, stepKey: string): FlowStep | null =>
  flow.etapas.find(({ chave }) => chave === stepKey) ?? null;

/** `proximaEtapa`: the target of the first PADRAO transition whose condition holds, `null` at the end or when none does. */
export const nextStep = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep | null =>
  openOfType(flow, stepKey, 'PADRAO', facts)[0] ?? null;

/** `etapasCondicionais`: the targets of all CONDICIONAL transitions whose condition holds, in the file's order. */
export const conditionalSteps = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep[] =>
  openOfType(flow, stepKey, 'CONDICIONAL', facts);

function openOfType(flow: Flow, stepKey: string, tipo: FlowTransition['tipo'], facts: FlowFacts): OpenStep[] {
  return flow.transicoes
    .filter((transition) => transition.de === stepKey && transition.tipo === tipo)
    .filter(({ condicao }) => conditionHolds(condicao, facts))
    .flatMap((transition) => {
      const step = currentStep(flow, transition.para);
      return step ? [{ step, transition }] : [];
    });
}

/** Every transition that is open now, the standard one first. */
export const openSteps = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep[] => {
  const standard = nextStep(flow, stepKey, facts);
  return [...(standard ? [standard] : []), ...conditionalSteps(flow, stepKey, facts)];
};

/** The open transition that a person chose by its step, or the standard one; `null` when it is not open. */
export function openStepTo(
  flow: Flow,
  stepKey: string,
  facts: FlowFacts,
  chosen: string | null,
): OpenStep | null {
  if (chosen === null) return nextStep(flow, stepKey, facts);
  return openSteps(flow, stepKey, facts).find(({ step }) => step.chave === chosen) ?? null;
}

/**
 * A transition aside that comes back: without a condition, to a step whose standard transition without a condition leads here
 * again (COMPLEMENTO_CLIENTE). It asks for something that the current step still lacks, so it leaves without the
 * data of the step; every other transition needs them, and is judged by what they say.
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
  return !flow.transicoes.some(
    (transition) => transition.de === stepKey && transition.para === chosen && isDetour(flow, transition),
  );
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
  const aside = new Set(
    flow.transicoes.filter((transition) => isDetour(flow, transition)).map(({ para }) => para),
  );
  const initial = flow.etapas.find(({ inicial }) => inicial)?.chave;
  const work = [...at.passed, at.stepKey].filter((key) => key !== initial && !aside.has(key));
  return new Set(work).size <= 1;
}

/** Facts that no work on a ticket changes: they rule a way out before the ticket comes there. */
const FIXED: ReadonlySet<FlowFact> = new Set<FlowFact>([
  'contribuinte_icms',
  'consumidor_final',
  'tem_itens',
  'tipo',
]);

/**
 * The steps that a ticket is to pass after the one where it stands, if nothing out of the ordinary happens: the
 * standard transitions, and where what is known of the ticket rules those out, the first conditional one that may open.
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
    (transition) => transition.de === stepKey && outcome(transition.condicao, facts) !== false,
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
