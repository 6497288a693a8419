import type { TicketResult } from '../catalogs/ticketResult.ts';
import type { TicketStatus } from '../catalogs/ticketStatus.ts';
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
  /** Result that a finished ticket gets on this way. */
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
  openSteps(flow, stepKey, 'PADRAO', facts)[0] ?? null;

/** `etapasCondicionais`: the targets of all CONDICIONAL transitions whose condition holds, in the file's order. */
export const conditionalSteps = (flow: Flow, stepKey: string, facts: FlowFacts): OpenStep[] =>
  openSteps(flow, stepKey, 'CONDICIONAL', facts);

function openSteps(flow: Flow, stepKey: string, tipo: FlowTransition['tipo'], facts: FlowFacts): OpenStep[] {
  return flow.transicoes
    .filter((transition) => transition.de === stepKey && transition.tipo === tipo)
    .filter(({ condicao }) => conditionHolds(condicao, facts))
    .flatMap((transition) => {
      const step = currentStep(flow, transition.para);
      return step ? [{ step, transition }] : [];
    });
}
