import type { StepRequirement } from '../../../../contract/rules/flows/flow.ts';
import type { Ticket } from '../../../../contract/sac/tickets.ts';
import { openSteps, standardTransition, type Transition } from './transitions.ts';
import { requirementOf } from './useMoveSession.ts';

/** The step's work by its verb, while only the work decides which way opens. */
const WORK: Record<StepRequirement, string> = {
  ANALISE_DEVOLUCAO: 'Analisar a devolução',
  ENVIO_NF_DEVOLUCAO: 'Registrar a nota de devolução',
  COLETA: 'Registrar chegada',
  CONFERENCIA_DEVOLUCAO: 'Conferir a devolução',
  PRORROGACAO_LOGISTICA: 'Responder pela logística',
  PRORROGACAO_FINANCEIRO: 'Decidir a prorrogação',
};

export interface MainMove {
  label: string;
  /** Why it cannot be pressed now. */
  blocked: string | null;
}

/** The next step as one button; `null` for whoever may not take it, and for a closed ticket. */
export function mainMove(ticket: Ticket): MainMove | null {
  if (!ticket.acoes.avancar) return null;
  const requirement = requirementOf(ticket);
  const standard = standardTransition(ticket);
  const label = standard?.rotulo ?? (requirement ? WORK[requirement] : 'Avançar');
  return { label, blocked: requirement === 'COLETA' ? pickupBlocks(ticket) : null };
}

/** The transition on is open once the pickup is confirmed (DOMAIN.md section 3). */
function pickupBlocks({ coleta }: Ticket): string | null {
  if (!coleta) return 'Este ticket ainda não está em nenhuma coleta. Gere a coleta e confirme-a.';
  return coleta.status === 'CONFIRMADA' ? null : `A coleta ${coleta.id} ainda não foi confirmada.`;
}

/** The transitions beside the standard one that are open now. */
export const sideTransitions = (ticket: Ticket): Transition[] =>
  ticket.acoes.avancar ? openSteps(ticket).filter(({ tipo }) => tipo === 'CONDICIONAL') : [];

/** Said in place of the button: who moves the ticket on. */
export function waitsFor(ticket: Ticket, consumer: boolean): string | null {
  if (ticket.status === 'FINALIZADO' || ticket.status === 'CANCELADO' || ticket.acoes.avancar) return null;
  if (ticket.arquivado) return null;
  if (consumer)
    return ticket.status === 'AGUARDANDO_CLIENTE'
      ? 'Aguardamos a sua resposta na conversa.'
      : 'Estamos cuidando da sua solicitação. Avisaremos por aqui.';
  const sector = ticket.etapas.find(({ situacao }) => situacao === 'ATUAL')?.setor;
  return `Quem trabalha na etapa '${ticket.etapaAtual.descricao}'${sector ? ` (${sector})` : ''} leva o ticket adiante.`;
}
