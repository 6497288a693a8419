import type { TicketResult, TicketStatus } from '../../catalogs/ticketStatus.ts';
import { conditionHolds, type FlowCondition, type FlowFact, type FlowFacts } from './flowCondition.ts';

/** What must be provided to leave a step; also selects its dialog (docs/domain.md 3). */
export const stepRequirements = [
  'ANALISE_DEVOLUCAO',
  'ENVIO_NF_DEVOLUCAO',
  'COLETA',
  'CONFERENCIA_DEVOLUCAO',
  'PRORROGACAO_LOGISTICA',
  'PRORROGACAO_FINANCEIRO',
] as const;
export type StepRequirement = (typeof stepRequirements)[number];

/** An extra field of tickets (schemas/fields/ticket.json) that a step asks for when the ticket leaves it. */
export interface StepField {
  /** Key of the field. */
  chave: string;
  /** Whether the ticket stays while it is empty, also where the field itself may be. */
  obrigatorio?: boolean;
}

export interface FlowStep {
  chave: string;
  descricao: string;
  /** Key of the sector responsible for the step. */
  setor: string;
  /** `null` when nothing has to be provided to move on. */
  exigencia: StepRequirement | null;
  /** The extra fields that it asks for, in the order of its dialog. */
  campos?: StepField[];
  /** Status that the ticket takes on entry; FINALIZADO in terminal steps and only there. */
  status_ao_entrar: Exclude<TicketStatus, 'CANCELADO'>;
  /** Working hours until it is late; `null` when there is no due time. */
  prazo_horas_uteis: number | null;
  /** Permission needed to move a ticket out of the step; `null` means the one for answering on behalf of the company. */
  permissao: string | null;
  permite_retroceder: boolean;
  inicial: boolean;
  terminal: boolean;
}

export interface FlowTransition {
  de: string;
  para: string;
  tipo: 'PADRAO' | 'CONDICIONAL';
  /** Label of the button. */
  rotulo: string;
  condicao: FlowCondition | null;
  exige_motivo: boolean;
  /** Result given to a ticket that this transition finishes. */
  resultado?: TicketResult;
}

/** A file of schemas/flows/. */
export interface Flow {
  chave: string;
  descricao: string;
  etapas: FlowStep[];
  transicoes: FlowTransition[];
}

/** A step that can be entered, and the transition that leads to it. */
export interface OpenStep {
  step: FlowStep;
  transition: FlowTransition;
}

export const initialStep = (flow: Flow): FlowStep | null =>
  flow.etapas.find(({ inicial }) => inicial) ?? null;

export const currentStep = (flow: Flow, stepKey: string): FlowStep | null =>
  flow.etapas.find(({ chave }) => chave === stepKey) ?? null;

/** `proximaEtapa`: the target of the first PADRAO transition whose condition holds; `null` at the end or when none does. */
export const nextStep = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep | null =>
  openOfType(flow, stepKey, 'PADRAO', facts)[0] ?? null;

/** `etapasCondicionais`: the targets of all CONDICIONAL transitions whose condition holds, in the order of the file. */
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

/** All transitions that are open now, the standard one first. */
export const openSteps = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep[] => {
  const standard = nextStep(flow, stepKey, facts);
  return [...(standard ? [standard] : []), ...conditionalSteps(flow, stepKey, facts)];
};

/** The open transition to the chosen step, or the standard one if none was chosen; `null` when it is not open. */
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
 * A detour that returns: an unconditional transition to a step whose unconditional standard transition leads back here
 * (COMPLEMENTO_CLIENTE). It asks for something that the current step still lacks, so it does not require the step's data; all
 * other transitions do, and their conditions are evaluated with it.
 */
export const isDetour = (flow: Flow, { de, para, tipo, condicao }: FlowTransition): boolean =>
  tipo === 'CONDICIONAL' &&
  condicao === null &&
  flow.transicoes.some(
    (back) => back.de === para && back.para === de && back.tipo === 'PADRAO' && back.condicao === null,
  );

const leadsAside = (flow: Flow, stepKey: string, chosen: string | null): boolean =>
  flow.transicoes.some(
    (transition) => transition.de === stepKey && transition.para === chosen && isDetour(flow, transition),
  );

/** Whether the requirement of the current step must be met before the ticket goes to the chosen step. */
export const needsStepData = (flow: Flow, stepKey: string, chosen: string | null): boolean =>
  Boolean(currentStep(flow, stepKey)?.exigencia) && !leadsAside(flow, stepKey, chosen);

/** The extra fields that the current step asks for before the ticket goes to the chosen step. */
export const fieldsAskedBy = (flow: Flow, stepKey: string, chosen: string | null): readonly StepField[] =>
  leadsAside(flow, stepKey, chosen) ? [] : (currentStep(flow, stepKey)?.campos ?? []);

/**
 * Whether a ticket has not been analysed yet and may therefore still be withdrawn (docs/domain.md 2, CANCELADO). The analysis
 * is the first working step: a ticket may be there or on the initial step, and take detours from there, as long as none of
 * its lines has been decided. Any step passed beyond that counts as work done.
 */
export function isBeforeAnalysis(
  flow: Flow,
  at: { stepKey: string; passed: readonly string[]; linesValidated: number },
): boolean {
  if (at.linesValidated > 0) return false;
  const aside = new Set(
    flow.transicoes.filter((transition) => isDetour(flow, transition)).map(({ para }) => para),
  );
  const initial = flow.etapas.find(({ inicial }) => inicial)?.chave;
  const work = [...at.passed, at.stepKey].filter((key) => key !== initial && !aside.has(key));
  return new Set(work).size <= 1;
}

/** Facts that no work on a ticket changes; they can rule out a transition before the ticket gets there. */
const INVARIANT_FACTS: ReadonlySet<FlowFact> = new Set<FlowFact>([
  'contribuinte_icms',
  'consumidor_final',
  'tem_itens',
  'tipo',
]);

/**
 * The steps that a ticket is expected to pass after the current one: the standard transitions or, where the known facts rule
 * those out, the first conditional one that may open. Only conditions of the current step may be judged by fields (resolvedFlow):
 * later ones ask about fields that still change.
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

/** `undefined` if it depends on work that is still to be done. */
function outcome(condition: FlowCondition | null, facts: FlowFacts): boolean | undefined {
  if (!condition) return true;
  if ('todas' in condition) return kleeneAnd(condition.todas.map((part) => outcome(part, facts)));
  if ('alguma' in condition)
    return kleeneNot(kleeneAnd(condition.alguma.map((part) => kleeneNot(outcome(part, facts)))));
  if ('nenhuma' in condition)
    return kleeneAnd(condition.nenhuma.map((part) => kleeneNot(outcome(part, facts))));
  if ('expressao' in condition) return undefined;
  return INVARIANT_FACTS.has(condition.fato) ? conditionHolds(condition, facts) : undefined;
}

const kleeneNot = (value: boolean | undefined) => (value === undefined ? undefined : !value);

const kleeneAnd = (values: (boolean | undefined)[]) =>
  values.includes(false) ? false : values.includes(undefined) ? undefined : true;
