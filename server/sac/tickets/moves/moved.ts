import type { FlowStep } from '../../../../contract/rules/flows/flow.ts';
import type { TicketMoved } from '../../../../contract/sac/ticketMoves.ts';
import type { TicketRecord } from '../change/lockTicket.ts';

/** The answer of a move. */
export const moved = (ticket: TicketRecord, step: FlowStep, message: string): TicketMoved => ({
  data: {
    id: ticket.id,
    message,
    versao: ticket.version,
    status: ticket.status,
    etapaAtual: { chave: step.chave, descricao: step.descricao },
    arquivado: ticket.archived,
  },
});
